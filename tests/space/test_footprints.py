"""Bases of several cells: what they cover, and which edges they cross."""

from __future__ import annotations

import random

import pytest

from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard

from .slow import Cell, Slow, cell_of, cells_of, place_of, random_pair

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
def test_edges_ahead_of_a_base(form: str) -> None:
    rnd = random.Random(f"edges {form}")
    for _ in range(40):
        slow, board = random_pair(rnd, form, holes=0.02)
        size = rnd.randint(1, 3)
        for anchor in board.decode(board.anchors(size)):
            covered = base(slow, cell_of(board, anchor), size)
            assert covered
            inner = {board.edge_between(place_of(board, a), place_of(board, b)) for a in covered for b in covered
                     if len(slow.shared(a, b)) == 2}
            for d in board.directions:
                ahead = board.edges_ahead(anchor, size, d)
                if d not in board.straight:
                    assert ahead == ()
                    continue
                all_ahead = {board.edge(place_of(board, c), d) for c in covered}
                assert ahead == tuple(sorted(all_ahead - inner))
    square = SquareBoard(4, 4)
    assert [square.show_edge(e) for e in square.edges_ahead(square.at(0, 0), 2, 2)] == ["B1|C1", "B2|C2"]
