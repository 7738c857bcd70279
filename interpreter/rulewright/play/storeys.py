"""What generated code reads of a board with storeys: storeys of edges, lines and steps on the plan.

Separate because packs without storeys never use it, and so do not pay for its higher costs.
"""

from __future__ import annotations

from rulewright.play import board
from rulewright.play.bounds import spend
from rulewright.play.state import State

_LIGHT = 16  # edges that are iterated over free of charge
Values = tuple[int, ...]


def stacked(m: State, edges: Values) -> Values:
    """All edges above and below some edges, including these."""
    if len(edges) > _LIGHT:
        spend(m, 4 * len(edges) * m.board.levels)
    return m.board.stacked(edges)  # type: ignore[no-any-return]


def turned_on_plan(m: State, d: int, n: int) -> int:
    """A direction turned clockwise by a number of steps; up and down do not change."""
    count: int = m.board.up
    return (d + n) % count if d < count else d


def plan_line_cells(m: State, a: int, b: int) -> Values:
    """Cells of the ground under the drawn line, both ends included, from a to b."""
    return board.line_cells(m, a % m.board.storey, b % m.board.storey)


def plan_line_free(m: State, a: int, b: int, blocking: int) -> bool:
    """Whether no cell of the ground strictly between a and b under the drawn line is in the set."""
    return board.line_free(m, a % m.board.storey, b % m.board.storey, blocking)


def plan_edges_passed(m: State, mover: int, here: int, goal: int) -> Values:
    """The edges that a footprint passes in one step, on the storey where it begins."""
    d = m.board.direction_on_plan(here, goal)
    size = m.p.sizes[m.sheet[mover]]
    return m.board.edges_ahead(here, size, d) if d >= 0 else ()
