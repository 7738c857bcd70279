"""Names that people write, drawings that they make, and pictures that they are shown."""

from __future__ import annotations

import random

import pytest
from tests.clock import at_most

from rulewright.space import naming, picture
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import cell_of, cells_of, random_pair

FORMS = ["square", "hex"]


def test_columns_are_lettered_like_those_of_a_sheet() -> None:
    assert [naming.column_name(x) for x in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    assert all(naming.column_number(naming.column_name(x)) == x for x in range(2000))


@pytest.mark.parametrize("form", FORMS)
def test_a_shown_name_is_read_as_the_same_place_and_nothing_else_is(form: str) -> None:
    rnd = random.Random(f"names {form}")
    for _ in range(30):
        slow, board = random_pair(rnd, form)
        shown = {board.show(place): place for place in board.places}
        assert len(shown) == len(board.places)
        assert all(board.parse(name) == place for name, place in shown.items())
        for x in range(-1, board.width + 1):
            for y in range(-1, board.height + 1):
                name = f"{naming.column_name(x) if x >= 0 else '@'}{y + 1}"
                known = board.parse(name)
                assert (known is None) == ((x, y) not in slow.cells)
                assert known is None or cell_of(board, known) == (x, y)


@pytest.mark.parametrize("text", ["", "B", "4", "b4", "B04", "B0", "B-1", " B4", "B4 ", "4B", "B4|", "É4", "B٤", "B4\n",
                                  "A" * 50 + "1", "A" + "9" * 5000])
def test_what_is_no_name_is_none(text: str) -> None:
    assert SquareBoard(9, 9).parse(text) is None


@pytest.mark.parametrize("form", FORMS)
def test_a_shown_edge_is_read_as_the_same_edge(form: str) -> None:
    rnd = random.Random(f"edges {form}")
    for _ in range(30):
        _, board = random_pair(rnd, form)
        shown = {board.show_edge(edge): edge for edge in board.edges()}
        assert len(shown) == len(board.edges())
        assert all(board.parse_edge(name) == edge for name, edge in shown.items())


def test_edges_by_hand() -> None:
    board = SquareBoard(3, 3)
    assert board.show_edge(board.edge(board.at(1, 1), 2)) == "B2|C2"
    assert board.show_edge(board.edge(board.at(1, 1), 0)) == "B1|B2"
    assert board.show_edge(board.edge(board.at(0, 1), 6)) == "A2|west"
    assert board.show_edge(board.edge(board.at(0, 2), 4)) == "A3|south"
    for text in ("C2|B2", "B2|C3", "B2|west", "A2|south_west", "A2|", "|A2", "A2|up", "A2", "Q9|Q8", "A2|C2"):
        assert board.parse_edge(text) is None, text


@pytest.mark.parametrize("rows", [
    ["..#.", ".a..", "...."],
    [". . # .", ". a . .", ". . . ."],
    [". . # .", ". a . .", ". . . .", "", "  "],
])
def test_square_maps_are_read_compact_or_parted(rows: list[str]) -> None:
    board, marks = SquareBoard.from_rows(rows, solid="#", corners="strict", diagonal="one")
    assert (board.width, board.height) == (4, 3)
    assert {sign: cells_of(board, bits) for sign, bits in marks.items() if sign != "."} == {
        "#": {(2, 0)}, "a": {(1, 1)}}
    assert board.solid == marks["#"]
    assert board.everywhere == sum(marks.values())
    assert list(marks) == sorted(marks)


@pytest.mark.parametrize("rows", [
    ["..#.", ".a..", "...b"],
    [". . # .", ". a . .", ". . . b"],
    [". . # .", " . a . .", ". . . b"],
])
def test_hex_maps_are_read_compact_parted_or_as_they_lie(rows: list[str]) -> None:
    board, marks = HexBoard.from_rows(rows, solid="#")
    assert (board.width, board.height) == (4, 3)
    assert {sign: cells_of(board, bits) for sign, bits in marks.items() if sign != "."} == {
        "#": {(2, 0)}, "a": {(1, 1)}, "b": {(3, 2)}}
    assert board.solid == marks["#"]


def test_blanks_are_cells_that_do_not_exist() -> None:
    compact, _ = SquareBoard.from_rows([".. ..", " . .", "....."])
    assert cells_of(compact, compact.everywhere) == {
        *((x, 0) for x in (0, 1, 3, 4)), (1, 1), (3, 1), *((x, 2) for x in range(5))}
    parted, marks = HexBoard.from_rows([". .   .", "   . x", ". . . ."], absent="x")
    assert cells_of(parted, parted.everywhere) == {(0, 0), (1, 0), (3, 0), (1, 1), *((x, 2) for x in range(4))}
    assert "x" not in marks
    ragged, _ = SquareBoard.from_rows(["a", "bcd"])
    assert (ragged.width, cells_of(ragged, ragged.everywhere)) == (3, {(0, 0), (0, 1), (1, 1), (2, 1)})


def test_maps_of_one_cell_and_of_none() -> None:
    assert picture.read(["a"], staggered=False).marks == {"a": 1 << 4}
    assert picture.read(["a"], staggered=True).width == 1
    assert picture.read(["a", " b"], staggered=True).width == 1
    for rows in ([], [""], ["  ", ""]):
        with pytest.raises(ValueError, match="without a cell"):
            picture.read(rows, staggered=False)


def test_squares_are_drawn_with_letters_and_numbers() -> None:
    board, marks = SquareBoard.from_rows(["..#", ". a"], solid="#")

    def text(place: int) -> str:
        return next(sign for sign, bits in marks.items() if bits >> place & 1)

    assert board.draw(text) == [
        "  A B C",
        "1 . . #",
        "2 .   a"]
    assert board.draw(lambda place: "Gob" if place == board.at(0, 1) else "") == [
        "  A   B   C",
        "1",
        "2 Gob"]


def test_hexes_are_drawn_as_they_lie() -> None:
    board = HexBoard(3, 3)
    assert board.draw(lambda place: ".") == [
        "  A B C",
        "1 . . .",
        "2  . . .",
        "3 . . ."]
    assert board.draw(board.show) == [
        "  A   B   C",
        "1 A1  B1  C1",
        "2   A2  B2  C2",
        "3 A3  B3  C3"]


def test_many_rows_and_columns_keep_their_places() -> None:
    board = SquareBoard(28, 11)
    lines = board.draw(lambda place: "x")
    assert lines[0].endswith("Y  Z  AA AB")
    assert lines[0].index("AA") == lines[1].rindex("x") - 3
    assert [line.split()[0] for line in lines[1:]] == [str(n) for n in range(1, 12)]
    assert len({line.index("x") for line in lines[1:]}) == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_without_its_margins_is_read_as_the_same_board(form: str) -> None:
    rnd = random.Random(f"pictures {form}")
    for _ in range(60):
        _, board = random_pair(rnd, form, holes=0.2)
        signs = {place: rnd.choice("abc.") for place in board.places}
        rows = [line[len(str(board.height)) + 1:] for line in board.draw(signs.__getitem__)[1:]]
        drawing = picture.read(rows, staggered=form == "hex")
        if max(map(len, rows)) > 1:
            found = {(p % (drawing.width + 2) - 1, p // (drawing.width + 2) - 1): sign
                     for sign, bits in drawing.marks.items() for p in range(bits.bit_length()) if bits >> p & 1}
            assert found == {cell_of(board, place): sign for place, sign in signs.items()}


@pytest.mark.parametrize("form", FORMS)
def test_no_two_points_of_cells_have_one_name(form: str) -> None:
    rnd = random.Random(f"points {form}")
    for _ in range(30):
        _, board = random_pair(rnd, form)
        points = {p for c in board.places for p in (board.centre(c), *board.corners(c), *board.sample_points(c))}
        assert len({board.show_point(point) for point in points}) == len(points)


def test_a_point_is_named_by_the_cells_that_meet_there() -> None:
    board = SquareBoard(2, 2)
    place = board.parse("A1")
    assert place is not None
    assert [board.show_point(corner) for corner in board.corners(place)] == [
        "A1|north_west", "A1|B1|north_east", "A1|A2|south_west", "A1|B1|A2|B2"]
    assert [board.show_point(point) for point in board.sample_points(place)] == [
        "A1+north_west", "A1+north_east", "A1", "A1+south_west", "A1+south_east"]
    hexes = HexBoard(2, 2)
    place = hexes.parse("A1")
    assert place is not None
    assert [hexes.show_point(corner) for corner in hexes.corners(place)] == [
        "A1|north", "A1|north_west", "A1|B1|north_east", "A1|south_west", "A1|B1|A2", "A1|A2|south"]


def test_what_a_box_draws_beyond_its_cells_is_no_edge() -> None:
    """A line that ends far to the right is not continued on the left of the next one, nor rows on the next storey."""
    box = ["+ + +   +", " .|.|   |", "+ + +  -+", "", "+-+"]
    drawing = picture.read(box, staggered=False, above=[["+ + +", " . .", "+ +x+", " | |"]])
    board = SquareBoard(drawing.width, drawing.height)
    assert [board.show_edge(edge) for edge in drawing.edges if drawing.edges[edge] == "|"] == ["A1|B1", "B1|east"]
    assert sorted(drawing.edges.values()) == ["x", "|", "|"]
    assert (picture.beyond(box, False), picture.beyond([*box[:1], " .|.|", "+-+-+"], False)) == ("|", None)


def test_rows_of_another_length_are_found_however_many_there_are() -> None:
    assert picture.ragged(["..", ".", "..", "."]) == (2, [1, 3])
    rows = ["." * (1 + n % 900) for n in range(45_000)]
    with at_most(1):  # half a minute, when each row counted all of them
        assert picture.ragged(rows) == (900, [n for n in range(45_000) if n % 900 != 899])
