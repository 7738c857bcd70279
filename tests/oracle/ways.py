"""Ways over the board (docs/builtins.md): walks at a price for each place, and steps that a permission allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions, geometry, quantities
from tests.oracle.limits import A_WALK, Stopped
from tests.oracle.scope import Scope
from tests.oracle.things import ordered

from rulewright.check import model as m
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World

NAMES = frozenset(
    ("reachable", "reach_cost", "reach_nearest", "walk_path", "step_cells", "step_cost", "step_nearest", "step_path")
)
# By place what the cheapest way there costs, and the place before it.
Found = dict[int, tuple[int, int]]


def call(w: World, name: str, args: tuple[n.Expr, ...], s: Scope) -> Any:
    """One of the eight."""
    start, found, goal = _searched(w, name, args, s)
    match name.partition("_")[2]:
        case "cost":
            return found[goal][0] if goal in found else None
        case "nearest":
            costs = {place: found[place][0] for place in goal if place in found}
            return ordered(place for place, cost in costs.items() if cost == min(costs.values()))
        case "path":
            return _path(found, start, goal)
    return ordered(place for place in found if place != start)


def _path(found: Found, start: int | None, goal: int) -> tuple[int, ...]:
    path: list[int] = []
    while goal in found and goal != start:
        path.insert(0, goal)
        goal = found[goal][1]
    return tuple(path)


def _searched(w: World, name: str, args: tuple[n.Expr, ...], s: Scope) -> tuple[int | None, Found, Any]:
    """Where the search begins, what it found, and what is asked about."""
    mover = expressions.evaluate(w, args[0], s)
    to_goal = name not in ("reachable", "step_cells")
    goal = expressions.evaluate(w, args[1], s) if to_goal else None
    args = args[1 + to_goal :]  # budget, permission and price, and where steps lead; or budget, price, blocked
    start = geometry.place_of(mover)
    budget = expressions.evaluate(w, args[0], s)
    if name.startswith("step"):
        may, price, ways = args[1].ref, args[2].ref, args[3].ref if len(args) > 3 else None

        def goes(here: int, to: int) -> bool:
            return bool(_asked(w, may, mover, here, to))

        def costs(here: int, to: int) -> int:
            return max(0, int(_asked(w, price, mover, here, to)))
    else:
        entering, passes, ways = args[1].ref, args[2].ref, None
        blocked = () if isinstance(passes, m.PermissionDef) else expressions.evaluate(w, args[2], s)

        def goes(here: int, to: int) -> bool:
            if isinstance(passes, m.PermissionDef):
                return quantities.permits(w, passes, (here, to))
            return to not in blocked

        def costs(here: int, to: int) -> int:
            return int(quantities.value(w, entering, (to,)))

        _refuse_free(w, entering)
        if start is not None and budget > 0:
            _refuse_long(w, entering, budget)

    def leads(here: int) -> tuple[int, ...]:
        if ways is not None:
            return tuple(quantities.value(w, ways, (mover, here)))
        return w.board.cells(w.board.space.near[here])

    return start, {} if start is None or budget < 0 else _search(w, start, budget, leads, goes, costs), goal


def _refuse_free(w: World, entering: m.ValueDef) -> None:
    """A walk wants to pay for every place."""
    for place in w.board.cells(w.board.space.everywhere):
        if quantities.value(w, entering, (place,)) < 1:
            raise Stopped("to enter a place costs less than 1")


def _refuse_long(w: World, entering: m.ValueDef, budget: int) -> None:
    """What a walk may cost: its budget, or every place once at the highest price if that is less."""
    prices = [quantities.value(w, entering, (place,)) for place in w.board.cells(w.board.space.everywhere)]
    if min(budget, max(prices, default=0) * len(prices)) > A_WALK:
        raise Stopped(f"a walk that may cost more than {A_WALK}")


def _asked(w: World, what: m.ValueDef | m.PermissionDef, mover: Any, here: int, to: int) -> Any:
    args = (mover, here, to) if len(what.params) == 3 else (mover, to)
    return quantities.value(w, what, args) if isinstance(what, m.ValueDef) else quantities.permits(w, what, args)


def _search(
    w: World,
    start: int,
    budget: int,
    leads: Callable[[int], tuple[int, ...]],
    goes: Callable[[int, int], bool],
    costs: Callable[[int, int], int],
) -> Found:
    """The cheapest way to every place within the budget; of equal ones that by the place of the lowest number."""
    found: Found = {}
    waiting = [(0, start, -1)]
    while waiting:
        waiting.sort()
        cost, here, before = waiting.pop(0)
        if here in found:
            continue
        found[here] = (cost, before)
        for to in leads(here):
            if to not in found and goes(here, to) and (reached := cost + costs(here, to)) <= budget:
                waiting.append((reached, to, here))
    return found
