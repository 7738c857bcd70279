"""Values of a match as plain data: numbers, booleans, ids and lists of them, as in JSON.

Separate because questions, views and logs contain the same values. A value that a player may not know is `{"hidden":
KIND}`.

| type | value |
|---|---|
| yes_no, number | `true`; `3`, with a unit too; inches `1.5` |
| an entity, sheet, place, zone, map, die, direction, point, member | its id, as a string |
| player | the seat, from 0 |
| status | `{"status": ID, "on": HOLDER, "number": N}`, the N-th of those alike |
| a run of an event | `{"event": ID, "values": {NAME: VALUE, ..}}` |
| set, list | a list |
| formation | a list of pairs, thing and place |
| way | a list of places: where it begins, and where each leg ends |
| per | a list for players (by seat), else an object by id |
| none | `null` |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias, assert_never

from rulewright.embedding.ids import Ids
from rulewright.explained import ENTITY, TypeCode
from rulewright.play.joined import join_of, way_number
from rulewright.play.printer import Hidden
from rulewright.play.state import State
from rulewright.play.view import veiled
from rulewright.shapes import EVENT, FIELDS, R_HOLDER, R_STATUS, SEAT

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"


class Values:
    """Converts values of one match to plain data, as a player knows them (None: everything). `alike` as for `Ids`."""

    def __init__(self, m: State, seat: int | None, alike: bool = False) -> None:
        self.m = m
        self.seat = seat
        self.ids = Ids(m, seat, alike)

    def plain(self, v: Any, t: TypeCode | None) -> Value:
        """A value of a type as plain data."""
        return self._plain(veiled(self.m, v, t, self.seat), t, 1)

    def arguments(self, event: int, args: Any) -> dict[str, Value]:
        """Arguments of a call, or the fields of a run, by name."""
        fields = self.m.p.program.events[event].fields
        return {name: self.plain(v, t) for v, (name, t) in zip(args, fields, strict=False)}

    def holder(self, kind: str, holder: int) -> Value:
        """The holder of a status: an entity, a seat, or "match"."""
        return self.plain(holder, ENTITY) if kind == "entity" else holder if kind == "player" else "match"

    def _plain(self, v: Any, t: TypeCode | None, deep: int) -> Value:
        if type(v) is Hidden:
            told: dict[str, Value] = {"hidden": v.kind}
            return told if v.owner is None else told | {"owner": v.owner}
        if v is None or t is None:
            return None
        m = self.m
        p = m.p.program
        tag, name, args = t
        match tag:
            case "maybe":
                return self._plain(v, args[0], deep)
            case "yes_no":
                return v is True
            case "number" if name == "inches":
                inches: float = v / 1000
                return inches
            case "number" | "player":
                number: int = v
                return number
            case "entity":
                return self.ids.entity(v)
            case "union":
                return self.ids.entity(v) if v < SEAT else {"player": v - SEAT}
            case "sheet":
                return str(p.sheets[v].id)
            case "place" | "edge":
                return self.ids.place(v)
            case "zone":
                return self.ids.zone(v)
            case "direction":
                return str(m.board.direction_names[v])
            case "point":
                return str(m.board.show_point(v))
            case "enum":
                return str(p.enums[name][v].id)
            case "die":
                return p.die_id(v)
            case "map":
                return str(p.maps[v].id)
            case "join":
                way = join_of(m, v)
                return {"way": way_number(v), "edge": way.edge, "turned": bool(way.rotation), "made": way.made}
            case "status":
                return self._status(v)
            case "record" | "any_record":
                return self._record(v, deep)
            case "set" | "list":
                places = args[0][0] == "place" and isinstance(v, int)
                return [self._plain(x, args[0], deep) for x in (m.board.decode(v) if places else v)]
            case "formation":
                return [[self._plain(e, ENTITY, deep), self._goal(goal)] for e, goal in v]
            case "way":
                return self._goal(v)
            case "per":
                return self._per(v, args[0], args[1], deep)
            case "match":
                return "match"
            case "text" | "gap" | "outline" | "none" | "nothing" | "unknown":
                return None  # no answer, view or log contains such a value
            case _:
                assert_never(tag)

    def _goal(self, goal: Any) -> Value:
        """A place; for a way, all of its places."""
        return [self.ids.place(at) for at in goal] if type(goal) is tuple else self.ids.place(goal)

    def _status(self, row_id: int) -> Value:
        row = self.m.rows.get(row_id)
        if row is None:
            return None
        alike = sorted(self.m.held.get((row[R_STATUS], row[R_HOLDER]), ()))
        status = self.m.p.program.statuses[row[R_STATUS]]
        number = alike.index(row_id) + 1
        return {"status": status.id, "on": self.holder(status.holder, row[R_HOLDER]), "number": number}

    def _record(self, r: Any, deep: int) -> Value:
        """A run of an event; runs in its values come without their own values, as they may refer to each other in a
        cycle."""
        event = self.m.p.program.events[r[EVENT]]
        if not deep:
            return {"event": event.id}
        fields = zip(r[FIELDS:], event.fields, strict=False)
        return {"event": event.id, "values": {name: self._plain(v, t, deep - 1) for v, (name, t) in fields}}

    def _per(self, v: Any, of: TypeCode, key: TypeCode, deep: int) -> Value:
        if key[0] == "player":
            return [self._plain(x, of, deep) for x in v[: self.m.players]]
        return {str(self._plain(i, key, deep)): self._plain(x, of, deep) for i, x in enumerate(v)}


def type_name(t: TypeCode | None) -> str:
    """A type as written in a pack: `card or none`, `set of cell`."""
    if t is None:
        return "none"
    tag, name, args = t
    match tag:
        case "number" | "entity" | "place" | "enum" | "record":
            return name or tag
        case "union":
            return f"{name or 'entity'} or player"
        case "sheet":
            return f"sheet of {name}"
        case "set" | "list":
            return f"{tag} of {_in_brackets(args[0])}"
        case "per":
            return f"{_in_brackets(args[0])} per {type_name(args[1])}"
        case "maybe":
            return f"{type_name(args[0])} or none"
    return tag


def _in_brackets(t: TypeCode) -> str:
    """A type in a position where only one word is allowed."""
    words = type_name(t)
    return f"({words})" if " or " in words else words


def mentioned(v: Any, t: TypeCode | None, wanted: str) -> Iterator[Any]:
    """The raw values with a type's tag (entity, place, sheet) in a raw value that a player may know."""
    if v is None or t is None or type(v) is Hidden:
        return
    tag, _, args = t
    if tag == wanted or (tag == "union" and wanted == "entity" and v < SEAT):
        yield v
    elif tag == "maybe":
        yield from mentioned(v, args[0], wanted)
    elif tag == "formation" and wanted in ("entity", "place"):
        for e, goal in v:
            if wanted == "entity":
                yield from mentioned(e, ENTITY, wanted)
            else:
                yield from goal if type(goal) is tuple else (goal,)
    elif tag == "way" and wanted == "place":
        yield from v
    elif tag in ("set", "list") and type(v) is tuple:
        for one in v:
            yield from mentioned(one, args[0], wanted)
