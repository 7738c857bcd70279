"""Turns what the YAML package says of a mistake into words for an author.

Separate because these sentences are what most authors read first, and they are easier to keep honest on one page. The
parsers in C and in Python word the same mistake differently: each row knows both.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rulewright.pack.colons import colon_in_head


class Explanation(NamedTuple):
    """`pattern` is found in the package's context and problem; `message` may name the `{sign}` at the place; the place
    is where the construct began (`at_opening`) or where the parser gave up."""

    pattern: str
    message: str
    hint: str
    at_opening: bool


def explain(context: str, problem: str) -> Explanation | None:
    """Our words for a mistake, or None for one that we have never seen."""
    said = f"{context}: {problem}"
    return next((row for row in _EXPLANATIONS if re.search(row.pattern, said)), None)


class Advice(NamedTuple):
    """What is wrong, what to do about it, and the stretch to show (None: the character at the place)."""

    message: str
    hint: str
    start: int
    end: int | None = None


def advice(known: Explanation, text: str, place: int, stopped: int) -> Advice:
    """What stands round a colon tells why it cannot stand there; likewise a bracket at which the parser `stopped`."""
    if known.message == _UNCLOSED and _INSIDE_TEXT.search(text[max(stopped - _NEAR, 0) : stopped + 1]):
        return Advice("this '{sign}' stands in a text without quotes", _QUOTE, stopped)
    if known.message == _NO_COLON:
        field = _LINE.match(text, place)
        if field is not None:
            said = f"{field[1]}: {field[2]}" if field[2] else f"{field[1]}:"
            return Advice(known.message, f"write '{said}', or indent it", place)
    if known.message != _COLON:
        return Advice(known.message, known.hint, place)
    begin = text.rfind("\n", 0, place) + 1
    line, above = text[begin:place], text[: max(begin - 1, 0)].rpartition("\n")[2]
    in_head = colon_in_head(text[begin:].partition("\n")[0], place - begin)
    if in_head is not None:
        return Advice(known.message, in_head.hint, begin + in_head.offset)
    key = _key_of_block(text, begin) if _STATEMENT.match(line) else None
    if key is not None:
        return Advice("the lines below are a block, and this key does not say so", f"write '{key[0]}: |'", *key.span())
    return Advice(known.message, _of_colon(known, line, above), place)


def _key_of_block(text: str, begin: int) -> re.Match[str] | None:
    """The key whose value are the lines up to the one that begins there, if nothing stands behind it."""
    lines = text[:begin].splitlines(keepends=True)
    depth = len(text) - begin - len(text[begin:].lstrip(" "))
    for line in reversed(lines):
        begin -= len(line)
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and indent < depth:
            return _KEY.match(text, begin + indent)
    return None


def _of_colon(known: Explanation, line: str, above: str) -> str:
    """The hint for a colon behind `line`, below the line `above`."""
    named = _NAMED.search(line[-_NEAR:])
    if named is not None:
        return f"an argument goes by its name as '{named[1]} = ..'"
    if _STATEMENT.match(line) or _CALL.fullmatch(above):
        return "write '|' behind the key where these lines begin, if they are a block of text"
    if above.strip() and not re.search(r":( |$)", above.rstrip()) and not above.lstrip().startswith(("#", "-")):
        return "the line above has no ': ' behind its key"
    deeper = len(line) - len(line.lstrip()) > len(above) - len(above.lstrip())
    if deeper and re.search(r": +[^ |>\n]", above):
        return "this line is indented deeper than the one above, which is complete"
    return known.hint


_KEY = re.compile(r"[a-z]\w*(?=: *(?:#.*)?\r?\n)")
_COLON = "unexpected ':'"
_NO_COLON = "this line has no ': ' and is not part of what stands before it"
# A name alone on a line, or with a value of a few words behind it.
_LINE = re.compile(r"([a-z]\w*)(?: +([\w.][^\r\n:#{}\[\]]{0,40}))?[ \t]*(?:\r?\n|\Z)")
_UNCLOSED = "the '{sign}' opened here is not closed where it should be"
_STATEMENT = re.compile(r" *(if|else|for each|repeat|offer|together)\b")
_CALL = re.compile(r" *[a-z_]\w*\(.*\) *")
# The name of an argument at the end of a line that is cut off behind it.
_NAMED = re.compile(r"\w\((?:[^()]*,)? *([a-z]\w*) *$")
# The words of a text without quotes in a list or mapping on one line, up to a bracket in it.
_INSIDE_TEXT = re.compile(r"[{\[,:] *[^\W_][^{}\[\],:'\"\n]*[{\[]$")
_NEAR = 300
_QUOTE = "put the text in quotes"

_INDENTATION = "mend the indentation"

_EXPLANATIONS: Final = (
    Explanation(
        "quoted scalar: found unexpected (end of stream|document)",
        "the quote opened here is never closed",
        "close it; inside single quotes an apostrophe is written twice",
        True,
    ),
    Explanation(
        "flow (mapping|sequence): .*expected ',' or",
        _UNCLOSED,
        "close it, or write the fields on lines of their own; a text with ':' or '?' needs quotes",
        True,
    ),
    Explanation(
        "simple key: could not find expected ':'",
        _NO_COLON,
        "write 'key: value', or indent it",
        True,
    ),
    Explanation(
        "mapping values are not allowed",
        _COLON,
        "put a text with a colon in quotes or below '|', or mend the indentation",
        False,
    ),
    Explanation("mapping keys are not allowed", "a text cannot begin with '{sign}'", _QUOTE, False),
    Explanation(
        "sequence entries are not allowed",
        "a list cannot begin on the line of its key",
        "begin it on the next line; put a text that begins with '-' in quotes",
        False,
    ),
    Explanation("character.*cannot start any token", "a text cannot begin with '{sign}'", _QUOTE, False),
    Explanation("(alias|anchor): .*alphabetic or numeric", "a text cannot begin with '{sign}'", _QUOTE, True),
    Explanation(
        "block scalar: ",
        "behind the '{sign}' of a block of text the line must end",
        "begin the text on the next line; put a text that begins with this sign in quotes",
        True,
    ),
    Explanation("expected (the )?node content", "a text cannot begin with '{sign}'", _QUOTE, False),
    Explanation(
        "block mapping: .*(expected key|expected <block end>)",
        "a key should stand here",
        "mend the indentation, or put the whole text above in quotes",
        False,
    ),
    Explanation(
        "block collection: .*(expected '-' indicator|expected <block end>)",
        "the next '-' of the list should stand here",
        _INDENTATION,
        False,
    ),
    Explanation(
        "more indented follow up line",
        "the lines of a block of text begin further left than its empty first lines",
        _INDENTATION,
        False,
    ),
    Explanation(
        "unknown escape character",
        "there is no such escape in a double-quoted text",
        "write a backslash twice, or use single quotes",
        False,
    ),
    Explanation(
        "(hexdecimal|Unicode character escape|arg not in range)",
        "this escape is not a character",
        "write two digits after \\x, four after \\u",
        False,
    ),
    Explanation("unexpected ':'", "a ':' cannot stand in an unquoted text inside brackets", _QUOTE, False),
    Explanation(
        "directive|<document start>",
        "a pack file has no directives",
        "remove the line that begins with '%'",
        True,
    ),
)
