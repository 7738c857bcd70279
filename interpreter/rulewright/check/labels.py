"""Collects the names of forbidding modifiers, and those that are waived: a refusal is reported and worded by its name.

Separate because declaring, typing and the decision whether a pack can be kept need them at different times.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.check import model as m
from rulewright.check.trees import Text


def names_of_forbids(pack: m.PackDef) -> dict[m.Definition, set[str]]:
    """The names of forbids by their target: an event, a class, a permission or a status."""
    found: dict[m.Definition, set[str]] = {}
    for holder in pack.holders():
        for sentence in holder.sentences:
            if sentence.kind == "forbid" and sentence.label is not None:
                found.setdefault(sentence.target, set()).add(sentence.label)
    return found


def names_waived(pack: m.PackDef, texts: Iterable[Text]) -> set[str]:
    """The names of conditions that something waives: what they exclude may happen without them."""
    found = {name for text in texts for node in text.nodes for name in getattr(node, "despite", ())}
    return found | {one.label for holder in pack.holders() for one in holder.sentences
                    if one.kind == "waive" and one.label is not None}  # fmt: skip
