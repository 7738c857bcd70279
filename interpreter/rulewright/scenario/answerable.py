"""Finds unknown names in the answers and refusals of a test, without playing it.

Separate because what is offered is known only when the test is played, but a name that nothing has can never be
offered. Under `not_offered` such a name would never be noticed.
"""
from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from rulewright.check import model as m
from rulewright.languages import own_words
from rulewright.scenario.answer_forms import WORDS, Amiss, Forms, Judge
from rulewright.scenario.case import Case
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.space.naming import CELL_NAME
from rulewright.spelling import nearest

_WORD = re.compile(r"(?<![\w'-])[^\W\d]\w*(?![\w'-])")
_SPOKEN = frozenset({"of", "true", "false", "cells", "hexes"})
_ALWAYS = re.compile(rf"{CELL_NAME}|player_[0-9]+")


class Answerable:
    """All words that may occur in an answer: ids of a pack, and the names that people read in any language."""

    def __init__(self, pack: m.PackDef) -> None:
        sheets = [one.id.rpartition(".")[2] for one in pack.sheets.values()]
        members = [one.id for enum in pack.enums.values() for one in enum.members]
        groups = (pack.events, pack.rules, pack.statuses, pack.areas, pack.zones, pack.maps)
        self._ids = {*sheets, *members, *(name for group in groups for name in group)}
        directions = FORMS[pack.board].directions
        names, values = tuple(_names(pack)), tuple(_names_of_values(pack))
        texts = (*names, *values, *own_words(), *directions)
        self.spoken = {word.casefold() for text in texts for word in _WORD.findall(text)}
        self._forms = Forms(pack, _words_of(names), _words_of((*values, *directions)))

    @property
    def words(self) -> tuple[object, ...]:
        """Ids, names that people read, and everything that the forms of answers depend on, in a fixed order."""
        return sorted(self._ids), sorted(self.spoken), [(name, sorted(words)) for name, words in self.of_forms]

    @property
    def of_forms(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """What the forms of answers depend on: the words that people read, and the definitions with reactions."""
        forms = self._forms
        return ("read", forms.prose), ("read of values", forms.of_values), ("reacts", forms.reacting)

    def misspelt(self, case: Case) -> Iterator[tuple[Span, str, str | None]]:
        """Words that are no known name: the location, the word, and the nearest name."""
        known = {*self._ids, *case.named, *case.marks, *case.spots, *case.lost}
        for span, texts in _texts(case):
            for word in dict.fromkeys(word for text in texts for word in _WORD.findall(text)):
                if not self._is_known(word, known):
                    yield span, word, nearest(word, known)

    def judge(self, case: Case) -> Judge:
        """The judge of the forms of a test's answers."""
        return Judge(self._forms, case)

    def amiss(self, case: Case) -> Iterator[tuple[Span, Amiss]]:
        """Answers whose words are all known, but that nothing could have as its name."""
        known = {*self._ids, *case.named, *case.marks, *case.spots, *case.lost}
        judge = self.judge(case)
        for span, texts in _texts(case):
            for text in dict.fromkeys(texts):
                if text and all(self._is_known(word, known) for word in _WORD.findall(text)):
                    found = judge.amiss(text)
                    if found is not None:
                        yield span, found

    def _is_known(self, word: str, known: Container[str]) -> bool:
        return word in known or word in _SPOKEN or bool(_ALWAYS.fullmatch(word)) or word.casefold() in self.spoken


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset([word for text in texts for word in WORDS.findall(text)])


def _texts(case: Case) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """The strings of a test that are answers, with their locations. Pieces of one that a comma has split are skipped,
    because the split itself is reported."""
    torn = any(mistake.code == "RW112" for mistake in case.mistakes.reports)
    for one in case.answers:
        said = (one.choose or "", *one.offered, *(one.offered_only or ()), *one.not_offered)
        yield one.span, tuple(text for text in said if not torn or text.count("(") == text.count(")"))
    for step in case.steps:
        for refusal in step.refused:
            yield refusal.span, (refusal.call or "",)


def _names(pack: m.PackDef) -> Iterator[str]:
    """The names that people read for anything that can be an answer, except values."""
    for group in (pack.events, pack.rules, pack.areas, pack.windows):
        for definition in group.values():
            yield from _read(definition.id, definition.names)
    for event in pack.events.values():
        yield from event.shown_as.values()
    for holder in pack.holders():
        for reaction in holder.reactions:
            yield from reaction.title.values()


def _names_of_values(pack: m.PackDef) -> Iterator[str]:
    """The names that people read for the values of a pack."""
    for group in (pack.sheets, pack.statuses, pack.zones, pack.maps, pack.kinds):
        for definition in group.values():
            yield from _read(definition.id, definition.names)
    for enum in pack.enums.values():
        for member in enum.members:
            yield from _read(member.id, member.names)
    for kind in pack.kinds.values():
        yield from kind.shown_as.values()


def _read(name: str, names: Mapping[str, str]) -> Iterator[str]:
    """The name of a thing in any language; without an English name, its id."""
    yield from names.values()
    if not names.keys() & {"en", ""}:
        yield name.rpartition(".")[2].replace("_", " ")
