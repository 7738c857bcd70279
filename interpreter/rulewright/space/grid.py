"""A grid of cells: places, directions, distances and edges, from a width, a height and the cells that exist.

Separate because squares and hexes share everything except the steps and the metric, which the two subclasses define. It
knows no walls: it is pure geometry and never depends on what stands on the board.

Places are laid out with a border one cell wide that never exists: with `stride = width + 2` the cell in column x and
row y (from 0, y downwards) is the place `(y + 1) * stride + (x + 1)`. So no step and no shift of bits ever wraps onto
another row. Ascending int is the order of ties everywhere: by row, then by column.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from rulewright.space.bits import decode, encode

# A location where something can stand is one int: a place below this number, an edge from here on, nothing beyond what
# JSON writes exactly. An edge is `EDGES + lower place * 16 + direction from it`. Squares use directions 0 to 7 and
# hexes 0 to 5; boards with storeys add up and down.
EDGES = 1 << 52
EDGE_DIRECTIONS = 16
# More steps than any way has: the length of a way that does not exist, so that "within n" is simply false.
FAR = 1 << 30
# The maximum size of a board: tables by pairs of places, stored as sets, take a bit for each pair.
MOST_PLACES = 5_000  # holes count
LONGEST_SIDE = 200
# Rows of a table by pairs of places are dropped and made again beyond this many entries (64 million, one byte each).
_KEPT_ENTRIES = 1 << 26
# For up to this many places, the edges are looked up one by one.
FEW = 8
# Sets of what lies within each distance of a place are dropped and made again beyond this many bits (64 MB).
_KEPT_BITS = 1 << 29

_KEPT_GAPS = 1 << 15  # pairs of sets, some 10 MB
_KEPT_INSIDES = 1 << 12  # sets, as many footprints as a large board has


class Grid(ABC):
    """Places, directions, metric, areas and edges of a board of cells. Immutable; tables are filled on demand.

    Attributes:
        staggered: whether odd rows lie half a cell further right.
        width, height: cells of a row, rows.
        stride: from a place to the one south of it in the same column.
        levels: storeys; `storey` is from a place to the one above it (`storeys.py`).
        size: places run from 0 to size - 1, including those of the border.
        everywhere: the set of cells that exist.
        rim: those of them with a direction in which no cell exists.
        directions: in their fixed order.
        straight: those of them that lead over an edge (and not only past a corner).
        direction_names: by direction, also for the directions that this board does not use.
        touching: by place, the set of existing cells one direction away.
        over: the directions that lead over an edge, including up and down if there are storeys.
    """

    staggered = False
    levels = 1
    storey = 0
    direction_names: tuple[str, ...] = ()
    # From a set to all places one direction away, possibly including the set, whether or not cells exist there.
    spread_freely: Callable[[int], int]

    def __init__(self, width: int, height: int, exists: int | None, directions: tuple[int, ...],
                 straight: tuple[int, ...]) -> None:
        if width < 1 or height < 1:
            raise ValueError("a board has at least one cell")
        self.width, self.height = width, height
        self.stride = stride = width + 2
        self.size = size = stride * (height + 2)
        row = (1 << width) - 1
        self.rectangle = sum(row << (y + 1) * stride + 1 for y in range(height))
        self.everywhere = self.rectangle if exists is None else exists
        if self.everywhere & ~self.rectangle or self.everywhere < 0:
            raise ValueError("a cell lies outside the width and height of the board")
        self.directions, self.straight = directions, straight
        self.decode = decode
        self.encode = encode
        self.places = self.decode(self.everywhere)
        count = len(self.direction_names)
        self._toward: list[tuple[int, ...]] = [(-1,) * count] * size
        self._direction: list[dict[int, int]] = [{}] * size
        touching = [0] * size
        rim = 0
        for place in self.places:
            deltas = self.deltas(place)
            goals = [-1] * count
            for d in directions:
                goal = place + deltas[d]
                if self.everywhere >> goal & 1:
                    goals[d] = goal
                    touching[place] |= 1 << goal
                else:
                    rim |= 1 << place
            self._toward[place] = tuple(goals)
            self._direction[place] = {goals[d]: d for d in directions if goals[d] >= 0}
        self.touching = tuple(touching)
        self.rim = rim
        self._distances: list[Sequence[int] | None] = [None] * size
        self._kept = 0
        self._within: list[tuple[int, ...] | None] = [None] * size
        self._kept_rings = 0
        self._gaps: dict[tuple[int, int], int] = {}
        self._beside: list[tuple[tuple[int, int], ...] | None] = [None] * size
        self._inside: dict[int, tuple[int, ...]] = {}
        self.over = straight

    # -- given by the form ---------------------------------------------------------------------------------------
    @abstractmethod
    def deltas(self, place: int) -> tuple[int, ...]:
        """By direction, the difference between the ints of a place and its neighbour, whether or not a cell exists
        there."""

    @abstractmethod
    def vector(self, d: int) -> tuple[int, int]:
        """A direction as a vector of whole numbers; lengths can be compared after `squared`."""

    @abstractmethod
    def position(self, place: int) -> tuple[int, int]:
        """The centre of a place in the plane of `vector`."""

    @abstractmethod
    def squared(self, x: int, y: int) -> int:
        """The squared length of a vector of that plane, up to a constant factor."""

    @abstractmethod
    def measure(self, place: int) -> Sequence[int]:
        """The distances from a place to each place, including border places."""

    # -- places and directions -----------------------------------------------------------------------------------
    def __copy__(self) -> Grid:
        return self

    def __deepcopy__(self, memo: object) -> Grid:
        return self

    def column(self, place: int) -> int:
        """The column of a place, from 0; for a border place -1 or the width."""
        return place % self.stride - 1

    def row(self, place: int) -> int:
        """The row of a place, from 0; for a border place -1 or the height."""
        return place // self.stride - 1

    def level(self, place: int) -> int:
        """The storey of a place, 0 the ground."""
        return 0

    def at(self, x: int, y: int, level: int = 0) -> int:
        """The place in column x and row y of a storey, -1 if no cell exists there."""
        if not level and 0 <= x < self.width and 0 <= y < self.height:
            place = (y + 1) * self.stride + x + 1
            if self.everywhere >> place & 1:
                return place
        return -1

    def toward(self, place: int, d: int) -> int:
        """The place one step in a direction, -1 if no cell exists there. Walls do not matter."""
        return self._toward[place][d]

    def direction(self, a: int, b: int) -> int:
        """The direction from a to a touching b, -1 if they do not touch."""
        return self._direction[a].get(b, -1)

    def direction_to(self, a: int, b: int) -> int:
        """The direction that leads most directly from a to b: least angle, of two equal ones the lower; -1 if they are
        one place."""
        near = self._direction[a].get(b, -1)
        if near >= 0:
            return near
        (ax, ay), (bx, by) = self.position(a), self.position(b)
        x, y = bx - ax, by - ay
        best, best_n, best_d = -1, -1, 1
        for d in self.directions:
            vx, vy = self.vector(d)
            # The angle is least where the cosine is greatest; its square is compared, as a fraction, while positive.
            # The scalar product is computed from squares, as the plane may be stretched.
            scalar = self.squared(x + vx, y + vy) - self.squared(x, y) - self.squared(vx, vy)
            if scalar > 0:
                n, length = scalar * scalar, self.squared(vx, vy)
                if n * best_d > best_n * length:
                    best, best_n, best_d = d, n, length
        return best

    def opposite(self, d: int) -> int:
        """The direction that leads back."""
        count = len(self.direction_names)
        return (d + count // 2) % count

    def across(self, a: int, b: int) -> int:
        """The place straight across b from a touching a, -1 if they do not touch or no cell exists there."""
        d = self._direction[a].get(b, -1)
        return self._toward[b][d] if d >= 0 else -1

    def shifted(self, bits: int, d: int) -> int:
        """The cells one step in a direction from each cell of a set, where there is one."""
        out = 0
        for by, places in self.moves(d):
            out |= (bits & places) << by if by > 0 else (bits & places) >> -by
        return out & self.everywhere

    @abstractmethod
    def moves(self, d: int) -> tuple[tuple[int, int], ...]:
        """A direction as shifts of bits: (the shift, the rows to which it applies)."""

    # -- metric --------------------------------------------------------------------------------------------------
    def distances(self, place: int) -> Sequence[int]:
        """The distances from a place, by place. Do not change the result: it is cached."""
        row = self._distances[place]
        if row is None:
            if self._kept * self.size >= _KEPT_ENTRIES:
                self._distances = [None] * self.size
                self._kept = 0
            row = self._distances[place] = self.measure(place)
            self._kept += 1
        return row

    def distance(self, a: int, b: int) -> int:
        """Steps from a to b by the directions of the board, ignoring obstacles."""
        row = self._distances[a]
        if row is None:
            row = self.distances(a)
        return row[b]

    def within(self, place: int, n: int) -> int:
        """The cells at a distance of at most n, including the place itself; none for a negative n."""
        table = self._within[place]
        if table is None:
            row = self.distances(place)
            rings: list[int] = []
            for cell in self.places:
                distance = row[cell]
                while len(rings) <= distance:
                    rings.append(0)
                rings[distance] |= 1 << cell
            for i in range(1, len(rings)):
                rings[i] |= rings[i - 1]
            if self._kept_rings * self.size > _KEPT_BITS:
                self._within = [None] * self.size
                self._kept_rings = 0
            self._kept_rings += len(rings)
            table = self._within[place] = tuple(rings)
        if 0 <= n < len(table):
            return table[n]
        return table[-1] if n > 0 else 0

    def within_of(self, bits: int, n: int) -> int:
        """The cells at a distance of at most n from some cell of a set; none for a negative n."""
        if n < 0:
            return 0
        # The spread covers the whole rectangle, as holes do not lengthen a distance.
        for _ in range(min(n, self.width + self.height)):
            bits |= self.spread_freely(bits) & self.rectangle
        return bits & self.everywhere

    def ring(self, place: int, n: int) -> int:
        """The cells at a distance of exactly n."""
        return self.within(place, n) & ~self.within(place, n - 1)

    def ring_of(self, bits: int, n: int) -> int:
        """The cells whose least distance from a set is exactly n."""
        return self.within_of(bits, n) & ~self.within_of(bits, n - 1)

    def gap(self, one: int, other: int) -> int:
        """The least distance between a cell of one set and a cell of the other; FAR if one is empty. Cached for pairs
        of sets."""
        found = self._gaps.get((one, other))
        if found is None:
            if len(self._gaps) >= _KEPT_GAPS:
                self._gaps.clear()
            found = self._gaps[one, other] = self._gap(one, other)
        return found

    def _gap(self, one: int, other: int) -> int:
        if one & other:
            return 0
        places = self.decode(one)
        goals = self.decode(other)
        if len(places) == 1:  # the usual case
            row = self._distances[places[0]] or self.distances(places[0])
            return row[goals[0]] if len(goals) == 1 else min([row[goal] for goal in goals], default=FAR)
        return min([row[goal] for row in map(self.distances, places) for goal in goals], default=FAR)

    def closest(self, one: int, other: int) -> int:
        """The cells of one set whose distance from the other, which is not empty, is the least."""
        if one & other:
            return one & other
        places, goals = self.decode(one), self.decode(other)
        if len(places) == 1:
            return one
        gaps = [min([row[goal] for goal in goals]) for row in map(self.distances, places)]
        least, found = min(gaps), 0
        for place, gap in zip(places, gaps, strict=True):
            if gap == least:
                found |= 1 << place
        return found

    # -- edges ---------------------------------------------------------------------------------------------------
    def edge(self, place: int, d: int) -> int:
        """The edge that a step in that direction crosses, also at the rim; -1 for a step past a corner."""
        if d not in self.straight:
            return -1
        delta = self.deltas(place)[d]
        if delta > 0:
            return EDGES + place * EDGE_DIRECTIONS + d
        return EDGES + (place + delta) * EDGE_DIRECTIONS + self.opposite(d)

    def edge_between(self, a: int, b: int) -> int:
        """The edge between two touching cells, -1 if they do not touch or touch only at a corner."""
        d = self._direction[a].get(b, -1)
        return self.edge(a, d) if d >= 0 else -1

    def sides(self, edge: int) -> tuple[int, int]:
        """The two places of an edge, ascending. At the rim one of them is not a cell of the board."""
        lower = (edge - EDGES) // EDGE_DIRECTIONS
        return lower, lower + self.deltas(lower)[edge % EDGE_DIRECTIONS]

    def is_place(self, at: int) -> bool:
        """Whether a number is one of its places."""
        return 0 <= at < self.size and self.everywhere >> at & 1 != 0

    def is_edge(self, edge: int) -> bool:
        """Whether a number is an edge of some cell of this board."""
        lower, d = divmod(edge - EDGES, EDGE_DIRECTIONS)
        if not 0 <= lower < self.size or d not in self.straight:
            return False
        goal = lower + self.deltas(lower)[d]
        return goal > lower and (self.everywhere >> lower | self.everywhere >> goal) & 1 != 0

    def edges(self) -> tuple[int, ...]:
        """All edges of all cells, ascending."""
        return self.edges_of(self.everywhere)

    def edges_of(self, bits: int) -> tuple[int, ...]:
        """All edges of the cells of a set, including those at the rim, ascending."""
        return tuple(sorted({self.edge(place, d) for place in self.decode(bits) for d in self.straight}))

    def edges_between(self, one: int, other: int) -> tuple[int, ...]:
        """The edges with a side in each of two sets, ascending."""
        if one.bit_count() > other.bit_count():
            one, other = other, one
        found: set[int] = set()
        if one.bit_count() <= FEW:
            for place in self.decode(one):
                for goal, edge in self.beside(place):
                    if other >> goal & 1:
                        found.add(edge)
            return tuple(sorted(found))
        for d in self.straight:
            for place in self.decode(one & self.shifted(other, self.opposite(d))):
                found.add(self.edge(place, d))
        return tuple(sorted(found))

    def edges_inside(self, bits: int) -> tuple[int, ...]:
        """The edges with both sides in a set, ascending. Cached: footprints need them at each step."""
        found = self._inside.get(bits)
        if found is None:
            if len(self._inside) >= _KEPT_INSIDES:
                self._inside.clear()
            found = self._inside[bits] = self.edges_between(bits, bits)
        return found

    def beside(self, place: int) -> tuple[tuple[int, int], ...]:
        """The places across the edges of a place, each with the edge."""
        known = self._beside[place]
        if known is None:
            goals = ((self._toward[place][d], self.edge(place, d)) for d in self.over)
            known = self._beside[place] = tuple((goal, edge) for goal, edge in goals if goal >= 0)
        return known
