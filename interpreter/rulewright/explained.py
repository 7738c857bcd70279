"""What a program holds for explanations: the functions by which a person is told what a value is made of, what a
condition compares, and what decided it.

Separate because nothing of it runs while a match is played. `program` has the tables that hold these. Types are nested
tuples `(tag, name, (args..))` as the checker's types say; places in content are `(file, line, column)`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

# Which type a value is of, as `check.types` has them; a match over these names them all.
Tag = Literal[
    "yes_no", "number", "text", "entity", "union", "sheet", "player", "match", "place", "gap", "outline", "formation",
    "way", "edge", "direction", "point", "enum", "die", "map", "join", "zone", "status", "record", "any_record", "set",
    "list", "per", "maybe", "none", "nothing", "unknown",
]  # fmt: skip
TypeCode = tuple[Tag, str, tuple[Any, ...]]
ENTITY: Final[TypeCode] = ("entity", "", ())  # of any kind
Place = tuple[str, int, int]  # file, line from 1, column from 1

# What a length has to be, beside another one.
Relation = Literal["at most", "less than", "at least", "more than"]


@dataclass(slots=True)
class Measured:
    """A length that a condition compares with another: what is told of it where the condition fails."""

    what: str  # its text; empty for a distance
    relation: Relation
    unit: str  # of both: cells, hexes, inches
    each: TypeCode | None = None  # the things that a loop measures one by one
    any: bool = False  # one of them would do, so it is told of the nearest to it; else of the worst


@dataclass(slots=True)
class Figures:
    """What measures where a condition fails: `function(m, ..)`, with the arguments of the condition, gives a list of
    (number in `rows`, thing or None, measured, needed)."""

    function: str
    rows: tuple[Measured, ...]


@dataclass(slots=True)
class Quantity:
    """Something that a condition compares, or a value that it asks."""

    what: str  # its text; empty for a distance
    key: str  # of the value that it is (`Program.texts`); empty for what is no value alone
    gives: TypeCode
    args: tuple[TypeCode, ...] = ()  # of the value
    measured: Measured | None = None  # of what a loop measures of one thing after another
    inside: str = ""  # the permission in which it is compared, as the condition asks it


@dataclass(slots=True)
class Quantities:
    """What tells the quantities of a condition: `function(m, ..)`, with the arguments of the condition, gives a list of
    (number in `rows`, arguments of the value, what it is); of a loop (number, thing, measured, needed)."""

    function: str
    rows: tuple[Quantity, ...]


@dataclass(slots=True)
class Reason:
    """Something that decided an expression: things that a loop went through, by what they are called there, or what was
    asked (a key of `Program.texts`). `wanted`: of what is yes or no, what it was to be; `bare`: what it is is told
    elsewhere, and only how it came about is news; `each`: a loop goes through several that are all so."""

    key: str = ""
    wanted: bool = True
    bare: bool = False
    each: bool = False
    things: tuple[tuple[str, TypeCode], ...] = ()


@dataclass(slots=True)
class Deciding:
    """What tells what decided an expression: `function(m, ..)`, with the arguments of the function that answers it,
    gives a list of (number in `rows`, things, what it was asked of)."""

    function: str
    rows: tuple[Reason, ...]


@dataclass(slots=True)
class Working:
    """A field (its number) of an event that is what a value or permission gives: the key of its text, and the function
    fn(m, record) that gives what it is asked of; the record is that of the event whose text asks."""

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
    sheets: dict[int, tuple[Place, str]] = field(default_factory=dict)  # of a formula: what sheets say, by sheet
    # of the start (-1) or a row: its number, the name that is let, fn, place, text, type
    lets: tuple[tuple[int, str, str, Place, str, TypeCode], ...] = ()
    conjuncts: tuple[tuple[str, Place, str], ...] = ()  # what must all hold where it starts with yes: fn, place, text
    # Of a permission: the words of `normally` and of named forbids, by language, with holes for parameters.
    says: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """One sentence that may contribute: `listing(m, args..)` yields (holder, value) for each that applies; where the
    order is that of age, (holder, value, stamp). Where many sheets say the same, `carried` is sheet -> place, and there
    is no definition and place for all."""

    kind: str  # value, allow, forbid, waive
    step: str | None
    listing: str
    definition: str
    place: Place
    text: str
    label: str | None = None
    carried: dict[int, Place] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of the definition, by language
