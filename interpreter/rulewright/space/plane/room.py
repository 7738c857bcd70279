"""Makes room for one more spot by shifting others as little as the search can: proposals, sorted by the sum of shifts.

Separate because it is no law: what it proposes is legal and short, and a shorter or another legal shift remains
legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.space.plane.formations import Formation, formation
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.moves import length_up
from rulewright.space.plane.points import Xy, square
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.search import Extent, nearest, spread
from rulewright.space.plane.shapes import spot as a_spot
from rulewright.space.plane.terms import Near, Outside, Term

MOST_SPOTS: Final = 400


def shifts(poses: Mapping[int, int], was: Mapping[int, int]) -> int:
    """The sum of the distances by which things are moved, each rounded up."""
    return sum(length_up(spot_of(poses[number]), spot_of(was[number])) for number in sorted(was))


def make_room(was: Mapping[int, int], terms: Mapping[int, Sequence[Term]], apart: int, fresh: Sequence[Term],
              extent: Extent, n: int = 4) -> list[tuple[int, Formation, int]]:  # fmt: skip
    """Ways to make room, each with the sum of its shifts, the shifted formation and the spot that is free then.

    Args:
        was: where things lie, spots by number; they lie further than `apart` from each other.
        terms: for each, the areas in which it may lie.
        apart: the distance that two of them, and the new one, must exceed.
        fresh: the areas in which the new one may lie, the distance from the others left out.
        extent: where, and how finely.
        n: how many are wanted.
    """
    found: dict[Formation, tuple[int, int]] = {}
    goals = sorted((_least(goal, was, apart), goal) for goal in spread(fresh, extent, MOST_SPOTS))
    for least, goal in goals:
        if len(found) >= n and least > sorted(found.values())[n - 1][0]:
            break
        moved = _pushed(goal, was, terms, apart, extent)
        if moved is not None:
            found.setdefault(formation(moved), (shifts(moved, was), pose(*goal)))
    return sorted((cost, one, goal) for one, (cost, goal) in found.items())[:n]


def _least(goal: Xy, was: Mapping[int, int], apart: int) -> int:
    """What the shifts for a new spot come to at least: each of those too near has to leave."""
    short = (apart - Gap(square(goal, spot_of(one))).rounded_down for one in was.values())
    return sum(one for one in short if one > 0)


def _pushed(goal: Xy, was: Mapping[int, int], terms: Mapping[int, Sequence[Term]], apart: int,
            extent: Extent) -> dict[int, int] | None:  # fmt: skip
    """Moves those that are too near a new spot to the nearest room, the nearest of them first."""
    poses = dict(was)
    crowd = sorted((square(goal, spot_of(one)), number) for number, one in was.items())
    for far, number in crowd:
        if far > apart * apart:
            break
        others = [goal, *(spot_of(one) for other, one in sorted(poses.items()) if other != number)]
        free = [Outside(Near(a_spot(*other), apart)) for other in others]
        search = nearest([*terms[number], *free], extent, spot_of(was[number]))
        if search.spot is None:
            return None
        poses[number] = pose(*search.spot)
    return poses
