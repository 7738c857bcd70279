"""Converts values of a match to words, by their types.

Separate because people (`labels`), tests (`words`) and files of matches (`keys`) name entities differently and build
everything else from these names alike. For plain data for programs see `embedding.values`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from rulewright.explained import ENTITY, TypeCode
from rulewright.languages import length, word
from rulewright.play.joined import join_of, joined_before, way_number
from rulewright.play.pieces import zone_of
from rulewright.play.state import State
from rulewright.program import Named, Zone
from rulewright.shapes import EVENT, FIELDS, R_STATUS, SEAT
from rulewright.space.joins import Join, Meeting
from rulewright.space.naming import column_name
from rulewright.space.plane.poses import inches


@dataclass(frozen=True, slots=True)
class Hidden:
    """Stands in a value for an entity that the reader may not know. It shows only that the entity is one of a kind (its
    id; "": any), and its owner (a seat), who is no secret."""

    kind: str = ""
    owner: int | None = None


DEEP: Final = 2  # nested runs of events that are shown with their fields
_DIRECTION = re.compile("[a-z_]+$")  # in the name of a point or an edge; cells are capitals and digits


class Printer(ABC):
    """The words of one match for one sort of reader. Subclasses define the names of each sort of value by the methods
    below."""

    def __init__(self, m: State, language: str = "en") -> None:
        self.m = m
        self.language = language
        self._deep = 0  # the current number of nested runs of events

    @abstractmethod
    def entity(self, e: int) -> str:
        """An entity."""

    @abstractmethod
    def named(self, thing: Named) -> str:
        """A declared thing: a member, sheet, map, status, event or kind."""

    @abstractmethod
    def die(self, number: int) -> str:
        """A die of the pack (from 0), or one of n faces (-n)."""

    @abstractmethod
    def zone(self, zone: Zone, owner: int | None) -> str:
        """A zone and its owner (None: of all)."""

    @abstractmethod
    def truth(self, yes: bool) -> str:
        """Yes or no."""

    def several(self, items: Sequence[Any], told: Callable[[Any], str]) -> str:
        """A list of items."""
        return ", ".join(told(one) for one in items)

    def direction(self, name: str) -> str:
        """A direction of the board."""
        return _direction(name, self.language)

    def collection(self, items: Sequence[Any], told: Callable[[Any], str]) -> str:
        """A set or list."""
        return self.several(items, told)

    def call_in_short(self, event: str) -> str:
        """A run that is nested too deep to be shown with its fields."""
        return event

    def seat(self, number: int) -> str:
        """A player."""
        return f"{word('player', self.language)} {number + 1}"

    def status(self, row_id: int) -> str:
        """An instance of a status."""
        row = self.m.rows.get(row_id)
        if row is None:
            return word("an ended status", self.language)
        return self.named(self.m.p.program.statuses[row[R_STATUS]])

    def hidden(self, kind: str) -> str:
        """An entity that the reader does not know: only that it is one of a kind (its id; "": any)."""
        kinds = self.m.p.program.kinds
        named = next((self.named(one) for one in kinds if one.id == kind), word("thing", self.language))
        return word("hidden {}", self.language).format(named)

    def call(self, event: int, args: Sequence[Any]) -> str:
        """`strike(Gob, Cora)`: an event with its parameters."""
        e = self.m.p.program.events[event]
        name = self.named(e)
        if self._deep == DEEP:
            return self.call_in_short(name)
        self._deep += 1
        try:
            words = [self.value(v, t) for v, (_, t) in zip(args, e.fields[: e.params], strict=False)]
        finally:
            self._deep -= 1
        return f"{name}({', '.join(words)})"

    def value(self, v: Any, t: TypeCode | None) -> str:
        """A value of a type (None: unknown)."""
        m, language = self.m, self.language
        p = m.p.program
        if v is None:
            return word("none", language)
        if type(v) is Hidden:
            return self.hidden(v.kind)
        if type(v) is bool:
            return self.truth(v)
        if t is None:
            return str(v)
        tag, name, args = t
        match tag:
            case "maybe":
                return self.value(v, args[0])
            case "entity":
                return self.entity(v)
            case "union":
                return self.entity(v) if v < SEAT else self.seat(v - SEAT)
            case "player":
                return self.seat(v)
            case "place":
                return str(m.board.show(v))
            case "yes_no":
                return self.truth(v)
            case "number":
                if name == "inches":
                    return f'{inches(v)}"'
                return f"{v} {length(v, name, language)}" if name else str(v)
            case "gap":
                down, up = v.rounded_down, v.rounded_up
                return f'{inches(down)}{"" if down == up else ".."}"'
            case "status":
                return self.status(v)
            case "sheet":
                return self.named(p.sheets[v])
            case "map":
                return self.named(p.maps[v])
            case "enum":
                members = p.enums.get(name, ())
                return self.named(members[v]) if v < len(members) else str(v)
            case "die":
                return self.die(v)
            case "zone":
                return self.zone(*zone_of(m, v))
            case "edge":
                return _directed(m.board.show_edge(v), language)
            case "point":
                return _directed(m.board.show_point(v), language)
            case "direction":
                return self.direction(m.board.direction_names[v])
            case "join":
                return _join(m, v, language)
            case "outline":
                return word("an outline", language)
            case "way":
                return self._goal(v)
            case "formation":
                told = self.several(v, lambda one: f"{self.value(one[0], ENTITY)} {self._goal(one[1])}")
                return told or word("nothing", language)
            case "set" | "list":
                if args[0][0] == "place" and type(v) is not tuple:
                    if type(v) is not int:
                        return word("an area", language)  # one that cannot be listed
                    v = m.board.decode(v)
                return self.collection(v, lambda one: self.value(one, args[0]))
            case "per":
                of = range(m.players if args[1][0] == "player" else len(v))
                return self.several(of, lambda i: f"{self.value(i, args[1])}: {self.value(v[i], args[0])}")
            case "record" | "any_record":
                return self.call(v[EVENT], v[FIELDS:])
            case "text" | "match" | "none" | "nothing" | "unknown":
                return str(v)
            case _:
                assert_never(tag)

    def _goal(self, goal: int | tuple[int, ...]) -> str:
        """A place, or the places of a way after its first."""
        places = goal[1:] if type(goal) is tuple else (goal,)
        return f" {word('then', self.language)} ".join(self.m.board.show(at) for at in places)


def _direction(name: str, language: str) -> str:
    return word(name.replace("_", " "), language)


def _directed(location: str, language: str) -> str:
    """The name of a point or an edge; a direction in it is shown as a word."""
    return _DIRECTION.sub(lambda found: _direction(found[0], language), location)


def _join(m: State, code: int, language: str) -> str:
    """A way to join a map to one or more others: its number, where they meet, and what results."""
    one = join_of(m, code)
    turned = f", {word('turned round', language)}" if one.rotation else ""
    made = f", {word('hexes made whole', language)}: {one.made}" if one.made else ""
    if joined_before(m, code) == 1:
        edge = word(f"{one.edge} edge", language)
        met = _touching(one, "{} of the first at {} of the second", language)
        return f"{word('way', language)} {way_number(code)} ({edge}{turned}, {met}{made})"
    met = "; ".join(
        f"{word('map', language)} {meeting.part + 1}: {word(f'{meeting.edge} edge', language)}, "
        f"{_touching(meeting, '{} at {}', language)}"
        for meeting in one.meetings
    )
    return f"{word('way', language)} {way_number(code)} ({met}{turned}{made})"


def _touching(one: Join | Meeting, form: str, language: str) -> str:
    """Which rows or columns of the maps touch, those of the first in order: `rows 2-6 of the first at rows 4-8 ..`."""
    axis = 1 if one.edge in ("left", "right") else 0
    ends = one.met[:1] if len(one.met) == 1 else (one.met[0], one.met[-1])
    first, second = (
        "-".join(str(pair[side][axis] + 1) if axis else column_name(pair[side][axis]) for pair in ends)
        for side in (0, 1)
    )
    what = ("row" if axis else "column") + ("s" if len(ends) > 1 else "")
    return word(form.format(f"{what} {{}}", f"{what} {{}}"), language).format(first, second)
