"""What touches what, where a step may lead, and which directions lead there, on random boards with holes and walls."""

from __future__ import annotations

import random

import pytest

from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import cell_of, cells_of, cells_of_edge, random_pair

FORMS = ["square", "hex"]


@pytest.mark.parametrize("form", FORMS)
def test_steps_are_those_of_the_polygons(form: str) -> None:
    rnd = random.Random(1)
    diagonal_over_corner = 0
    for _ in range(150):
        slow, board = random_pair(rnd, form)
        assert cells_of(board, board.everywhere) == slow.cells
        for place in range(board.size):
            cell = cell_of(board, place)
            if cell not in slow.cells:
                assert board.touching[place] == board.near[place] == board.joined[place] == 0
                assert all(board.toward(place, d) == -1 for d in board.directions)
                continue
            assert cells_of(board, board.touching[place]) == slow.touching(cell)
            assert cells_of(board, board.near[place]) == slow.near(cell)
            assert cells_of(board, board.joined[place]) == slow.joined(cell)
            straight = {c for c in slow.near(cell) if len(slow.shared(cell, c)) == 2}
            assert cells_of(board, board.near_straight[place]) == straight
            assert list(board.neighbours(place)) == [p for p in range(board.size) if board.near[place] >> p & 1]
            diagonal_over_corner += board.joined[place] & ~board.near[place] != 0
    if form == "square":
        assert diagonal_over_corner > 100


@pytest.mark.parametrize("form", FORMS)
def test_directions_agree_with_each_other(form: str) -> None:
    rnd = random.Random(2)
    for _ in range(60):
        slow, board = random_pair(rnd, form)
        rim = set()
        for place in board.places:
            reached = {}
            for d in board.directions:
                goal = board.toward(place, d)
                assert board.opposite(board.opposite(d)) == d
                if goal < 0:
                    rim.add(cell_of(board, place))
                    continue
                reached[goal] = d
                assert board.toward(goal, board.opposite(d)) == place
                assert board.direction(place, goal) == d == board.direction_to(place, goal)
                onward = board.toward(goal, d)
                assert board.across(place, goal) == onward
                if onward >= 0:
                    (ax, ay), (bx, by), (cx, cy) = (slow.centre(cell_of(board, p)) for p in (place, goal, onward))
                    assert (cx - bx, cy - by) == (bx - ax, by - ay)
            assert {cell_of(board, p) for p in reached} == slow.touching(cell_of(board, place))
            for other in board.places:
                if other not in reached:
                    assert board.direction(place, other) == -1
                    assert board.across(place, other) == -1
        assert cells_of(board, board.rim) == rim


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_set_is_shifted_like_its_cells(form: str) -> None:
    rnd = random.Random(3)
    for _ in range(60):
        _, board = random_pair(rnd, form)
        bits = board.encode(p for p in board.places if rnd.random() < 0.4)
        for d in board.directions:
            goals = (board.toward(p, d) for p in board.decode(bits))
            assert board.shifted(bits, d) == board.encode(p for p in goals if p >= 0)


@pytest.mark.parametrize("form", FORMS)
def test_a_set_spreads_over_exactly_the_steps_of_its_cells(form: str) -> None:
    """All ways in which a spread is written must agree where something can be entered."""
    rnd = random.Random(4)
    for i in range(200):
        _, board = random_pair(rnd, form, holes=i % 3 * 0.1, solid=i % 2 * 0.15, walls=i % 5 // 4 * 0.1)
        bits = board.encode(p for p in board.decode(board.passable) if rnd.random() < 0.3)
        around = 0
        for place in board.decode(bits):
            around |= board.near[place]
        assert board.spread(bits) & board.passable & ~bits == around & ~bits


def test_directions_run_clockwise_from_the_first() -> None:
    """On the map rows run downwards: north is up, and south-east comes after east."""
    squares, hexes = SquareBoard(3, 3), HexBoard(3, 3)
    middle = squares.at(1, 1)
    around = [squares.show(squares.toward(middle, d)) for d in squares.directions]
    assert around == ["B1", "C1", "C2", "C3", "B3", "A3", "A2", "A1"]
    assert squares.direction_names[0] == "north" and squares.direction_names[3] == "south_east"
    middle = hexes.at(1, 1)
    around = [hexes.show(hexes.toward(middle, d)) for d in hexes.directions]
    assert around == ["C2", "C3", "B3", "A2", "B1", "C1"]
    middle = hexes.at(1, 0)
    assert [hexes.toward(middle, d) for d in (4, 5)] == [-1, -1]
    assert [hexes.show(hexes.toward(middle, d)) for d in (0, 1, 2, 3)] == ["C1", "B2", "A2", "A1"]


def test_the_best_direction_to_a_place_far_away() -> None:
    board = SquareBoard(9, 9)
    start = board.at(4, 4)
    # Two right and one down is nearer to the diagonal (18 degrees off) than to east (27 degrees off).
    assert board.direction_names[board.direction_to(start, board.at(6, 5))] == "south_east"
    assert board.direction_names[board.direction_to(start, board.at(7, 5))] == "east"
    assert board.direction_to(start, start) == -1
    hexes = HexBoard(9, 9)
    # Straight down lies between south-east and south-west: the lower direction is taken.
    assert hexes.direction_names[hexes.direction_to(hexes.at(4, 2), hexes.at(4, 6))] == "south_east"
    straight_only = SquareBoard(5, 5, diagonal="none")
    assert straight_only.direction_to(straight_only.at(0, 0), straight_only.at(3, 1)) == 2


def test_edges_name_each_border_of_two_cells_once() -> None:
    rnd = random.Random(5)
    for form in FORMS:
        for _ in range(40):
            slow, board = random_pair(rnd, form)
            found = {frozenset(cells_of_edge(board, edge)) for edge in board.edges()}
            assert found == {frozenset((a, b)) for a in slow.cells for b in slow.around(a)
                             if len(slow.shared(a, b)) == 2}
            assert len(found) == len(board.edges()) == len(set(board.edges()))
            assert {frozenset(cells_of_edge(board, edge)) for edge in board.blocked_edges} == slow.walls
            for place in board.places:
                for d in range(len(board.direction_names)):
                    edge = board.edge(place, d)
                    if d not in board.straight:
                        assert edge == -1
                        continue
                    assert place in board.sides(edge)
                    goal = board.toward(place, d)
                    if goal >= 0:
                        assert board.edge(goal, board.opposite(d)) == edge == board.edge_between(place, goal)
                        assert board.sides(edge) == (min(place, goal), max(place, goal))
                        low, high = sorted((place, goal))
                        assert edge == (1 << 52) + low * 16 + board.direction(low, high)
            diagonal = [(a, b) for a in board.places for b in board.decode(board.touching[a])
                        if len(slow.shared(cell_of(board, a), cell_of(board, b))) == 1]
            assert all(board.edge_between(a, b) == -1 for a, b in diagonal)


def test_a_board_without_a_cell_or_with_cells_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one cell"):
        SquareBoard(0, 3)
    with pytest.raises(ValueError, match="outside"):
        HexBoard(2, 2, exists=1)
    with pytest.raises(ValueError, match="diagonals"):
        SquareBoard(2, 2, diagonal="two")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="corners"):
        SquareBoard(2, 2, corners="round")  # type: ignore[arg-type]


def test_a_board_is_shared_by_copies() -> None:
    """A copy of a match must not copy its board."""
    import copy

    board = SquareBoard(3, 3)
    assert copy.copy(board) is board
    assert copy.deepcopy([board])[0] is board
