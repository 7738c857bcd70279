"""Cones, lines and the questions that content asks of the geometry, with answers worked out by hand on the map."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import AnyBoard, Slow, cell_of

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)


def drawn(board: AnyBoard, bits: int) -> list[str]:
    """A picture of a set without the margins: o for its cells."""
    lines = board.draw(lambda place: "o" if bits >> place & 1 else ".")[1:]
    return [line[len(str(board.height)) + 1:] for line in lines]


def names(board: AnyBoard, bits: int) -> list[str]:
    return [board.show(place) for place in board.decode(bits)]


def test_cones_on_squares() -> None:
    board = SquareBoard(7, 5)
    assert drawn(board, board.cone(board.at(1, 2), EAST, (1, 3, 5))) == [
        ". . . o . . .",
        ". . o o . . .",
        ". o o o . . .",
        ". . o o . . .",
        ". . . o . . ."]
    assert drawn(board, board.cone(board.at(3, 4), NORTH, (1, 3, 5))) == [
        ". . . . . . .",
        ". . . . . . .",
        ". o o o o o .",
        ". . o o o . .",
        ". . . o . . ."]
    assert drawn(board, board.cone(board.at(2, 1), SOUTH_EAST, (1, 3, 5))) == [
        ". . . . . . .",
        ". . o o o . .",
        ". . o o . . .",
        ". . o . . . .",
        ". . . . . . ."]
    # Beyond the rim there is nothing; no row comes out on the other side.
    assert drawn(board, board.cone(board.at(6, 0), EAST, (1, 3, 5))) == [
        ". . . . . . o", *[". . . . . . ."] * 4]
    assert drawn(board, board.cone(board.at(0, 1), WEST, (3, 3))) == [
        "o . . . . . .", "o . . . . . .", "o . . . . . .", *[". . . . . . ."] * 2]


def test_cones_are_the_same_in_all_directions() -> None:
    board = SquareBoard(13, 13)
    origin = board.at(6, 6)
    for rows, straight, diagonal in (((1, 3, 5), 9, 6), ((1, 3, 5, 7, 9), 25, 15), ((1,), 1, 1), ((), 0, 0)):
        for d in board.directions:
            cells = board.cone(origin, d, rows)
            assert cells.bit_count() == (straight if d in board.straight else diagonal)
            # Turned by a right angle about the origin it is the cone of the next but one direction.
            turned = [(6 - (y - 6), 6 + (x - 6)) for x, y in (cell_of(board, p) for p in board.decode(cells))]
            assert board.cone(origin, (d + 2) % 8, rows) == board.encode(board.at(x, y) for x, y in turned)


def test_cones_on_hexes() -> None:
    board = HexBoard(7, 5)
    # Straight east, opening by 120 degrees: all whose way there keeps east of the two slanting axes.
    assert drawn(board, board.cone(board.at(1, 2), 0, (1, 3, 5))) == [
        ". . o . . . .",
        " . o o . . . .",
        ". o o o . . .",
        " . o o . . . .",
        ". . o . . . ."]
    assert drawn(board, board.cone(board.at(3, 0), 1, (1, 1, 3, 3))) == [
        ". . . o . . .",
        " . . . o o . .",
        ". . . o o o .",
        " . . . o o . .",
        ". . . . . . ."]
    with pytest.raises(ValueError, match="odd number"):
        board.cone(board.at(1, 1), 0, (1, 2))
    with pytest.raises(ValueError, match="odd number"):
        SquareBoard(3, 3).cone(12, 0, (2,))


def test_a_full_cone_of_hexes_is_everything_within_reach() -> None:
    board = HexBoard(9, 9)
    middle = board.at(4, 4)
    for d in board.directions:
        assert board.cone(middle, d, (1, 7, 13, 19)) == board.within(middle, 3)
        cells = board.cone(middle, d, (1, 3, 5))
        assert cells.bit_count() == 9
        # It is symmetric about its axis: as much to each side.
        axis = board.toward(board.toward(middle, d), d)
        far = [p for p in board.decode(cells) if board.distance(middle, p) == 2]
        assert sorted(board.distance(axis, p) for p in far) == [0, 1, 1, 2, 2]


def test_lines_to_the_farthest_corner() -> None:
    """From the north-western corner of C3 to F4: crossed are those whose inside the line meets."""
    board = SquareBoard(8, 8)
    start = board.corners(board.at(2, 2))[0]
    target = board.at(5, 3)
    (far,) = board.far_corners(start, target)
    assert far == board.corners(target)[3]
    # From (2, 2) to (6, 4): slope one half.
    (cells,) = board.line_cells(start, target, 9)
    assert names(board, cells) == ["C3", "D3", "E4", "F4"]
    (near,) = board.line_cells(start, target, 3)
    assert names(board, near) == ["C3", "D3", "E4"]
    assert board.line_cells(start, target, 0) == (0,)


def test_a_line_along_edges_crosses_nothing_and_ties_are_all_given() -> None:
    board = SquareBoard(6, 6)
    cell = board.at(1, 2)
    west_middle = board.corners(cell)[0]
    # Two cells that meet at the level of the start: their far corners tie, mirrored.
    straight = board.at(4, 2)
    assert len(board.far_corners(west_middle, straight)) == 1
    centre = board.centre(cell)
    upper, lower = board.far_corners(centre, straight)
    first, second = board.line_cells(centre, straight, 9)
    assert (upper, lower) == (board.corners(straight)[1], board.corners(straight)[3])
    assert names(board, first) == names(board, second) == ["B3", "C3", "D3", "E3"]
    along = board.cells_crossed(board.corners(cell)[0], board.corners(straight)[1])
    assert along == 0
    assert names(board, board.cells_touched(board.corners(cell)[0], board.corners(straight)[1])) == [
        "A2", "B2", "C2", "D2", "E2", "F2", "A3", "B3", "C3", "D3", "E3", "F3"]


def clear(board: SquareBoard, a: int, b: int, blocking: int) -> bool:
    """Cover between points: a line is clear unless it crosses the inside of a blocking cell."""
    return not board.cells_crossed(a, b) & blocking


def test_cover_from_corner_to_corner() -> None:
    """A line that touches the corner of a wall or runs along its edge is clear, one that crosses it is not."""
    board, marks = SquareBoard.from_rows([
        ".....",
        ".a#t.",
        ".....",
        "..u..",
    ], solid="#")
    wall, a = marks["#"], board.at(1, 1)

    def covered(target: str) -> bool:
        """Has the target cover from shots: is there no corner of the attacker from which all corners are clear?"""
        goal = board.decode(marks[target])[0]
        return not any(all(clear(board, p, q, wall) for q in board.corners(goal)) for p in board.corners(a))

    assert covered("t")
    assert not covered("u")
    # Along the wall's upper edge.
    assert clear(board, board.corners(a)[1], board.corners(board.at(3, 1))[0], wall)
    # From corner to corner through the wall's inside.
    assert not clear(board, board.corners(a)[1], board.corners(board.at(3, 1))[2], wall)


def test_cover_of_neighbours_round_a_corner() -> None:
    """Side by side there is none; diagonally past a wall's corner some line crosses the wall from every square."""
    board, marks = SquareBoard.from_rows([
        "....",
        ".a#.",
        "..t.",
    ], solid="#")

    def clear_of_all(a: int, b: int) -> bool:
        return all(clear(board, p, q, marks["#"]) for p in board.corners(a) for q in board.corners(b))

    a, t = board.at(1, 1), board.at(2, 2)
    assert not clear_of_all(a, t)
    assert clear_of_all(a, board.at(1, 2))
    assert board.joined[a] >> t & 1


def test_sight_between_inner_points() -> None:
    """Some segment between the cells that touches no wall: over the top of one wall, but not between two that meet."""
    rows = [
        "a.....",
        "..#..b",
        "......",
        ".#....",
        "#.....",
    ]
    board, marks = SquareBoard.from_rows(rows, solid="#")

    def sees(a: int, b: int) -> bool:
        return any(not board.cells_touched(p, q) & marks["#"]
                   for p in board.sample_points(a) for q in board.sample_points(b))

    assert sees(board.at(0, 0), board.at(5, 1))
    assert not sees(board.at(0, 3), board.at(1, 4))
    assert sees(board.at(0, 3), board.at(0, 0))
    assert sees(board.at(3, 1), board.at(1, 2))


def test_sight_between_centres_of_hexes_is_stopped_by_a_touch() -> None:
    """Running along a side or through a corner of a blocking hex stops it; neighbours always see each other."""
    board = HexBoard(5, 5)

    def touched(a: str, b: str) -> list[str]:
        start, goal = board.parse(a), board.parse(b)
        assert start is not None and goal is not None
        return names(board, board.cells_touched(board.centre(start), board.centre(goal)))

    # Straight down between the two hexes of the row between: along their common side.
    assert touched("C1", "C3") == ["C1", "B2", "C2", "C3"]
    # Along a row only the hexes of the row are met.
    assert touched("A1", "D1") == ["A1", "B1", "C1", "D1"]
    # Through the corner that C1 and B2 share with the start and the goal in turn.
    assert touched("B1", "C2") == ["B1", "C1", "B2", "C2"]
    for a in board.places:
        for b in board.decode(board.touching[a]):
            assert board.cells_touched(board.centre(a), board.centre(b)) == 1 << a | 1 << b


def test_within_counts_hexes() -> None:
    board = HexBoard(9, 9)
    start = board.at(4, 4)
    counts = [board.within(start, n).bit_count() for n in range(5)]
    assert counts == [1, 7, 19, 37, 61]
    assert board.distance(board.at(0, 0), board.at(0, 2)) == 2
    assert board.distance(board.at(0, 0), board.at(1, 2)) == 2
    assert board.distance(board.at(0, 0), board.at(2, 2)) == 3


def test_pushed_away_and_straight_on() -> None:
    """Three hexes lie farther from a pusher in line with the target, two from one beside the line; and each direction
    goes straight on."""
    board = HexBoard(9, 9)
    target = board.at(4, 4)

    def farther(pusher: int) -> list[int]:
        return [d for d in board.directions
                if board.distance(pusher, board.toward(target, d)) > board.distance(pusher, target)]

    for pusher in board.decode(board.ring(target, 1)):
        away = farther(pusher)
        middle = board.direction(pusher, target)
        assert sorted(away) == sorted({(middle - 1) % 6, middle, (middle + 1) % 6})
        assert board.across(pusher, target) == board.toward(target, middle)
    beside = [p for p in board.decode(board.ring(target, 2)) if len(farther(p)) == 2]
    assert len(beside) == 6
    for d in board.directions:
        first = board.toward(target, d)
        second = board.toward(first, d)
        assert board.distance(target, second) == 2
        assert board.direction(first, second) == d


def test_the_rim_is_what_has_a_neighbour_missing() -> None:
    board = HexBoard(4, 4)
    assert names(board, board.everywhere & ~board.rim) == ["B2", "C2", "B3", "C3"]
    holed, _ = HexBoard.from_rows(["....", ".. .", "...."])
    assert holed.rim == holed.everywhere
    squares = SquareBoard(5, 4)
    assert names(squares, squares.everywhere & ~squares.rim) == ["B2", "C2", "D2", "B3", "C3", "D3"]


def test_flanking_goes_straight_through_the_middle() -> None:
    board = SquareBoard(5, 5)
    middle = board.at(2, 2)
    pairs = {(board.show(p), board.show(board.across(p, middle))) for p in board.decode(board.touching[middle])}
    assert pairs == {("B2", "D4"), ("C2", "C4"), ("D2", "B4"), ("B3", "D3"), ("D3", "B3"), ("B4", "D2"), ("C4", "C2"),
                     ("D4", "B2")}


@pytest.mark.parametrize("form", ["square", "hex"])
def test_far_corners_are_farthest_in_true_lengths(form: str) -> None:
    """The lattice of the hexes is stretched; lengths are compared as if it were not."""
    rnd = random.Random(f"far {form}")
    slow = Slow(form, 7, 7, {(x, y) for x in range(7) for y in range(7)})
    board: AnyBoard = SquareBoard(7, 7) if form == "square" else HexBoard(7, 7)
    ties = 0
    for _ in range(300):
        a, b = rnd.choices(board.places, k=2)
        polygon: Sequence[tuple[object, object]] = sorted(slow.polygon(cell_of(board, b)), key=lambda p: (p[1], p[0]))
        start = slow.centre(cell_of(board, a))
        lengths = [slow.square_length(start, corner) for corner in slow.polygon(cell_of(board, b))]
        far = [corner for corner in slow.polygon(cell_of(board, b))
               if slow.square_length(start, corner) == max(lengths)]
        expected = tuple(board.corners(b)[polygon.index(corner)] for corner in sorted(far, key=lambda p: (p[1], p[0])))
        assert board.far_corners(board.centre(a), b) == expected
        ties += len(expected) > 1
    assert ties > 10
