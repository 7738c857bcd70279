"""Gaps, contact and overlap of shapes, against fractions, with small coordinates and so with many ties."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from tests.space.plane import brute
from tests.space.plane.drawing import DRAWN, LETTER_L, LETTER_U, convex, moved, outline, shape

from rulewright.space.plane.crowds import disjoint, linked
from rulewright.space.plane.measures import apart, gap, overlapping, touching, within
from rulewright.space.plane.points import Part
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Shape, disc, spot


def test_distances_of_convex_parts() -> None:
    rng = Random(1)
    met = 0
    for _ in range(1500):
        one, other = convex(rng), moved(convex(rng), rng.randrange(-9, 10), rng.randrange(-9, 10))
        n, d = apart(one, other)
        assert Fraction(n, d) == brute.far(one, other), (one, other)
        assert apart(other, one)[0] * d == n * apart(other, one)[1]
        met += n == 0
    assert 200 < met < 1300


def test_outlines_overlap_where_slabs_say_so() -> None:
    rng = Random(2)
    only_touching = crossed = 0
    for _ in range(500):
        one, other = outline(rng, 8), moved(outline(rng, 8), rng.randrange(-8, 9), rng.randrange(-8, 9))
        a, b = shape(one), shape(other)
        inside, met = brute.common_area(one, other) > 0, brute.far(one, other) == 0
        assert overlapping(a, b) is overlapping(b, a) is inside, (one, other)
        assert touching(a, b) is touching(b, a) is met, (one, other)
        only_touching += met and not inside
        crossed += inside
    assert only_touching > 15 and crossed > 100


def test_thick_shapes_overlap_where_they_are_nearer_than_their_radii() -> None:
    rng = Random(3)
    ties = 0
    for _ in range(800):
        one, other = outline(rng, 6), moved(convex(rng, 6), rng.randrange(-12, 13), rng.randrange(-12, 13))
        a, b = shape(one, rng.randrange(4)), shape(other, rng.randrange(1, 5))
        far, r = brute.far(one, other), a.r + b.r
        assert overlapping(a, b) is (far < r * r)
        assert touching(a, b) is (far <= r * r)
        length = rng.randrange(-1, 6)
        assert within(a, b, length) is (length >= 0 and far <= (length + r) ** 2)
        found = gap(a, b)
        assert found == gap(b, a)
        assert (found <= length) is within(a, b, length)
        ties += far == r * r or far == (length + r) ** 2
    assert ties > 15


def test_a_line_overlaps_what_it_crosses_and_a_spot_what_it_lies_in() -> None:
    rng = Random(4)
    found = {"apart": 0, "touching": 0, "crossing": 0}
    for corners in (*DRAWN, *(outline(rng, 8) for _ in range(40))):
        body = shape(corners)
        for _ in range(15):
            line = moved(convex(rng, 8)[:2], rng.randrange(-3, 4), rng.randrange(-3, 4))
            contact = brute.way_contact(line[0], line[-1], corners)
            assert overlapping(shape(line), body) is overlapping(body, shape(line)) is (contact == "crossing")
            assert touching(shape(line), body) is (contact != "apart")
            found[contact] += 1
    assert min(found.values()) > 25


def test_a_cut_inside_is_no_rim() -> None:
    """The middles of the cuts lie inside, and lines along them cross."""
    for corners in DRAWN:
        body = shape(moved(tuple((4 * x, 4 * y) for x, y in corners), 0, 0))
        assert len(body.parts) > 1
        for one, other in combinations(body.parts, 2):
            ends = sorted(set(one) & set(other))
            if len(ends) != 2:
                continue
            (a, b), (c, d) = ends
            middle = ((a + c) // 2, (b + d) // 2)
            if brute.strictly_inside(middle, [(4 * x, 4 * y) for x, y in corners]):
                assert overlapping(spot(*middle), body)
                assert overlapping(Shape((((a, b), (c, d)),)), body)


def test_lines_overlap_no_lines() -> None:
    cross = Shape((((0, 0), (4, 4)),)), Shape((((0, 4), (4, 0)),))
    assert touching(*cross) and not overlapping(*cross)
    along = Shape((((0, 0), (4, 0)),)), Shape((((9, 0), (6, 0)),))
    assert not touching(*along) and gap(*along) == 2  # on one line, and apart


def _closure(shapes: list[Shape], length: int) -> bool:
    reached = {0}
    while True:
        more = {j for i in reached for j in range(len(shapes)) if gap(shapes[i], shapes[j]) <= length} | reached
        if more == reached:
            return len(reached) == len(shapes)
        reached = more


def test_links_are_a_closure() -> None:
    rng = Random(5)
    yes = 0
    base = disc(2)
    for _ in range(300):
        shapes = [base.at(pose(rng.randrange(15), rng.randrange(15))) for _ in range(rng.randrange(1, 6))]
        shapes.append(shape(moved(LETTER_L, rng.randrange(12), rng.randrange(12))))
        length = rng.randrange(6)
        assert linked(shapes, length) is _closure(shapes, length)
        assert linked(shapes[::-1], length) is linked(shapes, length)
        yes += linked(shapes, length)
    assert 40 < yes < 260
    assert linked([], 0) and linked([base.at(pose(0, 0))], 0)


def test_bases_in_contact_are_disjoint() -> None:
    base = disc(500)
    row = [base.at(pose(1000 * i, 0)) for i in range(4)]
    assert disjoint(row) and linked(row, 0)
    assert not disjoint([*row, base.at(pose(1999, 866))])
    assert not linked([*row, base.at(pose(5000, 1))], 1000)
    assert linked([*row, base.at(pose(5000, 0))], 1000)


def test_a_base_in_the_hollow_of_another_is_apart_from_it() -> None:
    cup: Part = tuple((x * 100, y * 100) for x, y in LETTER_U)
    body = shape(cup)
    assert gap(body, disc(50).at(pose(300, 100))) == 50
    assert disjoint([body, disc(100).at(pose(300, 200))])
    assert not disjoint([body, disc(101).at(pose(300, 200))])
