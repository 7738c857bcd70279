"""Finds the anchors within reach of a start for a budget, with a test of each step, and the ways to them.

Separate from the flood because here the price and the permission of a step are functions of both its ends, written in
content: whether a base of four cells may cross a wall is computed, not looked up. It is Dijkstra's algorithm with
integer prices; all ties go to the least anchor.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

# From an anchor and the next: whether the step is allowed, and what it costs (0 or more).
MayStep = Callable[[int, int], bool]
StepPrice = Callable[[int, int], int]


def reach(steps: Sequence[Sequence[int]], start: int, budget: int, can_step: MayStep,
          price: StepPrice) -> dict[int, int]:
    """The least cost of each anchor that can be reached, including the start at 0.

    Args:
        steps: by anchor, where a step may lead at all.
        budget: the most that may be spent; nothing is reached with a negative one.

    Returns:
        anchor -> cost, in the order in which they were settled: by cost, then by anchor (an anchor that is reached at
        no cost comes after the one from which it is reached). The price is computed only if the step is allowed.
    """
    known = {start: 0} if budget >= 0 else {}
    settled: dict[int, int] = {}
    heap = [(0, start)] if budget >= 0 else []
    while heap:
        cost, here = heappop(heap)
        if here in settled:
            continue
        settled[here] = cost
        for goal in steps[here]:
            if goal in settled or not can_step(here, goal):
                continue
            extra = price(here, goal)
            if extra < 0:
                raise ValueError("the price of a step must not be negative")
            total = cost + extra
            if total <= budget and total < known.get(goal, budget + 1):
                known[goal] = total
                heappush(heap, (total, goal))
    return settled


def route(steps: Sequence[Sequence[int]], reached: Mapping[int, int], goal: int, can_step: MayStep,
          price: StepPrice) -> tuple[int, ...]:
    """The anchors of a cheapest way, without the start and with the goal last; empty if the goal is the start or was
    not reached.

    Args:
        steps: as for `reach`, and such that each step may lead back, too.
        reached: the result of `reach` with the same steps, permission and price.

    Before each anchor comes the least one from which it is reached at its least cost (among those settled earlier, to
    avoid cycles of steps that cost nothing).
    """
    if goal not in reached:
        return ()
    order = {anchor: i for i, anchor in enumerate(reached)}
    back = []
    while order[goal]:
        back.append(goal)
        goal = next(before for before in steps[goal]
                    if before in reached and order[before] < order[goal] and can_step(before, goal)
                    and reached[before] + price(before, goal) == reached[goal])
    back.reverse()
    return tuple(back)
