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


class Rewriting:
    """Goes through what stands in things, each once, and puts values in place of others. `held` are the sorts of things
    that are gone through."""

    held: tuple[type, ...]

    def __init__(self) -> None:
        self.done: set[int] = set()

    def instead(self, value: Any) -> Any:
        """What stands in the place of a value, which may be itself; None for one that is gone through."""
        raise AssertionError("each rewriting says what it puts in")

    def inside(self, value: Any) -> None:
        """Rewrites all that stands in a thing."""
        if id(value) in self.done:
            return
        self.done.add(id(value))
        for name in _names(type(value)):
            before = getattr(value, name)
            after = self.of(before)
            if after is not before:
                setattr(value, name, after)

    def of(self, value: Any) -> Any:
        """The value itself, changed inside, or what stands in its place."""
        there = self.instead(value)
        if there is not None:
            return there
        if type(value) is tuple:
            made = tuple([self.of(one) for one in value])
            return value if all(one is other for one, other in zip(value, made, strict=True)) else made
        if isinstance(value, list):
            value[:] = [self.of(one) for one in value]
        elif isinstance(value, dict):
            for key, one in value.items():
                value[key] = self.of(one)
        elif isinstance(value, self.held):
            self.inside(value)
        return value


class _Renaming(Rewriting):
    """Puts symbols in place of others in what is held. `symbols` are these by the `id` of those; a new one stands for
    itself, and is gone through by itself."""

    held = (n.Node, *_HELD)

    def __init__(self, symbols: dict[int, m.Symbol]) -> None:
        super().__init__()
        self.symbols = symbols

    def instead(self, value: Any) -> Any:
        return self.symbols.get(id(value))


def _names(kind: Any) -> tuple[str, ...]:
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(one.name for one in fields(kind))
    return found


_NAMES: Final[dict[Any, tuple[str, ...]]] = {}  # of fields, by class
