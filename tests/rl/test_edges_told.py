"""What stands on edges and on storeys, in numbers: each edge and each point of a board has its own."""

from __future__ import annotations

import pytest

from rulewright.embedding.view import Place
from rulewright.rl.places import SIDES, Places
from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import StoreyHexes, StoreySquares

BOARDS = [SquareBoard(3, 2), HexBoard(3, 3), StoreySquares(SquareBoard(2, 2), 3), StoreyHexes(HexBoard(2, 3), 2)]


def numbered(board: Board) -> Places:
    shown = [Place(board.show(p), board.column(p), board.row(p), (), board.level(p)) for p in board.places]
    return Places(shown, board.staggered)


@pytest.mark.parametrize("board", BOARDS)
def test_every_edge_has_a_number_of_its_own_and_tells_its_side(board: Board) -> None:
    places = numbered(board)
    assert [places[board.show(p)] for p in board.places] == [*range(1, len(board.places) + 1)]
    numbers = set()
    for edge in board.edges():
        name = board.show_edge(edge)
        first, side = places.side(name)
        assert places.get(name) > len(board.places)
        numbers.add(places[name])
        here = board.parse(first.id)
        assert here is not None
        word = SIDES[side - 1]
        assert board.edge(here, board.direction_names.index(word)) == edge, (name, word)
    assert len(numbers) == len(board.edges())
    assert places.get("A1|nowhere") is None
    assert places.get("Z9|A1") is None
    assert places.get("pass") is None


@pytest.mark.parametrize("board", BOARDS)
def test_every_point_has_a_number_of_its_own(board: Board) -> None:
    places = numbered(board)
    points = {at for p in board.places for at in (board.centre(p), *board.corners(p), *board.sample_points(p))}
    numbers = {places.get(board.show_point(at)) for at in points}
    assert None not in numbers and len(numbers) == len(points) > len(board.places)
    for point in ("A1+", "A1+up and away", "Z9+north", "Z9|A1|B1", "A1|B1|nowhere"):
        assert places.get(point) is None
