"""Floods: finds the places within reach of a start for a budget and the price of each place, in rings of equal cost.

Separate because it is the inner loop of play: the places that a step reaches from a whole set are found with a handful
of bit operations, and the result without blocked places is cached. Blocked places (the pieces of the other side) are
often far away, and then the cached result is correct. Otherwise it is correct up to the first ring that meets a blocked
place, and the flood continues from there.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

# From a set to all places one step away from some member. The result may include the members themselves and places that
# cannot be entered: the caller masks them.
Spread = Callable[[int], int]
# (cost of entering, the places that are entered at that cost), costs >= 1. If two entries name a place, the lower cost
# counts; a place without an entry cannot be entered.
Costs = tuple[tuple[int, int], ...]

# For one board, at most this many bits are cached (about 32 MB), over all tables of costs.
_KEPT_BITS = 1 << 28
_KEPT_TABLES = 4
_RINGS_EXPECTED = 12


class _Open:
    """A flood from one start without blocked places."""

    __slots__ = ("rings", "seen", "spreads")

    def __init__(self, start: int) -> None:
        self.rings = [1 << start]          # by cost
        self.seen = [1 << start]           # the union of the rings so far, by cost
        self.spreads: list[int] = []       # one step from each ring; one item shorter than the rings


class _Table:
    """A prepared table of costs, and the floods on it."""

    __slots__ = ("classes", "costs", "entering", "ones", "plain", "starts", "twos")

    def __init__(self, costs: Costs, passable: int, size: int) -> None:
        if any(cost < 1 for cost, _ in costs):
            raise ValueError("a cost of entering must be 1 or more")
        self.costs = costs
        self.entering = [0] * size
        self.starts: dict[int, _Open] = {}
        left = passable
        classes: dict[int, int] = {}
        for cost, places in sorted(costs):
            classes[cost] = classes.get(cost, 0) | places & left
            left &= ~places
        for cost, places in classes.items():
            while places:
                place = places.bit_length() - 1
                places ^= 1 << place
                self.entering[place] = cost
        self.classes = tuple(classes.items())
        # The usual table, places that cost 1 and perhaps some that cost 2, has a loop of its own.
        self.ones, self.twos = classes.get(1, 0), classes.get(2, 0)
        self.plain = classes.keys() <= {1, 2}


class Flood:
    """Floods over one board.

    Args:
        spread: as described by its type.
        near: the neighbours of each place, as sets; empty for a place that cannot be entered.
        passable: the places that can be entered at all.
        size: places run from 0 to size - 1.
    """

    __slots__ = ("_kept_starts", "_latest", "_near", "_passable", "_size", "_spread", "_tables")

    def __init__(self, spread: Spread, near: Sequence[int], passable: int, size: int) -> None:
        self._spread = spread
        self._near = near
        self._passable = passable
        self._size = size
        self._kept_starts = max(4, _KEPT_BITS // (3 * _RINGS_EXPECTED * _KEPT_TABLES * size))
        self._tables: dict[Costs, _Table] = {}
        self._latest = self._table(())

    def _table(self, costs: Costs) -> _Table:
        table = self._tables.get(costs)
        if table is None:
            if len(self._tables) >= _KEPT_TABLES:
                self._tables.clear()
            table = self._tables[costs] = _Table(costs, self._passable, self._size)
        self._latest = table
        return table

    def rings(self, start: int, budget: int, costs: Costs, blocked: int) -> list[int]:
        """result[k] contains the places whose least cost is k, for k from 0 (the start alone) to the budget.

        No place of `blocked` is entered; the start may be one of them. A negative budget returns an empty list.
        """
        return self.spread_out(start, budget, costs, blocked)[0]

    def spread_out(self, start: int, budget: int, costs: Costs, blocked: int) -> tuple[list[int], int]:
        """The same, and the union of all rings."""
        table = self._latest
        if costs is not table.costs:
            table = self._table(costs)
        found = table.starts.get(start)
        if found is None or len(found.rings) <= budget:
            found = self._open(table, start, budget)
        if budget < 1:
            return (found.rings[:1], found.rings[0]) if budget == 0 else ([], 0)
        rings = found.rings[:budget + 1]
        if not found.seen[budget] & blocked:
            return rings, found.seen[budget]
        for k in range(1, budget + 1):
            if rings[k] & blocked:
                break
        else:
            return rings, found.seen[budget]
        ring = rings[k] = rings[k] & ~blocked
        seen = found.seen[k - 1] | ring
        if not table.plain:
            self._go_on(table, rings, found.spreads[:k], k + 1, blocked)
            for later in rings[k + 1:]:
                seen |= later
            return rings, seen
        spread = self._spread
        ones, twos = table.ones & ~blocked, table.twos & ~blocked
        before = found.spreads[k - 1]
        for later in range(k + 1, budget + 1):
            step = spread(ring)
            rings[later] = ring = (step & ones | before & twos) & ~seen
            seen |= ring
            before = step
        return rings, seen

    def reachable(self, start: int, budget: int, costs: Costs, blocked: int) -> int:
        """The union of the rings, including the start."""
        table = self._latest
        if costs is not table.costs:
            table = self._table(costs)
        found = table.starts.get(start)
        if found is not None and 0 <= budget < len(found.seen) and not found.seen[budget] & blocked:
            return found.seen[budget]
        return self.spread_out(start, budget, costs, blocked)[1]

    def path(self, rings: Sequence[int], costs: Costs, goal: int) -> tuple[int, ...]:
        """The places of a cheapest way, without the start and with the goal last; empty if the goal is the start or is
        in no ring.

        The way is traced back from the goal: before each place comes the least of its neighbours whose least cost is
        lower by the cost of entering the place.
        """
        table = self._latest
        if costs is not table.costs:
            table = self._table(costs)
        near, entering = self._near, table.entering
        bit = 1 << goal
        cost = 0
        for ring in rings:
            if ring & bit:
                break
            cost += 1
        else:
            return ()
        back = []
        while cost > 0:
            back.append(goal)
            cost -= entering[goal]
            before = rings[cost] & near[goal]
            goal = (before & -before).bit_length() - 1
        back.reverse()
        return tuple(back)

    def _open(self, table: _Table, start: int, budget: int) -> _Open:
        """The flood without blocked places, at least up to the budget."""
        found = table.starts.get(start)
        if found is None:
            if len(table.starts) >= self._kept_starts:
                table.starts.clear()
            found = table.starts[start] = _Open(start)
        known = len(found.rings)
        if known <= budget:
            found.rings += [0] * (budget + 1 - known)
            if known == 1:
                # The first step is looked up: a start that cannot be entered has no neighbours, whatever `spread`
                # returns.
                step = self._near[start]
                found.spreads.append(step)
                found.rings[1] = step & table.ones & ~found.rings[0]
                known = 2
            self._go_on(table, found.rings, found.spreads, known, 0)
            for k in range(len(found.seen), budget + 1):
                found.seen.append(found.seen[-1] | found.rings[k])
        return found

    def _go_on(self, table: _Table, rings: list[int], spreads: list[int], first: int, blocked: int) -> None:
        """Writes rings[first..], given those before and the spreads of all of these except the last."""
        spread = self._spread
        unseen = -1
        for ring in rings[:first]:
            unseen &= ~ring
        if table.plain:
            ones, twos = table.ones & ~blocked, table.twos & ~blocked
            ring, before = rings[first - 1], spreads[-1]
            for k in range(first, len(rings)):
                step = spread(ring)
                spreads.append(step)
                rings[k] = ring = (step & ones | before & twos) & unseen
                unseen &= ~ring
                before = step
            return
        classes = [(cost, places & ~blocked) for cost, places in table.classes]
        for k in range(first, len(rings)):
            spreads.append(spread(rings[k - 1]))
            ring = 0
            for cost, places in classes:
                if cost <= k:
                    ring |= spreads[k - cost] & places
            rings[k] = ring = ring & unseen
            unseen &= ~ring
