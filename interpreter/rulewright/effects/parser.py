"""Parses code without a location to its tree, or to the offset where it cannot be read further.

Separate because it alone knows the parser generator. Making the parser's tables from the grammar takes longer than
reading a small pack, so they are kept between runs, as compiled packs are.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final, Literal

import lark
from lark import Lark
from lark.grammar import Rule
from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_parser_state import ParseConf

from rulewright.assets import engine_stamp, grammar_text
from rulewright.cache import user_cache
from rulewright.effects.build import Builder
from rulewright.effects.driver import Driver, Halt, Reduction, Row
from rulewright.effects.lexer import Lexer, Terminal
from rulewright.effects.matched import Misplaced
from rulewright.effects.parse_failure import Stuck
from rulewright.effects.prepared import Mistake

Start = Literal[
    "block", "expression", "header", "type", "member", "field_type", "trigger", "sentence", "row", "step", "limit",
    "clock", "binder", "keyword_use",
]  # fmt: skip
STARTS: Final[tuple[Start, ...]] = (
    "block", "expression", "header", "type", "member", "field_type", "trigger", "sentence", "row", "step", "limit",
    "clock", "binder", "keyword_use",
)  # fmt: skip


def attempt(start: Start, text: str) -> tuple[Any, Stuck | Mistake | None]:
    """The tree of code that `scan` has prepared, or None and where the parser stopped or what was out of place."""
    try:
        made = _driver(_parser()).tree(start, text)
    except Misplaced as error:
        return None, error.mistake
    return (None, Stuck(start, text, made.offset, made.accepts)) if isinstance(made, Halt) else (made, None)


@cache
def _parser() -> Lark:
    """The parser of the grammar, from stored tables if the same engine has made them with the same packages."""
    kept = user_cache()
    made_by = f"{engine_stamp()}\n{lark.__version__}\n{sys.implementation.cache_tag}\n{sys.version}"
    name = f"{hashlib.sha256(made_by.encode()).hexdigest()}.tables"
    data = None if kept is None else kept.read(name)
    if data is not None:
        return Lark.load(io.BytesIO(data))
    made = Lark(
        grammar_text(), parser="lalr", lexer="basic", start=list(STARTS), transformer=Builder(),
        maybe_placeholders=True,
    )  # fmt: skip
    if kept is not None:
        tables = io.BytesIO()
        made.save(tables)
        kept.write(name, tables.getvalue())
    return made


@lru_cache(maxsize=1)
def _driver(parser: Lark) -> Driver:
    """The fast driver for the tables of a parser."""
    starts = {start: parser.parse_interactive("", start).parser_state.parse_conf for start in STARTS}
    terminals = [
        Terminal(one.name, one.pattern.value, one.pattern.type == "str", one.priority)
        for one in parser.terminals
        if one.name not in parser.lexer_conf.ignore
    ]
    limits: dict[str, tuple[int, int]] = {start: (one.start_state, one.end_state) for start, one in starts.items()}
    return Driver(Lexer(terminals), _Rows(starts["block"]), limits)


class _Rows(dict[int, Row]):
    """The rows of a parser's table by their states. Each is made on demand: a small pack needs few."""

    def __init__(self, parser: ParseConf[int]) -> None:
        super().__init__()
        self._states = parser.states
        self._callbacks: Mapping[Any, Any] = parser.callbacks

    def __missing__(self, state: int) -> Row:
        row = self[state] = {
            name: self._reduction(target) if isinstance(target, Rule) else target
            for name, (_, target) in self._states[state].items()
        }
        return row

    def _reduction(self, rule: Rule) -> Reduction:
        size, callback = len(rule.expansion), self._callbacks[rule]
        hands_on = size == 1 and isinstance(callback, ExpandSingleChild)
        return Reduction(size, rule.origin.name, None if hands_on else callback)
