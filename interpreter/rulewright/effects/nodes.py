"""The tree of the effect language: the parser makes it, and everything later reads it.

Separate because five others share it (parse, unparse, check, compile, tools). Nodes have no behaviour. Spans, and the
`type` and `ref` that the checker fills in, are ignored by equality: two trees are equal if they mean the same.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rulewright.effects.heads import (
    Binder as Binder,
)
from rulewright.effects.heads import (
    Contribution as Contribution,
)
from rulewright.effects.heads import (
    FieldType as FieldType,
)
from rulewright.effects.heads import (
    Header as Header,
)
from rulewright.effects.heads import (
    KeywordUse as KeywordUse,
)
from rulewright.effects.heads import (
    LimitText as LimitText,
)
from rulewright.effects.heads import (
    Member as Member,
)
from rulewright.effects.heads import (
    Param as Param,
)
from rulewright.effects.heads import (
    RangeText as RangeText,
)
from rulewright.effects.heads import (
    Row as Row,
)
from rulewright.effects.heads import (
    Sentence as Sentence,
)
from rulewright.effects.heads import (
    StepText as StepText,
)
from rulewright.effects.heads import (
    Trigger as Trigger,
)
from rulewright.effects.heads import (
    TriggerEvent as TriggerEvent,
)
from rulewright.effects.heads import (
    TypeExpr as TypeExpr,
)
from rulewright.effects.heads import (
    Verdict as Verdict,
)
from rulewright.effects.heads import (
    Waive as Waive,
)
from rulewright.effects.node import Binding as Binding
from rulewright.effects.node import Expr as Expr
from rulewright.effects.node import Node as Node

# -- expressions ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Broken(Expr):
    """Code that could not be parsed: already reported, compatible with every type."""


@dataclass(slots=True)
class Number(Expr):
    """`3` or `3 cells`; `unit` is the plural word (`cells`, `hexes`, `inches`) or None. Inches count thousandths."""

    value: int
    unit: str | None = None


@dataclass(slots=True)
class Truth(Expr):
    """`true` or `false`."""

    value: bool


@dataclass(slots=True)
class Nothing(Expr):
    """`none`."""


@dataclass(slots=True)
class Name(Expr):
    """A bare word: local, parameter, field of the current event, sheet, area, member of an enumeration, plural."""

    name: str


@dataclass(slots=True)
class Attr(Expr):
    """`target.name`, or `target.name(a, b, x = c)` of a formula or text with parameters. `args` is None without
    brackets; after type checking it holds all arguments, in declared order."""

    target: Expr
    name: str
    args: tuple[Expr, ...] | None = None
    named: tuple[tuple[str, Expr], ...] = ()


@dataclass(slots=True)
class Index(Expr):
    """`target[key]`."""

    target: Expr
    key: Expr


@dataclass(slots=True)
class Call(Expr):
    """`name(a, b, x = c)` or `name of a` (style "of", one argument). `ref` is a value, permission, event or builtin."""

    name: str
    args: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...] = ()
    style: Literal["call", "of"] = field(default="call", compare=False)


@dataclass(slots=True)
class Unary(Expr):
    """`not x` or `-x`."""

    op: Literal["not", "-"]
    operand: Expr


@dataclass(slots=True)
class Binary(Expr):
    """Arithmetic, order and logic. On sets `+` is union and `-` difference."""

    op: Literal["and", "or", "+", "-", "*", "/", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(slots=True)
class Is(Expr):
    """`x is y`, `x is not y`. `ref` says how the checker read it: "equal" (same value), "kind", "sheet", "listed" (of a
    sheet: a status), "status", "area", "unary" (relation of one: right is Name), "binary" (`x is enemy of y`: right is
    Call style "of" of a relation of two), "builtin" (a builtin one of one)."""

    left: Expr
    right: Expr
    negated: bool = False


@dataclass(slots=True)
class Relation(Expr):
    """`x is R to y` (style "to"), `x is not R to y`, or `x R y` ("verb"). `ref` is a permission or builtin of two."""

    name: str
    left: Expr
    right: Expr
    negated: bool = False
    style: Literal["to", "verb"] = "to"


@dataclass(slots=True)
class In(Expr):
    """`x in s`, `x not in s`. `ref` is the type of the elements of s, if it is narrower than the type of x."""

    left: Expr
    right: Expr
    negated: bool = False


@dataclass(slots=True)
class Within(Expr):
    """`x within 3 cells of y`: the distance of x and y is at most that."""

    left: Expr
    amount: Expr
    right: Expr


@dataclass(slots=True, repr=False)
class Recast(Expr):
    """The same value, represented differently: a player where an entity or a player may be, or a value that was tested
    to be a player. The checker makes it and authors cannot write it: it means the same as its operand."""

    operand: Expr

    def __repr__(self) -> str:
        return repr(self.operand)


@dataclass(slots=True, repr=False)
class IfElse(Expr):
    """`if c then a else b`. `default`: written `a or b`, where a may be none: c is `a is not none`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    default: bool = False
    # For a choice that the checker made by a test: the original code, for printing and comparing.
    written: Any = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        if self.written is not None:
            return repr(self.written)
        return f"IfElse({self.condition!r}, {self.then!r}, {self.otherwise!r}, {self.default!r})"


@dataclass(slots=True)
class LetIn(Expr):
    """`let x = a then b`: b, in which x is a. `ref` is the Variable."""

    name: str
    value: Expr
    body: Expr


@dataclass(slots=True)
class Quantified(Expr):
    """`some|no x in s [where c]`, `every x in s [where c] has d`. `has` is None except for every."""

    kind: Literal["some", "no", "every"]
    binding: Binding
    where: Expr | None = None
    has: Expr | None = None


@dataclass(slots=True)
class Order(Node):
    """`least e` or `most e` after `with` and `then`."""

    kind: Literal["least", "most"]
    key: Expr


@dataclass(slots=True)
class Comprehension(Expr):
    """`count(x in s where c)`, `count(s)`, `all(x in s where c with least e then most f)`, `sorted(..)`,
    `sum|least|most|all(e for x in s, y in t where c)`. `element` is None if the bound variable itself is meant;
    `bindings` is empty for `count(s)`, and `element` is then s."""

    kind: Literal["count", "sum", "least", "most", "all", "sorted"]
    element: Expr | None
    bindings: tuple[Binding, ...]
    where: Expr | None = None
    orders: tuple[Order, ...] = ()


@dataclass(slots=True)
class SetOf(Expr):
    """`(a, b)`: a set of two or more. `either`: where a list is expected it is a list, in this order and with
    duplicates, because content tests write both in the same way."""

    items: tuple[Expr, ...]
    either: bool = False


@dataclass(slots=True)
class Can(Expr):
    """`can(attack(a, l, t) despite fresh)`: would this call be legal now?"""

    call: Call
    despite: tuple[str, ...] = ()


@dataclass(slots=True)
class Supposing(Expr):
    """`supposing(f at h, e)`: e as it would be if f stood at h."""

    who: Expr
    place: Expr
    body: Expr


# -- right-hand sides: the only places of chance, choice and events --------------------------------------------------


@dataclass(slots=True)
class CallRight(Node):
    """`let x = attack(a, b) despite fresh`: the record of the event. (Without `despite` the parser cannot tell a
    value from an event: it yields the plain Call, and the checker reads `call.ref`.)"""

    call: Call
    despite: tuple[str, ...] = ()


@dataclass(slots=True)
class Roll(Node):
    """`roll d20`, `roll attack_die times 3 by p [in secret]`. With `times` the result is a list."""

    die: Expr
    times: Expr | None = None
    by: Expr | None = None
    secret: bool = False
    type: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Choose(Node):
    """`choose one|one or none|some|each x in s [where c] [up to n] by p [always] [in secret]`. `always`: p is asked
    even if there is only one answer. `least` is the number after `at least`; with `exactly`, `limit` is the exact
    number to choose."""

    mode: Literal["one", "one or none", "some", "each"]
    binding: Binding
    where: Expr | None
    limit: Expr | None
    by: Expr
    secret: bool = False
    always: bool = False
    least: Expr | None = None
    exactly: bool = False
    type: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class ChooseYesNo(Node):
    """`choose yes or no by p [in secret]`."""

    by: Expr
    secret: bool = False
    type: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Create(Node):
    """`create goblin for p at c` / `create card for p into deck of p`: an entity made from a sheet."""

    sheet: Expr
    owner: Expr | None = None
    place: Expr | None = None
    prep: Literal["at", "into"] | None = None
    type: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Given(Node):
    """`let s = give slowed(2) to x`: the instance that is given."""

    give: Give
    type: Any = field(default=None, compare=False, repr=False, kw_only=True)


Right = Expr | CallRight | Roll | Choose | ChooseYesNo | Create | Given


# -- clocks ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class ClockPoint(Node):
    """`end|start of this|next EVENT [where c]`. `ref` is the event or class; `scope` the variables that c sees."""

    edge: Literal["start", "end"]
    which: Literal["this", "next"]
    event: str
    where: Expr | None = None
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class ClockWhile(Node):
    """`while c`: the status lasts as long as c holds."""

    condition: Expr


@dataclass(slots=True)
class Clock(Node):
    """Points joined by `, or`: the earliest ends it."""

    points: tuple[ClockPoint | ClockWhile, ...]


# -- statements ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Statement(Node):
    """One statement. `guard` is the `if c` after a simple one."""

    guard: Expr | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class BrokenStatement(Statement):
    """A line that could not be parsed: already reported."""


@dataclass(slots=True)
class Do(Statement):
    """`EVENT(..) [despite NAME, ..]`, or a builtin action (`shuffle(z)`)."""

    call: Call
    despite: tuple[str, ...] = ()


@dataclass(slots=True)
class Let(Statement):
    """`let x = R`: a new local, frozen. `ref` is its Variable."""

    name: str
    value: Right
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Set(Statement):
    """`set x = R`: target is a Name, an Attr or an Index."""

    target: Expr
    value: Right


@dataclass(slots=True)
class Give(Statement):
    """`give slowed(2) to x until end of next turn`. `status.ref` is the StatusDef."""

    status: Call
    to: Expr
    until: Clock | None = None


@dataclass(slots=True)
class EndStatus(Statement):
    """`end s`: s is one status instance, or `end slowed of x` (Call style of): all of that status on x."""

    status: Expr


@dataclass(slots=True)
class Put(Statement):
    """`put x at cell`, `put x into zone` or `put x on top of zone`."""

    what: Expr
    place: Expr
    prep: Literal["at", "into", "on top of"]


@dataclass(slots=True)
class Remove(Statement):
    """`remove x`: it leaves play for good."""

    what: Expr


@dataclass(slots=True)
class CreateStatement(Statement):
    """`create ..` without a name for the new entity."""

    create: Create


@dataclass(slots=True)
class Perform(Statement):
    """`perform card.effect`: runs the block that the sheet of `card` has under that name."""

    text: Attr


@dataclass(slots=True)
class Moment(Statement):
    """`moment NAME [needs COND, ..]`."""

    name: str
    needs: tuple[str, ...] = ()


@dataclass(slots=True)
class Stop(Statement):
    """`stop`: leave this loop."""


@dataclass(slots=True)
class Finish(Statement):
    """`finish`: leave this block."""


@dataclass(slots=True)
class Cancel(Statement):
    """`cancel`: in a before reaction, the event does not happen."""


@dataclass(slots=True)
class Conclude(Statement):
    """`conclude EVENT`: the innermost running EVENT ends at once."""

    event: str
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(slots=True)
class Branch(Node):
    """One `if`/`else if` with its block."""

    condition: Expr
    body: tuple[Statement, ...]


@dataclass(slots=True)
class If(Statement):
    """`if c:` .. `else if d:` .. `else:`."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(slots=True)
class ForEach(Statement):
    """`for each x in s [where c] [chosen by p]:`."""

    binding: Binding
    where: Expr | None
    chosen_by: Expr | None
    body: tuple[Statement, ...]


@dataclass(slots=True)
class Repeat(Statement):
    """`repeat up to n [while c]:`."""

    limit: Expr
    condition: Expr | None
    body: tuple[Statement, ...]


@dataclass(slots=True)
class Together(Statement):
    """`together:`: the events called in it happen as one batch."""

    body: tuple[Statement, ...]


@dataclass(slots=True)
class OfferLine(Node):
    """`EVENT(args) [despite ..] [for x in s, y in t] [where c]`."""

    call: Call
    despite: tuple[str, ...]
    bindings: tuple[Binding, ...]
    where: Expr | None = None


@dataclass(slots=True)
class Offer(Statement):
    """`offer p [or pass [if c]] [always] [as x]:` and its lines. x is the record of what was done, or none. `always`: p
    is asked even if there is only one answer. `pass_if`: p may pass only if this was true before."""

    player: Expr
    may_pass: bool
    name: str | None
    lines: tuple[OfferLine, ...]
    always: bool = False
    pass_if: Expr | None = None
    ref: Any = field(default=None, compare=False, repr=False, kw_only=True)


Block = tuple[Statement, ...]
