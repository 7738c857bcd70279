"""A compiled content test, ready to be played: the ids of the definitions made from its code.

Separate because compiling fills it and playing reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rulewright.explained import TypeCode
from rulewright.scenario.case import Case, Constant, Step

GIVEN: Final = -1  # the number of the given state before the first step


@dataclass(slots=True)
class Side:
    """One side of a comparison, or an argument of a call: its code, the value's id and its type."""

    words: str
    value: str
    type: TypeCode


@dataclass(slots=True)
class Made:
    """Code of a test as a definition: its id, and the names that it takes as parameters."""

    id: str
    names: tuple[Constant, ...]


@dataclass(slots=True)
class Claim:
    """A condition that must be true: the permission, its code, the values to show if it fails; `call` is the event of a
    `can(..)`, whose arguments are the sides."""

    permission: Made
    words: str
    line: int
    sides: list[Side] = field(default_factory=list)
    call: str | None = None


@dataclass(slots=True)
class Watched:
    """A pattern with the ids of its events and its permission (None: no condition), which takes the first `fields`
    fields of the event and, if `whole`, the event itself."""

    words: str
    line: int
    events: tuple[str, ...]
    permission: Made | None = None
    fields: int = 0
    whole: bool = False


@dataclass(slots=True)
class Opened:
    """A running event at the beginning of a test, with the values of its arguments."""

    event: str
    permission: Made
    args: list[Side]


@dataclass(slots=True)
class Doing:
    """A step with its definitions. `then`: code, line, conjuncts; `watched` in the order of `Step.patterns`."""

    step: Step
    do: Made | None = None
    then: list[tuple[str, int, list[Claim]]] = field(default_factory=list)
    watched: list[Watched] = field(default_factory=list)


@dataclass(slots=True)
class Companion:
    """A case with its definitions."""

    case: Case
    during: list[Opened] = field(default_factory=list)
    given: Made | None = None
    marks: tuple[Constant, ...] = ()  # the named statuses in the given state
    steps: list[Doing] = field(default_factory=list)
