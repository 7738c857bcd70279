"""Rectangles along the axes are answered for by comparing coordinates: as any other polygon would be."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.space.plane.insides import holds, shape_in, to_border
from rulewright.space.plane.points import Xy
from rulewright.space.plane.shapes import Outline, Shape

CORNERS = ((2, 3), (12, 3), (12, 9), (2, 9))


def _turned(by: int) -> tuple[Xy, ...]:
    return CORNERS[by:] + CORNERS[:by]


def _asked_by_its_sides() -> Outline:
    area = Outline(CORNERS)
    object.__setattr__(area, "upright", None)
    return area


@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize("backwards", [False, True])
def test_a_rectangle_along_the_axes_is_known(by: int, backwards: bool) -> None:
    corners = _turned(by)
    assert Outline(corners[::-1] if backwards else corners).upright == (2, 3, 12, 9)


@pytest.mark.parametrize(
    "corners",
    [((2, 3), (12, 3), (12, 9)), ((4, 0), (8, 4), (4, 8), (0, 4)), ((2, 3), (12, 3), (12, 9), (7, 8), (2, 9)),
     ((2, 3), (12, 3), (12, 9), (3, 9))],
)  # fmt: skip
def test_nothing_else_is(corners: tuple[Xy, ...]) -> None:
    assert Outline(corners).upright is None


def test_spots_are_answered_for_as_by_the_sides() -> None:
    quick, slow = Outline(CORNERS), _asked_by_its_sides()
    for x in range(15):
        for y in range(13):
            assert holds(quick, (x, y)) is holds(slow, (x, y)), (x, y)
            (n, d), (p, q) = to_border(quick, (x, y)), to_border(slow, (x, y))
            assert n * q == p * d, (x, y)


def test_shapes_are_answered_for_as_by_the_sides() -> None:
    """Discs, thick lines and triangles, many of them against a side from within."""
    quick, slow, chance = Outline(CORNERS), _asked_by_its_sides(), Random(5)
    inside = 0
    for number in range(4_000):
        r = chance.randrange(4) if number % 2 else 0
        points = tuple((chance.randrange(1, 14), chance.randrange(2, 11)) for _ in range(1 + number % 3))
        shape = Shape((tuple(sorted(set(points))),), r)
        assert shape_in(quick, shape) is shape_in(slow, shape), shape
        inside += shape_in(quick, shape)
    assert 300 < inside < 3_000
