"""Finds `may` reactions without a window or a player to ask, and `allow` modifiers without effect.

Separate because both load cleanly and do nothing, which the checker exists to prevent.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text


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
        for sentence in holder.sentences:
            if sentence.kind == "allow" and not isinstance(sentence.target, m.PermissionDef):
                world.warn("RW478", owner, sentence.span, f"`allow` has no effect on {sentence.target.title}",
                           "waive a condition by its name: `waive EVENT.CONDITION when ..`")
