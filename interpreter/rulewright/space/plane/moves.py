"""Moves on the plane: ways of straight legs, what they sweep, how long they are, and spots found by distance and
direction.

A way is judged and never guessed: its length is the sum of its legs, each rounded up to a thousandth of an inch. Along
a leg a base has the turn of the leg's end: it turns on the spot, then moves. Turning alone sweeps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from rulewright.space.plane.points import Part, Xy, hull, square
from rulewright.space.plane.poses import on_plane, pose, split, spot_of
from rulewright.space.plane.shapes import Base, Shape
from rulewright.space.plane.turns import toward

MOST_POSES: Final = 16


def is_way(way: Sequence[int]) -> bool:
    """Whether poses may be a way: at least a start and an end, and no more than a fixed number of them."""
    return 2 <= len(way) <= MOST_POSES and all(0 <= one >> 2 * 21 < 360 for one in way)


def length_up(a: Xy, b: Xy) -> int:
    """The distance of two spots, rounded up to a thousandth."""
    n = square(a, b)
    root = isqrt(n)
    return root + (root * root != n)


def way_length(way: Sequence[int]) -> int:
    """The length of a way of poses: the sum of its legs, each rounded up."""
    spots = [spot_of(one) for one in way]
    return sum(length_up(spots[i - 1], spots[i]) for i in range(1, len(spots)))


def swept(base: Base, way: Sequence[int]) -> Shape:
    """What a base covers on its way, including its first and last pose. Parts may overlap."""
    if len(way) == 1:
        return base.at(way[0])
    parts: list[Part] = []
    turn, x, y = split(way[0])
    if not base.round and split(way[1])[0] != turn:
        parts += base.at(way[0]).parts
    for goal in way[1:]:
        turn, p, q = split(goal)
        for part in base.drawn if base.round else base.turned(turn):
            parts.append(hull([(a + x, b + y) for a, b in part] + [(a + p, b + q) for a, b in part]))
        x, y = p, q
    return Shape(tuple(dict.fromkeys(parts)), base.r)


def scattered(spot: int, degrees: int, distance: int) -> int:
    """The spot at a distance in a direction, rounded to the nearest; the turn is kept. -1 off the plane."""
    turn, x, y = split(spot)
    dx, dy = toward(degrees, distance)
    return pose(x + dx, y + dy, turn) if on_plane(x + dx, y + dy) else -1


def moved_toward(spot: int, goal: Xy, distance: int) -> int:
    """The spot on the way to another, at most a distance away and never past the goal; the turn is kept.

    Rounded towards the start, so the leg is never longer than the distance.
    """
    turn, x, y = split(spot)
    dx, dy = goal[0] - x, goal[1] - y
    length = dx * dx + dy * dy
    if distance >= 0 and length <= distance * distance:
        return pose(*goal, turn)
    if distance <= 0:
        return spot
    return pose(x + _scaled(dx, distance, length), y + _scaled(dy, distance, length), turn)


def _scaled(along: int, distance: int, length: int) -> int:
    """along * distance / sqrt(length), rounded to 0."""
    n = isqrt(along * along * distance * distance // length)
    return n if along >= 0 else -n
