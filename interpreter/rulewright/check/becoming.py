"""Puts a definition that was read anew in the place of the one that the pack has: the old symbols get what the new ones
hold.

Separate because texts all over the pack name the old symbols, and nothing of them has to be touched then: it is the few
new trees that are made to name the old ones too.
"""
from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from rulewright.check import model as m
from rulewright.effects import nodes as n

# What belongs to the definition that holds it, and is walked through. Other symbols are named, not held.
_HELD = (m.Holder, m.SentenceDef, m.ReactionDef, m.StepDef, m.KeywordUse)


def become(pairs: list[tuple[m.Symbol, m.Symbol]]) -> None:
    """Gives the first of each pair all that the second holds; one that is new stands twice in its pair. Whatever is
    held names the first ones from then on; the second ones are nobody's."""
    renaming = _Renaming({id(new): old for old, new in pairs})
    for old, new in pairs:
        holder = getattr(old, "holder", None)
        if holder is not None and old is not new:
            holder.sentences, holder.reactions = [], []  # they name it: nothing is to be a circle
        for name in _names(type(new)):
            setattr(old, name, renaming.of(getattr(new, name)))


class _Renaming:
    """Puts symbols in place of others in what is held. `instead` are these by the `id` of those; each thing is gone
    through once."""

    def __init__(self, instead: dict[int, m.Symbol]) -> None:
        self.instead = instead
        self.done: set[int] = set()

    def of(self, value: Any) -> Any:
        """The value itself, changed inside, or what stands in its place."""
        there = self.instead.get(id(value))
        if there is not None:
            return there  # that of a new one is itself: it is gone through by itself
        if type(value) is tuple:
            made = tuple([self.of(one) for one in value])
            return value if all(one is other for one, other in zip(value, made, strict=True)) else made
        if isinstance(value, list):
            value[:] = [self.of(one) for one in value]
        elif isinstance(value, dict):
            for key, one in value.items():
                value[key] = self.of(one)
        elif isinstance(value, (n.Node, *_HELD)) and id(value) not in self.done:
            self.done.add(id(value))
            for name in _names(type(value)):
                before = getattr(value, name)
                after = self.of(before)
                if after is not before:
                    setattr(value, name, after)
        return value


def _names(kind: Any) -> tuple[str, ...]:
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(one.name for one in fields(kind))
    return found


_NAMES: Final[dict[Any, tuple[str, ...]]] = {}  # of fields, by class
