"""Floods and the ways through them, against Dijkstra's algorithm cell by cell."""

from __future__ import annotations

import random
from heapq import heappop, heappush

import pytest

from rulewright.space import flood as flood_module
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import AnyBoard, Cell, Slow, cell_of, cells_of, place_of, random_pair

FORMS = ["square", "hex"]


def least_costs(slow: Slow, start: Cell, cost: dict[Cell, int], blocked: set[Cell]) -> dict[Cell, int]:
    """The least cost of each cell: entering costs what the table says, and blocked cells are not entered."""
    found: dict[Cell, int] = {}
    heap = [(0, start)]
    while heap:
        total, here = heappop(heap)
        if here in found:
            continue
        found[here] = total
        for goal in slow.near(here):
            if goal in cost and goal not in blocked:
                heappush(heap, (total + cost[goal], goal))
    return found


def random_costs(rnd: random.Random, board: AnyBoard, classes: list[int]) -> tuple[tuple[int, int], ...]:
    """A table that names some cells twice, some not at all, and some solid ones."""
    return tuple((cost, board.encode(p for p in board.places if rnd.random() < 0.6)) for cost in classes)


def cost_of(board: AnyBoard, costs: tuple[tuple[int, int], ...]) -> dict[Cell, int]:
    out: dict[Cell, int] = {}
    for cost, bits in costs:
        for cell in cells_of(board, bits):
            out[cell] = min(cost, out.get(cell, cost))
    return out


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("classes", [[1], [1, 2], [2], [2, 1], [1, 3], [3, 1, 2], [1, 1, 4], []])
def test_floods_find_the_least_costs(form: str, classes: list[int]) -> None:
    """Many floods on one board in any order, so that what is kept is used, extended and cut by what blocks."""
    rnd = random.Random(f"{form} {classes}")
    for _ in range(8):
        slow, board = random_pair(rnd, form)
        tables = [random_costs(rnd, board, classes) for _ in range(2)]
        starts = [rnd.choice(board.places) for _ in range(3)]
        for _ in range(14):
            costs, start, budget = rnd.choice(tables), rnd.choice(starts), rnd.randint(-1, 9)
            blocked = board.encode(p for p in board.places if rnd.random() < rnd.choice([0, 0.03, 0.3]))
            found = least_costs(slow, cell_of(board, start), cost_of(board, costs), cells_of(board, blocked))
            union = {c for c, k in found.items() if k <= budget}
            # Asked first as often as after the rings, and then with another table in use.
            if rnd.random() < 0.5:
                assert cells_of(board, board.reachable(start, budget, costs, blocked)) == union
            rings = board.flood(start, budget, costs, blocked)
            assert [cells_of(board, ring) for ring in rings] == [
                {c for c, k in found.items() if k == n} for n in range(budget + 1)]
            assert cells_of(board, board.reachable(start, budget, costs, blocked)) == union
            again, reached = board.spread_out(start, budget, costs, blocked)
            assert again == rings and cells_of(board, reached) == union
            rings.clear()


@pytest.mark.parametrize("form", FORMS)
def test_ways_go_back_to_the_lowest_cell_that_is_cheap_enough(form: str) -> None:
    rnd = random.Random(f"ways {form}")
    longest = 0
    for _ in range(60):
        slow, board = random_pair(rnd, form, solid=0.1)
        costs = random_costs(rnd, board, rnd.choice([[1, 2], [1, 2, 3], [1]]))
        start = rnd.choice(board.places)
        blocked = board.encode(p for p in board.places if rnd.random() < 0.1)
        cost = cost_of(board, costs)
        found = least_costs(slow, cell_of(board, start), cost, cells_of(board, blocked))
        rings = board.flood(start, 12, costs, blocked)
        for goal in board.places:
            if rnd.random() < 0.2:
                board.flood(start, 1, ((1, board.everywhere),), 0)
            way = board.path(rings, costs, goal)
            if found.get(cell_of(board, goal), 13) > 12 or goal == start:
                assert way == ()
                continue
            expected = [goal]
            while expected[-1] != start:
                here = cell_of(board, expected[-1])
                before = [c for c in slow.near(here) if found.get(c) == found[here] - cost[here]]
                expected.append(min(place_of(board, c) for c in before))
            assert list(way) == expected[-2::-1]
            longest = max(longest, len(way))
    assert longest >= 6


def test_a_flood_of_one_step_is_not_spoilt_by_a_start_that_nobody_may_enter() -> None:
    board, marks = SquareBoard.from_rows(["...", ".#.", "..."], solid="#")
    assert board.flood(board.at(1, 1), 2, ((1, marks["."]),), 0) == [marks["#"], 0, 0]


def test_a_kept_answer_is_not_shared() -> None:
    """Whoever gets the rings may change them."""
    board = HexBoard(4, 4)
    costs = ((1, board.everywhere),)
    first = board.flood(board.at(0, 0), 3, costs, 0)
    kept = list(first)
    first.append(1)
    first[0] = 0
    assert board.flood(board.at(0, 0), 3, costs, 0) == kept


def test_a_cost_of_nothing_is_refused() -> None:
    board = SquareBoard(2, 2)
    with pytest.raises(ValueError, match="1 or more"):
        board.flood(board.at(0, 0), 2, ((0, board.everywhere),), 0)


def test_what_was_dropped_from_memory_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood_module, "_KEPT_BITS", 1)
    board = SquareBoard(5, 5)
    tables = [((cost, board.everywhere),) for cost in range(1, 8)]
    expected = SquareBoard(5, 5)
    for _ in range(2):
        for start in board.places:
            for costs in tables:
                assert board.flood(start, 6, costs, 0) == expected.flood(start, 6, costs, 0)
                way = board.path(board.flood(start, 6, costs, 0), costs, board.at(2, 2))
                assert way == expected.path(expected.flood(start, 6, costs, 0), costs, board.at(2, 2))


def test_difficult_ground_is_entered_late_and_walked_round() -> None:
    """By hand: the tilde costs 2 to enter, straight or diagonally; a wall is not passed at its corner."""
    board, marks = SquareBoard.from_rows(["..~..", ".#~#.", "....."], solid="#", corners="strict")
    costs = ((1, marks["."]), (2, marks["~"]))
    rings = board.flood(board.at(0, 0), 5, costs, 0)
    assert [[board.show(p) for p in board.decode(ring)] for ring in rings] == [
        ["A1"], ["B1", "A2"], ["A3"], ["C1", "B3"], ["D1", "C3"], ["E1", "C2", "D3"]]
    assert [board.show(p) for p in board.path(rings, costs, board.at(2, 1))] == ["B1", "C1", "C2"]
    assert [board.show(p) for p in board.path(rings, costs, board.at(3, 2))] == ["A2", "A3", "B3", "C3", "D3"]
    beside = board.flood(board.at(0, 0), 5, costs, 1 << board.at(2, 0))
    assert [[board.show(p) for p in board.decode(ring)] for ring in beside[3:]] == [["B3"], ["C3"], ["D3"]]
