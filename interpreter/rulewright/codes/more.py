"""The codes RW542 to RW546: comparisons with none, impossible choices, unordered zones, and conditions on sheets."""

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
        "RW542", Severity.WARNING, "comparison of two nones",
        "If both sides may be none, `a is b` is also true when both are: two players whom nobody has hit would have "
        "been hit by the same player. Test one side first, or, if that is meant, allow it: `allow: {RW542: the "
        "reason}`.",
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
        "RW543", Severity.ERROR, "impossible size of a choice",
        "`at least 3 up to 2` requires more than it allows, so no choice has such a size. Write the lower number "
        "first.",
        bad=game("event play gives number total: |\n  for each p in players:\n"
                 "    let few = choose some n in numbers(1, 6) at least 3 up to 2 by p\n"
                 "    set total = total + size(few)\n"),
        good=game("event play gives number total: |\n  for each p in players:\n"
                  "    let few = choose some n in numbers(1, 6) at least 2 up to 3 by p\n"
                  "    set total = total + size(few)\n"),
    ),
    Code(
        "RW544", Severity.ERROR, "top of an unordered zone",
        "`put k on top of Z` makes `k` the first of a zone that keeps an order, such as a deck. A zone that does not "
        "say `ordered: yes` lists its contents by age, regardless of when they entered it.",
        bad=game(_DECK.replace("ORDER", "seen_by: all")),
        good=game(_DECK.replace("ORDER", "ordered: yes")),
    ),
    Code(
        "RW545", Severity.ERROR, "condition not about sheets",
        "`must` names conditions on the sheets of a kind, which are tested when the pack is checked. Before a match "
        "they can read what sheets print, their parts, the statuses that they list, and the sheets of kinds. They "
        "cannot read state, places, players, or values, which may depend on these.",
        bad=game(_ROBOT.replace("MUST", "self.hp > 3").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
        good=game(_ROBOT.replace("MUST", "self.guns > 1").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
    ),
    Code(
        "RW546", Severity.ERROR, "sheet fails a condition",
        "A condition that a kind names under `must` is false for one of its sheets. The hint shows the values of the "
        "two sides of the comparison; the message is the text under `says` with the name of the condition.",
        bad=game(_ROBOT.replace("MUST", "self.guns is 2").replace("STATE", "    hp: number\n").replace("GUNS", "1")),
        good=game(_ROBOT.replace("MUST", "self.guns is 2").replace("STATE", "    hp: number\n").replace("GUNS", "2")),
    ),
)  # fmt: skip
