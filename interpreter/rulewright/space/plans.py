"""A drawing put elsewhere on a board of squares, and turned: finds where each place and edge of it falls.

Separate because a map is read on its own plan, and one plan may be put in many places.
"""
from __future__ import annotations

from dataclasses import dataclass

from rulewright.space.board import Board
from rulewright.space.grid import EDGE_DIRECTIONS, EDGES
from rulewright.space.picture import Drawing

_EAST, _SOUTH = 2, 4
# Where the drawing's north lies, by direction: the images of a step to the east and of one to the south.
_TURNS = {0: ((1, 0), (0, 1)), 2: ((0, 1), (-1, 0)), 4: ((-1, 0), (0, -1)), 6: ((0, -1), (1, 0))}


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawing on a board: its north-western corner at a place, its north in a direction; if that is diagonal, it
    falls nowhere.

    Attributes:
        drawing: what is drawn.
        board: a board of squares.
        corner: the place where the first place of the first row lies.
        north: a direction of the board.
    """

    drawing: Drawing
    board: Board
    corner: int
    north: int

    def place(self, drawn: int) -> int:
        """The place on which a place of the drawing falls, -1 if there is none."""
        return self._at(*self._where(drawn))

    def base(self, drawn: int, size: int) -> int:
        """The anchor of a base that is drawn by its own anchor; -1 if it does not lie wholly on the board. It may
        extend beyond the drawing."""
        x, y, level = self._where(drawn)
        anchor = min(self._at(x + dx, y + dy, level) for dx in (0, size - 1) for dy in (0, size - 1))
        return anchor if anchor >= 0 and self.board.footprint(anchor, size) else -1

    def edge(self, drawn: int) -> int:
        """The edge on which an edge of the drawing falls, -1 if there is none."""
        lower, d = divmod(drawn - EDGES, EDGE_DIRECTIONS)
        x, y, level = self._where(lower)
        board = self.board
        ends = []
        for dx, dy in ((0, 0), (1, 0) if d == _EAST else (0, 1)):
            found = self._turned(x + dx, y + dy)
            if found is None or not (-1 <= found[0] <= board.width and -1 <= found[1] <= board.height):
                return -1
            ends.append((found[1] + 1) * board.stride + found[0] + 1)
        storey = board.level(self.corner) + level
        if storey >= board.levels:
            return -1
        along = _EAST if abs(ends[0] - ends[1]) == 1 else _SOUTH
        edge = EDGES + (min(ends) + storey * board.storey) * EDGE_DIRECTIONS + along
        return edge if board.is_edge(edge) else -1

    def places(self, drawn: int) -> int:
        """The places on which some places of the drawing fall, without those that are off the board."""
        found = (self.place(one) for one in self.board.decode(drawn))
        return self.board.encode(one for one in found if one >= 0)

    def fits(self) -> bool:
        """Whether everything that is drawn falls on the board."""
        return all(self.place(one) >= 0 for bits in self.drawing.marks.values() for one in self.board.decode(bits))

    def _where(self, drawn: int) -> tuple[int, int, int]:
        """Column, row and storey in the drawing; for a place of its border -1 or beyond its extent."""
        level, ground = divmod(drawn, self.drawing.storey) if self.drawing.storey else (0, drawn)
        y, x = divmod(ground, self.drawing.width + 2)
        return x - 1, y - 1, level

    def _at(self, x: int, y: int, level: int) -> int:
        """The place on which a column, a row and a storey of the drawing fall, -1 if there is none."""
        found = self._turned(x, y)
        return self.board.at(*found, self.board.level(self.corner) + level) if found is not None else -1

    def _turned(self, x: int, y: int) -> tuple[int, int] | None:
        """Column and row on the board."""
        turn = _TURNS.get(self.north)
        if turn is None:
            return None
        (ex, ey), (sx, sy) = turn
        return self.board.column(self.corner) + x * ex + y * sx, self.board.row(self.corner) + x * ey + y * sy
