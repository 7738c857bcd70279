"""Walks with a price for each place and a permission that decides, for two places, whether a step may go from one to
the other: fire, water, sound.

Separate because a walk round blocked places is one flood of sets, cached with the board. Here the permission must be
evaluated for each place, as it changes with walls and doors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.play.bounds import MAX_WALK, longest, spend
from rulewright.play.state import State
from rulewright.play.walks import costs_of

Fn = Callable[..., Any]
_STEP = 200  # steps of a place that is reached; the permission charges its own


def _rings(m: State, start: int, budget: int, price: Fn, passes: Fn) -> Iterator[int]:
    """Cost by cost, the places to which the cheapest walk has that cost; a caller that has found what it looks for goes
    no further. `passes(m, from, places)`: those that a step from there may enter."""
    costs = costs_of(m, price)
    if budget > MAX_WALK:
        budget = longest(m, budget, costs[-1][0] if costs else 0)
    spend(m, 60 * min(budget, MAX_WALK))
    rings = [1 << start] + [0] * budget
    seen = 0
    near = m.board.near
    for cost, ring in enumerate(rings):
        ring &= ~seen
        yield ring
        seen |= ring
        for here in m.board.decode(ring) if cost < budget else ():
            spend(m, _STEP)
            goals = near[here] & ~seen
            goals = passes(m, here, goals) if goals else 0
            for each, places in costs if goals else ():
                if cost + each <= budget:
                    rings[cost + each] |= goals & places


def reachable_by(m: State, start: int, budget: int, price: Fn, passes: Fn) -> int:
    """Cells that a walk of that cost reaches, without the start."""
    if start < 0 or budget <= 0:
        return 0
    found = 0
    for ring in _rings(m, start, budget, price, passes):
        found |= ring
    return found & ~(1 << start)


def reach_cost_by(m: State, start: int, goal: int, budget: int, price: Fn, passes: Fn) -> int | None:
    """Cost of the cheapest walk, or None."""
    if start < 0 or budget < 0:
        return None
    rings = _rings(m, start, budget, price, passes)
    return next((cost for cost, ring in enumerate(rings) if ring >> goal & 1), None)


def reach_nearest_by(m: State, start: int, goals: int, budget: int, price: Fn, passes: Fn) -> int:
    """The cells among some that are cheapest to walk to."""
    if start < 0 or budget < 0:
        return 0
    return next((ring & goals for ring in _rings(m, start, budget, price, passes) if ring & goals), 0)


def walk_path_by(m: State, start: int, goal: int, budget: int, price: Fn, passes: Fn) -> tuple[int, ...]:
    """Cells of the cheapest walk, the goal last. It is traced back from the goal: before each place comes the least
    place from which a step leads there at that cost."""
    if start < 0 or budget <= 0:
        return ()
    rings: list[int] = []
    for ring in _rings(m, start, budget, price, passes):
        rings.append(ring)
        if ring >> goal & 1:
            break
    cost = len(rings) - 1 if rings[-1] >> goal & 1 else 0
    entering = costs_of(m, price)
    back: list[int] = []
    while cost > 0:
        back.append(goal)
        cost -= next(each for each, places in entering if places >> goal & 1)
        before = m.board.decode(rings[cost] & m.board.near[goal])
        goal = next(here for here in before if passes(m, here, 1 << goal))
    return tuple(reversed(back))
