"""Collects the names under which sentences forbid things: by these a refusal is told, waived and given its words.

Separate because declaring, typing and telling whether a pack lives on all ask for them, at different times.
"""

from __future__ import annotations

from rulewright.check import model as m


def names_of_forbids(pack: m.PackDef) -> dict[m.Definition, set[str]]:
    """The names by what is forbidden: an event, a class, a permission or a status."""
    found: dict[m.Definition, set[str]] = {}
    for holder in pack.holders():
        for sentence in holder.sentences:
            if sentence.kind == "forbid" and sentence.label is not None:
                found.setdefault(sentence.target, set()).add(sentence.label)
    return found
