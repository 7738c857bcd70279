"""What generated code reads of the board: distances, edges, lines and areas in the space of the match.

Separate because the space knows no entities and a pack knows no representation of cells. This module converts an entity
to the cells that it covers. Anything off the board is very far away.
"""

from __future__ import annotations

from rulewright.play.bounds import spend
from rulewright.play.state import State
from rulewright.shapes import FAR
from rulewright.space.lines import hull, polygon_contact

_LIGHT = 16  # places that are iterated over free of charge: what a large base covers
_WALK = 2  # steps of all walks from a place, for each place of the board
_LINE = 16  # steps of a segment, for each place of a row and a column
_EDGE = 6  # steps of the edges of a place
Values = tuple[int, ...]


def place_of(m: State, e: int) -> int | None:
    """Implements `x.place`."""
    at = m.at[e]
    return at if at >= 0 else None


def apart(m: State, a: int, b: int) -> int:
    """Distance of two cells; very far if one is not a cell."""
    if a is None or b is None or a < 0 or b < 0:
        return FAR
    return m.board.distance(a, b)  # type: ignore[no-any-return]


def gap(m: State, a: int, b: int) -> int:
    """Distance of the nearest cells of two sets."""
    if not a or not b:
        return FAR
    pairs = a.bit_count() * b.bit_count()
    if pairs > _LIGHT:
        spend(m, 4 * pairs)
    return m.board.gap(a, b)  # type: ignore[no-any-return]


def neighbours(m: State, bits: int, straight: bool = False) -> int:
    """Cells one step away from a set, for movement. `straight`: across an edge, not past a corner."""
    near = m.board.near_straight if straight else m.board.near
    found = 0
    if bits.bit_count() > _LIGHT:
        spend(m, 6 * bits.bit_count())
    for c in m.board.decode(bits):
        found |= near[c]
    return found & ~bits


def adjacent(m: State, a: int, b: int) -> bool:
    """Whether the nearest cells are one step apart. Sets that share a cell are nearer than that, so not adjacent."""
    return not a & b and bool(neighbours(m, a) & b)


def board_part(m: State, c: int) -> int:
    """The part of a joined board that a cell came from; 0 for none."""
    return m.laid.parts.get(c, 0)


def walk_distance(m: State, a: int, b: int) -> int | None:
    """Steps of the shortest way round solid cells; None if there is no way."""
    board = m.board
    best: int | None = None
    spend(m, a.bit_count() * (_WALK * board.size + 10 * b.bit_count()))
    for p in board.decode(a):
        for q in board.decode(b):
            d = board.walk_distance(p, q)
            if d < FAR and (best is None or d < best):
                best = d
    return best


def _cell(place: int | None) -> int | None:
    return None if place is None or place < 0 else place


def toward(m: State, c: int, d: int) -> int | None:
    """The cell one step in a direction, or None."""
    return None if c < 0 else _cell(m.board.toward(c, d))


def direction_to(m: State, a: int, b: int) -> int | None:
    """The direction that leads most directly from a to b."""
    if a < 0 or b < 0 or a == b:
        return None
    found: int = m.board.direction_to(a, b)
    return found if found >= 0 else None


def opposite(m: State, d: int) -> int:
    """The opposite direction."""
    return m.board.opposite(d)  # type: ignore[no-any-return]


def across(m: State, a: int, b: int) -> int | None:
    """The cell straight across b from a."""
    return None if a < 0 or b < 0 else _cell(m.board.across(a, b))


# -- what a mover covers ---------------------------------------------------------------------------------------------


def spread(m: State, mover: int, anchors: int) -> int:
    """The cells that a mover would cover at any of some anchors."""
    size = m.p.sizes[m.sheet[mover]]
    if size == 1:
        return anchors
    spend(m, anchors.bit_count())
    feet, found = m.board.feet[size], 0
    for anchor in m.board.decode(anchors):
        found |= feet[anchor]
    return found


def meeting(m: State, mover: int, anchors: int, cells: int) -> int:
    """The anchors among some at which a mover would cover one of some cells."""
    size = m.p.sizes[m.sheet[mover]]
    if size == 1 or not cells:
        return anchors & cells
    found = 0
    if cells.bit_count() < anchors.bit_count():
        spend(m, cells.bit_count())
        covering = m.board.anchors_covering
        for cell in m.board.decode(cells):
            found |= covering(cell, size)
        return found & anchors
    spend(m, anchors.bit_count())
    feet = m.board.feet[size]
    for anchor in m.board.decode(anchors):
        if feet[anchor] & cells:
            found |= 1 << anchor
    return found


def closest(m: State, places: int, cells: int) -> int:
    """The places among some that are nearest to some cells."""
    if not places or not cells:
        return places
    pairs = places.bit_count() * cells.bit_count()
    if pairs > _LIGHT:
        spend(m, 4 * pairs)
    return m.board.closest(places, cells)  # type: ignore[no-any-return]


def _walk_line(m: State) -> None:
    """Charges for a segment, the same for any length."""
    spend(m, _LINE * (m.board.width + m.board.height))


# -- edges -----------------------------------------------------------------------------------------------------------


def sides(m: State, edges: Values) -> int:
    """The places on both sides of each of some edges."""
    board, bits = m.board, 0
    if len(edges) > _LIGHT:
        spend(m, 2 * len(edges))
    for e in edges:
        one, other = board.sides(e)
        bits |= 1 << one | 1 << other
    return bits & board.everywhere  # type: ignore[no-any-return]


def edges_of(m: State, bits: int) -> Values:
    """All edges of some cells."""
    _walk_edges(m, bits)
    return m.board.edges_of(bits)  # type: ignore[no-any-return]


def edges_between(m: State, one: int, other: int) -> Values:
    """The edges with a side in each of two sets."""
    _walk_edges(m, one)
    return m.board.edges_between(one, other)  # type: ignore[no-any-return]


def edges_inside(m: State, bits: int) -> Values:
    """The edges with both sides in a set."""
    _walk_edges(m, bits)
    return m.board.edges_inside(bits)  # type: ignore[no-any-return]


def _walk_edges(m: State, bits: int) -> None:
    """Charges for going round some cells; the first cell is free."""
    if bits.bit_count() > 1:
        spend(m, _EDGE * bits.bit_count())


def edges_passed(m: State, mover: int, here: int, goal: int) -> Values:
    """The edges that a footprint passes in one step."""
    d = m.board.direction(here, goal)
    size = m.p.sizes[m.sheet[mover]]
    return m.board.edges_ahead(here, size, d) if d >= 0 else ()


def edges_left(m: State, p: int, q: int) -> Values:
    """The edges that a segment crosses if it is shifted infinitesimally to its left, in order."""
    _walk_line(m)
    return m.board.edges_on(p, q, "left")  # type: ignore[no-any-return]


def edges_right(m: State, p: int, q: int) -> Values:
    """The same, shifted to its right."""
    _walk_line(m)
    return m.board.edges_on(p, q, "right")  # type: ignore[no-any-return]


def edges_touched(m: State, p: int, q: int) -> Values:
    """The edges that a segment meets anywhere."""
    _walk_line(m)
    return m.board.edges_touched(p, q)  # type: ignore[no-any-return]


def on_edges(m: State, sheets: frozenset[int], edges: Values) -> Values:
    """The entities of some sheets that stand on some edges, by age."""
    occ, sheet = m.occ, m.sheet
    if len(edges) > _LIGHT:
        spend(m, len(edges))
    if occ.keys().isdisjoint(edges):  # nothing stands there: the usual case
        return ()
    found = [e for edge in edges if edge in occ for e in occ[edge] if sheet[e] in sheets]
    if len(found) > _LIGHT:
        spend(m, 10 * len(found))
    found.sort()
    return tuple(found)


# -- lines and areas -------------------------------------------------------------------------------------------------


def line_cells(m: State, a: int, b: int) -> Values:
    """Cells of the drawn line from a to b, both included. Gaps of the map have no cell."""
    if a == b:
        return (a,)
    spend(m, 8 * m.board.width)
    drawn = (a, *m.board.bresenham(a, b)) if a < b else tuple(reversed((b, *m.board.bresenham(b, a))))
    everywhere = m.board.everywhere
    return tuple([place for place in drawn if everywhere >> place & 1])


def cells_crossed(m: State, a: int, b: int) -> int:
    """The cells whose interior the segment meets."""
    _walk_line(m)
    return m.board.cells_crossed(a, b)  # type: ignore[no-any-return]


def cells_touched(m: State, a: int, b: int) -> int:
    """The cells that the segment meets at all."""
    _walk_line(m)
    return m.board.cells_touched(a, b)  # type: ignore[no-any-return]


def span_crossed(m: State, a: int, b: int, points: Values) -> bool:
    """Whether the segment meets the interior of what some points span."""
    if len(points) > _LIGHT:
        spend(m, 20 * len(points))
    at = m.board.coordinates
    corners = hull([at(p) for p in points])
    return len(corners) > 2 and polygon_contact(at(a), at(b), corners) == "crossing"


def line_free(m: State, a: int, b: int, blocking: int) -> bool:
    """Whether no cell strictly between a and b on the drawn line is in the set."""
    ends = 1 << a | 1 << b
    if blocking & ends:  # else the same set object, which the board recognises
        blocking &= ~ends
    return m.board.line_free(a, b, blocking)  # type: ignore[no-any-return]


def corners(m: State, bits: int) -> Values:
    """Corners of cells, without duplicates."""
    if bits.bit_count() > _LIGHT:
        spend(m, 40 * bits.bit_count())
    return m.board.corners_of(bits)  # type: ignore[no-any-return]


def sample_points(m: State, bits: int) -> Values:
    """Points that represent some cells."""
    found: set[int] = set()
    if bits.bit_count() > _LIGHT:
        spend(m, 60 * bits.bit_count())
    for c in m.board.decode(bits):
        found.update(m.board.sample_points(c))
    return tuple(sorted(found))


def anchors(m: State, e: int) -> int:
    """Where the footprint of an entity lies wholly on the board."""
    return m.board.anchors(m.p.sizes[m.sheet[e]])  # type: ignore[no-any-return]


def burst(m: State, bits: int, n: int) -> int:
    """Cells within a distance of a set."""
    if n > _LIGHT:
        spend(m, 20 * min(n, m.board.width + m.board.height))
    return m.board.within_of(bits, n)  # type: ignore[no-any-return]


def walk_burst(m: State, bits: int, n: int) -> int:
    """The same, walking round solid cells."""
    spend(m, bits.bit_count() * _WALK * m.board.size)
    return m.board.walk_within_of(bits, n)  # type: ignore[no-any-return]


def ring(m: State, bits: int, n: int) -> int:
    """Cells at exactly a distance from a set."""
    if n > _LIGHT:
        spend(m, 40 * min(n, m.board.width + m.board.height))
    return m.board.ring_of(bits, n)  # type: ignore[no-any-return]


def cone(m: State, c: int, d: int, steps: int) -> int:
    """A cone: rows of 1, 3, 5 and so on going outward, as far as the board goes."""
    steps = max(0, min(steps, m.board.width + m.board.height))  # diagonally, both dimensions count
    spend(m, 20 * steps * steps)
    return m.board.cone(c, d, tuple(range(1, 2 * steps, 2)))  # type: ignore[no-any-return]


def line_area(m: State, c: int, d: int, steps: int) -> int:
    """Cells in a straight line from c."""
    bits = 0
    at = c
    for _ in range(steps):
        at = m.board.toward(at, d)
        if at < 0:
            break
        bits |= 1 << at
    return bits
