"""Joins several drawn boards of hexes, laid edge to edge, to one board.

Separate because boards are joined before a match has a board. This module finds the ways of laying two drawings next to
each other so that their grids line up, and makes the result. Half cells at the rim of a drawing are no cells; where two
of them complete each other, they form a whole cell.

A drawing marks the half cells at its rim with the character of the edge that cuts them: `[` at the left edge (the right
half is on the board), `]` at the right edge, `^` at the upper edge and `v` at the lower edge. Cells cut by two edges
are left blank. All other characters are whole cells. A board of three rows between two rows of halves:

      ^ ^ ^
     . . . .
    [ . . . ]
     . . . .
      v v v

Positions of drawings are in half cells to the right (dx) and rows downwards (dy) on doubled coordinates, in which the
cell in column x and row y is at (2x + (y & 1), y): grids line up where dx + dy is even.
"""
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rulewright.space import picture
from rulewright.space.grid import LONGEST_SIDE, MOST_PLACES
from rulewright.space.hexes import HexBoard

Rotation = Literal[0, 180]
Edge = Literal["left", "right", "upper", "lower"]
Doubled = tuple[int, int]
Bounds = tuple[int, int, int, int]  # left, right, top, bottom

LEFT, RIGHT, UPPER, LOWER = "[", "]", "^", "v"
HALVES = LEFT + RIGHT + UPPER + LOWER
_KEPT: Final = 64  # ways that are cached
_COMPLETES = {LEFT: RIGHT, RIGHT: LEFT, UPPER: LOWER, LOWER: UPPER}
# The edge of the first board at which one of its half cells is completed.
_EDGES: dict[str, Edge] = {LEFT: "left", RIGHT: "right", UPPER: "upper", LOWER: "lower"}


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing and its position: turned first (about the cell of column 0 and row 0), then shifted."""

    rows: tuple[str, ...]
    rotation: Rotation = 0
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where a new drawing meets one of the drawings already laid.

    Attributes:
        part: the number of that other drawing, from 0.
        edge: the edge of the other, in its position, along which they meet.
        long: whether that is one of its longer edges.
        met: the half cells that complete each other: column and row in the other drawing, and in the new one, both from
            0; ordered along the edge, by the other.
    """

    part: int
    edge: Edge
    long: bool
    met: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


@dataclass(frozen=True, slots=True)
class Join:
    """A way to lay a drawing next to others that stay where they are.

    Attributes:
        edge, long, met: of the first meeting; if there are only two drawings, there is no other.
        made: the whole cells that are made of two halves.
        rotation, dx, dy: the position of the new drawing, as in Part.
        meetings: with which drawings it meets, by the numbers of the parts.
    """

    edge: Edge
    long: bool
    made: int
    rotation: Rotation
    dx: int
    dy: int
    met: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    meetings: tuple[Meeting, ...] = ()


@dataclass(frozen=True, slots=True)
class Assembly:
    """The result of laying parts together.

    Attributes:
        board: of all whole cells, without walls (`changed` adds some).
        origins: place -> (number of the part, place on a board of the part's own drawing), for each part that the cell
            comes from: one for a whole cell, two for one that was made of halves.
        marks: character -> the cells that have it, of whole cells only.
        made: the cells that were made of two halves.
        overlaps: doubled coordinates at which parts overlap; a sound assembly has none.
    """

    board: HexBoard
    origins: dict[int, tuple[tuple[int, int], ...]]
    marks: dict[str, int]
    made: int
    overlaps: tuple[Doubled, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    sign: str
    place: int
    at: tuple[int, int]  # column and row in the drawing of the part


_TAKEN = _Cell(".", 0, (0, 0))  # two halves that are already one cell


def _cells(part: Part) -> dict[Doubled, _Cell]:
    """The cells and half cells of a part in its position, by doubled coordinates."""
    if (part.dx + part.dy) % 2:
        raise ValueError("the grids of the parts do not line up: dx + dy must be even")
    drawing = picture.read(part.rows, staggered=True)
    stride = drawing.width + 2
    out = {}
    for sign, bits in drawing.marks.items():
        for place in range(bits.bit_length()):
            if bits >> place & 1:
                y = place // stride - 1
                column = place % stride - 1
                x = 2 * column + (y & 1)
                if part.rotation == 180:
                    out[part.dx - x, part.dy - y] = _Cell(_COMPLETES.get(sign, sign), place, (column, y))
                else:
                    out[part.dx + x, part.dy + y] = _Cell(sign, place, (column, y))
    return out


def joins(first: Sequence[str], second: Sequence[str], least: int = 1) -> tuple[Join, ...]:
    """All ways to lay the second drawing next to the first so that at least `least` half cells are completed and
    nothing overlaps, in the order of edge (left, right, upper, lower), rotation, dy and dx. Ways that exceed the
    maximum size of a board are omitted."""
    return further((Part(tuple(first)),), second, least)


def further(parts: Sequence[Part], drawing: Sequence[str], least: int = 1) -> tuple[Join, ...]:
    """The same for a drawing next to several that are joined already: it meets each of them along one edge."""
    return _further(tuple(parts), tuple(drawing), least)


# Drawings are constants of a pack, and a game needs the same ways again whenever it counts or draws one of them.
@lru_cache(_KEPT)
def _further(parts: tuple[Part, ...], drawing: tuple[str, ...], least: int) -> tuple[Join, ...]:
    lying = _lying(parts)
    bounds = _bounds(lying)
    fixed = {at: cells[0] for at, cells in lying.items() if len(cells) == 1}
    long_rows = [_rows_are_long(part) for part in parts]
    found = []
    for rotation in (0, 180):
        loose = _cells(Part(drawing, rotation))
        own = _bounds(loose)
        shifts = {(fx - lx, fy - ly) for (fx, fy), (_, one) in fixed.items() if one.sign in HALVES
                  for (lx, ly), other in loose.items() if other.sign == _COMPLETES[one.sign]}
        for dx, dy in shifts:
            completed: list[tuple[int, _Cell, _Cell]] = []
            for (x, y), other in loose.items():
                at = (x + dx, y + dy)
                if at not in lying:
                    continue
                number, one = fixed.get(at, (-1, _TAKEN))
                if one.sign not in HALVES or other.sign != _COMPLETES[one.sign]:
                    break
                completed.append((number, one, other))
            else:
                meetings = _meetings(completed, long_rows)
                if len(completed) < least or not meetings:
                    continue
                if _too_large(bounds, own, dx, dy):
                    continue
                one_of = meetings[0]
                found.append(Join(one_of.edge, any(meeting.long for meeting in meetings), len(completed),
                                  180 if rotation else 0, dx, dy, one_of.met, meetings))
    return tuple(sorted(found, key=lambda j: (tuple(_EDGES.values()).index(j.edge), j.rotation, j.dy, j.dx)))


def _meetings(completed: list[tuple[int, _Cell, _Cell]], long_rows: list[bool]) -> tuple[Meeting, ...]:
    """By part, the half cells that complete each other; empty if they are along several edges of one part."""
    found = []
    for part in sorted({number for number, _, _ in completed}):
        pairs = [(one, other) for number, one, other in completed if number == part]
        edges = {one.sign for one, _ in pairs}
        if len(edges) > 1:
            return ()
        edge = _EDGES[edges.pop()]
        met = tuple(sorted((one.at, other.at) for one, other in pairs))
        if edge in ("left", "right"):
            met = tuple(sorted(met, key=lambda pair: (pair[0][1], pair)))
        found.append(Meeting(part, edge, long_rows[part] == (edge in ("upper", "lower")), met))
    return tuple(found)


def _rows_are_long(part: Part) -> bool:
    """Whether it is wider than high. In the plane half a cell is root 3 / 2 wide where rows are 3 / 2 apart; compared
    as squares."""
    left, right, top, bottom = _bounds(_cells(part))
    return (right - left) ** 2 >= 3 * (bottom - top) ** 2


def _bounds(cells: Collection[Doubled]) -> Bounds:
    """The least and the greatest of both coordinates."""
    across, down = [x for x, _ in cells], [y for _, y in cells]
    return min(across), max(across), min(down), max(down)


def _too_large(lying: Bounds, loose: Bounds, dx: int, dy: int) -> bool:
    """Whether a drawing shifted this way would make the joined board exceed the maximum size."""
    width = (max(lying[1], loose[1] + dx) - min(lying[0], loose[0] + dx)) // 2 + 1
    height = max(lying[3], loose[3] + dy) - min(lying[2], loose[2] + dy) + 1
    return max(width, height) > LONGEST_SIDE or width * height > MOST_PLACES


def _lying(parts: Sequence[Part]) -> dict[Doubled, list[tuple[int, _Cell]]]:
    """The cells of all parts in their positions, with the numbers of their parts."""
    lying: dict[Doubled, list[tuple[int, _Cell]]] = {}
    for number, part in enumerate(parts):
        for at, cell in _cells(part).items():
            lying.setdefault(at, []).append((number, cell))
    return lying


def assemble(parts: Sequence[Part]) -> Assembly:
    """Joins parts to one board, in the order of their numbers.

    Raises:
        ValueError: a part has no cell, or its grid does not line up with the others.
    """
    lying = _lying(parts)
    whole: dict[Doubled, str] = {}
    overlaps = []
    made = 0
    for at, cells in lying.items():
        signs = [cell.sign for _, cell in cells]
        if len(cells) == 1 and signs[0] not in HALVES:
            whole[at] = signs[0]
        elif len(cells) == 2 and signs[0] in HALVES and signs[1] == _COMPLETES[signs[0]]:
            whole[at] = ""
            made += 1
        elif len(cells) > 1:
            overlaps.append(at)
    if not whole:
        raise ValueError("an assembly without a whole cell")
    # The first row is an even one, and an odd row is shifted right; so the least row and the least half cell, both made
    # even, are the corner of the board.
    top = min(y for _, y in whole)
    left = min(x - (y - top) % 2 for x, y in whole)
    width = max((x - left) // 2 for x, _ in whole) + 1
    height = max(y for _, y in whole) - top + 1
    at_place = {at: (at[1] - top + 1) * (width + 2) + (at[0] - left) // 2 + 1 for at in whole}
    exists = 0
    marks: dict[str, int] = {}
    for at, place in at_place.items():
        exists |= 1 << place
        if whole[at]:
            marks[whole[at]] = marks.get(whole[at], 0) | 1 << place
    origins = {place: tuple((number, cell.place) for number, cell in lying[at])
               for at, place in sorted(at_place.items(), key=lambda item: item[1])}
    board = HexBoard(width, height, exists)
    return Assembly(board, origins, dict(sorted(marks.items())), made, tuple(sorted(overlaps)))
