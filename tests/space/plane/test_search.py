"""Room is found where there is some, and the same in every process."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.space.plane.areas import SIZE, area
from tests.space.plane.drawing import DRAWN, moved

from rulewright.space.plane import search
from rulewright.space.plane.bodies import eroded, overlaps
from rulewright.space.plane.moves import length_up
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.search import Extent, walked
from rulewright.space.plane.shapes import Outline, Shape, disc, spot
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
        body = disc(630).at(pose(rng.randrange(20_000, 72_000), rng.randrange(0, 36_000)))
        terms.append(Outside(overlaps(body, own)))
    for _ in range(10):
        wood = moved(tuple((700 * x, 700 * y) for x, y in rng.choice(DRAWN)), rng.randrange(70_000),
                     rng.randrange(30_000))  # fmt: skip
        terms.append(Outside(overlaps(Outline(wood).shape, own)))
    return terms


def found(terms: Sequence[Term], extent: Extent = EXTENT) -> list[Xy]:
    """All spots that are found, in their order."""
    return [spot_of(place) for place in walked(terms, extent) if place is not None]


def first(terms: Sequence[Term], extent: Extent = EXTENT) -> tuple[Xy | None, int]:
    """The first spot, and how many boxes and spots were asked before it."""
    asked = -1
    for asked, place in enumerate(walked(terms, extent)):
        if place is not None:
            return spot_of(place), asked
    return None, asked + 1


def test_the_finest_search_finds_all_room() -> None:
    rng = Random(1)
    none = 0
    root = Deep(Outline(((0, 0), (SIZE - 1, 0), (SIZE - 1, SIZE - 1), (0, SIZE - 1))))
    for _ in range(120):
        term = Common((root, *(area(rng, 1)[0] for _ in range(rng.randint(1, 4)))))
        spots = {(x, y) for y in range(SIZE) for x in range(SIZE) if term.holds(x, y)}
        drawn = found([term], WHOLE)
        assert set(drawn) == spots and len(drawn) == len(spots)
        none += not spots
    assert 10 < none < 90


def test_crowded_tables_have_room() -> None:
    for seed in range(12):
        terms = crowd(seed)
        drawn = [spot_of(place) for place in islice((one for one in walked(terms, EXTENT) if one is not None), 60)]
        assert len({*drawn}) == 60 and all(term.holds(*one) for one in drawn for term in terms)
        assert first(terms)[1] < 200


def test_a_covered_table_is_left_soon() -> None:
    terms = [Deep(TABLE), Outside(Near(spot(0, 0), 70_000)), Outside(Near(spot(72_000, 48_000), 60_000))]
    spot_found, asked = first(terms)
    assert spot_found is None and 10 < asked < 900
    assert first([NONE]) == (None, len(EXTENT.roots())) and first([ALL])[0] is not None


def test_what_is_far_from_the_smallest_disc_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within six inches of a model: the same spots in the same order as if every box were compared with everything."""

    def charged(terms: Sequence[Term]) -> tuple[list[Xy], int]:
        weights: list[int] = []
        return [spot_of(one) for one in walked(terms, EXTENT, weights.append) if one is not None], sum(weights)

    seen = []
    for seed in range(8):
        rng = Random(seed)
        x, y = rng.randrange(72_000), rng.randrange(48_000)
        terms = [*crowd(seed), Near(spot(x, y), rng.choice((2_000, 6_000)))]
        quick, price = charged(terms)
        with monkeypatch.context() as all_terms:
            all_terms.setattr(search, "_in_the_disc", lambda terms, charge: terms)
            slow, full_price = charged(terms)
        assert quick == slow
        assert not quick or price < full_price
        seen.append(len(quick))
    assert max(seen) > 100 and 0 in seen


def test_of_what_is_left_out_only_the_parts_near_a_box_are_charged() -> None:
    """Many rocks left out as one shape: the same spots as if each box were compared with all of it, for much less."""
    rocks = tuple(((x, y),) for x in range(500, 70_000, 3_000) for y in range(500, 46_000, 3_000))
    charged = []
    for left_out in (Near(Shape(rocks, 500), 400), Common((Near(Shape(rocks, 500), 400),))):
        weights: list[int] = []
        terms = [Deep(TABLE), Near(spot(30_000, 20_000), 6_000), Outside(left_out)]
        found = [one for one in walked(terms, EXTENT, weights.append) if one is not None]
        charged.append((found, sum(weights)))
    (found, price), (same, full_price) = charged
    assert found == same and len(found) > 100 and 5 * price < full_price


def test_a_spot_that_fails_at_once_is_charged_for_no_more() -> None:
    """Two sides of a line have nothing in common, so the spots of that line are tried in vain; what lies near a large
    shape is asked of none of them."""
    sides: list[Term] = [Past((0, 24_000), (72_000, 24_001), side) for side in ("left", "right")]
    large = Near(Shape((TABLE.corners, *[((x, 0), (x, 1)) for x in range(300)])), 200_000)
    charged = []
    for terms in (sides, [*sides, large]):
        weights: list[int] = []
        assert not [one for one in walked(terms, EXTENT, weights.append) if one is not None]
        charged.append(weights)
    assert len(charged[0]) > 4_000 and sum(charged[1]) - sum(charged[0]) < 20 * large.spot_weight


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
        drawn = found(terms)
        assert drawn and all(term.holds(*one) for one in drawn for term in terms), terms
        assert min(length_up(one, expected) for one in drawn) <= 2


def test_roots_cover_the_extent_and_little_more() -> None:
    rng = Random(6)
    for _ in range(100):
        left, top = rng.randrange(-900, 900), rng.randrange(-900, 900)
        width, height, grain = rng.randrange(1, 900), rng.randrange(1, 900), rng.choice((1, 2, 7, 100, 250, 5000))
        extent = Extent(left, top, left + width, top + height, grain)
        roots = extent.roots()
        half = roots[0][2]
        doubled, left_over = divmod(half, max(1, min(grain, width, height) // 2))
        assert doubled & doubled - 1 == 0 and not left_over and {one[2] for one in roots} == {half}
        xs, ys = {x for x, _, _ in roots}, {y for _, y, _ in roots}
        assert {(x, y) for x, y, _ in roots} == {(x, y) for x in xs for y in ys} and len(roots) == len(xs) * len(ys)
        for low, high, middles in ((left, extent.right, sorted(xs)), (top, extent.bottom, sorted(ys))):
            assert middles[0] == low + half and middles[-1] + half >= high > middles[-1] - half
            assert all(b - a == 2 * half for a, b in itertools.pairwise(middles))


def test_spots_in_the_open_are_read_easily() -> None:
    """They are multiples of half a grain from the corner of the table, for each beginning."""
    terms = [Deep(TABLE), Outside(Near(spot(36_000, 24_000), 20_001))]
    extent = Extent(0, 0, 72_000, 48_000, 500)
    for begin in (0, 1, 77_777, 1_048_575):
        drawn = [spot_of(place) for place in islice((one for one in walked(terms, extent, begin=begin) if one), 200)]
        assert {number % 250 for one in drawn for number in one} == {0}


def test_moving_everything_moves_what_is_found() -> None:
    for dx, dy in ((1, 0), (-333, 77), (20_000, -9_000)):
        terms = [Deep(Outline(moved(TABLE.corners, dx, dy))), Outside(Near(spot(36_000 + dx, 24_000 + dy), 20_001))]
        still = [Deep(TABLE), Outside(Near(spot(36_000, 24_000), 20_001))]
        there = Extent(dx, dy, 72_000 + dx, 48_000 + dy)
        unmoved = found(still)
        assert found(terms, there) == [(x + dx, y + dy) for x, y in unmoved] and len(unmoved) > 1_000


_ELSEWHERE = """
from itertools import islice
from tests.space.plane.test_search import EXTENT, crowd
from rulewright.space.plane.search import walked
for seed in range(4):
    print([*islice(walked(crowd(seed), EXTENT), 900)])
"""


def test_another_process_finds_the_same() -> None:
    root = Path(__file__).parents[3]
    path = os.pathsep.join([str(root / "interpreter"), str(root)])
    told = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        run = subprocess.run([sys.executable, "-c", _ELSEWHERE], env=env, capture_output=True, text=True, check=True)
        told.add(run.stdout)
    assert len(told) == 1 and told.pop().count("\n") == 4
