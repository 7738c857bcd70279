"""A match as one player knows it: reading anything else raises `Unseen`.

Explanations run on it, so that neither an answer nor a refusal depends on a secret: an explanation can use only what
was read before the first secret. Whether a read raises follows from what the view shows, never from the hidden value
itself.

An entity that the player does not know is never returned: reading a field, a zone or a plural that would return one
raises. Records and rows of statuses are returned in wrappers that watch their fields; `raw` unwraps them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NoReturn

from rulewright.explained import TypeCode
from rulewright.limits import MOST_STEPS
from rulewright.play.state import State
from rulewright.play.view import knows_field, knows_whole
from rulewright.program import MARK, Column
from rulewright.shapes import BEGAN, EVENT, FIELDS, R_ARGS, R_HOLDER, R_SPENDER, R_STATUS, SEAT

# The slots of State (see `play.state`): first those that every player knows, then those that are watched. Only the code
# that runs a match reads the others; here they raise.
OPEN: Final = frozenset((
    "p", "board", "board_key", "laid", "players", "settings", "pmarks", "mmarks", "depth", "filled",
))  # fmt: skip
FRESH: Final = frozenset(("cache", "kept", "fenced", "fuel", "dirty", "trace", "occ"))
WATCHED: Final = frozenset((
    "sheet", "owner", "whole", "at", "live", "stamps", "marks", "zones", "groups", "rows", "by_status", "held",
    "running", "stamp",
))  # fmt: skip
CLOSED: Final = frozenset((
    "chance", "seen", "secrets", "clocked", "whiles", "frames", "result", "answer", "pending", "fired", "over",
    "replacing", "wave", "asides", "drafting", "lent",
))  # fmt: skip

# Types whose values reveal nothing of an entity; values of other types are checked.
PLAIN: Final = frozenset((
    "yes_no", "number", "text", "sheet", "player", "match", "place", "edge", "direction", "point", "enum", "die", "map",
    "join", "zone", "none", "gap", "outline", "way",
))  # fmt: skip
LOOKED_INTO: Final = frozenset(("entity", "union", "status", "record", "any_record", "set", "list", "per", "maybe",
                                     "formation"))


class Unseen(Exception):
    """Something was read that the player may not know."""


def seen_by(m: State, seat: int | None) -> State:
    """The match as a player knows it, for evaluating expressions; seat None: everything, the match itself."""
    return m if seat is None else _Eyes(m, seat).state()


def raw(value: Any) -> Any:
    """A value from a watched match, as the match itself holds it."""
    if isinstance(value, _Record):
        return value.record
    if type(value) is tuple:
        return tuple([raw(x) for x in value])
    return value


def frame_seen(m: State, frame: list[Any], seat: int | None) -> Any:
    """A frame of the match for the same functions: locals that hold secret answers of others raise."""
    return frame if seat is None else _Frame(_Eyes(m, seat), frame)


class _Closed:
    """A slot that no expression reads."""

    def __getattr__(self, name: str) -> NoReturn:
        raise Unseen

    def __getitem__(self, key: Any) -> NoReturn:
        raise Unseen

    def __len__(self) -> NoReturn:
        raise Unseen

    def __iter__(self) -> NoReturn:
        raise Unseen


class _Eyes:
    """What one player knows of a match, and its watched lists."""

    def __init__(self, m: State, seat: int) -> None:
        self.m = m
        self.seat = seat
        self.hidden = self._hidden_kinds()
        self._records: dict[int, _Record] = {}

    def _hidden_kinds(self) -> frozenset[int]:
        """Sheets that an entity unknown to the player might have: for each zone with hidden contents, all that it may
        contain."""
        m, p = self.m, self.m.p
        held: set[int | None] = set()
        for code, zone in enumerate(m.zones):
            if any(not self.knows(e) for e in zone):
                held.add(p.program.zones[code // m.players].holds)
        if None in held:
            return frozenset(range(len(p.sheets)))
        waiting = {sheet for kind in held if kind is not None for sheet in p.kin[kind]}
        found: set[int] = set()
        while waiting:  # including the parts of these
            found |= waiting
            waiting = {part for sheet in waiting for _, parts in p.sheets[sheet].parts for part in parts} - found
        return frozenset(found)

    def knows(self, e: int) -> bool:
        """Whether the player knows which entity this is (0: none); for a part, of which entity it is a part."""
        return e == 0 or knows_whole(self.m, e, self.seat)

    def value(self, v: Any, t: TypeCode) -> Any:
        """A value of a type, if the player knows every entity in it."""
        tag, _, args = t
        if tag in PLAIN or v is None:
            return v
        if tag not in LOOKED_INTO:
            raise Unseen
        if tag == "entity" or tag == "union":
            return self.entity(v) if v < SEAT else v
        if tag == "status":
            return self.status(v)
        if tag in ("record", "any_record"):
            return self.record(v)
        if tag == "maybe":
            return self.value(v, args[0])
        if tag == "formation":
            return tuple([(self.entity(e), at) for e, at in v])
        if type(v) is tuple:  # places are bits
            return tuple([self.value(x, args[0]) for x in v])
        return v

    def entity(self, e: int) -> int:
        """An entity, if it is known."""
        if not self.knows(e):
            raise Unseen
        return e

    def status(self, row: int) -> int:
        """An instance of a status, if its holder is known."""
        found = self.m.rows.get(row)
        if found is not None and not self.knows_holder(found):
            raise Unseen
        return row

    def knows_holder(self, row: Any) -> bool:
        """Whether the holder of an instance of a status is known."""
        return self.m.p.program.statuses[row[R_STATUS]].holder != "entity" or self.knows(row[R_HOLDER])

    def record(self, r: Any) -> Any:
        """A record in its wrapper: always the same wrapper, as records are compared by identity."""
        found = self._records.get(id(r))
        if found is None:
            found = self._records[id(r)] = _Record(self, r)
        return found

    def state(self) -> State:
        """The watched match."""
        m = self.m
        shape = _unstamped(m.p.state) if m.p.secretive else m.p.state
        made: Any = shape.__new__(shape)
        if not m.p.secretive:
            made.stamp = m.stamp
        for slot in CLOSED:
            setattr(made, slot, _Closed())
        for slot in OPEN:
            setattr(made, slot, getattr(m, slot))
        made.cache, made.kept, made.fenced = {}, {}, None
        made.fuel, made.dirty, made.trace, made.occ = MOST_STEPS, 0, None, m.occ.copy()
        for slot in ("sheet", "owner", "whole", "live", "stamps", "marks"):
            setattr(made, slot, _Entities(self, getattr(m, slot)))
        made.at = _Entities(self, list(m.at))  # `supposing` writes it
        made.zones, made.groups = _Zones(self, m.zones), _Groups(self, m.groups)
        made.rows, made.held = _Rows(self), _Held(self)
        made.by_status, made.running = _ByStatus(self), _Running(self)
        for column in m.p.program.columns:
            setattr(made, column.slot, _Fields(self, column, getattr(m, column.slot)))
        return made  # type: ignore[no-any-return]


@cache
def _unstamped(state: type[State]) -> type[State]:
    """A match that does not reveal its stamp, which also counts what happens unseen."""

    def stamp(_: Any) -> NoReturn:
        raise Unseen

    return type("Unstamped", (state,), {"__slots__": (), "stamp": property(stamp)})


class _Entities:
    """Data of each entity, by number."""

    def __init__(self, eyes: _Eyes, values: Any) -> None:
        self._eyes = eyes
        self._values = values

    def __getitem__(self, e: int) -> Any:
        return self._values[self._eyes.entity(e)]

    def __setitem__(self, e: int, value: Any) -> None:
        self._values[self._eyes.entity(e)] = value

    def __len__(self) -> int:
        return len(self._values)


class _Fields:
    """The values of one field, by entity, seat, or 0 for the match."""

    def __init__(self, eyes: _Eyes, column: Column, values: Any) -> None:
        self._eyes = eyes
        self._column = column
        self._values = values

    def __getitem__(self, index: int) -> Any:
        eyes, column = self._eyes, self._column
        if column.size == "entity":
            eyes.entity(index)
        if not knows_field(eyes.m, column, index, eyes.seat):
            raise Unseen
        return eyes.value(self._values[index], column.type)

    def __setitem__(self, index: int, value: Any) -> None:
        self._values = [*self._values]  # never those of the match itself
        self._values[index] = value


class _Zones:
    """The contents of the zones, by the number of each."""

    def __init__(self, eyes: _Eyes, zones: list[tuple[int, ...]]) -> None:
        self._eyes = eyes
        self._zones = zones

    def __getitem__(self, number: int) -> Any:
        zone = self._zones[number]
        return zone if all(self._eyes.knows(e) for e in zone) else _Hidden(len(zone))

    def __setitem__(self, number: int, zone: tuple[int, ...]) -> None:
        self._zones = [*self._zones]  # never those of the match itself: `supposing` removes contents
        self._zones[number] = zone


class _Hidden:
    """The contents of a zone if the player knows how many there are, but does not know all of them."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, index: int) -> NoReturn:
        raise Unseen

    def __iter__(self) -> NoReturn:
        raise Unseen


class _Groups:
    """All entities in play, by kind, listed status or sheet."""

    def __init__(self, eyes: _Eyes, groups: list[tuple[int, ...]]) -> None:
        self._eyes = eyes
        self._groups = groups
        sheets = eyes.m.p.sheets
        self._unsure = {group for number in eyes.hidden for group in sheets[number].groups}
        self._shown = eyes.m.p.program.shown_groups

    def __getitem__(self, number: int) -> Any:
        group = self._groups[number]
        if number not in self._unsure:
            return group
        known = tuple([e for e in group if self._eyes.knows(e)])
        # A group that is active only where everybody sees it contains nothing hidden.
        return known if number in self._shown else _Crowd(known)


class _Crowd:
    """A plural that may contain an entity that the player does not know."""

    def __init__(self, known: tuple[int, ...]) -> None:
        self._known = known

    def __contains__(self, e: object) -> bool:
        return e in self._known

    def __getitem__(self, index: int) -> NoReturn:
        raise Unseen

    def __len__(self) -> NoReturn:
        raise Unseen

    def __iter__(self) -> NoReturn:
        raise Unseen


class _Rows:
    """Instances of statuses by number."""

    def __init__(self, eyes: _Eyes) -> None:
        self._eyes = eyes

    def __getitem__(self, number: int) -> Any:
        return _Row(self._eyes, self._eyes.m.rows[self._eyes.status(number)])

    def get(self, number: int, default: Any = None) -> Any:
        """The instance, or the default if it has ended."""
        return default if self._eyes.m.rows.get(number) is None else self[number]

    def __contains__(self, number: object) -> bool:
        return number in self._eyes.m.rows


class _Row:
    """One instance of a status, whose holder is known."""

    def __init__(self, eyes: _Eyes, row: Any) -> None:
        self._eyes = eyes
        self._row = row

    def __getitem__(self, index: int) -> Any:
        value = self._row[index]
        if index == R_SPENDER:
            return None if value is None else self._eyes.record(value)
        if index < R_ARGS:
            return value
        return self._eyes.value(value, self._eyes.m.p.program.statuses[self._row[R_STATUS]].params[index - R_ARGS][1])


class _Held:
    """The instances of a status on one holder."""

    def __init__(self, eyes: _Eyes) -> None:
        self._eyes = eyes

    def __getitem__(self, key: tuple[int, int]) -> Any:
        return self._eyes.m.held[self._known(key)]

    def get(self, key: tuple[int, int], default: Any = None) -> Any:
        """The instances, or the default if there are none."""
        return self._eyes.m.held.get(self._known(key), default)

    def _known(self, key: tuple[int, int]) -> tuple[int, int]:
        if key[1] > 0:
            self._eyes.entity(key[1])
        return key


class _ByStatus:
    """All instances of a status. A hidden entity may have any that entities of its kind may have."""

    def __init__(self, eyes: _Eyes) -> None:
        self._eyes = eyes

    def __getitem__(self, number: int) -> Any:
        m = self._eyes.m
        status = m.p.program.statuses[number]
        if status.holder == "entity" and self._eyes.hidden:
            fits = None if status.of is None else m.p.kin[status.of]
            if fits is None or not self._eyes.hidden.isdisjoint(fits):
                raise Unseen
        return m.by_status[number]


class _Running:
    """The records of the events that are running."""

    def __init__(self, eyes: _Eyes) -> None:
        self._eyes = eyes

    def __getitem__(self, event: int) -> Any:
        return tuple([self._eyes.record(r) for r in self._eyes.m.running[event]])


class _Record:
    """One run of an event. Its parameters are shown as far as the entities in them are known."""

    def __init__(self, eyes: _Eyes, record: Any) -> None:
        self._eyes = eyes
        self.record = record

    def __getitem__(self, index: int) -> Any:
        r = self.record
        if index == BEGAN and self._eyes.m.p.secretive:
            raise Unseen
        if index < FIELDS:
            return r[index]
        return self._eyes.value(r[index], self._eyes.m.p.program.events[r[EVENT]].fields[index - FIELDS][1])


class _Frame:
    """The locals of a running block, with its record."""

    def __init__(self, eyes: _Eyes, frame: list[Any]) -> None:
        self._eyes = eyes
        self._frame = frame
        marks = [v for v in frame if type(v) is tuple and v and v[0] == MARK]
        self._secret = {mark[1] for mark in marks if mark[2] != eyes.seat}

    def __getitem__(self, index: int) -> Any:
        if index in self._secret:
            raise Unseen
        return self._watched(self._frame[index])

    def _watched(self, value: Any) -> Any:
        if type(value) is list:
            return self._eyes.record(value)
        if type(value) is tuple:
            return tuple([self._watched(x) for x in value])
        return value
