"""What generated code asks of the board: distances, ways, lines and areas over the space of the match.

A stage of its own because the space knows no entities and content knows no representation: here an entity becomes
the cells it covers, and what is off the board is very far away.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from rulewright.play import verify
from rulewright.play.bounds import MAX_WALK, longest, spend
from rulewright.play.chain import running_chain
from rulewright.play.pieces import cells, cells_of, in_cells
from rulewright.play.state import NOWHERE, Runaway, State

FAR = 1_000_000
_LIGHT = 16  # places that are gone through for nothing: what a large base covers
_WALK = 2  # steps of all walks from a place, for each place of the board
_STEP = 200  # steps of a place that a search comes to, and of the tests and prices of its neighbours
_LINE = 16  # steps of a segment, for each place of a row and a column
Values = tuple[int, ...]
Fn = Callable[..., Any]


def place_of(m: State, e: int) -> int | None:
    """`x.place`."""
    at = m.at[e]
    return at if at >= 0 else None


def apart(m: State, a: int, b: int) -> int:
    """Distance of two cells; very far when one is no cell."""
    if a is None or b is None or a < 0 or b < 0:
        return FAR
    return m.board.distance(a, b)  # type: ignore[no-any-return]


def gap(m: State, a: int, b: int) -> int:
    """Distance of the nearest cells of two sets."""
    if not a or not b:
        return FAR
    pairs = a.bit_count() * b.bit_count()
    if pairs > _LIGHT:
        spend(m, 4 * pairs)
    return m.board.gap(a, b)  # type: ignore[no-any-return]


def neighbours(m: State, bits: int) -> int:
    """Cells one step away from a set, for movement."""
    near = m.board.near
    found = 0
    if bits.bit_count() > _LIGHT:
        spend(m, 6 * bits.bit_count())
    for c in m.board.decode(bits):
        found |= near[c]
    return found & ~bits


def adjacent(m: State, a: int, b: int) -> bool:
    """Whether nearest cells are one step apart, or shared."""
    return bool(neighbours(m, a) & b)


def things_at(m: State, bits: int) -> Values:
    """Entities that stand in some cells, by age."""
    hit = bits & m.filled
    if not hit:
        return ()
    occ = m.occ
    if hit & (hit - 1) == 0:
        return occ[hit.bit_length() - 1]
    found: set[int] = set()
    for c in m.board.decode(hit):
        found.update(occ[c])
    if len(found) > _LIGHT:
        spend(m, 10 * len(found))
    return tuple(sorted(found))


def board_part(m: State, c: int) -> int:
    """Part of a joined board a cell came from, 0 none."""
    found: int = m.laid.parts.get(c, 0)
    return found


def walk_distance(m: State, a: int, b: int) -> int | None:
    """Steps of the shortest way round solid cells; None when there is no way."""
    board = m.board
    best: int | None = None
    spend(m, a.bit_count() * (_WALK * board.size + 10 * b.bit_count()))
    for p in board.decode(a):
        for q in board.decode(b):
            d = board.walk_distance(p, q)
            if d < FAR and (best is None or d < best):
                best = d
    return best


def _cell(place: int | None) -> int | None:
    return None if place is None or place < 0 else place


def toward(m: State, c: int, d: int) -> int | None:
    """The cell one step in a direction, or None."""
    return None if c < 0 else _cell(m.board.toward(c, d))


def direction_to(m: State, a: int, b: int) -> int | None:
    """The direction that leads best from a to b."""
    if a < 0 or b < 0 or a == b:
        return None
    found: int = m.board.direction_to(a, b)
    return found if found >= 0 else None


def opposite(m: State, d: int) -> int:
    """The direction back."""
    return m.board.opposite(d)  # type: ignore[no-any-return]


def across(m: State, a: int, b: int) -> int | None:
    """The cell straight across b from a."""
    return None if a < 0 or b < 0 else _cell(m.board.across(a, b))


# -- ways ------------------------------------------------------------------------------------------------------------


def _costs(m: State, price: Fn) -> tuple[tuple[int, int], ...]:
    """Cells by what entering them costs. A price that reads nothing but the board is asked once for each board."""
    if price not in m.p.fixed_prices:
        spend(m, 30 * m.board.everywhere.bit_count())
    known: dict[Any, Any] = m.laid.prices
    found = known.get(price)
    if found is None or m.p.verify:
        by_cost: dict[int, int] = {}
        for c in m.board.decode(m.board.everywhere):
            cost = price(m, c)
            if cost < 1:
                raise Runaway(f"to enter a place costs {cost}: `reachable` wants 1 or more", running_chain(m))
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
    spend(m, 60 * min(budget, MAX_WALK))  # also where the answer is kept: who else played on this board is no matter
    key = (start, budget, price, blocked)
    if laid.asked != key or m.p.verify:
        known = (laid.flooded, laid.reached) if laid.asked == key else None
        laid.costs = costs = (None if m.p.verify else laid.prices.get(price)) or _costs(m, price)
        if budget > MAX_WALK:
            budget = longest(m, budget, costs[-1][0] if costs else 0)
        laid.flooded, laid.reached = m.board.spread_out(start, budget, costs, blocked)
        if known is not None and known != (laid.flooded, laid.reached):
            raise verify.Stale("the places that a walk reaches", known, (laid.flooded, laid.reached))
        laid.asked = key if price in m.p.fixed_prices else None
    return laid.flooded  # type: ignore[no-any-return]


def reachable(m: State, start: int, budget: int, price: Fn, blocked: int) -> int:
    """Cells that a walk of that cost reaches, without the start."""
    if start < 0 or budget <= 0:
        return 0
    _flood(m, start, budget, price, blocked)
    reached: int = m.laid.reached
    return reached & ~(1 << start)


def reach_cost(m: State, start: int, goal: int, budget: int, price: Fn, blocked: int) -> int | None:
    """Cost of the cheapest walk, or None."""
    if start < 0 or budget < 0:
        return None
    for cost, ring in enumerate(_flood(m, start, budget, price, blocked)):
        if ring >> goal & 1:
            return cost
    return None


def reach_nearest(m: State, start: int, goals: int, budget: int, price: Fn, blocked: int) -> int:
    """Those of some cells that are cheapest to walk to."""
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
    m: State, mover: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool
) -> dict[int, tuple[int, int]]:
    """What the mover reaches: anchor -> (cost, anchor before). Legality, choice and path ask for the same search."""
    if may not in m.p.tracked or price not in m.p.tracked:
        return _dijkstra(m, mover, budget, may, three, price, priced)
    key = ("search", mover, budget, may, price)
    found: dict[int, tuple[int, int]] | None
    if m.p.verify:
        found = verify.recalled(m, m.cache, key, "a search", _dijkstra, mover, budget, may, three, price, priced)
    else:
        found = m.cache.get(key)
    if found is None:
        found = m.cache[key] = _dijkstra(m, mover, budget, may, three, price, priced)
    return found


def _dijkstra(
    m: State, mover: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool
) -> dict[int, tuple[int, int]]:
    """Dijkstra over anchors of the mover; of equal ways that by the least anchor. A step may cost nothing."""
    start = m.at[mover]
    if start < 0:
        return {}
    near = m.board.near
    decode = m.board.decode
    found: dict[int, tuple[int, int]] = {}
    waiting = [(0, start, -1)] if budget >= 0 else []
    while waiting:
        cost, here, before = heappop(waiting)
        if here in found:
            continue
        found[here] = (cost, before)
        spend(m, _STEP)
        for goal in decode(near[here]):
            if goal in found or not (may(m, mover, here, goal) if three else may(m, mover, goal)):
                continue
            reached = cost + max(0, price(m, mover, here, goal) if priced else price(m, mover, goal))
            if reached <= budget:
                heappush(waiting, (reached, goal, here))
    return found


def step_cells(m: State, mover: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool) -> int:
    """Anchors that the mover can reach by steps that a permission allows."""
    bits = 0
    for c in _search(m, mover, budget, may, three, price, priced):
        bits |= 1 << c
    return bits & ~(1 << m.at[mover]) if m.at[mover] >= 0 else 0


def step_cost(
    m: State, mover: int, goal: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool
) -> int | None:
    """Cost of the cheapest such way."""
    found = _search(m, mover, budget, may, three, price, priced).get(goal)
    return None if found is None else found[0]


def step_nearest(m: State, mover: int, goals: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool) -> int:
    """Those of some cells that are cheapest to step to."""
    found = _search(m, mover, budget, may, three, price, priced)
    wanted = [(cost, c) for c, (cost, _) in found.items() if goals >> c & 1]
    least = min(wanted, default=(0, 0))[0]
    return sum(1 << c for cost, c in wanted if cost == least)


def step_path(m: State, mover: int, goal: int, budget: int, may: Fn, three: bool, price: Fn, priced: bool) -> Values:
    """Cells of the cheapest such way, the goal last."""
    found = _search(m, mover, budget, may, three, price, priced)
    if goal not in found:
        return ()
    path = []
    at = goal
    while at != m.at[mover]:
        path.append(at)
        at = found[at][1]
    return tuple(reversed(path))


# -- lines and areas -------------------------------------------------------------------------------------------------


def line_cells(m: State, a: int, b: int) -> Values:
    """Cells of the drawn line, both ends included, from a to b."""
    if a == b:
        return (a,)
    spend(m, 8 * m.board.width)
    if a < b:
        return (a, *m.board.bresenham(a, b))
    return tuple(reversed((b, *m.board.bresenham(b, a))))


def cells_crossed(m: State, a: int, b: int) -> int:
    """The cells whose inside the segment meets."""
    spend(m, _LINE * (m.board.width + m.board.height))
    return m.board.cells_crossed(a, b)  # type: ignore[no-any-return]


def cells_touched(m: State, a: int, b: int) -> int:
    """The cells that the segment meets at all."""
    spend(m, _LINE * (m.board.width + m.board.height))
    return m.board.cells_touched(a, b)  # type: ignore[no-any-return]


def line_free(m: State, a: int, b: int, blocking: int) -> bool:
    """No cell strictly between a and b on the drawn line is in the set."""
    ends = 1 << a | 1 << b
    if blocking & ends:  # else the very same set, which the board recognises
        blocking &= ~ends
    return m.board.line_free(a, b, blocking)  # type: ignore[no-any-return]


def corners(m: State, bits: int) -> Values:
    """Corners of cells, each once."""
    if bits.bit_count() > _LIGHT:
        spend(m, 40 * bits.bit_count())
    return m.board.corners_of(bits)  # type: ignore[no-any-return]


def sample_points(m: State, bits: int) -> Values:
    """Points that stand for some cells."""
    found: set[int] = set()
    if bits.bit_count() > _LIGHT:
        spend(m, 60 * bits.bit_count())
    for c in m.board.decode(bits):
        found.update(m.board.sample_points(c))
    return tuple(sorted(found))


def anchors(m: State, e: int) -> int:
    """Where the footprint of an entity lies wholly on the board."""
    return m.board.anchors(m.p.sizes[m.sheet[e]])  # type: ignore[no-any-return]


def footprint(m: State, e: int, c: int) -> int:
    """The cells that an entity would cover at c."""
    return m.board.footprint(c, m.p.sizes[m.sheet[e]]) or 0


def burst(m: State, bits: int, n: int) -> int:
    """Cells within a distance of a set."""
    if n > _LIGHT:
        spend(m, 20 * min(n, m.board.width + m.board.height))
    return m.board.within_of(bits, n)  # type: ignore[no-any-return]


def walk_burst(m: State, bits: int, n: int) -> int:
    """The same round solid cells."""
    spend(m, bits.bit_count() * _WALK * m.board.size)
    return m.board.walk_within_of(bits, n)  # type: ignore[no-any-return]


def ring(m: State, bits: int, n: int) -> int:
    """Cells at exactly a distance from a set."""
    if n > _LIGHT:
        spend(m, 40 * min(n, m.board.width + m.board.height))
    return m.board.ring_of(bits, n)  # type: ignore[no-any-return]


def cone(m: State, c: int, d: int, steps: int) -> int:
    """A cone: rows of 1, 3, 5, .. going outward, as far as the board goes."""
    steps = max(0, min(steps, max(m.board.width, m.board.height)))
    spend(m, 20 * steps * steps)
    return m.board.cone(c, d, tuple(range(1, 2 * steps, 2)))  # type: ignore[no-any-return]


def line_area(m: State, c: int, d: int, steps: int) -> int:
    """Cells straight on from c."""
    bits = 0
    at = c
    for _ in range(steps):
        at = m.board.toward(at, d)
        if at < 0:
            break
        bits |= 1 << at
    return bits


def suppose(m: State, e: int, place: int) -> None:
    """Sets a place for the time of a `supposing`: positions only, no trace. Where it would not stand wholly on the
    board it stands nowhere."""
    if place >= 0 and not m.board.footprint(place, m.p.sizes[m.sheet[e]]):
        place = NOWHERE
    was, m.at[e] = m.at[e], NOWHERE
    if was < NOWHERE:
        m.zones[-2 - was] = tuple([x for x in m.zones[-2 - was] if x != e])
    occ = m.occ
    if was >= 0:
        m.at[e] = was
        for c in m.board.decode(cells(m, e)):
            rest = tuple([x for x in occ[c] if x != e])
            if rest:
                occ[c] = rest
            else:
                del occ[c]
                m.filled &= ~(1 << c)
    m.cache.clear()
    m.at[e] = place
    if place >= 0:
        for c in m.board.decode(cells(m, e)):
            occ[c] = tuple(sorted((*occ.get(c, ()), e)))
            m.filled |= 1 << c


__all__ = ["cells", "cells_of", "in_cells"]
