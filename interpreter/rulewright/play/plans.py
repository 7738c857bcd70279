"""Applies maps as plans: finds where their drawings fall on the laid board, and creates the entities that they draw.

Separate because none of it runs in the inner loop; a drawing is read once for a program.
"""

from __future__ import annotations

from rulewright.play import pieces
from rulewright.play.bounds import spend
from rulewright.play.state import State
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.space.plans import Plan

_SET_OUT = 400  # steps for each entity that a map draws
_PLACE = 40  # steps of finding where a place of a plan falls


def _read(m: State, number: int) -> picture.Drawing:
    found = m.p.drawings.get(number)
    if found is None:
        made = m.p.program.maps[number]
        halves = picture.signs_in(made.legend, made.halves)
        found = picture.read(made.rows, FORMS[m.p.program.board].staggered, halves, made.above)
        m.p.drawings[number] = found
    spend(m, _PLACE * sum(bits.bit_count() for bits in found.marks.values()))
    return found


def _plan(m: State, number: int, corner: int, north: int) -> Plan:
    return Plan(_read(m, number), m.board, corner, north)


def drawn(m: State, number: int, area: int, corner: int, north: int) -> int:
    """The places on which an area of a map falls."""
    plan = _plan(m, number, corner, north)
    legend = m.p.program.maps[number].legend
    bits = 0
    for sign, places in plan.drawing.marks.items():
        if area in legend.get(sign, ()):
            bits |= places
    return plan.places(bits)


def fits(m: State, number: int, corner: int, north: int) -> bool:
    """Whether everything that a map draws falls on the board."""
    return _plan(m, number, corner, north).fits()


def set_out(m: State, number: int) -> None:
    """Creates the entities that a map draws, in the order of its numbering: on places, then on edges. Creates nothing
    if the board of the map is not the laid one, and nothing for seats that the match does not have."""
    if m.board_key != ("map", number):
        return
    drawing = _read(m, number)
    at: list[_Due] = []
    for sign, order, sheet, seat in _things(m, number):
        on_edges = not m.p.sizes[sheet]
        at += [(place, order, sheet, seat) for place in where_drawn(m, drawing, sign, on_edges)]
    _create(m, at)


def set_out_at(m: State, number: int, corner: int, north: int) -> None:
    """The same for a plan: its corner is at any place of the board, its north in a direction. Whatever falls outside
    the board is omitted."""
    plan = _plan(m, number, corner, north)
    at: list[_Due] = []
    for sign, order, sheet, seat in _things(m, number):
        size = m.p.sizes[sheet]
        cells = m.board.decode(plan.drawing.marks.get(sign, 0))
        if size:
            places = [plan.base(cell, size) for cell in cells]
        else:
            places = [plan.edge(edge) for edge, one in plan.drawing.edges.items() if one == sign]
            places += [m.board.edge(place, m.board.down) for cell in cells
                       if plan.drawing.storey and cell >= plan.drawing.storey and (place := plan.place(cell)) >= 0]
        at += [(place, order, sheet, seat) for place in places if place >= 0]
    _create(m, at)


def where_drawn(m: State, drawing: picture.Drawing, sign: str, on_edges: bool) -> list[int]:
    """Where a character appears on the drawn board: places, or edges. An entity that stands on edges but is drawn in a
    place stands on the floor under that place; the ground has no such edge."""
    board = m.board
    cells = board.decode(drawing.marks.get(sign, 0))
    if not on_edges:
        return list(cells)
    floors = [board.edge(place, board.down) for place in cells if board.level(place)]
    return sorted([*floors, *(edge for edge, drawn in drawing.edges.items() if drawn == sign)])


_Due = tuple[int, int, int, int | None]  # where, index in the legend, sheet, seat


def _things(m: State, number: int) -> list[tuple[str, int, int, int | None]]:
    """The characters of a map that stand for entities, with their meaning; only for seats that the match has."""
    legend = m.p.program.maps[number].pieces
    return [(sign, order, sheet, seat) for sign, things in legend.items()
            for order, (sheet, seat) in enumerate(things) if seat is None or seat < m.players]


def _create(m: State, at: list[_Due]) -> None:
    spend(m, _SET_OUT * len(at))
    for place, _, sheet, seat in sorted(at, key=lambda one: one[:2]):
        pieces.create(m, sheet, seat, place)
