"""What follows from the text of a file of tests alone: its digest, its words, and what else it may depend on.

Separate because it is needed for every file at every check, to see whether anything that the file depends on has
changed, and after an edit the texts of all files but one are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rulewright.memory import digest
from rulewright.pack.said import words_of
from rulewright.scenario.only_read import may_read, read_in
from rulewright.scenario.survivors import has_reasons
from rulewright.source import SourceText

_FILES: Final = 500  # the files whose facts are kept


@dataclass(frozen=True, slots=True)
class Written:
    """Facts about the text of a file of tests. `words`: all of them, also in lower case; `read`: the words, in lower
    case, that people may be supposed to read; `has_reasons`: whether it may have reasons for survivors."""

    digest: bytes
    words: frozenset[str]
    read: frozenset[str]
    has_reasons: bool


def written(source: SourceText) -> Written:
    """The facts about a file."""
    return _written(source.text)


@lru_cache(maxsize=_FILES)
def _written(text: str) -> Written:
    words = words_of(text)
    read = read_in(text) if may_read(text) else frozenset()
    return Written(digest(text), words | {word.casefold() for word in words}, read, has_reasons(text))
