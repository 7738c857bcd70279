"""What one player knows of a match, value by value: reading anything else raises `Unseen`.

Explanations run on a match that asks this at every read (`watched`), so that neither an answer nor a refusal depends on
a secret: an explanation can use only what was read before the first secret. Whether a read raises follows from what the
view shows, never from the hidden value itself.

An entity that the player does not know is never returned: reading a field, a zone or a plural that would return one
raises. Records and rows of statuses are returned in wrappers that watch their fields; `raw` unwraps them.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.play.state import State
from rulewright.play.view import knows_holder, knows_whole
from rulewright.shapes import BEGAN, EVENT, FIELDS, R_HOLDER, R_STATUS, SEAT

# Types whose values reveal nothing of an entity; values of other types are checked.
PLAIN: Final = frozenset((
    "yes_no", "number", "text", "sheet", "player", "match", "place", "edge", "direction", "point", "enum", "die", "map",
    "join", "zone", "none", "gap", "outline", "way",
))  # fmt: skip
LOOKED_INTO: Final = frozenset(("entity", "union", "status", "record", "any_record", "set", "list", "per", "maybe",
                                     "formation"))


class Unseen(Exception):
    """Something was read that the player may not know."""


def raw(value: Any) -> Any:
    """A value from a watched match, as the match itself holds it."""
    if isinstance(value, _Record):
        return value.record
    if type(value) is tuple:
        return tuple([raw(x) for x in value])
    return value


class _Record:
    """One run of an event. Its parameters are shown as far as the entities in them are known."""

    def __init__(self, eyes: Eyes, record: Any) -> None:
        self._eyes = eyes
        self.record = record

    def __getitem__(self, index: int) -> Any:
        r = self.record
        if index == BEGAN and self._eyes.m.p.secretive:
            raise Unseen
        if index < FIELDS:
            return r[index]
        return self._eyes.value(r[index], self._eyes.m.p.program.events[r[EVENT]].fields[index - FIELDS][1])


class Eyes:
    """What one player knows of a match."""

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
        if found is not None and not knows_holder(self.m, found[R_STATUS], found[R_HOLDER], self.seat):
            raise Unseen
        return row

    def record(self, r: Any) -> Any:
        """A record in its wrapper: always the same wrapper, as records are compared by identity."""
        found = self._records.get(id(r))
        if found is None:
            found = self._records[id(r)] = _Record(self, r)
        return found
