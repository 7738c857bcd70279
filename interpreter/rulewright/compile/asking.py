"""Conditions that only ask a permission or a value: whoever is told that one fails is told what failed inside.

Separate because only explanations go down into what a condition asks: play asks it whole.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse


def asking(e: n.Expr) -> tuple[str, list[n.Expr]] | None:
    """The key of the text that a condition asks (`Program.texts`), and what it is asked of; None for any other
    condition, and for one that fails where what it asks holds."""
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
    """What must all hold for an expression to, each with its words; what is let before them stands in each."""
    if isinstance(e, n.Binary) and e.op == "and":
        return [*parts(e.left), *parts(e.right)]
    if isinstance(e, n.LetIn):
        return [
            (n.LetIn(e.span, e.name, e.value, one, type=one.type, ref=e.ref), words) for one, words in parts(e.body)
        ]
    return [(e, unparse(e))]
