"""What a match is made of (docs/language.md sections 2 and 3), and the order in which sets are walked.

Values are plain: numbers, enumeration members (their place in the enumeration), sheets, dice and maps (their place in
the pack; a number die is minus its faces), seats (from 0), places and directions (the numbers of the space) are `int`,
yes and no are `bool`, none is `None`. Entities, statuses, records and zones are objects. A set is an ascending tuple
without doubles, a list a tuple, a T per K a tuple with one T for each K.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from rulewright.check import model as m
from rulewright.check.types import Type, some
from rulewright.effects import nodes as n

MATCH = 0  # the match itself: there is one

Outcome = Literal["running", "done", "replaced", "impossible", "cancelled", "refused"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: of a seat, or the one for all (seat 0)."""

    definition: m.ZoneDef
    number: int  # of the definition in the pack
    seat: int


@dataclass(eq=False, slots=True)
class Entity:
    """An entity. Its number is its age. Who has left play keeps number, owner and fields."""

    number: int
    sheet: m.SheetDef
    made_for: int | None  # the owner of what is no part
    bearer: Entity | None = None
    stamp: int = 0  # when it began, or was reset
    in_play: bool = True
    place: int | None = None
    zone: Zone | None = None
    fields: dict[m.Attribute, Any] = field(default_factory=dict)  # state and parts
    revealed: set[int] = field(default_factory=set)  # the seats that know it although they do not see where it lies

    @property
    def owner(self) -> int | None:
        """A part has the owner of its whole."""
        return self.made_for if self.bearer is None else self.bearer.owner


@dataclass(eq=False, slots=True)
class Record:
    """One run of an event. `used` counts how often reactions with a limit answered, by reaction and holder."""

    event: m.EventDef
    fields: list[Any]  # parameters, then results
    despite: frozenset[str] = frozenset()
    began: int = 0
    outcome: Outcome = "running"
    used: dict[tuple[int, Any], int] = field(default_factory=dict)


@dataclass(slots=True)
class Point:
    """A point of a clock of a status. `anchor` is when the run began that `this` meant; None: the next one counts."""

    node: n.ClockPoint | n.ClockWhile
    anchor: int | None


@dataclass(eq=False, slots=True)
class Status:
    """One instance of a status. `holder` is an entity, a seat or the match, `given` when it was given. `kept` are the
    values of the names that the giving text knew."""

    definition: m.StatusDef
    holder: Any
    args: tuple[Any, ...]
    given: int
    clock: n.Clock | None
    points: list[Point]
    kept: dict[m.Variable, Any]
    spender: Record | None = None
    fields: dict[m.Attribute, Any] = field(default_factory=dict)


class Die(int):
    """A die: the number of its declaration, or, of a number die, minus its faces."""


def constant(value: Any, t: Type) -> Any:
    """What a sheet, a keyword, a table or a setting says, as a value of its type."""
    if isinstance(value, tuple):
        return tuple(constant(one, t.args[0]) for one in value) if t.args else value
    return Die(value) if value is not None and some(t).tag == "die" else value


def age(value: Any) -> Any:
    """Where a value stands in a set: places by number, entities by age, members by declaration, statuses by giving,
    number dice behind those that are declared."""
    if type(value) is int:  # by far the most
        return value
    match value:
        case Die() if value < 0:
            return 1_000_000 - value
        case Entity():
            return value.number
        case Status():
            return value.given
        case Record():
            return value.began
        case Zone():
            return (value.number, value.seat)
    return value


def ordered(items: Iterable[Any]) -> tuple[Any, ...]:
    """A set: no doubles, in its order for walking; of things and players the things come first."""
    single = dict.fromkeys(items)
    if all(type(one) is int for one in single):
        return tuple(sorted(single))
    return tuple(sorted(single, key=lambda one: (not isinstance(one, Entity), age(one))))


@lru_cache(maxsize=256)
def kinds_of(kind: m.KindDef) -> tuple[m.KindDef, ...]:
    """A kind and what it is, nearest first."""
    return (kind,) if kind.parent is None else (kind, *kinds_of(kind.parent))


def is_of(event: m.EventDef, wanted: m.EventDef | m.ClassDef) -> bool:
    """Is an event the wanted one, or of the wanted class?"""
    return event is wanted or wanted in event.classes


def self_of(kind: m.KindDef, value: Any) -> dict[m.Variable, Any]:
    """`self` as the expressions of a kind and of its parents know it."""
    return {one.self_var: value for one in kinds_of(kind) if one.self_var is not None}


def holds_place(t: Type) -> bool:
    """Whether a value of a type may be or hold a place of the board."""
    return t.tag in ("place", "point", "edge", "formation", "way") or any(holds_place(one) for one in t.args)


def first_value(pack: m.PackDef, t: Type) -> Any:
    """What a field holds that nothing has written (section 3: 0, false, the first member, none or empty)."""
    match t.tag:
        case "per":
            key = t.args[1]
            count = pack.players[1] if key.tag == "player" else len(pack.enums[key.name].members)
            return (first_value(pack, t.args[0]),) * count
        case "yes_no":
            return False
        case "maybe" | "none" | "record":
            return None
        case "set" | "list":
            return ()
    return 0
