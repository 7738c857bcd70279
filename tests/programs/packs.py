"""A random pack: a world, its texts, and a number of programs, each an event that is played on a fresh match.

Which program a match plays is its setting `program`, so that one pack, read once, is good for many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.programs.draw import Draw
from tests.programs.holders import Holders
from tests.programs.scope import Name, Scope
from tests.programs.statements import Here, Lines, indented
from tests.programs.world import CARD, HUES, PIECE, RELIC, Attribute, Event, World, draw_world

from rulewright.check.types import NUMBER, PLAYER, YES_NO, Type

Files = dict[str, str]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a pack is made: programs, events of each level, values, rules, expressions of a program of values."""

    programs: int = 20
    events: int = 3
    values: int = 6
    rules: int = 4
    tables: int = 2  # programs that only tell values
    expressions: int = 25


USUAL = Size()


class Again(Holders):
    """Definitions that are drawn again when they came to something that cannot be said with the names at hand."""

    def again(self, made: Callable[[], Lines]) -> Lines:
        """What comes of it."""
        for _ in range(20):
            try:
                return made()
            except LookupError:
                continue
        return []


def draw_pack(d: Draw, size: Size = USUAL) -> tuple[Files, int]:
    """The files of a pack and how many programs it has."""
    w = draw_world(d)
    h = Again(d)
    own: list[Lines] = []
    _classes(w)
    h.declare_statuses(w)
    own.append(h.prices(w))
    for i in range(size.values):
        own.append(h.again(partial(h.value, w, 2 * i)))
        if i % 2:
            own.append(h.again(partial(h.permission, w, 2 * i + 1)))
    own += [h.again(partial(h.event, w, f"hush_{i}", 0, 99, quiet=True)) for i in range(2)]
    own += [h.again(partial(h.check, w, i)) for i in range(d.integer(0, 2))]
    for level in (1, 2, 3):
        own += [h.again(partial(h.event, w, f"ev_{level}_{i}", level, 99)) for i in range(size.events)]
    own += [h.again(partial(h.status, w, s)) for s in w.statuses]
    own += [h.again(partial(h.keyword, w, k)) for k in w.keywords]
    own += [h.again(partial(h.rule, w, i)) for i in range(size.rules)]
    own += [h.again(partial(h.area, w, a)) for a in w.areas]
    own += [h.again(partial(h.card, w, c)) for c in ("ace", "deuce", "trey")]
    programs = [h.again(partial(_program, h, w, i)) for i in range(size.programs)]
    for i in range(size.tables):
        values, lines = _table(h, w, size.programs + i, size.expressions)
        own += values
        programs.append(lines)
    return _files(d, w, own, programs), len(programs)


def _classes(w: World) -> None:
    for level, name in ((1, "act"), (2, "deed")):
        w.classes.append(Event(name, (("who", PIECE),), level=level, is_class=True))
    w.classes.append(Event("trial", (("p", PLAYER),), level=4, is_class=True))


def _names(w: World) -> tuple[tuple[str, Type], ...]:
    """What every program gets."""
    names: tuple[tuple[str, Type], ...] = (
        ("p", PLAYER),
        ("q", PLAYER),
        ("a", PIECE),
        ("b", PIECE),
        ("y", RELIC),
        ("k", CARD),
    )
    return (*names, ("g", w.place)) if w.board != "none" and not w.relays else names


def _program(h: Holders, w: World, number: int) -> Lines:
    names = _names(w)
    e = Event(f"prog_{number}", names, level=4, classes=("trial",))
    s = Scope(w, tuple(Name(n, t) for n, t in names), 99, True)
    here = Here(4, event=e, left=[h.d.integer(6, 14)])
    lines = [h.head("event", e.name, names, " is trial"), "  do: |"]
    text = h.block(s, here, 8)
    if text[-1] == "finish":
        text.pop()
    lines += indented(indented(text or h.told(s, here)[0]))
    if h.d.chance(15):
        ending = Here(1, event=e, asks=False, left=[2])
        lines += ["  ends: |", *indented(indented(h.block(s, ending, 2)))]
    return lines


def _table(h: Holders, w: World, number: int, expressions: int) -> tuple[list[Lines], Lines]:
    """A program that tells many values, changes something, and tells them again."""
    names = _names(w)
    shown = w.shown()
    scope = Scope(w, tuple(Name(n, t) for n, t in names), 90)
    arguments = ", ".join(n for n, _ in names)
    values, calls = [], []
    for i in range(expressions):
        what = h.d.choice(sorted(shown))
        name = f"x_{number}_{i}"
        values.append([f"{h.head('value', name, names, f' gives {shown[what]}')} {h.of(scope, shown[what], 5)}"])
        calls.append(f"show_{what}({name}({arguments}))")
    e = Event(f"prog_{number}", names, level=4, classes=("trial",))
    here = Here(2, event=e, asks=False, left=[8])
    between = h.block(Scope(w, scope.names, 99, True), here, 6)
    text = [*calls, *between, *calls]
    return values, [h.head("event", e.name, names, " is trial"), "  do: |", *indented(indented(text))]


# -- what is the same in every pack ------------------------------------------------------------------------------------


def _files(d: Draw, w: World, own: list[Lines], programs: list[Lines]) -> Files:
    base = [*_enums(), *_kinds(d, w), *_zones(w), *_maps(d, w), *_sheets(d, w), *_windows(d, w), *_reports(w)]
    base += _game(d, w, len(programs))
    return {
        "pack.yaml": "\n".join(_manifest(d, w)) + "\n",
        "base.yaml": "\n".join(base) + "\n",
        "texts.yaml": "\n".join(line for lines in own for line in lines) + "\n",
        "programs.yaml": "\n".join(line for lines in programs for line in lines) + "\n",
    }


def _manifest(d: Draw, w: World) -> Lines:
    return [
        "pack: sample",
        "start: game",
        f"players: {w.seats}",
        f"board: {w.board}",
        f"stacking: {d.choice(('definition', 'instance'))}",
        f"ranks: [{', '.join(w.ranks)}]",
        "window: in_turn",
        f"forced: {d.choice(('take', 'ask'))}",
        "settings: {program: number starts 0}",
    ]


def _enums() -> Lines:
    return [
        f"enum hue: [{', '.join(HUES)}]",
        "enum grade: {ordered: [low, mid, high]}",
        "die bone gives number: [0, 0, 1, 2, -1]",
        "die tint gives hue: [red, red, green, blue]",
        "class act(piece who): {}",
        "class deed(piece who): {}",
        "class trial(player p): {}",
    ]


_GIVEN = ("place", "owner", "bearer", "bits")


def _fields(d: Draw, attributes: list[Attribute]) -> Lines:
    lines: Lines = []
    for a in attributes:
        starts = {"hp": " starts self.rating + 1", "points": " starts 1"}.get(a.name, "")
        if a.type == NUMBER and not starts and d.chance(25):
            starts = f" starts {d.integer(1, 3)}"
        if a.name == "mark" and d.chance(30):
            starts = " starts true"
        lines.append(f"    {a.name}: {a.type}{starts}")
    return lines


def _kinds(d: Draw, w: World) -> Lines:
    of = {k: [a for a in w.attributes if a.of == k and a.settable] for k in ("piece", "brute", "bit", "relic", "card")}
    has = {a.name for a in w.attributes}
    placed = ["  placed: yes"] if w.board != "none" else []
    lines = ["kind piece:", *placed]
    if w.board != "none" and d.chance(15):
        lines += ["  size: self.width"]
    lines += ["  printed:", "    rating: number starts 2", "    width: number starts 1"]
    if "traits" in has:
        lines.append("    traits: set of hue starts none")
    lines += ["  state:", *_fields(d, of["piece"]), "  parts:", "    bits: bit"]
    lines += ["kind brute:", "  is: piece"]
    lines += ["  state:", *_fields(d, of["brute"])] if of["brute"] else []
    lines += ["kind bit:", "  plural: bits_all", "  part_of: piece", "  state:", *_fields(d, of["bit"])]
    lines += ["kind relic:", *placed, "  owned: no", "  state:", *_fields(d, of["relic"])]
    active = d.choice(("self in hand of self.owner", "self in hand of self.owner or self in heap", "self.used < 3"))
    lines += [
        "kind card:",
        "  main: effect",
        "  printed:",
        "    cost: number",
        "  texts: [effect]",
        f"  active: {active}",
    ]
    if "free" in has:
        lines += ["  formulas:", "    free: yes_no starts true"]
    lines += ["  state:", *_fields(d, of["card"])]
    players = [a for a in w.attributes if a.of == "player" and a.settable]
    lines += ["kind player:", "  state:", *_fields(d, players)]
    lines += ["  printed:", "    first_to: yes_no starts seat_number(self) is 1"] if "first_to" in has else []
    lines += ["  secret: {guess: owner}"] if "guess" in has else []
    return [*lines, "kind match:", "  state:", *_fields(d, [a for a in w.attributes if a.of == "match" and a.settable])]


def _zones(w: World) -> Lines:
    seen = {"deck": "nobody", "hand": "owner", "heap": "all", "camp": "all"}
    return [
        f"zone {z.name}{'(player owner)' if z.player else ''}: "
        f"{{{'ordered: yes, ' if z.ordered else ''}seen_by: {seen[z.name]}, holds: {z.holds.name}}}"
        for z in w.zones
    ]


def _maps(d: Draw, w: World) -> Lines:
    lines: Lines = []
    for name in w.maps:
        width, height = d.integer(3, 6), d.integer(3, 5)
        rows = [
            "".join(d.weighted([(10, "."), (2, "#"), (3, "~"), (1, " ")]) for _ in range(width)) for _ in range(height)
        ]
        rows[0] = f"s{rows[0][1:-1]}."
        rows[-1] = f".{rows[-1][1:-1]}s"
        rows[1] = f"{rows[1][0].replace(' ', '.')}~#{rows[1][3:]}"
        lines += [f"map {name}:", "  rows: |", *(f"    {row}" for row in rows)]
        lines += [
            "  legend: {'#': wall, '~': moss, s: [spring]}",
            "  solid: [wall]",
            f"  corners: {d.choice(('free', 'strict'))}",
        ]
    return lines


def _sheets(d: Draw, w: World) -> Lines:
    lines: Lines = []
    for form, name in (("piece", "pawn"), ("piece", "rook"), ("brute", "ogre")):
        lines += [f"{form} {name}:", f"  rating: {d.integer(0, 4)}"]
        if name != "pawn":
            lines += [f"  width: {d.integer(1, 2)}"]
            used = [k for k in w.keywords if name == "rook" or d.chance(50)]
            words = [f'"{k.name}({d.integer(1, 3)})"' if k.params else k.name for k in used]
            lines += [f"  keywords: [{', '.join(words)}]"] if words else []
        if any(a.name == "traits" for a in w.attributes) and d.chance(60):
            lines.append(f"  traits: [{', '.join(d.some(HUES, 50)) or 'red'}]")
        parts = d.integer(0, 2)
        lines += ["  bits:", *(f"    bit_{i}: {{}}" for i in range(parts))] if parts else []
    return [*lines, "relic urn: {}"]


def _windows(d: Draw, w: World) -> Lines:
    ask = ("players", "sorted(x in players with most seat_number(x))", "sorted(x in players with most x.points)")
    return [
        "window in_turn:",
        f"  ask: {d.choice(ask)}",
        f"  answers: {d.choice(('each', 'one'))}",
        "window single:",
        f"  ask: {d.choice(ask)}",
        "  answers: one",
    ]


def _reports(w: World) -> Lines:
    return [f"event show_{name}({t} what): {{}}" for name, t in sorted(w.shown().items())]


def _game(d: Draw, w: World, programs: int) -> Lines:
    lines = ["let p = first(players)", "finish if p is none", "let q = next_seat(p)"]
    lines += [
        f"let a = create {d.choice(('pawn', 'rook'))} for p",
        f"let b = create {d.choice(('rook', 'ogre'))} for q",
        "let y = create urn",
        f"let k = create {d.choice(('ace', 'deuce'))} for {d.choice('pq')} into hand of {d.choice('pq')}",
        "for each x in players:",
        *[f"  create {c} for x into deck of x" for c in d.some(("ace", "deuce", "trey"), 60) or ["trey"]],
        "  create trey for x into hand of x",
    ]
    if d.chance(50):
        lines.append("create ogre for p into camp")
    if w.board != "none":
        lines.insert(0, "lay(yard)")
        for name, places in (("a", "spring"), ("b", "neighbours(a) - wall"), ("y", "everywhere - neighbours(b)")):
            lines += [f"for each c in {places}:", f"  put {name} at c", *d.some(["  stop"], 70)]
    arguments = ", ".join(n for n, _ in _names(w))
    if "g" in arguments.split(", "):
        lines += ["let g = first(spring)", "finish if g is none"]
    for i in range(programs):
        lines += [f"if setting.program is {i}:", f"  prog_{i}({arguments})"]
    return ["event game: |", *indented(lines)]


__all__ = ["YES_NO", "Size", "draw_pack"]
