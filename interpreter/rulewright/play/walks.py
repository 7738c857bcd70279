"""Walks and steps over the board: where they lead, what they cost, and which places they pass.

Separate because they flood, search and cache their results; everything else about the board is computed directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.play import verify
from rulewright.play.bounds import MAX_WALK, longest, spend
from rulewright.play.chain import running_chain
from rulewright.play.pieces import grounded
from rulewright.play.search import Search
from rulewright.play.state import Runaway, State

Values = tuple[int, ...]
Fn = Callable[..., Any]


def costs_of(m: State, price: Fn) -> tuple[tuple[int, int], ...]:
    """The cost of entering each cell. A price that reads only the board is computed once for each board."""
    if price not in m.p.fixed_prices:
        spend(m, 30 * m.board.everywhere.bit_count())
    known = m.laid.prices
    found = known.get(price)
    if found is None or m.p.verify:
        by_cost: dict[int, int] = {}
        for c in m.board.decode(m.board.everywhere):
            cost = price(m, c)
            if cost < 1:
                raise Runaway(f"entering a place costs {cost}: `reachable` expects 1 or more", running_chain(m))
            by_cost[cost] = by_cost.get(cost, 0) | 1 << c
        made = tuple(sorted(by_cost.items()))
        if found is not None and found != made:
            raise verify.Stale("prices of a board", found, made)
        found = made
        if price in m.p.fixed_prices:
            known[price] = found
    return found


def _flood(m: State, start: int, budget: int, price: Fn, blocked: int) -> list[int]:
    laid = m.laid
    spend(m, 60 * min(budget, MAX_WALK))  # also for a cached result: other matches on this board must not matter
    key = (start, budget, price, blocked)
    if laid.asked != key or m.p.verify:
        known = (laid.flooded, laid.reached) if laid.asked == key else None
        laid.costs = costs = (None if m.p.verify else laid.prices.get(price)) or costs_of(m, price)
        if budget > MAX_WALK:
            budget = longest(m, budget, costs[-1][0] if costs else 0)
        laid.flooded, laid.reached = m.board.spread_out(start, budget, costs, blocked)
        if known is not None and known != (laid.flooded, laid.reached):
            raise verify.Stale("the places that a walk reaches", known, (laid.flooded, laid.reached))
        laid.asked = key if price in m.p.fixed_prices else None
    return laid.flooded


def reachable(m: State, start: int, budget: int, price: Fn, blocked: int) -> int:
    """Cells that a walk of that cost reaches, without the start."""
    if start < 0 or budget <= 0:
        return 0
    _flood(m, start, budget, price, blocked)
    return m.laid.reached & ~(1 << start)


def reach_cost(m: State, start: int, goal: int, budget: int, price: Fn, blocked: int) -> int | None:
    """Cost of the cheapest walk, or None."""
    if start < 0 or budget < 0:
        return None
    for cost, ring in enumerate(_flood(m, start, budget, price, blocked)):
        if ring >> goal & 1:
            return cost
    return None


def reach_nearest(m: State, start: int, goals: int, budget: int, price: Fn, blocked: int) -> int:
    """The cells among some that are cheapest to walk to."""
    if start < 0 or budget < 0:
        return 0
    for found in _flood(m, start, budget, price, blocked):
        if found & goals:
            return found & goals
    return 0


def walk_path(m: State, start: int, goal: int, budget: int, price: Fn, blocked: int) -> Values:
    """Cells of the cheapest walk, the goal last."""
    if start < 0 or budget <= 0:
        return ()
    rings = _flood(m, start, budget, price, blocked)
    return m.board.path(rings, m.laid.costs, goal)  # type: ignore[no-any-return]


def _search(
    m: State, mover: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool, ground: Fn,
    ways: Fn | None = None,
) -> Search:
    """What the mover reaches. Legality, choice and path use the same search."""
    start = grounded(m, mover)
    tracked = m.p.tracked
    if may not in tracked or price not in tracked or (ways is not None and ways not in tracked):
        return Search(mover, start, budget, may, three, price, priced, ground, ways)
    key = ("search", mover, budget, may, price, ways)
    found: Search | None = m.cache.get(key)
    if found is None:
        found = m.cache[key] = Search(mover, start, budget, may, three, price, priced, ground, ways)
    elif found.running:  # evaluating it calls it again: endless recursion
        return Search(mover, start, budget, may, three, price, priced, ground, ways)
    elif m.p.verify and not isinstance(m.cache, verify.Fresh):
        verify.again(m, "a search", found, _whole, mover, budget, may, three, price, priced, ground, ways)
    return found


def _whole(m: State, mover: int, *args: Any) -> Search:
    """A complete search, for the verifying mode."""
    made = Search(mover, grounded(m, mover), *args)
    made.run(m)
    return made


def step_cells(
    m: State, mover: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool, ground: Fn,
    ways: Fn | None = None,
) -> int:
    """Anchors that the mover can reach by steps that a permission allows."""
    search = _search(m, mover, budget, may, three, price, priced, ground, ways)
    search.run(m)
    start = grounded(m, mover)
    return search.reached & ~(1 << start) if start >= 0 else 0


def step_cost(
    m: State, mover: int, goal: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool, ground: Fn,
    ways: Fn | None = None, least: int = 0, farthest: int = 0,
) -> int | None:
    """Cost of the cheapest such way. `least`: the least cost of a step; `farthest`: the most cells that a step of
    `ways` covers. For both, 0 means unknown."""
    return _search(m, mover, budget, may, three, price, priced, ground, ways).cost_to(m, goal, least, farthest)


def step_nearest(
    m: State, mover: int, goals: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool, ground: Fn,
    ways: Fn | None = None, least: int = 0, farthest: int = 0,
) -> int:
    """The cells among some that are cheapest to step to. `least` and `farthest` are those of `step_cost`."""
    search = _search(m, mover, budget, may, three, price, priced, ground, ways)
    return search.nearest(m, goals, least, farthest)


def step_path(
    m: State, mover: int, goal: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool, ground: Fn,
    ways: Fn | None = None,
) -> Values:
    """Cells of the cheapest such way, the goal last."""
    search = _search(m, mover, budget, may, three, price, priced, ground, ways)
    found = search.found if goal in search.found else search.run(m, 1 << goal)
    if goal not in found:
        return ()
    path = []
    at = goal
    while at != m.at[mover]:
        path.append(at)
        at = found[at][1]
    return tuple(reversed(path))
