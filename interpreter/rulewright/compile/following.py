"""Follows permissions, for readers of conditions: a default is read as if it were written where it is called.

A permission may be followed if it has a default, if no modifiers can change its result, if few enough are being
followed around it, and if each argument is what is searched for or does not depend on that.

Separate because readers of spots, of ways and of formations look for different things, and follow permissions alike.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Final, Self

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.sentences import mentions_any
from rulewright.effects import nodes as n

_MOST: Final = 4  # permissions within permissions that are read


def default_of(ref: m.PermissionDef, deep: int, unit: Unit | None = None) -> n.Expr | None:
    """What is read for a permission within `deep` others, or None; with a `unit`, modifiers prevent it, a cache not."""
    return None if deep >= _MOST or (unit is not None and unit.value_parts.get(ref)) else ref.normally


@dataclass
class Reader:
    """Reads one condition on what is searched for, which has some names in it."""

    names: frozenset[m.Variable]
    c: Context
    deep: int = field(default=0, kw_only=True)

    def depends(self, e: n.Node) -> bool:
        """Whether an expression depends on what is searched for."""
        return mentions_any(e, self.names)

    def is_named(self, e: n.Expr) -> bool:
        """Whether it is what is searched for; as an argument, the parameter is another name of it."""
        return isinstance(e, n.Name) and e.ref in self.names

    def inside(self, ref: m.PermissionDef, args: tuple[n.Expr, ...]) -> tuple[n.Expr, Self] | None:
        """What is read for a permission with some arguments, and its reader; None if it may not be followed."""
        body = default_of(ref, self.deep, self.c.unit)
        if body is None:
            return None
        own, names = Context(self.c.unit), set[m.Variable]()
        for variable, arg in zip(ref.params, args, strict=True):
            if self.is_named(arg):
                names.add(variable)
                if not isinstance(arg, n.Name) or arg.ref not in self.c.env:
                    continue  # nothing is evaluated for it: an area is looked for
            elif self.depends(arg):
                return None
            own.bind(variable, emit(arg, self.c))
        return body, replace(self, names=frozenset(names), c=own, deep=self.deep + 1)

    def known(self, e: n.Expr, op: str) -> list[ast.expr]:
        """What is known if all parts of `a and b ..` are true, or none of `a or b ..`, as far as it does not depend on
        what is searched for: that something is not none, which the parts after it may rely on."""
        if isinstance(e, n.Binary) and e.op == op:
            return [*self.known(e.left, op), *self.known(e.right, op)]
        if self.depends(e):
            return []
        return [emit(e, self.c) if op == "and" else py.negate(emit(e, self.c))]
