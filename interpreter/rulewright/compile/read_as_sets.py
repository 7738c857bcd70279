"""Conditions on a place that are a set of places by their form: those in which something stands, or nothing.

Separate because each is a form of words with one template; what they have in common stands in `compile.places`.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.builtins import kind_in
from rulewright.check.types import some
from rulewright.effects import nodes as n


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


def _is_builtin(e: n.Expr, name: str) -> bool:
    return isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == name


def _is(e: n.Expr, of: m.Variable) -> bool:
    """Whether it is the variable, or a set of it alone."""
    if isinstance(e, n.SetOf) and len(e.items) == 1:
        return _is(e.items[0], of)
    return isinstance(e, n.Name) and e.ref is of
