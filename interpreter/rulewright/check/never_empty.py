"""Determines whether a source of a loop or choice can never be empty: usually a range of numbers.

Separate because a `choose one` from an empty source ends its block; only here is it known that this cannot happen.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.effects import nodes as n


def never_empty(source: n.Expr) -> bool:
    """Whether it certainly contains something."""
    match source:
        case n.Call(ref=m.BuiltinDef(id="numbers"), args=(n.Number(value=first), last)):
            least = _least(last)
            return least is not None and first <= least
        case n.Call(ref=m.BuiltinDef(id="members_of")) | n.SetOf() | n.Name(ref=m.BuiltinDef(id="players")):
            return True
    return False


def _least(e: n.Expr) -> int | None:
    """A lower bound of an expression; None if there is none."""
    match e:
        case n.Number():
            return e.value
        case n.Call(ref=m.BuiltinDef(id="size")) | n.Comprehension(kind="count"):
            return 0
        case n.Call(ref=m.BuiltinDef(id="most")):
            known = [one for arg in e.args if (one := _least(arg)) is not None]
            return max(known) if known else None
        case n.Call(ref=m.BuiltinDef(id="least")):
            return _all_least(e.args)
        case n.IfElse():
            return _all_least((e.then, e.otherwise))
        case n.Binary(op="+"):
            left, right = _least(e.left), _least(e.right)
            return None if left is None or right is None else left + right
    return None


def _all_least(several: tuple[n.Expr, ...]) -> int | None:
    found = [_least(one) for one in several]
    return None if None in found else min(one for one in found if one is not None)
