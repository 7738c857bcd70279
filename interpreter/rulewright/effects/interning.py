"""Shares one syntax tree between identical modifiers on sheets of the same kind.

Large packs repeat a few modifiers on thousands of sheets; sharing avoids reading, typing and compiling each copy. Every
modifier keeps its own node with its own location; the expression and the condition in it are the same objects in all
copies. Nothing is shared if names of a sheet could change the meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields
from rulewright.effects.parse import parse
from rulewright.effects.walk import twin
from rulewright.pack import tree
from rulewright.source import Span

_WORD = re.compile(r"[a-z_]\w*")


class _First(NamedTuple):
    """The first modifier with certain code: its node, its words, and its start and end in the string."""

    node: n.Sentence
    words: frozenset[str]
    start: int
    end: int


class Alike:
    """The modifiers of the sheets seen so far."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], _First] = {}
        self._shared: dict[int, n.Sentence] = {}

    @property
    def shared(self) -> tuple[Span, ...]:
        """The locations of modifiers whose trees others share: a diagnostic there would have to be reported for each of
        these."""
        return tuple(one.span for one in self._shared.values())

    def sentences(self, kind: str, fields: Fields, parts: Iterable[str]) -> list[n.Sentence]:
        """The modifiers of a sheet of a kind, with trees that they may share with earlier sheets. `parts` are the names
        of the parts of the sheet."""
        # `allow` and `active` of a sheet change what is known and reported in its modifiers.
        if "allow" in fields or "active" in fields:
            return fields.list("modify", "sentence")
        return self.trees(kind, fields.items("modify"), frozenset(parts), fields.out, fields.origin("modify"))

    def trees(
        self, kind: str, texts: list[tree.Scalar], parts: frozenset[str], out: Diagnostics, owner: str | None
    ) -> list[n.Sentence]:
        """The same, from the strings alone; errors in them belong to `owner`."""
        found: list[n.Sentence] = []
        for scalar in texts:
            key = (kind, scalar.value)
            first = self._first.get(key) if scalar.is_verbatim else None
            if first is not None and parts.isdisjoint(first.words):
                self._shared[id(first.node)] = first.node
                span = Span(scalar.source, scalar.start + first.start, scalar.start + first.end)
                found.append(twin(first.node, span))
                continue
            before = out.reported
            sentence = parse("sentence", scalar.located, out, owner)
            if sentence is None:
                continue
            found.append(sentence)
            words = frozenset(_WORD.findall(scalar.value))
            if scalar.is_verbatim and out.reported == before and parts.isdisjoint(words):
                span = sentence.span
                self._first[key] = _First(sentence, words, span.start - scalar.start, span.end - scalar.start)
        return found
