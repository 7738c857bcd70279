"""Finds words in a test's `prompt`, `reads` and `because`, which people read, that no text of the pack contains.

Separate because these are words for people. Only a match can tell which of them appear together, but a word that
neither the pack nor Rulewright contains never appears.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, get_args

from rulewright.check.declaring import word_in
from rulewright.diagnostics import Missing
from rulewright.explained import Tag
from rulewright.languages import own_words
from rulewright.pack.model import Pack
from rulewright.scenario.case import Case
from rulewright.source import Span
from rulewright.space.forms import FORMS
from rulewright.spelling import did_you_mean

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_FILES: Final = 500  # files whose words are kept: after an edit all but one are the same
_FIELDS: Final = re.compile(r"\b(?:prompt|reads|because)\b")


def may_read(text: str) -> bool:
    """Whether the text of a file of tests may state what people read."""
    return _FIELDS.search(text) is not None


def read_in(text: str) -> frozenset[str]:
    """The words of a text, in lower case; ids are split into words."""
    return frozenset([word.casefold() for word in _WORD.findall(text)])


def words_of_pack(pack: Pack) -> frozenset[str]:
    """All words of the definitions and manifests of a pack."""
    return frozenset().union(*(_words_of_file(one.text) for one in pack.sources.values()))


@lru_cache(maxsize=_FILES)
def _words_of_file(text: str) -> frozenset[str]:
    return read_in(text)


def words_of_ours() -> frozenset[str]:
    """All words that Rulewright itself shows, including names of types and units."""
    units = [word for form in FORMS.values() for word in (form.place, form.unit)]
    return frozenset().union(*map(read_in, (*own_words(), *get_args(Tag), *units, "inch")))


def says_words(case: Case) -> bool:
    """Whether a test states anything that people read."""
    return next(_said(case), None) is not None


def refuse_unread(cases: Iterable[Case], words: frozenset[str]) -> None:
    """Reports words that never appear; `words` are those of the pack."""
    known = words | words_of_ours()
    for case in cases:
        own = read_in(" ".join([*case.named, *(one.span.text for step in case.steps for one in step.do)]))
        for span, what, text in _said(case):
            for word in dict.fromkeys(_WORD.findall(text)):
                if word.casefold() in known or word.casefold() in own:
                    continue
                message = f"no text of the pack contains '{word}', so it never appears {what}"
                hint = did_you_mean(word.casefold(), sorted(words)) or "write the words that people read"
                case.mistakes.add("RW450", message, word_in(span, word), hint, definition=case.name,
                                  missing=Missing(word, case.name))  # fmt: skip


def _said(case: Case) -> Iterator[tuple[Span, str, str]]:
    """The words that people are supposed to read, with their location and where they read them."""
    for answer in case.answers:
        if answer.prompt is not None:
            yield answer.span, "in a question", answer.prompt
        for text in answer.because or ():
            if not text.isidentifier():  # names of conditions are checked elsewhere
                yield answer.span, "as a condition", text
    for step in case.steps:
        for one in step.reads:
            for line in one.lines:
                yield one.whole, "next to the board", line
