"""A search that goes on where it stopped finds what one finds that goes to its end at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.check.model import ValueDef
from rulewright.codes import Severity
from rulewright.compile import builtins_steps
from rulewright.compile.context import Unit
from rulewright.compile.least import farthest_of, least_of
from rulewright.pipeline import load_program
from rulewright.play.load import Linked
from rulewright.play.search import Search
from rulewright.play.state import State
from rulewright.play.verify import Stale
from rulewright.scenario.suite import load_suite
from rulewright.session import Game
from rulewright.verifying import VARIABLE

Write = Callable[[Mapping[str, str | bytes] | str], Path]


LEAPS = """\
kind man: {placed: yes, owned: no, state: {springs: number, lame: yes_no, steps: number}}
man bob: {}
area peak: {}
map yard:
  rows: |
    ....x
    .....
  legend: {x: peak}
event play: lay(yard)
event train(man who): set who.springs = 1
event tire(man who): |
  let before = size(step_cells(who, 1 cell, can_walk, one_each))
  set who.lame = true
  let after = size(step_cells(who, 1 cell, can_walk, one_each))
  set who.steps = before * 10 + after
value leaps(man who, cell here) gives set of cell: >-
  if who.springs > 0 then ring(here, 2 cells) else neighbours(here) + here
permission may_leap(man who, cell here, cell goal): goal is not peak
permission can_walk(man who, cell here, cell goal): not who.lame
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
test what is remembered of a search is asked anew when one may no longer go:
  map: yard
  at: {bob as B: A1}
  do: tire(B)
  then: [B.steps is 30]
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
    program = load_program(content_dir() / "skirmish")
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


@pytest.mark.parametrize("seed", range(12))
def test_one_place_looked_for_alone_costs_what_it_costs_among_all(match: State, seed: int) -> None:
    rnd = random.Random(seed)
    places = match.board.places
    closed = {(here, goal) for here in places for goal in places if rnd.random() < 0.3}
    least = rnd.choice((1, 2))
    prices = {place: least + rnd.choice((0, 0, 1, 2)) for place in places}
    asked = [0]

    def may(m: State, mover: int, here: int, goals: int) -> int:
        asked[0] += 1
        return sum(1 << goal for goal in match.board.decode(goals) if (here, goal) not in closed)

    def price(m: State, mover: int, goals: int) -> list[tuple[int, int]]:
        return [(prices[goal], 1 << goal) for goal in match.board.decode(goals)]

    start = rnd.choice(places)

    def begun() -> Search:
        return Search(1, start, 8, may, True, price, False, lambda m, mover: (0, (), None, None))

    whole = begun()
    found = whole.run(match)
    assert len(found) < len(places)
    counts = [0, 0]
    for goal in places:
        for way, bound in enumerate((0, least)):
            asked[0] = 0
            match.fuel = 1_000_000
            search = begun()
            assert search.cost_to(match, goal, bound) == (found[goal][0] if goal in found else None)
            counts[way] += asked[0]
            other = rnd.choice(places)  # who asks for another place gets what is found for all
            assert search.cost_to(match, other, bound) == (found[other][0] if other in found else None)
            assert search.cost_to(match, goal, bound) == (found[goal][0] if goal in found else None)
    assert counts[1] < counts[0] or len(found) == 1  # it is shut in


@pytest.mark.parametrize("seed", range(12))
def test_the_nearest_of_some_places_are_those_of_all_that_is_found(match: State, seed: int) -> None:
    """With ways that lead past what is closed, by one cell or by two, and with steps to neighbours."""
    rnd = random.Random(seed)
    places = match.board.places
    farthest = seed % 3
    least = rnd.choice((1, 2))
    prices = {place: least + rnd.choice((0, 0, 1, 2)) for place in places}
    closed = {(here, goal) for here in places for goal in places if rnd.random() < 0.3}
    asked = [0]

    def may(m: State, mover: int, here: int, goals: int) -> int:
        asked[0] += 1
        return sum(1 << goal for goal in match.board.decode(goals) if (here, goal) not in closed)

    def price(m: State, mover: int, goals: int) -> list[tuple[int, int]]:
        return [(prices[goal], 1 << goal) for goal in match.board.decode(goals)]

    def ways(m: State, mover: int, here: int) -> int:
        within: int = match.board.within(here, farthest)
        return within

    start = rnd.choice(places)

    def begun() -> Search:
        ground = lambda m, mover: (0, (), None, None)  # noqa: E731
        return Search(1, start, 7, may, True, price, False, ground, ways if farthest else None)

    whole = begun().run(match)
    counts = [0, 0]
    for _ in range(40):
        goals = sum(1 << place for place in rnd.sample(places, rnd.choice((1, 2, 4))))
        costs = [whole[c][0] for c in whole if goals >> c & 1]
        wanted = sum(1 << c for c in whole if goals >> c & 1 and whole[c][0] == min(costs))
        for way, bound in enumerate((0, least)):
            asked[0] = 0
            match.fuel = 1_000_000
            search = begun()
            assert search.nearest(match, goals, bound, farthest) == wanted
            some = goals & rnd.getrandbits(len(places))
            costs = [whole[c][0] for c in whole if some >> c & 1]
            nearest = sum(1 << c for c in whole if some >> c & 1 and whole[c][0] == min(costs))
            assert search.nearest(match, some, bound, farthest) == nearest
            for goal in match.board.decode(wanted):
                assert search.cost_to(match, goal, bound, farthest) == whole[goal][0]
            counts[way] += asked[0]
            other = rnd.choice(places)
            assert search.cost_to(match, other, bound, farthest) == (whole[other][0] if other in whole else None)
            assert search.nearest(match, goals, bound, farthest) == wanted
        assert search.nearest(match, 0, least, farthest) == 0
    assert counts[1] < counts[0] or len(whole) == 1


PRICES = """\
kind man: {placed: yes, owned: no, state: {tired: yes_no}}
man bob: {}
area mud: {}
map yard:
  rows: |
    .~...
    .....
  legend: {'~': mud}
event play: lay(yard)
permission may_go(man who, cell here, cell goal): true
value price(man who, cell goal) gives cells: PRICE
rule pays: {modify: [SENTENCE]}
value other(man who) gives number: {start: 1, steps: {one: total}}
value cost(man who, cell goal) gives cells: step_cost(who, goal, 9 cells, may_go, price) or 99 cells
test to the end of the yard:
  map: yard
  at: {bob as B: A1}
  then:
    - cost(B, E1) is COST
"""
LEAST = [
    ("{start: 2 cells}", "other.one is 1", 2, "8 cells"),
    ("{start: if goal is mud or who.tired then 3 cells else 1 cell}", "other.one is 1", 1, "4 cells"),
    ("{decide: [2 cells if goal is mud, 1 cell]}", "other.one is 1", 1, "4 cells"),
    ("{start: 1 cell + 1 cell}", "other.one is 1", 0, "8 cells"),
    ("{start: 2 cells, steps: {less: total}}", "price.less is -1 cell", 0, "4 cells"),
]


def _priced(write: Write, price: str, sentence: str, cost: str) -> Path:
    text = PRICES.replace("PRICE", price).replace("SENTENCE", sentence).replace("COST", cost)
    game, _, tests = text.partition("test ")
    manifest = "pack: prices\nstart: play\nboard: square\n"
    return write({"pack.yaml": manifest, "game.yaml": game, "tests/a.yaml": f"test {tests}"})


def _noted(monkeypatch: pytest.MonkeyPatch, bound: Callable[[ValueDef, Unit], int]) -> list[int]:
    """What the compiler is told of a bound, whenever it asks."""
    seen: list[int] = []

    def asked(value: ValueDef, unit: Unit) -> int:
        seen.append(bound(value, unit))
        return seen[-1]

    monkeypatch.setattr(builtins_steps, bound.__name__, asked)
    return seen


def _amiss(folder: Path) -> list[str]:
    """What is wrong with a pack and its tests."""
    suite = load_suite(folder)
    found = [one.message for one in suite.diagnostics if one.severity is Severity.ERROR]
    for result in suite.run():
        found += [one.message for one in result.differences] + [one.message for one in result.case.found]
    return found


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize(("price", "sentence", "least", "cost"), LEAST)
def test_the_least_of_a_price_is_what_is_written(
    price: str, sentence: str, least: int, cost: str, verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "1" if verify else "")
    seen = _noted(monkeypatch, least_of)
    assert _amiss(_priced(pack_folder, price, sentence, cost)) == [] and set(seen) == {least}


def _with_ways(write: Write, ways: str, budget: int, cost: str) -> Path:
    """The same with ways."""
    around = f"{{start: 1 cell}}\nvalue around(man who, cell here) gives set of cell: {ways}"
    folder = _priced(write, around, "other.one is 1", cost)
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    text = text.replace("9 cells, may_go, price)", f"{budget} cells, may_go, price, around)")
    game.write_text(text, encoding="utf-8")
    return folder


WAYS = [
    ("burst(here, 1 cell)", 1, "4 cells"),
    ("burst(here, 2 cells)", 2, "2 cells"),
    ("all(c in burst(here, 2 cells) where c is not here)", 2, "2 cells"),
    ("if who.tired then burst(here, 1 cell) else burst(here, 3 cells)", 3, "2 cells"),
    ("if who.tired then everywhere else burst(here, 1 cell)", 0, "4 cells"),
    ("burst(who, 1 cell)", 0, "99 cells"),
    ("burst(here, other(who) * 1 cell)", 0, "2 cells"),
    ("burst(here, 1 cell) + rim", 0, "1 cell"),
]


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize(("ways", "farthest", "cost"), WAYS)
def test_how_far_a_step_leads_is_what_is_written(
    ways: str, farthest: int, cost: str, verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "1" if verify else "")
    seen = _noted(monkeypatch, farthest_of)
    assert _amiss(_with_ways(pack_folder, ways, 9, cost)) == [] and set(seen) == {farthest}


def test_a_way_that_leads_farther_than_is_known_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(builtins_steps, "farthest_of", lambda value, unit: 1)
    suite = load_suite(_with_ways(pack_folder, "everywhere", 2, "1 cell"))
    with pytest.raises(Stale, match="the cost of reaching"):
        list(suite.run())


def test_a_least_that_is_too_high_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr(builtins_steps, "least_of", lambda value, unit: 3)
    suite = load_suite(_priced(pack_folder, "{start: 1 cell}", "other.one is 1", "4 cells"))  # no other test has it
    with pytest.raises(Stale, match="the cost of reaching"):
        list(suite.run())


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
