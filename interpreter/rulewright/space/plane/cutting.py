"""Cuts outlines into convex parts, and finds the area that parts share, in whole numbers.

Separate because every predicate of the plane only handles convex parts: a concave outline is cut once, when it is read
or turned. No corner is added, so whole coordinates stay whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Final

from rulewright.space.plane.points import Part, Xy, cross, doubled_area, segments_meet, square, to_segment

# A corner of a cut area: the point (x / w, y / w), w > 0.
_Corner = tuple[int, int, int]
# From where to where on a line.
_Run = tuple[int, int]
_LONG: Final = 1 << 4_096


def flaw(outline: Sequence[Xy], clearance: int = 0) -> tuple[int, str] | None:
    """What keeps an outline from bounding one area: the index of a corner and the problem, or None.

    Args:
        outline: the corners in order, in either direction.
        clearance: the least distance of a corner from a side that does not end in it.
    """
    n = len(outline)
    if n < 3:
        return 0, f"an outline has at least 3 corners, found {n}"
    for i, corner in enumerate(outline):
        if corner == outline[i - 1]:
            return i, "two corners in a row are the same spot"
    for i in range(n):
        a, b = outline[i], outline[(i + 1) % n]
        for j in range(n):
            if j in (i, (i + 1) % n):
                continue
            far, length = to_segment(outline[j], a, b)
            if far == 0:
                return j, "a corner lies on another side"
            if far < length * clearance * clearance:
                return j, f"a corner is nearer than {clearance} thousandths to another side"
            k = (j + 1) % n
            if k not in (i, (i + 1) % n) and segments_meet(a, b, outline[j], outline[k]):
                return j, "two sides cross"
    return None


def clockwise(outline: Sequence[Xy]) -> Part:
    """An outline in the order required of parts."""
    return tuple(outline) if doubled_area(outline) > 0 else tuple(reversed(outline))


def convex_parts(outline: Part) -> tuple[Part, ...]:
    """Parts that fill a clockwise outline without overlap; one part if the outline is convex."""
    n = len(outline)
    if all(cross(outline[i - 2], outline[i - 1], outline[i]) >= 0 for i in range(n)):
        return (outline,)
    return tuple(_merged(_triangles(outline)))


def _triangles(outline: Part) -> list[Part]:
    """Cuts off ears: the one with the shortest cut first, so that parts are not needlessly thin."""
    n = len(outline)
    before, after = [i - 1 for i in range(n)], [(i + 1) % n for i in range(n)]
    before[0] = n - 1
    # Corners that do not turn outwards: only these can lie in an ear, or on its cut.
    blunt = {i for i in range(n) if cross(outline[i - 1], outline[i], outline[after[i]]) <= 0}
    in_way: dict[int, int] = {}  # by corner that is no ear, one that blocks it: itself if it does not turn outwards

    def cut(i: int) -> Part:
        return outline[before[i]], outline[i], outline[after[i]]

    def look(i: int) -> None:
        """Whether a corner is an ear."""
        in_way.pop(i, None)
        if i in blunt:
            in_way[i] = i
            return
        a, b, c = cut(i)
        ends = before[i], after[i]
        for j in sorted(blunt):
            if j not in ends and _holds(a, b, c, outline[j]):
                in_way[i] = j
                return

    left = list(range(n))
    for i in left:
        look(i)
    found: list[Part] = []
    while len(left) > 3:
        ears = [(square(outline[before[i]], outline[after[i]]), i) for i in left if i not in in_way]
        if not ears:
            # The rest has no interior: corners on one line.
            return found
        _, i = min(ears)
        found.append(cut(i))
        left.remove(i)
        ends = before[i], after[i]
        after[ends[0]], before[ends[1]] = ends[1], ends[0]
        freed = set(ends)
        for j in ends:
            if j in blunt and cross(*cut(j)) > 0:
                blunt.discard(j)
                freed.update(k for k in left if in_way.get(k) == j)
        for j in sorted(freed):
            look(j)
    rest = tuple(outline[i] for i in left)
    return [*found, rest] if doubled_area(rest) else found


def _holds(a: Xy, b: Xy, c: Xy, p: Xy) -> bool:
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _merged(parts: list[Part]) -> list[Part]:
    """Joins parts over common sides while the result is convex."""
    alive: list[Part | None] = list(parts)
    owner = {side: i for i, part in enumerate(parts) for side in _sides(part)}
    for at in range(len(parts)):
        joined = alive[at]
        while joined is not None:
            part, joined = joined, None
            for a, b in _sides(part):
                other = owner.get((b, a))
                neighbour = alive[other] if other is not None else None
                if neighbour is not None:
                    joined = _joined(part, neighbour, a, b)
                if joined is not None and other is not None:
                    alive[at], alive[other] = joined, None
                    del owner[a, b], owner[b, a]
                    owner |= dict.fromkeys(_sides(joined), at)
                    break
    return [part for part in alive if part is not None]


def _sides(part: Part) -> list[tuple[Xy, Xy]]:
    return [(part[i - 1], part[i]) for i in range(len(part))]


def _joined(one: Part, other: Part, a: Xy, b: Xy) -> Part | None:
    """Two parts joined over the side that leads from a to b in the first, None if the whole is not convex."""
    i, j, n, m = one.index(b), other.index(a), len(one), len(other)
    mine, rest = (one[(i + k) % n] for k in range(n)), (other[(j + 1 + k) % m] for k in range(m - 2))
    whole = (*mine, *rest)
    convex = all(cross(whole[k - 2], whole[k - 1], whole[k]) >= 0 for k in range(len(whole)))
    return whole if convex else None


def seams(parts: Sequence[Part]) -> tuple[tuple[Xy, Xy], ...]:
    """The cuts inside: where sides of two parts run on one line, a part on either hand. The parts of a way may share
    only pieces of their sides."""
    # By line, as its least step and its place: for each spot of a side on it, by how far along it lies, and the sides
    # in both directions.
    lines: dict[tuple[int, int, int], tuple[dict[int, Xy], list[_Run], list[_Run]]] = {}
    for part in parts:
        for a, b in _sides(part) if len(part) > 2 else ():
            low, high = min(a, b), max(a, b)
            shared = gcd(high[0] - low[0], high[1] - low[1])
            dx, dy = (high[0] - low[0]) // shared, (high[1] - low[1]) // shared
            spots, there, back = lines.setdefault((dx, dy, dx * a[1] - dy * a[0]), ({}, [], []))
            run = dx * low[0] + dy * low[1], dx * high[0] + dy * high[1]
            spots |= zip(run, (low, high), strict=True)
            (there if low == a else back).append(run)
    found = [
        (spots[max(one[0], other[0])], spots[min(one[1], other[1])])
        for spots, there, back in lines.values()
        for one in _joint(there)
        for other in _joint(back)
        if max(one[0], other[0]) < min(one[1], other[1])
    ]
    return tuple(sorted(found))


def _joint(runs: Sequence[_Run]) -> list[_Run]:
    """Pieces of a line, those that overlap as one."""
    found: list[_Run] = []
    for low, high in sorted(runs):
        if found and low < found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def shared_area(one: Sequence[Part], other: Sequence[Part]) -> tuple[int, int]:
    """Twice the area that two groups of parts share, as a fraction; the parts of each group do not overlap."""
    pieces = [_cut_area(part, against) for part in one for against in other]
    # Added in pairs, and pairs in pairs: a sum of many has a long denominator, and few sums are to be long.
    while len(pieces) > 1:
        pieces = [_added(*pieces[i : i + 2]) for i in range(0, len(pieces), 2)]
    return pieces[0] if pieces else (0, 1)


def _added(one: tuple[int, int], other: tuple[int, int] = (0, 1)) -> tuple[int, int]:
    """The sum of two fractions, in lowest terms unless it is so long that finding them takes longest."""
    if not one[0] or not other[0]:
        return one if one[0] else other
    n, d = one[0] * other[1] + other[0] * one[1], one[1] * other[1]
    shared = gcd(n, d) if d < _LONG else 1
    return n // shared, d // shared


def _cut_area(part: Part, by: Part) -> tuple[int, int]:
    corners: list[_Corner] = [(x, y, 1) for x, y in part]
    for i in range(len(by)):
        corners = _cut(corners, by[i - 1], by[i])
        if len(corners) < 3:
            return 0, 1
    n, d = 0, 1
    x, y, w = corners[-1]
    for p, q, v in corners:
        n, d = n * w * v + (x * q - y * p) * d, d * w * v
        shared = gcd(n, d)
        n, d = n // shared, d // shared
        x, y, w = p, q, v
    return n, d


def _cut(corners: list[_Corner], a: Xy, b: Xy) -> list[_Corner]:
    """The part of a convex area on the right of a line or on it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    # w times the side on which a corner lies
    sides = [dx * (y - a[1] * w) - dy * (x - a[0] * w) for x, y, w in corners]
    found: list[_Corner] = []
    for i, corner in enumerate(corners):
        before, f, g = corners[i - 1], sides[i - 1], sides[i]
        if (f < 0 < g) or (g < 0 < f):
            # f and g are the sides times the w of their corner; here both times the same.
            f, g = f * corner[2], g * before[2]
            x, y, w = (before[k] * corner[2] * g - corner[k] * before[2] * f for k in (0, 1, 2))
            if w < 0:
                x, y, w = -x, -y, -w
            shared = gcd(gcd(x, y), w)
            found.append((x // shared, y // shared, w // shared))
        if g >= 0:
            found.append(corner)
    return found
