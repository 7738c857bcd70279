"""Converts findings to diagnostics: locations in the program become spans of the sources.

Separate because the program contains no sources: it can be kept, and sent to where the files are not available.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulewright.analyse.findings import Finding
from rulewright.diagnostics import Diagnostics
from rulewright.explained import Place
from rulewright.source import Position, SourceText, Span

_WORD = re.compile(r"\w*")


def report(found: Iterable[Finding], sources: Mapping[str, SourceText], out: Diagnostics) -> None:
    """Adds every finding to the diagnostics of the pack with these files."""
    for one in found:
        related = [(span_of(place, text, sources), words) for place, text, words in one.related]
        span = span_of(one.place, one.text, sources)
        out.add(one.code, one.message, span, one.hint, related, one.definition)


def span_of(place: Place, text: str, sources: Mapping[str, SourceText]) -> Span:
    """The span of a text at a location. A text of several lines is cut at the end of the first; "" is a word."""
    source = sources[place[0]]
    start = source.offset(Position(place[1], place[2]))
    if text and source.text.startswith(text, start):
        return source.span(start, start + len(text))
    if text:
        line = source.line(place[1])
        return source.span(start, start + len(line[place[2] - 1 :].rstrip()))
    word = _WORD.match(source.text, start)
    return source.span(start, word.end() if word is not None else start)
