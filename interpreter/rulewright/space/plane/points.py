"""Computes with points with whole coordinates: sides of lines, squared distances as fractions, hulls and areas.

Separate because everything exact on the plane is built from these few formulas. A point is a pair of thousandths of an
inch. The y axis points down, as rows are numbered, so a positive turn is clockwise on the drawn table, and the interior
of a part is on the right hand of a person who walks along its sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Xy = tuple[int, int]
# One vertex is a point, two a segment, three or more the corners of a convex polygon, clockwise on the drawn table.
Part = tuple[Xy, ...]
# A number n / d that is not negative; d > 0.
Ratio = tuple[int, int]


def cross(o: Xy, a: Xy, b: Xy) -> int:
    """Where b lies for a walk from o to a: negative left, 0 on the line, positive right."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def square(a: Xy, b: Xy) -> int:
    """The squared distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def to_segment(p: Xy, a: Xy, b: Xy) -> Ratio:
    """The squared distance of a point from a segment."""
    px, py = p[0] - a[0], p[1] - a[1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py, 1
    length = dx * dx + dy * dy
    if along >= length:
        return square(p, b), 1
    return (px * dy - py * dx) ** 2, length


def segments_meet(a: Xy, b: Xy, c: Xy, d: Xy) -> bool:
    """Whether two closed segments share a point."""
    one, other = cross(a, b, c), cross(a, b, d)
    three, four = cross(c, d, a), cross(c, d, b)
    if (one > 0) is not (other > 0) and (three > 0) is not (four > 0) and one and other and three and four:
        return True
    return (
        (one == 0 and _between(a, b, c))
        or (other == 0 and _between(a, b, d))
        or (three == 0 and _between(c, d, a))
        or (four == 0 and _between(c, d, b))
    )


def _between(a: Xy, b: Xy, p: Xy) -> bool:
    """Whether a point of the line through a and b is on the segment."""
    return (
        min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )


def doubled_area(corners: Sequence[Xy]) -> int:
    """Twice the area inside an outline; positive if its corners run clockwise on the drawn table."""
    total = 0
    x, y = corners[-1]
    for p, q in corners:
        total += x * q - y * p
        x, y = p, q
    return total


def hull(points: Iterable[Xy]) -> Part:
    """The least convex part that contains some points: none of its corners lies on a side."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)
    lower = _chain(ordered)
    upper = _chain(ordered[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(ordered: Sequence[Xy]) -> list[Xy]:
    """The right turns on the path through sorted points."""
    found: list[Xy] = []
    for p in ordered:
        while len(found) >= 2 and cross(found[-2], found[-1], p) <= 0:
            found.pop()
        found.append(p)
    return found


def extent(points: Iterable[Xy]) -> tuple[int, int, int, int]:
    """The least and greatest coordinates of some points: left, top, right, bottom."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
