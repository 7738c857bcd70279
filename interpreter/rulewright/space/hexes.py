"""A board of hexes, made from a width, a height and walls.

Separate because only hexes have six directions, the metric of the hex grid, bases that are round, and the lattice on
which their corners are whole numbers.

Cells are named by rows and columns like squares. The hexes stand on a corner, and the odd rows (from 0) are shifted
right by half a cell. Internally, the metric uses axial coordinates: q = x - (y - (y & 1)) / 2 and r = y.

The lattice of points has 16 steps to the width of a cell and 24 to the distance of two rows, with the y axis stretched
accordingly: a centre has corners at (0, -16), (8, -8), (8, 8), (0, 16), (-8, 8) and (-8, -8). Stretching changes
lengths but never whether a segment meets a cell. Sample points are the centre and six points 7/8 of the way to the
corners.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from rulewright.space import picture, spread
from rulewright.space.board import Board
from rulewright.space.crossings import Crossings
from rulewright.space.flood import Spread
from rulewright.space.footprints import Covered

# By direction: east, then clockwise (on the drawn map, with rows downwards), as steps of the lattice.
_VECTORS = ((16, 0), (8, 24), (-8, 24), (-16, 0), (-8, -24), (8, -24))
# The same in axial coordinates.
_AXIAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_OUTLINE = ((0, -16), (8, -8), (8, 8), (0, 16), (-8, 8), (-8, -8))
_SAMPLES = ((0, 0), (0, -14), (7, -7), (7, 7), (0, 14), (-7, 7), (-7, -7))


@lru_cache(maxsize=2048)
def _across(rows: int, most: int) -> Sequence[int]:
    """The distances along a row `rows` away, by the difference of q: from `most` down to -`most`."""
    return tuple([max(abs(d), abs(rows), abs(d + rows)) for d in range(most, -most - 1, -1)])


class HexBoard(Board):
    """A board of hexes.

    Args:
        width, height: in cells; every row has the same number.
        exists: the cells that exist; None: all.
        blocked_edges: edges that no step crosses (`edge`, `parse_edge` of a board of the same extent make them).
        solid: cells that cannot be entered.

    Raises:
        ValueError: the extent is empty, or a cell lies outside it.
    """

    staggered = True
    direction_names: tuple[str, ...] = ("east", "south_east", "south_west", "west", "north_west", "north_east")

    def __init__(self, width: int, height: int, exists: int | None = None, blocked_edges: Iterable[int] = (), *,
                 solid: int = 0) -> None:
        stride = width + 2
        # By row on the board, even and odd; the border row above the first counts as odd.
        self._row_deltas = ((1, stride, stride - 1, -1, -stride - 1, -stride),
                            (1, stride + 1, stride, -1, -stride, -stride + 1))
        row = (1 << stride) - 1
        self._odd_rows = sum(row << j * stride for j in range(0, height + 2, 2))
        self._even_rows = sum(row << j * stride for j in range(1, height + 2, 2))
        self.spread_freely = spread.six_ways(stride, self._odd_rows)
        directions = tuple(range(6))
        super().__init__(width, height, exists, directions, directions, solid, blocked_edges, "free")

    @classmethod
    def from_rows(cls, rows: Sequence[str], *, absent: str = " ", solid: str = "") -> tuple[HexBoard, dict[str, int]]:
        """The board of a drawing (see `picture.read`) and, by character, the cells that have it.

        Args:
            absent: characters for cells that do not exist.
            solid: characters for cells that cannot be entered.
        """
        drawing = picture.read(rows, cls.staggered, absent)
        board = cls(drawing.width, drawing.height, drawing.exists, solid=drawing.union(solid))
        return board, drawing.marks

    def changed(self, *, solid: int | None = None, blocked_edges: Iterable[int] | None = None) -> HexBoard:
        """The same cells with other walls."""
        return HexBoard(self.width, self.height, self.everywhere,
                        self.blocked_edges if blocked_edges is None else blocked_edges,
                        solid=self.solid if solid is None else solid)

    def deltas(self, place: int) -> tuple[int, ...]:
        """As in Grid."""
        return self._row_deltas[self.row(place) & 1]

    def moves(self, d: int) -> tuple[tuple[int, int], ...]:
        """As in Grid."""
        return ((self._row_deltas[0][d], self._even_rows), (self._row_deltas[1][d], self._odd_rows))

    def vector(self, d: int) -> tuple[int, int]:
        """As in Grid."""
        return _VECTORS[d]

    def position(self, place: int) -> tuple[int, int]:
        """As in Grid."""
        x, y = place % self.stride, place // self.stride
        return 16 * x + (16 if y % 2 == 0 else 8), 24 * y + 16

    def squared(self, x: int, y: int) -> int:
        """As in Grid: the height of the lattice is stretched by the root of 3."""
        return 3 * x * x + y * y

    def axial(self, place: int) -> tuple[int, int]:
        """The axial coordinates q and r of a place."""
        x, y = self.column(place), self.row(place)
        return x - (y - (y & 1)) // 2, y

    def from_axial(self, q: int, r: int) -> int:
        """The place with two axial coordinates, -1 if no cell exists there."""
        return self.at(q + (r - (r & 1)) // 2, r)

    def measure(self, place: int) -> Sequence[int]:
        """As in Grid."""
        q, r = self.axial(place)
        most = self.width + self.height + 2  # the greatest difference of two axial coordinates of this board
        pieces = []
        for y in range(-1, self.height + 1):
            first = most - (q + (y - (y & 1)) // 2 + 1)  # for column -1, in the order of `_across`
            pieces.append(_across(r - y, most)[first : first + self.stride])
        return bytes(chain(*pieces)) if self.width + self.height < 250 else [*chain(*pieces)]

    def covered(self) -> Covered:
        """A base of size n is as round as hexes allow and n hexes wide: 1, 3, 7, 12, 19 of them. An odd one is
        everything within a distance of its centre; an even one grows from three that touch, one above two."""

        def rows(anchor: int, size: int) -> tuple[tuple[int, int], ...]:
            # Rows above the widest row, which contains the centre, or the two lower ones of the three in the centre.
            above = size // 2
            below = (size - 1) // 2
            x, y = self.column(anchor), self.row(anchor)
            q, r = x - (y - (y & 1)) // 2, y
            out = []
            for k in range(above + below + 1):
                # Going down, rows grow by one to the left in axial coordinates until the widest, then shrink.
                first = q - min(k, above)
                length = size - abs(k - above)
                row = r + k
                column = first + (row - (row & 1)) // 2
                if not (0 <= column <= self.width - length and 0 <= row < self.height):
                    return ((-1, 1),)
                out.append(((row + 1) * self.stride + column + 1, length))
            return tuple(out)

        return rows

    def lattice(self) -> Crossings:
        """As in Board."""
        centres = [self.position(place) for place in range(self.size)]
        extent = (16 * self.stride + 16, 24 * (self.height + 2) + 8)
        return Crossings(self, centres, _OUTLINE, _SAMPLES, extent, (16, 48), (1, 2 * self.stride))

    def spread_openly(self) -> Spread:
        """As in Board."""
        return self.spread_freely

    def bresenham(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes nearest to the points that divide the segment between two centres into as many equal stretches as
        the distance, from the lower of two places to the higher, without the lower and with the higher last; so the
        result is the same for b and a. Of two hexes equally near, the lower is taken. Places off the board may be
        included."""
        if a > b:
            a, b = b, a
        steps = self.distance(a, b)
        (ax, ay), (bx, by) = self.position(a), self.position(b)
        out = []
        for i in range(1, steps + 1):
            # The point, times the number of stretches.
            x, y = ax * (steps - i) + bx * i, ay * (steps - i) + by * i
            row = (y - 16 * steps) // (24 * steps)
            near = []
            for j in (row, row + 1):
                shift = 16 if j % 2 == 0 else 8
                column = (x - shift * steps) // (16 * steps)
                near += [j * self.stride + column, j * self.stride + column + 1]
            out.append(min((self._off(place, x, y, steps), place) for place in near if 0 <= place < self.size)[1])
        return tuple(out)

    def _off(self, place: int, x: int, y: int, scale: int) -> int:
        cx, cy = self.position(place)
        return self.squared(cx * scale - x, cy * scale - y)

    def cone(self, origin: int, d: int, rows: Sequence[int]) -> int:
        """The cells of a cone whose first row is at the origin: row k has rows[k] cells (an odd number) of the ring at
        distance k, centred on the axis. (1, 1, 3, 3, 5) opens by 60 degrees and (1, 3, 5) by 120."""
        if any(n % 2 == 0 for n in rows):
            raise ValueError("a row of a cone has an odd number of cells")
        q, r = self.axial(origin)
        aq, ar = _AXIAL[d]
        out = 0
        for k, n in enumerate(rows):
            for side in (-1, 1):
                # Along the ring from the axis: first one side of the hexagon, then the next.
                cq, cr = q + k * aq, r + k * ar
                for i in range(min(n // 2, 3 * k) + 1):
                    cell = self.from_axial(cq, cr)
                    if cell >= 0:
                        out |= 1 << cell
                    sq, sr = _AXIAL[(d + side * (2 + i // k)) % 6] if k else (0, 0)
                    cq, cr = cq + sq, cr + sr
        return out
