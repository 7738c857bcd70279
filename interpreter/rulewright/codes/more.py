"""The codes from RW542 on: what reads as one thing and is two, what a sheet must be, who answers too late."""

from __future__ import annotations

from .code import Code, Example, Severity


def _game(text: str) -> Example:
    """A pack of one file whose match is the event `play`."""
    return {"pack.yaml": "pack: sample\nlanguage: 1\nstart: play\n", "game.yaml": text}


_DECK = (
    "kind card: {}\ncard ace: {}\nzone deck(player owner): {ORDER}\n"
    "event play: |\n  for each p in players:\n    let k = create ace for p\n    put k on top of deck of p\n"
)

CODES: tuple[Code, ...] = (
    Code(
        "RW542", Severity.WARNING, "none beside none",
        "`a is b` of two that may both be none holds where both are: two whom nobody has hit were hit by the same one. "
        "Test one of the two first, or, where that is meant, allow it: `allow: {RW542: the reason}`.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nstart: play\n",
             "game.yaml": "kind player: {state: {hit_by: player or none}}\n"
                          "event play gives number total: |\n  for each p in players:\n"
                          "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                          "    set total = total + 1 if p.hit_by is next_seat(p).hit_by\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 1\nstart: play\n",
              "game.yaml": "kind player: {state: {hit_by: player or none}}\n"
                           "event play gives number total: |\n  for each p in players:\n"
                           "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                           "    set total = total + 1 if p.hit_by is not none and "
                           "p.hit_by is next_seat(p).hit_by\n"},
    ),
    Code(
        "RW543", Severity.ERROR, "a choice of no number",
        "`at least 3 up to 2` asks for more than it allows: no choice is of such a number. The least stands first.",
        bad=_game("event play gives number total: |\n  for each p in players:\n"
                  "    let few = choose some n in numbers(1, 6) at least 3 up to 2 by p\n"
                  "    set total = total + size(few)\n"),
        good=_game("event play gives number total: |\n  for each p in players:\n"
                   "    let few = choose some n in numbers(1, 6) at least 2 up to 3 by p\n"
                   "    set total = total + size(few)\n"),
    ),
    Code(
        "RW544", Severity.ERROR, "top of what has no order",
        "`put k on top of Z` makes k the first of a zone that keeps an order, as a deck does. A zone that does not say "
        "`ordered: yes` lists what lies in it by age, whenever it came.",
        bad=_game(_DECK.replace("ORDER", "seen_by: all")),
        good=_game(_DECK.replace("ORDER", "ordered: yes")),
    ),
)  # fmt: skip
