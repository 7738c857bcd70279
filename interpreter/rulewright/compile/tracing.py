"""Reads a condition part by part, for functions that explain it: what is evaluated where, in the order of play.

Separate because several explanations walk through a condition in the same way and note different things. A reader
returns statements; each part is evaluated as in the condition, so what is to the right of a test is read after that
test.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from rulewright.check import model as m
from rulewright.check.types import is_several
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.following import default_of
from rulewright.compile.loops import helper
from rulewright.compile.operands import walk
from rulewright.effects import nodes as n


class Tracer(ABC):
    """One walk through one condition. `read` returns the statements that note what to show of a part whose result is
    not the `wanted` one. Subclasses decide what is noted for parts without parts (`leaf`), loops and permissions."""

    def __init__(self, c: Context) -> None:
        self.unit = c.unit
        self.bound: list[str] = []  # Python names that the statements bind
        self._deep = 0

    def read(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """What is noted for a part."""
        match e:
            case n.Unary(op="not"):
                return self.read(e.operand, not wanted, c)
            case n.Binary(op="and" | "or"):
                return self.both(e, wanted, c)
            case n.Quantified():
                return self.quantified(e, wanted, c)
            case n.IfElse(default=False):
                return self.either(e, wanted, c)
            case n.Supposing():
                return self.supposing(e, wanted, c)
            case n.LetIn():
                return self.let(e, wanted, c)
        found = permission_asked(e)
        if found is not None:
            ref, args, negated = found
            return self.permission(e, ref, args, wanted is not negated, c)
        return self.leaf(e, wanted, c)

    @abstractmethod
    def leaf(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """What is noted for a part that has no parts itself."""

    @abstractmethod
    def quantified(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """What is noted for a loop."""

    @abstractmethod
    def permission(self, e: n.Expr, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """What is noted for a call of a permission."""

    def both(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        """For `and` and `or`, the parts that are responsible."""
        left, right = self.read(e.left, wanted, c), self.read(e.right, wanted, c)
        if (e.op == "and") is not wanted:  # either would be enough, and neither has the wanted result
            return left + right
        if not left and not right:
            return []
        return fork(emit(e.left, c), right, left) if wanted else fork(emit(e.left, c), left, right)

    def either(self, e: n.IfElse, wanted: bool, c: Context) -> py.Body:
        """For a choice, the side that is evaluated."""
        return fork(emit(e.condition, c), self.read(e.then, wanted, c), self.read(e.otherwise, wanted, c))

    def supposing(self, e: n.Supposing, wanted: bool, c: Context) -> py.Body:
        """What is noted for entities at supposed places."""
        body = self.read(e.body, wanted, c)
        if not body:
            return []
        past, who = py.name(self.local()), py.name(self.local())
        several = "_all" if is_several(e.who.type) else ""
        back = "resume_all(m, _p)" if several else "resume(m, _w, _p)"
        return py.stmts(
            f"_w = _x\n_p = suppose{several}(m, _w, _f)\ntry:\n    _body\nfinally:\n    {back}",
            _w=who, _p=past, _x=emit(e.who, c), _f=emit(e.place, c), _body=body,
        )  # fmt: skip

    def let(self, e: n.LetIn, wanted: bool, c: Context) -> py.Body:
        """What is noted for an expression that names a part."""
        inner, name = c.inner(), py.name(self.local())
        inner.bind(e.ref, name)
        body = self.read(e.body, wanted, inner)
        return py.stmts("_n = _v", _n=name, _v=emit(e.value, c)) + body if body else []

    def of_each(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """What is noted for the condition of a loop on each item; `c` knows the item."""
        asked, is_wanted = (e.has, wanted) if e.kind == "every" else (e.where, wanted is (e.kind == "some"))
        return self.read(asked, is_wanted, c) if asked is not None else []

    def loop(self, e: n.Quantified, name: str, tests: list[ast.expr], body: py.Body, c: Context) -> py.Body:
        """Iterates like the loop, with the `name` of each item: a body for those that pass tests."""
        if not body:
            return []
        self.bound.append(name)
        body = [py.when(py.both(tests), body)] if tests else body
        return [ast.For(ast.Name(name, ast.Store()), walk(e.binding.source, c), body, [], None)]

    def followed(self, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """What is noted inside of a permission, from its default; nothing if that is nested too deep."""
        default = default_of(ref, self._deep)
        if default is None:
            return []
        before, inner = self.called(ref, args, c)
        self._deep += 1
        body = self.read(default, wanted, inner)
        self._deep -= 1
        return before + body if body else []

    def called(self, ref: m.PermissionDef, args: list[n.Expr], c: Context) -> tuple[py.Body, Context]:
        """The context inside of a permission, and the statements that bind its parameters."""
        before: py.Body = []
        bound: dict[m.Variable, ast.expr] = {}
        for variable, arg in zip(ref.params, args, strict=True):
            bound[variable] = emit(arg, c)
            if not py.is_simple(bound[variable]):
                name = py.name(self.local())
                before += py.stmts("_n = _v", _n=name, _v=bound[variable])
                bound[variable] = name
        return before, Context(self.unit, bound)

    def local(self) -> str:
        """A new Python name."""
        name = self.unit.fresh("v")
        self.bound.append(name)
        return name

    def function(self, body: py.Body, c: Context, span: object) -> ast.expr:
        """The call of a function that returns the list of what the statements note in `found`."""
        whole = [*py.stmts("found = []"), *body, *py.stmts("return found")]
        return helper(c, whole, ["found", *self.bound], span)


def permission_asked(e: n.Expr) -> tuple[m.PermissionDef, list[n.Expr], bool] | None:
    """The permission that an expression calls, the arguments, and whether the call is negated; else None."""
    match e:
        case n.Call(ref=m.PermissionDef() as ref) if not e.named:
            found = ref, list(e.args), False
        case n.Relation(ref=m.PermissionDef() as ref):
            found = ref, [e.left, e.right], e.negated
        case n.Is(ref=("unary", m.PermissionDef() as ref)):
            found = ref, [e.left], e.negated
        case n.Is(ref=("binary", m.PermissionDef() as ref), right=n.Call() as other):
            found = ref, [e.left, other.args[0]], e.negated
        case _:
            return None
    return found if len(found[1]) == len(ref.params) else None


def fork(test: ast.expr, then: py.Body, otherwise: py.Body) -> py.Body:
    """An `if` with two bodies, of which either may be empty."""
    if not then:
        return [py.when(py.negate(test), otherwise)] if otherwise else []
    return [py.when(test, then, otherwise or None)]
