"""Shared state while a pack is declared: the symbols made so far, the text of each, and where errors go.

Separate because kinds, heads, sheets and rules are declared by separate modules in one order, and all of them report in
the same way.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from rulewright.check import model as m
from rulewright.check.scope import PackScope
from rulewright.check.types import Type
from rulewright.diagnostics import Diagnostics, Missing, Suspect
from rulewright.effects.parsed import Parsed, ParsedPack, SheetText, Word
from rulewright.source import Span
from rulewright.spelling import did_you_mean, plural_of, with_article

SomeDefinition = TypeVar("SomeDefinition", bound=m.Definition)
Choice = TypeVar("Choice", bound=str)
Found = TypeVar("Found")


class Declaring:
    """One pack being declared. `pairs` are the definitions that were kept, each with its text, in order."""

    def __init__(self, parsed: ParsedPack, out: Diagnostics) -> None:
        self.parsed = parsed
        self.out = out
        self.pack = m.PackDef(parsed.manifest.id.text)
        self.pairs: list[tuple[Parsed, m.Definition]] = []
        self.scope = PackScope(self.pack)
        self.sheet_numbers: dict[str, int] = {}
        # Every sheet with its text, parts after their whole.
        self.sheet_texts: list[tuple[m.SheetDef, SheetText]] = []
        # How often heads use a word as a type; computed on first use.
        self._types: Counter[str] | None = None
        # The forms that names have, by language and by how many have been made.
        self.forms: dict[tuple[str, int, int], set[str]] = {}

    def of(self, form: type[SomeDefinition]) -> Iterator[tuple[Parsed, SomeDefinition]]:
        """The definitions of one form with their texts."""
        for parsed, definition in self.pairs:
            if isinstance(definition, form):
                yield parsed, definition

    def names_are_known(self) -> None:
        """From here on `scope` sees every definition, and sheets have their numbers."""
        self.scope = PackScope(self.pack)
        self.sheet_numbers = {name: number for number, name in enumerate(self.pack.sheets)}

    def is_missed(self, name: str) -> bool:
        """Whether several heads name a type that nothing declares."""
        if self._types is None:
            heads = [parsed.header for parsed in self.parsed.definitions]
            self._types = Counter(one.type.name for head in heads for one in (*head.params, *head.gives))
            self._types.update(head.form for head in heads)
        return self._types[name] > 1

    def is_lost(self, definition: m.Definition) -> bool:
        """Whether the head of a definition could not be read, so that its parameters are unknown."""
        return definition.span in self.out.lost

    # -- reports ---------------------------------------------------------------------------------------------------

    def error(self, code: str, message: str, span: Span | None, owner: m.Definition | None = None,
              hint: str | None = None, related: Iterable[tuple[Span | None, str]] = (),
              missing: Missing | None = None, suspects: Iterable[Suspect] = ()) -> None:
        """Reports an error. Without its own location, it is reported at the head of its definition, or else in the
        manifest."""
        at = span or (owner.span if owner is not None else None) or self.parsed.pack.manifest_span
        places = [(where, words) for where, words in related if where is not None]
        self.out.add(code, message, at, hint, places, owner.id if owner is not None else None, missing, suspects)

    def find(self, word: Word | None, among: dict[str, Found], code: str, what: str,
             owner: m.Definition | None = None) -> Found | None:
        """The symbol that a name refers to, or None and a report that suggests the nearest name."""
        if word is None:
            return None
        found = among.get(word.text)
        if found is None:
            self.error(code, f"there is no {what} '{word.text}'", word.span, owner,
                       did_you_mean(word.text, among, f"{plural_of(what)} are"), missing=Missing(word.text))
        return found

    def occasion(self, name: str, span: Span | None, owner: m.Definition | None) -> m.EventDef | m.ClassDef | None:
        """The event or class with a name, or None and a report that states what the name is instead, or suggests the
        nearest one."""
        found = self.scope.occasion(name)
        if found is None:
            self.error("RW428", f"there is no event or class '{name}'", span, owner,
                       _several(name) or self.other(name) or self.scope.did_you_mean_occasion(name),
                       missing=None if self.scope.lookup(name) else Missing(name))
        return found

    def other(self, name: str) -> str | None:
        """The other meaning of a name, if it has any."""
        found = [one for one in self.scope.lookup(name) if isinstance(one, m.Definition)]
        return f"'{name}' is {with_article(found[0].form)}" if found else None

    def choice(self, word: Word | None, options: tuple[Choice, ...]) -> Choice:
        """One of a few fixed words; the first is the default. Any other word was reported with the shape."""
        return next((option for option in options if word is not None and word.text == option), options[0])


def place_of(spans: Mapping[str, Span], *names: str) -> Span | None:
    """The first span that is recorded under one of the names."""
    return next((spans[name] for name in names if name in spans), None)


def word_in(span: Span, word: str) -> Span:
    """The first location of a word in the text under a span; the span itself if the word is not there literally."""
    found = re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", span.text)
    return span if found is None else span.source.span(span.start + found.start(), span.start + found.end())


def variable(name: str, span: Span | None, type_: Type, role: m.Role, index: int = 0) -> m.Variable:
    """A variable of a head."""
    return m.Variable(name, span, type=type_, role=role, index=index)


def _several(name: str) -> str | None:
    """How to write several events that are in one string; None for a single name."""
    names = re.split(r"\s*,\s*|\s+or\s+", name)
    return f"write a list: `[{', '.join(names)}]`" if len(names) > 1 and all(names) else None
