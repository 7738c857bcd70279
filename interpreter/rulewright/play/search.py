"""Ways of steps whose permission and price are texts of the pack: found as far as somebody asks, and then gone on with.

Separate because a search is an object that is remembered: whether there is a way to one place, what it costs and the
way itself are asked one after the other, for one mover after the other, and most of these questions end near the start.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from rulewright.play.bounds import spend
from rulewright.play.state import State

_STEP = 200  # steps of a place that a search comes to; the texts that it asks charge their own
Fn = Callable[..., Any]
Found = dict[int, tuple[int, int]]


class Search:
    """Dijkstra over anchors of a mover; of equal ways that by the least anchor. A step may cost nothing.

    Attributes:
        found: by anchor what it costs and the anchor before, in the order in which they were come to, cheapest first.
        running: whether it is just going on: what it asks may ask for it again.
    """

    __slots__ = ("_ask", "_budget", "_mover", "_reached", "_waiting", "_ways", "found", "running")

    def __init__(self, mover: int, start: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool,
                 ways: Fn | None = None) -> None:
        self._mover, self._budget, self._ask = mover, budget, (may, three, price, priced)
        self._ways = ways
        self._waiting = [(0, start, -1)] if budget >= 0 and start >= 0 else []
        self.found: Found = {}
        self._reached = 0  # the anchors in `found`
        self.running = False

    def __eq__(self, other: object) -> bool:
        """Whether both agree as far as both have come: the verifying mode compares what is remembered."""
        return isinstance(other, Search) and all(
            one == two for one, two in zip(self.found.items(), other.found.items(), strict=False)
        )

    def run(self, m: State, goals: int = 0) -> Found:
        """What is found when the first of some places is, or all there is."""
        waiting, found = self._waiting, self.found
        self.running = True
        try:
            while waiting:
                next_one = heappop(waiting)
                here = next_one[1]
                if here in found:
                    continue
                try:
                    self._go_on(m, next_one[0], here)
                except BaseException:  # nothing is lost: whoever asks again runs into the same
                    heappush(waiting, next_one)
                    raise
                found[here] = (next_one[0], next_one[2])
                self._reached |= 1 << here
                if goals >> here & 1:
                    break
        finally:
            self.running = False
        return found

    def _go_on(self, m: State, cost: int, here: int) -> None:
        """The steps from an anchor: all of them, or none where a text of the pack runs away."""
        spend(m, _STEP)
        mover, (may, three, price, priced) = self._mover, self._ask
        around = m.board.near[here] if self._ways is None else self._ways(m, mover, here) & ~(1 << here)
        goals = around & ~self._reached
        if goals:
            goals = may(m, mover, here, goals) if three else may(m, mover, goals)
        if not goals:
            return
        left = self._budget - cost
        for each, places in price(m, mover, here, goals) if priced else price(m, mover, goals):
            if each <= left:
                reached = cost + each if each > 0 else cost
                for goal in m.board.decode(places):
                    heappush(self._waiting, (reached, goal, here))

    def run_to(self, m: State, cost: int) -> Found:
        """What is found when all anchors are that cost no more."""
        while self._waiting and self._waiting[0][0] <= cost:
            self.run(m, 1 << self._waiting[0][1])
        return self.found
