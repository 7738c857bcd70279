"""Proposes ways round obstacles: straight legs past the corners of what is in the way, grown by the base.

A way that is proposed is legal as far as its obstacles go; whether there is a shorter one, or one where none was
found, is not decided. No rule may ask: a law judges the way that is given. Separate for that reason.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.insides import shape_in
from rulewright.space.plane.measures import overlapping
from rulewright.space.plane.moves import MOST_POSES, length_up, swept
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import on_plane, pose, split, spot_of
from rulewright.space.plane.shapes import Base, Outline, Shape, segment
from rulewright.space.plane.turns import toward

MOST_CORNERS: Final = 600
_STEP: Final = 30
# 1 / cos(15 degrees), in thousandths, rounded up: the sides of a polygon of twelve corners keep clear of the circle.
_WIDER: Final = 1_036


def route(base: Base, start: int, goal: int, bodies: Buckets, table: Outline | None = None,
          most: int | None = None) -> tuple[int, ...] | None:  # fmt: skip
    """A way from pose to pose on which a base overlaps no body and stays on the table; the shortest that was found.

    Args:
        base: what moves. One with corners goes as the disc round it, except straight to the goal.
        start: where it stands.
        goal: where it goes; it has the turn of the goal on all legs.
        bodies: what it must not overlap.
        table: what it must not leave.
        most: the greatest length.
    """
    if start == goal:
        return (start, goal)
    a, b = spot_of(start), spot_of(goal)
    turn = split(goal)[0]
    if most is not None and length_up(a, b) > most:
        return None
    if _is_free(swept(base, (start, goal)), bodies, table):
        return (start, goal)
    spots = [a, b, *_corners(base.outer, bodies, table)]
    found = _shortest(spots, base.outer, bodies, table, most)
    if found is None:
        return None
    return (start, *(pose(*spot, turn) for spot in found[1:-1]), goal)


def _is_free(shape: Shape, bodies: Buckets, table: Outline | None) -> bool:
    if table is not None and not shape_in(table, shape):
        return False
    return not any(overlapping(shape, bodies.shapes[number]) for number in bodies.near(shape))


def _corners(r: int, bodies: Buckets, table: Outline | None) -> Iterator[Xy]:
    """Spots round every corner of every body at which a disc is free, each once, up to a fixed number."""
    seen: set[Xy] = set()
    for number in sorted(bodies.shapes):
        shape = bodies.shapes[number]
        far = (r + shape.r) * _WIDER // 1_000 + 2
        for x, y in dict.fromkeys(p for part in shape.parts for p in part):
            for degrees in range(0, 360, _STEP):
                dx, dy = toward(degrees, far)
                spot = x + dx, y + dy
                if spot in seen or not on_plane(*spot):
                    continue
                seen.add(spot)
                if len(seen) > MOST_CORNERS:
                    return
                if _is_free(Shape(((spot,),), r), bodies, table):
                    yield spot


def _shortest(spots: Sequence[Xy], r: int, bodies: Buckets, table: Outline | None,
              most: int | None) -> list[Xy] | None:  # fmt: skip
    """The shortest chain of free legs from the first spot to the second; ties by the order of spots."""
    goal = spots[1]
    ahead = [length_up(spot, goal) for spot in spots]
    best = {0: 0}
    before: dict[int, int] = {}
    legs = {0: 0}
    todo = [(ahead[0], 0)]
    done: set[int] = set()
    while todo:
        _, at = heapq.heappop(todo)
        if at in done:
            continue
        if at == 1:
            chain = [1]
            while chain[-1]:
                chain.append(before[chain[-1]])
            return [spots[i] for i in reversed(chain)]
        done.add(at)
        if legs[at] + 2 >= MOST_POSES:
            continue
        for other in range(1, len(spots)):
            if other in done:
                continue
            cost = best[at] + length_up(spots[at], spots[other])
            if (most is not None and cost + ahead[other] > most) or (other in best and cost >= best[other]):
                continue
            if _is_free(segment(spots[at], spots[other], r), bodies, table):
                best[other], before[other], legs[other] = cost, at, legs[at] + 1
                heapq.heappush(todo, (cost + ahead[other], other))
    return None
