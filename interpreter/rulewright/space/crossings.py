"""Finds the sets of cells and the edges that the segment between two points of a board crosses or touches.

Separate because it connects the exact geometry of `lines` with the cells of one board, and caches its results: sight is
tested far more often than walls change, and a segment shifted by whole cells meets the shifted cells.

A point is one int, `y * point_stride + x` on a lattice that is finer than the cells (each form defines how fine), so
that the corners, the centre and the sample points of every cell are whole numbers. The lattice begins at the border, so
a point is never negative, and ascending int is the order of ties: by y, then by x.
"""
from __future__ import annotations

from functools import cmp_to_key

from rulewright.space.bits import places_of
from rulewright.space.grid import EDGE_DIRECTIONS, Grid
from rulewright.space.lines import Contact, Side, Xy, before, edge_contact, polygon_contact, shifted_crossing, turn

# Segments that are cached, by both ends and by shape.
_KEPT = 1 << 16


def _pointing_right(nx: int, ny: int) -> Xy:
    """The vector or its opposite: the one that does not point to the left."""
    return (nx, ny) if nx > 0 or (nx == 0 and ny > 0) else (-nx, -ny)


def _extent(nx: int, ny: int, outline: tuple[Xy, ...]) -> Xy:
    """The least and greatest `nx * x + ny * y` in a cell around the origin."""
    values = [nx * x + ny * y for x, y in outline]
    return min(values), max(values)


def _order(one: tuple[tuple[int, int, int], int], other: tuple[tuple[int, int, int], int]) -> int:
    return before(one[0], other[0])


class Crossings:
    """Points of one board and what the segments between them meet.

    Args:
        centres: of all places, including border places.
        outline: the corners of a cell relative to its centre, clockwise on the drawn map.
        samples: the sample points relative to the centre.
        extent: the greatest x and y of the lattice, border included.
        period: shifting by these steps of x and y moves every cell onto a cell, by the same difference of places.
        places: the difference of places for one such step of x and of y.
    """

    def __init__(self, grid: Grid, centres: list[Xy], outline: tuple[Xy, ...], samples: tuple[Xy, ...], extent: Xy,
                 period: Xy, places: Xy) -> None:
        self._grid = grid
        self.point_stride = extent[0] + 1
        self._extent = extent
        self._period, self._places = period, places
        self._centres = centres
        self._outline = outline
        # The highest row of the lattice that a cell in row y of the board may reach, and the lowest, by border row.
        self._tops = [centres[y * grid.stride][1] + min(dy for _, dy in outline) for y in range(grid.height + 2)]
        self._bottoms = [centres[y * grid.stride][1] + max(dy for _, dy in outline) for y in range(grid.height + 2)]
        sides = zip(outline, (*outline[1:], outline[0]), strict=True)
        normals = dict.fromkeys(_pointing_right(dy - by, bx - dx) for (bx, by), (dx, dy) in sides)
        # By direction of the sides of a cell: the measure across it, and the least and greatest value of that in a
        # cell.
        self._axes = tuple((nx, ny, *_extent(nx, ny, outline)) for nx, ny in normals)
        self._pitch = period[0] // places[0]
        self._corners: list[tuple[int, ...] | None] = [None] * grid.size
        self._samples: list[tuple[int, ...] | None] = [None] * grid.size
        self._sample_offsets = samples
        self._by_ends: dict[tuple[int, int], tuple[int, int]] = {}
        self._by_shape: dict[tuple[int, int, int, int], tuple[int, int, int]] = {}
        self._walked: dict[tuple[int, int, Side], tuple[int, ...]] = {}
        self._walks: dict[tuple[int, int, int, int, Side], tuple[int, ...]] = {}  # for each shape, from the origin

    # -- points --------------------------------------------------------------------------------------------------
    def point(self, x: int, y: int) -> int:
        """The point with two coordinates of the lattice."""
        return y * self.point_stride + x

    def coordinates(self, point: int) -> Xy:
        """The two coordinates of a point."""
        y, x = divmod(point, self.point_stride)
        return x, y

    def centre(self, place: int) -> int:
        """The centre of a cell."""
        x, y = self._centres[place]
        return y * self.point_stride + x

    def corners(self, place: int) -> tuple[int, ...]:
        """The corners of a cell, ascending."""
        known = self._corners[place]
        if known is None:
            known = self._corners[place] = tuple(sorted(self.point(x, y) for x, y in self.polygon(place)))
        return known

    def corners_of(self, bits: int) -> tuple[int, ...]:
        """The corners of all cells of a set, without duplicates, ascending."""
        return tuple(sorted({corner for place in self._grid.decode(bits) for corner in self.corners(place)}))

    def sample_points(self, place: int) -> tuple[int, ...]:
        """Points that represent the inside of a cell, ascending: the centre, and one close to each corner."""
        known = self._samples[place]
        if known is None:
            cx, cy = self._centres[place]
            known = self._samples[place] = tuple(sorted(self.point(cx + x, cy + y) for x, y in self._sample_offsets))
        return known

    def polygon(self, place: int) -> tuple[Xy, ...]:
        """The outline of a cell as coordinates, clockwise on the drawn map."""
        cx, cy = self._centres[place]
        return tuple((cx + x, cy + y) for x, y in self._outline)

    def edge_ends(self, edge: int) -> tuple[int, int]:
        """The two points where an edge ends, ascending."""
        one, other = self._grid.sides(edge)
        first, second = sorted(set(self.corners(one)) & set(self.corners(other)))
        return first, second

    # -- cells ---------------------------------------------------------------------------------------------------
    def cells_crossed(self, a: int, b: int) -> int:
        """The cells whose interior the segment meets. Running along an edge or through a corner does not count."""
        known = self._by_ends.get((a, b))
        return (known or self._meet(a, b))[0]

    def cells_touched(self, a: int, b: int) -> int:
        """The cells that the segment meets anywhere: in the interior, along an edge or at a corner."""
        known = self._by_ends.get((a, b))
        return (known or self._meet(a, b))[1]

    def contact(self, a: int, b: int, place: int) -> Contact:
        """How the segment relates to one cell: it crosses its interior, only touches it, or is apart from it."""
        return polygon_contact(self.coordinates(a), self.coordinates(b), self.polygon(place))

    def _meet(self, a: int, b: int) -> tuple[int, int]:
        """Cells crossed and cells touched."""
        crossed, touched = self._drawn(a, b)
        everywhere = self._grid.everywhere
        if len(self._by_ends) >= _KEPT:
            self._by_ends.clear()
        found = self._by_ends[a, b] = (crossed & everywhere, touched & everywhere)
        return found

    def _drawn(self, a: int, b: int) -> tuple[int, int]:
        """The same whether or not the cells exist, from the cached segments of the same shape."""
        (ax, ay), (bx, by) = self.coordinates(a), self.coordinates(b)
        if not (0 <= ay <= self._extent[1] and 0 <= by <= self._extent[1]):
            raise ValueError("a point does not lie on the board")
        if a > b:
            ax, ay, bx, by = bx, by, ax, ay
        px, py = self._period
        base = ax // px * self._places[0] + ay // py * self._places[1]
        shape = (ax % px, ay % py, bx - ax, by - ay)
        known = self._by_shape.get(shape)
        if known is None:
            crossed, touched = self._walk((ax, ay), (bx, by))
            low = (touched & -touched).bit_length() - 1
            if len(self._by_shape) >= _KEPT:
                self._by_shape.clear()
            known = self._by_shape[shape] = (crossed >> low, touched >> low, low - base)
        crossed, touched, low = known
        return crossed << low + base, touched << low + base

    def _walk(self, a: Xy, b: Xy) -> tuple[int, int]:
        """Cells crossed and touched, including border places, found row by row. a is not below b.

        A segment and a cell are apart if they are separated by a line that runs along a side of the cell or along the
        segment. So each of these directions leaves an interval of every row, and its bounds are whole numbers.
        """
        (ax, ay), (bx, by) = a, b
        axes = self._axes
        if a != b:
            nx, ny = _pointing_right(by - ay, ax - bx)
            axes = (*axes, (nx, ny, *_extent(nx, ny, self._outline)))
        bounds = []
        for nx, ny, least, most in axes:
            one, other = nx * ax + ny * ay, nx * bx + ny * by
            bounds.append((nx, ny, min(one, other) - most, max(one, other) - least))
        crossed = touched = 0
        stride, pitch = self._grid.stride, self._pitch
        for row, (top, bottom) in enumerate(zip(self._tops, self._bottoms, strict=True)):
            if bottom < ay or top > by:
                continue
            x, y = self._centres[row * stride]
            first = inner = 0  # columns that are touched, and those that are crossed
            last = final = stride - 1
            for nx, ny, low, high in bounds:
                low -= nx * x + ny * y
                high -= nx * x + ny * y
                step = nx * pitch
                if step:
                    first, last = max(first, -(-low // step)), min(last, high // step)
                    inner, final = max(inner, low // step + 1), min(final, -(-high // step) - 1)
                else:
                    if not low <= 0 <= high:
                        last = -1
                    if not low < 0 < high:
                        final = -1
            if first <= last:
                touched |= ((1 << last - first + 1) - 1) << row * stride + first
            if inner <= final:
                crossed |= ((1 << final - inner + 1) - 1) << row * stride + inner
        return crossed, touched

    # -- edges ---------------------------------------------------------------------------------------------------
    def edge_contact(self, a: int, b: int, edge: int) -> Contact:
        """How the segment relates to one edge: it crosses it from one side to the other, only touches it (its end, or
        along it), or is apart from it."""
        c, d = self.edge_ends(edge)
        return edge_contact(*map(self.coordinates, (a, b, c, d)))

    def edges_crossed(self, a: int, b: int) -> tuple[int, ...]:
        """The edges that the segment crosses from one side to the other, in order from a."""
        return tuple(edge for edge in self.edges_on(a, b, "left") if self.edge_contact(a, b, edge) == "crossing")

    def edges_touched(self, a: int, b: int) -> tuple[int, ...]:
        """The edges that the segment meets anywhere, ascending."""
        return tuple(sorted(edge for edge in self._edges_near(a, b) if self.edge_contact(a, b, edge) != "apart"))

    def edges_on(self, a: int, b: int, side: Side) -> tuple[int, ...]:
        """The edges that the segment crosses when it is shifted infinitesimally to its left or right, in order from a;
        so it never meets a corner and runs along no edge. The result for b to a on the other side is the same,
        reversed."""
        known = self._walked.get((a, b, side))
        if known is not None:
            return known
        p, q = self.coordinates(a), self.coordinates(b)
        px, py = self._period
        shift = EDGE_DIRECTIONS * (p[0] // px * self._places[0] + p[1] // py * self._places[1])
        shape = (p[0] % px, p[1] % py, q[0] - p[0], q[1] - p[1], side)
        touched = self._drawn(a, b)[1]
        walk = self._walks.get(shape)
        if walk is None:
            if len(self._walks) >= _KEPT:
                self._walks.clear()
            walk = self._walks[shape] = tuple(edge - shift for edge in self._walk_edges(p, q, side, touched))
        found = [edge + shift for edge in walk]
        if touched & ~self._grid.everywhere:
            found = list(filter(self._grid.is_edge, found))
        if len(self._walked) >= _KEPT:
            self._walked.clear()
        walked = self._walked[a, b, side] = tuple(found)
        return walked

    def _walk_edges(self, p: Xy, q: Xy, side: Side, touched: int) -> list[int]:
        """The edges that a shifted segment crosses, in order. It touches the cells on both sides of each."""
        found: list[tuple[tuple[int, int, int], int]] = []
        for edge in self._edges_within(touched):
            c, d = map(self.coordinates, self.edge_ends(edge))
            crossing = shifted_crossing(p, q, side, c, d)
            if crossing is not None:
                found.append((crossing, edge))
        found.sort(key=cmp_to_key(_order))
        return [edge for _, edge in found]

    def _edges_within(self, touched: int) -> list[int]:
        """The edges between some cells, ascending, whether or not these exist."""
        grid, stride = self._grid, self._grid.stride
        return sorted(
            grid.edge(place, d) for place in places_of(touched) for d in grid.straight
            if (delta := grid.deltas(place)[d]) > 0 and touched >> place + delta & 1
            and abs(place % stride - (place + delta) % stride) <= 1  # the ends of two rows are not neighbours
        )

    def _edges_near(self, a: int, b: int) -> set[int]:
        grid = self._grid
        return {grid.edge(place, d) for place in grid.decode(self.cells_touched(a, b)) for d in grid.straight}

    # -- areas ---------------------------------------------------------------------------------------------------
    def half_plane(self, a: int, b: int, side: Side) -> int:
        """The cells that are wholly on one side of the line through two points; the line itself belongs to the side."""
        if a == b:
            raise ValueError("one point does not make a line")
        p, q = self.coordinates(a), self.coordinates(b)
        sign = -1 if side == "left" else 1
        return self._grid.encode(place for place in self._grid.places
                                 if all(sign * turn(p, q, corner) >= 0 for corner in self.polygon(place)))

    def far_corners(self, point: int, place: int) -> tuple[int, ...]:
        """The corners of a cell that are farthest from a point, all that tie, ascending."""
        x, y = self.coordinates(point)
        far: dict[int, int] = {}
        for corner in self.corners(place):
            cx, cy = self.coordinates(corner)
            far[corner] = self._grid.squared(cx - x, cy - y)
        most = max(far.values())
        return tuple(corner for corner in self.corners(place) if far[corner] == most)

    def cells_at(self, point: int) -> int:
        """The cells that contain a point, in the interior or on the border."""
        return self.cells_touched(point, point)

    def line_cells(self, start: int, target: int, n: int) -> tuple[int, ...]:
        """The cells that are crossed by the segment from a point to the farthest corner of a target cell, for each of
        the corners that tie (ascending), without those more than n cells from the point (those at the point are 1)."""
        reach = self._grid.within_of(self.cells_at(start), n - 1)
        return tuple(self.cells_crossed(start, corner) & reach for corner in self.far_corners(start, target))
