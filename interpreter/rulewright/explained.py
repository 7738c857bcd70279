"""The part of a program that serves explanations: functions that tell how a value is computed, what a condition
compares, and what decided it.

Separate because none of it runs while a match is played. `program` has the tables that contain these. Types are nested
tuples `(tag, name, (args..))` like the checker's types; locations in content are `(file, line, column)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

# The type of a value, as in `check.types`; a `match` over these must name them all.
Tag = Literal[
    "yes_no", "number", "text", "entity", "union", "sheet", "player", "match", "place", "gap", "outline", "formation",
    "way", "edge", "direction", "point", "enum", "die", "map", "join", "zone", "status", "record", "any_record", "set",
    "list", "per", "maybe", "none", "nothing", "unknown",
]  # fmt: skip
TypeCode = tuple[Tag, str, tuple[Any, ...]]
ENTITY: Final[TypeCode] = ("entity", "", ())  # of any kind
Place = tuple[str, int, int]  # file, line from 1, column from 1

# Texts of `Measured` that are translated.
WAY: Final = "length of the way"
OUTSIDE: Final = "outside"  # how far something reaches out of an area
INSIDE: Final = "inside"  # how far it reaches into one
MISSING: Final = "missing"  # how far it is from one
OVERLAP: Final = "overlap"  # how far two things reach into each other
# The required relation of a length to another one.
Relation = Literal["at most", "less than", "at least", "more than"]


@dataclass(slots=True)
class Measured:
    """A length that a condition compares with another: what to tell about it if the condition fails."""

    what: str  # its text; empty for a distance, or one of the words above
    relation: Relation
    unit: str  # the unit of both: cells, hexes, inches
    each: tuple[TypeCode, ...] = ()  # what is named with it: the things of the loops around it, or both ends of a link
    any: bool = False  # one of them is enough, so the nearest one is reported; otherwise the worst


@dataclass(slots=True)
class Figures:
    """Measures the lengths of a failed condition: `function(m, ..)`, with the arguments of the condition, returns a
    list of (number in `rows`, things, measured, needed)."""

    function: str
    rows: tuple[Measured, ...]


@dataclass(slots=True)
class Quantity:
    """Something that a condition compares, or a value that it reads."""

    what: str  # its text; empty for a distance
    key: str  # the key of its value (`Program.texts`); empty for anything that is not a single value
    gives: TypeCode
    args: tuple[TypeCode, ...] = ()  # of the value
    measured: Measured | None = None  # for what a loop measures for one thing after another
    inside: str = ""  # the permission in which it is compared, as the condition uses it


@dataclass(slots=True)
class Quantities:
    """Returns the quantities of a condition: `function(m, ..)`, with the arguments of the condition, returns a list of
    (number in `rows`, arguments of the value, what it is); for a loop (number, things, measured, needed)."""

    function: str
    rows: tuple[Quantity, ...]


@dataclass(slots=True)
class Reason:
    """Something that decided an expression: things that a loop iterated over, by their name there, or a value or
    permission (a key of `Program.texts`). `wanted`: for a yes or no, the required result; `bare`: its result is
    reported elsewhere, and only its reasons are news; `each`: a loop iterates over several for which the same is true.
    `part`: the text of the part of a loop that is responsible; then there is no key, and there are no things."""

    key: str = ""
    wanted: bool = True
    bare: bool = False
    each: bool = False
    things: tuple[tuple[str, TypeCode], ...] = ()
    part: str = ""


@dataclass(slots=True)
class Deciding:
    """Returns what decided an expression: `function(m, ..)`, with the arguments of the function that returns it,
    returns a list of (number in `rows`, things, arguments)."""

    function: str
    rows: tuple[Reason, ...]


@dataclass(slots=True)
class Working:
    """A field (its number) of an event that is the result of a value or permission: the key of that value, and the
    function fn(m, record) that returns its arguments; the record is that of the event whose block computes it."""

    event: int
    field: int
    key: str
    function: str


@dataclass(slots=True)
class Explained:
    """A value, permission or formula that a person may ask about by name; `parts` are its contributions for `why`."""

    id: str
    place: Place
    params: tuple[tuple[str, TypeCode], ...]
    gives: TypeCode
    function: str
    start: tuple[str, Place, str] | None = None
    rows: tuple[tuple[str, str | None, Place, str], ...] = ()  # value fn, condition fn, place, text
    # name, merge, then fn, type of what contributes
    steps: tuple[tuple[str, str, str | None, TypeCode], ...] = ()
    parts: tuple[Part, ...] = ()
    permission: bool = False
    names: dict[str, str] = field(default_factory=dict)  # by language
    sheets: dict[int, tuple[Place, str]] = field(default_factory=dict)  # for a formula: the code of sheets, by sheet
    # for the start (-1) or a row: its number, the name of its local, fn, place, text, type
    lets: tuple[tuple[int, str, str, Place, str, TypeCode], ...] = ()
    conjuncts: tuple[tuple[str, Place, str], ...] = ()  # all must be true if it starts with yes: fn, place, text
    # Of a permission: the words of `normally` and of named forbids, by language, with holes for parameters.
    says: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """A modifier that may contribute: `listing(m, args..)` yields (holder, value) for each that applies; if they are
    ordered by age, (holder, value, stamp). If many sheets have the same modifier, `carried` is sheet -> place, and
    there is no single definition and place."""

    kind: str  # value, allow, forbid, waive
    step: str | None
    listing: str
    definition: str
    place: Place
    text: str
    label: str | None = None
    carried: dict[int, Place] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of the definition, by language
