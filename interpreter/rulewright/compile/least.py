"""The least possible price of a step, and the greatest possible length of one, as far as the code shows them.

Separate because neither may be a guess: a search for the way to one place uses them to skip what is too far away.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n


def least_of(value: m.ValueDef, unit: Unit) -> int:
    """A number that the value is never below; 0 if unknown. It is known only if the value has no steps and no modifiers
    and is written as numbers, including one for the case that no condition is met."""
    if value.steps or unit.value_parts.get(value):
        return 0
    if value.start is not None:
        return _least(value.start)
    if not any(row.condition is None for row in value.rows):
        return 0
    return min(_least(row.value) for row in value.rows)


def _least(e: n.Expr) -> int:
    match e:
        case n.Number():
            return max(e.value, 0)
        case n.IfElse():
            return min(_least(e.then), _least(e.otherwise))
        case _:
            return 0


def farthest_of(ways: m.ValueDef, unit: Unit) -> int:
    """A number of cells such that no step returned by the value leads farther, as the board counts when obstacles are
    ignored; 0 if unknown. It is known only if the value has no modifiers and is written as the places within a number
    of cells of where the step begins, or as some of those."""
    if ways.steps or ways.start is None or unit.value_parts.get(ways):
        return 0
    return _farthest(ways.start, ways.params[-1])


def _farthest(e: n.Expr, here: m.Variable) -> int:
    match e:
        case n.Call(ref=m.BuiltinDef(id="burst"), args=(n.Name(ref=around), n.Number() as far)) if around is here:
            return max(far.value, 0)
        case n.Comprehension(kind="all", element=None, bindings=(binding,)):
            return _farthest(binding.source, here)
        case n.IfElse():
            one, other = _farthest(e.then, here), _farthest(e.otherwise, here)
            return max(one, other) if one and other else 0
        case _:
            return 0
