"""Finds problems in batches: decisions in code that `together` calls, and writes that overwrite each other.

Separate because a batch runs on one snapshot, and the code that it calls may be far away.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.uses import called_by
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

# For each event that a batch reaches: the call that reaches it, and whether it may be reached more than once.
_Reached = dict[m.EventDef, tuple[n.Node, bool]]


def check_batches(world: World, texts: list[Text]) -> None:
    """Reports every `together` that reaches a decision, or that overwrites a field of the match."""
    for text in texts:
        for node in text.nodes if text.happens else ():
            if isinstance(node, n.Together):
                reached = _reached(node)
                _decisions(world, text.owner, reached)
                _writes(world, text.owner, reached)


def _reached(batch: n.Together) -> _Reached:
    """The events that the calls in a batch reach, in order."""
    repeated = {id(below) for loop in walk(batch.body) if isinstance(loop, (n.ForEach, n.Repeat))
                for below in walk(loop.body)}
    found: _Reached = {}
    for call in walk(batch.body):
        first = called_by(call)
        seen: set[m.EventDef] = set()
        waiting = [first] if first is not None else []
        while waiting:
            event = waiting.pop()
            if event in seen:
                continue
            seen.add(event)
            known = found.get(event)
            found[event] = (call, id(call) in repeated) if known is None else (known[0], True)
            waiting += [other for node in walk((*event.do, *event.ends)) if (other := called_by(node)) is not None]
    return found


def _decisions(world: World, owner: m.Definition, reached: _Reached) -> None:
    for event, (call, _) in reached.items():
        decision = next((one for one in walk((*event.do, *event.ends)) if does_of(one).asks), None)
        if decision is not None:
            world.warn("RW604", owner, call.span, f"a decision inside a batch: {event.title} asks a player",
                       "decide before the batch, and pass the result as an argument", [(decision.span, "asked here")])
            return


def _writes(world: World, owner: m.Definition, reached: _Reached) -> None:
    """Reports assignments to fields of the match that several runs make. Runs write to one snapshot, and only additions
    can be merged. It is unknown here which entity a run writes to, but there is only one match."""
    for event, (call, often) in reached.items():
        for one in walk((*event.do, *event.ends)):
            if often and isinstance(one, n.Set) and _is_of_the_match(one.target) and not _adds(one):
                world.warn("RW605", owner, call.span,
                           f"calls of {event.title} in this batch overwrite each other",
                           "add instead of assigning: `set x.f = x.f + n`",
                           [(one.span, "set here")])
                return


def _is_of_the_match(target: n.Expr) -> bool:
    return isinstance(target, n.Attr) and target.target.type is not None and bool(target.target.type.tag == "match")


def _adds(node: n.Set) -> bool:
    value = node.value
    return isinstance(value, n.Binary) and value.op in ("+", "-") and value.left == node.target
