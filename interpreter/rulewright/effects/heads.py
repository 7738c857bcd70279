"""The nodes for code of one line: heads, types, triggers, modifiers, clauses of values and binders.

Separate because this code contains expressions and is contained in none. Statements and expressions are in `nodes`,
which also exports these nodes.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rulewright.effects.node import Binding, Expr, Node

if TYPE_CHECKING:
    from rulewright.source import Span


@dataclass(slots=True)
class TypeExpr(Node):
    """A type as written: `name` is a word, or "set", "list", "sheet" with one argument, "per" with two (`number per
    player`: value, key) or "or" (`piece or player`), or "or none" with one."""

    name: str
    args: tuple[TypeExpr, ...] = ()


@dataclass(slots=True)
class Param(Node):
    """`type name` in a head."""

    type: TypeExpr
    name: str


@dataclass(slots=True)
class Header(Node):
    """`form id(type a, ..) gives type r, .. is class, ..`. A value gives one unnamed type: its Param has name ""."""

    form: str
    id: str
    params: tuple[Param, ...] = ()
    gives: tuple[Param, ...] = ()
    classes: tuple[str, ...] = ()
    id_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Member(Node):
    """`name` or `name(type a, ..)`: a formula or a text of sheets, as a kind declares it."""

    name: str
    params: tuple[Param, ...] = ()


@dataclass(slots=True)
class RangeText(Node):
    """`from A to B`: the least and the greatest value of a field, either or both: numbers, or `-` with one."""

    least: Expr | None = None
    most: Expr | None = None


@dataclass(slots=True)
class FieldType(Node):
    """`type [from A to B] [starts expr]`: a field of a kind."""

    type: TypeExpr
    starts: Expr | None = None
    range: RangeText | None = None


@dataclass(slots=True)
class TriggerEvent(Node):
    """`E` or `E.moment`."""

    event: str
    moment: str | None = None
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Trigger(Node):
    """`E [or F ..] [where c]`."""

    events: tuple[TriggerEvent, ...]
    where: Expr | None = None


@dataclass(slots=True)
class Contribution(Node):
    """`VALUE.STEP is e [when c]`."""

    value: str
    step: str
    expr: Expr
    when: Expr | None = None
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Verdict(Node):
    """`allow|forbid P, Q [as NAME] [when c]`: P, Q are permissions, events, classes or statuses. `calls` has, for each
    of them, the arguments of the allowed status, if there are any."""

    kind: Literal["allow", "forbid"]
    names: tuple[str, ...]
    label: str | None = None
    when: Expr | None = None
    calls: tuple[Expr | None, ...] = ()


@dataclass(slots=True)
class Waive(Node):
    """`waive E.NAME, .. [when c]`: waives a named condition, or a named forbid, of E."""

    names: tuple[tuple[str, str], ...]
    when: Expr | None = None


Sentence = Contribution | Verdict | Waive


@dataclass(slots=True)
class Row(Node):
    """`e if c` of `decide`; the last row has no condition."""

    value: Expr
    condition: Expr | None = None


@dataclass(slots=True)
class StepText(Node):
    """`MERGE [then e]` of `steps`."""

    merge: str
    then: Expr | None = None


@dataclass(slots=True)
class LimitText(Node):
    """`n per EVENT`."""

    count: int
    event: str
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Binder(Node):
    """`x in s [where c]`: of `for`, `each` and `check`."""

    binding: Binding
    where: Expr | None = None


@dataclass(slots=True)
class KeywordUse(Node):
    """`resist(5, fire)` or `hide` in a sheet's `keywords`."""

    name: str
    args: tuple[Expr, ...] = ()
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)
