"""What the texts of a pack do, for analysis alone: nothing of it is looked at while a match is played.

Separate because a program is half as long without it. `compile.deeds` finds it, `analyse` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from rulewright.explained import Place


@dataclass(slots=True)
class Reads:
    """What an expression depends on, through values and permissions too."""

    columns: tuple[int, ...] = ()  # stored attributes that play changes
    statuses: tuple[int, ...] = ()
    fields: tuple[int, ...] = ()  # fields of the event at hand
    board: bool = False  # where things stand
    zones: bool = False  # where things lie
    play: bool = False  # who is in play
    handed: bool = False  # what the text was handed or worked out itself, dice too: it may differ with every run
    decided: bool = False  # what a player decided in this very text


@dataclass(slots=True)
class Guard:
    """A condition on the way to something. `label` is the name of a condition that can be lifted. `about` are the
    things that it names, as paths from `self`, `match` or `field:2`, a field of the event at hand (`field:0.owner`).
    `compares` is (subject, its number, operator, constant) if that is all it says, `negated` already applied; the
    subject is column, printed (whatever the number), field, status (the constant: whether it is held), sheet (the
    constant: the kinds of all that fits, and the sheet, "" if any of these kinds), or member (of a printed set)."""

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
    """One thing that a text does. `verb` is call (of event `target`), give or end (status), set (column), field (sets a
    field of the event at hand), put (`name`: at or into), remove, create or swap (`target` a sheet, or any sheet of
    kind `name`), perform (`name`), moment (`name`), conclude (`events`), cancel, or act (another builtin action).

    `text` is what stands there; `guards` is what has to hold. `optional`: a player may decline. `constants` are
    arguments that are known, by parameter; what is written, under 0. `adds`: in which way it only
    adds to what was there, "" if it does not: two that do so in one way come to the same in any order.
    `subject` is the path (see Guard) of what is written, moved or affected, `args` those of the arguments: "" where it
    is none."""

    verb: Verb
    place: Place
    text: str
    target: int = -1
    name: str = ""
    guards: tuple[Guard, ...] = ()
    loop: str = ""  # the innermost loop round it, as it is written
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
    """A text that happens. `form` is event (its `do`), ends (the event's `ends`), reaction, check, status (what runs at
    its end) or sheet (its text `name`); `number` counts in the table of that form. `guards` is what has to hold for it
    to happen; of a status `until` is its own clock. `selves`: fields of the event that are known to be `self`."""

    form: str
    number: int
    name: str = ""
    guards: tuple[Guard, ...] = ()
    deeds: tuple[Deed, ...] = ()
    until: tuple[Until, ...] = ()
    selves: tuple[int, ...] = ()
