"""The least that a value can be, as far as that is written down.

Separate because it must not be guessed: a search for the way to one place leaves out what is too far by it.
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
