"""Finds reactions that nobody could be asked for, and permits that permit nothing.

Separate because both load cleanly and do nothing: what the checker is there to prevent.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text


def check_answered(world: World, _texts: list[Text]) -> None:
    """Every `may` has a window and somebody to ask; every `allow` is of a permission."""
    for holder in world.pack.holders():
        owner = holder.definition
        for reaction in holder.reactions:
            if not reaction.optional:
                continue
            if reaction.window is None:
                world.warn("RW477", owner, reaction.span, f"no window asks for this `may` of {owner.title}",
                           "name one with `window:`, or a default with `window:` in pack.yaml")
            elif holder.self_var is None and reaction.by is None:
                world.warn("RW477", owner, reaction.span,
                           f"{owner.title} has a `may` but no player to ask",
                           "add `by: PLAYER`, or a holder: `for: self in ..`")
        for sentence in holder.sentences:
            if sentence.kind == "allow" and not isinstance(sentence.target, m.PermissionDef):
                world.warn("RW478", owner, sentence.span, f"`allow` does nothing for {sentence.target.title}",
                           "lift a condition by its name: `waive EVENT.CONDITION when ..`")
