"""What stands on edges and on storeys, in numbers: each edge of a board has its own."""

from __future__ import annotations

import pytest

from rulewright.embedding.view import Place
from rulewright.rl.places import SIDES, Places
from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import StoreyHexes, StoreySquares

BOARDS = [SquareBoard(3, 2), HexBoard(3, 3), StoreySquares(SquareBoard(2, 2), 3), StoreyHexes(HexBoard(2, 3), 2)]


@pytest.mark.parametrize("board", BOARDS)
def test_every_edge_has_a_number_of_its_own_and_tells_its_side(board: Board) -> None:
    places = Places([Place(board.show(p), board.column(p), board.row(p), (), board.level(p)) for p in board.places],
                     board.staggered)
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
