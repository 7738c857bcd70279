"""Finds names that nothing has in what a test says of answers and refusals, without playing it.

Separate because what is offered is known only when the test is played: a name that nothing has can never be offered.
Under `not_offered` nobody would ever notice it.
"""
from __future__ import annotations

import re
from collections.abc import Container, Iterator

from rulewright.check import model as m
from rulewright.languages import own_words
from rulewright.scenario.case import Case
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.space.naming import CELL_NAME
from rulewright.spelling import nearest

_WORD = re.compile(r"(?<![\w'-])[^\W\d]\w*(?![\w'-])")
_SPOKEN = frozenset({"of", "true", "false", "cells", "hexes"})
_ALWAYS = re.compile(rf"{CELL_NAME}|player_[0-9]+")


class Answerable:
    """All words that may stand in an answer: ids of a pack, and what people call things in any language."""

    def __init__(self, pack: m.PackDef) -> None:
        sheets = [one.id.rpartition(".")[2] for one in pack.sheets.values()]
        members = [one.id for enum in pack.enums.values() for one in enum.members]
        groups = (pack.events, pack.rules, pack.statuses, pack.areas, pack.zones, pack.maps)
        self._ids = {*sheets, *members, *(name for group in groups for name in group)}
        directions = FORMS[pack.board].directions
        texts = (*_names(pack), *own_words(), *directions)
        self.spoken = {word.casefold() for text in texts for word in _WORD.findall(text)}

    @property
    def words(self) -> tuple[list[str], list[str]]:
        """Ids, and what people say, in a fixed order."""
        return sorted(self._ids), sorted(self.spoken)

    def misspelt(self, case: Case) -> Iterator[tuple[Span, str, str | None]]:
        """Words that nothing is called: where, the word, and the name that is nearest."""
        known = {*self._ids, *case.named, *case.marks, *case.spots, *case.lost}
        for span, texts in _texts(case):
            for word in dict.fromkeys(word for text in texts for word in _WORD.findall(text)):
                if not self._is_known(word, known):
                    yield span, word, nearest(word, known)

    def _is_known(self, word: str, known: Container[str]) -> bool:
        return word in known or word in _SPOKEN or bool(_ALWAYS.fullmatch(word)) or word.casefold() in self.spoken


def _texts(case: Case) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """What a test says in the words of answers, with its place."""
    for one in case.answers:
        yield one.span, (one.choose or "", *one.offered, *(one.offered_only or ()), *one.not_offered)
    for step in case.steps:
        for refusal in step.refused:
            yield refusal.span, (refusal.call or "",)


def _names(pack: m.PackDef) -> Iterator[str]:
    """What people call the things of a pack."""
    for group in (pack.events, pack.sheets, pack.rules, pack.statuses, pack.areas, pack.zones, pack.maps,
                  pack.windows, pack.kinds):
        for definition in group.values():
            yield from definition.names.values()
    for enum in pack.enums.values():
        for member in enum.members:
            yield from member.names.values()
    for holder in pack.holders():
        for reaction in holder.reactions:
            yield from reaction.title.values()
