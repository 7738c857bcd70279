"""Storeys: every one is the flat board again, and what is of the plan is that of the flat board."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import MOST_LEVELS, StoreyBoard, StoreyHexes, StoreySquares

# Rows that are even and odd, as hexes are shifted by their parity; a hole, and something solid.
EXTENTS = ((4, 3), (3, 4), (5, 1))
BOARDS = [(form, extent, counted) for form, extent, counted in product(("square", "hex"), EXTENTS, (False, True))]


def boards(form: str, extent: tuple[int, int], counted: bool, levels: int = 3) -> tuple[Board, StoreyBoard]:
    """The flat board with something solid on it, and storeys over it with that on the lowest and the highest."""
    hole = (extent[0] + 2) + 3
    plan = (SquareBoard if form == "square" else HexBoard)(*extent)
    exists = plan.everywhere & ~(1 << hole)
    solid = 1 << plan.places[-1]
    flat: Board
    if form == "square":
        open_plan = SquareBoard(*extent, exists)
        flat = SquareBoard(*extent, exists, solid=solid)
        high: StoreyBoard = StoreySquares(open_plan, levels, counted=counted)
        closed: StoreyBoard = StoreySquares(open_plan, levels, counted=counted, solid=solid << 2 * high.storey | solid)
    else:
        open_hexes = HexBoard(*extent, exists)
        flat = HexBoard(*extent, exists, solid=solid)
        high = StoreyHexes(open_hexes, levels, counted=counted)
        closed = StoreyHexes(open_hexes, levels, counted=counted, solid=solid << 2 * high.storey | solid)
    return flat, closed


@pytest.mark.parametrize(("form", "extent", "counted"), BOARDS)
def test_every_storey_is_the_flat_board(form: str, extent: tuple[int, int], counted: bool) -> None:
    flat, high = boards(form, extent, counted)
    assert high.everywhere == sum(flat.everywhere << level * high.storey for level in range(3))
    for level, place in product((0, 2), flat.places):
        up = place + level * high.storey
        assert (high.column(up), high.row(up), high.level(up)) == (flat.column(place), flat.row(place), level)
        assert high.near[up] == flat.near[place] << level * high.storey
        assert high.rim >> up & 1 == flat.rim >> place & 1
        goals = [flat.toward(place, d) for d in flat.directions]
        assert [high.toward(up, d) for d in flat.directions] == [
            goal + level * high.storey if goal >= 0 else -1 for goal in goals]
        for size, n in product((1, 2, 3), (0, 1, 3)):
            assert high.footprint(up, size) == flat.footprint(place, size) << level * high.storey
            assert high.walk_within(up, n) == flat.walk_within(place, n) << level * high.storey
            for d in flat.directions:
                ahead = high.edges_ahead(up, size, d)
                assert len(ahead) == len(flat.edges_ahead(place, size, d))
                assert {high.edge_level(edge) for edge in high.edges_ahead(up, size, d)} <= {level}
        assert high.cone(up, 0, (1, 3)) == flat.cone(place, 0, (1, 3)) << level * high.storey


@pytest.mark.parametrize(("form", "extent", "counted"), BOARDS)
def test_distances_are_those_of_the_plan(form: str, extent: tuple[int, int], counted: bool) -> None:
    flat, high = boards(form, extent, counted)
    for a, b in product(high.places, repeat=2):
        apart = flat.distance(a % high.storey, b % high.storey)
        assert high.distance(a, b) == apart + counted * abs(high.level(a) - high.level(b))
    random = Random(3)
    for n in range(5):
        some = high.encode(random.sample(high.places, 3))
        near = [b for b in high.places if any(high.distance(a, b) <= n for a in high.decode(some))]
        assert high.decode(high.within_of(some, n)) == tuple(near)
        assert high.within(near[0], n) == high.within_of(1 << near[0], n)
    assert high.within_of(high.everywhere, -1) == 0


@pytest.mark.parametrize(("form", "extent", "counted"), BOARDS)
def test_lines_and_points_are_those_of_the_plan(form: str, extent: tuple[int, int], counted: bool) -> None:
    flat, high = boards(form, extent, counted)
    for a, b in product(high.places, repeat=2):
        p, q = high.centre(a), high.centre(b)
        assert p == flat.centre(a % high.storey)
        assert high.corners(a) == flat.corners(a % high.storey)
        assert high.sample_points(a) == flat.sample_points(a % high.storey)
        assert high.cells_crossed(p, q) == flat.cells_crossed(p, q)
        assert high.edges_on(p, q, "left") == flat.edges_on(p, q, "left")
        assert high.edges_touched(p, q) == flat.edges_touched(p, q)
        wanted = flat.direction_to(a % high.storey, b % high.storey)
        if wanted < 0 and a != b:
            wanted = high.up if b > a else high.down
        assert high.direction_to(a, b) == wanted
    assert high.corners_of(high.everywhere) == flat.corners_of(flat.everywhere)


@pytest.mark.parametrize(("form", "extent", "counted"), BOARDS)
def test_floors_are_edges_between_storeys(form: str, extent: tuple[int, int], counted: bool) -> None:
    flat, high = boards(form, extent, counted)
    edges = high.edges()
    assert len(set(edges)) == len(edges) == 3 * len(flat.edges()) + 2 * len(flat.places)
    assert all(high.is_edge(edge) for edge in edges)
    assert [high.parse_edge(high.show_edge(edge)) for edge in edges] == [*edges]
    assert len({high.show_edge(edge) for edge in edges}) == len(edges)
    for place in flat.places:
        floor = high.edge_between(place, place + high.storey)
        assert high.sides(floor) == (place, place + high.storey)
        assert high.edge(place, high.up) == floor == high.edge(place + high.storey, high.down)
        assert high.edge(place, high.down) == high.edge(place + 2 * high.storey, high.up) == -1
        assert high.edges_between(1 << place, high.everywhere & ~high.ground) == (floor,)
        column = high.column_of(1 << place)
        assert high.decode(column) == (place, place + high.storey, place + 2 * high.storey)
        assert high.edges_between(column, column) == high.edges_inside(column) == high.stacked([floor]) == (
            floor, high.edge_between(place + high.storey, place + 2 * high.storey))
        assert high.edges_ahead(place, 1, high.up) == (floor,)
        assert high.above(1 << place) == 1 << place + high.storey
        assert high.below(1 << place) == 0
    for edge in flat.edges():
        assert [high.edge_level(one) for one in high.stacked([edge])] == [0, 1, 2]
    by_hand = [edge for edge in edges if any(high.everywhere >> side & 1 for side in high.sides(edge))]
    assert by_hand == [*edges]


@pytest.mark.parametrize(("form", "extent", "counted"), BOARDS)
def test_names_tell_storeys(form: str, extent: tuple[int, int], counted: bool) -> None:
    _, high = boards(form, extent, counted)
    assert [high.parse(high.show(place)) for place in high.places] == [*high.places]
    assert high.show(high.places[0]) == "A1"
    assert high.show(high.places[0] + high.storey) == "A1_1"
    assert [high.parse(name) for name in ("A1_0", "A1_3", "A1_01", "A1_", "A1_-1")] == [None] * 5
    lines = high.draw(lambda place: str(high.level(place)))
    assert len(lines) == 3 * (extent[1] + 1) + 2
    assert sum(line.count("2") for line in lines[-extent[1]:]) == len(high.plan.places) + (extent[1] >= 2)


def test_how_high_a_board_is() -> None:
    for levels in (0, MOST_LEVELS + 1):
        with pytest.raises(ValueError, match="storeys"):
            StoreySquares(SquareBoard(2, 2), levels)
    flat = StoreySquares(SquareBoard(2, 2), 1)
    assert flat.edges() == SquareBoard(2, 2).edges()
