"""Types the statements that perform one action: give and end statuses, put, remove, create, perform, conclude, and
moments.

Separate from the statements that contain others: these do not depend on loops, or on what follows.
"""
from __future__ import annotations

from typing import assert_never

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.assign import Place
from rulewright.check.attributes import missing_field
from rulewright.check.calls import members_arguments
from rulewright.check.equality import may_carry
from rulewright.check.right_sides import give_status, read_create, read_place
from rulewright.check.standing import who_stands
from rulewright.check.subtyping import a
from rulewright.check.text import Text
from rulewright.check.types import Type
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.spelling import did_you_mean


def act(text: Text, node: variants.Act, place: Place, event: m.EventDef | m.ClassDef | None) -> None:
    """Types a statement that performs one action. `place` is the sort of block that contains it, `event` the current
    event."""
    match node:
        case n.Give():
            give_status(text, node)
        case n.EndStatus():
            _end(text, node)
        case n.Put():
            who = who_stands(text, node.what, "after `put`")
            node.what = who if node.prep == "at" else text.fit(who, t.ENTITY, "after `put`")
            node.place = read_place(text, node.place, node.prep, node.what, node.what.type)
        case n.Remove():
            node.what = text.wanted(node.what, t.ENTITY, "after `remove`")
        case n.CreateStatement():
            node.create.type = read_create(text, node.create)
        case n.Perform():
            _perform(text, node)
        case n.Moment():
            _moment(text, node, place, event)
        case n.Conclude():
            node.ref = text.world.scope.occasion(node.event)
            if node.ref is None:
                text.no_occasion(node.event, node.span)
        case _:
            assert_never(node)


def _end(text: Text, node: n.EndStatus) -> None:
    expr = node.status
    if isinstance(expr, n.Call) and expr.style == "of" and expr.name in text.world.pack.statuses:
        status = text.world.pack.statuses[expr.name]
        expr.ref, expr.type = status, t.set_of(t.STATUS)
        expr.args = tuple(text.expr(arg) for arg in expr.args)
        for arg in expr.args:
            if arg.type.tag == "maybe":
                text.may_be_none(arg)
            elif arg.type.tag not in ("entity", "player", "match", "unknown"):
                text.error("RW501", arg.span, f"{a(arg.type)} has no statuses")
            elif not may_carry(text, arg.type, status):
                text.error("RW501", arg.span, f"{a(arg.type)} never has {status.title}",
                           suspects=text.suspects(arg))
        return
    if isinstance(expr, n.Name) and expr.name not in text.names and expr.name in text.world.pack.statuses:
        expr.type = t.UNKNOWN
        text.error("RW501", expr.span, f"`end` does not say whose '{expr.name}' ends",
                   f"name the holder: `end {expr.name} of self`")
        return
    ended = expr.name if isinstance(expr, (n.Name, n.Call)) and not getattr(expr, "args", ()) else ""
    if ended not in text.names and ended in {**text.world.pack.events, **text.world.pack.classes}:
        expr.type = t.UNKNOWN
        text.error("RW501", expr.span, f"expected a status after `end`, found event '{ended}'",
                   f"write `conclude {ended}`")
        return
    node.status = text.wanted(expr, t.STATUS, "after `end`")


def _perform(text: Text, node: n.Perform) -> None:
    attr = node.text
    attr.target = text.wanted(attr.target, t.ENTITY, "after `perform`")
    attr.type = t.NOTHING
    target: Type = attr.target.type
    if target.tag != "entity":
        members_arguments(text, attr, [], "")
        return
    lineage = [kind for name in t.kinds_of(target) for kind in text.world.scope.lineage(name)]
    found = [next((kind for kind in text.world.scope.lineage(name) if attr.name in kind.texts), None)
             for name in t.kinds_of(target)]
    shapes = {tuple(one.type for one in kind.text_params.get(attr.name, ())) for kind in found if kind is not None}
    attr.ref = None if None in found else found[0]
    if len(shapes) > 1:
        text.error("RW504", attr.span, f"the texts '{attr.name}' of {a(target)} have different parameters",
                   f"test `{attr.target.span.words} is KIND` first")
        attr.ref = None
    elif attr.ref is None:
        known = [name for kind in lineage for name in kind.texts]
        text.error("RW504", attr.span, f"{a(target)} has no text '{attr.name}'",
                   did_you_mean(attr.name, known, "it has") or "declare it under `texts` of the kind",
                   missing=missing_field(text, target, attr.name))
    params = attr.ref.text_params.get(attr.name) if attr.ref is not None else None
    members_arguments(text, attr, params or [], f"text '{attr.name}'" if params is not None else "")


def _moment(text: Text, node: n.Moment, place: Place, event: m.EventDef | m.ClassDef | None) -> None:
    if place != "do" or not isinstance(event, m.EventDef):
        text.error("RW523", node.span, "a moment can only be in the `do` block of an event")
        return
    for name in node.needs:
        if name not in event.legal:
            text.error("RW453", node.span, f"{event.title} has no condition '{name}'",
                       did_you_mean(name, event.legal, "its conditions are") or "declare it under `legal`",
                       missing=Missing(name, event.title))
