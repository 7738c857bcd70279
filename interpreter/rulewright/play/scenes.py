"""What is on a board: at one place, and on a plane as a scene to draw, with its areas and the entities that the viewer
knows.

Separate because terminals, tests and pictures draw the same; a caller who makes a scene for a player must pass only the
entities that this player may know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from rulewright.play import labels, plane, plane_areas
from rulewright.play.bounds import refill
from rulewright.play.state import State
from rulewright.space.forms import FORMS, Areas
from rulewright.space.plane.drawn import Area, Table
from rulewright.space.plane.insides import holds
from rulewright.space.plane.points import Xy, extent
from rulewright.space.plane.scene import Body, Look, Scene, Side, Zone
from rulewright.space.plane.shapes import Base, disc

_LARGE: Final = (1, 3)  # tinting a larger share of a table would hide what lies in it
_ACROSS: Final = 24  # spots in a row and in a column by which the size of an area is estimated
_MARKS: Final = ":~-'^/=\";,_|!%&"  # of areas in text: letters would look like those of things that stand there
NOBODY: Final = -2  # the tint of whatever has no owner: grey, which no seat has


def zones_of(table: Table, names: Mapping[str, str], taken: Collection[str] = ()) -> list[Zone]:
    """The areas of a map, large ones first, so that smaller ones are drawn over them.

    Args:
        table: the map.
        names: the names of its areas for players. An area without a name is internal to the pack: only a thin border
            of it is drawn.
        taken: glyphs of things, which no area gets.
    """
    signs: dict[str, str] = {}
    tints: dict[str, int] = {}  # the figures of one area have the same tint
    marks = [mark for mark in _MARKS if mark not in taken]
    found = []
    for name, area in table.areas.items():
        called = names.get(name, "")
        tint = tints.setdefault(called, len(tints)) if called else 0
        side = _side(table, area)
        if called and not side and called not in signs:
            signs[called] = marks[len(signs)] if len(signs) < len(marks) else ":"
        share = _share(table, area)
        look = _look(area, share) if called else "faint"
        shown = Zone(called or name.replace("_", " "), area.term, tint, signs.get(called, " "), look, side)
        found.append((share[0], shown))
    return [zone for _, zone in sorted(found, key=lambda one: -one[0])]


def _look(area: Area, share: tuple[int, int]) -> Look:
    if area.line is not None:
        return "lined"
    return "bordered" if share[0] * _LARGE[1] > share[1] * _LARGE[0] else "tinted"


def _side(table: Table, area: Area) -> Side:
    """The side of a table of which an area is the whole line; empty if it is none."""
    if area.line is None:
        return ""
    left, top, right, bottom = extent(table.outline.corners)
    sides: dict[tuple[Xy, Xy], Side] = {
        ((left, top), (left, bottom)): "left", ((right, top), (right, bottom)): "right",
        ((left, top), (right, top)): "top", ((left, bottom), (right, bottom)): "bottom",
    }  # fmt: skip
    a, b = sorted((area.line.a, area.line.b))
    return sides.get((a, b), "")


def _share(table: Table, area: Area) -> tuple[int, int]:
    """How many spots of a lattice over a table lie in an area, and how many on the table."""
    if area.line is not None:
        return 0, 1
    left, top, right, bottom = extent(table.outline.corners)
    spots = [(left + (right - left) * (2 * i + 1) // (2 * _ACROSS), top + (bottom - top) * (2 * j + 1) // (2 * _ACROSS))
             for i in range(_ACROSS) for j in range(_ACROSS)]  # fmt: skip
    on_table = [spot for spot in spots if holds(table.outline, spot)]
    return sum(area.term.holds(*spot) for spot in on_table), max(len(on_table), 1)


def lying_at(m: State, place: int) -> tuple[list[int], list[int]]:
    """The numbers of the areas that a place is in, and the entities there: on a plane all whose base covers it, the
    edge included."""
    return _LYING[FORMS[m.p.program.board].areas](m, place)


def _lying_at_cell(m: State, place: int) -> tuple[list[int], list[int]]:
    areas = [i for i, bits in enumerate(m.laid.areas) if bits >> place & 1]
    return areas, list(m.occ.get(place, ()))


def _lying_at_spot(m: State, place: int) -> tuple[list[int], list[int]]:
    refill(m)  # measuring counts as steps of play do
    spot = plane_areas.area_shapes(m, plane_areas.term_of(place))
    standing = [e for e in range(1, len(m.sheet)) if m.live[e] and m.at[e] >= 0]
    areas = [i for i, area in enumerate(m.laid.areas) if plane_areas.has(m, area, place)]
    return areas, [e for e in standing if plane.gap(m, plane.outline_at(m, e, m.at[e]), spot).rounded_up <= 0]


_LYING: Final[Mapping[Areas, Callable[[State, int], tuple[list[int], list[int]]]]] = {
    "bits": _lying_at_cell, "terms": _lying_at_spot,
}  # fmt: skip


def scene_of(
    m: State, things: Iterable[tuple[int, str, str]], proposed: Iterable[tuple[int | None, int, str]] = (),
    language: str = "en", kinds: Mapping[int, str] | None = None,
) -> Scene:
    """The board that is laid, as a scene.

    Args:
        m: the match.
        things: the entities to show, with name and glyph.
        proposed: places where an entity could stand, with the entity (None: without a base) and the glyph.
        language: of the names of areas.
        kinds: what entities are called in a legend, if not as their sheets.
    """
    quiet = _quiet(m)
    bodies = [
        Body(name, base_drawn(m, e), m.at[e], tint(m, e), sign,
             kind=(kinds or {}).get(e) or labels.called(m.p.sheets[m.sheet[e]], language),
             quiet=quiet.get(m.sheet[e]) if m.owner[e] is None else None)
        for e, name, sign in things if m.at[e] >= 0
    ]  # fmt: skip
    # Small ones over large ones.
    bodies.sort(key=lambda body: -body.base.outer)
    for e, place, sign in proposed:
        base, colour = (_SPOT, NOBODY) if e is None else (base_drawn(m, e), tint(m, e))
        bodies.append(Body(sign, base, place, colour, sign, dotted=True))
    return Scene(m.board.outline, _zones(m, language, {body.sign[:1] for body in bodies}), bodies=bodies)


_SPOT: Final = disc(0)


def base_drawn(m: State, e: int) -> Base:
    """What is drawn for an entity: its base; or, if it is a spot, a disc with the radius that its kind names."""
    base = m.p.bases[m.sheet[e]]
    column = m.p.program.kinds[m.p.sheets[m.sheet[e]].kind].drawn
    if column is None:
        return base
    return disc(max(getattr(m, m.p.program.columns[column].slot)[e], 0))


def _quiet(m: State) -> dict[int, int]:
    """The quiet colour of each sheet whose entities stand on boards and belong to nobody: by order of declaration, so
    that it stays the same for a whole match."""
    kinds = m.p.program.kinds
    sheets = [number for number, one in enumerate(m.p.sheets) if kinds[one.kind].placed and not kinds[one.kind].owned]
    return {sheet: number for number, sheet in enumerate(sheets)}


def tint(m: State, e: int) -> int:
    """The tint of an entity: the seat of its owner, or NOBODY."""
    owner = m.owner[e]
    return NOBODY if owner is None else owner


def _zones(m: State, language: str, taken: Collection[str]) -> list[Zone]:
    key: tuple[Any, ...] | None = m.board_key
    if key is None or key[0] != "map":
        return []
    drawing = m.p.program.maps[key[1]]
    areas = {name: m.p.program.areas[number] for name, number in drawing.meant.items()}
    # If no area has a name for players, ids are shown for all.
    named = {name: area for name, area in areas.items() if area.names} or areas
    names = {name: labels.called(area, language) for name, area in named.items()}
    return zones_of(Table(m.board.outline, dict(m.board.areas)), names, taken)
