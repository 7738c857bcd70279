"""Random outlines, bases and shapes for the tests, with small coordinates so that ties are many."""

from __future__ import annotations

from random import Random

from rulewright.space.plane.cutting import clockwise, flaw
from rulewright.space.plane.points import Part, hull
from rulewright.space.plane.shapes import Outline, Shape

LETTER_L: Part = ((0, 0), (6, 0), (6, 3), (3, 3), (3, 6), (0, 6))
LETTER_U: Part = ((0, 0), (2, 0), (2, 4), (4, 4), (4, 0), (6, 0), (6, 6), (0, 6))
STAR: Part = ((0, -9), (2, -2), (9, 0), (2, 2), (0, 9), (-2, 2), (-9, 0), (-2, -2))
DRAWN = (LETTER_L, LETTER_U, STAR)


def outline(rng: Random, size: int = 12, corners: int = 7) -> Part:
    """A simple polygon, often concave."""
    while True:
        found = [(rng.randrange(size + 1), rng.randrange(size + 1)) for _ in range(rng.randint(3, corners))]
        if flaw(found) is None:
            return clockwise(found)


def convex(rng: Random, size: int = 12) -> Part:
    """A point, a segment or a convex polygon."""
    return hull((rng.randrange(size + 1), rng.randrange(size + 1)) for _ in range(rng.randint(1, 6)))


def moved(part: Part, dx: int, dy: int) -> Part:
    """An outline elsewhere."""
    return tuple((x + dx, y + dy) for x, y in part)


def shape(corners: Part, r: int = 0) -> Shape:
    """An outline as a shape, cut into parts; points and segments as they are."""
    return Shape(Outline(corners).parts if len(corners) > 2 else (corners,), r)
