"""Shares one syntax tree between identical modifiers on sheets of the same kind.

Separate because packs have thousands of sheets and few ways to say something: reading, typing and compiling the same
sentence again for each sheet is most of the work. A sentence keeps its own node with its own place; what stands in it
(the expression, the condition) is the same object in all. Where the names of a sheet could give the words another
meaning, nothing is shared.
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
    """The first sentence of some words: its node, the words, and where in the text it begins and ends."""

    node: n.Sentence
    words: frozenset[str]
    start: int
    end: int


class Alike:
    """The sentences of sheets seen so far."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], _First] = {}
        self._shared: dict[int, n.Sentence] = {}

    @property
    def shared(self) -> tuple[Span, ...]:
        """The places of sentences whose trees stand for further ones: what is reported there would have to be reported
        of each."""
        return tuple(one.span for one in self._shared.values())

    def sentences(self, kind: str, fields: Fields, parts: Iterable[str]) -> list[n.Sentence]:
        """The sentences of a sheet of a kind, with trees that sheets before it may have. `parts` are the names of its
        own parts."""
        # What a sheet accepts, and when it is in force, changes what is known and reported in its sentences.
        if "allow" in fields or "active" in fields:
            return fields.list("modify", "sentence")
        return self.trees(kind, fields.items("modify"), frozenset(parts), fields.out, fields.origin("modify"))

    def trees(
        self, kind: str, texts: list[tree.Scalar], parts: frozenset[str], out: Diagnostics, owner: str | None
    ) -> list[n.Sentence]:
        """The same of the texts alone; mistakes in them belong to `owner`."""
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
