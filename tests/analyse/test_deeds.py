"""Every deed of a text has its very place, what has to hold on the way to it, and whether a player may decline it."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.deeds import Deed
from rulewright.program import Program

GAME = """\
kind piece: {state: {damage: number, mood: number}, texts: [effect]}
piece pawn: {effect: cheer(self)}
status proud: {of: piece, modify: forbid cheer when who is self}
event play gives number total: |
  for each p in players:
    let c = create pawn for p
    act(c, 3)
    cheer(c)
  set total = sum(c.damage + c.mood for c in pieces)
event act(piece who, number left): |
  finish if left < 1
  if who.mood > 1:
    give proud to who until end of this act
    end proud of who if left is 2
  else if who.mood is 0:
    cheer(who)
  else:
    repeat up to 3 while who.damage < 9:
      stop if who.mood > 5
      hurt(who, amount = 2)
  offer who.owner or pass:
    cheer(who)
    hurt(c, 1) for c in pieces where c is not who
  let more = choose yes or no by who.owner
  act(who, left - 1) if more
  let other = choose one c in pieces where c is not who by who.owner
  perform other.effect
event cheer(piece who): set who.mood = who.mood + 1
event hurt(piece target, number amount):
  legal:
    some: amount > 0
  do: set target.damage = 4
check broken:
  for: c in pieces where c.damage > 3
  do: remove c
"""


def deeds(program: Program, event: str) -> list[Deed]:
    number = [one.id for one in program.events].index(event)
    return [d for e in program.effects if (e.form, e.number) == ("event", number) for d in e.deeds]


def shown(deed: Deed) -> str:
    guards = ", ".join(("not " if g.negated else "") + g.text for g in deed.guards)
    return f"{deed.place[1]}:{deed.place[2]} {deed.verb} [{guards}]" + (" may" if deed.optional else "")


def test_deeds_of_a_text(program: Callable[..., Program]) -> None:
    assert [shown(deed) for deed in deeds(program(GAME), "act")] == [
        "13:5 give [not left < 1, who.mood > 1]",
        "14:5 end [not left < 1, who.mood > 1, left is 2]",
        "16:5 call [not left < 1, not who.mood > 1, who.mood is 0]",
        "20:7 call [not left < 1, not who.mood > 1, not who.mood is 0, who.damage < 9, not who.mood > 5]",
        "22:5 call [not left < 1] may",
        "23:5 call [not left < 1, for c in pieces, c is not who] may",
        "25:3 call [not left < 1, more]",
        "27:3 perform [not left < 1, some c in pieces where c is not who]",
    ]


def test_what_deeds_say_of_themselves(program: Callable[..., Program]) -> None:
    made = program(GAME)
    by_line = {deed.place[1]: deed for deed in deeds(made, "act")}
    assert by_line[20].constants == {1: 2}
    assert by_line[20].args == ("field:0", "")
    assert by_line[20].loop == "repeat up to 3"
    assert [(one.edge, one.which, one.place[1:]) for one in by_line[13].until] == [("end", "this", (13, 29))]
    assert by_line[25].guards[1].reads.decided
    assert not by_line[16].guards[2].reads.decided
    (cheered,) = deeds(made, "cheer")
    assert (cheered.subject, cheered.adds) == ("field:0", "+")
    (hurt,) = deeds(made, "hurt")
    assert (hurt.adds, hurt.constants) == ("", {0: 4})
    column = made.columns[hurt.target]
    assert (column.kind, column.id) == ("piece", "damage")


def test_conditions_read_through_values_and_what_forbids(program: Callable[..., Program]) -> None:
    game = GAME + (
        "value gloom(piece one) gives number: one.mood * 2\n"
        "rule echo:\n  after: hurt where gloom(target) < 4 and amount > 1\n  do: cheer(target)\n"
    )
    made = program(game)
    (reaction,) = [e for e in made.effects if e.form == "reaction"]
    gloom, amount = reaction.guards
    assert [made.columns[c].id for c in gloom.reads.columns] == ["mood"]
    assert gloom.about == ("field:0",)
    assert amount.compares == ("field", 1, ">", 1)
    (cheer,) = [e for e in made.effects if e.form == "event" and made.events[e.number].id == "cheer"]
    (forbidden,) = cheer.guards
    assert forbidden.negated
    assert [made.statuses[s].id for s in forbidden.reads.statuses] == ["proud"]
