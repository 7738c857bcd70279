"""Lines of sight among bases and terrain: finds exactly what blocks a line, and in which order it meets that.

Separate because which of two things a line enters first is decided by numbers with roots (`roots`), not by rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Final

from rulewright.space.plane.insides import contact, passage
from rulewright.space.plane.measures import apart
from rulewright.space.plane.points import Part, Xy, cross
from rulewright.space.plane.roots import Root, order, sign
from rulewright.space.plane.shapes import Shape

_START = Root(0, 0, 0, 1)
_FINE: Final = 32


def met(a: Xy, b: Xy, shapes: Sequence[Shape]) -> list[int]:
    """All shapes that a line meets, in the order in which it meets them from a; those met at the same point by
    index."""
    entries = [(found, i) for i, shape in enumerate(shapes) if (found := entry(a, b, shape)) is not None]
    ordered: list[tuple[Root, int]] = []
    for one in entries:
        at = len(ordered)
        while at and order(one[0], ordered[at - 1][0]) < 0:
            at -= 1
        ordered.insert(at, one)
    return [i for _, i in ordered]


def clear(a: Xy, b: Xy, shapes: Iterable[Shape], grazing: bool = True) -> bool:
    """Whether a line crosses none of some shapes. A line that only touches a rim is clear, unless grazing is
    refused."""
    return not any(found == "crossing" or (found == "touching" and not grazing)
                   for shape in shapes for found in (contact(a, b, shape),))  # fmt: skip


def spot_on(a: Xy, b: Xy, shape: Shape) -> Xy | None:
    """Where a line meets a shape first, each coordinate at most a thousandth off; None if it misses it."""
    found = entry(a, b, shape)
    if found is None:
        return None
    # The share of the way in parts of a power of two that no way on a table is nearly as long as.
    share = ((found.p << _FINE) + found.s * isqrt(found.q << 2 * _FINE)) // found.d
    return a[0] + _rounded((b[0] - a[0]) * share), a[1] + _rounded((b[1] - a[1]) * share)


def _rounded(n: int) -> int:
    """n / 2^_FINE, rounded to the nearest."""
    return (n + (1 << _FINE - 1)) >> _FINE


def entry(a: Xy, b: Xy, shape: Shape) -> Root | None:
    """The share of the way from a to b at which a segment meets a shape first, None if it misses it."""
    best: Root | None = None
    for part in shape.parts:
        found = _into(a, b, part, shape.r)
        if found is not None and (best is None or order(found, best) < 0):
            best = found
    return best


def _into(a: Xy, b: Xy, part: Part, r: int) -> Root | None:
    n, d = apart((a,), part)
    if n <= d * r * r:
        return _START
    if a == b:
        return None
    if not r:
        return _into_thin(a, b, part)
    n, d = apart((a, b), part)
    if n > d * r * r:
        return None
    best: Root | None = None
    for found in _round_entries(a, b, part, r):
        if best is None or order(found, best) < 0:
            best = found
    return best


def _into_thin(a: Xy, b: Xy, part: Part) -> Root | None:
    """The first meeting with a part as drawn; the way begins outside of it."""
    if len(part) > 2:
        run = passage(a, b, part)
        return None if run is None else Root(run[0][0], 0, 0, run[0][1])
    if apart((a, b), part)[0]:
        return None
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    sides = [cross(a, b, p) for p in part]
    if any(sides):
        # The lines meet in one point: where the side on which the way is becomes 0.
        c, e = part
        f, g = cross(c, e, a), cross(c, e, b)
        return Root(f, 0, 0, f - g) if f > g else Root(-f, 0, 0, g - f)
    return Root(min((x - a[0]) * dx + (y - a[1]) * dy for x, y in part), 0, 0, length)


def _round_entries(a: Xy, b: Xy, part: Part, r: int) -> Iterable[Root]:
    """Where a way that begins outside enters the discs round the corners, and the strips along the sides."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    length = vx * vx + vy * vy
    for x, y in part:
        wx, wy = a[0] - x, a[1] - y
        along = wx * vx + wy * vy
        q = along * along - length * (wx * wx + wy * wy - r * r)
        if q >= 0 and along < 0 and sign(-along - length, -1, q) <= 0:
            yield Root(-along, -1, q, length)
    if len(part) == 1:
        return
    for i in range(len(part)):
        c, e = part[i - 1], part[i]
        sx, sy = e[0] - c[0], e[1] - c[1]
        f, g = cross(c, e, a), cross(c, e, b)
        if g <= f:
            continue
        m = sx * sx + sy * sy
        # f + t (g - f) = -r sqrt(m), and the foot on the side lies between its ends.
        t = Root(-f, -1, r * r * m, g - f)
        start, end = (a[0] - c[0]) * sx + (a[1] - c[1]) * sy, (b[0] - c[0]) * sx + (b[1] - c[1]) * sy
        low = start * t.d + (end - start) * t.p
        if (
            sign(t.p, t.s, t.q) >= 0
            and sign(t.p - t.d, t.s, t.q) <= 0
            and sign(low, (end - start) * t.s, t.q) >= 0
            and sign(low - m * t.d, (end - start) * t.s, t.q) <= 0
        ):
            yield t
