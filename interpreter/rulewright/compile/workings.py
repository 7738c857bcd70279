"""Finds what an event computes with values and permissions: an explanation of the event shows how each of them was
computed.

Separate because only explanations evaluate again what an event evaluated.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.asking import asking
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.explained import Working


def workings(event: m.EventDef, c: Context) -> tuple[Working, ...]:
    """The fields of an event, and the parameters of events that it calls, whose value is that of a value or permission
    for fields of the event. `c`: the context of its block."""
    found: list[Working] = []
    for node in (node for s in event.do for node in descend(s)):
        if isinstance(node, n.Set) and isinstance(node.target, n.Name) and isinstance(node.value, n.Expr):
            if node.target.ref in event.fields:
                found += _working(event, event, event.fields.index(node.target.ref), node.value, c)
        elif isinstance(node, n.Call) and isinstance(node.ref, m.EventDef):
            for i, arg in enumerate(node.args):
                found += _working(event, node.ref, i, arg, c)
    return tuple(found)


def _working(event: m.EventDef, of: m.EventDef, field: int, value: n.Expr, c: Context) -> list[Working]:
    asked = asking(value)
    if asked is None or not c.unit.explains:
        return []
    key, args = asked
    names = [x for arg in args for x in descend(arg) if isinstance(x, n.Name) and isinstance(x.ref, m.Variable)]
    if not all(x.ref in event.fields or x.ref.role == "event" for x in names):
        return []
    unit = c.unit
    function = unit.fresh("t")
    unit.add(function, ["m", "r"], [py.give_back(py.tuple_of([emit(a, c) for a in args]))], value.span)
    return [Working(unit.layout.of(of), field, key, function)]
