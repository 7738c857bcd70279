"""Splits prepared code into the lexemes of the grammar, all at once.

Separate because a lexer that consults the parser before each lexeme takes several times as long. That is needed only
for words that are keywords in one context alone, and the driver does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rulewright.effects.prepared import SAME_LEVEL

END: Final = "$END"
NO_TERMINAL: Final = ""  # a lexeme that matches no terminal: no parser accepts it

# The pattern of a terminal that is one word: the word ends there, or something else must follow.
_SPELLED = re.compile(r"([a-z]+)(?:\\b|(\(\?=.+\)))")


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal of the grammar. The pattern is a regular expression, or the exact characters if it is `literal`; if
    two match, the one of higher priority is used."""

    name: str
    pattern: str
    literal: bool
    priority: int


class Lexeme(str):
    """A piece of code with its terminal and its offsets. Lexemes that open or close blocks, and the end, are empty."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int


class Levels:
    """The indentation of the blocks that are open."""

    def __init__(self, outermost: int) -> None:
        self._open = [outermost]

    def behind(self, line_break: str) -> list[str]:
        """The terminals that open or close blocks, after a line break with the spaces that follow it."""
        if line_break.startswith(SAME_LEVEL):
            return []
        indent = len(line_break) - 1
        if indent > self._open[-1]:
            self._open.append(indent)
            return ["_INDENT"]
        closed = []
        while indent < self._open[-1] and len(self._open) > 1:
            self._open.pop()
            closed.append("_DEDENT")
        return closed

    def at_end(self) -> list[str]:
        """The terminals that close all blocks."""
        return ["_DEDENT"] * (len(self._open) - 1)


class Lexer:
    """Splits code into lexemes. A lexeme has the matching terminal of the highest priority. `instead` lists, for a
    terminal, those that its word may be where the parser does not accept it, the likeliest first."""

    def __init__(self, terminals: Iterable[Terminal]) -> None:
        self.instead: dict[str, tuple[str, ...]] = {}
        self._signs: dict[str, str] = {}
        self._words: dict[str, list[tuple[str, re.Pattern[str] | None]]] = {}
        patterns: list[str] = []
        name = ""
        for one in sorted(terminals, key=lambda one: (-one.priority, -len(one.pattern))):
            spelled = _SPELLED.fullmatch(one.pattern)
            if one.literal:
                self._signs[one.pattern] = one.name
            elif spelled is not None:
                word, followed = spelled.groups()
                self._words.setdefault(word, []).append((one.name, re.compile(followed) if followed else None))
            elif one.name == "NAME":
                name = one.pattern
            else:
                patterns.append(f"(?P<{one.name}>{one.pattern})")
        for word, readings in self._words.items():
            if re.fullmatch(name, word):
                readings.append(("NAME", None))
            kinds = [kind for kind, _ in readings]
            assert all(followed is None for _, followed in readings[1:]), f"'{word}' is looked at from two sides"
            self.instead |= {kind: tuple(kinds[i + 1 :]) for i, kind in enumerate(kinds)}
        signs = "|".join(map(re.escape, self._signs))
        self._lexeme = re.compile(
            rf" *(?:(?P<word>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>{signs})|{'|'.join(patterns)}|(?P<other>[^ ]))"
        )

    def lexemes(self, text: str, block: bool) -> list[Lexeme]:
        """The lexemes of code, in a block with those of its indentation, and one for the end; or up to the first that
        matches no terminal."""
        found: list[Lexeme] = []
        outermost: int | None = None
        levels: Levels | None = None
        # Without blanks at the end: each of them would be tried as the beginning of a lexeme.
        for match in self._lexeme.finditer(text, 0, len(text.rstrip(" "))):
            kind = match.lastgroup or ""
            written = match[kind]
            if kind == "word":
                kind = "NAME"
                for reading, followed in self._words.get(written, ()):
                    if followed is None or followed.match(text, match.end()):
                        kind = reading
                        break
            elif kind == "sign":
                kind = self._signs[written]
            elif kind == "other":
                return [*found, _lexeme(NO_TERMINAL, written, match.start(kind))]
            elif kind == "_NL" and block and levels is None:
                outermost = len(written) - 1
                continue
            lexeme = _lexeme(kind, written, match.end() - len(written))
            found.append(lexeme)
            if block:
                if levels is None:
                    levels = Levels(lexeme.start_pos if outermost is None else outermost)
                elif kind == "_NL":
                    found += [_lexeme(one, "", lexeme.end_pos) for one in levels.behind(written)]
        if levels is not None:
            found += [_lexeme(one, "", len(text)) for one in levels.at_end()]
        found.append(_lexeme(END, "", len(text)))
        return found


def _lexeme(kind: str, written: str, start: int) -> Lexeme:
    lexeme = Lexeme(written)
    lexeme.type = kind
    lexeme.start_pos = start
    lexeme.end_pos = start + len(written)
    return lexeme
