"""Ways, what they sweep, scatter, and moves toward a spot."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from tests.space.plane import brute
from tests.space.plane.drawing import LETTER_L, moved

from rulewright.space.plane.measures import gap, overlapping, touching
from rulewright.space.plane.moves import (
    MOST_POSES,
    is_way,
    length_up,
    moved_toward,
    scattered,
    swept,
    way_length,
)
from rulewright.space.plane.points import square
from rulewright.space.plane.poses import REACH, pose, split, spot_of
from rulewright.space.plane.shapes import disc, oval, polygon, rectangle, segment, spot

SPOTS = st.tuples(st.integers(-50_000, 50_000), st.integers(-50_000, 50_000))


@given(st.lists(SPOTS, min_size=1, max_size=6))
def test_the_length_of_a_way_is_the_sum_of_its_rounded_legs(spots: list[tuple[int, int]]) -> None:
    legs = list(pairwise(spots))
    found = way_length([pose(x, y, 7) for x, y in spots])
    assert found == sum(length_up(a, b) for a, b in legs)
    for a, b in legs:
        assert (length_up(a, b) - 1) ** 2 < square(a, b) <= length_up(a, b) ** 2 or a == b
    # Going back is as long, and no detour is shorter.
    assert found == way_length([pose(x, y) for x, y in reversed(spots)])
    assert found >= length_up(spots[0], spots[-1])


def test_a_way_of_six_inches_exactly() -> None:
    assert way_length([pose(0, 0), pose(3_600, 4_800)]) == 6_000
    assert way_length([pose(0, 0), pose(3_600, 4_801)]) == 6_001
    assert way_length([pose(0, 0)]) == 0


@given(SPOTS, SPOTS, st.integers(0, 30_000), st.integers(0, 359))
def test_moves_toward_a_spot_are_never_too_long(a: tuple[int, int], b: tuple[int, int], length: int, turn: int) -> None:
    found = moved_toward(pose(*a, turn), b, length)
    assert split(found)[0] == turn
    c = spot_of(found)
    assert square(a, c) <= length * length
    if square(a, b) <= length * length:
        assert c == b
    else:
        # As far as a whole spot allows, and on the line to a thousandth.
        assert square(a, c) >= max(0, length - 2) ** 2
        assert brute.far_from_side(c, a, b) < 2


@given(SPOTS, st.integers(0, 359), st.integers(0, 20_000))
def test_scatter_goes_a_distance_in_a_direction(a: tuple[int, int], degrees: int, length: int) -> None:
    found = spot_of(scattered(pose(*a), degrees, length))
    assert abs(Fraction(square(a, found)) - length * length) <= 2 * length + 2
    back = spot_of(scattered(pose(*found), degrees + 180, length))
    assert back == a
    assert split(scattered(pose(*a, 12), degrees, length))[0] == 12


def test_nothing_scatters_off_the_plane() -> None:
    assert scattered(pose(REACH - 1, 0), 90, 1) == -1 and scattered(pose(0, -REACH), 0, 1) == -1


def test_a_round_base_sweeps_a_band() -> None:
    way = [pose(0, 0), pose(9_000, 0), pose(9_000, 9_000)]
    shape = swept(disc(500), way)
    assert shape.parts == (((0, 0), (9_000, 0)), ((9_000, 0), (9_000, 9_000))) and shape.r == 500
    beside = disc(500).at(pose(4_000, 1_000))
    assert touching(shape, beside) and not overlapping(shape, beside)
    assert overlapping(shape, disc(500).at(pose(4_000, 999)))
    assert swept(disc(500), way[:1]) == disc(500).at(way[0])


def test_a_base_with_corners_sweeps_all_it_passes() -> None:
    rng = Random(1)
    base = polygon(moved(tuple((40 * x, 40 * y) for x, y in LETTER_L), -100, -100))
    for _ in range(25):
        turn = rng.randrange(360)
        spots = [(rng.randrange(2_000), rng.randrange(2_000)) for _ in range(3)]
        shape = swept(base, [pose(*spot, turn) for spot in spots])
        assert all(len(part) > 2 for part in shape.parts)
        for a, b in pairwise(spots):
            for share in range(5):
                x, y = a[0] + (b[0] - a[0]) * share // 4, a[1] + (b[1] - a[1]) * share // 4
                for part in base.at(pose(x, y, turn)).parts:
                    for corner in part:
                        # The stand between is rounded by less than two thousandths.
                        assert gap(shape, disc(0).at(pose(*corner))) <= 2


def test_a_base_turns_before_it_moves() -> None:
    base = rectangle(2_000, 200)
    shape = swept(base, [pose(0, 0), pose(0, 5_000, 90)])
    first, band = base.at(pose(0, 0)).parts[0], swept(base, [pose(0, 0, 90), pose(0, 5_000, 90)]).parts[0]
    assert shape.parts == (first, band)
    assert swept(oval(2_000, 400), [pose(0, 0, 90), pose(0, 5_000, 90)]).r == 200


def test_a_way_has_a_start_and_an_end_and_is_not_endless() -> None:
    assert not is_way([pose(0, 0)]) and is_way([pose(0, 0)] * 2)
    assert is_way([pose(0, 0, 359)] * MOST_POSES) and not is_way([pose(0, 0)] * (MOST_POSES + 1))
    assert not is_way([pose(0, 0), -1]) and not is_way([pose(0, 0), 1 << 52])


def test_a_spot_under_a_base_is_under_its_way() -> None:
    """The cut between the beam and the post of a T runs along the way: their strips share only a piece of a side."""
    base = polygon(((-20, -20), (20, -20), (20, -5), (5, -5), (5, 20), (-5, 20), (-5, -5), (-20, -5)))
    way = swept(base, (pose(0, 0), pose(30, 0)))
    assert [x for x in range(-25, 60) if overlapping(way, spot(x, -5))] == list(range(-4, 35))
    for x in range(-20, 51, 5):
        for y in range(-20, 21, 5):
            stands = (base.at(pose(at, 0)) for at in range(31))
            assert overlapping(way, spot(x, y)) is any(overlapping(one, spot(x, y)) for one in stands)
    assert overlapping(way, segment((3, -5), (12, -5))) and not overlapping(way, segment((35, -5), (50, -5)))
