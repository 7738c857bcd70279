"""What the code of a pack does, for analysis only: none of it is used while a match is played.

Separate because a program is half as long without it. `compile.effects` creates it, `analyse` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from rulewright.explained import Place


@dataclass(slots=True)
class Reads:
    """What an expression depends on, also through values and permissions."""

    columns: tuple[int, ...] = ()  # stored attributes that play changes
    statuses: tuple[int, ...] = ()
    fields: tuple[int, ...] = ()  # fields of the current event
    board: bool = False  # places of entities
    zones: bool = False  # contents of zones
    play: bool = False  # who is in play
    handed: bool = False  # what the block was passed or computed itself, including dice: it may differ in every run
    decided: bool = False  # what a player decided in this block


@dataclass(slots=True)
class Guard:
    """A condition for something to happen. `label` is the name of a condition that can be waived. `about` are the
    things that it names, as paths from `self`, `match` or `field:2`, a field of the current event (`field:0.owner`).
    `compares` is (subject, its number, operator, constant) if that is the whole condition, with `negated` already
    applied; the subject is column, printed (whatever the number), field, status (the constant: whether it is held),
    sheet (the constant: the kinds of all that match, and the sheet, "" for any sheet of these kinds), or member (of a
    printed set)."""

    text: str
    place: Place
    reads: Reads
    negated: bool = False
    label: str = ""
    compares: tuple[str, int, str, Any] | None = None
    about: tuple[str, ...] = ()


@dataclass(slots=True)
class Until:
    """A point of a clock: `edge` is start, end or while; `reads` is what its condition depends on."""

    edge: str
    which: str
    events: tuple[int, ...]
    place: Place
    text: str
    reads: Reads


Verb: TypeAlias = Literal[
    "call", "give", "end", "set", "field", "put", "remove", "create", "swap", "perform", "moment", "conclude", "cancel",
    "reset", "act",
]


@dataclass(slots=True)
class Deed:
    """One thing that code does.

    `verb` is call (of event `target`), give or end (status), set (column), field (sets a field of the current event),
    put (`name`: at or into), remove, create or swap (`target` a sheet, or any sheet of kind `name`), perform (`name`),
    moment (`name`), conclude (`events`), cancel, or act (another builtin action).

    `text` is its source; `guards` must be true for it. `optional`: a player may decline. `constants` are the known
    arguments by parameter, and under 0 the written value. `adds`: how it only adds to the old value, "" if it does not;
    two deeds that add in the same way give the same result in any order. `subject` is the path (see Guard) of what is
    written, moved or affected, `args` the paths of the arguments; "" for anything without a path.
    """

    verb: Verb
    place: Place
    text: str
    target: int = -1
    name: str = ""
    guards: tuple[Guard, ...] = ()
    loop: str = ""  # the innermost loop around it, as written
    optional: bool = False
    lifted: tuple[str, ...] = ()
    reads: Reads = field(default_factory=Reads)
    constants: dict[int, Any] = field(default_factory=dict)
    adds: str = ""
    events: tuple[int, ...] = ()
    until: tuple[Until, ...] = ()
    subject: str = ""
    args: tuple[str, ...] = ()


@dataclass(slots=True)
class Effect:
    """Code that can happen. `form` is event (its `do`), ends (the event's `ends`), reaction, check, status (what runs
    at its end) or sheet (its text `name`); `number` is the index in the table of that form. `guards` must be true for
    it to happen; for a status `until` is its own clock. `selves`: fields of the event that are known to be `self`."""

    form: str
    number: int
    name: str = ""
    guards: tuple[Guard, ...] = ()
    deeds: tuple[Deed, ...] = ()
    until: tuple[Until, ...] = ()
    selves: tuple[int, ...] = ()
