"""Makes a tall board from a flat board and a number of storeys: every storey is the same plan.

Separate because storeys only need numbering. The rows of a storey follow those of the one below, with the border rows
of both between, which never exist: so no step, shift, flood or base leaves its storey, and everything in a grid works
for each storey. This module defines only the differences: distances, names, points and lines are those of the plan, and
two more directions lead up and down, over edges that are the floors.

A place of a storey is `ground place + level * storey`. On hexes, where a row is shifted by its parity, every storey has
an even number of rows.
"""
from __future__ import annotations

from collections.abc import Sequence

from rulewright.space.board import Board
from rulewright.space.crossings import Crossings
from rulewright.space.footprints import Covered
from rulewright.space.grid import EDGE_DIRECTIONS, EDGES, FEW
from rulewright.space.hexes import HexBoard
from rulewright.space.picture import storey_rows
from rulewright.space.square import SquareBoard

MOST_LEVELS = 16
UP, DOWN = "up", "down"


class StoreyBoard(Board):
    """Storeys over a flat board, mixed into the board of a form.

    Args:
        plan: the ground, with nothing solid on it.
        levels: how many storeys there are, including the ground.
        counted: whether each storey between two places counts one in their distance.

    Attributes, in addition to those of Board:
        plan: as given.
        up, down: the two further directions.
        ground: the set of the places of the ground.
    """

    offers = frozenset("CEL")

    def _rise(self, plan: Board, levels: int, counted: bool) -> int:
        """Before the grid is made: defines its numbering. Returns how many rows the tall board has."""
        if not 1 <= levels <= MOST_LEVELS:
            raise ValueError(f"a board has 1 to {MOST_LEVELS} storeys")
        self.plan, self.levels, self.counted = plan, levels, counted
        self._rows = storey_rows(plan.height, plan.staggered)
        self.storey = plan.stride * self._rows
        self.ground = plan.everywhere
        self._names = len(plan.direction_names)
        self._stacks: dict[int, tuple[int, ...]] = {}
        return levels * self._rows - 2

    def _settle(self) -> None:
        """After the grid is made: sets what belongs to the plan, and the ways up and down."""
        plan, storey, self.height = self.plan, self.storey, self.plan.height
        self.rectangle = self._column(plan.rectangle)
        self.up, self.down = up, down = self._names, self._names + 1
        self.direction_names = (*plan.direction_names, UP, DOWN)
        self.over = (*self.straight, up, down)
        everywhere = self.everywhere
        for place, goals in enumerate(self._toward):
            above, below = place + storey, place - storey
            here = everywhere >> place & 1
            above = above if here and everywhere >> above & 1 else -1
            below = below if here and below >= 0 and everywhere >> below & 1 else -1
            self._toward[place] = (*goals, above, below)
            self._direction[place] |= {goal: d for goal, d in ((above, up), (below, down)) if goal >= 0}
        points = self._crossings
        self.centre = lambda place: points.centre(place % storey)
        self.corners = lambda place: points.corners(place % storey)
        self.corners_of = lambda bits: points.corners_of(self.folded(bits))
        self.sample_points = lambda place: points.sample_points(place % storey)
        self.contact = lambda a, b, place: points.contact(a, b, place % storey)
        self.far_corners = lambda point, place: points.far_corners(point, place % storey)
        self.line_cells = lambda start, target, n: points.line_cells(start, target % storey, n)
        self.edge_ends = lambda edge: points.edge_ends(self._on_the_ground(edge))
        self.edge_contact = lambda a, b, edge: points.edge_contact(a, b, self._on_the_ground(edge))
        ahead = self.edges_ahead
        self.edges_ahead = lambda anchor, size, d: (
            ahead(anchor, size, d) if d < up else self._floors(self.footprint(anchor, size), d))

    # -- storeys -------------------------------------------------------------------------------------------------
    def folded(self, bits: int) -> int:
        """The places of the ground under some places."""
        found, storey = bits, self.storey
        while bits := bits >> storey:
            found |= bits
        return found & self.ground

    def _column(self, bits: int) -> int:
        """Some places of the ground, on all storeys, whether or not cells exist there."""
        for level in range(1, self.levels):
            bits |= (bits & (1 << self.storey) - 1) << level * self.storey
        return bits

    def level(self, place: int) -> int:
        """As in Grid."""
        return place // self.storey

    def edge_level(self, edge: int) -> int:
        """The storey of an edge; for a floor, the one below it."""
        return (edge - EDGES) // EDGE_DIRECTIONS // self.storey

    def above(self, bits: int) -> int:
        """The places straight above some places."""
        return bits << self.storey & self.everywhere

    def below(self, bits: int) -> int:
        """The places straight below some places."""
        return bits >> self.storey & self.everywhere

    def column_of(self, bits: int) -> int:
        """All places above and below some places, including these."""
        return self._column(self.folded(bits)) & self.everywhere

    def at_level(self, bits: int, level: int) -> int:
        """The places among some that lie on a storey."""
        if not 0 <= level < self.levels:
            return 0
        return bits & ((1 << self.storey) - 1 << level * self.storey)

    def stacked(self, edges: Sequence[int]) -> tuple[int, ...]:
        """All edges above and below some edges, including these, ascending."""
        if len(edges) == 1:
            return self._stacks.get(edges[0]) or self._stack(edges[0])
        return tuple(sorted({edge for one in edges for edge in self._stack(one)}))

    def _stack(self, edge: int) -> tuple[int, ...]:
        """The same for one edge; cached."""
        known = self._stacks.get(edge)
        if known is None:
            by = EDGE_DIRECTIONS * self.storey
            lowest = self._on_the_ground(edge)
            known = tuple(filter(self.is_edge, range(lowest, EDGES + EDGE_DIRECTIONS * self.size, by)))
            self._stacks[edge] = known
            for one in known:
                self._stacks[one] = known
        return known

    def _on_the_ground(self, edge: int) -> int:
        lower, d = divmod(edge - EDGES, EDGE_DIRECTIONS)
        return EDGES + lower % self.storey * EDGE_DIRECTIONS + d

    # -- given by the form ---------------------------------------------------------------------------------------
    def row(self, place: int) -> int:
        """As in Grid: the row on the plan."""
        return place // self.stride % self._rows - 1

    def at(self, x: int, y: int, level: int = 0) -> int:
        """As in Grid."""
        place = self.plan.at(x, y) if 0 <= level < self.levels else -1
        return place + level * self.storey if place >= 0 else -1

    def position(self, place: int) -> tuple[int, int]:
        """As in Grid: on the plan."""
        return self.plan.position(place % self.storey)

    def measure(self, place: int) -> Sequence[int]:
        """As in Grid."""
        level, ground = divmod(place, self.storey)
        there = self.plan.distances(ground)
        if not self.counted and isinstance(there, bytes):
            return there.ljust(self.storey, b"\0") * self.levels
        flat = [*there]
        flat += [0] * (self.storey - len(flat))  # the further border row of hexes
        row = [one + (abs(level - n) if self.counted else 0) for n in range(self.levels) for one in flat]
        return bytes(row) if max(row) < 256 else row

    def within_of(self, bits: int, n: int) -> int:
        """As in Grid."""
        if n < 0:
            return 0
        if not self.counted:
            return self._column(self.plan.within_of(self.folded(bits), n)) & self.everywhere
        storey = self.storey
        for _ in range(min(n, self.width + self.height + self.levels)):
            bits = (bits | self.spread_freely(bits) | bits << storey | bits >> storey) & self.rectangle
        return bits & self.everywhere

    def covered(self) -> Covered:
        """As in Board: a base lies on one storey."""
        flat, storey = self.plan.covered(), self.storey

        def rows(anchor: int, size: int) -> tuple[tuple[int, int], ...]:
            base = anchor - anchor % storey
            found = flat(anchor - base, size)
            return tuple([(base + first, length) for first, length in found]) if found[0][0] >= 0 else found

        return rows

    def lattice(self) -> Crossings:
        """As in Board: the points of the plan."""
        return self.plan.lattice()

    def cone(self, origin: int, d: int, rows: Sequence[int]) -> int:
        """As in Board: on the storey of its origin; empty for up and down."""
        base = origin - origin % self.storey
        return self.plan.cone(origin - base, d, rows) << base & self.everywhere if d < self.up else 0

    def row_band(self, first: int, last: int) -> int:
        """As in Board."""
        return self._column(self.plan.row_band(first, last)) & self.everywhere

    # -- directions and edges ------------------------------------------------------------------------------------
    def opposite(self, d: int) -> int:
        """As in Grid."""
        return self.plan.opposite(d) if d < self._names else 2 * self._names + 1 - d

    def direction_to(self, a: int, b: int) -> int:
        """As in Grid, on the plan; up or down to a place straight above or below."""
        if a != b and (a - b) % self.storey == 0:
            return self.up if b > a else self.down
        return super().direction_to(a, b)

    def shifted(self, bits: int, d: int) -> int:
        """As in Grid."""
        if d < self._names:
            return super().shifted(bits, d)
        return self.above(bits) if d == self.up else self.below(bits)

    def edge(self, place: int, d: int) -> int:
        """As in Grid; there is no floor below the ground, and none above the highest storey."""
        if d < self._names:
            return super().edge(place, d)
        if self._toward[place][d] < 0:
            return -1
        return EDGES + (place if d == self.up else place - self.storey) * EDGE_DIRECTIONS + self.up

    def sides(self, edge: int) -> tuple[int, int]:
        """As in Grid."""
        lower, d = divmod(edge - EDGES, EDGE_DIRECTIONS)
        return (lower, lower + self.storey) if d == self.up else super().sides(edge)

    def is_edge(self, edge: int) -> bool:
        """As in Grid."""
        lower, d = divmod(edge - EDGES, EDGE_DIRECTIONS)
        if d == self.up:
            return 0 <= lower < self.size and self._toward[lower][d] >= 0
        return super().is_edge(edge)

    def _floors(self, bits: int, d: int) -> tuple[int, ...]:
        """The floors above or below some places, ascending."""
        return tuple(edge for edge in (self.edge(place, d) for place in self.decode(bits)) if edge >= 0)

    def edges_of(self, bits: int) -> tuple[int, ...]:
        """As in Grid, including floors."""
        return tuple(sorted({*super().edges_of(bits), *self._floors(bits, self.up), *self._floors(bits, self.down)}))

    def edges_between(self, one: int, other: int) -> tuple[int, ...]:
        """As in Grid, including floors."""
        if min(one.bit_count(), other.bit_count()) <= FEW:
            return super().edges_between(one, other)
        up = self._floors(one & self.below(other), self.up)
        down = self._floors(one & self.above(other), self.down)
        return tuple(sorted({*super().edges_between(one, other), *up, *down}))

    def direction_on_plan(self, a: int, b: int) -> int:
        """The direction of a step, also of one to another storey that leads past the place above or below; -1 if they
        do not touch on the plan."""
        d = self._direction[a].get(b, -1)
        return d if d >= 0 else self.plan.direction(a % self.storey, b % self.storey)


class StoreySquares(StoreyBoard, SquareBoard):
    """Storeys of squares. `solid` are places of any storey; the other arguments are those of SquareBoard and
    StoreyBoard."""

    def __init__(self, plan: SquareBoard, levels: int, *, counted: bool = False, solid: int = 0) -> None:
        rows = self._rise(plan, levels, counted)
        SquareBoard.__init__(self, plan.width, rows, self._column(plan.everywhere), diagonal=plan.diagonal,
                             corners=plan.corner_steps, solid=solid)
        self._settle()


class StoreyHexes(StoreyBoard, HexBoard):
    """Storeys of hexes. `solid` are places of any storey; the other arguments are those of HexBoard and StoreyBoard."""

    def __init__(self, plan: HexBoard, levels: int, *, counted: bool = False, solid: int = 0) -> None:
        rows = self._rise(plan, levels, counted)
        HexBoard.__init__(self, plan.width, rows, self._column(plan.everywhere), solid=solid)
        self._settle()


