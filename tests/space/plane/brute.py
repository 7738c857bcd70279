"""The geometry of the tests: fractions, slabs and 120 digits. It shares nothing with what it checks."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

Spot = tuple[int | Fraction, int | Fraction]
Ring = Sequence[tuple[int, int]]
DIGITS = 120


def sides(ring: Ring) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of an outline; a segment has one, a point itself."""
    if len(ring) < 3:
        return [(ring[0], ring[-1])]
    return [(ring[i - 1], ring[i]) for i in range(len(ring))]


def far_from_side(p: Spot, a: Spot, b: Spot) -> Fraction:
    """The squared distance of a spot from a segment: the nearest point is found as a share of the way."""
    length = Fraction((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    t = Fraction(0)
    if length:
        t = min(Fraction(1), max(Fraction(0), ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length))
    x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
    return Fraction((p[0] - x) ** 2 + (p[1] - y) ** 2)


def on_side(p: Spot, a: Spot, b: Spot) -> bool:
    """Is a spot on a segment?"""
    return far_from_side(p, a, b) == 0


def strictly_inside(p: Spot, ring: Ring) -> bool:
    """Even or odd: how many sides does a ray to the right cross?"""
    if len(ring) < 3 or any(on_side(p, a, b) for a, b in sides(ring)):
        return False
    found = False
    for (ax, ay), (bx, by) in sides(ring):
        if (ay > p[1]) != (by > p[1]):
            x = ax + Fraction((p[1] - ay) * (bx - ax)) / (by - ay)
            if x > p[0]:
                found = not found
    return found


def inside(p: Spot, ring: Ring) -> bool:
    """The border counts."""
    return any(on_side(p, a, b) for a, b in sides(ring)) or strictly_inside(p, ring)


def meetings(a: Spot, b: Spot, c: Spot, d: Spot) -> list[Fraction]:
    """Shares of the way from a to b at which it meets the segment c to d; the ends of a stretch."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    k = Fraction(dx * ey - dy * ex)
    if k:
        t = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / k
        s = ((c[0] - a[0]) * dy - (c[1] - a[1]) * dx) / k
        return [t] if 0 <= t <= 1 and 0 <= s <= 1 else []
    found = []
    length = Fraction(dx * dx + dy * dy)
    for p in (c, d):
        if on_side(p, a, b):
            found.append(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length if length else Fraction(0))
    for t, p in ((Fraction(0), a), (Fraction(1), b)):
        if on_side(p, c, d):
            found.append(t)
    return found


def far(one: Ring, other: Ring) -> Fraction:
    """The squared distance of two outlines, 0 if they share a point."""
    if any(meetings(*s, *t) for s in sides(one) for t in sides(other)):
        return Fraction(0)
    if (len(other) > 2 and inside(one[0], other)) or (len(one) > 2 and inside(other[0], one)):
        return Fraction(0)
    return min(
        *(far_from_side(p, *t) for p in one for t in sides(other)),
        *(far_from_side(p, *s) for p in other for s in sides(one)),
    )


def way_contact(a: Spot, b: Spot, ring: Ring) -> str:
    """A segment against an outline: the middles of all stretches between its meetings with the sides."""
    stops = sorted({Fraction(0), Fraction(1), *(t for side in sides(ring) for t in meetings(a, b, *side))})
    middles = [(s + t) / 2 for s, t in pairwise(stops)] + stops
    spots = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in middles]
    if any(strictly_inside(p, ring) for p in spots):
        return "crossing"
    return "touching" if any(inside(p, ring) for p in spots) else "apart"


def _slabs(rings: Sequence[Ring]) -> list[tuple[Fraction, Fraction]]:
    """Upright strips in which no two sides cross."""
    xs = {Fraction(x) for ring in rings for x, _ in ring}
    lines = [side for ring in rings for side in sides(ring)]
    for i, (a, b) in enumerate(lines):
        for c, d in lines[:i]:
            xs.update(a[0] + t * (b[0] - a[0]) for t in meetings(a, b, c, d))
    return list(pairwise(sorted(xs)))


def _runs(ring: Ring, x: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Where an upright line is inside."""
    ys = sorted(a[1] + (x - a[0]) * Fraction(b[1] - a[1]) / (b[0] - a[0])
                for a, b in sides(ring) if min(a[0], b[0]) < x < max(a[0], b[0]))  # fmt: skip
    return list(zip(ys[::2], ys[1::2], strict=True))


def common_area(one: Ring, other: Ring) -> Fraction:
    """The area that two outlines share, by slabs."""
    total = Fraction(0)
    for left, right in _slabs((one, other)):
        x = (left + right) / 2
        for a, b in _runs(one, x):
            for c, d in _runs(other, x):
                total += max(Fraction(0), min(b, d) - max(a, c)) * (right - left)
    return total


def area(ring: Ring) -> Fraction:
    """The area of an outline, by slabs."""
    return sum(((b - a) * (right - left) for left, right in _slabs((ring,))
                for a, b in _runs(ring, (left + right) / 2)), Fraction(0))  # fmt: skip


def digits(n: int, d: int, r: int) -> Decimal:
    """max(0, sqrt(n / d) - r) to 120 digits."""
    with localcontext() as context:
        context.prec = DIGITS
        return max(Decimal(0), (Decimal(n) / Decimal(d)).sqrt() - r)


def same(one: Decimal, other: Decimal) -> bool:
    """Equal to 90 digits: no two gaps of the tests are nearer without being equal."""
    return abs(one - other) < Decimal(10) ** -90
