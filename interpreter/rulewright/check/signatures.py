"""Turns the types of a builtin's arguments into the type of its result, by patterns with type variables.

A stage of its own because functions, relations and actions of the table are checked by the same few lines, and a new
builtin must be a row and never a special case.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rulewright.check.types import Type

Board = Literal["square", "hex", "none"]
Needs = Literal["*", "C", "E", "L", "R"]

# Patterns are types with these tags besides the ordinary ones:
#   var NAME        the same type wherever it stands; of two kinds the nearest that both are
#   numeric NAME    the same, numbers only: one unit or none for all
#   either          one of the types in args
#   any             whatever has a value
#   place ""        a place of the board; number "board" a number with its unit
#   zone (T,)       a zone that holds T (entities of any kind where the zone does not say)
#   value (R, P..)  the name of a value or permission with that result and those parameters
#   die (F,)        the name of a die with faces F
T = Type("var", "T")
N = Type("numeric", "N")
ANY = Type("any")
PLACE = Type("place")
UNIT = Type("number", "board")


def either(*patterns: Type) -> Type:
    """A pattern that the first fitting one of several stands for."""
    return Type("either", "", patterns)


def value_name(result: Type, *params: Type) -> Type:
    """The name of a value or permission: also the type of such an argument."""
    return Type("value", "", (result, *params))


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter. `by_name` says that not an expression stands there but a bare word, the name of such a symbol:
    its type for `Builtin.match` is made by `name_type`."""

    name: str
    pattern: Type
    by_name: Literal["", "event", "status", "value", "plural", "die"] = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Argument `position` (from 0) does not fit; `expected` is said in words. With `found` None it is missing, with
    `expected` empty there is one too many."""

    position: int
    expected: str
    found: Type | None


@dataclass(frozen=True, slots=True)
class Match:
    """The result, and for each argument the type that it is wanted as (a single value where a set is wanted has to
    be made one)."""

    result: Type
    wanted: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Builtin:
    """A row of the table. `rest`: the last parameter may be repeated. `bare`: written without brackets (`players`).
    `pure` False: an action, a statement only; its result is `nothing`. `is_relation`: of two, usable as
    `x is R to y`. `example` is a text of the effect language; `open` allows a pack to declare its own instead."""

    name: str
    params: tuple[Param, ...]
    result: Type
    doc: str
    example: str
    needs: Needs = "*"
    pure: bool = True
    rest: bool = False
    bare: bool = False
    is_relation: bool = False
    open: bool = False

    def available(self, board: Board) -> bool:
        """Does a board of this form have what the builtin needs?"""
        return self.needs == "*" or (self.needs == "C" and board != "none")

    def apply(self, args: list[Type], board: Board) -> Type | Mismatch:
        """The type of the result, entities of different kinds taken as unrelated."""
        found = self.match(args, board)
        return found if isinstance(found, Mismatch) else found.result

    def match(self, args: list[Type], board: Board,
              common_kind: Callable[[str, str], str] | None = None) -> Match | Mismatch:
        """As `apply`, with the wanted types. `common_kind(a, b)` is the nearest kind that both are ("": entity)."""
        raise NotImplementedError
