"""Computes exactly gaps between shapes, and whether they touch or overlap.

Bases in contact touch and do not overlap. Two shapes overlap if they share a point that is in the interior of one of
them, and in the interior of the other too if that one has an interior: so a line overlaps what it crosses, and a spot
what it lies in.
"""

from __future__ import annotations

from rulewright.space.plane.cutting import seams
from rulewright.space.plane.gaps import NO_GAP, Gap
from rulewright.space.plane.points import Part, Ratio, Xy, cross, segments_meet, square, to_segment
from rulewright.space.plane.shapes import Shape

_NOTHING: Ratio = (0, 1)


def apart(one: Part, other: Part) -> Ratio:
    """The squared distance of two parts, 0 / 1 if they share a point."""
    n, m = len(one), len(other)
    if n == 1:
        return (square(one[0], other[0]), 1) if m == 1 else _from_point(one[0], other)
    if m == 1:
        return _from_point(other[0], one)
    if n > 2 or m > 2:
        if not _beyond(one, other) and not _beyond(other, one):
            return _NOTHING
    elif n == 2 and m == 2 and segments_meet(*one, *other):
        return _NOTHING
    return _least(one, other)


def _from_point(p: Xy, part: Part) -> Ratio:
    """The squared distance of a point from a part: one of the sides that have it on their outer side is the nearest."""
    if len(part) == 2:
        return to_segment(p, part[0], part[1])
    x, y = p
    best, below = -1, 1
    ax, ay = part[-1]
    for bx, by in part:
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        side = dx * py - dy * px
        if side < 0:
            along = px * dx + py * dy
            length = dx * dx + dy * dy
            if along <= 0:
                n, d = px * px + py * py, 1
            elif along >= length:
                n, d = (x - bx) ** 2 + (y - by) ** 2, 1
            else:
                n, d = side * side, length
            if best < 0 or n * below < best * d:
                best, below = n, d
        ax, ay = bx, by
    return (best, below) if best >= 0 else _NOTHING


def _beyond(part: Part, other: Part) -> bool:
    """Whether the line of some side of a part has another part wholly on its outer side. A segment has two outer
    sides."""
    ax, ay = part[-1]
    for bx, by in part:
        dx, dy = bx - ax, by - ay
        line = dx * ay - dy * ax
        for x, y in other:
            if dx * y - dy * x >= line:
                break
        else:
            return True
        ax, ay = bx, by
    return False


def _least(one: Part, other: Part) -> Ratio:
    """The least squared distance of parts that do not meet: it is between a corner of one and a side of the other."""
    best, below = -1, 1
    for part, sides in ((one, other), (other, one)):
        ax, ay = sides[-1]
        for bx, by in sides if len(sides) > 2 else sides[:1]:
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            for x, y in part:
                px, py = x - ax, y - ay
                along = px * dx + py * dy
                if along <= 0:
                    n, d = px * px + py * py, 1
                elif along >= length:
                    n, d = (x - bx) ** 2 + (y - by) ** 2, 1
                else:
                    n, d = (px * dy - py * dx) ** 2, length
                if best < 0 or n * below < best * d:
                    best, below = n, d
            ax, ay = bx, by
    return best, below


def nearest(one: Shape, other: Shape) -> Ratio:
    """The least squared distance of parts of two shapes, ignoring their radii."""
    best, below = -1, 1
    for part in one.parts:
        for against in other.parts:
            n, d = apart(part, against)
            if best < 0 or n * below < best * d:
                if n == 0:
                    return _NOTHING
                best, below = n, d
    return best, below


def gap(one: Shape, other: Shape) -> Gap:
    """The distance of the nearest points; 0 if the shapes touch or overlap."""
    n, d = nearest(one, other)
    return Gap(n, d, one.r + other.r) if n else NO_GAP


def within(one: Shape, other: Shape, length: int) -> bool:
    """Whether the gap is at most a length."""
    if length < 0:
        return False
    (parts, r), (others, s) = one, other
    reach = length + r + s
    reach *= reach
    if len(parts) == 1 == len(others) and len(parts[0]) == 1 == len(others[0]):  # two discs, the usual case
        (x, y), (p, q) = parts[0][0], others[0][0]
        return (p - x) ** 2 + (q - y) ** 2 <= reach
    for part in parts:
        for against in others:
            n, d = apart(part, against)
            if n <= d * reach:
                return True
    return False


def touching(one: Shape, other: Shape) -> bool:
    """Whether two shapes share a point."""
    return within(one, other, 0)


def overlapping(one: Shape, other: Shape) -> bool:
    """Whether two shapes overlap, as defined in the module docstring."""
    (parts, r), (others, s) = one, other
    reach = r + s
    if reach:
        reach *= reach
        if len(parts) == 1 == len(others) and len(parts[0]) == 1 == len(others[0]):
            (x, y), (p, q) = parts[0][0], others[0][0]
            return (p - x) ** 2 + (q - y) ** 2 < reach
        for part in parts:
            for against in others:
                n, d = apart(part, against)
                if n < d * reach:
                    return True
        return False
    thin = [all(len(part) < 3 for part in shape.parts) for shape in (one, other)]
    if thin[0] and thin[1]:
        return False
    if any(_share_inside(part, against) for part in one.parts for against in other.parts):
        return True
    if thin[0] or thin[1]:
        line, body = (one, other) if thin[0] else (other, one)
        return any(_meets_seam(part, seam) for seam in seams(body.parts) for part in line.parts)
    return False


def _share_inside(one: Part, other: Part) -> bool:
    """Whether two parts, of which at least one has an interior, share an interior point. No side has the other part on
    it or beyond."""
    if len(one) < 3 and len(other) < 3:
        return False
    return not (_no_further(one, other) or _no_further(other, one))


def _no_further(part: Part, other: Part) -> bool:
    """Whether the line of some side has another part on its outer side, or on the line."""
    if len(part) == 1:
        return False
    ax, ay = part[-1]
    for bx, by in part:
        dx, dy = bx - ax, by - ay
        line = dx * ay - dy * ax
        for x, y in other:
            if dx * y - dy * x > line:
                break
        else:
            return True
        ax, ay = bx, by
    return False


def _meets_seam(line: Part, seam: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """Whether a point or segment lies on a cut, between its ends, where the interior is on both sides.

    Need not be called for a line across a cut: it runs in the interior of a part next to the cut.
    """
    a, b = seam
    if any(cross(a, b, p) for p in line):
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = [(x - a[0]) * dx + (y - a[1]) * dy for x, y in line]
    return min(along) < length and max(along) > 0
