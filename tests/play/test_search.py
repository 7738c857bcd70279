"""A search that goes on where it stopped finds what one finds that goes to its end at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.codes import Severity
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.play.search import Search
from rulewright.play.state import State
from rulewright.scenario.suite import load_suite
from rulewright.session import Game
from rulewright.verifying import VARIABLE

Write = Callable[[Mapping[str, str | bytes] | str], Path]


LEAPS = """\
kind man: {placed: yes, owned: no, state: {springs: number}}
man bob: {}
area peak: {}
map yard:
  rows: |
    ....x
    .....
  legend: {x: peak}
event play: lay(yard)
event train(man who): set who.springs = 1
value leaps(man who, cell here) gives set of cell: >-
  if who.springs > 0 then ring(here, 2 cells) else neighbours(here) + here
permission may_leap(man who, cell here, cell goal): goal is not peak
value one_each(man who, cell goal) gives cells: 1 cell
value reach(man who, cells budget) gives set of cell: step_cells(who, budget, may_leap, one_each, leaps)
test steps lead where a value says:
  map: yard
  at: {bob as B: A1}
  do: train(B)
  then:
    - reach(B, 1 cell) is (C1, C2)
    - reach(B, 2 cells) is (C1, C2, E2, A2)
    - step_cost(B, E2, 5 cells, may_leap, one_each, ways = leaps) is 2 cells
    - step_path(B, E2, 5 cells, may_leap, one_each, leaps) is sorted(c in (C1, E2) with least distance(c, A1))
    - first(step_nearest(B, (E2, A2, B1), 5 cells, may_leap, one_each, leaps)) is A2
    - step_cells(B, 1 cell, may_leap, one_each) is (B1, A2, B2)
test what is remembered of a search is asked anew when it leads elsewhere:
  map: yard
  at: {bob as B: A1}
  do: |
    finish if is_empty(reach(B, 1 cell))
    train(B)
  then:
    - C1 in reach(B, 1 cell)
    - B2 not in reach(B, 1 cell)
"""


@pytest.mark.parametrize("verify", [False, True])
def test_steps_lead_where_a_value_says(pack_folder: Write, monkeypatch: pytest.MonkeyPatch, verify: bool) -> None:
    monkeypatch.setenv(VARIABLE, "1" if verify else "")
    game, _, tests = LEAPS.partition("test ")
    manifest = "pack: leaps\nstart: play\nboard: square\n"
    folder = pack_folder({"pack.yaml": manifest, "game.yaml": game, "tests/a.yaml": f"test {tests}"})
    suite = load_suite(folder)
    found = [one.message for one in suite.diagnostics if one.severity is Severity.ERROR]
    for result in suite.run():
        found += [one.message for one in (*result.differences,)] + [one.message for one in result.case.found]
    assert found == []


@pytest.fixture(scope="module")
def match() -> State:
    program = check_pack(content_dir() / "skirmish").program
    assert program is not None
    return Game.new(Linked(program), seed=1, trace=False).state


@pytest.mark.parametrize("seed", range(12))
def test_a_search_goes_on_where_it_stopped(match: State, seed: int) -> None:
    rnd = random.Random(seed)
    places = match.board.places
    closed = {(here, goal) for here in places for goal in places if rnd.random() < 0.2}
    prices = {place: rnd.choice((0, 1, 1, 2, 3)) for place in places}
    fails = [0]

    def may(m: State, mover: int, here: int, goals: int) -> int:
        if fails[0] and rnd.random() < 0.5:
            fails[0] -= 1
            raise RecursionError
        return sum(1 << goal for goal in match.board.decode(goals) if (here, goal) not in closed)

    def price(m: State, mover: int, goals: int) -> list[tuple[int, int]]:
        return [(prices[goal], 1 << goal) for goal in match.board.decode(goals)]

    def begun() -> Search:
        return Search(1, start, 6, may, True, price, False, lambda m, mover: (0, (), None, None))

    start = rnd.choice(places)
    whole = begun()
    found = whole.run(match)
    partly = begun()
    fails[0] = 3
    for _ in range(8):
        goals = sum(1 << place for place in rnd.sample(places, 3))
        try:
            known = partly.run(match, goals)
        except RecursionError:
            assert not partly.running
        else:
            wanted = [place for place in found if goals >> place & 1]
            assert known.items() >= {place: found[place] for place in wanted[:1]}.items()
        assert partly == whole
    level = partly.run_to(match, 3)
    assert [place for place in found if found[place][0] <= 3] == [place for place in level if level[place][0] <= 3]
    fails[0] = 0
    assert list(partly.run(match).items()) == list(found.items())


def test_supposing_leaves_everything_as_it_was(match: State) -> None:
    from rulewright.play.standing_cells import resume, suppose

    def taken() -> tuple[Any, ...]:
        return (list(match.at), dict(match.occ), match.filled, list(match.zones), id(match.cache))

    before = taken()
    for e in range(1, len(match.sheet)):
        for place in (-1, *match.board.places):
            past = suppose(match, e, place)
            assert match.at[e] == place and (place < 0 or e in match.occ[place])
            inner = suppose(match, e, match.board.places[0])
            resume(match, e, inner)
            assert match.at[e] == place
            resume(match, e, past)
            assert taken() == before
