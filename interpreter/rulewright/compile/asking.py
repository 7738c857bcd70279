"""Conditions that consist of one permission or value: if one fails, the explanation shows what failed inside it.

Separate because only explanations look inside; play evaluates such a condition as a whole.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse


def asking(e: n.Expr) -> tuple[str, list[n.Expr]] | None:
    """The key of the definition that a condition calls (`Program.texts`), and the arguments; None for any other
    condition, and for a condition that fails if the call is true."""
    match e:
        case n.Call(ref=m.PermissionDef() | m.ValueDef() as ref) if not e.named:
            args = list(e.args)
        case n.Relation(ref=m.PermissionDef() as ref, negated=False):
            args = [e.left, e.right]
        case n.Is(ref=("unary", m.PermissionDef() as ref), negated=False):
            args = [e.left]
        case n.Is(ref=("binary", m.PermissionDef() as ref), right=n.Call() as other, negated=False):
            args = [e.left, other.args[0]]
        case _:
            return None
    if len(args) != len(ref.params):
        return None
    return f"{'value' if isinstance(ref, m.ValueDef) else 'permission'} {ref.id}", args


def parts(e: n.Expr) -> list[tuple[n.Expr, str]]:
    """The conjuncts of an expression, each with its words; names defined by `let` before them are repeated in each."""
    if isinstance(e, n.Binary) and e.op == "and":
        return [*parts(e.left), *parts(e.right)]
    if isinstance(e, n.LetIn):
        return [
            (n.LetIn(e.span, e.name, e.value, one, type=one.type, ref=e.ref), words) for one, words in parts(e.body)
        ]
    return [(e, unparse(e))]
