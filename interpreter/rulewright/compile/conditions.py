"""Compiles the conditions of an event: the named ones of its `legal`, the forbids of the pack, and what lifts both.

Separate because a call tests them before the event exists: its parameters are arguments, and it has no results yet.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit, args_context, params
from rulewright.compile.explaining import conjunct, listing
from rulewright.compile.expressions import emit
from rulewright.compile.layout import initial, place_of
from rulewright.compile.legality import condition_names, sentences_on
from rulewright.compile.loops import helper
from rulewright.compile.sentences import sentence_holders
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts
from rulewright.program import Condition


def event_context(event: m.EventDef, unit: Unit) -> Context:
    """Parameters of an event as arguments. At a call there are no results yet: `gives` have their initial values."""
    c = args_context(unit, event.params)
    for variable in event.gives:
        c.bind(variable, py.const(initial(variable.type, unit.layout.pack)))
    return c


def _for_event(s: m.SentenceDef, event: m.EventDef, c: Context) -> Context:
    """A modifier on a class reads the class's names: they are the event's first parameters."""
    if isinstance(s.target, m.ClassDef):
        inner = c.inner()
        for own, first in zip(s.target.params, event.params, strict=False):
            inner.bind(own, c.look_up(first))
        return inner
    return c


def waived(event: m.EventDef, name: str, c: Context) -> ast.expr | None:
    """Whether a modifier lifts a named condition: a tree, or None if none ever does."""
    mine = [s for s in sentences_on(event, c.unit, "waive") if s.label == name]
    if not mine:
        return None
    body: py.Body = []
    for s in mine:
        body += sentence_holders(s, _for_event(s, event, c), lambda _: py.stmts("return True"))
    return helper(c, body + py.stmts("return False"), py.bound(body), event.span)


def condition(event: m.EventDef, name: str, c: Context) -> ast.expr:
    """A named condition, including what may lift it."""
    test = emit(event.legal[name], c)
    lifted = waived(event, name, c)
    return test if lifted is None else ast.BoolOp(ast.Or(), [test, lifted])


def forbidden(s: m.SentenceDef, event: m.EventDef, c: Context) -> ast.expr:
    """Whether one forbid is true: a tree."""
    body = sentence_holders(s, _for_event(s, event, c), lambda _: py.stmts("return True"))
    return helper(c, body + py.stmts("return False"), py.bound(body), s.span)


def compile_conditions(event: m.EventDef, unit: Unit) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """`N<i>(m, args, skip)`, and the same conditions one by one for `why not`. No function if there are none."""
    c = event_context(event, unit)
    names = params(len(event.params))
    bits = condition_names(event, unit)
    body: py.Body = []
    conditions: list[Condition] = []
    for name, e in event.legal.items():
        test = py.negate(condition(event, name, c))
        body += py.stmts("if not skip & _b and _t:\n    return False", _b=py.const(1 << bits[name]), _t=test)
        parts = tuple((conjunct(x, c, names, unit, True), place_of(x.span), unparse(x)) for x in conjuncts(e))
        says = event.says.get(name, {})
        conditions.append(Condition(name, parts, f"event {event.id}", place_of(e.span), says))
    forbids: list[Condition] = []
    for s in sentences_on(event, unit, "forbid"):
        inner = _for_event(s, event, c)
        test = forbidden(s, event, c)
        if s.label is not None:
            lifted = waived(event, s.label, c)
            test = test if lifted is None else py.both([test, py.negate(lifted)])
            body += py.stmts("if not skip & _b and _t:\n    return False", _b=py.const(1 << bits[s.label]), _t=test)
        else:
            body += py.stmts("if _t:\n    return False", _t=test)
        part = listing(s, inner, names, unit)
        why = ((part.listing, part.place, part.text),)
        says = event.says.get(s.label or "", {} if s.label else part.names)
        forbids.append(Condition(s.label or "", why, part.definition, part.place, says=says))
    if body:
        unit.add(unit.layout.function("N", event), ["m", *names, "skip"], body + py.stmts("return True"), event.span)
    return tuple(conditions), tuple(forbids)


def collect_labels(pack: m.PackDef, unit: Unit) -> None:
    """Collects names of forbids by event, so that `despite` and `waive` know their bits."""
    for event in pack.events.values():
        labels = [s.label for s in sentences_on(event, unit, "forbid") if s.label is not None]
        unit.labels[event] = tuple(dict.fromkeys(labels))
