"""The board that a match uses, made from the pure geometry of a grid, solid cells and blocked edges.

Separate because a match sees one object: the parts (steps, floods, footprints, segments, names, pictures) do not know
each other and are combined here. `shape` defines the exact meaning of each operation.
"""
from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from rulewright.space import naming, picture, walls
from rulewright.space.crossings import Crossings
from rulewright.space.flood import Flood, Spread
from rulewright.space.footprints import Covered, Footprints
from rulewright.space.grid import FAR, Grid
from rulewright.space.spread import any_ways

Corners = Literal["strict", "free"]

# Cached data is dropped beyond this many bits, and computed again when needed: walks and drawn lines. A set of cells
# has a bit for each place, a list of steps or of lines a pointer. A board of 20 by 20 never reaches this limit.
_KEPT_WALKS = 1 << 29
_KEPT_LINES = 1 << 28
_POINTER_BITS = 64


class Board(Grid):
    """A grid with walls. Immutable, shared by all copies of a match; cached data never changes a result.

    Attributes, in addition to those of Grid:
        solid: cells that cannot be entered; they are neighbours of nothing.
        passable: the cells that exist and are not solid.
        blocked_edges: edges that no step crosses.
        near: by place, the set of the places that one step leads to.
        near_straight: the same over edges only.
        feet: by size and anchor, the cells that a base covers, as `footprint` returns them.
        joined: by place, the touching places that no solid cell and no blocked edge separates from it.
    """

    offers = frozenset("CE")

    def __init__(self, width: int, height: int, exists: int | None, directions: tuple[int, ...],
                 straight: tuple[int, ...], solid: int, blocked_edges: Iterable[int], corners: Corners) -> None:
        super().__init__(width, height, exists, directions, straight)
        if corners not in ("strict", "free"):
            raise ValueError(f"no such way to treat corners: {corners}")
        self.corner_steps: Corners = corners
        self.solid = solid & self.everywhere
        self.passable = self.everywhere & ~self.solid
        self.blocked_edges = frozenset(blocked_edges)
        opened = walls.open_steps(self, self.solid, self.blocked_edges, corners == "strict")
        self._open = opened.near
        self.near = walls.table(self, opened.near)
        self.joined = walls.table(self, opened.joined)
        self.near_straight = walls.table(self, tuple(
            cells if d in straight else 0 for d, cells in enumerate(opened.near)))
        self._neighbours = tuple(map(self.decode, self.near))
        self.spread = self._spread()

        flood = Flood(self.spread, self.near, self.passable, self.size)
        self.flood = flood.rings
        self.spread_out = flood.spread_out
        self.reachable = flood.reachable
        self.path = flood.path

        bases = Footprints(self, self.covered())
        self.feet = bases.feet
        self.footprint = bases.footprint
        self.anchors = bases.anchors
        self.anchors_covering = bases.anchors_covering
        self.edges_ahead = bases.edges_ahead

        crossings = self.lattice()
        self.point = crossings.point
        self.coordinates = crossings.coordinates
        self.centre = crossings.centre
        self.corners = crossings.corners
        self.corners_of = crossings.corners_of
        self.sample_points = crossings.sample_points
        self.edge_ends = crossings.edge_ends
        self.cells_crossed = crossings.cells_crossed
        self.cells_touched = crossings.cells_touched
        self.contact = crossings.contact
        self.edge_contact = crossings.edge_contact
        self.edges_crossed = crossings.edges_crossed
        self.edges_touched = crossings.edges_touched
        self.edges_on = crossings.edges_on
        self.half_plane = crossings.half_plane
        self.far_corners = crossings.far_corners
        self.line_cells = crossings.line_cells
        self._crossings = crossings

        self._walks: list[tuple[list[int], tuple[int, ...]] | None] = [None] * self.size
        self._kept_walks = 0
        self._lines: list[list[int | None] | None] = [None] * self.size
        self._kept_lines = 0

    # -- given by the form ---------------------------------------------------------------------------------------
    @abstractmethod
    def covered(self) -> Covered:
        """The shape of bases."""

    @abstractmethod
    def lattice(self) -> Crossings:
        """The points."""

    @abstractmethod
    def spread_openly(self) -> Spread:
        """One step from a whole set, blocked only by cells that are not passable."""

    @abstractmethod
    def bresenham(self, a: int, b: int) -> tuple[int, ...]:
        """The drawn line."""

    @abstractmethod
    def cone(self, origin: int, d: int, rows: Sequence[int]) -> int:
        """The cells of a cone."""

    def _missing(self, d: int) -> int:
        """The passable cells from which a step in a direction would lead to a passable cell, but is blocked."""
        return self.passable & self.shifted(self.passable, self.opposite(d)) & ~self._open[d]

    def _spread(self) -> Spread:
        if not any(self._missing(d) for d in self.directions):
            return self.spread_openly()
        return any_ways([(by, self._open[d] & places) for d in self.directions for by, places in self.moves(d)])

    # -- walking -------------------------------------------------------------------------------------------------
    def neighbours(self, place: int) -> tuple[int, ...]:
        """The places that one step leads to, ascending."""
        return self._neighbours[place]

    def _walk(self, place: int) -> tuple[list[int], tuple[int, ...]]:
        """Steps from a place to each place, and the cells within each number of steps."""
        if self._kept_walks * self.size > _KEPT_WALKS:
            self._walks = [None] * self.size
            self._kept_walks = 0
        steps = [FAR] * self.size
        if not self.everywhere >> place & 1:
            walk: tuple[list[int], tuple[int, ...]] = (steps, (0,))
        else:
            rings: list[int] = []
            seen = ring = 1 << place
            while ring:
                for cell in self.decode(ring):
                    steps[cell] = len(rings)
                rings.append(seen)
                around = self.spread(ring) if len(rings) > 1 else self.near[place]
                ring = around & self.passable & ~seen
                seen |= ring
            walk = (steps, tuple(rings))
        self._walks[place] = walk
        self._kept_walks += _POINTER_BITS + len(walk[1])
        return walk

    def walk_distance(self, a: int, b: int) -> int:
        """Steps from a to b round obstacles; FAR if there is no way."""
        walk = self._walks[a]
        if walk is None:
            walk = self._walk(a)
        return walk[0][b]

    def steps_to(self, place: int) -> Sequence[int]:
        """By place, the least number of steps from it to another one; FAR if there is no way."""
        walk = self._walks[place]
        return (self._walk(place) if walk is None else walk)[0]

    def walk_within(self, place: int, n: int) -> int:
        """The cells within n steps, including the place itself."""
        walk = self._walks[place]
        if walk is None:
            walk = self._walk(place)
        rings = walk[1]
        if 0 <= n < len(rings):
            return rings[n]
        return rings[-1] if n > 0 else 0

    def walk_within_of(self, bits: int, n: int) -> int:
        """The cells within n steps of some cell of a set, including the set."""
        out = 0
        for place in self.decode(bits):
            out |= self.walk_within(place, n)
        return out

    # -- lines and areas -----------------------------------------------------------------------------------------
    def line_free(self, a: int, b: int, blocking: int) -> bool:
        """Whether the drawn line enters no cell of a set."""
        if a > b:
            a, b = b, a
        row = self._lines[a]
        line = None if row is None else row[b]
        if line is None:
            line = self._line(a, b)
        return not line & blocking

    def _line(self, a: int, b: int) -> int:
        """The drawn line as a set."""
        if self._kept_lines * self.size > _KEPT_LINES:
            self._lines = [None] * self.size
            self._kept_lines = 0
        row = self._lines[a]
        if row is None:
            row = self._lines[a] = [None] * self.size
            self._kept_lines += _POINTER_BITS
        self._kept_lines += 1
        line = row[b] = self.encode(self.bresenham(a, b))
        return line

    def burst(self, bits: int, n: int) -> int:
        """The cells within n of a set of cells, including the set."""
        return self.within_of(bits, n)

    def row_band(self, first: int, last: int) -> int:
        """The cells of the rows from first to last, both included."""
        return self.encode(place for place in self.places if first <= self.row(place) <= last)

    # -- names and pictures --------------------------------------------------------------------------------------
    def show(self, place: int) -> str:
        """The name of a cell, for example B4."""
        return naming.show(self, place)

    def parse(self, text: str) -> int | None:
        """The cell of a name; None if there is none."""
        return naming.parse(self, text)

    def show_edge(self, edge: int) -> str:
        """The name of an edge, for example B4|C4, at the rim A4|west."""
        return naming.show_edge(self, edge)

    def parse_edge(self, text: str) -> int | None:
        """The edge of a name; None if there is none."""
        return naming.parse_edge(self, text)

    def name_of(self, location: int) -> str:
        """The name of a location, a cell or an edge."""
        return naming.name_of(self, location)

    def show_point(self, point: int) -> str:
        """The name of a point, for a corner A1|B1|A2|B2."""
        return naming.show_point(self, self._crossings, point)

    def draw(self, cell_text: Callable[[int], str]) -> list[str]:
        """The lines of a picture, with the letters of the columns above and the numbers of the rows at the side."""
        return picture.draw(self, cell_text)

    def draw_box(self, cell_text: Callable[[int], str], edge_text: Callable[[int, int], str]) -> list[str]:
        """The same for squares with their edges between the cells; `edge_text` fits the given number of characters."""
        return picture.draw_box(self, cell_text, edge_text)
