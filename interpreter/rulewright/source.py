"""Source files, spans, and the conversion of offsets to lines and columns.

Separate because every stage carries spans but none computes columns. Offsets are code points from 0 and spans are
half-open; lines and columns count from 1 and are computed on demand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import overload

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A location for people: line and column from 1, in code points."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class SourceText:
    """The text of one file with its displayed name. Line starts are computed once, on first use.

    `path` is the path of the file, if that does not follow from its name and the folder of the pack. `starts` are the
    line starts of the text that this one replaces, if some of its breaks are replaced too.
    """

    __slots__ = ("_starts", "name", "path", "text")

    def __init__(self, name: str, text: str, path: str = "", starts: tuple[int, ...] | None = None) -> None:
        self.name = name
        self.text = text
        self.path = path
        self._starts = starts

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, SourceText) and self.name == other.name and self.text == other.text
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"SourceText({self.name!r}, {len(self.text)} characters)"

    @property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins; the first is 0. Breaks are LF, CR LF and CR."""
        if self._starts is None:
            if "\r" in self.text:
                self._starts = (0, *(match.end() for match in _LINE_BREAK.finditer(self.text)))
            else:
                lengths = [len(line) + 1 for line in self.text.split("\n")]
                self._starts = tuple(accumulate(lengths[:-1], initial=0))
        return self._starts

    def position(self, offset: int) -> Position:
        """The line and column of an offset; the end of the text is a valid offset too."""
        return Position(*self.line_and_column(offset))

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The same as two numbers."""
        starts = self._starts or self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, position: Position) -> int:
        """The offset of a line and column, clamped to the text, because an editor may send values outside."""
        if position.line < 1:
            return 0
        if position.line > len(self.line_starts):
            return len(self.text)
        start = self.line_starts[position.line - 1]
        return min(start + max(position.column, 1) - 1, start + len(self.line(position.line)))

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its break."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


# Not frozen, because creation would then take three times as long, and trees are full of spans; no code changes one.
@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A half-open range of a source: offsets in code points."""

    source: SourceText
    start: int
    end: int

    @property
    def text(self) -> str:
        """The raw text under the span."""
        return self.source.text[self.start : self.end]

    @property
    def words(self) -> str:
        """The text under the span on one line, as messages quote it."""
        return " ".join(self.text.split())

    @property
    def first(self) -> Position:
        """Where it begins."""
        return self.source.position(self.start)

    @property
    def last(self) -> Position:
        """Where it ends, exclusive."""
        return self.source.position(self.end)

    @property
    def range(self) -> str:
        """`line:column-column`, or `line:column-line:column` over several lines."""
        first, last = self.first, self.last
        return f"{first}-{last.column if first.line == last.line else last}"

    def __str__(self) -> str:
        return f"{self.source.name}:{self.range}"

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of another in the same source."""
        assert self.source == other.source, "a span cannot reach over two files"
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def contains(self, offset: int) -> bool:
        """Whether the offset is inside, or directly after the last character (where a cursor rests)."""
        return self.start <= offset <= self.end


class LocatedText:
    """Decoded text in which every character knows its offset in a file.

    `offsets` has one entry more than `text`: the last is the end of the text. `ends` is given only if some character
    takes more than one in the file (an escape); without it each takes one. Ranges represent parts that are in the file
    verbatim, so an ordinary scalar needs no list.
    """

    __slots__ = ("_ends", "offsets", "source", "text")

    def __init__(
        self, text: str, source: SourceText, offsets: Sequence[int], ends: Sequence[int] | None = None
    ) -> None:
        assert len(offsets) == len(text) + 1, "one offset a character and one for the end"
        self.text = text
        self.source = source
        self.offsets = offsets
        self._ends = ends

    @classmethod
    def verbatim(cls, source: SourceText, start: int, end: int) -> LocatedText:
        """A range of a file as it is, character by character."""
        return cls(source.text[start:end], source, range(start, end + 1))

    @classmethod
    def alone(cls, text: str, name: str = "text") -> LocatedText:
        """A text that is a file by itself, as in tests and at a prompt."""
        return cls.verbatim(SourceText(name, text), 0, len(text))

    def __len__(self) -> int:
        return len(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"LocatedText({self.text!r}, {self.source.name}:{self.source.position(self.offsets[0])})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LocatedText)
            and self.text == other.text
            and self.source == other.source
            and list(self.offsets) == list(other.offsets)
        )

    def __hash__(self) -> int:
        return hash((self.text, self.offsets[0]))

    @overload
    def span(self) -> Span: ...
    @overload
    def span(self, start: int, end: int) -> Span: ...
    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The span in the file of characters `start` to `end` (exclusive) of the text; without arguments, of all of it.

        An empty range gives an empty span: at the character that begins there, or at the end of the text.
        """
        if end is None:
            end = len(self.text)
        if start >= end:
            at = self._end_of(start - 1) if start == len(self.text) and start > 0 else self.offsets[start]
            return Span(self.source, at, at)
        return Span(self.source, self.offsets[start], self._end_of(end - 1))

    def slice(self, start: int, end: int) -> LocatedText:
        """Characters `start` to `end` (exclusive), still located."""
        ends = None if self._ends is None else self._ends[start:end]
        return LocatedText(self.text[start:end], self.source, self.offsets[start : end + 1], ends)

    def stripped(self) -> LocatedText:
        """The same without white space at either end."""
        start = len(self.text) - len(self.text.lstrip())
        return self.slice(start, max(start, len(self.text.rstrip())))

    def _end_of(self, index: int) -> int:
        return self.offsets[index] + 1 if self._ends is None else self._ends[index]
