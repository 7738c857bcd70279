"""The codes RW547 to RW551: differences between planes and cells, and places that a board does not have."""

from __future__ import annotations

from .code import Code, Example, Severity

_PACK = "pack: sample\nstart: play\nboard: plane\n"
_FIELD = (
    "area wood: {name: Wood}\narea moor: {name: Moor}\nmap field:\n  table: 24x24\n"
    "  areas: {wood: polygon 3x3 9x3 9x9, moor: disc 18x18 by 2}\n"
    "kind model: {placed: yes, plural: models, base: round 0.5}\nmodel guard: {name: Guard}\n"
)
_PLAY = (
    "event play gives set of player winners: |\n  lay(field)\n  for each p in players:\n"
    "    let q = choose one c in everywhere where c is wood or c is moor by p\n    create guard for p at q\n"
    "  set winners = all(p in players where good(p))\n"
)


def _game(text: str, field: str = _FIELD) -> Example:
    """A pack on a plane whose match tests the permission `good` for each player."""
    return {"pack.yaml": _PACK, "game.yaml": field + _PLAY + text}


CODES: tuple[Code, ...] = (
    Code(
        "RW547", Severity.ERROR, "invalid base or size",
        "On a plane an entity covers a shape in inches, measured from its place: `base: round 0.63` (a radius), `oval "
        "2.36 by 1.38`, `rectangle 2 by 4` or `polygon 0x-1 1x1 -1x1`. A kind without a base is a spot, and "
        "`drawn: wide` names the printed length that is its radius in pictures; it cannot be secret. On cells an "
        "entity covers cells: `size: 2`.",
        bad=_game("permission good(player who): some m in models where m.owner is who and m is wood\n",
                  _FIELD.replace("round 0.5", "round 0")),
        good=_game("permission good(player who): some m in models where m.owner is who and m is wood\n"),
    ),
    Code(
        "RW548", Severity.ERROR, "set that cannot be iterated",
        "The spots of a plane cannot be listed, but a set of them can be tested, and searched for a spot. So they "
        "cannot be counted, no loop iterates over them, and only the last set of an offered call may be such a set.",
        bad=_game("permission good(player who): count(p in wood) > seat_number(who)\n"),
        good=_game("permission good(player who): >-\n  some p in wood where "
                   "(no m in models where m.owner is who and m within 2 inches of p)\n"),
    ),
    Code(
        "RW549", Severity.ERROR, "value that cannot be stored",
        "On a plane a distance is a gap with a root in it, the shape that a base covers is a figure, and a set of "
        "places is an area. These exist only in expressions, values and permissions: no field, local or parameter of "
        "an event holds them.",
        bad=_game("kind player: {state: {far: gap or none}}\n"
                  "permission good(player who): who.far is none\n"),
        good=_game("value far(model m) gives gap: distance(m, moor)\n"
                   "permission good(player who): some m in models where m.owner is who and far(m) < 3 inches\n"),
    ),
    Code(
        "RW550", Severity.ERROR, "test without exact result",
        "Whether a base lies wholly in an area, or meets it, follows from the parts of the area only in some cases, "
        "and a law is never approximated. For example, a base may lie in a union of two areas and in neither of them "
        "alone.",
        bad=_game("permission good(player who): some m in models where m.owner is who and wholly(m, wood + moor)\n"),
        good=_game("permission good(player who): >-\n  some m in models where m.owner is who and "
                   "(wholly(m, wood) or wholly(m, moor))\n"),
    ),
    Code(
        "RW551", Severity.ERROR, "place outside a test's board",
        "A test may name only places of the board that it draws, or of the map that it names: under `at` and `spots`, "
        "in its code and in its answers, as long as nothing in it can lay another board. An entity that stands on "
        "places must be put on a place, and one that stands on edges on an edge. A position must be as large as the "
        "board.",
        bad={"tests/off.yaml": "test a pawn may go:\n  map: |\n    ...\n  at: {pawn of 1 as Al: D1}\n"
                               "  then: [Al is placed]\n",
             "pack.yaml": "pack: sample\nboard: square\n", "game.yaml": "kind piece: {placed: yes}\npiece pawn: {}\n"},
        good={"tests/off.yaml": "test a pawn may go:\n  map: |\n    ...\n  at: {pawn of 1 as Al: C1}\n"
                                "  then: [Al is placed]\n",
              "pack.yaml": "pack: sample\nboard: square\n", "game.yaml": "kind piece: {placed: yes}\npiece pawn: {}\n"},
    ),
)
