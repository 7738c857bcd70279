"""A board of squares, made from a width, a height and walls.

Separate because only squares have eight directions, the counting of diagonals, the drawn line of whole squares and
these shapes of cones. Rows run downwards, so north is up on the drawn map.

The lattice of points has eight steps to a side: the corners of a cell are multiples of 8, its centre is in the middle,
and its sample points are the centre and the four points one step in from the corners.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from rulewright.space import picture, spread
from rulewright.space.board import Board, Corners
from rulewright.space.crossings import Crossings
from rulewright.space.flood import Spread
from rulewright.space.footprints import Covered

Diagonal = Literal["one", "none"]

# By direction: north, then clockwise.
_VECTORS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_NORTH, _NORTH_EAST, _EAST, _SOUTH_EAST, _SOUTH, _SOUTH_WEST, _WEST, _NORTH_WEST = range(8)
_SIDE = 8
_OUTLINE = ((-4, -4), (4, -4), (4, 4), (-4, 4))
_SAMPLES = ((0, 0), (-3, -3), (3, -3), (-3, 3), (3, 3))


@cache
def _sums(a: int) -> bytes:
    """By byte, its sum with a number, limited to a byte."""
    return bytes([min(a + b, 255) for b in range(256)])


@cache
def _greatest(a: int) -> bytes:
    """By byte, the greater of it and a number."""
    return bytes([max(a, b) for b in range(256)])


class SquareBoard(Board):
    """A board of squares.

    Args:
        width, height: in cells.
        exists: the cells that exist; None: all.
        blocked_edges: edges that no step crosses (`edge`, `parse_edge` of a board of the same extent make them).
        diagonal: "one" if a diagonal step counts one, so that the distance is the larger of both differences; "none" if
            there are no diagonal steps: only the four straight directions are used and the differences are added.
        corners: "strict" if no diagonal step passes the corner of a solid cell or an end of a blocked edge.
        solid: cells that cannot be entered.

    Raises:
        ValueError: the extent is empty, a cell lies outside it, or an option is unknown.
    """

    direction_names: tuple[str, ...] = ("north", "north_east", "east", "south_east", "south", "south_west", "west",
                                        "north_west")

    def __init__(self, width: int, height: int, exists: int | None = None, blocked_edges: Iterable[int] = (), *,
                 diagonal: Diagonal = "one", corners: Corners = "free", solid: int = 0) -> None:
        if diagonal not in ("one", "none"):
            raise ValueError(f"no such way to count diagonals: {diagonal}")
        self.diagonal: Diagonal = diagonal
        stride = width + 2
        self._deltas = tuple(dy * stride + dx for dx, dy in _VECTORS)
        straight = (_NORTH, _EAST, _SOUTH, _WEST)
        directions = straight if diagonal == "none" else tuple(range(8))
        self.spread_freely = spread.four_ways(stride) if diagonal == "none" else spread.eight_ways(stride)
        super().__init__(width, height, exists, directions, straight, solid, blocked_edges, corners)

    @classmethod
    def from_rows(cls, rows: Sequence[str], *, absent: str = " ", solid: str = "", diagonal: Diagonal = "one",
                  corners: Corners = "free") -> tuple[SquareBoard, dict[str, int]]:
        """The board of a drawing (see `picture.read`) and, by character, the cells that have it.

        Args:
            absent: characters for cells that do not exist.
            solid: characters for cells that cannot be entered.
        """
        drawing = picture.read(rows, cls.staggered, absent)
        board = cls(drawing.width, drawing.height, drawing.exists, diagonal=diagonal, corners=corners,
                    solid=drawing.union(solid))
        return board, drawing.marks

    def changed(self, *, solid: int | None = None, blocked_edges: Iterable[int] | None = None) -> SquareBoard:
        """The same cells with other walls."""
        return SquareBoard(self.width, self.height, self.everywhere,
                           self.blocked_edges if blocked_edges is None else blocked_edges, diagonal=self.diagonal,
                           corners=self.corner_steps, solid=self.solid if solid is None else solid)

    def deltas(self, place: int) -> tuple[int, ...]:
        """As in Grid."""
        return self._deltas

    def moves(self, d: int) -> tuple[tuple[int, int], ...]:
        """As in Grid."""
        return ((self._deltas[d], -1),)

    def vector(self, d: int) -> tuple[int, int]:
        """As in Grid."""
        return _VECTORS[d]

    def position(self, place: int) -> tuple[int, int]:
        """As in Grid."""
        return self.column(place), self.row(place)

    def squared(self, x: int, y: int) -> int:
        """As in Grid."""
        return x * x + y * y

    def measure(self, place: int) -> Sequence[int]:
        """As in Grid."""
        x, y, stride = self.column(place), self.row(place), self.stride
        across = [abs(x - i) for i in range(-1, stride - 1)]
        down = [abs(y - j) for j in range(-1, self.height + 1)]
        if stride + self.height < 256:
            merged = _sums if self.diagonal == "none" else _greatest
            return b"".join([bytes(across).translate(merged(dy)) for dy in down])
        if self.diagonal == "none":
            return [dy + dx for dy in down for dx in across]
        return [max(dy, dx) for dy in down for dx in across]

    def covered(self) -> Covered:
        """A base of size n covers n by n squares; its anchor is the north-western one."""
        stride = self.stride

        def rows(anchor: int, size: int) -> tuple[tuple[int, int], ...]:
            # A row that would cross the side of the board runs over its border, where no cell exists.
            return tuple([(anchor + dy * stride, size) for dy in range(size)])

        return rows

    def lattice(self) -> Crossings:
        """As in Board."""
        stride = self.stride
        centres = [(_SIDE * (p % stride) + 4, _SIDE * (p // stride) + 4) for p in range(self.size)]
        extent = (_SIDE * stride, _SIDE * (self.height + 2))
        return Crossings(self, centres, _OUTLINE, _SAMPLES, extent, (_SIDE, _SIDE), (1, stride))

    def spread_openly(self) -> Spread:
        """As in Board."""
        return self.spread_freely

    def _spread(self) -> Spread:
        missing = {d: self._missing(d) for d in self.directions}
        if any(missing.values()) and not any(missing[d] for d in self.straight):
            awkward = 0
            for places in missing.values():
                awkward |= places
            near = self._open
            return spread.corner_ways(self.stride, near[_SOUTH_EAST], near[_SOUTH_WEST], near[_NORTH_WEST],
                                      near[_NORTH_EAST], awkward)
        return super()._spread()

    def bresenham(self, a: int, b: int) -> tuple[int, ...]:
        """The squares of Bresenham's line from the lower of two places to the higher, without the lower and with the
        higher last; so the result is the same for b and a. Places off the board may be included."""
        if a > b:
            a, b = b, a
        stride = self.stride
        x, y, end_x, end_y = a % stride, a // stride, b % stride, b // stride
        dx, dy = abs(end_x - x), y - end_y
        step = 1 if x < end_x else -1
        error = dx + dy
        out = []
        here = a
        while here != b:
            # Both tests read the error before the step.
            doubled = 2 * error
            if doubled >= dy:
                error += dy
                here += step
            if doubled <= dx:
                error += dx
                here += stride
            out.append(here)
        return tuple(out)

    def cone(self, origin: int, d: int, rows: Sequence[int]) -> int:
        """The cells of a cone whose first row is at the origin.

        In a straight direction, row k has rows[k] cells (an odd number), centred on the axis: (1, 3, 5) is the short
        cone of a right angle. In a diagonal direction it is a right-angled triangle of squares with len(rows) cells on
        each leg, the right angle at the origin.
        """
        if any(n % 2 == 0 for n in rows):
            raise ValueError("a row of a cone has an odd number of cells")
        x, y = self.column(origin), self.row(origin)
        vx, vy = _VECTORS[d]
        cells = []
        for k, n in enumerate(rows):
            if d in self.straight:
                cells += [self.at(x + k * vx + i * vy, y + k * vy + i * vx) for i in range(-(n // 2), n // 2 + 1)]
            else:
                cells += [self.at(x + i * vx, y + k * vy) for i in range(len(rows) - k)]
        return self.encode(cell for cell in cells if cell >= 0)
