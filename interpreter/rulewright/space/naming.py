"""Converts places, edges and points of a board to the names that people read and write (B4, B4|C4), and places and
edges back.

Separate because both directions must agree exactly: `parse` reads whatever `show` writes as the same place, and takes
nothing that `show` would not write. The result for an unknown name is None, never an error: the caller decides what to
report.
"""
from __future__ import annotations

import re
from typing import Final

from rulewright.space.crossings import Crossings
from rulewright.space.grid import EDGE_DIRECTIONS, EDGES, Grid

CELL_NAME: Final = r"[A-Z]+[1-9][0-9]*(?:_[1-9][0-9]*)?"  # the form of the names of cells, on every board
_NAME = re.compile(r"([A-Z]+)([1-9][0-9]*)(?:_([1-9][0-9]*))?")
_ROUND_A_CORNER = {4: 4, 6: 3}  # corners of a cell -> cells that meet at one


def column_name(x: int) -> str:
    """The letters of a column from 0: A to Z, AA, AB and so on."""
    letters = ""
    x += 1
    while x:
        x, letter = divmod(x - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def column_number(letters: str) -> int:
    """The column of some letters A to Z, from 0."""
    x = 0
    for letter in letters:
        x = x * 26 + ord(letter) - 64
    return x - 1


def show(grid: Grid, place: int) -> str:
    """The name of a place: the letters of its column, then its row from 1; above the ground also its storey (B4_1)."""
    level = grid.level(place)
    return f"{column_name(grid.column(place))}{grid.row(place) + 1}{f'_{level}' if level else ''}"


def parse(grid: Grid, text: str) -> int | None:
    """The place with a name, None if the board has no cell of that name."""
    found = _NAME.fullmatch(text)
    if found is None or len(found[1]) > 6 or len(found[2]) > 9 or len(found[3] or "") > 9:
        return None
    place = grid.at(column_number(found[1]), int(found[2]) - 1, int(found[3] or 0))
    return place if place >= 0 else None


def show_edge(grid: Grid, edge: int) -> str:
    """The name of an edge: its two cells, lower first (B4|C4, a floor B4|B4_1); at the rim its cell and the direction
    (A4|west)."""
    lower, higher = grid.sides(edge)
    d = edge % EDGE_DIRECTIONS
    if not grid.everywhere >> lower & 1:
        return f"{show(grid, higher)}|{grid.direction_names[grid.opposite(d)]}"
    if not grid.everywhere >> higher & 1:
        return f"{show(grid, lower)}|{grid.direction_names[d]}"
    return f"{show(grid, lower)}|{show(grid, higher)}"


def parse_edge(grid: Grid, text: str) -> int | None:
    """The edge with a name as `show_edge` writes it, None if there is none."""
    one, _, other = text.partition("|")
    place = parse(grid, one)
    if place is None:
        return None
    goal = parse(grid, other)
    if goal is not None:
        edge = grid.edge_between(place, goal) if place < goal else -1
    elif other in grid.direction_names:
        d = grid.direction_names.index(other)
        edge = grid.edge(place, d) if grid.toward(place, d) < 0 else -1
    else:
        edge = -1
    return edge if edge >= 0 else None


def name_of(grid: Grid, location: int) -> str:
    """The name of a location, a place or an edge."""
    return show(grid, location) if location < EDGES else show_edge(grid, location)


def show_point(grid: Grid, lattice: Crossings, point: int) -> str:
    """The name of a point. A corner is named by the cells that meet there (A1|B1|A2|B2); at the rim, the direction from
    the first cell is added (A1|A2|south_west). The centre of a cell has the name of the cell (B4), any other point in
    it also the direction from the centre (B4+north_west)."""
    cells = grid.decode(lattice.cells_at(point))
    if not cells:
        return "({}, {})".format(*lattice.coordinates(point))
    names = "|".join(show(grid, place) for place in cells)
    first = cells[0]
    if point == lattice.centre(first):
        return names
    corners = lattice.corners(first)
    if point not in corners:
        return f"{names}+{_compass(lattice, first, point)}"
    whole = len(cells) == _ROUND_A_CORNER[len(corners)]
    return names if whole else f"{names}|{_compass(lattice, first, point)}"


def _compass(lattice: Crossings, place: int, point: int) -> str:
    """The direction of a point from the centre of a cell: `north_west`."""
    (x, y), (cx, cy) = lattice.coordinates(point), lattice.coordinates(lattice.centre(place))
    vertical = "north" if y < cy else "south" if y > cy else ""
    across = "west" if x < cx else "east" if x > cx else ""
    return "_".join(word for word in (vertical, across) if word)
