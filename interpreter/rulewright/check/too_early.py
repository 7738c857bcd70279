"""Finds reads of what is not set yet: results of an event in reactions `before` and `instead` of it, and fields that
other fields start from and that start later.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

_EARLY = ("before", "instead")


def check_too_early(world: World, texts: list[Text]) -> None:
    """Report results that are read where nothing can have set them."""
    for kind in world.pack.kinds.values():
        _check_starts(world, kind)
    for holder in world.pack.holders():
        for reaction in holder.reactions:
            if reaction.phase in _EARLY and isinstance(reaction.event, m.EventDef):
                _check(world, holder, reaction, reaction.event, f"{reaction.phase}:")
    for status in world.pack.statuses.values():
        claim = status.spent_by
        if claim is not None and status.holder is not None and isinstance(claim.event, m.EventDef):
            _check(world, status.holder, claim, claim.event, "spent_by:")


def _check_starts(world: World, kind: m.KindDef) -> None:
    """Report fields of a kind that start from fields that start later, or from themselves."""
    fields = [one for one in kind.attributes.values() if one.storage == "state"]
    for place, field in enumerate(fields):
        for node in walk(field.starts):
            if isinstance(node, n.Attr) and isinstance(node.target, n.Name) and node.ref in fields[place:] and (
                    isinstance(node.target.ref, m.Variable) and node.target.ref.role == "self"):
                begins = "is the field that starts here" if node.ref is field else f"starts after '{field.id}'"
                world.warn("RW529", kind, node.span, f"'{node.ref.id}' is not set yet: it {begins}",
                           "use a printed field, or a field that is declared above")


def _check(world: World, holder: m.Holder, reaction: m.ReactionDef, event: m.EventDef, field: str) -> None:
    results = {one.id: one for one in event.gives}
    told = set[str]()
    for node in _nodes(reaction):
        match node:
            case n.Name(ref=m.Variable(role="field") as read):
                name = read.id
            case n.Attr(target=n.Name(ref=m.Variable(role="event")), ref=m.Variable() as read):
                name = read.id
            case _:
                continue
        if name in results and name not in told:
            told.add(name)
            result = results[name]
            related = [(result.span, "the result")] if result.span is not None else []
            world.warn("RW529", holder.definition, node.span,
                       f"'{name}' is not set yet: `{field}` comes before {event.title} does anything",
                       "react with `after` or `ended`, or `at` a moment that follows", related)


def _nodes(reaction: m.ReactionDef) -> Iterator[n.Node]:
    each = () if reaction.each is None else (reaction.each.binding.source, reaction.each.where)
    for tree in (reaction.where, *each, reaction.when, *reaction.body):
        yield from walk(tree)
