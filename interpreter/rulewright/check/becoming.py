"""Replaces definitions of a pack by versions that were read again: the old symbols get the contents of the new ones.

Separate because code all over the pack refers to the old symbols and need not be touched: only the few new trees are
changed to refer to the old symbols too.
"""
from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from rulewright.check import model as m
from rulewright.effects import nodes as n

# Symbols that belong to the definition that holds them and are visited. Other symbols are referred to, not held.
_HELD = (m.Holder, m.SentenceDef, m.ReactionDef, m.StepDef, m.KeywordUse)


def become(pairs: list[tuple[m.Symbol, m.Symbol]]) -> None:
    """Gives the first symbol of each pair everything that the second holds; a new symbol is in its pair twice.
    Afterwards everything refers to the first symbols, and nothing to the second ones."""
    renaming = _Renaming({id(new): old for old, new in pairs})
    for old, new in pairs:
        holder = getattr(old, "holder", None)
        if holder is not None and old is not new:
            holder.sentences, holder.reactions = [], []  # they refer to it: no cycle may remain
        for name in _names(type(new)):
            setattr(old, name, renaming.of(getattr(new, name)))


class Rewriting:
    """Visits everything in some objects once and replaces values. `held` are the classes of objects that are visited.
    """

    held: tuple[type, ...]

    def __init__(self) -> None:
        self.done: set[int] = set()

    def instead(self, value: Any) -> Any:
        """The replacement of a value, which may be the value itself; None for a value that is visited."""
        raise AssertionError("each subclass defines its replacements")

    def inside(self, value: Any) -> None:
        """Rewrites everything in an object."""
        if id(value) in self.done:
            return
        self.done.add(id(value))
        for name in _names(type(value)):
            before = getattr(value, name)
            after = self.of(before)
            if after is not before:
                setattr(value, name, after)

    def of(self, value: Any) -> Any:
        """The value itself, changed inside, or its replacement."""
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
    """Replaces symbols in what is held. `symbols` maps the `id` of each replaced symbol to its replacement; a new
    symbol replaces itself, and is visited separately."""

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
