"""Conditions that compare lengths are told with their figures: what was measured, and what is needed.

Beside the function that answers a condition stands one that measures: for each comparison of lengths that made the
condition fail, both sides, and of which thing if a loop goes through several. What a condition asks through permissions
is followed. Separate because it is for explanations alone: nothing of it runs while a match is played.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.check import model as m
from rulewright.check.openness import is_open
from rulewright.check.types import is_several, some
from rulewright.compile import pyast as py
from rulewright.compile.builtins import distance, walk
from rulewright.compile.builtins_terms import measured
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import type_code
from rulewright.compile.loops import bind_loop, helper
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.program import Measured, Relation, TypeCode

_DEEP: Final = 4  # permissions that are followed in each other
_NEEDED: Final[dict[str, Relation]] = {"<=": "at most", "<": "less than", ">=": "at least", ">": "more than"}
_DENIED: Final[dict[Relation, Relation]] = {
    "at most": "more than", "less than": "at least", "at least": "less than", "more than": "at most",
}  # fmt: skip
_MISSED: Final[dict[Relation, type[ast.cmpop]]] = {
    "at most": ast.Gt, "less than": ast.GtE, "at least": ast.Lt, "more than": ast.LtE,
}  # fmt: skip
_TURNED: Final = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def measuring(e: n.Expr, c: Context) -> tuple[ast.expr, tuple[Measured, ...]] | None:
    """What tells the figures of a condition that does not hold: an expression that gives a list of (number of the
    figure, thing or None, measured, needed); and what the figures are. None if it compares no lengths."""
    reader = _Reader(c)
    body = reader.read(e, True, c)
    if not reader.figures:
        return None
    whole = [*py.stmts("found = []"), *body, *py.stmts("return found")]
    return helper(c, whole, ["found", *reader.bound], e.span), tuple(reader.figures)


class _Reader:
    """Reads one condition. Every part of it is asked as the condition asks it: what stands right of a test is measured
    behind that test."""

    def __init__(self, c: Context) -> None:
        self._unit = c.unit
        self._deep = 0
        self._each: tuple[str, TypeCode, bool] | None = None  # the loop at hand: its name, what it goes through, one
        self.figures: list[Measured] = []
        self.bound: list[str] = []

    def read(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """Statements that note the figures of a part that is not as it is wanted."""
        match e:
            case n.Unary(op="not"):
                return self.read(e.operand, not wanted, c)
            case n.Binary(op="and" | "or"):
                return self._both(e, wanted, c)
            case n.Binary(op="<" | "<=" | ">" | ">="):
                return self._compared(e, wanted, c)
            case n.Within():
                return self._within(e, wanted, c)
            case n.Quantified():
                return self._quantified(e, wanted, c)
            case n.IfElse(default=False):
                return _fork(emit(e.condition, c), self.read(e.then, wanted, c), self.read(e.otherwise, wanted, c))
            case n.Supposing():
                return self._supposing(e, wanted, c)
            case n.LetIn():
                return self._let(e, wanted, c)
            case n.Call(ref=m.BuiltinDef(id="linked")) if wanted:
                return self._noted("", "<=", self._longest_link(e, c), emit(e.args[1], c), _unit(e.args[1]), wanted)
            case n.Call(ref=m.PermissionDef() as ref):
                return self._permission(ref, list(e.args), wanted, c)
            case n.Relation(ref=m.PermissionDef() as ref):
                return self._permission(ref, [e.left, e.right], wanted is not e.negated, c)
            case n.Is(ref=("unary", m.PermissionDef() as ref)):
                return self._permission(ref, [e.left], wanted is not e.negated, c)
            case n.Is(ref=("binary", m.PermissionDef() as ref), right=n.Call() as other):
                return self._permission(ref, [e.left, other.args[0]], wanted is not e.negated, c)
        return []

    def _both(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        left, right = self.read(e.left, wanted, c), self.read(e.right, wanted, c)
        if (e.op == "and") is not wanted:  # either would do, and neither is as it is wanted
            return left + right
        if not left and not right:
            return []
        return _fork(emit(e.left, c), right, left) if wanted else _fork(emit(e.left, c), left, right)

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def _compared(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        op: str = e.op
        left, right = e.left, e.right
        if not (_is_length(left) and _is_length(right)):
            return []
        if _measures(right) > _measures(left):
            op, left, right = _TURNED[op], right, left
        words = "" if _is_distance(left) else unparse(left)
        return self._noted(words, op, emit(left, c), emit(right, c), _unit(right), wanted)

    def _within(self, e: n.Within, wanted: bool, c: Context) -> py.Body:
        if self._unit.layout.areas == "terms":
            gap = py.expr("gap(m, _a, _b)", _a=measured(e.left, c), _b=measured(e.right, c))
        else:
            gap = distance(e.left, e.right, c)
        return self._noted("", "<=", gap, emit(e.amount, c), _unit(e.amount), wanted)

    def _noted(self, words: str, op: str, one: ast.expr, other: ast.expr, unit: str, wanted: bool) -> py.Body:
        """A figure, noted if the comparison does not come out as it is wanted."""
        relation = _NEEDED[op] if wanted else _DENIED[_NEEDED[op]]
        loop = self._each
        self.figures.append(Measured(words, relation, unit, loop[1] if loop else None, loop is not None and loop[2]))
        found, needed = self._local(), self._local()
        return py.stmts(
            """
_f = _one
_n = _other
if _missed:
    found.append((_i, _x, _f, _n))
""",
            _f=py.name(found), _n=py.name(needed), _one=one, _other=other, _i=py.const(len(self.figures) - 1),
            _x=py.name(loop[0]) if loop else py.const(None),
            _missed=ast.Compare(py.name(found), [_MISSED[relation]()], [py.name(needed)]),
        )  # fmt: skip

    def _local(self) -> str:
        name = self._unit.fresh("v")
        self.bound.append(name)
        return name

    # -- what holds others ---------------------------------------------------------------------------------------------

    def _quantified(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """`no` and `every` that fail: each thing that is at fault; `some` that fails: each thing, as none would do."""
        if is_open(e.binding.source.type):
            return []
        inner = c.inner()
        name = bind_loop(e.binding, inner)
        before = self._each
        fails_by_one = (e.kind != "some") is wanted
        self._each = name, type_code(e.binding.ref.type), not fails_by_one
        asked, is_wanted = (e.has, wanted) if e.kind == "every" else (e.where, wanted is (e.kind == "some"))
        body = self.read(asked, is_wanted, inner) if asked is not None else []
        self._each = before
        if not body:
            return []
        self.bound.append(name)
        tests = [emit(e.where, inner)] if e.where is not None and (e.kind == "every" or fails_by_one) else []
        if e.kind == "every" and fails_by_one and e.has is not None:
            tests.append(py.negate(emit(e.has, inner)))
        body = [py.when(py.both(tests), body)] if tests else body
        return [ast.For(ast.Name(name, ast.Store()), walk(e.binding.source, c), body, [], None)]

    def _supposing(self, e: n.Supposing, wanted: bool, c: Context) -> py.Body:
        """What is measured where things are supposed to stand."""
        body = self.read(e.body, wanted, c)
        if not body:
            return []
        past, who = py.name(self._local()), py.name(self._local())
        several = "_all" if is_several(e.who.type) else ""
        back = "resume_all(m, _p)" if several else "resume(m, _w, _p)"
        return py.stmts(
            f"_w = _x\n_p = suppose{several}(m, _w, _f)\ntry:\n    _body\nfinally:\n    {back}",
            _w=who, _p=past, _x=emit(e.who, c), _f=emit(e.place, c), _body=body,
        )  # fmt: skip

    def _let(self, e: n.LetIn, wanted: bool, c: Context) -> py.Body:
        """What is measured in an expression that names a part."""
        inner, name = c.inner(), py.name(self._local())
        inner.bind(e.ref, name)
        body = self.read(e.body, wanted, inner)
        return py.stmts("_n = _v", _n=name, _v=emit(e.value, c)) + body if body else []

    def _longest_link(self, e: n.Call, c: Context) -> ast.expr:
        """The least length by which things would hang together."""
        if self._unit.layout.areas == "terms":
            return py.expr("longest_link(m, _s)", _s=measured(e.args[0], c))
        return py.expr("longest_link(m, _s)", _s=walk(e.args[0], c))

    def _permission(self, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """What a permission says where no sentence says more."""
        if ref.normally is None or self._unit.value_parts.get(ref) or self._deep >= _DEEP:
            return []
        before: py.Body = []
        bound: dict[m.Variable, ast.expr] = {}
        for variable, arg in zip(ref.params, args, strict=True):
            bound[variable] = emit(arg, c)
            if not py.is_simple(bound[variable]):
                name = py.name(self._local())
                before += py.stmts("_n = _v", _n=name, _v=bound[variable])
                bound[variable] = name
        self._deep += 1
        body = self.read(ref.normally, wanted, Context(self._unit, bound))
        self._deep -= 1
        return before + body if body else []


def _fork(test: ast.expr, then: py.Body, otherwise: py.Body) -> py.Body:
    """One of two bodies, of which either may be empty."""
    if not then:
        return [py.when(py.negate(test), otherwise)] if otherwise else []
    return [py.when(test, then, otherwise or None)]


def _is_length(e: n.Expr) -> bool:
    t = some(e.type)
    return t.tag == "gap" or (t.tag == "number" and bool(t.name) and e.type.tag != "maybe")


def _unit(e: n.Expr) -> str:
    """The unit of a length; a gap is told in inches."""
    return some(e.type).name or "inches"


def _is_distance(e: n.Expr) -> bool:
    return isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "distance"


def _measures(e: n.Expr) -> int:
    """How much a side looks like what is measured, and not like the limit."""
    if some(e.type).tag == "gap":
        return 3
    if any(isinstance(x, n.Expr) and _is_distance(x) for x in descend(e)):
        return 2
    return 0 if isinstance(e, (n.Number, n.Attr, n.Name)) else 1
