"""Bases of several cells: what they cover, where they may step, and what is within their reach."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rulewright.space.hexes import HexBoard
from rulewright.space.reach import reach
from rulewright.space.square import SquareBoard

from .slow import AnyBoard, Cell, Slow, cell_of, cells_of, place_of, random_pair

FORMS = ["square", "hex"]


def base(slow: Slow, anchor: Cell, size: int) -> set[Cell] | None:
    """What a base covers: squares, a block; hexes, all whose centres lie within a cycle about the middle of a hex or
    of a corner. None if some of it is no cell."""
    x, y = anchor
    if slow.form == "square":
        covered = {(x + i, y + j) for i in range(size) for j in range(size)}
    else:
        # From the leftmost hex of the top row down to the middle: the middle hex, or the corner below the middle's top.
        half = size // 2
        cx, cy = slow.centre(anchor)
        # Downwards to the left along the side, then in from the left end of the widest row.
        px, py = cx - half + size - 1, cy + 3 * half
        if size % 2 == 0:
            py -= 1
        near = sorted({(a, b) for b in range(y - 1, y + size + 1) for a in range(x - size - 1, x + size + 2)},
                      key=lambda c: (slow.square_length(slow.centre(c), (px, py)), c))
        covered = set(near[:{1: 1, 2: 3, 3: 7, 4: 12, 5: 19}[size]])
    return covered if covered <= slow.cells else None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_bases_are_blocks_or_as_round_as_can_be(form: str, size: int) -> None:
    rnd = random.Random(f"{form} {size}")
    found = 0
    for _ in range(40):
        slow, board = random_pair(rnd, form, holes=0.02)
        bases = {place: base(slow, cell_of(board, place), size) for place in board.places}
        for place, covered in bases.items():
            bits = board.footprint(place, size)
            assert cells_of(board, bits) == (covered or set())
            if covered:
                assert min(place_of(board, c) for c in covered) == place
                found += 1
        assert board.anchors(size) == board.encode(p for p, covered in bases.items() if covered)
        for place in board.places:
            over = {p for p, covered in bases.items() if covered and cell_of(board, place) in covered}
            assert board.anchors_covering(place, size) == board.encode(over)
    assert found > 10


def test_the_shapes_of_bases_by_hand() -> None:
    squares, hexes = SquareBoard(6, 6), HexBoard(6, 6)
    assert [squares.show(p) for p in squares.decode(squares.footprint(squares.at(1, 1), 2))] == ["B2", "C2", "B3", "C3"]
    assert squares.footprint(squares.at(5, 1), 2) == 0
    assert squares.footprint(squares.at(0, 0), 7) == 0
    shapes = {size: [hexes.show(p) for p in hexes.decode(hexes.footprint(hexes.at(2, 1), size))] for size in (1, 2, 3)}
    assert shapes == {1: ["C2"], 2: ["C2", "C3", "D3"], 3: ["C2", "D2", "C3", "D3", "E3", "C4", "D4"]}
    assert squares.footprint(squares.at(0, 0), 0) == 0  # what stands on edges covers nothing
    with pytest.raises(ValueError, match="the size of a base is at least 0"):
        squares.footprint(squares.at(0, 0), -1)


@pytest.mark.parametrize("form", FORMS)
def test_a_base_steps_where_all_its_cells_may(form: str) -> None:
    rnd = random.Random(f"steps {form}")
    for _ in range(60):
        slow, board = random_pair(rnd, form, holes=0.03, solid=0.05, walls=0.04)
        size = rnd.randint(1, 3)
        steps, straight = board.steps(size), board.steps(size, straight=True)
        through = board.steps(size, through=True)
        for anchor in board.places:
            covered = base(slow, cell_of(board, anchor), size)
            expected, expected_straight, expected_through = set(), set(), set()
            for d in board.directions if covered else ():
                goal = board.toward(anchor, d)
                after = base(slow, cell_of(board, goal), size) if goal >= 0 else None
                if after is None:
                    continue
                expected_through.add(goal)
                moves = [(cell_of(board, p), cell_of(board, board.toward(p, d)))
                         for p in (place_of(board, c) for c in covered or ())]
                if all(there in slow.near(here) for here, there in moves):
                    expected.add(goal)
                    if d in board.straight:
                        expected_straight.add(goal)
                entered = board.entered(anchor, size, d)
                assert cells_of(board, entered) == after - (covered or set())
            assert steps[anchor] == tuple(sorted(expected))
            assert straight[anchor] == tuple(sorted(expected_straight))
            assert through[anchor] == tuple(sorted(expected_through))


def test_a_large_base_goes_round_the_corner_of_a_wall() -> None:
    """Two by two: the diagonal step would carry one of its squares past the wall's corner."""
    board, _ = SquareBoard.from_rows(["....", "....", "..#.", "...."], solid="#", corners="strict")
    start = board.at(0, 1)
    assert board.show(start) == "A2"
    assert [board.show(p) for p in board.steps(2)[start]] == ["A1", "A3"]
    assert [board.show(p) for p in board.steps(2)[board.at(0, 0)]] == ["B1", "A2"]
    free, _ = SquareBoard.from_rows(["....", "....", "..#.", "...."], solid="#", corners="free")
    assert [board.show(p) for p in free.steps(2)[start]] == ["A1", "B1", "A3"]


@pytest.mark.parametrize("form", FORMS)
def test_edges_ahead_of_a_base_and_inside_it(form: str) -> None:
    rnd = random.Random(f"edges {form}")
    for _ in range(40):
        slow, board = random_pair(rnd, form, holes=0.02)
        size = rnd.randint(1, 3)
        for anchor in board.decode(board.anchors(size)):
            covered = base(slow, cell_of(board, anchor), size)
            assert covered
            inner = {board.edge_between(place_of(board, a), place_of(board, b)) for a in covered for b in covered
                     if len(slow.shared(a, b)) == 2}
            assert board.inner_edges(anchor, size) == tuple(sorted(inner))
            for d in board.directions:
                ahead = board.edges_ahead(anchor, size, d)
                if d not in board.straight:
                    assert ahead == ()
                    continue
                all_ahead = {board.edge(place_of(board, c), d) for c in covered}
                assert ahead == tuple(sorted(all_ahead - inner))
    square = SquareBoard(4, 4)
    assert [square.show_edge(e) for e in square.edges_ahead(square.at(0, 0), 2, 2)] == ["B1|C1", "B2|C2"]
    assert [square.show_edge(e) for e in square.inner_edges(square.at(0, 0), 2)] == [
        "A1|B1", "A1|A2", "B1|B2", "A2|B2"]


@pytest.mark.parametrize("form", FORMS)
def test_reach_finds_the_least_costs_of_steps_that_are_asked_for(form: str) -> None:
    """Against relaxing every step until nothing changes; prices depend on both ends, and some steps cost nothing."""
    rnd = random.Random(f"reach {form}")
    for _ in range(80):
        _, board = random_pair(rnd, form, holes=0.03, solid=0.05)
        size, budget = rnd.randint(1, 2), rnd.randint(-1, 9)
        if not board.anchors(size):
            continue
        start = rnd.choice(board.decode(board.anchors(size)))
        steps = board.steps(size)
        prices = {(a, b): rnd.choice([0, 1, 1, 2, 3]) for a in board.places for b in steps[a]}
        barred = {step for step in prices if rnd.random() < 0.15}
        may_step, price = _asked(barred, prices)
        best = {start: 0} if budget >= 0 else {}
        changed = True
        while changed:
            changed = False
            for (a, b), extra in prices.items():
                if a in best and (a, b) not in barred and best[a] + extra < best.get(b, budget + 1):
                    best[b] = best[a] + extra
                    changed = True
        reached = board.reach(start, size, budget, may_step, price)
        assert reached == best
        assert list(reached.values()) == sorted(reached.values())
        assert list(reached) == list(board.reach(start, size, budget, may_step, price, steps=steps))
        for goal in board.places:
            way = board.route(reached, goal, size, may_step, price)
            if goal not in best or goal == start:
                assert way == ()
                continue
            walked = [start, *way]
            assert walked[-1] == goal and len(set(walked)) == len(walked)
            assert all((a, b) not in barred and b in steps[a] for a, b in pairwise(walked))
            assert sum(prices[step] for step in pairwise(walked)) == best[goal]
            order = list(reached)
            for a, b in pairwise(walked):
                earlier = order[:order.index(b)]
                assert a == min(p for p in earlier if (p, b) in prices and (p, b) not in barred
                                and best[p] + prices[p, b] == best[b])


def _asked(barred: set[tuple[int, int]], prices: dict[tuple[int, int], int]):  # type: ignore[no-untyped-def]
    """A permission and a price that are never asked about a step that is none, nor a price where there is no way."""

    def may_step(a: int, b: int) -> bool:
        assert (a, b) in prices
        return (a, b) not in barred

    def price(a: int, b: int) -> int:
        assert (a, b) not in barred
        return prices[a, b]

    return may_step, price


def test_ties_fall_to_the_least_anchor() -> None:
    board = SquareBoard(3, 3)
    reached = board.reach(board.at(0, 0), 1, 9, lambda a, b: True, lambda a, b: 1)
    assert list(reached) == sorted(reached, key=lambda p: (reached[p], p))
    way = board.route(reached, board.at(2, 2), 1, lambda a, b: True, lambda a, b: 1)
    assert [board.show(p) for p in way] == ["B2", "C3"]
    way = board.route(reached, board.at(2, 1), 1, lambda a, b: True, lambda a, b: 1)
    assert [board.show(p) for p in way] == ["B1", "C2"]


def test_a_negative_price_is_refused() -> None:
    board = SquareBoard(3, 3)
    with pytest.raises(ValueError, match="negative"):
        reach(board.steps(1), board.at(0, 0), 3, lambda a, b: True, lambda a, b: -1)


def test_a_wall_costs_more_on_the_step_that_crosses_it() -> None:
    """A base of four cells crosses an edge wall for 3, by the price of the edges ahead of it; the next step costs 1."""
    plain = SquareBoard(6, 2)
    wall = {plain.edge_between(plain.at(2, y), plain.at(3, y)) for y in (0, 1)}
    board: AnyBoard = plain

    def price(a: int, b: int) -> int:
        ahead = board.edges_ahead(a, 2, board.direction(a, b))
        return max(3 if edge in wall else 1 for edge in ahead)

    reached = board.reach(board.at(0, 0), 2, 9, lambda a, b: True, price, steps=board.steps(2, straight=True))
    assert {board.show(p): n for p, n in reached.items()} == {"A1": 0, "B1": 1, "C1": 4, "D1": 5, "E1": 6}
    astride = [board.show(p) for p in reached if wall & set(board.inner_edges(p, 2))]
    assert astride == ["C1"]
