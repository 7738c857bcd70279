"""Gives sentences of equal words on sheets of one kind one tree: what they mean is found once, however many there are.

A stage of its own because packs have thousands of sheets and few ways to say something: reading, typing and compiling
the same sentence again for each sheet is most of the work. A sentence keeps its own node with its own place; what
stands in it (the expression, the condition) is the same object in all. Where the names of a sheet could give the words
another meaning, nothing is shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.effects import nodes as n
from rulewright.effects.fields import Fields
from rulewright.effects.parse import parse, parse_again
from rulewright.source import Span

_WORD = re.compile(r"[a-z_]\w*")


class Alike:
    """The sentences of sheets seen so far. `shared` are the places of those whose trees stand for further ones: what is
    reported there would have to be reported of each."""

    def __init__(self) -> None:
        self.shared: dict[Span, None] = {}
        self._first: dict[tuple[str, str], n.Sentence] = {}

    def sentences(self, kind: str, fields: Fields, parts: Iterable[str]) -> list[n.Sentence]:
        """The sentences of a sheet of a kind, with trees that sheets before it may have. `parts` are the names of its
        own parts."""
        # What a sheet accepts, and when it is in force, changes what is known and reported in its sentences.
        if "allow" in fields or "active" in fields:
            return fields.list("modify", "sentence")
        own = frozenset(parts)
        found: list[n.Sentence] = []
        for scalar in fields.items("modify"):
            first = self._first.get((kind, scalar.value))
            if first is not None and own.isdisjoint(_WORD.findall(scalar.value)):
                self.shared[first.span] = None
                found.append(parse_again(first, "sentence", scalar.located))
                continue
            before = fields.out.reported
            sentence = parse("sentence", scalar.located, fields.out, fields.origin("modify"))
            if sentence is None:
                continue
            found.append(sentence)
            if fields.out.reported == before and own.isdisjoint(_WORD.findall(scalar.value)):
                self._first.setdefault((kind, scalar.value), sentence)
        return found
