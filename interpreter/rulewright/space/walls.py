"""Finds the steps that solid cells and blocked edges leave open.

Separate because the separation of two cells is decided once, when a board is made, by shifting whole sets of cells;
afterwards a step is a lookup in a table. The board knows which cells and edges are closed, never why.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.space.grid import EDGE_DIRECTIONS, Grid


@dataclass(frozen=True, slots=True)
class Steps:
    """The open steps, each as a set of cells by direction: the cells from which that direction is open.

    Attributes:
        near: steps that a mover may take.
        joined: pairs of touching cells that nothing separates: no blocked edge between them, and at least one open way
            round a corner. Cells that are diagonal past a corner are joined even if no step may pass it.
    """

    near: tuple[int, ...]
    joined: tuple[int, ...]


def closed_edges(grid: Grid, blocked_edges: Iterable[int]) -> tuple[int, ...]:
    """By direction, the cells whose edge in that direction is blocked."""
    closed = [0] * len(grid.direction_names)
    for edge in blocked_edges:
        lower, higher = grid.sides(edge)
        d = edge % EDGE_DIRECTIONS
        closed[d] |= 1 << lower
        closed[grid.opposite(d)] |= 1 << higher
    return tuple(closed)


def open_steps(grid: Grid, solid: int, blocked_edges: Iterable[int], strict: bool) -> Steps:
    """The steps that solid cells and blocked edges leave open.

    Args:
        solid: cells that cannot be entered.
        blocked_edges: edges that no step crosses.
        strict: no diagonal step past the corner of a solid cell or past any end of a blocked edge. Otherwise solid
            cells next to a diagonal do not matter, and edges only if they separate the two cells.
    """
    passable = grid.everywhere & ~solid
    closed = closed_edges(grid, blocked_edges)
    near, joined = [0] * len(closed), [0] * len(closed)
    for d in grid.directions:
        here = passable & grid.shifted(passable, grid.opposite(d))
        if d in grid.straight:
            near[d] = joined[d] = here & ~closed[d]
            continue
        # A diagonal step passes a corner: two ways lead round it, each over one cell at the side and two edges.
        count = len(closed)
        one, other = (d - 1) % count, (d + 1) % count
        edges_one = ~closed[one] & ~_back(grid, closed[other], one)
        edges_other = ~closed[other] & ~_back(grid, closed[one], other)
        cell_one, cell_other = ~_back(grid, solid, one), ~_back(grid, solid, other)
        joined[d] = here & (edges_one & cell_one | edges_other & cell_other)
        if strict:
            near[d] = here & edges_one & edges_other & cell_one & cell_other
        else:
            near[d] = here & (edges_one | edges_other)
    return Steps(tuple(near), tuple(joined))


def _back(grid: Grid, bits: int, d: int) -> int:
    """The cells whose neighbour in direction d is in the set (which may contain places off the board)."""
    out = 0
    for by, places in grid.moves(grid.opposite(d)):
        out |= (bits & places) << by if by > 0 else (bits & places) >> -by
    return out


def table(grid: Grid, by_direction: tuple[int, ...]) -> tuple[int, ...]:
    """By place, the set of the neighbours that the open directions lead to."""
    out = [0] * grid.size
    for place in grid.places:
        bits = 0
        for d in grid.directions:
            if by_direction[d] >> place & 1:
                bits |= 1 << grid.toward(place, d)
        out[place] = bits
    return tuple(out)
