"""`x in S` for sets that conditions describe: it comes to the same as a search of the set, costs no more in a larger
crowd, and the verifying mode makes the set and compares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.playing import compiled

from rulewright.compile import membership
from rulewright.compile import pyast as py
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.play.verify import Stale
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# Sets that depend on a unit a.
DESCRIBED = {
    "a filter": "all(x in units where x.rank > a.rank)",
    "a filter of another": "all(x in all(y in units where y.owner is a.owner) where x is not a)",
    "a value": "rivals(a)",
    "a value of a value": "strong_rivals(a)",
    "with another": "rivals(a) + all(x in units where x.rank is 3)",
    "without another": "units - rivals(a)",
    "of one kind": "all(x in champions where x.fame > 1)",
    "a condition on a friend": "all(x in units where x.friend is not none and x.friend.rank < a.rank)",
}
# These are made: they are chosen, or made of other things, or modifiers change them.
MADE = {
    "the most": "all(x in units with most x.rank)",
    "something of each": "all(partner(x) for x in units where x.rank > 1)",
    "a changed value": "allies(a)",
    "listed": "(a, first_of_all(a))",
    "of things of a set that is made": "all(x in all(partner(y) for y in units) where x.rank > 1)",
}

GAME = """\
kind unit: {plural: units, printed: {power: number}, state: {friend: unit or none, rank: number}}
kind champion: {is: unit, plural: champions, printed: {fame: number}}
unit one: {power: 1}
unit two: {power: 2}
unit three: {power: 3}
champion hero: {power: 2, fame: 1}
champion star: {power: 3, fame: 2}
value first_of_all(unit a) gives unit: first(units) or a
value partner(unit x) gives unit: x.friend or x
value rivals(unit a) gives set of unit: all(x in units where x.rank > 0 and x.owner is not a.owner)
value strong_rivals(unit a) gives set of unit: all(x in rivals(a) where x.rank >= a.rank)
value allies(unit a) gives set of unit:
  start: all(x in units where x.owner is a.owner)
  steps: {also: union}
rule traitors:
  for: self in champions
  modify: allies.also is self when self.fame > 1
permission met(unit a, unit or none b): b in SET
permission missed(unit a, unit or none b): b not in SET
permission sought(unit a, unit or none b): some x in SET where b is not none and x is b
event note(number n): {}
event game: |
  for each p in players:
    repeat up to MANY:
      create_one(p)
    let low = create two for p
    let tall = create three for p
    let known = create hero for p
    let famous = create star for p
    set low.friend = known
    set famous.friend = tall
  for each a in units:
    rises(a)
  for each a in units where a.rank > 1:
    told(a, none)
    for each b in units where b.rank > 1:
      told(a, b)
event rises(unit a): set a.rank = a.power
event create_one(player p): create one for p
event told(unit a, unit or none b): |
  note((if met(a, b) then 4 else 0) + (if missed(a, b) then 2 else 0) + (if sought(a, b) then 1 else 0))
"""


def _played(write: Write, which: str, many: int = 2, *, asked: bool = True, verify: bool = False
            ) -> tuple[tuple[Any, ...], int]:  # fmt: skip
    """What is noted of pairs that are the same for any number of others; and the steps of the match."""
    text = GAME.replace("SET", which).replace("MANY", str(many))
    if not asked:
        text = text.replace("sought(a, b)", "false")
    folder = write({"pack.yaml": "pack: p\nstart: game\nplayers: 2\n", "all.yaml": text})
    program, out = compiled(folder, verify=verify)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0, trace=True)
    assert game.over and game.problem is None, game.problem
    note = next(i for i, event in enumerate(program.events) if event.id == "note")
    noted = [one.record[-1] for one in game.trace or () if isinstance(one, Began) and one.record[0] == note]
    return tuple(noted), game.steps


@pytest.mark.parametrize("which", [*DESCRIBED.values(), *MADE.values()], ids=[*DESCRIBED, *MADE])
def test_it_is_in_a_set_if_a_search_finds_it_there(pack_folder: Write, which: str) -> None:
    """4 and 1 are yes of the test and of the search, 2 is the denied test."""
    for verify in (False, True):
        noted, _ = _played(pack_folder, which, verify=verify)
        assert set(noted) == {5, 2} and len(noted) == 8 * 9


@pytest.mark.parametrize("which", DESCRIBED.values(), ids=list(DESCRIBED))
def test_a_larger_crowd_costs_less(pack_folder: Write, monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    def price() -> int:
        """What forty more, of whom nothing is asked, add to the steps of a match."""
        (few, steps), (many, more) = (_played(pack_folder, which, many, asked=False) for many in (2, 42))
        assert few == many
        return more - steps

    described = price()
    monkeypatch.setattr(membership, "_is_described", lambda source, c: False)
    assert described + 100_000 < price()


def test_the_verifying_mode_makes_the_set(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    right = membership._met
    monkeypatch.setattr(membership, "_met", lambda *given: py.negate(right(*given)))
    with pytest.raises(Stale):
        _played(pack_folder, DESCRIBED["a filter"], verify=True)
