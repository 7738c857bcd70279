"""`why NUMBER`: what the conditions of an answer come to, and nothing that the player may not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tools.conftest import match_of

from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs

FILES = {
    "pack.yaml": "pack: sample\nstart: game\nboard: square\n",
    "game.yaml": """\
kind card: {}
card ace: {}
card king: {}
zone hand(player owner): {seen_by: owner, holds: card}
enum view: [hidden, partly, clear]
kind piece: {placed: yes}
piece man: {}
map yard:
  rows: |
    ..~.
  legend: {"~": mud}
area mud: {}
value price(piece who, cell goal) gives cells: if goal is mud then 2 cells else 1 cell
value sight(piece who, cell goal) gives view or none: if goal is mud then partly else clear
value held(piece who) gives number: sum(size(hand of p) for p in players where p is not who.owner)
value aces(piece who) gives number: sum(count(k in contents(hand of p) where k is ace) for p in players)
value around(cell goal) gives set of cell: neighbours(goal)
permission near(piece who, cell goal): who within 3 cells of goal
event game: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let other = next_seat(one)
  let hers = create ace for other into hand of other
  for each c in mud:
    for each d in neighbours(c):
      create man for one at d
      stop
  offer one or pass:
    go(x, c) for x in pieces, c in everywhere
event go(piece who, cell goal):
  legal:
    points: price(who, goal) <= 2 cells and price(who, goal) > 0 cells
    seen: sight(who, goal) is not hidden and near(who, goal)
    free: size(around(goal)) > 0
    cards: held(who) < 5
    aces: aces(who) < 5
  do: put who at goal
""",
}


@pytest.fixture
def explainer(pack_folder: Callable[..., Path]) -> Explainer:
    match = match_of(pack_folder(FILES))
    return Explainer(match, Sight(0, "en"), Signs(), "")


def told(explainer: Explainer, words: str) -> list[str]:
    return [line.plain.rstrip() for line in explainer.why(words)]


def test_conditions_come_with_the_values_that_they_ask(explainer: Explainer) -> None:
    """Each once, and what permissions compare inside; sets are left out."""
    lines = told(explainer, "3")
    assert lines[0].startswith("3 go(man")
    assert [line.split("  game.yaml")[0] for line in lines[1:]] == [
        "  points: price(who, goal) <= 2 cells and price(who, goal) > 0 cells",
        "    price(man, C1) = 2 cells",
        "  seen: sight(who, goal) is not hidden and near(who, goal)",
        "    sight(man, C1) = partly",
        "    distance = 1 cell",
        "  free: size(around(goal)) > 0",
        "    size(around(goal)) = 2",
        "  cards: held(who) < 5",
        "    held(man) = 1",
        "  aces: aces(who) < 5",
        "    That depends on something that you may not know.",
    ]


def test_an_answer_without_conditions_is_named(explainer: Explainer) -> None:
    assert told(explainer, "5") == ["5 pass"]


@pytest.mark.parametrize("words", ["0", "6", "99999999999999999999"])
def test_numbers_of_no_answer(words: str, explainer: Explainer) -> None:
    with pytest.raises(Unknown, match=f"There is no answer {words}: choose 1 to 5"):
        explainer.why(words)
