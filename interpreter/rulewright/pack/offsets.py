"""Decodes a scalar as written in the file to its string, with the offset of each character.

Separate because every span inside an effect depends on it: escapes, folded lines and stripped indentation all move
characters. YAML's parser has already decided the string; here it is read once more by the same rules, and the two must
agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from rulewright.source import LocatedText, SourceText

# A `computed` string was not written by an author: all of it is located at the string that it was computed from.
Style = Literal["plain", "single", "double", "literal", "folded", "computed"]

_PROPERTIES = re.compile(r"(?:[&!][^\s]*\s+|#[^\n]*\s+)*")
_HEADER = re.compile(r"[|>](?P<marks>[-+0-9]*)[^\n]*(?P<end>\n|$)")
# A run of white space with at least one line break.
_FOLD = re.compile(r"(?<! ) *+\r?\n[ \r\n]*")
# In double quotes: spaces with no special meaning, an escaped line break, any other escape, or a fold.
_SPECIAL = re.compile(
    r"(?P<spaces> ++(?!\r?\n))|(?P<joined>\\\r?\n[ \r\n]*)|(?P<escape>\\(?:x..|u....|U........|.))| *\r?\n[ \r\n]*",
    re.DOTALL,
)


def locate(source: SourceText, start: int, end: int, style: Style, value: str) -> LocatedText:
    """The string of the scalar between two offsets, which the parser has read as `value`, with its offsets.

    A folded line break is the space or break that it became, at the offset of the line feed; an escape starts at its
    backslash and ends with its last character; all other characters are where they are written.
    """
    if style == "computed":
        return LocatedText(value, source, [*([start] * len(value)), end], [end] * len(value))
    start = _behind_properties(source.text, start)
    if style == "plain" and not value:  # nothing behind an anchor or tag
        return LocatedText.verbatim(source, end, end)
    if style in ("literal", "folded"):
        return _block(source, start, value, folded=style == "folded")
    if style != "plain":
        start, end = start + 1, end - 1
    raw = source.text[start:end]
    if raw == value and (style != "double" or "\\" not in raw):
        return LocatedText.verbatim(source, start, end)
    reader = {"plain": _folded, "single": _single, "double": _double}[style]
    found = _Decoded(reader(raw, start))
    assert found.text == value, f"{source.name}:{source.position(start)}: read {found.text!r} for {value!r}"
    return LocatedText(found.text, source, (*found.offsets, end), found.ends)


def _behind_properties(text: str, start: int) -> int:
    """Skips an anchor or tag: they are rejected elsewhere, but the string after them still gets its location."""
    match = _PROPERTIES.match(text, start)
    return match.end() if match else start


# A piece of a string, its offset, and the offset after it: either as long as the source that it represents, or one
# character.
_Run = tuple[str, int, int]


class _Decoded:
    """Runs joined: the string with the offset of each character and the offset after each."""

    def __init__(self, runs: Iterable[_Run]) -> None:
        pieces: list[str] = []
        self.offsets: list[int] = []
        self.ends: list[int] = []
        for piece, start, end in runs:
            pieces.append(piece)
            if len(piece) == 1:
                self.offsets.append(start)
                self.ends.append(end)
            else:
                self.offsets.extend(range(start, end))
                self.ends.extend(range(start + 1, end + 1))
        self.text = "".join(pieces)


def _folded(raw: str, base: int) -> Iterator[_Run]:
    """A plain string over several lines: one break is a space, further ones are kept."""
    done = 0
    for fold in _FOLD.finditer(raw):
        yield from _verbatim(raw, done, fold.start(), base)
        yield from _fold(fold.group(), base + fold.start())
        done = fold.end()
    yield from _verbatim(raw, done, len(raw), base)


def _verbatim(raw: str, start: int, end: int, base: int) -> Iterator[_Run]:
    if start < end:
        yield raw[start:end], base + start, base + end


def _fold(white: str, base: int) -> Iterator[_Run]:
    breaks = _line_feeds(white, base)
    if len(breaks) == 1:
        yield " ", breaks[0], breaks[0] + 1
    for offset in breaks[1:]:
        yield "\n", offset, offset + 1


def _line_feeds(white: str, base: int) -> list[int]:
    return [base + index for index, char in enumerate(white) if char == "\n"]


def _single(raw: str, base: int) -> Iterator[_Run]:
    for run, start, end in _folded(raw, base):
        if "'" not in run:
            yield run, start, end
            continue
        # A quote is written twice; the pair is one character.
        done = 0
        for pair in re.finditer("''", run):
            yield from _verbatim(run, done, pair.start(), start)
            yield "'", start + pair.start(), start + pair.end()
            done = pair.end()
        yield from _verbatim(run, done, len(run), start)


def _double(raw: str, base: int) -> Iterator[_Run]:
    done = 0
    for special in _SPECIAL.finditer(raw):
        if special["spaces"]:
            continue
        yield from _verbatim(raw, done, special.start(), base)
        done = special.end()
        start = base + special.start()
        if special["joined"]:
            # An escaped break joins the lines without a space; the empty lines after it stay.
            for offset in _line_feeds(special.group(), start)[1:]:
                yield "\n", offset, offset + 1
        elif special["escape"]:
            yield _unescape(special.group()), start, base + done
        else:
            yield from _fold(special.group(), start)
    yield from _verbatim(raw, done, len(raw), base)


_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def _unescape(escape: str) -> str:
    return chr(int(escape[2:], 16)) if len(escape) > 2 else _ESCAPES[escape[1]]


def _block(source: SourceText, start: int, value: str, *, folded: bool) -> LocatedText:
    """A block scalar. Its indentation is the one that yields the string that the parser read.

    With an explicit digit the indentation counts from the enclosing collection, which is not known here; without one it
    is that of the first line, unless that line belongs to what follows. Only one of the candidates agrees.
    """
    text = source.text
    header = _HEADER.match(text, start)
    assert header is not None, "a block scalar begins with its header"
    marks = header["marks"]
    explicit = any(mark.isdigit() for mark in marks)
    lines = _Lines(text, header.end())
    for indent in lines.indentations(explicit):
        found = _Decoded(lines.read(indent, folded=folded, chomping=marks.strip("0123456789"), explicit=explicit))
        if found.text == value:
            end = found.offsets[-1] + 1 if found.offsets else header.end()
            return LocatedText(found.text, source, (*found.offsets, end))
    raise AssertionError(f"{source.name}:{source.position(start)}: no indentation gives {value!r}")


class _Lines:
    """The lines below the header of a block scalar; offsets count in the whole text."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start

    def indentations(self, explicit: bool) -> Iterable[int]:
        """The possible indentations: the longest leading white space up to the first line with text, or one more; with
        a digit in the header any up to these."""
        longest = 0
        at = self.start
        while True:
            blank = self._spaces(at)
            longest = max(longest, blank)
            at += blank
            if not self._is_break(at):
                break
            at = self.text.index("\n", at) + 1
        return range(0 if explicit else longest, longest + 2)

    def read(self, indent: int, *, folded: bool, chomping: str, explicit: bool) -> Iterator[_Run]:
        """The characters of the scalar, by the rules of YAML for the given indentation."""
        at, breaks = self._breaks(self.start, indent if explicit else None)
        pending: int | None = None  # the break of the last line, not yet decided
        after_text = False
        while self._column(at) == indent and at < len(self.text):
            starts_text = self.text[at] not in " \t"
            if pending is not None:
                if folded and after_text and starts_text:
                    if not breaks:
                        yield " ", pending, pending + 1
                else:
                    yield "\n", pending, pending + 1
            for offset in breaks:
                yield "\n", offset, offset + 1
            after_text = starts_text
            end = self.text.find("\n", at)
            stop = len(self.text) if end < 0 else end - (self.text[end - 1] == "\r")
            yield from _verbatim(self.text, at, stop, 0)
            pending = None if end < 0 else end
            at, breaks = self._breaks(len(self.text) if end < 0 else end + 1, indent)
        if chomping != "-" and pending is not None:
            yield "\n", pending, pending + 1
        if chomping == "+":
            for offset in breaks:
                yield "\n", offset, offset + 1

    def _breaks(self, at: int, indent: int | None) -> tuple[int, list[int]]:
        """Skips blank lines and indentation, at most `indent` of it (None: all); returns where the breaks were."""
        breaks: list[int] = []
        while True:
            spaces = self._spaces(at)
            at += spaces if indent is None else min(spaces, indent)
            if not self._is_break(at):
                return at, breaks
            end = self.text.index("\n", at)
            breaks.append(end)
            at = end + 1

    def _spaces(self, at: int) -> int:
        end = at
        while end < len(self.text) and self.text[end] == " ":
            end += 1
        return end - at

    def _is_break(self, at: int) -> bool:
        return self.text.startswith("\n", at) or self.text.startswith("\r\n", at)

    def _column(self, at: int) -> int:
        return at - (self.text.rfind("\n", 0, at) + 1)
