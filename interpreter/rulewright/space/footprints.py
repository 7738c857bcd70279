"""Finds the cells that a base covers and the steps that it can take, from its anchor and size.

Separate because a base of several cells moves as one thing: it may step only where every cell of it may, and what it
enters, crosses or stands astride are sets of cells and edges. All of these are looked up in tables that are made when a
size is first used.
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.space.grid import Grid

# From an anchor and a size to the rows of a base, each as its first place and its length, whether or not cells exist
# there; empty if it would extend beyond the side of the board. No size above the width or height of the board is asked.
Covered = Callable[[int, int], tuple[tuple[int, int], ...]]

# Cached footprints are dropped beyond this many bits (32 MB), and computed again when needed.
_KEPT_BITS = 1 << 28
# The same limit for cached edges ahead of bases.
_KEPT_STEPS = 1 << 16


class _Base(dict[int, int]):
    """By anchor, the cells that a base of one size covers; computed on first use."""

    __slots__ = ("_bases", "_size")

    def __init__(self, bases: Footprints, size: int) -> None:
        self._bases = bases
        self._size = size

    def __missing__(self, anchor: int) -> int:
        return self._bases.found(anchor, self._size)


class _Feet(dict[int, _Base]):
    """By size, the table of bases of that size."""

    __slots__ = ("_bases",)

    def __init__(self, bases: Footprints) -> None:
        self._bases = bases

    def __missing__(self, size: int) -> _Base:
        made = self[size] = _Base(self._bases, size)
        return made


class Footprints:
    """Bases of all sizes on one board. The anchor of a base is its least place.

    Args:
        covered: the shape of a base, which the form of the board defines.
        near: by direction, the cells from which a mover may step in it.
        free: the same without obstacles and solid cells.

    Attributes:
        feet: by size and then by anchor, the result of `footprint`, to be read directly. An anchor may be any int.
    """

    __slots__ = ("_ahead", "_anchors", "_covered", "_covering", "_free", "_grid", "_kept", "_near", "_steps", "feet")

    def __init__(self, grid: Grid, covered: Covered, near: tuple[int, ...], free: tuple[int, ...]) -> None:
        self._grid = grid
        self._covered = covered
        self._near = near
        self._free = free
        self.feet = _Feet(self)
        self._kept = 0
        self._anchors: dict[int, int] = {}
        self._covering: dict[int, tuple[int, ...]] = {}
        self._ahead: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._steps: dict[tuple[int, bool, bool], tuple[tuple[int, ...], ...]] = {}

    def _cover(self, anchor: int, size: int) -> int:
        """The cells of a base; 0 if it does not lie wholly on the board. No base is wider than its board, and one that
        stands on an edge covers nothing, wherever it is."""
        grid = self._grid
        if size < 0:
            raise ValueError("the size of a base is at least 0")
        if not size or size > grid.width or size > grid.height or not grid.everywhere >> anchor & 1:
            return 0
        bits = 0
        for first, length in self._covered(anchor, size):
            if not 0 <= first <= grid.size - length:
                return 0
            bits |= ((1 << length) - 1) << first
        return bits if not bits & ~grid.everywhere else 0

    def found(self, anchor: int, size: int) -> int:
        """Stores the cells of a base in its table; all tables are cleared when they hold too much."""
        if self._kept * self._grid.size > _KEPT_BITS:
            self._kept = 0
            for table in self.feet.values():
                table.clear()
        self._kept += 1
        bits = self._cover(anchor, size) if 0 <= anchor < self._grid.size else 0
        self.feet[size][anchor] = bits
        return bits

    def footprint(self, anchor: int, size: int) -> int:
        """The cells that a base covers; 0 if it would not lie wholly on cells of the board."""
        return self.feet[size][anchor]

    def anchors(self, size: int) -> int:
        """The anchors at which a base lies wholly on cells of the board."""
        bits = self._anchors.get(size)
        if bits is None:
            found = (anchor for anchor in self._grid.places if self._cover(anchor, size))
            bits = self._anchors[size] = self._grid.encode(found)
        return bits

    def anchors_covering(self, place: int, size: int) -> int:
        """The anchors at which a base covers a place."""
        covering = self._covering.get(size)
        if covering is None:
            out = [0] * self._grid.size
            for anchor in self._grid.places:
                for covered in self._grid.decode(self._cover(anchor, size)):
                    out[covered] |= 1 << anchor
            covering = self._covering[size] = tuple(out)
        return covering[place]

    def steps(self, size: int, straight: bool = False, through: bool = False) -> tuple[tuple[int, ...], ...]:
        """By anchor, the anchors that one step leads to, ascending. These are not the anchors where the base may stop.

        Args:
            straight: only steps that lead over an edge.
            through: also over solid cells and blocked edges; else each cell of the base must be free to take the step.
        """
        key = (size, straight, through)
        steps = self._steps.get(key)
        if steps is None:
            grid = self._grid
            table = [self._cover(anchor, size) if grid.everywhere >> anchor & 1 else 0 for anchor in range(grid.size)]
            masks = self._free if through else self._near
            directions = grid.straight if straight else grid.directions
            out: list[tuple[int, ...]] = [()] * grid.size
            for anchor in grid.places:
                bits = table[anchor]
                if bits:
                    goals = (grid.toward(anchor, d) for d in directions if not bits & ~masks[d])
                    out[anchor] = tuple(sorted(goal for goal in goals if goal >= 0 and table[goal]))
            steps = self._steps[key] = tuple(out)
        return steps

    def entered(self, anchor: int, size: int, d: int) -> int:
        """The cells that a base covers after a step in a direction but not before; 0 if it would leave the board."""
        goal = self._grid.toward(anchor, d)
        return self.footprint(goal, size) & ~self.footprint(anchor, size) if goal >= 0 else 0

    def edges_ahead(self, anchor: int, size: int, d: int) -> tuple[int, ...]:
        """The edges that a straight step of a base crosses into the cells ahead, ascending; none past a corner."""
        known = self._ahead.get((anchor, size, d))
        if known is not None:
            return known
        grid, ahead = self._grid, []
        if d in grid.straight:
            bits = self.footprint(anchor, size)
            leading = (place for place in grid.decode(bits) if not bits >> place + grid.deltas(place)[d] & 1)
            ahead = sorted(grid.edge(place, d) for place in leading)
        if len(self._ahead) >= _KEPT_STEPS:
            self._ahead.clear()
        found = self._ahead[anchor, size, d] = tuple(ahead)
        return found

    def inner_edges(self, anchor: int, size: int) -> tuple[int, ...]:
        """The edges between two cells of a base, ascending: those that it stands astride."""
        grid = self._grid
        bits = self.footprint(anchor, size)
        return tuple(sorted({grid.edge(place, d) for place in grid.decode(bits) for d in grid.straight
                             if bits >> place + grid.deltas(place)[d] & 1}))
