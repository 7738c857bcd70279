"""Searches ways whose steps have a permission and a price written in the pack: computed only as far as needed, and
continued later.

Separate because a search is an object that is cached. Whether there is a way to one place, its cost and the way itself
are requested one after the other, for one mover after the other, and most of these requests end near the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any

from rulewright.play import verify
from rulewright.play.bounds import spend
from rulewright.play.state import State
from rulewright.space.bits import encode

_STEP = 200  # steps of a place that a search reaches; the expressions of the pack charge their own
Fn = Callable[..., Any]
Found = dict[int, tuple[int, int]]
Groups = list[tuple[int, int]]  # what steps cost, and the anchors they lead to
# The anchors of open ground, by anchor where steps lead from there, the cost of each if it is the same for all, and the
# function that groups some of those by cost (see `compile.open_ground`).
Open = tuple[int, Sequence[int], int | None, Fn]


class Search:
    """Dijkstra over anchors of a mover; of equally cheap ways, the one by the least anchor. A step may cost nothing.

    Attributes:
        found: by anchor its cost and the anchor before, in the order in which they were reached, cheapest first.
        reached: the anchors in it, as a set of places.
        running: whether the search is in progress: the expressions that it evaluates may call it again.
    """

    __slots__ = ("_aimed", "_ask", "_budget", "_ground", "_mover", "_open", "_stepped", "_waiting", "_ways", "found",
                 "reached", "running")

    def __init__(self, mover: int, start: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool,
                 ground: Fn, ways: Fn | None = None) -> None:
        self._mover, self._budget, self._ask = mover, budget, (may, three, price, priced)
        self._ground, self._ways = ground, ways
        self._open: Open | None = None  # the result of `ground`, computed on first use
        self._stepped = 0  # the anchors whose steps are known
        self._waiting = [(0, start, -1)] if budget >= 0 and start >= 0 else []
        # The places that were searched for alone, the cost of reaching the nearest of them, and which those are.
        self._aimed: tuple[int, int | None, int] | None = None
        self.found: Found = {}
        self.reached = 0
        self.running = False

    def __eq__(self, other: object) -> bool:
        """Whether both agree as far as both have been computed: the verifying mode compares cached values."""
        return isinstance(other, Search) and all(
            one == two for one, two in zip(self.found.items(), other.found.items(), strict=False)
        )

    def run(self, m: State, goals: int = 0) -> Found:
        """Continues until the first of some places is found, or everything is."""
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
                except BaseException:  # nothing is lost: the next caller gets the same exception
                    heappush(waiting, next_one)
                    raise
                found[here] = (next_one[0], next_one[2])
                self.reached |= 1 << here
                if goals >> here & 1:
                    break
        finally:
            self.running = False
        return found

    def cost_to(self, m: State, goal: int, least: int, farthest: int = 0) -> int | None:
        """The cost of reaching a place. `least`: no step costs less; `farthest`: no step of `ways` covers more cells.
        For both, 0 means unknown."""
        alone = self._alone(m, 1 << goal, least, farthest)
        if alone is not None:
            return alone[0]
        found = self.found.get(goal) or self.run(m, 1 << goal).get(goal)
        return None if found is None else found[0]

    def nearest(self, m: State, goals: int, least: int, farthest: int = 0) -> int:
        """The cheapest to reach among some places; `least` and `farthest` as above."""
        if not goals:
            return 0
        alone = self._alone(m, goals, least, farthest)
        if alone is not None:
            return alone[1]
        found = self.found
        if not any(goals >> c & 1 for c in found):
            self.run(m, goals)
        cost = next((cost for c, (cost, _) in found.items() if goals >> c & 1), None)
        if cost is None:
            return 0
        self.run_to(m, cost)
        return encode(c for c, (each, _) in found.items() if each == cost and goals >> c & 1)

    def _alone(self, m: State, goals: int, least: int, farthest: int) -> tuple[int | None, int] | None:
        """The cost of reaching the nearest of some places, and which those are; None if they were not searched for
        alone. Only the first places that are requested are, and only if the cost and the range of steps are bounded. A
        caller who requests others may request many, and gets them from the full search."""
        if self._aimed is None:
            if least <= 0 or (self._ways is not None and farthest <= 0) or self.found or not self._waiting:
                return None
            self.running = True
            try:
                self._aimed = (goals, *self._toward(m, goals, least, farthest))
            finally:
                self.running = False
            if m.p.verify:
                self._compare_cost(m)
        asked, cost, nearest = self._aimed
        known = not goals & ~asked and (cost is None or goals & nearest)
        return (cost, goals & nearest) if known else None

    def _toward(self, m: State, goals: int, least: int, farthest: int) -> tuple[int | None, int]:
        """The cost of reaching the nearest of some places, and which those are. The search examines first the anchors
        with the cheapest estimate including the rest of the way (A*). The estimate of the rest is the least cost times
        the least number of steps between, so no way that is skipped is cheaper, or within the budget."""
        _, start, _ = self._waiting[0]
        left = self._steps_left(m, goals, farthest)
        steps = left(start)
        waiting = [(least * steps, steps, start)] if least * steps <= self._budget else []
        seen = nearest = 0
        found: int | None = None
        while waiting and nearest != goals:
            whole, steps, here = heappop(waiting)
            if found is not None and whole > found:
                break
            if seen >> here & 1:
                continue
            seen |= 1 << here
            if goals >> here & 1:
                found, nearest = whole, nearest | 1 << here
                continue
            spend(m, _STEP)
            cost = whole - least * steps
            for each, places in self._from(m, here, ~seen):
                for there in m.board.decode(places):
                    steps = left(there)
                    whole = cost + each + least * steps
                    if whole <= self._budget:
                        heappush(waiting, (whole, steps, there))
        return found, nearest

    def _steps_left(self, m: State, goals: int, farthest: int) -> Callable[[int], int]:
        """The number of steps that are certainly needed from a place to one of some places."""
        rows: list[Sequence[int]]
        if self._ways is None:
            rows = [m.board.steps_to(goal) for goal in m.board.decode(goals)]
        else:  # they may lead through blocked places
            rows = [m.board.distances(goal) for goal in m.board.decode(goals)]
            if farthest > 1:
                return lambda place: -(-min([row[place] for row in rows]) // farthest)
        return rows[0].__getitem__ if len(rows) == 1 else lambda place: min([row[place] for row in rows])

    def _compare_cost(self, m: State) -> None:
        """In the verifying mode: whether the full search finds the same places at the same cost."""
        assert self._aimed is not None
        goals, *known = self._aimed
        alone = Search(self._mover, self._waiting[0][1], self._budget, *self._ask, self._ground, self._ways)
        now: Found = verify.anew(m, alone.run)
        cost = min((now[c][0] for c in now if goals >> c & 1), default=None)
        wanted = [cost, encode(c for c in now if goals >> c & 1 and now[c][0] == cost)]
        if known != wanted:
            raise verify.Stale(f"the cost of reaching {goals:b}", known, wanted)

    def _go_on(self, m: State, cost: int, here: int) -> None:
        """Adds the steps from an anchor: all of them, or none if an expression of the pack raises Runaway."""
        spend(m, _STEP)
        if self._stepped >> here & 1 or self._go_on_together(m, cost, here):
            return
        left = self._budget - cost
        for each, places in self._from(m, here, ~self.reached):
            if each <= left:
                reached = cost + each if each > 0 else cost
                for goal in m.board.decode(places):
                    heappush(self._waiting, (reached, goal, here))

    def _from(self, m: State, here: int, among: int) -> Groups:
        """The costs of the steps from an anchor to some members of a set, as groups of goals."""
        mover, (may, three, price, priced) = self._mover, self._ask
        around = m.board.near[here] if self._ways is None else self._ways(m, mover, here) & ~(1 << here)
        goals = around & among
        if goals:
            goals = may(m, mover, here, goals) if three else may(m, mover, goals)
        if not goals:
            return []
        groups: Groups = price(m, mover, here, goals) if priced else price(m, mover, goals)
        return groups

    def _go_on_together(self, m: State, cost: int, here: int) -> bool:
        """Adds the steps from an anchor and from all others of the same cost that wait on open ground; false if the
        anchor is not on open ground. If a step that costs nothing leads to one of them, each continues by itself."""
        if self._open is None:
            self._open = self._ground(m, self._mover)
        ground, near, every, steps = self._open
        if not ground >> here & 1:
            return False
        left, reached = self._budget - cost, self.reached
        if every is not None and every > left:  # no step from here is within the budget
            return True
        front = 1 << here
        for each, anchor, _ in self._waiting:
            if each == cost:
                front |= 1 << anchor
        front &= ground & ~self._stepped & ~reached
        anchors = m.board.decode(front)
        goals = 0
        for anchor in anchors:
            goals |= near[anchor]
        goals &= ~(front | self._stepped | reached)
        if goals:
            groups = steps(m, self._mover, goals)
            if any(each <= 0 for each, _ in groups):
                return False
            if m.p.verify:
                self._compare(m, anchors, goals, groups)
            for each, places in groups:
                if each <= left:
                    self._wait(cost + each, anchors, near, places)
        self._stepped |= front
        return True

    def _wait(self, cost: int, anchors: Sequence[int], near: Sequence[int], places: int) -> None:
        """Puts places in the queue, each after the least of some anchors next to it."""
        for anchor in anchors:
            there = near[anchor] & places
            places ^= there
            while there:
                goal = there.bit_length() - 1
                there ^= 1 << goal
                heappush(self._waiting, (cost, goal, anchor))

    def _compare(self, m: State, anchors: Sequence[int], goals: int, groups: Groups) -> None:
        """In the verifying mode: whether every anchor has the same steps by itself as together with the others."""
        assert self._open is not None
        for here in anchors:
            known = {goal: each for each, places in groups for goal in m.board.decode(places & self._open[1][here])}
            alone: Groups = verify.anew(m, self._from, here, goals)
            now = {goal: each for each, places in alone for goal in m.board.decode(places)}
            if known != now:
                raise verify.Stale(f"steps from {here} with others", known, now)

    def run_to(self, m: State, cost: int) -> Found:
        """Continues until all anchors that cost no more are found."""
        while self._waiting and self._waiting[0][0] <= cost:
            self.run(m, 1 << self._waiting[0][1])
        return self.found
