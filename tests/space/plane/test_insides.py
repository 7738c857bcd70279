"""What lies wholly in an area, its share, and lines against shapes, by slabs and by stretches in fractions."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from tests.space.plane import brute
from tests.space.plane.drawing import DRAWN, convex, moved, outline, shape

from rulewright.space.plane.cutting import clockwise, convex_parts, flaw, seams
from rulewright.space.plane.insides import contact, holds, passage, segment_in, shape_in, share, to_border
from rulewright.space.plane.points import Part, cross, doubled_area
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import MOST_CORNERS, Outline, Shape, disc, polygon
from rulewright.space.plane.turns import toward


def test_outlines_are_cut_into_convex_parts_that_fill_them() -> None:
    rng = Random(1)
    for corners in (*DRAWN, *(outline(rng, 14, 11) for _ in range(250))):
        parts = convex_parts(corners)
        assert sum(doubled_area(part) for part in parts) == 2 * brute.area(corners)
        assert {p for part in parts for p in part} <= set(corners)
        for part in parts:
            n = len(part)
            assert all(cross(part[i - 2], part[i - 1], part[i]) >= 0 for i in range(n))
            assert brute.common_area(part, corners) == Fraction(doubled_area(part), 2)
        turns = sum(cross(corners[i - 2], corners[i - 1], corners[i]) < 0 for i in range(len(corners)))
        assert (len(parts) == 1) is (turns == 0)
        # Each cut ends in a corner where the outline turns inwards, so there are at most four times as many as needed.
        assert len(parts) <= 2 * turns + 1
        assert len(seams(parts)) == len(parts) - 1


def test_long_outlines_are_cut_quickly() -> None:
    """A comb and a star of many corners: the work grows by the square of their number."""
    comb: list[tuple[int, int]] = [(0, 0)]
    for i in range(98):
        comb += [(i * 400, 10_000), (i * 400 + 200, 500)]
    comb += [(98 * 400, 10_000), (98 * 400, 0)]
    star = [toward(i * 9 // 5, 20_000 if i % 2 else 9_000) for i in range(200)]
    for corners in (comb, star):
        area = Outline(tuple(corners))
        assert sum(doubled_area(part) for part in area.parts) == doubled_area(area.corners)
        assert len(seams(area.parts)) == len(area.parts) - 1 <= 200
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        convex_parts(clockwise(star))
    finally:
        sys.setprofile(None)
    assert calls < 6 * 200**2


@pytest.mark.parametrize(("corners", "cause"), [
    ([(0, 0), (4, 4)], "at least 3 corners"),
    ([(0, 0), (4, 4), (4, 0), (0, 4)], "cross"),
    ([(0, 0), (4, 0), (4, 0), (4, 4)], "same spot"),
    ([(0, 0), (4, 0), (2, 0), (2, 4)], "on another side"),
    ([(0, 0), (8, 0), (8, 4), (4, 0), (0, 4)], "cross"),
    ([(0, 0), (8, 0), (8, 8), (0, 0), (4, 8)], "cross"),
])  # fmt: skip
def test_flaws_of_outlines(corners: list[tuple[int, int]], cause: str) -> None:
    found = flaw(corners)
    assert found is not None and cause in found[1]
    assert corners[found[0]]
    with pytest.raises(ValueError, match=cause):
        Outline(tuple(corners))


def test_corners_that_almost_meet_a_side_make_no_base() -> None:
    narrow = ((0, 0), (1000, 0), (1000, 1000), (500, 2), (0, 1000))
    assert flaw(narrow) is None
    with pytest.raises(ValueError, match="nearer than 3 thousandths"):
        polygon(narrow)
    assert polygon(tuple((2 * x, 2 * y) for x, y in narrow)).outline
    with pytest.raises(ValueError, match="at most 64 corners, found 65"):
        polygon([toward(5 * i, 9_000) for i in range(MOST_CORNERS + 1)])


def test_spots_and_their_distance_from_the_border() -> None:
    rng = Random(2)
    for corners in (*DRAWN, *(outline(rng, 8) for _ in range(25))):
        area = Outline(corners)
        for x in range(-1, 10):
            for y in range(-1, 10, 1 + x % 3):
                assert holds(area, (x, y)) is brute.inside((x, y), corners)
                n, d = to_border(area, (x, y))
                assert Fraction(n, d) == min(brute.far_from_side((x, y), *side) for side in brute.sides(corners))


def test_passages_through_parts() -> None:
    rng = Random(3)
    for _ in range(600):
        part = convex(rng, 8)
        if len(part) < 3:
            continue
        a, b = ((rng.randrange(-3, 12), rng.randrange(-3, 12)) for _ in range(2))
        found = passage(a, b, part)
        stops = {t for side in brute.sides(part) for t in brute.meetings(a, b, *side)}
        stops |= {Fraction(t) for t, p in ((0, a), (1, b)) if brute.inside(p, part)}
        if found is None:
            assert not stops
        elif a != b:
            assert (Fraction(*found[0]), Fraction(*found[1])) == (min(stops), max(stops))


def test_segments_in_concave_areas() -> None:
    rng = Random(4)
    found = {True: 0, False: 0}
    for corners in (*DRAWN, *(outline(rng, 8, 9) for _ in range(40))):
        area = Outline(corners)
        spots = [(x, y) for x in range(9) for y in range(9) if brute.inside((x, y), corners)]
        for _ in range(12):
            a, b = rng.choice(spots), rng.choice(spots)
            stops = sorted({Fraction(0), Fraction(1), *(t for s in brute.sides(corners)
                                                        for t in brute.meetings(a, b, *s))})  # fmt: skip
            middles = [(s + t) / 2 for s, t in pairwise(stops)] + stops
            expected = all(brute.inside((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), corners) for t in middles)
            assert segment_in(area, a, b) is segment_in(area, b, a) is expected, (corners, a, b)
            found[expected] += 1
    assert min(found.values()) > 25


def test_bases_with_corners_lie_wholly_in_areas_by_slabs() -> None:
    rng = Random(5)
    found = {True: 0, False: 0}
    for corners in (*DRAWN, *(outline(rng, 14, 8) for _ in range(40))):
        area = Outline(corners)
        spots = [(x, y) for x in range(14) for y in range(14) if brute.inside((x, y), corners)]
        for _ in range(6):
            one = moved(outline(rng, 3, 5), *rng.choice(spots))
            expected = brute.common_area(one, corners) == brute.area(one)
            assert shape_in(area, shape(one)) is expected, (corners, one)
            found[expected] += 1
    assert min(found.values()) > 30


def test_round_bases_lie_wholly_in_areas_by_their_distance() -> None:
    rng = Random(6)
    ties = inner = 0
    wide = [tuple((3 * x, 3 * y) for x, y in corners) for corners in DRAWN]
    for corners in (*wide, *(outline(rng, 14, 8) for _ in range(8))):
        area = Outline(corners)
        spots = [(x, y) for x in range(18) for y in range(18) if brute.inside((x, y), corners)]
        for _ in range(25):
            one, r = moved(convex(rng, 2), *rng.choice(spots)), rng.randrange(1, 4)
            far = min(brute.far(one, side) for side in brute.sides(corners))
            expected = brute.inside(one[0], corners) and far >= r * r
            assert shape_in(area, Shape((one,), r)) is expected
            inner += expected
            ties += brute.inside(one[0], corners) and far == r * r
    assert ties > 8 and inner > 30


def test_shares_of_areas_are_fractions() -> None:
    rng = Random(7)
    partly = 0
    for _ in range(150):
        one, other = outline(rng, 9), moved(outline(rng, 9), rng.randrange(-6, 7), rng.randrange(-6, 7))
        n, d = share(shape(one), shape(other))
        expected = brute.common_area(one, other) / brute.area(one)
        assert (n, d) == (expected.numerator, expected.denominator)
        partly += 0 < expected < 1
    assert partly > 40


def test_a_round_base_has_no_share() -> None:
    square: Part = ((0, 0), (9, 0), (9, 9), (0, 9))
    with pytest.raises(ValueError, match="not a fraction"):
        share(disc(2).at(pose(0, 0)), shape(square))
    with pytest.raises(ValueError, match="no area"):
        share(shape(((0, 0), (4, 4))), shape(square))
    assert share(shape(square), shape(moved(square, 0, 3))) == (2, 3)


def test_lines_against_drawn_shapes() -> None:
    rng = Random(8)
    found = {"apart": 0, "touching": 0, "crossing": 0}
    for corners in (*DRAWN, *(outline(rng, 8, 9) for _ in range(60))):
        body = shape(corners)
        for _ in range(12):
            a, b = ((rng.randrange(-2, 11), rng.randrange(-2, 11)) for _ in range(2))
            expected = brute.way_contact(a, b, corners)
            assert contact(a, b, body) == contact(b, a, body) == expected, (corners, a, b)
            found[expected] += 1
    assert min(found.values()) > 30


def test_lines_against_round_shapes() -> None:
    rng = Random(9)
    found = {"apart": 0, "touching": 0, "crossing": 0}
    for _ in range(2500):
        part, r = convex(rng, 6), rng.randrange(1, 6)
        a, b = ((rng.randrange(-9, 16), rng.randrange(-9, 16)) for _ in range(2))
        far = brute.far(part, (a, b))
        expected = "crossing" if far < r * r else "touching" if far == r * r else "apart"
        assert contact(a, b, Shape((part,), r)) == expected
        found[expected] += 1
    assert min(found.values()) > 20


def test_areas_are_drawn_either_way_round() -> None:
    for corners in DRAWN:
        assert Outline(corners[::-1]).corners == clockwise(corners[::-1])
        assert Outline(corners[::-1]).parts and doubled_area(Outline(corners[::-1]).corners) > 0
