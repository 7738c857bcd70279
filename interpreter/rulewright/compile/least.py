"""The least that a price can be, and how far a step can lead, as far as that is written down.

Separate because neither must be guessed: a search for the way to one place leaves out what is too far by them.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n


def least_of(value: m.ValueDef, unit: Unit) -> int:
    """A number that the value is never below; 0 where that cannot be told: no number that it may be is left out only if
    it has no steps, no sentence is about it, and it is written as numbers, with one for what no condition meets."""
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
    """A number of cells beyond which no step leads that the value gives, as the board counts when it ignores what lies
    between; 0 where that cannot be told: no sentence is about it, and it is written as what lies within a number of
    cells of where the step begins, or as some of that."""
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
