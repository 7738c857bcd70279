"""A search that goes on where it stopped finds what one finds that goes to its end at once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.play.search import Search
from rulewright.play.state import State
from rulewright.session import Game


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
        return Search(1, start, 6, may, True, price, False)

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
    from rulewright.play.board import resume, suppose

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
