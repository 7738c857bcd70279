"""Boards that maps draw (docs/language.md section 3, map): the geometry is that of `space/`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle import planes

from rulewright.check import model as m
from rulewright.space import joins as joining
from rulewright.space import picture
from rulewright.space.hexes import HexBoard
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import StoreyHexes, StoreySquares

FIRST_EDGE = 1 << 52


@dataclass(slots=True)
class Laid:
    """A board, the places of its areas, and by place the part of a joined board that it came from. `name` tells boards
    apart: what was laid."""

    name: tuple[Any, ...]
    space: Any
    areas: dict[m.AreaDef, tuple[int, ...]] = field(default_factory=dict)
    parts: dict[int, int] = field(default_factory=dict)

    def places(self, area: m.AreaDef) -> tuple[int, ...]:
        """The places of an area."""
        return self.areas.get(area, ())

    def bits(self, places: tuple[int, ...]) -> int:
        """Places as the space takes them."""
        return sum(1 << one for one in set(places))

    def cells(self, bits: int) -> tuple[int, ...]:
        """Places as the space gives them."""
        return tuple(self.space.decode(bits))


@dataclass(frozen=True, order=True, slots=True)
class Join:
    """A way to put maps side by side: the maps by number, and the number of the way of each behind the first."""

    maps: tuple[int, ...]
    numbers: tuple[int, ...]


def nowhere(pack: m.PackDef) -> Any:
    """Before a map is laid there is no place."""
    if planes.is_plane(pack):
        return planes.nowhere(pack)
    return Laid(("none",), _space(pack, picture.Drawing(1, 1, 0, {}), 0, False))


def of_map(pack: m.PackDef, number: int) -> Any:
    """The board of a map. Half places exist only where a join completes them."""
    if planes.is_plane(pack):
        return planes.of_map(pack, number)
    drawn = list(pack.maps.values())[number]
    return of_rows(pack, ("map", number), drawn.rows, drawn.legend, drawn.solid, drawn.strict, drawn.above,
                   halves(drawn))


def halves(drawn: m.MapDef) -> str:
    """The signs of half places: on a map that is not joined they are none."""
    return "".join(sign for sign in drawn.legend if _is_half(drawn, sign))


def of_rows(
    pack: m.PackDef,
    name: tuple[Any, ...],
    rows: tuple[str, ...],
    legend: dict[str, tuple[m.AreaDef, ...]],
    solid: tuple[m.AreaDef, ...],
    strict: bool,
    above: tuple[tuple[str, ...], ...] = (),
    absent: str = "",
) -> Laid:
    """The board of a drawing: of a map, or of a test."""
    drawing = picture.read(rows, _staggered(pack), absent, above)
    areas: dict[m.AreaDef, int] = {}
    for sign, bits in drawing.marks.items():
        for area in legend.get(sign, ()):
            areas[area] = areas.get(area, 0) | bits
    closed = 0
    for area in solid:
        closed |= areas.get(area, 0)
    space = _space(pack, drawing, closed, strict)
    return Laid(name, space, {area: tuple(space.decode(bits)) for area, bits in areas.items()})


def _staggered(pack: m.PackDef) -> bool:
    return pack.board.startswith("hex")


def _space(pack: m.PackDef, drawing: picture.Drawing, closed: int, strict: bool) -> Any:
    corners: Any = "strict" if strict else "free"
    extent = (drawing.width, drawing.height, drawing.exists)
    if pack.storeys.levels == 1:
        return HexBoard(*extent, solid=closed) if _staggered(pack) else SquareBoard(
            *extent, corners=corners, solid=closed)
    high: Any = {"counted": pack.storeys.counted, "solid": closed}
    if _staggered(pack):
        return StoreyHexes(HexBoard(*extent), pack.storeys.levels, **high)
    return StoreySquares(SquareBoard(*extent, corners=corners), pack.storeys.levels, **high)


def signs(pack: m.PackDef, board: Laid, rows: tuple[str, ...], above: tuple[tuple[str, ...], ...], absent: str = ""
          ) -> dict[str, tuple[int, ...]]:
    """By sign of a drawing the places and edges where it stands."""
    drawing = picture.read(rows, _staggered(pack), absent, above)
    found = {sign: board.cells(bits) for sign, bits in drawing.marks.items()}
    for edge, sign in drawing.edges.items():
        found[sign] = (*found.get(sign, ()), edge)
    return found


def where(board: Laid, drawn: tuple[int, ...], on_edges: bool) -> list[int]:
    """Where what stands on places, or on edges, stands of what is drawn: on edges, in a place on the floor under it."""
    if not on_edges:
        return [one for one in drawn if one < FIRST_EDGE]
    floors = [board.space.edge_between(board.space.toward(one, board.space.down), one)
              for one in drawn if one < FIRST_EDGE and board.space.level(one)]
    return sorted([*floors, *(one for one in drawn if one >= FIRST_EDGE)])


def _is_half(drawn: m.MapDef, sign: str) -> bool:
    return sign != " " and any(area in drawn.halves for area in drawn.legend.get(sign, ()))


# -- joined maps -------------------------------------------------------------------------------------------------------

_STANDS_FOR = "\ue000"  # the space gives four signs a meaning: a legend's own use of them is written otherwise


def further_joins(pack: m.PackDef, before: Join, last: int) -> tuple[Join, ...]:
    """The ways to put one more map beside another, or beside those of a way."""
    ways = joining.further(_lying(pack, before), _marked(list(pack.maps.values())[last]))
    return tuple(Join((*before.maps, last), (*before.numbers, number)) for number in range(len(ways)))


def way(pack: m.PackDef, join: Join) -> joining.Join:
    """What the space knows of a way: how its last map lies."""
    last = _marked(list(pack.maps.values())[join.maps[-1]])
    return joining.further(_lying(pack, Join(join.maps[:-1], join.numbers[:-1])), last)[join.numbers[-1]]


def _lying(pack: m.PackDef, join: Join) -> list[joining.Part]:
    """How the maps of a way lie, also of one map alone."""
    rows = [_marked(list(pack.maps.values())[number]) for number in join.maps]
    lying = [joining.Part(rows[0])]
    for one, number in zip(rows[1:], join.numbers, strict=True):
        found = joining.further(lying, one)[number]
        lying.append(joining.Part(one, found.rotation, found.dx, found.dy))
    return lying


def made_with(pack: m.PackDef, join: Join, part: int) -> int:
    """How many whole places the last map of a way makes with the map of that number, from 1."""
    return sum(len(meeting.met) for meeting in way(pack, join).meetings if meeting.part + 1 == part)


def long_with(pack: m.PackDef, join: Join, part: int) -> bool:
    """Does it lie along a long edge of that map?"""
    return any(meeting.long for meeting in way(pack, join).meetings if meeting.part + 1 == part)


def of_join(pack: m.PackDef, join: Join) -> Laid:
    """The board of maps that are joined."""
    maps = list(pack.maps.values())
    drawn = [maps[number] for number in join.maps]
    lying = _lying(pack, join)
    made = joining.assemble(lying)
    signs = tuple(_signs(part.rows) for part in lying)
    areas: dict[m.AreaDef, list[int]] = {}
    parts: dict[int, int] = {}
    for place, origins in sorted(made.origins.items()):
        if len(origins) != 1:
            continue  # made of two halves: of no part and of no area
        part, at = origins[0]
        parts[place] = part + 1
        for area in _areas(drawn[part], signs[part].get(at, "")):
            areas.setdefault(area, []).append(place)
    solid = {place for one in drawn for area in one.solid for place in areas.get(area, ())}
    space = made.board.changed(solid=sum(1 << place for place in solid))
    return Laid(
        ("join", join.maps, join.numbers), space, {area: tuple(x) for area, x in areas.items()}, parts
    )


def _marked(drawn: m.MapDef) -> tuple[str, ...]:
    """The rows of a map in which half places bear the sign of the edge that cuts them."""
    rows = []
    for y, row in enumerate(drawn.rows):
        drawn_at = [x for x, sign in enumerate(row) if sign != " "]
        made = ""
        for x, sign in enumerate(row):
            if not _is_half(drawn, sign):
                made += chr(ord(_STANDS_FOR) + ord(sign)) if sign in joining.HALVES else sign
            elif y == 0:
                made += joining.UPPER
            elif y == len(drawn.rows) - 1:
                made += joining.LOWER
            else:
                made += joining.LEFT if x == drawn_at[0] else joining.RIGHT
        rows.append(made)
    return tuple(rows)


def _areas(drawn: m.MapDef, sign: str) -> tuple[m.AreaDef, ...]:
    return drawn.legend.get(chr(ord(sign) - ord(_STANDS_FOR)) if sign > _STANDS_FOR else sign, ())


def _signs(rows: tuple[str, ...]) -> dict[int, str]:
    marks = picture.read(list(rows), staggered=True).marks
    return {at: sign for sign, bits in marks.items() for at in range(bits.bit_length()) if bits >> at & 1}
