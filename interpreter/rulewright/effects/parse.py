"""Parses the code of definitions to trees, and reports what cannot be read as diagnostics.

Separate because the parser knows no locations and stops at its first error. Each distinct code is parsed once per
process; a tree is a copy with the spans of its location. Parsing continues after an error: a block loses the lines that
are wrong, other code becomes `Broken` or None.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Any, Final, Literal, overload

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.build_expressions import quantity
from rulewright.effects.mistakes import explain
from rulewright.effects.names import RESERVED
from rulewright.effects.parse_failure import Stuck
from rulewright.effects.parser import Start, attempt
from rulewright.effects.prepared import Line, Mistake, Prepared, covered
from rulewright.effects.scan import MAX_MISTAKES, scan
from rulewright.effects.walk import depth, descend, relocated, relocated_block
from rulewright.limits import MOST_BRANCHES
from rulewright.source import LocatedText, SourceText, Span

MAX_DEPTH: Final = 100
_BRANCHING: Final = 10 * MOST_BRANCHES  # more branches than MOST_BRANCHES take at least this many characters
# Short code repeats, long code does not; both bounds keep a hostile pack from filling the memory.
_CACHED: Final = 20_000
_CACHED_CHARACTERS: Final = 1_000

_WORD = re.compile(r"([a-z][a-z0-9_]{0,99})|([0-9]{1,9})|([0-9]{1,9} (?:cells?|hex(?:es)?|inch(?:es)?))")
_HEAD = re.compile(r"([a-z][a-z0-9_]{0,99}) ([a-z][a-z0-9_]{0,99})")

# Code of one line in which the scanner finds nothing to report: if the parser accepts it, that is all. It is only as
# long as the deepest tree may be, each level of which takes a character.
_ORDINARY = re.compile(
    r"(?: ++|[a-z][a-z0-9_]{0,99}+(?!\w)|[0-9]{1,9}(?![\w.])|(?:[<>]=|[<>=+\-*/])(?![<>=+\-*/])|[.,()])++"
)

# The result for some code: its tree without a location (None if there is none), and its errors.
_Outcome = tuple[Any, tuple[Mistake, ...]]
_outcomes: dict[tuple[str, str], _Outcome] = {}


@overload
def parse(start: Literal["block"], text: LocatedText, out: Diagnostics, definition: str | None = None) -> n.Block: ...
@overload
def parse(
    start: Literal["expression"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Expr: ...
@overload
def parse(
    start: Literal["header"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Header | None: ...
@overload
def parse(
    start: Literal["type"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.TypeExpr | None: ...
@overload
def parse(
    start: Literal["member"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Member | None: ...
@overload
def parse(
    start: Literal["field_type"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.FieldType | None: ...
@overload
def parse(
    start: Literal["trigger"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Trigger | None: ...
@overload
def parse(
    start: Literal["sentence"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Sentence | None: ...
@overload
def parse(
    start: Literal["row"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Row | None: ...
@overload
def parse(
    start: Literal["step"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.StepText | None: ...
@overload
def parse(
    start: Literal["limit"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.LimitText | None: ...
@overload
def parse(
    start: Literal["clock"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Clock | None: ...
@overload
def parse(
    start: Literal["binder"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.Binder | None: ...
@overload
def parse(
    start: Literal["keyword_use"], text: LocatedText, out: Diagnostics, definition: str | None = None
) -> n.KeywordUse | None: ...
@overload
def parse(start: Start, text: LocatedText, out: Diagnostics, definition: str | None = None) -> Any: ...


def parse(start: Start, text: LocatedText, out: Diagnostics, definition: str | None = None) -> Any:
    """The tree of some code; errors go to `out` under the name of the definition.

    Returns a tuple of statements for `block` (wrong lines are `BrokenStatement`), an expression for `expression`
    (`Broken` if wrong), for every other start its node, or None if wrong.
    """
    if isinstance(text.offsets, range):
        simple = parse_head if start == "header" else partial(parse_word, start)
        made = simple(text.text, text.source, text.offsets.start)
        if made is not None:
            return made
    tree, mistakes = _parsed(start, text.text)
    for one in mistakes:
        related = [(text.span(begin, end), words) for begin, end, words in one.related]
        out.add(one.code, one.message, text.span(one.start, one.end), one.hint, related, definition)
    if tree is None:
        if start == "block":
            return (n.BrokenStatement(text.span()),)
        return n.Broken(text.span()) if start == "expression" else None
    return relocated_block(tree, text) if start == "block" else relocated(tree, text)


def parse_word(start: Start, text: str, source: SourceText, begin: int) -> n.Node | None:
    """The tree of code that is one word or number, without the parser: most fields of sheets are of this sort. None for
    other code. The source contains it verbatim, from `begin` on."""
    if start != "expression" and start != "keyword_use":
        return None
    made = _word(start, text)
    return None if made is None else made[0](Span(source, begin, begin + len(text)), *made[1])


@lru_cache(maxsize=_CACHED)
def _word(start: Start, text: str) -> tuple[type[Any], tuple[Any, ...]] | None:
    """The node type of code that is one word or number, and its content."""
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    word, number, amount = match.groups()
    if start == "keyword_use":
        return (n.KeywordUse, (word,)) if word is not None and word not in RESERVED else None
    if word is None:
        return n.Number, (int(number),) if number else quantity(amount)
    if word not in RESERVED:
        return n.Name, (word,)
    if word == "true" or word == "false":
        return n.Truth, (word == "true",)
    return (n.Nothing, ()) if word == "none" else None


def parse_head(text: str, source: SourceText, begin: int) -> n.Header | None:
    """The tree of a head with form and id alone, in the same way; most heads are of this sort."""
    match = _HEAD.fullmatch(text)
    if match is None:
        return None
    form, name = match.groups()
    if form in RESERVED or name in RESERVED:
        return None
    end = begin + len(text)
    return n.Header(Span(source, begin, end), form, name, id_span=Span(source, end - len(name), end))


def _parsed(start: Start, text: str) -> _Outcome:
    if len(text) > _CACHED_CHARACTERS:
        return _parse(start, text)
    key = (start, text)
    outcome = _outcomes.get(key)
    if outcome is None:
        if len(_outcomes) >= _CACHED:
            _outcomes.clear()
        outcome = _outcomes[key] = _parse(start, text)
    return outcome


def _parse(start: Start, text: str) -> _Outcome:
    if len(text) <= MAX_DEPTH and start != "block" and _ORDINARY.fullmatch(text):
        tree, wrong = attempt(start, text)
        if wrong is None:
            return tree, ()
    prepared = scan(text, start == "block")
    mistakes = list(prepared.mistakes)
    tree = _parse_lines(prepared, mistakes) if start == "block" else _parse_one(start, prepared.text, mistakes)
    if tree is not None and depth(tree) > MAX_DEPTH:
        hint = "name parts of it with 'let', or turn them into values"
        mistakes.append(Mistake("RW316", f"more than {MAX_DEPTH} parts are nested", 0, len(text), hint))
        tree = None
    if start == "block" and tree is not None and len(text) > _BRANCHING and (long := _longest_if(tree)) is not None:
        first = long.branches[MOST_BRANCHES].condition.span
        message = f"{len(long.branches)} branches of one 'if', more than {MOST_BRANCHES}"
        hint = "distinguish the cases with the rows of a value or with a table, or divide them among several events"
        mistakes.append(Mistake("RW316", message, first.start, first.end, hint))
        tree = None
    return tree, tuple(mistakes)


def _longest_if(block: n.Block) -> n.If | None:
    """An `if` with more branches than allowed."""
    for statement in block:
        for node in descend(statement):
            if isinstance(node, n.If) and len(node.branches) > MOST_BRANCHES:
                return node
    return None


def _parse_one(start: Start, text: str | None, mistakes: list[Mistake]) -> Any:
    if text is None:
        return None
    tree, mistake = _attempt(start, text)
    if mistake is not None:
        mistakes.append(mistake)
    return tree


def _parse_lines(prepared: Prepared, mistakes: list[Mistake]) -> n.Block | None:
    """The statements of a block. A line that cannot be read is reported and covered by a sign, and the rest is parsed
    again."""
    text = prepared.text
    if text is None:
        return None
    if not prepared.lines:
        return ()
    while len(mistakes) < MAX_MISTAKES:
        tree, mistake = _attempt("block", text)
        if mistake is None:
            block: n.Block = tree
            return block
        mistakes.append(mistake)
        line = _line_of(prepared.lines, mistake.start)
        if line.broken:
            return None
        line.broken = True
        text = covered(text, line)
    return None


def _line_of(lines: list[Line], offset: int) -> Line:
    return next((line for line in reversed(lines) if line.start <= offset), lines[0])


def _attempt(start: Start, text: str) -> tuple[Any, Mistake | None]:
    tree, wrong = attempt(start, text)
    return tree, explain(wrong) if isinstance(wrong, Stuck) else wrong
