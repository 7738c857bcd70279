"""A match as one player knows it: its lists ask `seen` at every read, so generated code runs on it unchanged.

Separate because `seen` decides what a player knows of a value; here is where values are read.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NoReturn

from rulewright.limits import MOST_STEPS
from rulewright.play.seen import Eyes, Unseen
from rulewright.play.state import State
from rulewright.play.view import knows_field
from rulewright.program import MARK, Column
from rulewright.shapes import R_ARGS, R_SPENDER, R_STATUS

# The slots of State (see `play.state`): first those that every player knows, then those that are watched. Only the code
# that runs a match reads the others; here they raise.
OPEN: Final = frozenset((
    "p", "board", "board_key", "laid", "players", "settings", "pmarks", "mmarks", "depth", "filled",
))  # fmt: skip
FRESH: Final = frozenset(("cache", "kept", "fenced", "fuel", "dirty", "trace", "lines", "occ"))
WATCHED: Final = frozenset((
    "sheet", "owner", "whole", "at", "live", "stamps", "marks", "zones", "groups", "rows", "by_status", "held",
    "running", "stamp",
))  # fmt: skip
CLOSED: Final = frozenset((
    "chance", "seen", "secrets", "clocked", "whiles", "frames", "result", "answer", "pending", "fired", "over",
    "replacing", "wave", "asides", "drafting", "lent",
))  # fmt: skip


def seen_by(m: State, seat: int | None) -> State:
    """The match as a player knows it, for evaluating expressions; seat None: everything, the match itself."""
    return m if seat is None else _watched(Eyes(m, seat))


def frame_seen(m: State, frame: list[Any], seat: int | None) -> Any:
    """A frame of the match for the same functions: locals that hold secret answers of others raise."""
    return frame if seat is None else _Frame(Eyes(m, seat), frame)


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


def _watched(eyes: Eyes) -> State:
    m = eyes.m
    shape = _unstamped(m.p.state) if m.p.secretive else m.p.state
    made: Any = shape.__new__(shape)
    if not m.p.secretive:
        made.stamp = m.stamp
    for slot in CLOSED:
        setattr(made, slot, _Closed())
    for slot in OPEN:
        setattr(made, slot, getattr(m, slot))
    made.cache, made.kept, made.fenced = {}, {}, None
    made.fuel, made.dirty, made.trace, made.lines, made.occ = MOST_STEPS, 0, None, None, m.occ.copy()
    for slot in ("sheet", "owner", "whole", "live", "stamps", "marks"):
        setattr(made, slot, _Entities(eyes, getattr(m, slot)))
    made.at = _Entities(eyes, list(m.at))  # `supposing` writes it
    made.zones, made.groups = _Zones(eyes, m.zones), _Groups(eyes, m.groups)
    made.rows, made.held = _Rows(eyes), _Held(eyes)
    made.by_status, made.running = _ByStatus(eyes), _Running(eyes)
    for column in m.p.program.columns:
        setattr(made, column.slot, _Fields(eyes, column, getattr(m, column.slot)))
    return made  # type: ignore[no-any-return]


@cache
def _unstamped(state: type[State]) -> type[State]:
    """A match that does not reveal its stamp, which also counts what happens unseen."""

    def stamp(_: Any) -> NoReturn:
        raise Unseen

    return type("Unstamped", (state,), {"__slots__": (), "stamp": property(stamp)})


class _Entities:
    """Data of each entity, by number."""

    def __init__(self, eyes: Eyes, values: Any) -> None:
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

    def __init__(self, eyes: Eyes, column: Column, values: Any) -> None:
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

    def __init__(self, eyes: Eyes, zones: list[tuple[int, ...]]) -> None:
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

    def __init__(self, eyes: Eyes, groups: list[tuple[int, ...]]) -> None:
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

    def __init__(self, eyes: Eyes) -> None:
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

    def __init__(self, eyes: Eyes, row: Any) -> None:
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

    def __init__(self, eyes: Eyes) -> None:
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

    def __init__(self, eyes: Eyes) -> None:
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

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def __getitem__(self, event: int) -> Any:
        return tuple([self._eyes.record(r) for r in self._eyes.m.running[event]])


class _Frame:
    """The locals of a running block, with its record."""

    def __init__(self, eyes: Eyes, frame: list[Any]) -> None:
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
