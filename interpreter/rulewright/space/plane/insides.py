"""Finds exactly what lies wholly in a drawn area, how much of it does, and what a straight line meets."""

from __future__ import annotations

from math import gcd

from rulewright.space.lines import Contact
from rulewright.space.plane.cutting import shared_area
from rulewright.space.plane.measures import apart, overlapping
from rulewright.space.plane.points import Part, Ratio, Xy, cross, doubled_area, hull, to_segment
from rulewright.space.plane.shapes import Outline, Shape, box_of, segment
from rulewright.space.plane.turns import toward

_START: Ratio = (0, 1)
_END: Ratio = (1, 1)


def part_holds(part: Part, p: Xy) -> bool:
    """Whether a part with an interior contains a point, its sides included."""
    ax, ay = part[-1]
    x, y = p
    for bx, by in part:
        if (bx - ax) * (y - ay) < (by - ay) * (x - ax):
            return False
        ax, ay = bx, by
    return True


def holds(area: Outline, p: Xy) -> bool:
    """Whether a spot is in a drawn area or on its border."""
    if area.upright is not None:
        left, top, right, bottom = area.upright
        return left <= p[0] <= right and top <= p[1] <= bottom
    return any(part_holds(part, p) for part in area.parts)


def to_border(area: Outline, p: Xy) -> Ratio:
    """The squared distance of a spot from the border of a drawn area."""
    if area.upright is not None:
        return _to_rectangle(*area.upright, *p), 1
    best, below = -1, 1
    for a, b in area.sides:
        n, d = to_segment(p, a, b)
        if best < 0 or n * below < best * d:
            best, below = n, d
    return best, below


def _to_rectangle(left: int, top: int, right: int, bottom: int, x: int, y: int) -> int:
    """The squared distance of a spot from the border of an upright rectangle."""
    dx = left - x if x < left else x - right if x > right else 0
    dy = top - y if y < top else y - bottom if y > bottom else 0
    if dx or dy:
        return dx * dx + dy * dy
    inside = min(x - left, right - x, y - top, bottom - y)
    return inside * inside


def passage(a: Xy, b: Xy, part: Part) -> tuple[Ratio, Ratio] | None:
    """From where to where a segment runs in a part with an interior, as shares of its length; None if it misses."""
    low, high = _START, _END
    for i in range(len(part)):
        f, g = cross(part[i - 1], part[i], a), cross(part[i - 1], part[i], b)
        if f < 0 and g < 0:
            return None
        if f < 0:
            low = _later(low, (-f, g - f))
        elif g < 0:
            high = _earlier(high, (f, f - g))
    return (low, high) if low[0] * high[1] <= high[0] * low[1] else None


def _later(one: Ratio, other: Ratio) -> Ratio:
    return one if one[0] * other[1] >= other[0] * one[1] else other


def _earlier(one: Ratio, other: Ratio) -> Ratio:
    return one if one[0] * other[1] <= other[0] * one[1] else other


def segment_in(area: Outline, a: Xy, b: Xy) -> bool:
    """Whether all of a segment lies in a drawn area or on its border."""
    if len(area.parts) == 1:
        return part_holds(area.corners, a) and part_holds(area.corners, b)
    runs = [run for part in area.parts if (run := passage(a, b, part)) is not None]
    reached: Ratio | None = None
    while True:
        # The farthest end of those that begin at or before the end reached so far.
        best = reached
        for low, high in runs:
            begins = low[0] == 0 if reached is None else low[0] * reached[1] <= reached[0] * low[1]
            if begins:
                best = high if best is None else _later(best, high)
        if best is None or best == reached:
            return False
        if best[0] == best[1]:
            return True
        reached = best


def shape_in(area: Outline, shape: Shape) -> bool:
    """Whether all of a shape lies in a drawn area or on its border."""
    if area.upright is not None:
        left, top, right, bottom = area.upright
        first, high, last, low = box_of(shape)
        return left <= first and top <= high and last <= right and low <= bottom
    r = shape.r
    if len(area.parts) == 1:
        return all(_right_of(a, b, p, r) for a, b in area.sides for part in shape.parts for p in part)
    if r:
        # Away from the border by its radius, and one point of each part inside.
        return all(
            holds(area, part[0]) and all(_far(apart(part, side), r) for side in area.sides) for part in shape.parts
        )
    for part in shape.parts:
        if len(part) == 1:
            if not holds(area, part[0]):
                return False
        elif not all(segment_in(area, part[i - 1], part[i]) for i in range(len(part) if len(part) > 2 else 1)):
            return False
    return True


def _right_of(a: Xy, b: Xy, p: Xy, r: int) -> bool:
    """Whether a disc is on the right of a line, or touching it from there."""
    side = cross(a, b, p)
    return side >= 0 and (not r or side * side >= r * r * ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2))


def _far(ratio: Ratio, r: int) -> bool:
    return ratio[0] >= ratio[1] * r * r


def share(shape: Shape, area: Shape) -> Ratio:
    """How much of a shape's area lies in another shape, in lowest terms.

    Both are drawn with corners and their parts do not overlap, as the area of a round base is not a fraction.
    """
    if shape.r or area.r:
        raise ValueError("the area of a round shape is not a fraction")
    whole = sum(doubled_area(part) for part in shape.parts if len(part) > 2)
    if not whole:
        raise ValueError("a line has no area")
    n, d = shared_area(_bodies(shape), _bodies(area))
    shared = gcd(n, d * whole)
    return n // shared, d * whole // shared


def cornered(shape: Shape) -> list[Part]:
    """A shape as convex parts without a radius: round shapes get a corner at every fifth degree of their rim.

    So the area of a disc is a whole number, and that of its halves and quarters the same on all sides.
    """
    if not shape.r:
        return _bodies(shape)
    rim = [toward(degrees, shape.r) for degrees in range(0, 360, 5)]
    return [hull((x + dx, y + dy) for x, y in part for dx, dy in rim) for part in shape.parts]


def _bodies(shape: Shape) -> list[Part]:
    return [part for part in shape.parts if len(part) > 2]


def contact(a: Xy, b: Xy, shape: Shape) -> Contact:
    """How a segment relates to a shape.

    Returns:
        "crossing" if some point of it is in the interior, "touching" if it only meets the rim, or a shape without
        interior.
    """
    line = segment(a, b)
    if not shape.r:
        thin = line.parts[0]
        if not any(apart(thin, part)[0] == 0 for part in shape.parts):
            return "apart"
        return "crossing" if overlapping(line, shape) else "touching"
    reach = shape.r * shape.r
    found: Contact = "apart"
    for part in shape.parts:
        n, d = apart(line.parts[0], part)
        if n < d * reach:
            return "crossing"
        if n == d * reach:
            found = "touching"
    return found
