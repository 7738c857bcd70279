"""Finds `may` reactions without a window or a player to ask, and `allow` modifiers without effect.

Separate because both load cleanly and do nothing, which the checker exists to prevent.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.spelling import with_article


def check_answered(world: World, _texts: list[Text]) -> None:
    """Reports each `may` without a window or a player to ask, and each `allow` whose target is not a permission."""
    for holder in world.pack.holders():
        owner = holder.definition
        for reaction in holder.reactions:
            if not reaction.optional:
                continue
            if reaction.window is None:
                world.warn("RW477", owner, reaction.span, f"this `may` of {owner.title} has no window",
                           "add `window: WINDOW`, or a default `window:` in pack.yaml")
            elif holder.self_var is None and reaction.by is None:
                world.warn("RW477", owner, reaction.span,
                           f"{owner.title} has a `may` but no player to ask",
                           "add `by: PLAYER`, or a holder: `for: self in ..`")
            elif reaction.by is None and (unowned := _unowned(world, holder)) is not None:
                world.warn("RW477", owner, reaction.span,
                           f"{owner.title} has a `may` but no player to ask: {unowned} has no owner",
                           "add `by: PLAYER`")
        for sentence in holder.sentences:
            if sentence.kind == "allow" and not isinstance(sentence.target, m.PermissionDef):
                world.warn("RW478", owner, sentence.span, f"`allow` has no effect on {sentence.target.title}",
                           "waive a condition by its name: `waive EVENT.CONDITION when ..`")


def _unowned(world: World, holder: m.Holder) -> str | None:
    """What a holder is, with its article, if it never has an owner and no value of the pack says who decides for it."""
    type_ = None if holder.self_var is None else holder.self_var.type
    if type_ == t.MATCH:
        return "the match"
    if type_ is None or type_.tag != "entity" or world.pack.controller is not None:
        return None
    names = t.kinds_of(type_)
    kinds = [kind for kind in world.pack.kinds.values() if any(one.id in names for one in kind.lineage)]
    return with_article(names[0]) if kinds and not any(kind.owned or kind.unread for kind in kinds) else None
