"""Finds exactly what the straight segment between two points of an integer lattice meets.

Separate because exactness matters most: a segment that runs along a wall or through its corner is decided by the sign
of integers, never by a float, so the result is the same in both directions and in every process. Lengths do not matter
here, only incidence, so the lattice may be stretched along an axis (that of the hexes is).

The y axis points down, as rows are numbered: "left" is on the left hand of a person who walks along the segment on the
drawn map (going east, left is north).
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Contact = Literal["apart", "touching", "crossing"]
Side = Literal["left", "right"]
Xy = tuple[int, int]


def turn(a: Xy, b: Xy, c: Xy) -> int:
    """Where c lies for a walk from a to b: negative left, 0 on the line, positive right."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def polygon_contact(a: Xy, b: Xy, corners: tuple[Xy, ...]) -> Contact:
    """How the closed segment a to b relates to a convex polygon.

    Args:
        corners: clockwise on the drawn map (the interior is on the right hand of every side), at least three.

    Returns:
        "crossing" if some point of the segment is in the interior, "touching" if it only meets sides or corners.
    """
    # Along the segment, a + t (b - a), the inside of each side is a linear condition f + t (g - f) > 0. Rising ones
    # bound t from below and falling ones from above; the bounds are fractions n/d with d > 0. low and high bound the
    # whole line, so that an inside met only beyond the ends can be recognised at the end.
    low_n, low_d, high_n, high_d = 0, 0, 0, 0
    along = False
    last = corners[-1]
    for corner in corners:
        f, g = turn(last, corner, a), turn(last, corner, b)
        last = corner
        if f < 0 and g < 0:
            return "apart"
        if f == g:
            along = along or f == 0
        elif g > f:
            if not low_d or -f * low_d > low_n * (g - f):
                low_n, low_d = -f, g - f
        elif not high_d or f * high_d < high_n * (f - g):
            high_n, high_d = f, f - g
    if not low_d and not high_d:
        # The two points are one.
        return "touching" if along else "crossing"
    # A polygon is bounded, so a segment that is longer than a point has a bound on both ends.
    order = high_n * low_d - low_n * high_d
    if order < 0 or low_n > low_d or high_n < 0:
        return "apart"
    if along or order == 0 or low_n == low_d or high_n == 0:
        return "touching"
    return "crossing"


def hull(points: Iterable[Xy]) -> tuple[Xy, ...]:
    """The corners of the convex hull of some points, clockwise on the drawn map; fewer than three if they span no
    area."""
    ordered = sorted(set(points))
    around: list[Xy] = []
    # There along one side of them and back along the other: a corner stays if the path turns right.
    for way in (ordered, ordered[::-1]):
        side: list[Xy] = []
        for point in way:
            while len(side) > 1 and turn(side[-2], side[-1], point) <= 0:
                side.pop()
            side.append(point)
        around += side[:-1]
    return tuple(around)


def edge_contact(a: Xy, b: Xy, c: Xy, d: Xy) -> Contact:
    """How the segment a to b relates to the edge c to d: "crossing" if it goes from one side of it to the other through
    an inner point of it, "touching" if they share any point otherwise (an end, or a stretch)."""
    c_side, d_side = turn(a, b, c), turn(a, b, d)
    a_side, b_side = turn(c, d, a), turn(c, d, b)
    if _opposed(c_side, d_side) and _opposed(a_side, b_side):
        return "crossing"
    if c_side == d_side == a_side == b_side == 0:
        # All on one line: they meet if their extents do.
        meet = all(max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1))
        return "touching" if meet else "apart"
    if _same(c_side, d_side) or _same(a_side, b_side):
        return "apart"
    return "touching"


def _opposed(one: int, other: int) -> bool:
    return (one < 0 < other) or (other < 0 < one)


def _same(one: int, other: int) -> bool:
    return (one > 0 and other > 0) or (one < 0 and other < 0)


def shifted_crossing(a: Xy, b: Xy, side: Side, c: Xy, d: Xy) -> tuple[int, int, int] | None:
    """Where the segment a to b, shifted infinitesimally to one side, crosses the edge c to d.

    The shifted segment meets no end of an edge and runs along none, so there are no ties at corners.

    Returns:
        None if it does not cross; else (n, m, k) with k > 0: the crossing lies at n/k of the way, and m/k orders
        crossings with equal n/k. Compare with `before`.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    # The direction to the side: a quarter turn of the segment.
    nx, ny = (dy, -dx) if side == "left" else (-dy, dx)
    # An end of the edge that lies on the segment's line is on the other side of the shifted segment.
    on_line = 1 if side == "left" else -1
    if _opposed(turn(a, b, c) or on_line, turn(a, b, d) or on_line):
        ex, ey = d[0] - c[0], d[1] - c[1]
        nudge = ex * ny - ey * nx
        a_side, b_side = turn(c, d, a), turn(c, d, b)
        if _opposed(a_side or nudge, b_side or nudge):
            k = b_side - a_side
            return (-a_side, -nudge, k) if k > 0 else (a_side, nudge, -k)
    return None


def before(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    """Order of two results of `shifted_crossing` along one segment: negative if `one` comes first."""
    (n, m, k), (p, q, r) = one, other
    return n * r - p * k or m * r - q * k
