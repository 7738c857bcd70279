"""By how much shapes miss areas and each other: the least length that is enough, by the tests themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from rulewright.space.plane import depths
from rulewright.space.plane.bodies import Anchors, meets, wholly
from rulewright.space.plane.measures import overlapping, touching
from rulewright.space.plane.points import Part, Xy
from rulewright.space.plane.poses import pose
from rulewright.space.plane.shapes import Outline, Shape, disc, spot
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Single, Term, Union
from rulewright.space.plane.turns import toward

from .drawing import convex, moved

SQUARE = Outline(((0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000)))
WEST, EAST = Deep(SQUARE), Deep(Outline(((10_000, 0), (20_000, 0), (20_000, 10_000), (10_000, 10_000))))
STRIP = Outside(Deep(Outline(((8_000, 0), (9_000, 0), (9_000, 10_000), (8_000, 10_000)))))
MEN = [disc(500).at(pose(0, 0)), disc(500).at(pose(2_000, 0))]
BOTH = Shape((MEN[0].parts[0], MEN[1].parts[0]), 500)
OPEN = Near(MEN[0], 500, closed=False)
HOOK = Outline(((0, 0), (9_000, 0), (9_000, 3_000), (3_000, 3_000), (3_000, 9_000), (0, 9_000)))


def part(rng: Random) -> Part:
    if rng.random() < 0.3:
        return ((rng.randrange(40), rng.randrange(40)),)
    return moved(convex(rng, 14), rng.randrange(30), rng.randrange(30))


def shape(rng: Random) -> Shape:
    return Shape((part(rng),), rng.randrange(6))


def areas(rng: Random) -> Iterator[tuple[Term, Callable[[int], Term]]]:
    """Areas with one border, and each grown by a length on all sides; by less than 0, shrunk."""
    corners, t = moved(convex(rng, 20), 10, 10), rng.randrange(-4, 9)
    yield Near(Shape((corners,)), 5), lambda u: Near(Shape((corners,)), 5 + u)
    a, b = (rng.randrange(40), rng.randrange(40)), (rng.randrange(40), 41 + rng.randrange(9))
    yield Past(a, b, "left", t), lambda u: Past(a, b, "left", t - u)
    if len(corners) > 2:
        yield Deep(Outline(corners)), lambda u: Near(Shape((corners,)), u) if u else Deep(Outline(corners))


def test_what_is_told_is_the_least_that_is_enough() -> None:
    rng, missed = Random(5), 0
    for _ in range(400):
        one = shape(rng)
        for area, grown in areas(rng):
            out, away = depths.outside(one, area), depths.missing(one, area)
            assert out is not None and away is not None
            assert (out == 0) is wholly(one, area) and (away == 0) is meets(one, area)
            assert wholly(one, grown(out)) and (not out or not wholly(one, grown(out - 1)))
            assert meets(one, grown(away)) and (not away or not meets(one, grown(away - 1)))
            into = depths.inside(one, area)
            assert (into == 0) is not meets(one, area)
            if isinstance(area, Past):
                assert into is not None and not meets(one, grown(-into)) and (not into or meets(one, grown(1 - into)))
            missed += (out > 0) + (away > 0)
    assert missed > 500


@pytest.mark.parametrize("closed", [False, True])
def test_the_shortest_move_that_parts_two(closed: bool) -> None:
    """No way that is shorter parts them, and one that is hardly longer does: the grain of a way is a thousandth."""
    rng, parted = Random(6), 0
    test = touching if closed else overlapping

    def at(one: Shape, by: Xy) -> Shape:
        return Shape(tuple(moved(p, *by) for p in one.parts), one.r)

    for _ in range(500):
        one, other = (Shape((tuple((1_000 * x, 1_000 * y) for x, y in part(rng)),), 1_000 * r) for r in (3, 0))
        length = depths.overlap(one, other, closed)
        assert length is not None and (length > 0) is test(one, other)
        if length:
            parted += 1
            ways = range(360)
            assert all(test(at(one, toward(way, length - 2)), other) for way in ways if length > 2)
            assert any(not test(at(one, toward(way, length + 2 + length // 500)), other) for way in ways)
    assert parted > 40


def test_a_move_by_what_is_told_ends_in_no_other_part() -> None:
    """Of several areas in which a shape should not be, or out of which it should not reach: some way that is so long is
    enough. None is told if another area is so near."""
    rng, told, untold = Random(7), 0, 0

    def wide(p: Part) -> Part:
        return tuple((1_000 * x, 1_000 * y) for x, y in p)

    def enough(one: Shape, length: int, area: Term) -> bool:
        by = (toward(way, length + 2 + length // 500) for way in range(360))
        return any(not meets(Shape(tuple(moved(p, *b) for p in one.parts), one.r), area) for b in by)

    for _ in range(400):
        one = Shape(tuple(wide(part(rng)) for _ in range(rng.randrange(1, 3))), 1_000 * rng.randrange(3))
        some = [Shape((wide(part(rng)),), 1_000) for _ in range(3)]
        lengths = rng.choices((0, 1_000, 2_000), k=3)
        union = Union(Near(body, length) for body, length in zip(some, lengths, strict=True))
        near = Near(Shape(tuple(body.parts[0] for body in some), 1_000), 1_000)
        for area in (union, near, Outside(Common(Outside(one) for one in union.terms))):
            into = depths.inside(one, area)
            if into is None:
                untold += 1
            elif into:
                told += 1
                assert enough(one, into, area)
            else:
                assert not meets(one, area)
    assert told > 50 and untold > 50


@pytest.mark.parametrize(("found", "length"), [
    (depths.leaving(pose(9_000, 5_000), Union((WEST, EAST))), None),  # a step ends in the other
    (depths.leaving(pose(4_000, 4_000), Union((WEST, EAST))), 4_001),
    (depths.leaving(pose(4_000, 4_000), Union((WEST, Union((EAST, Common((EAST, WEST))))))), None),  # not measured
    (depths.inside(disc(500).at(pose(5_000, 3_000)), Union((WEST, EAST))), 3_501),
    (depths.inside(disc(500).at(pose(1_000, 0)), Near(BOTH, 1_000)), None),  # between two men
    (depths.inside(disc(500).at(pose(1_000, 0)), Union(Near(man, 1_000) for man in MEN)), None),
    (depths.inside(disc(500).at(pose(-1_500, 0)), Near(BOTH, 1_000)), 501),
    (depths.inside(disc(500).at(pose(-1_500, 0)), Union(Near(man, 1_000) for man in MEN)), 501),
    (depths.overlap(disc(500).at(pose(-500, 0)), BOTH), 500),
    (depths.overlap(disc(500).at(pose(1_000, 0)), BOTH), 0),  # in contact with both
    (depths.inside(disc(500).at(pose(2_900, 3_100)), Deep(HOOK)), None),  # the notch is too narrow for it
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((WEST, STRIP))), None),  # the strip is too near
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((WEST, Past((8_999, 0), (8_999, 9), "left")))), 250),
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((WEST, Past((9_000, 0), (9_000, 9), "left")))), None),
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((WEST, Near(spot(9_801, 5_000), 801)))), 250),
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((WEST, Near(spot(9_801, 5_000), 800)))), None),
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Common((Past((9_500, 0), (9_500, 9), "right"), WEST))), None),
    (depths.leaving(pose(999, 0), OPEN), 1), (depths.leaving(pose(1_000, 0), OPEN), 0),
    (depths.entering(pose(1_000, 0), OPEN), 1), (depths.entering(pose(1_001, 0), OPEN), 2),
    (depths.entering(pose(999, 0), OPEN), 0), (depths.entering(pose(1_001, 0), Near(MEN[0], 500)), 1),
    (depths.outside(disc(500).at(pose(0, 0)), OPEN), None),
    (depths.least([3, None]), None), (depths.most([3, None]), None),
    (depths.outside(disc(500).at(pose(9_750, 5_000)), Deep(SQUARE)), 250),
    (depths.outside(disc(500).at(pose(9_500, 5_000)), Deep(SQUARE)), 0),
    (depths.outside(disc(500).at(pose(13_000, 14_000)), Deep(SQUARE)), 5_500),  # from the corner
    (depths.outside(disc(500).at(pose(5_000, 5_000)), Common((Deep(SQUARE), Past((0, 5_000), (9, 5_000), "right")))),
     501),  # its border does not belong to what is past a line
    (depths.inside(disc(500).at(pose(10_250, 5_000)), Deep(SQUARE)), 251),  # the border belongs to the square
    (depths.inside(disc(500).at(pose(8_000, 5_000)), Deep(SQUARE)), 2_501),
    (depths.inside(disc(500).at(pose(3_200, 4_000)), Deep(HOOK)), 301),
    (depths.inside(disc(500).at(pose(2_000, 8_000)), Deep(HOOK)), 1_501),
    (depths.inside(Shape((((2_000, 1_000), (2_000, 8_000)),)), Deep(HOOK)), None),
    (depths.outside(disc(500).at(pose(2_000, 9_000)), Deep(HOOK)), None),
    (depths.outside(disc(500).at(pose(9_000, 0)), Outside(Union((Deep(SQUARE), NONE)))), 501),
    (depths.missing(disc(500).at(pose(13_000, 14_000)), Union((Deep(SQUARE), Deep(HOOK)))), 4_500),
    (depths.entering(pose(13_000, 14_000), Union((Deep(SQUARE), NONE))), 5_000),
    (depths.entering(pose(10_500, 2_000), Common((Deep(SQUARE), Past((0, 3_000), (9, 3_000), "left")))), 500),
    (depths.entering(pose(13_000, 5_000), Common((Deep(SQUARE), Past((0, 3_000), (9, 3_000), "left")))), None),
    (depths.entering(pose(4_000, 4_000), Common((Deep(SQUARE), Outside(Near(disc(0).at(pose(5_000, 4_000)), 2_000))))),
     1_001),
    (depths.entering(pose(4_000, 4_000, 90), Single(pose(4_000, 4_000))), 0),  # only its turn is another
    (depths.entering(pose(200, 4_000), Anchors(Deep(SQUARE), disc(500))), 300),
    (depths.outside(Shape((((12_000, 0),),)), Union((Deep(SQUARE), Deep(HOOK)))), 2_000),
    (depths.leaving(pose(1_000, 4_000), Union((Deep(SQUARE), Deep(HOOK)))), None),
    (depths.leaving(pose(1_000, 4_000), Common((Deep(SQUARE), Past((0, 3_900), (9, 3_900), "right")))), 100),
    (depths.leaving(pose(1_000, 4_000), Outside(Deep(SQUARE))), 0),
    (depths.leaving(pose(1_000, 4_000), ALL), None),
    (depths.entering(pose(1_000, 4_000), NONE), None),
])  # fmt: skip
def test_by_hand(found: int | None, length: int | None) -> None:
    assert found == length
