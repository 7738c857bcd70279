"""Turns a text without a place into its tree, or into the spot where it cannot be read on.

A stage of its own because it alone knows the parser generator, and that making the parser's tables of the grammar
takes longer than reading a small pack: they are kept from run to run, as compiled packs are.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

from rulewright.assets import engine_stamp, grammar_text
from rulewright.cache import user_cache
from rulewright.effects.build import Builder, Misplaced
from rulewright.effects.scan import SAME_LEVEL, Mistake
from rulewright.effects.stuck import Stuck

Start = Literal[
    "block", "expression", "header", "type", "field_type", "trigger", "sentence", "row", "step", "limit", "clock",
    "binder", "keyword_use",
]  # fmt: skip
STARTS: Final[tuple[Start, ...]] = (
    "block", "expression", "header", "type", "field_type", "trigger", "sentence", "row", "step", "limit", "clock",
    "binder", "keyword_use",
)  # fmt: skip


def attempt(start: Start, text: str) -> tuple[Any, Stuck | Mistake | None]:
    """The tree of a text that `scan` has prepared, or None and where the parser stopped or what stood out of place."""
    try:
        return _parser().parse(text, start=start), None
    except UnexpectedInput as error:
        return None, _stuck(start, text, error)
    except Misplaced as error:
        return None, error.mistake


def _stuck(start: Start, text: str, error: UnexpectedInput) -> Stuck:
    offset = error.pos_in_stream
    accepts: set[str] = set()
    if isinstance(error, UnexpectedToken):
        accepts = error.accepts if isinstance(error.accepts, set) else set(error.expected)
        if error.token.type == "$END":
            offset = len(text)
        elif error.token.type in ("_INDENT", "_DEDENT"):
            offset = error.token.end_pos
    elif isinstance(error, UnexpectedCharacters):
        accepts = set(error.allowed or ())
    assert offset is not None, "the parser says where it stopped"
    return Stuck(start, text, offset, frozenset(accepts))


class _Indenter(PostLex):
    """Turns the blanks behind line breaks into tokens that open and close blocks."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels: list[int] = []
        base: int | None = None
        for token in stream:
            if not levels:
                if token.type == "_NL":
                    base = len(token) - 1
                    continue
                levels.append((token.start_pos or 0) if base is None else base)
            yield token
            if token.type != "_NL" or token.startswith(SAME_LEVEL):
                continue
            indent = len(token) - 1
            if indent > levels[-1]:
                levels.append(indent)
                yield Token.new_borrow_pos("_INDENT", "", token)
            while indent < levels[-1] and len(levels) > 1:
                levels.pop()
                yield Token.new_borrow_pos("_DEDENT", "", token)
        while len(levels) > 1:
            levels.pop()
            yield Token("_DEDENT", "")


@cache
def _parser() -> Lark:
    """The parser of the grammar, from tables that were kept if the same engine has made them with the same packages."""
    kept = user_cache()
    made_by = f"{engine_stamp()}\n{lark.__version__}\n{sys.implementation.cache_tag}\n{sys.version}"
    name = f"{hashlib.sha256(made_by.encode()).hexdigest()}.tables"
    data = None if kept is None else kept.read(name)
    if data is not None:
        return Lark.load(io.BytesIO(data))
    made = Lark(
        grammar_text(), parser="lalr", lexer="contextual", start=list(STARTS), postlex=_Indenter(),
        transformer=Builder(), maybe_placeholders=True,
    )  # fmt: skip
    if kept is not None:
        tables = io.BytesIO()
        made.save(tables)
        kept.write(name, tables.getvalue())
    return made
