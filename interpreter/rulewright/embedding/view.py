"""The view of a match that one player may know, as plain data with ids.

Separate because pages, bots and servers show the same: everything here may be sent to that player. `dataclasses.asdict`
converts it to JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.embedding.values import Value, Values
from rulewright.play import labels
from rulewright.play.alike import still
from rulewright.play.state import NOWHERE, State
from rulewright.play.view import knows_field, knows_holder, knows_whole
from rulewright.program import Column
from rulewright.shapes import R_ARGS, R_HOLDER, R_STATUS
from rulewright.space.forms import FORMS


@dataclass(frozen=True, slots=True)
class Entity:
    """A piece or card that the player knows.

    Attributes:
        id: for a thing that can be hidden it is valid until the next answer (docs/embedding.md, "Ids and values").
        sheet, kind: ids of the pack.
        name: in the language of the view.
        owner: a seat, or None.
        in_play: whether it has not been removed.
        place: the cell or edge that it is on, else None.
        zone: the zone that it is in, else None.
        part_of: the id of its whole, else None.
        fields: its printed values and its state, by name, as far as the player may read them.
    """

    id: str
    sheet: str
    kind: str
    name: str
    owner: int | None
    in_play: bool
    place: str | None
    zone: str | None
    part_of: str | None
    fields: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: its id (`hand:0`), the zone of the pack, its owner, the number of things in it, and the known ones of
    these."""

    id: str
    zone: str
    name: str
    owner: int | None
    count: int
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """A status: its id, its name, its holder (an entity, a seat, or "match"), and its arguments by name."""

    status: str
    name: str
    on: Value
    values: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Place:
    """A cell or hex: its id, its column and row from 0, the areas that it belongs to, and its storey, 0 the ground."""

    id: str
    column: int
    row: int
    areas: tuple[str, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The table of a plane.

    Attributes:
        outline: its corners in order, each with x and y in inches.
        areas: the areas as the map draws them, as strings, in drawing order: `disc 20x20 by 3`.
        zones: their names in the content: the id of an area for each of them that the content may name.
    """

    outline: tuple[tuple[float, float], ...]
    areas: dict[str, str]
    zones: dict[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """A match as a player knows it.

    Attributes:
        seat: the seat whose view it is; None: everything.
        shape: the shape of the board: square, hex, square storeys, hex storeys, plane or none.
        board: the places of the board in use; empty if there is none, and on a plane.
        table: the table in use, on a plane; else None.
        entities: all known entities by id, including those that have left play.
        zones: by id.
        players: the fields of each seat that may be read.
        match: the fields of the match that may be read.
        statuses: those whose holder is known, by age.
        asked: the seat that is asked; None if the match is over.
        over, winners: whether it is over, and the seats that have won (empty: none, or it is not over).
    """

    seat: int | None
    shape: str
    board: tuple[Place, ...]
    table: Table | None
    entities: dict[str, Entity]
    zones: dict[str, Zone]
    players: tuple[dict[str, Value], ...]
    match: dict[str, Value]
    statuses: tuple[Status, ...]
    asked: int | None
    over: bool
    winners: tuple[int, ...]


def view_of(m: State, seat: int | None, language: str, winners: tuple[int, ...]) -> View:
    """The view of a player."""
    values = Values(m, seat)
    with still(m):
        entities = {one.id: one for one in _entities(values, language)}
    return View(
        seat, m.p.program.board, tuple(_places(m)), _table(m), entities,
        {one.id: one for one in _zones(values, language)},
        tuple(_fields(values, "player", i) for i in range(m.players)), _fields(values, "match", 0),
        tuple(_statuses(values, language)), None if m.pending is None else m.pending.player, m.pending is None, winners,
    )  # fmt: skip


def _entities(values: Values, language: str) -> Iterator[Entity]:
    m, ids = values.m, values.ids
    p = m.p.program
    for e, name in ids.known.items():
        sheet = p.sheets[m.sheet[e]]
        kind = p.kinds[sheet.kind]
        at = m.at[e]
        columns = [p.columns[number] for number in kind.columns]
        yield Entity(
            name, sheet.id, kind.id, labels.entity(m, e, language), m.owner[e], m.live[e],
            ids.place(at) if at >= 0 else None, ids.zone(at) if at < NOWHERE else None,
            ids.entity(m.whole[e]) if m.whole[e] else None,
            {c.id: values.plain(getattr(m, c.slot)[e], c.type) for c in columns if _reads(values, c, e)},
        )  # fmt: skip


def _reads(values: Values, column: Column, index: int) -> bool:
    """Whether the viewer may read a field; the `texts` of a sheet are not values."""
    return column.type[0] != "text" and knows_field(values.m, column, index, values.seat)


def _fields(values: Values, kind: str, index: int) -> dict[str, Value]:
    m = values.m
    columns = [column for column in m.p.program.columns if column.size == kind and _reads(values, column, index)]
    return {column.id: values.plain(getattr(m, column.slot)[index], column.type) for column in columns}


def _zones(values: Values, language: str) -> Iterator[Zone]:
    m, seat = values.m, values.seat
    for number, zone in enumerate(m.p.program.zones):
        for owner in range(m.players if zone.per_player else 1):
            code = -2 - number * m.players - owner
            inside = m.zones[-2 - code]
            known = [e for e in inside if knows_whole(m, e, seat)]
            shown = [values.ids.entity(e) for e in known]
            shown = shown if zone.ordered else sorted(shown, key=_by_number)
            yield Zone(
                values.ids.zone(code), zone.id, labels.zone(m, code, language), owner if zone.per_player else None,
                len(inside), tuple(shown),
            )  # fmt: skip


def _by_number(name: str) -> tuple[int, str]:
    """Ids that differ in the number at their end, in the order of these numbers."""
    return len(name), name


def _statuses(values: Values, language: str) -> Iterator[Status]:
    m, seat = values.m, values.seat
    for _, row in sorted(m.rows.items()):
        if seat is not None and not knows_holder(m, row[R_STATUS], row[R_HOLDER], seat):
            continue
        status = m.p.program.statuses[row[R_STATUS]]
        args = {name: values.plain(v, t) for v, (name, t) in zip(row[R_ARGS:], status.params, strict=False)}
        name = labels.called(status, language)
        yield Status(status.id, name, values.holder(status.holder, row[R_HOLDER]), args)


def _table(m: State) -> Table | None:
    if m.board_key is None or FORMS[m.p.program.board].lay is None:
        return None
    key: tuple[Any, ...] = m.board_key
    areas = m.p.program.areas
    meant = m.p.program.maps[key[1]].meant if key[0] == "map" else {}
    outline = tuple((x / 1000, y / 1000) for x, y in m.board.outline.corners)
    drawn = {name: area.text for name, area in m.board.areas.items()}
    return Table(outline, drawn, {name: areas[number].id for name, number in meant.items()})


def _places(m: State) -> Iterator[Place]:
    if m.board_key is None or not FORMS[m.p.program.board].offers:
        return
    areas = list(zip(m.p.program.areas, m.laid.areas, strict=True))
    for place in m.board.places:
        named = tuple(area.id for area, bits in areas if bits >> place & 1)
        yield Place(m.board.show(place), m.board.column(place), m.board.row(place), named, m.board.level(place))
