"""Converts a map drawn as text to sets of cells, and a board to a text picture.

Separate because authors draw maps, tests compare positions and the terminal shows them: all three use this module, and
no other part of the space handles characters.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.space.grid import EDGE_DIRECTIONS, EDGES, LONGEST_SIDE, MOST_PLACES, Grid
from rulewright.space.naming import column_name

_Area = TypeVar("_Area", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map as it was drawn.

    Attributes:
        width, height: in cells.
        exists: the cells that exist, as places of a board of this extent.
        marks: character -> the places that have it, on all drawn storeys; in the order of code points.
        edges: edge -> the character that is drawn there; only in box drawings.
        storey: from a place to the one above it, if several storeys are drawn; else 0.
    """

    width: int
    height: int
    exists: int
    marks: dict[str, int]
    edges: dict[int, str] = field(default_factory=dict)
    storey: int = 0

    def union(self, signs: str) -> int:
        """The cells that have one of some characters."""
        bits = 0
        for sign in signs:
            bits |= self.marks.get(sign, 0)
        return bits


def read(rows: Sequence[str], staggered: bool, absent: str = " ", above: Sequence[Sequence[str]] = ()) -> Drawing:
    """Reads a drawing: one character for a cell, one string for a row. `above` has the drawings of the storeys above,
    the lowest first, on the same plan: whatever is drawn beyond the plan is ignored.

    A space and every character of `absent` is a cell that does not exist; so are cells beyond the end of a row. Empty
    rows at the end are dropped. Cells are adjacent, or all of them are separated by one space (then every second column
    of the drawing is empty). In a drawing of a staggered board (of hexes) with such spaces, odd rows may all begin one
    space further right, as the hexes lie:

        compact      spaced       spaced, as they lie
        ..#.         . . # .      . . # .
        .a..         . a . .       . a . .

    A drawing in which every second column happens to be empty is read as spaced.

    A box drawing of squares begins with `+`: cells are on odd lines and columns, a character between two of them is on
    the edge, and corners are `+`:

        + + +-+
         . .w.
        + + + +

    Raises:
        ValueError: no cell is drawn. Callers that read drawings of authors check for this first (`draws_nothing`).
    """
    signs = {at: sign for at, sign in cells_drawn(rows, staggered).items() if sign not in absent}
    if not signs:
        raise ValueError("a drawing without a cell")
    width = max(x for x, _ in signs) + 1
    stride = width + 2
    exists = 0
    marks: dict[str, int] = dict.fromkeys(sorted(set(signs.values())), 0)
    for (x, y), sign in signs.items():
        bit = 1 << (y + 1) * stride + x + 1
        exists |= bit
        marks[sign] |= bit
    height = max(y for _, y in signs) + 1
    edges = _edges(rows, width, height) if is_box(rows, staggered) else {}
    storey = stride * storey_rows(height, staggered) if above else 0
    for level, drawn in enumerate(above, 1):
        _raise(drawn, staggered, (width, height), exists, level * storey, marks, edges)
    return Drawing(width, height, exists, dict(sorted(marks.items())), edges, storey)


def storey_rows(height: int, staggered: bool) -> int:
    """How many rows one storey has, including the border rows: on hexes an even number."""
    return height + 2 + (height % 2 if staggered else 0)


def _raise(rows: Sequence[str], staggered: bool, extent: tuple[int, int], exists: int, by: int, marks: dict[str, int],
           edges: dict[int, str]) -> None:
    """Adds the characters of a storey at a height above the ground."""
    width, height = extent
    stride = width + 2
    for (x, y), sign in cells_drawn(rows, staggered).items():
        bit = 1 << (y + 1) * stride + x + 1
        if x < width and y < height and exists & bit:
            marks[sign] = marks.get(sign, 0) | bit << by
    if is_box(rows, staggered):
        edges |= {edge + by * EDGE_DIRECTIONS: sign for edge, sign in _edges(rows, width, height).items()}


def cells_drawn(rows: Sequence[str], staggered: bool) -> dict[tuple[int, int], str]:
    """The characters of the cells of a drawing by column and row, without spaces."""
    lines = [row.rstrip() for row in rows]
    while lines and not lines[-1]:
        lines.pop()
    if box := is_box(lines, staggered):
        lines = _inside(lines)
    found: dict[tuple[int, int], str] = {}
    for y, (line, (start, step)) in enumerate(zip(lines, _layout(lines, staggered, box), strict=True)):
        found |= {(x, y): sign for x, sign in enumerate(_cells_of(line, start, step)) if sign != " "}
    return found


def draws_nothing(rows: Sequence[str], staggered: bool, absent: str = "") -> bool:
    """Whether no cell is drawn, apart from some characters: no board has such a drawing, and `read` refuses it."""
    return all(sign in absent for sign in cells_drawn(rows, staggered).values())


def signs_in(legend: Mapping[str, Iterable[_Area]], areas: Iterable[_Area]) -> str:
    """The characters of a legend that are in one of some areas, such as those of half places."""
    wanted = set(areas)
    return "".join(sign for sign, of in legend.items() if not wanted.isdisjoint(of))


def sign_at(rows: Sequence[str], staggered: bool, column: int, row: int) -> tuple[int, int] | None:
    """Where a drawing has the character of a cell, whose column and row count from 0: its line and its index in that,
    from 0. None if no cell is drawn there."""
    if (column, row) not in cells_drawn(rows, staggered):
        return None
    if is_box(rows, staggered):
        return 2 * row + 1, 2 * column + 1
    lines = [line.rstrip() for line in rows]
    while not lines[-1]:
        lines.pop()
    start, step = _layout(lines, staggered, compact=False)[row]
    return row, start + step * column


def is_box(rows: Sequence[str], staggered: bool) -> bool:
    """Whether a drawing is a box drawing, with edges between its cells."""
    return not staggered and bool(rows) and rows[0].startswith("+")


def ragged(rows: Sequence[str]) -> tuple[int, list[int]]:
    """The length of most rows of a drawing, and the rows with another length; if two lengths are equally frequent, the
    longer one is right."""
    widths = [len(row) for row in rows]
    often = Counter(widths)  # not counted for each row: nobody has looked yet whether there are a million
    width = max(often, key=lambda one: (often[one], one))
    return width, [number for number, one in enumerate(widths) if one != width]


def signs_of(rows: Sequence[str], staggered: bool) -> str:
    """All characters of a drawing that have a meaning, one after another; corners of boxes do not."""
    if not is_box(rows, staggered):
        return "".join(rows)
    return "".join(sign for y, row in enumerate(rows) for x, sign in enumerate(row) if (x | y) & 1)


def edge_signs(rows: Sequence[str], staggered: bool) -> str:
    """The characters of a box drawing on edges, one after another."""
    if not is_box(rows, staggered):
        return ""
    return "".join(sign for y, row in enumerate(rows) for x, sign in enumerate(row) if (x ^ y) & 1 and sign != " ")


def bad_corner(rows: Sequence[str], staggered: bool) -> str | None:
    """A character of a box drawing that is at a corner, where nothing can be."""
    if not is_box(rows, staggered):
        return None
    return next((sign for row in rows[::2] for sign in row[::2] if sign not in "+ "), None)


def beyond(rows: Sequence[str], staggered: bool) -> str | None:
    """A character of a box drawing that is on an edge further out than all its cells: no board has that edge."""
    if not is_box(rows, staggered):
        return None
    cells = cells_drawn(rows, staggered)
    across, down = (2 * max((at[i] for at in cells), default=0) + 2 for i in (0, 1))
    return next((sign for y, row in enumerate(rows) for x, sign in enumerate(row)
                 if sign != " " and (x ^ y) & 1 and (x > across or y > down)), None)


def _inside(box: Sequence[str]) -> list[str]:
    """The rows of cells of a box drawing."""
    return [line[1::2] for line in box[1::2]]


def _edges(box: Sequence[str], width: int, height: int) -> dict[int, str]:
    """The characters between the cells of a box drawing, by edge; whatever is beyond the extent is ignored. Squares:
    east is direction 2, south 4."""
    found: dict[int, str] = {}
    for y, line in enumerate(box[:2 * height + 1]):
        for x, sign in enumerate(line[:2 * width + 1].rstrip()):
            if sign != " " and (x ^ y) & 1:
                lower = (y // 2 + y % 2) * (width + 2) + x // 2 + x % 2
                found[EDGES + lower * EDGE_DIRECTIONS + (2 if y % 2 else 4)] = sign
    return found


def extent(rows: Sequence[str], staggered: bool) -> tuple[int, int]:
    """Width and height of the board of a drawing, both in places; reads no character, however large the drawing."""
    lines = [row.rstrip() for row in rows]
    while lines and not lines[-1]:
        lines.pop()
    if box := is_box(lines, staggered):
        lines = _inside(lines)
    widths = [-(-max(0, len(line) - start) // step) for line, (start, step) in
              zip(lines, _layout(lines, staggered, box), strict=True)]
    return max(widths, default=0), len(lines)


def excess(rows: Sequence[str], staggered: bool, levels: int = 1) -> str | None:
    """In which respect a drawing is too large, in words; None if a board with this many storeys may have that size."""
    width, height = extent(rows, staggered)
    if width * height * levels > MOST_PLACES:
        high = f" on {levels} storeys" if levels > 1 else ""
        return f"{width} by {height} places{high} are {width * height * levels}, more than {MOST_PLACES}"
    if max(width, height) > LONGEST_SIDE:
        return f"a side of {max(width, height)} places is longer than {LONGEST_SIDE}"
    return None


def _cells_of(line: str, start: int, step: int) -> str:
    return line[start::step]


def _layout(lines: Sequence[str], staggered: bool, compact: bool) -> list[tuple[int, int]]:
    """For each row, the column of its first cell and the distance to the next."""
    if compact:
        return [(0, 1)] * len(lines)
    if staggered and all(not line[1 - y % 2::2].strip() for y, line in enumerate(lines)):
        return [(y % 2, 2) for y in range(len(lines))]
    if all(not line[1::2].strip() for line in lines) and any(len(line) > 1 for line in lines):
        return [(0, 2)] * len(lines)
    return [(0, 1)] * len(lines)


Rows = Callable[[int, int], bool]


def draw(grid: Grid, cell_text: Callable[[int], str], levels: Sequence[int] | None = None,
         rows: Rows | None = None) -> list[str]:
    """The lines of a picture of a board: the letters of the columns above, the numbers of the rows to the left.

    Args:
        cell_text: what to write into a cell (a place), usually one to three characters; all cells are made as wide as
            the widest. It is called once for each cell that is drawn, in ascending order. Cells that do not exist stay
            empty.
        levels: the storeys that are drawn; default: all.
        rows: which rows of a storey are drawn (from 0); default: all.

    The odd rows of hexes are half a cell further right; the letters are above the even rows. Storeys are one below the
    other, the ground first; the letters of those above it begin with the ending of their names (`_1`).
    """
    drawn = range(grid.levels) if levels is None else levels
    texts = {place: cell_text(place) for place in grid.places if grid.level(place) in drawn}
    letters = [column_name(x) for x in range(grid.width)]
    pitch = max(map(len, [*texts.values(), *letters])) + 1
    half = 0
    if grid.staggered:
        pitch += pitch % 2
        half = pitch // 2
    margin = _margin(grid)
    lines: list[str] = []
    for level in drawn:
        first = level * grid.storey + 1
        lines += [""] * bool(lines)
        lines.append(_mark(level).ljust(margin) + "".join(letter.ljust(pitch) for letter in letters))
        for y in range(grid.height):
            if rows is not None and not rows(level, y):
                continue
            row = "".join(texts.get((y + 1) * grid.stride + x + first, "").ljust(pitch) for x in range(grid.width))
            lines.append(str(y + 1).ljust(margin) + " " * (half if y % 2 else 0) + row)
    return [line.rstrip() for line in lines]


def _margin(grid: Grid) -> int:
    """The width of the numbers of rows and the marks of storeys."""
    return max(len(str(grid.height)), len(_mark(grid.levels - 1))) + 1


def _mark(level: int) -> str:
    """The ending of the names of the places of a storey."""
    return f"_{level}" if level else ""


def draw_box(grid: Grid, cell_text: Callable[[int], str], edge_text: Callable[[int, int], str],
             levels: Sequence[int] | None = None, rows: Rows | None = None, *, tight: bool = False) -> list[str]:
    """The lines of a box picture of a board of squares, as `read` takes it, with letters and numbers at the sides.

    Args:
        cell_text, levels, rows: as for `draw`.
        tight: omit lines between rows on which nothing stands; `read` does not take that.
        edge_text: what to write on an edge, in the given number of characters. It is called only for edges of cells.
    """
    drawn = range(grid.levels) if levels is None else levels
    texts = {place: cell_text(place) for place in grid.places if grid.level(place) in drawn}
    letters = [column_name(x) for x in range(grid.width)]
    wide = max(map(len, [*texts.values(), *letters]))
    margin = _margin(grid)

    def between(place: int, d: int, length: int) -> str:
        edge = EDGES + place * EDGE_DIRECTIONS + d
        return edge_text(edge, length) if grid.is_edge(edge) else " " * length

    lines: list[str] = []
    for level in drawn:
        lines += [""] * bool(lines)
        lines.append(_mark(level).ljust(margin + 1) + " ".join(letter.ljust(wide) for letter in letters))
        for y in range(grid.height + 1):
            row = level * grid.storey + y * grid.stride
            line = [between(row + x + 1, 4, wide) for x in range(grid.width)]
            if not tight or any(one.strip() for one in line):
                lines.append(" " * margin + "+" + "".join(f"{one}+" for one in line))
            if y < grid.height and (rows is None or rows(level, y)):
                row += grid.stride
                cells = "".join(f"{texts.get(row + x + 1, '').ljust(wide)}{between(row + x + 1, 2, 1)}"
                                for x in range(grid.width))
                lines.append(f"{str(y + 1).ljust(margin)}{between(row, 2, 1)}{cells}")
    return [line.rstrip() for line in lines]
