"""Speeds up loops over the entities of a plane: finds in one lookup all entities that overlap, touch or are near
something that does not change in the loop.

The law: in a loop over x, the tests `overlapping(x, A)`, `touching(x, A)` and `x within N of A` become `x in near` if
neither A nor N mentions a name of the loop. `near` contains all entities of the table for which the test is true; it is
computed on first use. A test changes nothing and the table does not change during the loop, so the result is the same.
Guards of A (`q is not none and ..`) still come before it.

Separate because on cells such a test compares two sets of places, which costs nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rulewright.check import model as m
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.builtins_terms import AT_ONCE, measured
from rulewright.compile.context import Context
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.space.forms import Areas

# By representation of areas: the functions that find all entities for which a builtin, or `within`, is true.
_FUNCTIONS: Final[Mapping[Areas, Mapping[str, str]]] = {"bits": {}, "terms": {**AT_ONCE, "within": "those_within"}}


@dataclass(slots=True)
class AtOnce:
    """The tests of one loop. `before` are the statements to run before it, `names` the names that these bind."""

    bound: Sequence[m.Variable]
    c: Context
    before: py.Body = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    @property
    def _functions(self) -> Mapping[str, str]:
        return _FUNCTIONS[self.c.unit.layout.areas]

    def test(self, e: n.Expr) -> ast.expr:
        """A condition of the loop."""
        if self._functions:
            if isinstance(e, n.Binary) and e.op in ("and", "or"):
                made = [self.test(e.left), self.test(e.right)]
                return ast.BoolOp(ast.And() if e.op == "and" else ast.Or(), made)
            if isinstance(e, n.Unary) and e.op == "not":
                return py.negate(self.test(e.operand))
            asked = self._asked(e)
            if asked is not None:
                return asked
        made_alone: ast.expr = self.c.unit.emit(e, self.c)
        return made_alone

    def _asked(self, e: n.Expr) -> ast.expr | None:
        if isinstance(e, n.Within):
            return self._near(e, self._functions["within"], e.left, e.right, e.amount)
        if isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id in self._functions:
            return self._near(e, self._functions[e.ref.id], *e.args)
        return None

    def _near(self, e: n.Expr, function: str, one: n.Expr, other: n.Expr, *more: n.Expr) -> ast.expr | None:
        """The test as a lookup in `near`; None if it has another form."""
        thing, against = (one, other) if self._is_bound(one) else (other, one)
        if not self._is_bound(thing) or any(self._mentions(x) for x in (against, *more)):
            return None
        c = self.c
        name = c.unit.fresh("near")
        self.names.append(name)
        self.before += py.stmts("_n = None", _n=py.name(name))
        found = py.call(function, py.name("m"), measured(against, c), *(c.unit.emit(x, c) for x in more))
        made = py.expr("_x in (_n if _n is not None else (_n := _f))",
                       _x=c.unit.emit(thing, c), _n=py.name(name), _f=found)  # fmt: skip
        return py.call("same", made, c.unit.emit(e, c)) if c.unit.verify else made

    def _is_bound(self, e: n.Expr) -> bool:
        return isinstance(e, n.Name) and e.ref in self.bound and some(e.type).tag == "entity"

    def _mentions(self, e: n.Expr) -> bool:
        return any(isinstance(x, n.Name) and x.ref in self.bound for x in descend(e))
