"""`why not` names the nearest miss and what fails inside of it; `why` alone what the last event was worked out from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.text import Text
from tests.tools.conftest import match_of

from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.show.pieces import Sight, Signs

FILES = {
    "pack.yaml": "pack: sample\nstart: game\nboard: square\nmessages: {en: {wound: <target> loses <amount>}}\n",
    "game.yaml": """\
kind weapon:
  part_of: man
  printed: {reach: cells}
kind man:
  placed: yes
  parts: {weapons: weapon}
  state: {life: number, tired: yes_no}
man knight:
  weapons:
    sword: {reach: 1 cell}
man archer:
  weapons:
    bow: {reach: 9 cells}
map yard:
  rows: |
    a..cb..
  legend: {a: left, b: right, c: beside}
area left: {}
area right: {}
area beside: {}
permission fits(man actor, weapon arm, man target): >-
  foe(actor, target) and not actor.tired and reaches(actor, arm, target)
permission foe(man a, man b): a.owner is not b.owner
permission reaches(man actor, weapon arm, man target): distance(actor, target) <= arm.reach
value harm_of(man target, weapon arm) gives number:
  start: 2
  steps:
    bonus: total
rule keen:
  modify: harm_of.bonus is 3 when arm.reach is 1 cell
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  for each c in left:
    create knight for one at c
  for each c in right:
    create archer for other at c
  repeat up to 9:
    offer one or pass as done:
      strike(x, w, t) for x in mans, w in weapons of x, t in mans where x.owner is one and t.owner is not one
      step(x) for x in mans where x.owner is one
      rest(x) for x in mans where x.owner is one
      shoot(x, t) for x in mans, t in targets(x) where x.owner is one
    stop if done is none
value targets(man x) gives set of man: all(t in mans where t.life > 90)
event strike(man actor, weapon arm, man target):
  legal: {fits: "fits(actor, arm, target)"}
  do: wound(target, harm_of(target, arm))
event shoot(man actor, man target):
  legal: {fits: "foe(actor, target)"}
  do: wound(target, 1)
event step(man who): |
  for each c in beside:
    put who at c
event rest(man who): set who.tired = not who.tired
event wound(man target, number amount): set target.life = target.life - amount
""",
}


@pytest.fixture
def match(pack_folder: Callable[..., Path]) -> Match:
    return match_of(pack_folder(FILES))


OUTSIDE = "it is not one of those that this question considers"


def told(lines: list[Text]) -> list[str]:
    """Without the places in the content."""
    return [line.plain.partition("  game.yaml")[0].rstrip() for line in lines]


def explainer(match: Match) -> Explainer:
    return Explainer(match, Sight(0, "en"), Signs(), "")


def give(match: Match, words: str) -> None:
    match.answer(next(i for i, one in enumerate(match.options(Sight(0, "en"))) if one.startswith(words)))


def test_the_nearest_miss_is_with_an_own_weapon_at_an_enemy(match: Match) -> None:
    """And the part of the permission inside of the permission is told, with its figures."""
    assert told(explainer(match).why_not("strike")) == [
        "strike(knight, sword, archer) is not among the answers, because this does not hold:",
        "  fits: fits(actor, arm, target)",
        "    reaches(actor, arm, target)",
        "      distance(actor, target) <= arm.reach",
        "        distance 4 cells, at most 1 needed",
    ]


def test_the_first_part_that_fails_is_told(match: Match) -> None:
    give(match, "rest")
    assert told(explainer(match).why_not("strike"))[2:] == ["    not actor.tired"]


def test_what_a_loop_does_not_go_through_is_told(match: Match) -> None:
    assert told(explainer(match).why_not("strike(knight, bow, archer)"))[1:] == [f"  {OUTSIDE} (x.weapons)"]


def test_where_a_loop_goes_through_nothing_that_is_told(match: Match) -> None:
    lines = told(explainer(match).why_not("shoot"))
    assert lines == [
        "shoot(knight, archer) is not among the answers:", f"  {OUTSIDE} (targets(x))",
    ]  # fmt: skip


def test_why_alone_tells_the_numbers_behind_the_last_event(match: Match) -> None:
    give(match, "step")
    give(match, "strike")
    lines = told(explainer(match).why(""))
    assert lines == [
        "archer loses 5", "  harm of(archer, sword) = 5", "    start  2  2",
        "    bonus  3  harm_of.bonus is 3 when arm.reach is 1 cell  rule keen",
        "  while running: game > strike(knight, sword, archer) > wound(archer, 5)",
    ]  # fmt: skip
