"""Collects the names of forbidding modifiers: a refusal is reported, waived and worded by these names.

Separate because declaring, typing and the decision whether a pack can be kept need them at different times.
"""

from __future__ import annotations

from rulewright.check import model as m


def names_of_forbids(pack: m.PackDef) -> dict[m.Definition, set[str]]:
    """The names of forbids by their target: an event, a class, a permission or a status."""
    found: dict[m.Definition, set[str]] = {}
    for holder in pack.holders():
        for sentence in holder.sentences:
            if sentence.kind == "forbid" and sentence.label is not None:
                found.setdefault(sentence.target, set()).add(sentence.label)
    return found
