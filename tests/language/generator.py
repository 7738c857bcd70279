"""The parser generator's own parser, which knows where it has been while it cuts a text: what the driver stands for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lark import Lark, Token
from lark.lark import PostLex

from rulewright.assets import grammar_text
from rulewright.effects.build import Builder
from rulewright.effects.lexer import Levels
from rulewright.effects.parser import STARTS


class Indenter(PostLex):
    """Turns the blanks behind line breaks into tokens that open and close blocks."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels: Levels | None = None
        outermost: int | None = None
        for token in stream:
            if levels is None:
                if token.type == "_NL":
                    outermost = len(token) - 1
                    continue
                levels = Levels((token.start_pos or 0) if outermost is None else outermost)
            yield token
            if token.type == "_NL":
                for kind in levels.behind(token):
                    yield Token.new_borrow_pos(kind, "", token)
        for kind in () if levels is None else levels.at_end():
            yield Token(kind, "")


@cache
def generated() -> Lark:
    """A parser that makes the same nodes."""
    return Lark(
        grammar_text(), parser="lalr", lexer="contextual", start=list(STARTS), postlex=Indenter(),
        transformer=Builder(), maybe_placeholders=True,
    )  # fmt: skip
