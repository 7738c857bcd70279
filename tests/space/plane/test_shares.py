"""In which of two areas more of a figure lies, against slabs in fractions; and what is round, as it is drawn."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from time import process_time

import pytest
import shapely
from tests.space.plane import brute
from tests.space.plane.drawing import outline, shape

from rulewright.space.plane.bodies import Undecided, more_in
from rulewright.space.plane.cutting import shared_area
from rulewright.space.plane.insides import cornered
from rulewright.space.plane.points import doubled_area
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Outline, Shape, disc, oval, rectangle, spot
from rulewright.space.plane.terms import NONE, Deep, Near, Past, Union

SQUARE = Deep(Outline(((0, 0), (24, 0), (24, 24), (0, 24))))


def test_shares_are_compared_as_fractions() -> None:
    rng = Random(4)
    outcomes = set()
    for _ in range(300):
        figure, one, other = (outline(rng, 8, 12) for _ in range(3))
        sharing = [brute.common_area(figure, area) for area in (one, other)]
        found = more_in(shape(figure), Deep(Outline(one)), Deep(Outline(other)))
        assert found is (sharing[0] > sharing[1])
        outcomes.add((found, sharing[0] == sharing[1]))
    assert len(outcomes) == 3  # more, less and as much


def test_a_turned_piece_may_have_its_middle_where_least_of_it_lies() -> None:
    piece = rectangle(6_000, 4_000).at(pose(23_900, 23_900, 135))
    squares = [Deep(Outline(((x, y), (x + 24_000, y), (x + 24_000, y + 24_000), (x, y + 24_000))))
               for y in (0, 24_000) for x in (0, 24_000)]  # fmt: skip
    assert squares[0].holds(23_900, 23_900)
    assert more_in(piece, squares[1], squares[0]) and more_in(piece, squares[2], squares[0])
    assert not more_in(piece, squares[1], squares[2]) and not more_in(piece, squares[2], squares[1])


def test_what_is_round_is_the_same_on_all_sides() -> None:
    (part,) = cornered(disc(1_000).at(pose(0, 0)))
    assert len(part) == 72
    assert Fraction(doubled_area(part), 2_000_000) == pytest.approx(3.1376, abs=0.0005)
    halves = [brute.common_area(part, ring) for ring in (
        ((-2_000, -2_000), (0, -2_000), (0, 2_000), (-2_000, 2_000)),
        ((0, -2_000), (2_000, -2_000), (2_000, 2_000), (0, 2_000)),
        ((-2_000, -2_000), (2_000, -2_000), (2_000, 0), (-2_000, 0)),
    )]  # fmt: skip
    assert halves[0] == halves[1] == halves[2] == Fraction(doubled_area(part), 4)
    assert more_in(oval(4_000, 2_000).at(pose(1, 0)), Near(spot(4_000, 0), 4_000), Near(spot(-4_000, 0), 4_000))


def test_what_two_combs_share_is_added_up_quickly() -> None:
    """Hundreds of pieces whose areas have no common denominator: a sum that grows piece by piece takes far longer."""
    rng = Random(3)
    area = _comb(rng, 49)
    piece = tuple((y, x) for x, y in _comb(rng, 30))
    began = process_time()
    n, d = shared_area(Outline(area).parts, Outline(piece).parts)
    assert process_time() - began < 2
    assert abs(n // (2 * d) - shapely.Polygon(area).intersection(shapely.Polygon(piece)).area) < 10


def _comb(rng: Random, teeth: int) -> tuple[tuple[int, int], ...]:
    step = 90_000 // teeth
    found = []
    for x in range(0, teeth * step, step):
        a, b, c, d, e = (rng.randrange(1, step // 8) for _ in range(5))
        found += [(x + a, 0), (x + b, 90_000 - c), (x + step // 3 + d, 90_000 - c), (x + step // 2 + e, 0)]
    return (*found, (90_000, -step), (0, -step))


def test_a_line_and_nothing_hold_no_share() -> None:
    piece = rectangle(4, 4).at(pose(2, 2))
    assert not more_in(piece, NONE, SQUARE) and not more_in(piece, Near(spot(2, 2), 0), NONE)
    assert not more_in(spot(2, 2), SQUARE, NONE)


@pytest.mark.parametrize("area", [Union((SQUARE, SQUARE)), Past((0, 0), (9, 0), "right", 0),
                                  Near(Shape((((0, 0),), ((3, 3),))), 4)])  # fmt: skip
def test_what_would_count_twice_or_is_not_drawn_is_refused(area: Near | Past | Union) -> None:
    with pytest.raises(Undecided):
        more_in(rectangle(4, 4).at(pose(2, 2)), area, SQUARE)
