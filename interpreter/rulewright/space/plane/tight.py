"""Finds spots in narrow room: where the boundaries of two areas cross, for room that is a single spot, such as exactly
between two bases; and on a boundary, for room that is a line, such as in contact with an edge.

Separate because it is the only part of a search that knows what terms are made of. A crossing is computed in sixteenths
of a thousandth and rounded; it only names spots to try, and each of them is tested exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final, NamedTuple

from rulewright.space.plane.bodies import Fit
from rulewright.space.plane.charges import Charge, free
from rulewright.space.plane.points import Xy
from rulewright.space.plane.terms import Common, Deep, Near, Outside, Past, Term, Union

MOST_SPOTS: Final = 4000
# Weights, as those of terms: of testing whether a curve is near a box, of crossing two curves, of the spot of one
# curve.
_NEAR: Final = 4
_CROSSING: Final = 12
_FOOT: Final = 10
_FINE: Final = 16


class _Round(NamedTuple):
    x: int
    y: int
    r: int


class _Straight(NamedTuple):
    x: int
    y: int
    dx: int
    dy: int


_Curve = _Round | _Straight


def tight_spots(boxes: Sequence[tuple[int, int, int, tuple[Term, ...]]], charge: Charge = free) -> Iterator[Xy]:
    """Spots in or next to some boxes, given with the terms whose boundaries run through each: crossings of two of them,
    and the spots around, without duplicates, and no more than a fixed number. The work is charged in advance."""
    seen: set[Xy] = set()
    curves: dict[int, list[_Curve]] = {}
    for x, y, half, terms in boxes:
        near: list[_Curve] = []
        for term in terms:
            if id(term) not in curves:
                charge(_NEAR * term.box_weight)
                curves[id(term)] = list(dict.fromkeys(_boundary(term)))
            charge(_NEAR * len(curves[id(term)]))
            near += [curve for curve in curves[id(term)] if _runs_by(curve, x, y, 2 * half)]
        charge(_CROSSING * len(near) * (len(near) - 1) // 2)
        for i, one in enumerate(near):
            for other in near[:i]:
                for p, q in _crossings(one, other):
                    if abs(p - x) > half + 1 or abs(q - y) > half + 1:
                        continue
                    for spot in ((p + dx, q + dy) for dy in (0, -1, 1) for dx in (0, -1, 1)):
                        if spot not in seen:
                            if len(seen) >= MOST_SPOTS:
                                return
                            seen.add(spot)
                            yield spot


def thin_spots(boxes: Sequence[tuple[int, int, int, tuple[Term, ...]]], charge: Charge = free) -> Iterator[Xy]:
    """The spots of boundaries that run through some boxes next to the centre of each, and the spots around, without
    duplicates and no more than a fixed number."""
    seen: set[Xy] = set()
    curves: dict[int, list[_Curve]] = {}
    for x, y, half, terms in boxes:
        for term in terms:
            if id(term) not in curves:
                charge(_NEAR * term.box_weight)
                curves[id(term)] = list(dict.fromkeys(_boundary(term)))
            charge(_FOOT * len(curves[id(term)]))
            for curve in curves[id(term)]:
                if not _runs_by(curve, x, y, 2 * half):
                    continue
                p, q = _foot(curve, x * _FINE, y * _FINE)
                for spot in ((p + dx, q + dy) for dy in (0, -1, 1) for dx in (0, -1, 1)):
                    if spot not in seen:
                        if len(seen) >= MOST_SPOTS:
                            return
                        seen.add(spot)
                        yield spot


def _foot(curve: _Curve, x: int, y: int) -> Xy:
    """The spot of a curve that is nearest to a given one; everything but the result in sixteenths."""
    if isinstance(curve, _Straight):
        length = curve.dx**2 + curve.dy**2
        t = (x - curve.x) * curve.dx + (y - curve.y) * curve.dy
        return _whole(curve.x + curve.dx * t // length, curve.y + curve.dy * t // length)
    far = isqrt((x - curve.x) ** 2 + (y - curve.y) ** 2) or 1
    return _whole(curve.x + (x - curve.x) * curve.r // far, curve.y + (y - curve.y) * curve.r // far)


def _boundary(term: Term) -> Iterator[_Curve]:
    """Circles and lines that contain the boundary of a term, in sixteenths."""
    if isinstance(term, Outside):
        yield from _boundary(term.term)
    elif isinstance(term, Union | Common):
        for one in term.terms:
            yield from _boundary(one)
    elif isinstance(term, Near):
        for part in term.shape.parts:
            for x, y in part:
                yield _Round(x * _FINE, y * _FINE, term.reach * _FINE)
            for i in range(len(part) if len(part) > 1 else 0):
                yield _moved(part[i - 1], part[i], -term.reach)
    elif isinstance(term, Past):
        yield _moved(term.a, term.b, term.t if term.side == "right" else -term.t)
    elif isinstance(term, Deep):
        for a, b in term.outline.sides:
            yield _moved(a, b, term.t)
        for x, y in term.outline.corners if term.t else ():
            yield _Round(x * _FINE, y * _FINE, term.t * _FINE)
    elif isinstance(term, Fit):
        yield from _fitted(term)


def _fitted(term: Fit) -> Iterator[_Curve]:
    """Lines on which a base in its turn stands in contact with a straight side of an area, on either side of it."""
    about, corners = term.about, [p for part in term.base.turned(term.turn) for p in part]
    sides: list[tuple[Xy, Xy]] = []
    reach = 0
    if isinstance(about, Past):
        sides, reach = [(about.a, about.b)], about.t if about.side == "right" else -about.t
    elif isinstance(about, Deep):
        sides, reach = list(about.outline.sides), about.t
    elif isinstance(about, Near):
        sides, reach = [(part[i - 1], part[i]) for part in about.shape.parts if len(part) > 1
                        for i in range(len(part))], -about.reach  # fmt: skip
    for a, b in sides:
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = isqrt((dx * dx + dy * dy) << 20)
        across = [((dx * q - dy * p) << 10) // length for p, q in corners]  # how far each lies to the right
        for by in (term.base.r - min(across) + reach, reach - max(across) - term.base.r):
            yield _moved(a, b, by)


def _moved(a: Xy, b: Xy, by: int) -> _Straight:
    """A line moved to its right."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = isqrt((dx * dx + dy * dy) << 20)
    return _Straight(a[0] * _FINE - (dy * by * _FINE << 10) // length, a[1] * _FINE + (dx * by * _FINE << 10) // length,
                     dx, dy)  # fmt: skip


def _runs_by(curve: _Curve, x: int, y: int, reach: int) -> bool:
    """Whether a curve comes near a box."""
    x, y, reach = x * _FINE, y * _FINE, (reach + 2) * _FINE
    if isinstance(curve, _Round):
        far = isqrt((x - curve.x) ** 2 + (y - curve.y) ** 2)
        return abs(far - curve.r) <= reach
    off = curve.dx * (y - curve.y) - curve.dy * (x - curve.x)
    return off * off <= reach * reach * (curve.dx**2 + curve.dy**2)


def _crossings(one: _Curve, other: _Curve) -> Iterator[Xy]:
    """Where two curves cross or nearly touch, in thousandths."""
    if isinstance(one, _Straight) and isinstance(other, _Straight):
        k = one.dx * other.dy - one.dy * other.dx
        if k:
            t = (other.x - one.x) * other.dy - (other.y - one.y) * other.dx
            yield _whole(one.x + one.dx * t // k, one.y + one.dy * t // k)
    elif isinstance(one, _Straight):
        yield from _crossings(other, one)
    elif isinstance(other, _Straight):
        yield from _round_and_straight(one, other.x, other.y, other.dx, other.dy)
    elif (one.x, one.y) != (other.x, other.y):
        # The line through both crossings of two circles.
        dx, dy = other.x - one.x, other.y - one.y
        length = dx * dx + dy * dy
        t = length + one.r**2 - other.r**2
        yield from _round_and_straight(one, one.x + dx * t // (2 * length), one.y + dy * t // (2 * length), -dy, dx)


def _round_and_straight(circle: _Round, x: int, y: int, dx: int, dy: int) -> Iterator[Xy]:
    length = dx * dx + dy * dy
    t = (circle.x - x) * dx + (circle.y - y) * dy
    fx, fy = x + dx * t // length, y + dy * t // length
    rest = circle.r**2 - (fx - circle.x) ** 2 - (fy - circle.y) ** 2
    if rest < 0:
        # A line that nearly touches: to a thousandth.
        if isqrt(-rest) ** 2 > 4 * _FINE * max(circle.r, 1):
            return
        rest = 0
    for sign in (1, -1) if rest else (1,):
        yield _whole(fx + sign * _along(dx, rest, length), fy + sign * _along(dy, rest, length))


def _along(d: int, rest: int, length: int) -> int:
    """d * sqrt(rest / length)"""
    n = isqrt(d * d * rest // length)
    return n if d >= 0 else -n


def _whole(x: int, y: int) -> Xy:
    return (x + _FINE // 2) // _FINE, (y + _FINE // 2) // _FINE
