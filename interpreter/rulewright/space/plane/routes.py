"""Proposes ways round obstacles: straight legs past their corners.

The caller supplies the test whether a leg is allowed, and the things that block it. Only corners of these are tried, so
things that are not in the way cost nothing. The legs of a proposed way are all allowed. It is not decided whether there
is a shorter way, or one if none was found. Therefore no rule may use it: a law judges the way that is given. Separate
for that reason.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rulewright.space.plane.moves import MOST_POSES, length_up
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import on_plane
from rulewright.space.plane.shapes import Shape
from rulewright.space.plane.turns import toward

MOST_TRIES: Final = 600
"""This many legs are tried from one place."""
MOST_CORNERS: Final = 200
_ROUNDS: Final = 6  # how often a way to one goal is searched for, each time past more things
_BEND: Final = 200  # how much shorter a way must be to be worth one more leg: few legs are easier to read
_STEP: Final = 30
# 1 / cos(15 degrees), in thousandths, rounded up: the sides of a polygon of twelve corners stay outside the circle.
_WIDER: Final = 1_036

Free = Callable[[Xy, Xy], bool]


class Roads:
    """Ways from one place to any others."""

    def __init__(self, start: Xy, free: Free, met: Callable[[Xy, Xy], Iterable[int]],
                 corners: Callable[[int], Iterable[Xy]], most: int | None = None) -> None:  # fmt: skip
        """
        Args:
            start: where all ways begin.
            free: whether a straight leg is allowed; for a spot and itself, whether a leg may end there.
            met: the things, by number, that block a leg.
            corners: spots past which ways round such a thing may lead.
            most: the greatest length of a way.
        """
        self._start, self._free, self._met, self._corners, self._most = start, free, met, corners, most
        self._spots: dict[Xy, None] = {}
        self._known: dict[tuple[Xy, Xy], bool] = {}
        self._round: set[int] = set()  # the things whose corners are known
        self._hit: set[int] = set()

    def to(self, goal: Xy) -> tuple[Xy, ...] | None:
        """The spots of a way to a goal, including its start; the shortest past the corners that were tried."""
        for _ in range(_ROUNDS):
            found = self._shortest(goal, _BEND) or self._shortest(goal, 0)
            new = sorted(self._hit - self._round)
            if found is not None or not new:
                return found
            self._round.update(new)
            for number in new:
                for spot in self._corners(number):
                    if len(self._spots) < MOST_CORNERS and spot not in self._spots and self._may_go(spot, spot):
                        self._spots[spot] = None
        return None

    def _may_go(self, a: Xy, b: Xy) -> bool:
        known = self._known.get((a, b))
        if known is None:
            known = self._known[a, b] = len(self._known) < MOST_TRIES and self._free(a, b)
        return known

    def _shortest(self, goal: Xy, bend: int) -> tuple[Xy, ...] | None:
        """The shortest chain of allowed legs, where each leg adds `bend` to the length; ties by the order in which
        corners were found. A leg is tested only if no shorter way could do without it, so few are tested."""
        todo: list[tuple[int, int, int, tuple[Xy, ...]]] = [(length_up(self._start, goal), 0, 0, (self._start,))]
        done: set[Xy] = set()
        order = 0
        while todo:
            _, _, gone, chain = heapq.heappop(todo)
            at = chain[-1]
            if at in done:
                continue
            if len(chain) > 1 and not self._may_go(chain[-2], at):
                if len(self._known) >= MOST_TRIES:
                    return None
                self._hit.update(self._met(chain[-2], at))
                continue
            if at == goal:
                return chain
            done.add(at)
            if len(chain) >= MOST_POSES:
                continue
            for other in (goal, *self._spots):
                length = gone + length_up(at, other)
                whole = length + length_up(other, goal)
                if other in done or (self._most is not None and whole > self._most):
                    continue
                order += 1
                heapq.heappush(todo, (whole + bend * len(chain), order, length, (*chain, other)))
        return None


def round_corners(shape: Shape, clear: int) -> Iterator[Xy]:
    """Spots round each corner of a shape, on its outer side, such that a thing that must keep this distance from the
    shape with its centre can pass."""
    far = (clear + shape.r) * _WIDER // 1_000 + 2
    points = list(dict.fromkeys(p for part in shape.parts for p in part))
    across, down = sum(x for x, _ in points), sum(y for _, y in points)
    for x, y in points:
        outwards = len(points) * x - across, len(points) * y - down
        for degrees in range(0, 360, _STEP):
            dx, dy = toward(degrees, far)
            if outwards[0] * dx + outwards[1] * dy >= 0 and on_plane(x + dx, y + dy):
                yield x + dx, y + dy
