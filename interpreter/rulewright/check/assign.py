"""Reads the left side of `set`: what may be changed, where, and of which type the new value has to be.

Separate because the right to change is the heart of the language: fields of entities are changed by the texts of events
alone, so that everything that happens is an event.
"""
from __future__ import annotations

from typing import Literal

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.facts import key
from rulewright.check.fitting import a
from rulewright.check.names import infer_name
from rulewright.check.text import Text
from rulewright.check.types import Type
from rulewright.effects import nodes as n

# Whose text a block is: an event's own (`do`, `ends`), a reaction's of one phase, a status's `ends`, a check's, a
# sheet's, or that of a content test, which has the rights of an event.
Place = Literal["do", "ends", "before", "instead", "at", "after", "ended", "status", "check", "sheet", "test"]
OWN = ("do", "ends", "test")


def read_target(text: Text, target: n.Expr, place: Place, event: m.EventDef | m.ClassDef | None) -> n.Expr:
    """The target with its type (`unknown` where it cannot be set, after a report). The type is the declared one,
    whatever is known of the present value."""
    before = text.facts
    # Of the target itself nothing is known: it may be set to all that its type allows. What it depends on is narrowed.
    text.facts = {known: fact for known, fact in before.items() if known != key(target)}
    if isinstance(target, n.Name):
        target = _name(text, target, place, event)
    elif isinstance(target, n.Attr):
        target = _attr(text, target, place)
    elif isinstance(target, n.Index):
        target = _index(text, target, place, event)
    else:
        target = text.expr(target)
        text.error("RW515", target.span, "this cannot be set", "a local, a field or an attribute can")
        target.type = t.UNKNOWN
    text.facts = before
    return target


def _name(text: Text, target: n.Name, place: Place, event: m.EventDef | m.ClassDef | None) -> n.Expr:
    variable = text.names.get(target.name)
    is_known = variable is not None or bool(text.world.scope.valued(target.name))
    typed = text.expr(target) if is_known else infer_name(text, target, None, is_target=True)
    if variable is None or typed.type.tag == "unknown":
        if variable is None and typed.type.tag != "unknown":
            text.error("RW515", target.span, f"'{target.name}' is {a(typed.type)} of the pack and cannot be set")
        typed.type = t.UNKNOWN
        return typed
    related = [(variable.span, "declared here")] if variable.span is not None else []
    if variable.role == "local":
        if variable not in text.lets:
            text.error("RW515", target.span, f"'{target.name}' is bound by a loop or a choice and cannot be set",
                       "make a local of your own with `let`", related)
            typed.type = t.UNKNOWN
        return typed
    problem: tuple[str, str | None] | None = None
    if variable.role == "field" and event is not None:
        problem = _field(variable, place, event)
    elif variable.role == "field":
        problem = (f"'{target.name}' cannot be set here", None)
    else:
        problem = (f"'{target.name}' cannot be set: it is given to this text", "make a local of your own with `let`")
    if problem is not None:
        text.error("RW515", target.span, problem[0], problem[1], related)
        typed.type = t.UNKNOWN
    return typed


def _field(variable: m.Variable, place: Place, event: m.EventDef | m.ClassDef) -> tuple[str, str | None] | None:
    """Why a field of the event at hand cannot be set, with a hint; None if it can."""
    is_param = any(one is variable for one in event.params)
    if place in OWN:
        if is_param:
            return (f"'{variable.id}' is a parameter: {event.title} cannot change what it was called with",
                    "make a local of your own with `let`")
        return None
    if is_param:
        if place == "before":
            return None
        return f"the parameter '{variable.id}' can only be set before {event.title}", "react with `before`"
    return (f"only {event.title} itself sets what it gives, and '{variable.id}' is that",
            "let a `value` decide it, which this can modify")


def _attr(text: Text, target: n.Attr, place: Place) -> n.Expr:
    typed = text.expr(target)
    attribute = typed.ref
    if typed.type.tag == "unknown":
        return typed
    if not isinstance(attribute, m.Attribute):
        hint = None
        if isinstance(attribute, m.Variable):
            hint = "an event sets its own `gives` by their names; its record is only read"
        elif isinstance(typed, n.IfElse):  # it is read of each kind apart
            said = " ".join(target.target.span.text.split())
            hint = f"what it is has to be known where it is written: test `{said} is ..` first"
        text.error("RW515", target.span, f"'{target.name}' cannot be set", hint)
    elif attribute.storage not in ("state", "row"):
        text.error("RW515", target.span, f"'{attribute.id}' is never set: it is {_stored(attribute)}",
                   "`swap_sheet(x, SHEET)` lets it show another" if attribute.id == "sheet" else
                   "only fields of `state` change",
                   [(attribute.span, "declared here")] if attribute.span is not None else [])
    elif place not in OWN:
        text.error("RW520", target.span, f"{whose(place)} cannot change fields; only an event can",
                   "move this line to an event and call the event here")
    else:
        return typed
    typed.type = t.UNKNOWN
    return typed


def _index(text: Text, target: n.Index, place: Place, event: m.EventDef | m.ClassDef | None) -> n.Expr:
    target.target = read_target(text, target.target, place, event)
    whole: Type = target.target.type
    if whole.tag != "per":
        target.key = text.expr(target.key)
        if whole.tag != "unknown":
            hint = "`set` the whole list" if whole.tag == "list" else None
            text.error("RW504", target.span, f"nothing is set in {a(whole)} by a key: only in `T per K`", hint)
        target.type = t.UNKNOWN
        return target
    target.key = text.wanted(target.key, whole.args[1], "as the key")
    target.type = whole.args[0]
    return target


def _stored(attribute: m.Attribute) -> str:
    return {"printed": "printed", "formula": "a formula", "part": "a part", "whole": "what the part belongs to",
            "owner": "whose it is", "place": "where it stands, which `put` changes", "sheet": "its definition"}.get(
                attribute.storage, "given")


def whose(place: Place) -> str:
    """Whose text a block is, in words."""
    return {"status": "the end of a status", "check": "a check", "sheet": "a text of a sheet"}.get(place, "a reaction")
