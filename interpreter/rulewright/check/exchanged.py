"""Finds exchanged parameters: arguments that are named like each other's parameter, one thing that is passed for two of
them, and events of a class whose first parameters are named differently from those of the class.

Types do not help if both are creatures. Names do, if both sides have some.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.source import Span

_DEFINITIONS = (m.EventDef, m.ValueDef, m.PermissionDef, m.TableDef, m.StatusDef)


class _Called(NamedTuple):
    """The target of a call: a definition, or a formula or text of sheets. `key` identifies it."""

    key: m.Symbol | str
    params: Sequence[m.Variable]
    title: str
    span: Span | None


class _CallOf(NamedTuple):
    """A call with its arguments in declared order."""

    args: tuple[n.Expr, ...]
    called: _Called


# Shorter names tell nothing: `closer(b, a)` next to `closer(a, b)` is meant as written.
_SHORTEST = 3
# Sorts of nodes that may be calls with arguments.
_CALLS = (n.Call, n.Attr, n.Perform)


def check_exchanged(world: World, texts: list[Text]) -> None:
    """Reports arguments and parameters that are exchanged. The trees are typed."""
    for text in texts:
        calls = text.once(_calls)
        for call in calls:
            _twice(world, text.owner, call)
        _turned_round(world, text, calls)
    for event in world.pack.events.values():
        for cls in event.classes:
            _of_class(world, event, cls)


def check_calls(world: World, text: Text) -> None:
    """Reports exchanged arguments in one tree, which is typed."""
    _turned_round(world, text, text.once(_calls))


def _turned_round(world: World, text: Text, calls: list[_CallOf]) -> None:
    if not calls:
        return
    at_hand = _at_hand(text.subject)
    # Code that calls it both ways means it both times.
    straight = {call.called.key for call in calls if _is_straight(call)}
    for call in calls:
        called = call.called
        if called.key not in straight and not at_hand & _family(called.key):
            related = [(called.span, "declared here")] if called.span is not None else []
            for first, second, param in _exchanged(world, call):
                world.warn("RW487", text.owner, first.span, f"'{_name(first)}' is passed as '{param.id}' of "
                           f"{called.title}, and '{_name(second)}' as '{_name(first)}'",
                           f"exchange them, or name the argument: `{param.id} = {first.span.words}`", related)


def _calls(text: Text) -> list[_CallOf]:
    return [call for node in text.of(_CALLS) if (call := _call(node)) is not None]


def _call(node: n.Node) -> _CallOf | None:
    """The call that a node makes, if it is a call with arguments."""
    match node:
        case n.Call(ref=ref, args=args) if isinstance(ref, _DEFINITIONS):
            return _CallOf(args, _Called(ref, ref.params, ref.title, ref.span))
        case n.Attr(ref=m.Attribute(storage="formula") as formula, args=tuple(args)):
            return _CallOf(args, _Called(formula, formula.params, f"formula '{formula.id}'", formula.span))
        case n.Perform(text=n.Attr(ref=m.KindDef() as kind, name=name, args=tuple(args))):
            params = kind.text_params.get(name, [])
            return _CallOf(args, _Called(name, params, f"text '{name}'", params[0].span if params else None))
    return None


def _twice(world: World, owner: m.Definition, call: _CallOf) -> None:
    """Reports an entity that is passed for two parameters: an attacker is rarely its own target. `self` may be
    intended."""
    called = call.called
    first: dict[m.Variable, m.Variable] = {}
    for arg, param in zip(call.args, called.params, strict=False):
        if not isinstance(arg, n.Name) or not isinstance(arg.ref, m.Variable) or arg.ref.role == "self":
            continue
        other = first.setdefault(arg.ref, param)
        if other is not param and param.type.tag == other.type.tag == "entity" and not _is_named(arg):
            related = [(called.span, "declared here")] if called.span is not None else []
            world.warn("RW439", owner, arg.span,
                       f"'{arg.name}' is both '{other.id}' and '{param.id}' of {called.title}",
                       f"name the other one; if it is intended, write `{param.id} = {arg.name}`", related)


def _at_hand(subject: object) -> set[m.Symbol | str]:
    """The definitions whose parameters are in scope by their own names: such code may be there to call one of them
    again with the roles exchanged."""
    match subject:
        case m.ReactionDef():
            return _family(subject.event)
        case m.SentenceDef():
            return _family(subject.target)
        case m.EventDef() | m.ValueDef() | m.PermissionDef() | m.Attribute() | str():
            return _family(subject)
    return set()


def _family(definition: m.Symbol | str) -> set[m.Symbol | str]:
    """A definition with the classes that it belongs to, or with the events that belong to it."""
    match definition:
        case m.EventDef():
            return {definition, *definition.classes}
        case m.ClassDef():
            return {definition, *definition.events}
    return {definition}


def _exchanged(world: World, node: _CallOf) -> Iterator[tuple[n.Expr, n.Expr, m.Variable]]:
    """Arguments that are named like a later parameter whose own argument is named like another one: each with that one,
    and the parameter that it is passed for."""
    params = node.called.params
    places = {param.id: place for place, param in enumerate(params)}
    given = [_name(arg) if not _is_named(arg) else "" for arg in node.args]
    for place, (param, name) in enumerate(zip(params, given, strict=False)):
        meant = places.get(name, place)
        if meant <= place or len(name) < _SHORTEST or meant >= len(given):
            continue
        other = given[meant]
        if other != name and other in places and places[other] != meant and len(other) >= _SHORTEST and (
                world.fitting.comparable(param.type, params[meant].type)):
            yield node.args[place], node.args[meant], param


def _is_straight(node: _CallOf) -> bool:
    """Whether two or more arguments are named like their own parameters, and none like another's."""
    params = node.called.params
    names = {param.id for param in params}
    own = [_name(arg) == param.id for arg, param in zip(node.args, params, strict=False) if _name(arg) in names]
    return len(own) > 1 and all(own)


def _name(node: n.Expr) -> str:
    """The name of an argument, "" if it has none."""
    match node:
        case n.Name(ref=m.Variable()):
            return node.name
        case n.Attr(args=None, ref=m.Variable() | m.Attribute()):
            return node.name
    return ""


def _is_named(arg: n.Expr) -> bool:
    """Whether it is a named argument."""
    text, at = arg.span.source.text, arg.span.start - 1
    while at >= 0 and text[at].isspace():
        at -= 1
    return text[max(at, 0)] == "="


def _of_class(world: World, event: m.EventDef, cls: m.ClassDef) -> None:
    """Reports events whose first parameters match those of their class by type, but not by name."""
    own = {param.id: place for place, param in enumerate(event.params)}
    for place, (param, meant) in enumerate(zip(event.params, cls.params, strict=False)):
        if param.id != meant.id and own.get(meant.id, 0) > place:
            related = [(meant.span, f"'{meant.id}' of {cls.title}")] if meant.span is not None else []
            world.warn("RW488", event, param.span, f"'{param.id}' has the position of '{meant.id}' of {cls.title}, and "
                       f"{event.title} has its own '{meant.id}'",
                       f"move '{meant.id}' to that position, or rename it", related)
