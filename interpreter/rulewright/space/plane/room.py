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
MOST_TRIES: Final = 40
MOST_BOXES: Final = 1_000


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
    for least, goal in goals[:MOST_TRIES]:
        if len(found) >= n and least > sorted(found.values())[n - 1][0]:
            break
        for aside in (True, False):
            moved = _pushed(goal, was, terms, apart, extent, aside)
            if moved is not None:
                found.setdefault(formation(moved), (shifts(moved, was), pose(*goal)))
    return sorted((cost, one, goal) for one, (cost, goal) in found.items())[:n]


def _least(goal: Xy, was: Mapping[int, int], apart: int) -> int:
    """What the shifts for a new spot come to at least: each of those too near has to leave."""
    short = (apart - Gap(square(goal, spot_of(one))).rounded_down for one in was.values())
    return sum(one for one in short if one > 0)


def _pushed(goal: Xy, was: Mapping[int, int], terms: Mapping[int, Sequence[Term]], apart: int, extent: Extent,
            aside: bool) -> dict[int, int] | None:  # fmt: skip
    """Moves those that are too near a new spot to the nearest room, the nearest of them first.

    Args:
        aside: whether they may push others aside in their turn; if not, they go where all others leave room.
    """
    poses = dict(was)
    settled: dict[int, Xy] = {}
    while len(settled) <= len(was):
        here = [goal, *settled.values()]
        near = [(min(square(one, spot_of(poses[number])) for one in here), number) for number in poses
                if number not in settled]  # fmt: skip
        far, number = min(near, default=(apart * apart + 1, -1))
        if far > apart * apart:
            return poses
        others = here if aside else [goal, *(spot_of(one) for other, one in sorted(poses.items()) if other != number)]
        free = [Outside(Near(a_spot(*other), apart)) for other in others]
        search = nearest([*terms[number], *free], extent, spot_of(was[number]), most=MOST_BOXES)
        if search.spot is None:
            return None
        settled[number] = search.spot
        poses[number] = pose(*search.spot)
    return None
