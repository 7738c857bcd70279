"""Describes where the parser stopped: the offset, what is there, and what could have been there.

Separate because the parser creates it, and several modules explain it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rulewright.effects.prepared import Mistake

_WORD = re.compile(r"[A-Za-z]\w*|[0-9]+|<=|>=|.", re.DOTALL)
# Terminals that only begin an expression: where these are accepted, a whole expression is missing.
_EXPRESSION: Final = frozenset({"TRUE", "FALSE", "SUPPOSING"})


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where the parser stopped: the start rule, the prepared code, the offset, and the names of the terminals that it
    would have accepted."""

    start: str
    text: str
    offset: int
    accepts: frozenset[str]

    @property
    def word(self) -> str:
        """The symbol or word that could not be read; empty at the end of a line or of the code."""
        match = _WORD.match(self.text, self.offset)
        return "" if match is None or not match.group().isprintable() else match.group()

    @property
    def line(self) -> str:
        """The line up to the offset, without its indentation."""
        begin = max(self.text.rfind("\n", 0, self.offset), self.text.rfind("\x02", 0, self.offset)) + 1
        return self.text[begin : self.offset].lstrip(" ")

    def wants(self, *names: str) -> bool:
        return any(name in self.accepts for name in names)

    @property
    def wants_expression(self) -> bool:
        return self.accepts >= _EXPRESSION

    @property
    def wants_operator(self) -> bool:
        return self.wants("PLUS", "AND")

    def mistake(self, code: str, message: str, hint: str | None) -> Mistake:
        """An error at the offset."""
        return Mistake(code, message, self.offset, self.offset + len(self.word), hint)
