"""Types the left side of `set`: what can be changed, where, and which type the new value must have.

Separate because the right to change is central to the language: only blocks of events change fields of entities, so
everything that happens is an event.
"""
from __future__ import annotations

from typing import Literal

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.facts import key
from rulewright.check.names import infer_name
from rulewright.check.subtyping import a
from rulewright.check.text import Text
from rulewright.check.types import Type
from rulewright.effects import nodes as n

# The owner of a block: an event (`do`, `ends`), a reaction in one phase, the `ends` of a status, a check, a text of a
# sheet, or a content test, which has the rights of an event.
Place = Literal["do", "ends", "before", "instead", "at", "after", "ended", "status", "check", "sheet", "test"]
OWN = ("do", "ends", "test")


def read_target(text: Text, target: n.Expr, place: Place, event: m.EventDef | m.ClassDef | None) -> n.Expr:
    """The target with its type, or `unknown` after a report if it cannot be set. The type is the declared one, whatever
    is known about the current value."""
    before = text.facts
    # Nothing is known about the target itself: it may be set to any value of its type. What it depends on stays
    # narrowed.
    text.facts = {known: fact for known, fact in before.items() if known != key(target)}
    if isinstance(target, n.Name):
        target = _name(text, target, place, event)
    elif isinstance(target, n.Attr):
        target = _attr(text, target, place)
    elif isinstance(target, n.Index):
        target = _index(text, target, place, event)
    else:
        target = text.expr(target)
        text.error("RW515", target.span, "this cannot be set", "set a local, a field or an attribute")
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
                       "declare your own local with `let`", related)
            typed.type = t.UNKNOWN
        return typed
    problem: tuple[str, str | None] | None = None
    if variable.role == "field" and event is not None:
        problem = _field(variable, place, event)
    elif variable.role == "field":
        problem = (f"'{target.name}' cannot be set here", None)
    else:
        problem = (f"'{target.name}' cannot be set: it is passed to this code", "declare your own local with `let`")
    if problem is not None:
        text.error("RW515", target.span, problem[0], problem[1], related)
        typed.type = t.UNKNOWN
    return typed


def _field(variable: m.Variable, place: Place, event: m.EventDef | m.ClassDef) -> tuple[str, str | None] | None:
    """Why a field of the current event cannot be set, with a hint; None if it can be set."""
    is_param = any(one is variable for one in event.params)
    if place in OWN:
        if is_param:
            return (f"'{variable.id}' is a parameter: {event.title} cannot change what it was called with",
                    "declare your own local with `let`")
        return None
    if is_param:
        if place == "before":
            return None
        return f"the parameter '{variable.id}' can only be set before {event.title}", "react with `before`"
    return (f"only {event.title} itself can set its result '{variable.id}'",
            "compute it with a `value`, which this can modify")


def _attr(text: Text, target: n.Attr, place: Place) -> n.Expr:
    typed = text.expr(target)
    attribute = typed.ref
    if typed.type.tag == "unknown":
        return typed
    if not isinstance(attribute, m.Attribute):
        hint = None
        if isinstance(attribute, m.Variable):
            hint = "set a result inside its event, by its name; a record can only be read"
        elif isinstance(typed, n.IfElse):  # it is read separately for each kind
            said = target.target.span.words
            hint = f"test its kind first: `{said} is ..`"
        text.error("RW515", target.span, f"'{target.name}' cannot be set", hint)
    elif attribute.storage not in ("state", "row"):
        text.error("RW515", target.span, f"'{attribute.id}' cannot be set: it is {_stored(attribute)}",
                   "write `swap_sheet(x, SHEET)`" if attribute.id == "sheet" else
                   "set a field of `state` instead",
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
            text.error("RW504", target.span, f"{a(whole)} cannot be set by a key: only `T per K` can", hint)
        target.type = t.UNKNOWN
        return target
    target.key = text.wanted(target.key, whole.args[1], "as the key")
    target.type = whole.args[0]
    return target


def _stored(attribute: m.Attribute) -> str:
    return {"printed": "printed", "formula": "a formula", "part": "a part", "whole": "what the part belongs to",
            "owner": "who owns the thing", "place": "where the thing is, which `put` changes",
            "sheet": "the sheet that the thing shows"}.get(attribute.storage, "given")


def whose(place: Place) -> str:
    """The owner of a block, for messages."""
    return {"status": "the end of a status", "check": "a check", "sheet": "a text of a sheet"}.get(place, "a reaction")
