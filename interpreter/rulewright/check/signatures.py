"""What a row of the table of builtins is, and how the types of arguments become the type of its result, by patterns.

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

# Patterns are types with these tags besides the ordinary ones:
#   var NAME        the same type wherever it stands; of two kinds the nearest that both are. With args it must fit them
#   numeric NAME    the same, numbers only: one unit or none for all
#   ranked NAME     the same, numbers or members of an enumeration (an ordered one: that is asked where it is known)
#   either          one of the types in args
#   any             whatever has a value; any_record: the record of any event
#   place ""        a place of the board; number "board" a number with its unit
#   gap "board"     what a distance is on the board: on cells such a number
#   outline "board" what a footprint is on the board: on cells a set of places
#   zone (T,)       a zone that holds T (entities of any kind where the zone does not say)
#   sheet (T,)      a sheet of a kind that T is
#   value (R, P..)  the name of a value or permission with that result and those parameters
#   area            the name of an area
#   die (F,)        the name of a die with faces F
T = Type("var", "T")
_ONE_OF_THEM = maybe(T)
N = Type("numeric", "N")
RANKED = Type("ranked", "N")
ALONE: frozenset[Reading] = frozenset()  # nothing beside its arguments
ANY = Type("any")
RECORD = Type("any_record")
PLACE = Type("place")
UNIT = Type("number", "board")
GAP = Type("gap", "board")
OUTLINE = Type("outline", "board")
AREA_NAME = Type("area")  # the bare name of one


def either(*patterns: Type) -> Type:
    """A pattern that the first fitting one of several stands for."""
    return Type("either", "", patterns)


def value_name(result: Type, *params: Type) -> Type:
    """The name of a value or permission: also the type of such an argument."""
    return Type("value", "", (result, *params))


def name_type(symbol: m.Symbol) -> Type:
    """The type of an argument that is a bare name: what `Builtin.match` wants for a parameter with `by_name`."""
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


# Whether something lies wholly in an area, meets it, how far it is from it, how much of something lies in it.
Question = Literal["", "wholly", "meets", "measured", "shared"]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter. `by_name` says that not an expression stands there but a bare word, the name of such a symbol:
    its type for `Builtin.match` is made by `name_type`."""

    name: str
    pattern: Type
    by_name: Literal["", "event", "status", "value", "plural", "die", "enum", "kind", "area"] = ""
    optional: bool = False
    or_name: bool = False  # an expression of the first of its patterns, or the name of a permission
    asked: Question = ""  # what is asked of an area of a plane that stands there: that has to be decided exactly


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
    be made one, and `none` the empty one)."""

    result: Type
    wanted: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Builtin:
    """A row of the table: all that is known of a builtin by its name alone, but for the code that it becomes.

    `example`: a text of the effect language.
    `reads`: what the answer depends on beside its arguments; it has no default, because answers are remembered by it.
    What reads the board depends on where an argument stands, too, if that is an entity.
    `needs`: letters of what a board must offer (`space/forms.py`).
    `instead`: what to write where a board offers no such thing, if that is a plane instead of cells or the contrary.
    `rest`: the last parameter may be repeated. `bare`: written without brackets (`players`).
    `is_relation`: of two, usable as `x is R to y`. `open`: a pack may declare its own instead.
    `does`: what an action, a statement only that gives `nothing`, does to the match.
    `dear`: it asks the board for more than a table holds, always or where its first argument is a set; then values
    that ask it are worth remembering.
    `tracked`: a search by steps, whose result is remembered as long as the texts that decide about steps read the same.
    `of_base`: of an entity it asks how large the base is, and not where it stands.
    `contact`: it holds where two things have a point in common, or where one lies inside of the other; never of what
    stands nowhere.
    `counts`: it tells how much there is, and nothing of what it is.
    `counts_runs`: it tells how much has happened, unseen too.
    `takes_open`: a set that cannot be gone through may stand there though no board is asked.
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
        """Whether it is asked, and changes nothing."""
        return self.result.tag != "nothing"

    @property
    def measures(self) -> bool:
        """Whether it asks of something what it covers, wherever that is said to stand: `footprint(x, place)` for x."""
        return any(OUTLINE in param.pattern.args for param in self.params)

    @property
    def takes_one(self) -> bool:
        """Whether it gives one of the things that its argument holds, if there is one."""
        return self.result == _ONE_OF_THEM and len(self.params) == 1

    def available(self, board: str) -> bool:
        """Does a board of this form have what the builtin needs?"""
        return set(self.needs) <= FORMS[board].offers

    def apply(self, args: list[Type], board: str) -> Type | Mismatch:
        """The type of the result, entities of different kinds taken as unrelated."""
        found = self.match(args, board)
        return found if isinstance(found, Mismatch) else found.result

    def match(self, args: list[Type], board: str,
              common_kind: Callable[[str, str], str] | None = None) -> Match | Mismatch:
        """As `apply`, with the wanted types. `common_kind(a, b)` is the nearest kind that both are ("": entity)."""
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
        """The parameters that `count` arguments are for: the last one repeated if it may be."""
        further = max(0, count - len(self.params)) if self.rest else 0
        return self.params + self.params[-1:] * further
