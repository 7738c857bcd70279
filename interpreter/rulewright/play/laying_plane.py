"""Proposes places for one more of several entities on a plane, for searches of formations.

Separate because on cells all places can be listed (`laying_cells`); both modules have the same functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from rulewright.play.bounds import spend
from rulewright.play.plane_areas import ASKED, BOX, anchors_on, common, has
from rulewright.play.standing_plane import PAIR
from rulewright.play.state import State
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.measures import overlapping
from rulewright.space.plane.moves import scattered
from rulewright.space.plane.poses import on_plane, pose, split, spot_of
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Base, weight
from rulewright.space.plane.terms import Term

HALVINGS: Final = 21
"""How often a way between two places is halved: no longer way has more thousandths of an inch."""
LONGEST: Final = 1 << 13
"""The longest step aside, in thousandths of an inch."""
_GAPS: Final = (0, 500, 1_000, 2_000)  # between neighbouring bases
_TURN: Final = 30  # degrees from place to place round a base
_SPOTS: Final = 200  # places that are tried away from all that are laid


def stands(m: State, e: int, at: int) -> bool:
    """Whether an entity would stand wholly on the table there."""
    turn, x, y = split(at) if at >= 0 else (360, 0, 0)
    return turn < 360 and on_plane(x, y) and has(m, anchors_on(m, e), at)


def _turn(m: State, e: int) -> int:
    """The turn in which an entity is proposed: its current one."""
    return split(m.at[e])[0] if m.at[e] >= 0 else 0


def both(m: State, one: Term, other: Term) -> Term:
    """The intersection of two areas."""
    return common(m, one, other)


class Looking:
    """What a search remembers from place to place: how many boxes of the table it may still examine, and what it has
    laid, by location."""

    __slots__ = ("_laid", "_standing", "left")

    def __init__(self, most: int) -> None:
        self.left = most
        self._laid: tuple[tuple[int, int], ...] = ()
        self._standing = Buckets({})

    def around(self, m: State, laid: tuple[tuple[int, int], ...]) -> Buckets:
        """What is laid, by its rank. Little changes from one call to the next."""
        if laid is not self._laid:
            had, same = self._laid, 0
            while same < min(len(laid), len(had)) and laid[same] == had[same]:
                same += 1
            spend(m, BOX * (len(had) + len(laid) - 2 * same))
            for i in range(same, len(had)):
                self._standing.remove(i)
            for i, (e, at) in enumerate(laid[same:], same):
                self._standing.put(i, m.p.bases[m.sheet[e]].at(at))
            self._laid = laid
        return self._standing

    def is_free(self, m: State, base: Base, spot: int, laid: tuple[tuple[int, int], ...]) -> bool:
        """Whether a base there would overlap nothing that is laid."""
        shape, standing = base.at(spot), self.around(m, laid)
        spend(m, BOX)
        for i in standing.near(shape):
            one = standing.shapes[i]
            spend(m, PAIR * base.weight * weight(one))
            if overlapping(shape, one):
                return False
        return True


looking = Looking


def firsts(m: State, e: int, area: Term | None, search: Looking, begin: int = 0) -> Iterator[int]:
    """Spots in an area, those with much room first. `begin`: as for `space.plane.search.walked`."""
    terms = (anchors_on(m, e) if area is None else area,)
    for found in walked(terms, m.board.extent, lambda weight: spend(m, ASKED * weight), (_turn(m, e),), begin):
        spend(m, BOX)
        search.left -= 1
        if search.left < 0:
            return
        if found is not None:
            yield found


def beside(
    m: State, e: int, laid: tuple[tuple[int, int], ...], area: Term | None, search: Looking
) -> Iterator[int]:
    """Places round those that are laid, those in contact first; then spots anywhere in the area."""
    turn, base = _turn(m, e), m.p.bases[m.sheet[e]]
    for between_them in _GAPS:
        for other, at in laid:
            round_it = m.p.bases[m.sheet[other]]
            reach = round_it.outer + base.outer + between_them + (0 if base.round and round_it.round else 1)
            for degrees in range(0, 360, _TURN):
                spot = scattered(pose(*spot_of(at), turn), degrees, reach + 1)
                spend(m, BOX)
                if spot < 0 or (area is not None and not area.has(spot)):
                    continue
                if search.is_free(m, base, spot, laid):
                    yield spot
    for spot in islice(firsts(m, e, area, search), _SPOTS):
        if search.is_free(m, base, spot, laid):
            yield spot


def moved(m: State, f: tuple[tuple[int, int], ...], place: int) -> tuple[tuple[int, int], ...] | None:
    """A formation moved so that its first entity is at a place, with the same turn; None if an entity would leave the
    plane."""
    x, y = spot_of(f[0][1])
    p, q = spot_of(place)
    made = []
    for e, at in f:
        turn, a, b = split(at)
        if not on_plane(a + p - x, b + q - y):
            return None
        made.append((e, pose(a + p - x, b + q - y, turn)))
    return tuple(made)


def far(m: State, one: int, other: int) -> int:
    """The distance of two places in thousandths of an inch, rounded up."""
    apart: int = m.board.distance(one, other).rounded_up
    return apart


def between(one: int, other: int, share: int) -> int:
    """The place at a share of the way from one to another, in parts of 2 ** HALVINGS, with the turn of the first."""
    (turn, x, y), (p, q) = split(one), spot_of(other)
    return pose(x + ((p - x) * share >> HALVINGS), y + ((q - y) * share >> HALVINGS), turn)


def nearer(at: int, goal: int, step: int) -> list[int]:
    """The places at most a step away in both axes, straight or slantwise, that are nearer to a goal, the nearest first;
    with the turn of the first, and none beyond the goal."""
    (turn, x, y), (p, q) = split(at), spot_of(goal)
    known = (x - p) ** 2 + (y - q) ** 2
    found = []
    for s in _steps(p - x, step):
        for t in _steps(q - y, step):
            left = (x + s - p) ** 2 + (y + t - q) ** 2
            if left < known and on_plane(x + s, y + t):
                found.append((left, x + s, y + t))
    return [pose(a, b, turn) for _, a, b in sorted(found)]


def _steps(far: int, step: int) -> tuple[int, ...]:
    """The steps along an axis: towards the goal and not beyond it, back, and none."""
    return (max(-step, min(step, far)), -step if far > 0 else step, 0) if far else (step, -step, 0)
