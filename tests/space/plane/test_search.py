"""Room is found where there is some, proven to be none where there is none, and the same in every process."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from tests.space.plane.areas import SIZE, area
from tests.space.plane.drawing import DRAWN, moved

from rulewright.space.plane.bodies import eroded, free_of
from rulewright.space.plane.moves import length_up
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose
from rulewright.space.plane.search import MOST_BOXES, Extent, nearest, propose, spread, witness
from rulewright.space.plane.shapes import Outline, Shape, disc, spot
from rulewright.space.plane.streams import Stream
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Term

WHOLE = Extent(0, 0, SIZE - 1, SIZE - 1, grain=1)
TABLE = Outline(((0, 0), (72_000, 0), (72_000, 48_000), (0, 48_000)))
EXTENT = Extent(0, 0, 72_000, 48_000)


def crowd(seed: int, models: int = 100) -> list[Term]:
    """A table with a diagonal zone, models and terrain, for a base of 25 mm."""
    rng = Random(seed)
    own = disc(492)
    terms = [eroded(Deep(TABLE), own), eroded(Past((0, 0), (72_000, 48_000), "left", 12_000), own)]
    for _ in range(models):
        terms.append(free_of(disc(630).at(pose(rng.randrange(20_000, 72_000), rng.randrange(0, 36_000))), own))
    for _ in range(10):
        wood = moved(tuple((700 * x, 700 * y) for x, y in rng.choice(DRAWN)), rng.randrange(70_000),
                     rng.randrange(30_000))  # fmt: skip
        terms.append(free_of(Outline(wood).shape, own))
    return terms


def _inside(term: Term) -> list[Xy]:
    return [(x, y) for y in range(SIZE) for x in range(SIZE) if term.holds(x, y)]


def test_the_finest_search_finds_all_room_and_proves_that_there_is_none() -> None:
    rng = Random(1)
    none = 0
    root = Deep(Outline(((0, 0), (SIZE - 1, 0), (SIZE - 1, SIZE - 1), (0, SIZE - 1))))
    for _ in range(120):
        term = Common((root, *(area(rng, 1)[0] for _ in range(rng.randint(1, 4)))))
        spots = set(_inside(term))
        search = witness([term], WHOLE)
        assert search.proven or search.spot is not None
        assert search.spot in spots if spots else search.spot is None
        none += not spots
        if spots:
            goal = rng.randrange(SIZE), rng.randrange(SIZE)
            found = nearest([term], WHOLE, goal).spot
            assert found is not None
            least = min((x - goal[0]) ** 2 + (y - goal[1]) ** 2 for x, y in spots)
            assert (found[0] - goal[0]) ** 2 + (found[1] - goal[1]) ** 2 == least
            assert set(spread([term], WHOLE, 50)) <= spots
            drawn = propose([term], WHOLE, 5, Stream(7))
            assert set(drawn) <= spots and len(set(drawn)) == len(drawn)
    assert 10 < none < 90


def test_opaque_conditions_are_tested_too() -> None:
    def odd(x: int, y: int) -> bool:
        return x % 7 == 3 and y % 5 == 1

    terms = [Deep(Outline(((0, 0), (29, 0), (29, 29), (0, 29)))), Outside(Near(spot(10, 11), 4))]
    for found in (witness(terms, WHOLE, odd).spot, nearest(terms, WHOLE, (10, 11), odd).spot,
                  *propose(terms, WHOLE, 4, Stream(1), odd)):  # fmt: skip
        assert found is not None and odd(*found) and all(term.holds(*found) for term in terms)
    assert nearest(terms, WHOLE, (10, 11), odd).spot == (10, 16)
    assert witness(terms, WHOLE, lambda x, y: False).spot is None


def test_crowded_tables_have_room() -> None:
    for seed in range(12):
        terms = crowd(seed)
        search = witness(terms, EXTENT)
        assert search.spot is not None and all(term.holds(*search.spot) for term in terms)
        assert search.boxes < 200
        drawn = propose(terms, EXTENT, 6, Stream(seed))
        assert len(drawn) == 6 and all(term.holds(*one) for one in drawn for term in terms)
        goal = (60_000, 4_000)
        near = nearest(terms, EXTENT, goal).spot
        assert near is not None and all(term.holds(*near) for term in terms)
        # No drawn spot is nearer than what was found, by more than the grain.
        for one in (*drawn, search.spot):
            assert length_up(near, goal) <= length_up(one, goal) + 2 * EXTENT.grain


def test_a_covered_table_is_proven_to_be_full() -> None:
    terms = [Deep(TABLE), Outside(Near(spot(0, 0), 70_000)), Outside(Near(spot(72_000, 48_000), 60_000))]
    search = witness(terms, EXTENT)
    assert search.spot is None and search.proven and 10 < search.boxes < 500
    assert not witness(terms, EXTENT, most=5).proven
    assert witness([NONE], EXTENT).proven and witness([ALL], EXTENT).spot is not None


def test_room_of_a_single_spot_is_found_where_boundaries_cross() -> None:
    """Between two bases exactly as far apart as a base is wide, in a corner, in a slot: the grain sees none of them."""
    own = disc(500)
    table = eroded(Deep(TABLE), own)
    pairs: list[tuple[list[Term], Xy]] = [
        ([table, Near(spot(20_000, 20_000), 3_000), Near(spot(23_000, 24_000), 2_000)], (21_800, 22_400)),
        ([table, Near(spot(72_000, 48_000), 708)], (71_500, 47_500)),
        ([eroded(Deep(Outline(((5_003, 3_001), (6_003, 3_001), (6_003, 9_001), (5_003, 9_001)))), own),
          Outside(Near(spot(5_503, 3_001), 5_499))], (5_503, 8_501)),
        ([Near(Shape((((100, 100), (40_100, 30_100)),)), 0), Near(spot(4_100, 3_100), 0)], (4_100, 3_100)),
    ]  # fmt: skip
    for terms, expected in pairs:
        assert all(term.holds(*expected) for term in terms)
        found = witness(terms, EXTENT)
        assert found.spot is not None and all(term.holds(*found.spot) for term in terms), terms
        assert length_up(found.spot, expected) <= 2
        near = nearest(terms, EXTENT, (30_000, 30_000)).spot
        assert near is not None and all(term.holds(*near) for term in terms)


def test_room_narrower_than_the_grain_may_be_missed_and_is_not_denied() -> None:
    far = [Outside(Near(spot(0, 0), 30_000)), Near(spot(0, 0), 30_040)]

    def awkward(x: int, y: int) -> bool:
        return x % 1009 == 1

    search = witness(far, Extent(0, 0, 72_000, 48_000, 4_000), awkward)
    assert search.spot is None and not search.proven


def test_roots_cover_the_extent_and_little_more() -> None:
    rng = Random(6)
    for _ in range(100):
        left, top = rng.randrange(-900, 900), rng.randrange(-900, 900)
        extent = Extent(left, top, left + rng.randrange(1, 900), top + rng.randrange(1, 900))
        roots = extent.roots()
        half = roots[0][2]
        assert half & half - 1 == 0 and {one[2] for one in roots} == {half}
        xs, ys = {x for x, _, _ in roots}, {y for _, y, _ in roots}
        assert {(x, y) for x, y, _ in roots} == {(x, y) for x in xs for y in ys} and len(roots) == len(xs) * len(ys)
        for low, high, middles in ((left, extent.right, sorted(xs)), (top, extent.bottom, sorted(ys))):
            assert middles[0] == low + half and middles[-1] + half >= high > middles[-1] - half
            assert all(b - a == 2 * half for a, b in itertools.pairwise(middles))


def test_moving_everything_moves_the_witness() -> None:
    for dx, dy in ((1, 0), (-333, 77), (20_000, -9_000)):
        terms = [Deep(Outline(moved(TABLE.corners, dx, dy))), Outside(Near(spot(36_000 + dx, 24_000 + dy), 20_001))]
        still = [Deep(TABLE), Outside(Near(spot(36_000, 24_000), 20_001))]
        there = Extent(dx, dy, 72_000 + dx, 48_000 + dy)
        found, unmoved = witness(terms, there), witness(still, EXTENT)
        assert found.spot is not None and unmoved.spot is not None
        assert found.spot == (unmoved.spot[0] + dx, unmoved.spot[1] + dy) and found.boxes == unmoved.boxes


def test_a_search_gives_up_after_many_boxes() -> None:
    search = witness([Deep(TABLE)], Extent(0, 0, 72_000, 48_000, 1), lambda x, y: False, most=2_000)
    assert search.spot is None and not search.proven and search.boxes == 2_001 < MOST_BOXES


_ELSEWHERE = """
from tests.space.plane.test_search import EXTENT, crowd
from rulewright.space.plane.search import nearest, propose, spread, witness
from rulewright.space.plane.streams import Stream
for seed in range(4):
    terms = crowd(seed)
    print(witness(terms, EXTENT), nearest(terms, EXTENT, (60000, 4000)), propose(terms, EXTENT, 5, Stream(seed)),
          spread(terms, EXTENT, 9))
"""


def test_another_process_finds_the_same() -> None:
    root = Path(__file__).parents[3]
    path = os.pathsep.join([str(root / "interpreter"), str(root)])
    found = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        run = subprocess.run([sys.executable, "-c", _ELSEWHERE], env=env, capture_output=True, text=True, check=True)
        found.add(run.stdout)
    assert len(found) == 1 and found.pop().count("Search(spot=(") == 8


def test_streams_are_the_published_generator() -> None:
    """The first numbers of SplitMix64 from the seed 1234567, as published with the generator."""
    stream = Stream(1234567)
    assert [stream._next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    drawn = [Stream(s).below(6) for s in range(600)]
    assert {drawn.count(i) > 60 for i in range(6)} == {True}
    assert sorted(Stream(3).shuffled(range(9))) == list(range(9))
