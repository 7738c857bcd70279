"""Finds what a condition compares: the values that it reads, and both sides of its comparisons, for players who compare
answers.

For each function of a condition there is one that returns these, whether the condition is true or not. Conditions
inside permissions are followed. Separate because it is only for explanations: none of it runs during play.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulewright.check import model as m
from rulewright.check.openness import is_open
from rulewright.check.types import Type, some
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.measuring import gap_of, is_distance, lengths, relation, unit_of
from rulewright.compile.tracing import Tracer, fork, permission_asked
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.explained import Measured, Quantity, TypeCode

# Values that need only a word or two; a set of places is no help.
_SHORT: Final = frozenset(("yes_no", "number", "gap", "enum", "entity", "union", "player", "sheet", "place", "edge",
                           "direction", "die"))  # fmt: skip
# In a comparison, only what has a size or is a member: an owner is visible in the answer.
_WEIGHED: Final = frozenset(("yes_no", "number", "gap", "enum", "die"))
_COMPARED: Final = ("<", "<=", ">", ">=")
_GAP: Final[TypeCode] = ("gap", "", ())


def quantities(e: n.Expr, c: Context) -> tuple[ast.expr, tuple[Quantity, ...]] | None:
    """Code for the quantities of a condition: an expression that returns a list of (number of the quantity, its
    arguments, its value), or of (number, entity, measured, needed) inside of a loop; and a description of the
    quantities. None if it compares nothing."""
    reader = _Weigher(c)
    body = reader.read(e, True, c)
    return (reader.function(body, c, e.span), tuple(reader.rows)) if reader.rows else None


class _Weigher(Tracer):
    """Reads one condition, whatever its result."""

    def __init__(self, c: Context) -> None:
        super().__init__(c)
        self._inside = ""  # the outermost permission that is followed
        self._sure = True  # the current part must have the expected result, so showing it is of no use
        self._loop: tuple[str, TypeCode, bool] | None = None  # its name, what it iterates over, whether one is enough
        self.rows: list[Quantity] = []

    def both(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        """The right side is evaluated if the left one does not decide."""
        before = self._sure
        self._sure = before and (e.op == "and") is wanted
        left, right = self.read(e.left, wanted, c), self.read(e.right, wanted, c)
        self._sure = before
        return left + (fork(emit(e.left, c), right, []) if e.op == "and" else fork(emit(e.left, c), [], right))

    def either(self, e: n.IfElse, wanted: bool, c: Context) -> py.Body:
        """The test, then the side that is evaluated."""
        before, self._sure = self._sure, False
        test = self.read(e.condition, wanted, c)
        self._sure = before
        return test + super().either(e, wanted, c)

    def leaf(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """Both sides of a comparison; for anything else, the values that it reads."""
        match e:
            case n.Within():
                return self._within(e, wanted, c)
            case n.Binary(op=op) if op in _COMPARED and self._loop is not None:
                return self._in_loop(e, wanted, c)
            case n.Binary(op=op) if op in _COMPARED:
                return self._side(e.left, c) + self._side(e.right, c)
            case n.Is(ref=("equal", _)):
                return self._side(e.left, c) + self._side(e.right, c)
            case n.Is() | n.In():
                return self._values(e.left, c)
        return self._values(e, c)

    def _side(self, e: n.Expr, c: Context) -> py.Body:
        """A side of a comparison, and the values that it reads. Constants and what the answer names are not new to the
        player."""
        body = self._values(e, c)
        names = (x for x in descend(e) if isinstance(x, n.Name) and isinstance(x.ref, m.Variable))
        if isinstance(e, n.Name) or _value_of(e) is not None or next(names, None) is None:
            return body
        if some(e.type).tag not in _WEIGHED:
            return body
        return body + self._noted("" if is_distance(e) else unparse(e), e.type, emit(e, c))

    def _within(self, e: n.Within, wanted: bool, c: Context) -> py.Body:
        if self._loop is not None:
            return self._measured("", "<=", gap_of(e, c), emit(e.amount, c), e.amount, wanted)
        gap = py.name(self.local())
        code = _GAP if self.unit.layout.form.gaps else ("number", unit_of(e.amount), ())
        return [
            *py.stmts("_n = _v", _n=gap, _v=gap_of(e, c)),
            *self._noted("", code, gap),
            *self._side(e.amount, c),
        ]

    def _in_loop(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        """A length for each entity that a loop iterates over."""
        sides = lengths(e)
        if sides is None:
            return []
        words, op, left, right = sides
        return self._measured(words, op, emit(left, c), emit(right, c), right, wanted)

    def _measured(self, words: str, op: str, one: ast.expr, other: ast.expr, limit: n.Expr, wanted: bool) -> py.Body:
        assert self._loop is not None
        name, each, enough = self._loop
        row = Measured(words, relation(op, wanted), unit_of(limit), (each,), enough)
        self.rows.append(Quantity(words, "", _GAP, (), row, self._inside))
        where = {"_i": py.const(len(self.rows) - 1), "_x": py.tuple_of([py.name(name)]), "_a": one, "_b": other}
        return py.stmts("found.append((_i, _x, _a, _b))", **where)

    def _values(self, e: n.Expr, c: Context) -> py.Body:
        """The values that an expression reads, whatever else it contains."""
        if self._loop is not None:
            return []
        body: py.Body = []
        for call in _calls(e):
            ref = _value_of(call)
            if ref is not None and some(call.type).tag in _SHORT:
                args = tuple(type_code(v.type) for v in ref.params)
                made = py.tuple_of([emit(a, c) for a in call.args])
                body += self._noted(unparse(call), call.type, emit(call, c), f"value {ref.id}", args, made)
        return body

    def _noted(
        self, words: str, t: Type | TypeCode, value: ast.expr, key: str = "", args: tuple[TypeCode, ...] = (),
        made: ast.expr | None = None,
    ) -> py.Body:  # fmt: skip
        code = type_code(t) if isinstance(t, Type) else t
        if (code[2][0] if code[0] == "maybe" else code)[0] not in _SHORT:
            return []
        self.rows.append(Quantity(words, key, code, args, None, self._inside))
        where = {"_i": py.const(len(self.rows) - 1), "_a": made or py.const(()), "_v": value}
        return py.stmts("found.append((_i, _a, _v))", **where)

    def quantified(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """For a loop, what it measures for each entity."""
        if is_open(e.binding.source.type):
            return []
        inner = c.inner()
        name = bind_loop(e.binding, inner)
        before = self._loop
        self._loop = name, type_code(e.binding.ref.type), (e.kind == "some") is wanted
        body = self.of_each(e, wanted, inner)
        self._loop = before
        tests = [emit(e.where, inner)] if body and e.kind == "every" and e.where is not None else []
        return self.loop(e, name, tests, body, c)

    def permission(self, e: n.Expr, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """The values in the arguments of a permission, and what its default compares."""
        body = [statement for arg in args for statement in self._values(arg, c)]
        if not self._sure and self._loop is None:
            codes = tuple(type_code(v.type) for v in ref.params)
            made = py.tuple_of([emit(a, c) for a in args])
            # The answer is that of the permission, so the words must not negate it either.
            asked, answer = e, emit(e, c)
            if isinstance(e, n.Is | n.Relation) and permission_asked(e) == (ref, args, True):
                asked, answer = replace(e, negated=False), py.negate(answer)
            body += self._noted(unparse(asked), ("yes_no", "", ()), answer, f"permission {ref.id}", codes, made)
        outer = self._inside
        self._inside = outer or unparse(e)
        body += self.followed(ref, args, wanted, c)
        self._inside = outer
        return body


def _value_of(e: n.Node) -> m.ValueDef | None:
    """The value that a call reads."""
    if not (isinstance(e, n.Call) and isinstance(e.ref, m.ValueDef)) or e.named or len(e.args) != len(e.ref.params):
        return None
    return e.ref


def _calls(e: n.Expr) -> Iterator[n.Call]:
    """The calls that an expression always makes."""
    match e:
        case n.Call():
            for arg in e.args:
                yield from _calls(arg)
            yield e
        case n.Binary(op="+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">="):
            yield from _calls(e.left)
            yield from _calls(e.right)
        case n.Unary() | n.Recast():
            yield from _calls(e.operand)
        case n.Attr():
            yield from _calls(e.target)
