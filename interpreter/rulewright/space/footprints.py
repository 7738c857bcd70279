"""Finds the cells that a base covers and the edges that it crosses, from its anchor and size.

Separate because a base of several cells moves as one thing: what it covers and crosses are sets of cells and edges. All
of these are looked up in tables that are made when a size is first used.
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

    Attributes:
        feet: by size and then by anchor, the result of `footprint`, to be read directly. An anchor may be any int.
    """

    __slots__ = ("_ahead", "_anchors", "_covered", "_covering", "_grid", "_kept", "feet")

    def __init__(self, grid: Grid, covered: Covered) -> None:
        self._grid = grid
        self._covered = covered
        self.feet = _Feet(self)
        self._kept = 0
        self._anchors: dict[int, int] = {}
        self._covering: dict[int, tuple[int, ...]] = {}
        self._ahead: dict[tuple[int, int, int], tuple[int, ...]] = {}

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
