"""Boards of hexes laid edge to edge, so that half cells at their rims become whole ones."""

from __future__ import annotations

import random

import pytest

from rulewright.space.joins import HALVES, Join, Part, assemble, further, joins

# Five rows of whole and half cells; the sign a is not in the middle, so that turning shows.
BOARD = (
    "  ^ ^ ^ ^",
    " . . . . .",
    "[ . a . . ]",
    " . . . . .",
    "  v v v v",
)
COMPLETES = {"[": "]", "]": "[", "^": "v", "v": "^"}


def doubled(rows: tuple[str, ...]) -> dict[tuple[int, int], str]:
    """The cells of a drawing as they lie: one character is half a cell."""
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != " "}


def turned(cells: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    return {(-x, -y): COMPLETES.get(sign, sign) for (x, y), sign in cells.items()}


def slow_joins(first: tuple[str, ...], second: tuple[str, ...], least: int) -> set[tuple[str, int, int, int, int]]:
    """Every way at all of laying the second somewhere near the first, tried one by one."""
    sides = {"[": "left", "]": "right", "^": "upper", "v": "lower"}
    fixed = doubled(first)
    out = set()
    for rotation in (0, 180):
        loose = doubled(second) if rotation == 0 else turned(doubled(second))
        for dy in range(-30, 31):
            for dx in range(-30, 31):
                if (dx + dy) % 2:
                    continue
                both = [(fixed[x + dx, y + dy], sign) for (x, y), sign in loose.items() if (x + dx, y + dy) in fixed]
                edges = {sides[one] for one, other in both if COMPLETES.get(one) == other}
                if len(both) >= max(1, least) and len(edges) == 1 and all(COMPLETES.get(a) == b for a, b in both):
                    out.add((edges.pop(), len(both), rotation, dx, dy))
    return out


OTHER = (
    "[ . . ]",
    " . b .",
    "[ . . ]",
    " . . .",
    "[ . . ]",
)


@pytest.mark.parametrize(("first", "second"), [(BOARD, BOARD), (BOARD, OTHER), (OTHER, BOARD), (OTHER, OTHER)])
@pytest.mark.parametrize("least", [1, 2, 3])
def test_all_ways_of_joining_are_found(first: tuple[str, ...], second: tuple[str, ...], least: int) -> None:
    found = joins(first, second, least)
    assert {(j.edge, j.made, j.rotation, j.dx, j.dy) for j in found} == slow_joins(first, second, least)
    assert len(found) == len(set(found))


def test_long_edges_and_short_ones() -> None:
    """Along its long edges this board makes up to four whole cells and along its short ones one."""
    found = joins(BOARD, BOARD)
    assert {(j.edge, j.long, j.made) for j in found} == {
        *((edge, True, made) for edge in ("upper", "lower") for made in (1, 2, 3, 4)),
        ("left", False, 1), ("right", False, 1)}
    assert sum(j.made >= 3 for j in found) == 12
    tall = joins(OTHER, OTHER)
    assert {(j.edge, j.long) for j in tall} == {("left", True), ("right", True)}
    assert max(j.made for j in tall) == 3


def test_joins_come_in_a_fixed_order() -> None:
    found = joins(BOARD, BOARD)
    order = {"left": 0, "right": 1, "upper": 2, "lower": 3}
    assert list(found) == sorted(found, key=lambda j: (order[j.edge], j.rotation, j.dy, j.dx))


def joined(j: Join) -> list[Part]:
    return [Part(BOARD), Part(BOARD, j.rotation, j.dx, j.dy)]


def test_every_join_makes_one_board_with_the_whole_cells_of_both() -> None:
    whole = sum(sign not in HALVES for sign in doubled(BOARD).values())
    for j in joins(BOARD, BOARD):
        made = assemble(joined(j))
        assert made.overlaps == ()
        assert made.made == j.made
        assert len(made.board.places) == 2 * whole + j.made
        parts = [tuple(number for number, _ in origin) for origin in made.origins.values()]
        assert list(made.origins) == list(made.board.places)
        assert sorted(parts) == [(0,)] * whole + [(0, 1)] * j.made + [(1,)] * whole
        assert made.marks["a"].bit_count() == 2


@pytest.mark.parametrize("rotation", [0, 180])
def test_neighbours_stay_neighbours_wherever_a_board_lies(rotation: int) -> None:
    rnd = random.Random(51)
    for _ in range(40):
        dx, dy = rnd.randint(-9, 9), rnd.randint(-9, 9)
        dx += (dx + dy) % 2
        made = assemble([Part(BOARD, 180 if rotation else 0, dx, dy)])
        board = made.board
        at = doubled(BOARD)
        here = {}
        for place, ((number, own),) in made.origins.items():
            # A board of the drawing's own is six cells wide.
            y, x = divmod(own, 8)
            here[place] = (2 * (x - 1) + (y - 1) % 2, y - 1)
            assert number == 0 and at[here[place]] not in HALVES
        for a, (ax, ay) in here.items():
            for b, (bx, by) in here.items():
                assert (board.distance(a, b) == 1) == ((abs(ax - bx), abs(ay - by)) in ((2, 0), (1, 1)))
        (marked,) = board.decode(made.marks["a"])
        assert at[here[marked]] == "a"


def test_a_joined_board_by_hand() -> None:
    (j,) = (j for j in joins(BOARD, BOARD) if (j.edge, j.rotation, j.made) == ("lower", 180, 4))
    made = assemble(joined(j))

    def origin(place: int) -> str:
        return "".join(str(number) for number, _ in made.origins[place])

    assert made.board.draw(lambda place: "a" if made.marks["a"] >> place & 1 else origin(place)) == [
        "  A   B   C   D   E",
        "1 0   0   0   0   0",
        "2   0   a   0   0",
        "3 0   0   0   0   0",
        "4   01  01  01  01",
        "5 1   1   1   1   1",
        "6   1   1   a   1",
        "7 1   1   1   1   1"]
    # Of the seam only the ends belong to the rim.
    assert [made.board.show(p) for p in made.board.decode(made.board.everywhere & ~made.board.rim)] == [
        "B2", "C2", "B3", "C3", "D3", "B4", "C4", "B5", "C5", "D5", "B6", "C6"]


def test_halves_that_nothing_completes_are_no_cells() -> None:
    alone = assemble([Part(BOARD)])
    assert len(alone.board.places) == 14
    assert alone.made == 0
    assert alone.overlaps == ()


def test_boards_that_lie_on_each_other_are_told() -> None:
    over = assemble([Part(BOARD), Part(BOARD, 0, 2, 0)])
    assert len(over.overlaps) > 5
    # Halves cut by the same edge do not complete each other.
    same = assemble([Part((". ]",)), Part((". . ]",), 0, -2, 0)])
    assert same.overlaps == ((0, 0), (2, 0))


def test_three_boards_in_a_row() -> None:
    along = [Part(BOARD), Part(BOARD, 0, 10, 0), Part(BOARD, 0, 20, 0)]
    made = assemble(along)
    assert made.made == 2
    assert [name for name, _ in sorted({tuple(n for n, _ in o): 1 for o in made.origins.values()}.items())] == [
        (0,), (0, 1), (1,), (1, 2), (2,)]


def lying_at(part: Part) -> dict[tuple[int, int], str]:
    cells = turned(doubled(part.rows)) if part.rotation else doubled(part.rows)
    return {(x + part.dx, y + part.dy): sign for (x, y), sign in cells.items()}


def slow_further(parts: list[Part], rows: tuple[str, ...]) -> dict[tuple[int, int, int], dict[int, tuple[str, int]]]:
    """Every way at all of laying one more drawing near others: by how it lies, what it meets of each."""
    sides = {"[": "left", "]": "right", "^": "upper", "v": "lower"}
    fixed: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for number, part in enumerate(parts):
        for at, sign in lying_at(part).items():
            fixed.setdefault(at, []).append((number, sign))
    out = {}
    for rotation in (0, 180):
        loose = doubled(rows) if rotation == 0 else turned(doubled(rows))
        for dy in range(-40, 41):
            for dx in range(-40, 41):
                if (dx + dy) % 2:
                    continue
                both = [(fixed[x + dx, y + dy], sign) for (x, y), sign in loose.items() if (x + dx, y + dy) in fixed]
                if not both or any(len(there) > 1 or COMPLETES.get(there[0][1]) != sign for there, sign in both):
                    continue
                met: dict[int, set[str]] = {}
                for (one,), _ in both:
                    met.setdefault(one[0], set()).add(sides[one[1]])
                if all(len(edges) == 1 for edges in met.values()):
                    out[rotation, dx, dy] = {
                        number: (min(edges), sum(there[0][0] == number for there, _ in both))
                        for number, edges in met.items()}
    return out


@pytest.mark.parametrize("number", [0, 5, 11, 14])
def test_all_ways_of_laying_one_more_are_found(number: int) -> None:
    j = joins(BOARD, BOARD)[number]
    parts = joined(j)
    found = further(parts, OTHER)
    slow = slow_further(parts, OTHER)
    assert {(w.rotation, w.dx, w.dy): {m.part: (m.edge, len(m.met)) for m in w.meetings} for w in found} == slow
    assert len(found) == len(slow) > 5
    for way in found:
        made = assemble([*parts, Part(OTHER, way.rotation, way.dx, way.dy)])
        assert made.overlaps == () and made.made == j.made + way.made


def test_the_fourth_of_a_block_meets_two() -> None:
    parts = [Part(BOARD), Part(BOARD, 0, 10, 0), Part(BOARD, 0, 0, 4)]
    (way,) = (w for w in further(parts, BOARD) if (w.rotation, w.dx, w.dy) == (0, 10, 4))
    assert [(m.part, m.edge, m.long, len(m.met)) for m in way.meetings] == [
        (1, "lower", True, 4), (2, "right", False, 1)]
    assert (way.made, way.long) == (5, True)


def test_what_is_larger_than_a_board_is_no_way() -> None:
    wide = (". " * 99 + "]",)
    assert joins(wide, ("[ " + ". " * 99,)) != ()
    assert joins(wide, ("[ " + ". " * 102,)) == ()
    assert further([Part((". ]",)), Part(("[ . ]",), 0, 2, 0)], ("[ " + ". " * 99,)) != ()
    assert further([Part(wide), Part(("[ " + ". " * 98 + "]",), 0, 198, 0)], ("[ . . ]",)) == ()
    for high, fits in ((40, True), (50, False)):  # some 60 by 79 places, and 60 by 99
        rows = [(" " if y % 2 else "") + ". " * 60 for y in range(high)]
        assert bool(joins((*rows[:-1], " v"), ("^", *rows[1:]))) is fits


def test_grids_that_do_not_line_up_are_our_mistake() -> None:
    with pytest.raises(ValueError, match="line up"):
        assemble([Part(BOARD), Part(BOARD, 0, 1, 0)])
    with pytest.raises(ValueError, match="whole cell"):
        assemble([Part(("[ ]",))])


@pytest.mark.parametrize(("first", "second"), [(BOARD, BOARD), (BOARD, OTHER), (OTHER, OTHER)])
def test_ways_along_one_edge_differ_in_what_touches(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    found = joins(first, second)
    assert len({(j.edge, j.rotation, j.met[0], j.met[-1]) for j in found}) == len(found) > 1
    for one in found:
        assert len(one.met) == one.made
        axis = 1 if one.edge in ("left", "right") else 0
        assert [pair[0][axis] for pair in one.met] == sorted(pair[0][axis] for pair in one.met)
        for (x, y), (u, v) in one.met:
            # A character of a drawing is half a cell; an odd row is shifted by one.
            halves = first[y][2 * x + y % 2], second[v][2 * u + v % 2]
            assert COMPLETES[halves[0]] == (halves[1] if one.rotation == 0 else COMPLETES[halves[1]])
