"""Draws the board of a test with the signs of its legend, and compares it with an expected drawing.

Separate because drawings work in both directions: a test draws its beginning and its end in the same way.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Final

from rulewright.play.scenes import scene_of
from rulewright.play.state import State
from rulewright.scenario.case import STRANGE, Case, Drawing
from rulewright.scenario.position import DRAWN, Position, read_drawing
from rulewright.scenario.to_scale import drawn_at
from rulewright.space import picture
from rulewright.space.forms import FORMS, Maps
from rulewright.space.grid import EDGES
from rulewright.space.plane.coarse import draw
from rulewright.space.plane.poses import pose, show, spot_of

_PLAIN = "."


def signs_at(case: Case, position: Position, by_letter: bool = False) -> dict[int, list[str]]:
    """The glyphs of the entities in each cell (a large entity: in its smallest cell) and on each edge, in the order of
    the legend. `by_letter`: entities that the test has not drawn use their letter, even if the legend has a glyph for
    such entities."""
    m = position.m
    found: dict[int, list[str]] = {}
    for sign, entities in position.by_sign.items():
        for e in entities:
            if m.live[e] and m.at[e] >= 0:
                found.setdefault(m.at[e], []).append(sign)
    for e in _others(position):
        like = None if by_letter else _alike(case, position, e)
        found.setdefault(m.at[e], []).append(like or _initial(case, position, e))
    return found


def _alike(case: Case, position: Position, e: int) -> str | None:
    """The glyph that the legend has for all entities of a sheet and owner: one without a name that does not stand for
    an area too."""
    m = position.m
    sheet, owner = m.p.sheets[m.sheet[e]].id, m.owner[e]
    return next((piece.sign for piece in case.pieces
                 if piece.sign is not None and piece.name is None and not case.areas.get(piece.sign)
                 and piece.sheet.id == sheet and piece.seat == owner),
                None)  # fmt: skip


def _others(position: Position) -> list[int]:
    """Entities on the board that are not in the legend."""
    m = position.m
    known = {e for entities in position.by_sign.values() for e in entities}
    return [e for e in range(1, len(m.sheet)) if e not in known and m.live[e] and m.at[e] >= 0]


def _initial(case: Case, position: Position, e: int) -> str:
    """The first letter of its sheet: a capital for the first player, a small letter for all others and without an
    owner. If the legend uses that glyph already, another one."""
    m = position.m
    letter = m.p.sheets[m.sheet[e]].id[0]
    letter = letter.upper() if m.owner[e] == 0 else letter.lower()
    taken = {*case.areas, *(sign for sign, _ in _areas_meant(case, m))}
    return next((sign for sign in (letter, *STRANGE) if sign not in taken), STRANGE[-1])


def _areas_meant(case: Case, m: State) -> list[tuple[str, tuple[int, ...]]]:
    """The glyphs of areas with these areas, by the legend of the test, then by those of the maps in use."""
    numbers = {area.id: i for i, area in enumerate(m.p.program.areas)}
    legend = [(sign, tuple(numbers[area.id] for area in areas)) for sign, areas in case.areas.items() if areas]
    if m.board_key is not None and m.board_key[0] != DRAWN[0]:
        for number in m.board_key[1:] if m.board_key[0] == "map" else m.board_key[1]:
            legend += m.p.program.maps[number].legend.items()
    return legend


def area_signs(case: Case, m: State) -> dict[int, str]:
    """The glyph of each cell in areas: the first that stands for most of them, and for no entity."""
    pieces = {piece.sign for piece in case.pieces}
    found: dict[int, str] = {}
    for sign, areas in sorted(_areas_meant(case, m), key=lambda one: -len(one[1])):
        if sign in pieces:
            continue
        bits = m.board.everywhere
        for area in areas:
            bits &= m.laid.areas[area]
        for place in m.board.decode(bits):
            found.setdefault(place, sign)
    return found


def picture_of(case: Case, position: Position) -> list[str]:
    """The board as lines of text, and a line that lists the entities; empty without a board."""
    m = position.m
    if m.board_key is None:
        return []
    return _PICTURES[FORMS[m.p.program.board].maps](case, position)


def _rows(case: Case, position: Position) -> list[str]:
    """A board in rows of glyphs, one for each place."""
    m = position.m
    signs, areas = signs_at(case, position), area_signs(case, m)
    lines = _lines(m, signs, areas, case.drawn)
    named = {piece.sign: piece for piece in case.pieces if piece.sign is not None}
    who = [f"{sign} {piece.name or piece.sheet.id}" for sign, piece in named.items()]
    sheets = m.p.sheets
    who += dict.fromkeys(f"{_initial(case, position, e)} {sheets[m.sheet[e]].id}" for e in _others(position)
                         if _alike(case, position, e) is None)  # fmt: skip
    return [*lines, *([", ".join(who)] if who else [])]


def _table(case: Case, position: Position) -> list[str]:
    """A plane: roughly, or as the test draws it, with an exact list of positions."""
    m = position.m
    names = position.names
    signs = {e: sign for sign, entities in position.by_sign.items() for e in entities}
    here = [e for e in range(1, len(m.sheet)) if m.live[e] and m.at[e] >= 0]
    things = [(e, names.get(e, m.p.sheets[m.sheet[e]].id), signs.get(e) or _initial(case, position, e))
              for e in here]  # fmt: skip
    if case.to_scale is None and all(step.position is None for step in case.steps):
        return draw(scene_of(m, things))
    return draw(scene_of(m, things), case.scale, case.scale)


def _lines(m: State, signs: dict[int, list[str]], areas: dict[int, str], drawn: Drawing | None) -> list[str]:
    """The board, with its edges if there is an entity on one or the test draws them. Edges of hexes are listed."""
    def cell(place: int) -> str:
        here = signs.get(place) or signs.get(_floor(m, place), [])
        return "".join(here) or areas.get(place, _PLAIN)

    floors = {_floor(m, place) for place in m.board.places}
    edges = sorted(at for at in signs if at >= EDGES and at not in floors)
    box = drawn is not None and any(picture.is_box(rows, m.board.staggered) for rows in drawn.storeys)
    levels = _storeys(m, [*signs, *areas])
    if m.board.staggered or not (edges or box):
        told = ", ".join(f"{''.join(signs[edge])} {m.board.show_edge(edge)}" for edge in edges)
        return [*picture.draw(m.board, cell, levels), *([told] if told else [])]
    return picture.draw_box(m.board, cell, lambda edge, length: (signs.get(edge) or [" "])[0] * length, levels)


def _storeys(m: State, drawn: Iterable[int]) -> list[int]:
    """The ground and the drawn storeys, of places and edges; empty storeys are omitted."""
    filled = {m.board.level(place) for at in drawn for place in (m.board.sides(at) if at >= EDGES else (at,))}
    return [level for level in range(m.board.levels) if level == 0 or level in filled]


def _floor(m: State, place: int) -> int:
    """The floor under a place, -1 if it has none."""
    return m.board.edge(place, m.board.down) if m.board.level(place) else -1


def differences(case: Case, position: Position, expected: Drawing) -> list[str]:
    """The differences from an expected drawing, cell by cell. A '.' is a cell without entities, whatever its area."""
    m = position.m
    if m.board_key is None:
        return ["there is no board"]
    return _COMPARED[FORMS[m.p.program.board].maps](case, position, expected)


def _in_rows(case: Case, position: Position, expected: Drawing) -> list[str]:
    """The differences from a drawing in rows of glyphs."""
    m = position.m
    drawn = read_drawing(m, expected)
    marks, extent = drawn.marks, (drawn.width, drawn.height)
    if extent != (m.board.width, m.board.height):
        board = f"{m.board.width} by {m.board.height}"
        return [f"the position is drawn {extent[0]} by {extent[1]} cells, but the board is {board}"]
    signs, areas = signs_at(case, position), area_signs(case, m)
    letters = signs_at(case, position, by_letter=True)
    pieces = {piece.sign for piece in case.pieces}
    meant = _areas_meant(case, m)
    every = {area for _, several in meant for area in several}
    found = []
    for sign, bits in marks.items():
        ours = sign in pieces and not case.areas.get(sign)     # whatever it means on a map of the pack
        wanted_areas = [set(several) for one, several in meant if one == sign and not ours]
        for place in m.board.decode(bits):
            # An entity in a place hides the floor under it.
            here = signs.get(place) or signs.get(_floor(m, place), [])
            # All other entities there must be drawn too.
            right = {sign} in (set(here), set(letters.get(place, [])))
            if not right and not here:
                # A glyph for areas, or for areas and a piece that may have left them: exactly these areas.
                inside = {area for area in every if m.laid.areas[area] >> place & 1}
                right = sign == _PLAIN or inside in wanted_areas
            if not right:
                stands = "+".join(here) or areas.get(place, "nothing")
                wanted = "nothing" if sign == _PLAIN else sign
                found.append((place, f"expected {wanted} at {m.board.show(place)}, found {stands}"))
    undrawn = m.board.everywhere & ~reduce(or_, marks.values())
    for place in m.board.decode(undrawn):
        if signs.get(place) and m.board.level(place) < len(expected.storeys):
            found.append((place, f"expected nothing at {m.board.show(place)}, found {'+'.join(signs[place])}"))
    boxes = [picture.is_box(rows, m.board.staggered) for rows in expected.storeys]
    if any(boxes):
        floors = {_floor(m, place) for place in m.board.places}
        for edge in m.board.edges():
            level = m.board.level(m.board.sides(edge)[0])
            if edge in floors or level >= len(boxes) or not boxes[level]:
                continue
            here, wanted = signs.get(edge, []), drawn.edges.get(edge, "")
            if set(here) != set(wanted):
                stands = "+".join(here) or "nothing"
                found.append((edge, f"expected {wanted or 'nothing'} on {m.board.show_edge(edge)}, found {stands}"))
    return [words for _, words in sorted(found)]


def _on_table(case: Case, position: Position, expected: Drawing) -> list[str]:
    """The differences in positions, glyph by glyph, ignoring facing. Entities that the legend has and the drawing lacks
    must be nowhere, and so must entities that the legend lacks."""
    m, wanted = position.m, drawn_at(expected, case.scale)
    found = [f"the legend does not explain '{sign}'" for sign in wanted if sign not in position.by_sign]
    for e in _others(position):
        name = position.names.get(e, m.p.sheets[m.sheet[e]].id)
        found.append(f"{name} is at {m.board.show(m.at[e])}, but the legend has no glyph for it")
    for sign, entities in position.by_sign.items():
        standing = [e for e in entities if m.live[e] and m.at[e] >= 0]
        right = {pose(*spot_of(m.at[e])) for e in standing} & set(wanted.get(sign, ()))
        here = [m.at[e] for e in standing if pose(*spot_of(m.at[e])) not in right]
        there = [spot for spot in wanted.get(sign, ()) if spot not in right]
        if here or there:
            found.append(f"{sign} is {_told(here)}, not {_told(there)}")
    return found


def _told(places: Iterable[int]) -> str:
    told = ", ".join(show(one) for one in sorted(places))
    return f"at {told}" if told else "nowhere"


_PICTURES: Final[Mapping[Maps, Callable[[Case, Position], list[str]]]] = {"rows": _rows, "table": _table}
_COMPARED: Final[Mapping[Maps, Callable[[Case, Position, Drawing], list[str]]]] = {"rows": _in_rows, "table": _on_table}
