"""Finds what cannot happen in a batch: decisions inside what `together` calls, and writes that do not add up.

A stage of its own because a batch runs on one snapshot, and what it calls may be far away.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.uses import called_by
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

_DECISIONS = (n.Choose, n.ChooseYesNo, n.Offer)


def check_batches(world: World, texts: list[Text]) -> None:
    """Report every `together` that reaches a decision, or in which a field is overwritten twice."""
    for text in texts:
        for node in text.nodes if text.happens else ():
            if isinstance(node, n.Together):
                _decisions(world, text.owner, node)
                _writes(world, text.owner, node)


def _reached(block: n.Block) -> Iterator[tuple[n.Node, m.EventDef]]:
    """The events that the calls in a block reach, each once, with the call in the block that does."""
    seen: set[m.EventDef] = set()
    waiting = [(node, event) for node in walk(block) if (event := called_by(node)) is not None]
    waiting.reverse()
    while waiting:
        call, event = waiting.pop()
        if event in seen:
            continue
        seen.add(event)
        yield call, event
        waiting += [(call, other) for node in walk((*event.do, *event.ends)) if (other := called_by(node)) is not None]


def _decisions(world: World, owner: m.Definition, node: n.Together) -> None:
    for call, event in _reached(node.body):
        decision = next((one for one in walk((*event.do, *event.ends)) if isinstance(one, _DECISIONS)), None)
        if decision is not None:
            world.warn("RW604", owner, call.span, f"a decision inside a batch: {event.title} asks a player",
                       "decide before, and give what was decided as an argument", [(decision.span, "asked here")])
            return


def _writes(world: World, owner: m.Definition, node: n.Together) -> None:
    """A call in a loop, or two calls, write on one snapshot: only `x = x + ..` can be merged."""
    for call, event in _reached(node.body):
        for one in walk((*event.do, *event.ends)):
            if isinstance(one, n.Set) and _is_shared(event, one.target) and not _adds(one):
                world.warn("RW605", owner, call.span,
                           f"several runs of {event.title} would set the same field, and the last would win",
                           "inside `together` such a field is changed by adding: `set x.f = x.f + n`",
                           [(one.span, "set here")])
                return


def _is_shared(event: m.EventDef, target: n.Expr) -> bool:
    """Is it a field that another run of the same event surely sets too: one of the match?"""
    return isinstance(target, n.Attr) and bool(target.target.type.tag == "match")


def _adds(node: n.Set) -> bool:
    value = node.value
    return isinstance(value, n.Binary) and value.op in ("+", "-") and value.left == node.target
