"""Defines the rows of the table of builtins, and computes the type of a result from the types of the arguments, by
patterns.

Separate because functions, relations and actions of the table are checked by the same few lines, and a new builtin must
be a row and never a special case.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rulewright.check import model as m
from rulewright.check.does import NOTHING as DOES_NOTHING
from rulewright.check.does import Does, Reading
from rulewright.check.types import (
    DIRECTION,
    NONE,
    STATUS,
    UNKNOWN,
    YES_NO,
    Type,
    entity,
    maybe,
    record,
    set_of,
)
from rulewright.check.unifier import Unifier, unrelated
from rulewright.space.forms import FORMS

# Patterns are types with these tags in addition to the ordinary ones:
#   var NAME        the same type wherever it occurs; for two kinds the nearest that covers both. With args it must fit
#                   them
#   numeric NAME    the same, numbers only: one unit or none for all
#   ranked NAME     the same, numbers or members of an enumeration (whether it is ordered is checked where it is known)
#   either          one of the types in args
#   any             anything that has a value; any_record: the record of any event
#   place ""        a place of the board; number "board" a number with its unit
#   gap "board"     the type of a distance on the board: on cells such a number
#   outline "board" the type of a footprint on the board: on cells a set of places
#   zone (T,)       a zone that holds T (entities of any kind if the zone does not declare one)
#   sheet (T,)      a sheet of a kind that T is
#   value (R, P..)  the name of a value or permission with that result and those parameters
#   area            the name of an area
#   die (F,)        the name of a die with faces F
T = Type("var", "T")
_ONE_OF_THEM = maybe(T)
N = Type("numeric", "N")
RANKED = Type("ranked", "N")
ALONE: frozenset[Reading] = frozenset()  # nothing except its arguments
ANY = Type("any")
RECORD = Type("any_record")
PLACE = Type("place")
UNIT = Type("number", "board")
GAP = Type("gap", "board")
OUTLINE = Type("outline", "board")
AREA_NAME = Type("area")  # the bare name of one


def either(*patterns: Type) -> Type:
    """A pattern for the first of several that fits."""
    return Type("either", "", patterns)


def value_name(result: Type, *params: Type) -> Type:
    """The name of a value or permission: also the type of such an argument."""
    return Type("value", "", (result, *params))


def name_type(symbol: m.Symbol) -> Type:
    """The type of an argument that is a bare name: what `Builtin.match` expects for a parameter with `by_name`."""
    match symbol:
        case m.EventDef() | m.ClassDef():
            return record(symbol.id)
        case m.StatusDef():
            return STATUS
        case m.ValueDef():
            return value_name(symbol.gives, *(param.type for param in symbol.params))
        case m.PermissionDef():
            return value_name(YES_NO, *(param.type for param in symbol.params))
        case m.KindDef():
            return set_of(entity(symbol.id))
        case m.DieDef():
            return Type("die", "", (symbol.face,))
        case m.EnumDef():
            return set_of(Type("enum", symbol.id))
        case m.AreaDef():
            return AREA_NAME
    return UNKNOWN


# Whether something is entirely in an area, touches it, how far it is from it, how much of something is in it.
Question = Literal["", "wholly", "meets", "measured", "shared"]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter. `by_name`: the argument is not an expression but a bare word, the name of such a symbol: its type
    for `Builtin.match` is made by `name_type`."""

    name: str
    pattern: Type
    by_name: Literal["", "event", "status", "value", "plural", "die", "enum", "kind", "area"] = ""
    optional: bool = False
    or_name: bool = False  # an expression of the first of its patterns, or the name of a permission
    asked: Question = ""  # what is read of an area of a plane in this argument: it must be decided exactly


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Argument `position` (from 0) does not fit; `expected` says what does, in words. With `found` None it is missing,
    with `expected` empty there is one too many."""

    position: int
    expected: str
    found: Type | None


@dataclass(frozen=True, slots=True)
class Match:
    """The result, and for each argument the type that is expected (if a set is expected, a single value must be made
    one, and `none` the empty one)."""

    result: Type
    wanted: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Builtin:
    """A row of the table: everything about a builtin that its name alone determines, except its generated code.

    `example`: code that uses it. `reads`: what the result depends on in addition to the arguments; it has no default,
    because results are cached by it. What reads the board also depends on the place of an argument that is an entity.
    `needs`: letters of what a board must offer (`space/forms.py`). `instead`: what to write if a board offers no such
    thing because it is a plane instead of cells, or the reverse. `rest`: the last parameter may be repeated. `bare`:
    written without brackets (`players`). `is_relation`: of two, usable as `x is R to y`. `open`: a pack may declare its
    own instead. `does`: what an action, a statement that only returns `nothing`, does to the match. `dear`: it computes
    more about the board than a table holds, always or if its first argument is a set; values that use it are then worth
    caching. `tracked`: a search by steps, whose result is cached as long as the code that decides about steps reads the
    same. `of_base`: of an entity it reads the size of its base, and not its place. `contact`: it is true if two things
    have a point in common, or if one is inside the other; never for something that is nowhere. `counts`: it reveals how
    much there is, but nothing of what it is. `counts_runs`: it reveals how much has happened, even unseen.
    `takes_open`: the argument may be a set that cannot be iterated over, even without a board.
    """

    name: str
    params: tuple[Param, ...]
    result: Type
    doc: str
    example: str
    reads: frozenset[Reading]
    needs: str = ""
    rest: bool = False
    bare: bool = False
    is_relation: bool = False
    open: bool = False
    does: Does = DOES_NOTHING
    instead: str = ""
    dear: Literal["", "always", "of sets"] = ""
    tracked: bool = False
    of_base: bool = False
    contact: Literal["", "shared", "inside"] = ""
    counts: bool = False
    counts_runs: bool = False
    takes_open: bool = False

    @property
    def pure(self) -> bool:
        """Whether it only reads, and changes nothing."""
        return self.result.tag != "nothing"

    @property
    def measures(self) -> bool:
        """Whether it reads what something covers at a given place: `footprint(x, place)` for x."""
        return any(OUTLINE in param.pattern.args for param in self.params)

    @property
    def takes_one(self) -> bool:
        """Whether it returns one of the things in its argument, if there is one."""
        return self.result == _ONE_OF_THEM and len(self.params) == 1

    @property
    def is_direction(self) -> bool:
        """Whether it names a direction, which only some boards have."""
        return self.bare and self.result == DIRECTION

    def available(self, board: str) -> bool:
        """Whether a board of this form has what the builtin needs; of directions, those that its form lists."""
        form = FORMS[board]
        return set(self.needs) <= form.offers and (not self.is_direction or self.name in form.directions)

    def apply(self, args: list[Type], board: str) -> Type | Mismatch:
        """The type of the result, if entities of different kinds are taken as unrelated."""
        found = self.match(args, board)
        return found if isinstance(found, Mismatch) else found.result

    def match(self, args: list[Type], board: str,
              common_kind: Callable[[str, str], str] | None = None) -> Match | Mismatch:
        """As `apply`, with the expected types. `common_kind(a, b)` is the nearest kind that covers both ("":
        entity)."""
        params = self._params(len(args))
        if len(args) > len(params):
            return Mismatch(len(params), "", args[len(params)])
        unifier = Unifier(board, common_kind or unrelated)
        chosen: list[Type] = []
        for position, (param, arg) in enumerate(zip(params, args, strict=False)):
            fitting = unifier.fit(param.pattern, arg)
            if fitting is None:
                return Mismatch(position, unifier.words(param.pattern), arg)
            chosen.append(fitting)
        for position, param in enumerate(params[len(args):], len(args)):
            if not param.optional:
                return Mismatch(position, unifier.words(param.pattern), None)
        empty = next((position for position, arg in enumerate(args) if arg == NONE), None)
        if empty is not None and unifier.loose(self.result):
            return Mismatch(empty, unifier.words(params[empty].pattern), NONE)
        for pattern, arg in zip(chosen, args, strict=True):
            if arg == NONE:
                unifier.settle(pattern)
        return Match(unifier.filled(self.result), tuple(unifier.filled(pattern) for pattern in chosen))

    def _params(self, count: int) -> tuple[Param, ...]:
        """The parameters for `count` arguments: the last one is repeated if it may be."""
        further = max(0, count - len(self.params)) if self.rest else 0
        return self.params + self.params[-1:] * further
