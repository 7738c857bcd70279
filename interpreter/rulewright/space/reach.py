"""Turns a start, a budget and a question asked at each step into the anchors within reach, and into ways to them.

A file of its own beside the flood because here the price and the permission of a step are functions of both its ends,
written in content: whether a base of four cells may cross a wall is asked, not looked up. It is Dijkstra's algorithm
with integer prices; all ties fall to the least anchor.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

# From an anchor and the next: may the step be taken, and what does it cost (0 or more)?
MayStep = Callable[[int, int], bool]
StepPrice = Callable[[int, int], int]


def reach(steps: Sequence[Sequence[int]], start: int, budget: int, can_step: MayStep,
          price: StepPrice) -> dict[int, int]:
    """The least cost of each anchor that can be reached, the start at 0 among them.

    Args:
        steps: by anchor, where a step may lead at all.
        budget: the most that may be spent; nothing is reached with a negative one.

    Returns:
        anchor -> cost, in the order in which they were settled: by cost, then by anchor (one that is reached at no cost
        comes after the one that it is reached from). A price is asked only where the step may be taken.
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
    """The anchors of a cheapest way, the start left out and the goal last; empty if the goal is the start or was not
    reached.

    Args:
        steps: as for `reach`, and such that each step may lead back, too.
        reached: the answer of `reach` with the same steps, permission and price.

    Before each anchor comes the least one from which it is reached at its least cost (among those settled earlier, as
    steps that cost nothing could else be walked in a cycle).
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
