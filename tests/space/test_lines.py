"""Segments between points, against polygons cut with fractions; and the drawn lines of cells."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import partial

import pytest

from rulewright.space import crossings
from rulewright.space.hexes import HexBoard
from rulewright.space.lines import Side, edge_contact, hull, polygon_contact, turn
from rulewright.space.square import SquareBoard

from .slow import (
    AnyBoard,
    Number,
    Point,
    Slow,
    beside,
    cell_of,
    cells_of,
    cells_of_edge,
    cross,
    meets,
    passes,
    random_pair,
    sign,
)

FORMS = ["square", "hex"]
SIDES: tuple[Side, ...] = ("left", "right")


def located(slow: Slow, board: AnyBoard) -> dict[int, Point]:
    """Every point of every cell, named by what it is: corners of the polygon, its centre, points inside."""
    out: dict[int, Point] = {}
    for place in board.places:
        polygon = slow.polygon(cell_of(board, place))
        centre = slow.centre(cell_of(board, place))
        out[board.centre(place)] = centre
        for corner, point in zip(board.corners(place), sorted(polygon, key=lambda p: (p[1], p[0])), strict=True):
            assert out.setdefault(corner, point) == point
        samples = set(board.sample_points(place)) - {board.centre(place)}
        inner = Fraction(3, 4) if slow.form == "square" else Fraction(7, 8)
        near = [(centre[0] + inner * (x - centre[0]), centre[1] + inner * (y - centre[1])) for x, y in polygon]
        for sample, sampled in zip(sorted(samples), sorted(near, key=lambda p: (p[1], p[0])), strict=True):
            out[sample] = sampled
    return out


@pytest.mark.parametrize("form", FORMS)
def test_the_lattice_is_the_plane_stretched_and_shifted(form: str) -> None:
    rnd = random.Random(f"lattice {form}")
    for _ in range(20):
        slow, board = random_pair(rnd, form)
        points = located(slow, board)
        some = [(board.coordinates(p), at) for p, at in points.items()]
        (x0, y0), (u0, v0) = some[0]
        scale_x = scale_y = 4 if form == "square" else 8
        assert all((x - x0, y - y0) == (scale_x * (u - u0), scale_y * (v - v0)) for (x, y), (u, v) in some)
        assert all(board.point(*board.coordinates(p)) == p for p in points)
        corners = {p for place in board.places for p in board.corners(place)}
        assert board.corners_of(board.everywhere) == tuple(sorted(corners))


@pytest.mark.parametrize("form", FORMS)
def test_segments_cross_and_touch_the_cells_that_the_polygons_say(form: str) -> None:
    rnd = random.Random(f"segments {form}")
    seen = {"crossing": 0, "touching": 0, "apart": 0}
    for _ in range(60):
        slow, board = random_pair(rnd, form, holes=0.2)
        points = located(slow, board)
        for _ in range(25):
            # Between corners a segment touches more often than between any two points.
            a, b = (rnd.choice([*board.corners(rnd.choice(board.places)), rnd.choice(list(points))]) for _ in range(2))
            how = {place: meets(points[a], points[b], slow.polygon(cell_of(board, place))) for place in board.places}
            for place, contact in how.items():
                seen[contact] += 1
                assert board.contact(a, b, place) == contact
            crossed = board.encode(place for place, contact in how.items() if contact == "crossing")
            touched = board.encode(place for place, contact in how.items() if contact != "apart")
            assert board.cells_crossed(a, b) == board.cells_crossed(b, a) == crossed
            assert board.cells_touched(a, b) == board.cells_touched(b, a) == touched
    assert min(seen.values()) > 1500


@pytest.mark.parametrize("form", FORMS)
def test_a_segment_shifted_by_whole_cells_meets_the_shifted_cells(form: str) -> None:
    """What is kept by shape must be right everywhere: all pairs of corners and centres of a small board."""
    slow = Slow(form, 3, 4, {(x, y) for x in range(3) for y in range(4)})
    board: AnyBoard = SquareBoard(3, 4) if form == "square" else HexBoard(3, 4)
    points = {p: at for p, at in located(slow, board).items()
              if any(p in (*board.corners(c), board.centre(c)) for c in board.places)}
    polygons = {place: slow.polygon(cell_of(board, place)) for place in board.places}
    chosen = random.Random(5).sample([(a, b) for a in points for b in points if a <= b], 500)
    for a, b in chosen:
        how = {place: meets(points[a], points[b], polygon) for place, polygon in polygons.items()}
        assert cells_of(board, board.cells_crossed(a, b)) == {cell_of(board, p) for p in how if how[p] == "crossing"}
        assert cells_of(board, board.cells_touched(a, b)) == {cell_of(board, p) for p in how if how[p] != "apart"}


def test_what_points_span_is_their_hull() -> None:
    assert hull([(0, 0), (4, 4), (4, 0), (2, 1), (0, 4), (2, 0), (0, 0)]) == ((0, 0), (4, 0), (4, 4), (0, 4))
    assert len(hull([(0, 0), (1, 1), (3, 3)])) < 3 and hull([]) == () and len(hull([(2, 2)])) < 3
    rnd = random.Random("hulls")
    for _ in range(200):
        points = [(rnd.randrange(9), rnd.randrange(9)) for _ in range(rnd.randrange(3, 9))]
        around = hull(points)
        if len(around) < 3:
            assert all(turn(a, b, c) == 0 for a in points for b in points for c in points)
            continue
        # Each corner turns right, and no point lies beyond a side.
        sides = list(zip(around, (*around[1:], around[0]), strict=True))
        assert all(turn(a, b, c) > 0 for (a, b), (_, c) in zip(sides, [*sides[1:], sides[0]], strict=True))
        assert set(around) <= set(points) and all(turn(a, b, p) >= 0 for a, b in sides for p in points)


def test_polygons_are_judged_by_points_too_far_inside_to_meet_a_side() -> None:
    """A segment through two corners crosses no side properly, and one wholly inside meets no side; both cross."""
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert polygon_contact((-1, -1), (5, 5), square) == "crossing"
    assert polygon_contact((1, 1), (2, 3), square) == "crossing"
    assert polygon_contact((2, 2), (2, 2), square) == "crossing"
    assert polygon_contact((0, -3), (0, 9), square) == "touching"
    assert polygon_contact((1, 4), (3, 4), square) == "touching"
    assert polygon_contact((4, 4), (4, 4), square) == "touching"
    assert polygon_contact((-2, 2), (2, -2), square) == "touching"
    assert polygon_contact((4, 4), (7, 5), square) == "touching"
    assert polygon_contact((-2, 1), (0, 1), square) == "touching"
    assert polygon_contact((-2, 1), (-1, 1), square) == "apart"
    assert polygon_contact((5, 0), (5, 4), square) == "apart"
    assert polygon_contact((6, 0), (6, 0), square) == "apart"
    assert polygon_contact((4, 0), (4, 0), square) == "touching"
    assert polygon_contact((4, 5), (4, 9), square) == "apart"


def edge_how(a: Point, b: Point, c: Point, d: Point) -> str:
    """How a segment meets an edge: apart if no cut of one is on the other."""
    if beside(a, b, [c, d]):
        return "apart"
    if passes(a, b, c, d) is not None:
        return "crossing"
    touches = any(on(p, q, r) for p, q, r in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)))
    return "touching" if touches else "apart"


def on(a: Point, b: Point, c: Point) -> bool:
    """Does c lie on the segment a to b?"""
    return cross(a, b, c) == 0 and all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))


def test_contact_with_an_edge() -> None:
    rnd = random.Random(21)
    seen = {"crossing": 0, "touching": 0, "apart": 0}
    for _ in range(6000):
        a, b, c, d = ((rnd.randint(0, 4), rnd.randint(0, 4)) for _ in range(4))
        if c == d:
            continue
        how = edge_how(a, b, c, d)
        seen[how] += 1
        assert edge_contact(a, b, c, d) == edge_contact(b, a, d, c) == how
    assert min(seen.values()) > 500


@pytest.mark.parametrize("form", FORMS)
def test_edges_are_crossed_in_order(form: str) -> None:
    rnd = random.Random(f"edges {form}")
    longest = 0
    for _ in range(30):
        slow, board = random_pair(rnd, form)
        points = located(slow, board)
        ends = {edge: sorted(slow.shared(*cells_of_edge(board, edge)), key=lambda p: (p[1], p[0]))
                for edge in board.edges()}
        assert all([points[p] for p in board.edge_ends(edge)] == at for edge, at in ends.items())
        for _ in range(12):
            a, b = rnd.choice(list(points)), rnd.choice(list(points))
            crossed: list[tuple[Number, int]] = []
            touched = []
            for edge, (c, d) in ends.items():
                t = passes(points[a], points[b], c, d)
                if t is not None:
                    crossed.append((t, edge))
                how = edge_how(points[a], points[b], c, d)
                assert board.edge_contact(a, b, edge) == how
                if how != "apart":
                    touched.append(edge)
            assert board.edges_crossed(a, b) == tuple(edge for _, edge in sorted(crossed))
            assert board.edges_touched(a, b) == tuple(sorted(touched))
            longest = max(longest, len(crossed))
    assert longest >= 6


@pytest.mark.parametrize("form", FORMS)
def test_a_line_moved_to_a_side_meets_no_corner(form: str) -> None:
    """Against the line moved by a very small fraction; and the same backwards on the other side."""
    rnd = random.Random(f"sides {form}")
    differ = 0
    for _ in range(25):
        slow, board = random_pair(rnd, form)
        points = located(slow, board)
        ends = {edge: slow.shared(*cells_of_edge(board, edge)) for edge in board.edges()}
        centres = [board.centre(place) for place in board.places]
        for _ in range(12):
            a, b = rnd.choice(centres), rnd.choice(centres)
            (ax, ay), (bx, by) = points[a], points[b]
            answers = []
            for side in ("left", "right"):
                # On the map, with y downwards, left of east is north.
                small = Fraction(1 if side == "left" else -1, 10 ** 9)
                nx, ny = small * (by - ay), -small * (bx - ax)
                p, q = (ax + nx, ay + ny), (bx + nx, by + ny)
                crossed = []
                for edge, (c, d) in ends.items():
                    t = passes(p, q, c, d)
                    if t is not None:
                        crossed.append((t, edge))
                expected = tuple(edge for _, edge in sorted(crossed))
                found = board.edges_on(a, b, "left" if side == "left" else "right")
                assert found == expected
                answers.append(found)
            assert board.edges_on(b, a, "right") == answers[0][::-1]
            assert board.edges_on(b, a, "left") == answers[1][::-1]
            differ += answers[0] != answers[1]
    assert differ > 10


@pytest.mark.parametrize("form", FORMS)
def test_what_is_known_of_one_line_holds_for_those_of_its_shape(form: str) -> None:
    """Whatever a board was asked before, holes and the rim included, it answers as one that was asked nothing."""
    rnd = random.Random(f"shapes {form}")
    most = 0
    for _ in range(6):
        _, board = random_pair(rnd, form)
        places = list(board.places)
        lines = [(board.centre(a), board.centre(b)) for a in places for b in places]
        rnd.shuffle(lines)
        lattice = board.lattice()
        for a, b in lines[:400]:
            for side in SIDES:
                found = lattice.edges_on(a, b, side)
                assert found == board.lattice().edges_on(a, b, side)
                most = max(most, len(found))
    assert most >= 6


@pytest.mark.parametrize("form", FORMS)
def test_half_planes_hold_the_cells_that_lie_wholly_on_a_side(form: str) -> None:
    rnd = random.Random(f"half {form}")
    for _ in range(60):
        slow, board = random_pair(rnd, form)
        points = located(slow, board)
        a, b = rnd.sample(list(points), 2)
        left = board.half_plane(a, b, "left")
        expected = {c for c in slow.cells
                    if all(sign(cross(points[a], points[b], corner)) <= 0 for corner in slow.polygon(c))}
        assert cells_of(board, left) == expected
        assert board.half_plane(b, a, "right") == left
    board = SquareBoard(4, 4)
    # Walking east along the middle, the two northern rows are on the left.
    west, east = board.corners(board.at(0, 1))[2], board.corners(board.at(3, 1))[3]
    assert board.half_plane(west, east, "left") == board.row_band(0, 1)
    assert board.half_plane(west, east, "right") == board.row_band(2, 3)
    with pytest.raises(ValueError, match="one point"):
        board.half_plane(west, west, "left")


def test_bands() -> None:
    board = SquareBoard(3, 3, exists=SquareBoard(3, 3).everywhere & ~(1 << SquareBoard(3, 3).at(1, 1)))
    names = partial(map, board.show)
    assert list(names(board.decode(board.row_band(1, 2)))) == ["A2", "C2", "A3", "B3", "C3"]
    assert board.row_band(2, 1) == 0


def test_a_point_off_the_board_is_our_mistake() -> None:
    board = SquareBoard(3, 3)
    with pytest.raises(ValueError, match="does not lie on the board"):
        board.cells_crossed(board.centre(board.at(0, 0)), board.point(4, 1000))


def test_what_was_dropped_from_memory_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossings, "_KEPT", 3)
    few, many = HexBoard(3, 3), HexBoard(3, 3)
    monkeypatch.undo()
    for _ in range(2):
        for a in few.places:
            for b in few.places:
                p, q = few.centre(a), few.centre(b)
                assert few.cells_touched(p, q) == many.cells_touched(p, q)
                assert few.edges_on(p, q, "left") == many.edges_on(p, q, "left")


# -- drawn lines -----------------------------------------------------------------------------------------------------


def test_drawn_lines_stay_within_half_a_square_of_the_segment() -> None:
    """One square for each step of the longer difference, each as near to the segment as any of its row or column."""
    rnd = random.Random(31)
    board = SquareBoard(15, 12)
    for _ in range(3000):
        a, b = sorted(rnd.choices(board.places, k=2))
        line = [cell_of(board, place) for place in board.bresenham(a, b)]
        assert board.bresenham(b, a) == board.bresenham(a, b)
        (ax, ay), (bx, by) = cell_of(board, a), cell_of(board, b)
        assert len(line) == max(abs(bx - ax), abs(by - ay))
        assert a == b or line[-1] == (bx, by)
        for i, (x, y) in enumerate(line, start=1):
            n = len(line)
            assert 2 * abs((x - ax) * n - (bx - ax) * i) <= n
            assert 2 * abs((y - ay) * n - (by - ay) * i) <= n


def test_drawn_lines_by_hand() -> None:
    """Ties, where the segment passes between two squares, as the classic loop with one error term decides them."""
    board = SquareBoard(6, 6)

    def line(a: str, b: str) -> Iterable[str]:
        start, goal = board.parse(a), board.parse(b)
        assert start is not None and goal is not None
        return [board.show(place) for place in board.bresenham(start, goal)]

    assert line("A1", "E3") == ["B2", "C2", "D3", "E3"]
    assert line("E1", "A3") == ["D2", "C2", "B3", "A3"]
    assert line("A1", "B3") == ["B2", "B3"]
    assert line("B1", "A3") == ["A2", "A3"]
    assert line("A1", "D1") == ["B1", "C1", "D1"]
    assert line("D4", "A1") == ["B2", "C3", "D4"]
    assert line("C3", "C3") == []


def test_drawn_lines_of_hexes_take_the_nearest_centre() -> None:
    rnd = random.Random(32)
    for _ in range(300):
        slow = Slow("hex", rnd.randint(1, 9), rnd.randint(1, 9), set())
        board = HexBoard(slow.width, slow.height)
        a, b = sorted(rnd.choices(board.places, k=2))
        (ax, ay), (bx, by) = (slow.centre(cell_of(board, p)) for p in (a, b))
        n = board.distance(a, b)
        line = board.bresenham(a, b)
        assert line == board.bresenham(b, a)
        assert len(line) == n
        cells = [(x, y) for y in range(-1, slow.height + 1) for x in range(-1, slow.width + 1)]
        here = a
        for i, place in enumerate(line, start=1):
            point = (Fraction(ax * (n - i) + bx * i, n), Fraction(ay * (n - i) + by * i, n))
            off = {c: slow.square_length(slow.centre(c), point) for c in cells}
            least = min(off.values())
            assert cell_of(board, place) == min((c for c in cells if off[c] == least), key=lambda c: (c[1], c[0]))
            assert slow.touch(cell_of(board, here), cell_of(board, place))
            here = place


def test_a_line_is_free_if_no_square_after_the_lower_end_blocks() -> None:
    rnd = random.Random(33)
    board = SquareBoard(8, 8)
    sets = [board.encode(p for p in board.places if rnd.random() < 0.2) for _ in range(6)]
    for _ in range(3000):
        a, b = rnd.choices(board.places, k=2)
        blocking = rnd.choice(sets)
        expected = not any(blocking >> place & 1 for place in board.bresenham(a, b))
        assert board.line_free(a, b, blocking) is board.line_free(b, a, blocking) is expected
    ends = board.at(0, 0), board.at(0, 2)
    assert board.line_free(*ends, 1 << ends[0]) and not board.line_free(*ends, 1 << ends[1])


def test_forgotten_lines_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.space import board as board_module

    monkeypatch.setattr(board_module, "_KEPT_LINES", 100)
    board = SquareBoard(4, 4)
    for _ in range(2):
        for goal in board.places:
            for wall in board.places:
                free = board.line_free(board.at(0, 0), goal, 1 << wall)
                assert free == (wall not in board.bresenham(board.at(0, 0), goal))
    assert sum(line is not None for row in board._lines for line in row or ()) <= 3


def test_rows_of_lines_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line from each place takes a list of all places for each."""
    from rulewright.space import board as board_module

    board = SquareBoard(20, 20)
    monkeypatch.setattr(board_module, "_KEPT_LINES", 10 * 65 * board.size)
    for place in board.places:
        board.line_free(place, board.places[-1], 0)
    assert 0 < sum(row is not None for row in board._lines) <= 12
