"""Bases at poses: turned once from their drawn corners, by sines that are committed."""

from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.space.plane import brute
from tests.space.plane.drawing import LETTER_L, STAR, moved, outline

from rulewright.space.plane.cutting import flaw
from rulewright.space.plane.points import doubled_area, extent
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import CLEARANCE, Base, box_of, disc, oval, polygon, rectangle
from rulewright.space.plane.turns import COSINES, SINES, bearing, toward, turned

DEGREES = st.integers(0, 359)
LENGTHS = st.integers(-(10**5), 10**5)


def _sine(degrees: int) -> Decimal:
    """By its series, to 60 digits; pi by the formula of Machin."""
    pi = 4 * (4 * _arctangent(5) - _arctangent(239))
    x = pi * degrees / 180
    total = term = x
    n = 1
    while abs(term) > Decimal(10) ** -70:
        term = -term * x * x / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total


def _arctangent(inverse: int) -> Decimal:
    total = term = Decimal(1) / inverse
    n = 1
    while abs(term) > Decimal(10) ** -75:
        term = -term / (inverse * inverse)
        n += 2
        total += term / n
    return total


def test_the_committed_sines_are_the_nearest() -> None:
    with localcontext() as context:
        context.prec = 80
        for degrees in range(360):
            assert abs(_sine(degrees) * 2**30 - SINES[degrees]) <= Decimal("0.5")
            assert COSINES[degrees] == SINES[(degrees + 90) % 360]


@given(LENGTHS, LENGTHS, DEGREES)
def test_a_turned_point_is_near_where_it_belongs(x: int, y: int, degrees: int) -> None:
    (p, q), = turned([(x, y)], degrees)
    with localcontext() as context:
        context.prec = 80
        s, c = _sine(degrees), _sine(degrees + 90)
        assert (p - (x * c - y * s)) ** 2 + (q - (x * s + y * c)) ** 2 < Decimal("0.5001")


@given(LENGTHS, LENGTHS, DEGREES)
def test_turns_are_symmetric(x: int, y: int, degrees: int) -> None:
    (p, q), = turned([(x, y)], degrees)
    assert turned([(x, y)], degrees + 180) == ((-p, -q),)
    assert turned([(x, y)], degrees + 90) == ((-q, p),)
    assert turned([(-x, y)], -degrees) == ((-p, q),)
    assert turned([(p, q)], 0) == ((p, q),)
    assert turned([(x, y)], 90) == ((-y, x),)  # north becomes east: clockwise, as y points down


@given(DEGREES, st.integers(400, 10**5))
def test_bearings_lead_where_directions_go(degrees: int, length: int) -> None:
    assert bearing(*toward(degrees, length)) == degrees
    assert toward(90, length) == (length, 0) and toward(0, length) == (0, -length)


def _best(dx: int, dy: int) -> int:
    """The direction of which a point lies farthest along, by comparing all."""
    return max(range(360), key=lambda d: (dx * SINES[d] - dy * COSINES[d], -d))


def test_bearings_are_the_best_of_all_directions() -> None:
    """Also of a point that lies as far along one direction as along the next, and of those next to it."""
    points = [(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    for d in range(360):
        x, y = COSINES[(d + 1) % 360] - COSINES[d], SINES[(d + 1) % 360] - SINES[d]
        for to, down in ((x, y), (-x, -y)):
            assert x * SINES[d] - y * COSINES[d] == x * SINES[(d + 1) % 360] - y * COSINES[(d + 1) % 360]
            points += [(to + a, down + b) for a, b in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    assert [(point, bearing(*point)) for point in points] == [(point, _best(*point)) for point in points]


def test_a_base_is_turned_from_its_drawn_corners() -> None:
    """Not by way of other turns: 360 turns by one degree lead back to the drawn base, corner by corner."""
    base = polygon(moved(tuple((100 * x, 100 * y) for x, y in LETTER_L), -50, -70))
    fresh = Base(base.drawn, 0, base.outline)
    for degrees in (1, 2, 45, 133, 359, 45):
        assert base.at(pose(5, 5, degrees)) == fresh.at(pose(5, 5, degrees))
        corners = {p for part in base.turned(degrees) for p in part}
        assert corners == set(turned(base.outline, degrees))
    assert base.at(pose(7, 9)).parts == tuple(moved(part, 7, 9) for part in base.drawn)
    assert base == fresh and hash(base) == hash(fresh) and base != disc(3)


def test_no_turn_makes_a_base_cross_itself() -> None:
    rng = Random(1)
    made = 0
    while made < 25:
        corners = moved(outline(rng, 60, 9), -30, -30)
        if flaw(corners, CLEARANCE) is not None:
            continue
        made += 1
        base = polygon(corners)
        for degrees in range(0, 360, 7):
            now = turned(base.outline, degrees)
            assert flaw(now) is None
            assert sum(doubled_area(part) for part in base.turned(degrees)) == doubled_area(now)


def test_a_turn_that_cuts_a_base_into_parts_is_charged_as_one() -> None:
    """The corners on straight sides of a square are moved to either side of them by rounding."""
    ends = ((-1_600, -1_600), (1_600, -1_600), (1_600, 1_600), (-1_600, 1_600))
    flat = polygon([(x + (p - x) * i // 16, y + (q - y) * i // 16)
                    for (x, y), (p, q) in pairwise((*ends, ends[0])) for i in range(16)])  # fmt: skip
    assert len(flat.drawn) == 1 and len(flat.turned(7)) > 16
    assert flat.turning == 64 * (64 + 16)
    ring = polygon([toward(6 * i, 1_600) for i in range(60)])
    for base in (ring, polygon(ends), rectangle(1_001, 2_001)):
        assert all(len(base.turned(degrees)) == 1 for degrees in range(360))
        assert base.turning == 2 * base.weight


@pytest.mark.parametrize("base", [disc(500), oval(3_000, 1_400), rectangle(3_000, 2_000),
                                  polygon(tuple((100 * x, 100 * y) for x, y in STAR))])  # fmt: skip
def test_inner_and_outer_circles_hold_in_every_turn(base: Base) -> None:
    for degrees in range(360):
        shape = base.at(pose(0, 0, degrees))
        assert all(x * x + y * y <= (base.outer - base.r) ** 2 for part in shape.parts for x, y in part)
        if base.outline:
            now = turned(base.outline, degrees)
            assert base.inner > 0 and brute.inside((0, 0), now)
            assert min(brute.far_from_side((0, 0), *side) for side in brute.sides(now)) >= base.inner**2
    assert polygon(moved(base.outline, 9_000, 0)).inner == -1 if base.outline else base.inner >= base.r - 1


def test_ovals_are_segments_made_thick() -> None:
    base = oval(2_360, 1_380)
    assert base.at(pose(0, 0, 90)).parts == (((490, 0), (-490, 0)),) and base.r == 690
    assert box_of(base.at(pose(100, 0))) == (-590, -1180, 790, 1180)
    for length in (2_360, 2_361):
        for width in (1_380, 1_381):  # each size is rounded down by itself
            assert box_of(oval(length, width).at(pose(0, 0))) == (-690, -1180, 690, 1180)
    assert oval(1_000, 1_000) == disc(500) and disc(500).round and not base.round


def test_boxes_hold_shapes() -> None:
    rng = Random(2)
    for _ in range(50):
        base = polygon(tuple((50 * x, 50 * y) for x, y in outline(rng, 20, 8)))
        shape = base.at(pose(rng.randrange(9_000), rng.randrange(9_000), rng.randrange(360)))
        assert box_of(shape) == extent(p for part in shape.parts for p in part)
