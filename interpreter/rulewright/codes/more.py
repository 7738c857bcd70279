"""The codes from RW542 on: what reads as one thing and is two, what a sheet must be, who answers too late."""

from __future__ import annotations

from .code import Code, Severity, game

_DECK = (
    "kind card: {}\ncard ace: {}\nzone deck(player owner): {ORDER}\n"
    "event play: |\n  for each p in players:\n    let k = create ace for p\n    put k on top of deck of p\n"
)

_ROBOT = (
    "kind robot:\n  printed: {guns: number}\n  state:\nSTATE  must: {armed: MUST}\n"
    "  says: {armed: {en: a robot has two guns}}\n"
    "robot rusty: {guns: GUNS}\n"
    "event play: |\n  for each p in players:\n    let r = create rusty for p\n    repair(r)\n"
    "event repair(robot who): set who.hp = who.hp + who.guns\n"
)

CODES: tuple[Code, ...] = (
    Code(
        "RW542", Severity.WARNING, "none beside none",
        "`a is b` of two that may both be none holds where both are: two whom nobody has hit were hit by the same one. "
        "Test one of the two first, or, where that is meant, allow it: `allow: {RW542: the reason}`.",
        bad=game("kind player: {state: {hit_by: player or none}}\n"
                 "event play gives number total: |\n  for each p in players:\n"
                 "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                 "    set total = total + 1 if p.hit_by is next_seat(p).hit_by\n"),
        good=game("kind player: {state: {hit_by: player or none}}\n"
                  "event play gives number total: |\n  for each p in players:\n"
                  "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                  "    set total = total + 1 if p.hit_by is not none and "
                  "p.hit_by is next_seat(p).hit_by\n"),
    ),
    Code(
        "RW543", Severity.ERROR, "a choice of no number",
        "`at least 3 up to 2` asks for more than it allows: no choice is of such a number. The least stands first.",
        bad=game("event play gives number total: |\n  for each p in players:\n"
                 "    let few = choose some n in numbers(1, 6) at least 3 up to 2 by p\n"
                 "    set total = total + size(few)\n"),
        good=game("event play gives number total: |\n  for each p in players:\n"
                  "    let few = choose some n in numbers(1, 6) at least 2 up to 3 by p\n"
                  "    set total = total + size(few)\n"),
    ),
    Code(
        "RW544", Severity.ERROR, "top of what has no order",
        "`put k on top of Z` makes k the first of a zone that keeps an order, as a deck does. A zone that does not say "
        "`ordered: yes` lists what lies in it by age, whenever it came.",
        bad=game(_DECK.replace("ORDER", "seen_by: all")),
        good=game(_DECK.replace("ORDER", "ordered: yes")),
    ),
    Code(
        "RW545", Severity.ERROR, "no matter of sheets",
        "`must` names conditions on the sheets of a kind, which are tested when the pack is checked. Before a match "
        "there is what sheets print, their parts, the statuses that they list, and the sheets of kinds: no state, no "
        "places, no players, and no values, which may ask for these.",
        bad=game(_ROBOT.replace("MUST", "self.hp > 3").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
        good=game(_ROBOT.replace("MUST", "self.guns > 1").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
    ),
    Code(
        "RW546", Severity.ERROR, "not what its kind must be",
        "A condition that a kind names under `must` does not hold for one of its sheets. The hint says what the two "
        "sides of the comparison come to; what stands under `says` by the name of the condition is the message.",
        bad=game(_ROBOT.replace("MUST", "self.guns is 2").replace("STATE", "    hp: number\n").replace("GUNS", "1")),
        good=game(_ROBOT.replace("MUST", "self.guns is 2").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
    ),
)  # fmt: skip
