"""Conditions on a place that are a set of places by their form: of storeys, and of places where nothing stands.

Separate because each is a form of words with one template; what they have in common stands in `compile.places`.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.builtins import kind_in
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.operands import bits
from rulewright.compile.sentences import mentions
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import MIRRORED

# Of `level(x) < n` the lowest and the highest storey.
_LEVELS = {
    "is": "m.board.levels_between(_a, _n, _n)",
    "<": "m.board.levels_between(_a, 0, _n - 1)",
    "<=": "m.board.levels_between(_a, 0, _n)",
    ">": "m.board.levels_between(_a, _n + 1)",
    ">=": "m.board.levels_between(_a, _n)",
}


def on_levels(op: str, left: n.Expr, right: n.Expr, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
    """Those of some places that lie on storeys as `level(x) < n` says; None of any other condition."""
    if _is_call_of(right, "level", of):
        op, left, right = MIRRORED[op], right, left
    if not _is_call_of(left, "level", of) or mentions(right, of) or op not in _LEVELS:
        return None
    return py.expr(_LEVELS[op], _a=given, _n=emit(right, c))


def in_column(e: n.Call, of: m.Variable, given: ast.expr, c: Context) -> ast.expr | None:
    """Those of some places above and below which no place of an area lies: `is_empty(common(column(x), area))`."""
    common = e.args[0]
    if not (_is_builtin(common, "common") and isinstance(common, n.Call) and len(common.args) == 2):
        return None
    one, other = common.args
    if _is_call_of(other, "column", of):
        one, other = other, one
    if not _is_call_of(one, "column", of) or mentions(other, of):
        return None
    return area("minus", _a=given, _b=py.expr("m.board.column_of(_s)", _s=bits(other, c)))


def standing_there(e: n.Call, of: m.Variable) -> bool:
    """Whether it asks of what stands in the very place: `is_empty(things_at(x))`, `is_empty(pieces_in(x))`."""
    inner = e.args[0]
    if not (isinstance(inner, n.Call) and len(inner.args) == 1 and _is(inner.args[0], of)):
        return False
    return _is_builtin(inner, "things_at") or kind_in(inner) is not None


def stands_at(e: n.Expr, thing: m.Variable, of: m.Variable) -> bool:
    """Whether it asks if a thing stands in the very place: `x.place is y`."""
    if not (isinstance(e, n.Is) and e.ref and e.ref[0] == "equal" and not e.negated):
        return False
    one, other = (e.left, e.right) if _is(e.right, of) else (e.right, e.left)
    return _is(other, of) and (
        isinstance(one, n.Attr)
        and isinstance(one.ref, m.Attribute)
        and (one.ref.storage, some(one.ref.type).tag) == ("place", "place")
        and _is(one.target, thing)
    )


def _is_call_of(e: n.Expr, name: str, of: m.Variable) -> bool:
    return _is_builtin(e, name) and isinstance(e, n.Call) and _is(e.args[0], of)


def _is_builtin(e: n.Expr, name: str) -> bool:
    return isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == name


def _is(e: n.Expr, of: m.Variable) -> bool:
    """Whether it is the variable, or a set of it alone."""
    if isinstance(e, n.SetOf) and len(e.items) == 1:
        return _is(e.items[0], of)
    return isinstance(e, n.Name) and e.ref is of
