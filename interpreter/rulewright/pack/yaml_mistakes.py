"""Explains the errors of the YAML package to authors.

Separate because most authors read these messages first, and they are easier to keep correct on one page. The parsers in
C and in Python word the same error differently: each row knows both.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rulewright.pack.colons import colon_in_head


class Explanation(NamedTuple):
    """`pattern` matches the package's context and problem; `message` may contain the `{sign}` at the location; the
    location is where the construct began (`at_opening`) or where the parser gave up."""

    pattern: str
    message: str
    hint: str
    at_opening: bool


def explain(context: str, problem: str) -> Explanation | None:
    """Our explanation of an error, or None for one that we have never seen."""
    said = f"{context}: {problem}"
    return next((row for row in _EXPLANATIONS if re.search(row.pattern, said)), None)


class Advice(NamedTuple):
    """The problem, the fix, and the span to show (None: the character at the location)."""

    message: str
    hint: str
    start: int
    end: int | None = None


def advice(known: Explanation, text: str, place: int, stopped: int) -> Advice:
    """The context of a colon shows why it is not allowed there; the same holds for a bracket at which the parser
    `stopped`."""
    if known.message == _UNCLOSED and _INSIDE_TEXT.search(text[max(stopped - _NEAR, 0) : stopped + 1]):
        return Advice("this '{sign}' is in a string without quotes", _QUOTE, stopped)
    if known.message == _NO_COLON:
        begin = text.rfind("\n", 0, place) + 1
        if _is_in_block(text, begin):
            key = _key_of_block(text, begin)
            if key is not None:
                return Advice(_NO_BAR, f"write '{key[0]}: |'", *key.span())
            return Advice(known.message, "write 'do: |' above the lines of a block", place)
        field = _LINE.match(text, place)
        if field is not None:
            said = f"{field[1]}: {field[2]}" if field[2] else f"{field[1]}:"
            return Advice(known.message, f"write '{said}', or indent it", place)
    if known.message == _NO_KEY:
        begin = text.rfind("\n", 0, place) + 1
        bare = _BEFORE_BRACE.match(text, begin, place)
        if bare is not None:
            hint = f"write '{bare[1].rstrip()}: {{..}}'"
            return Advice("this line has no ': ' before its '{sign}'", hint, bare.end() - 1)
    if known.message != _COLON:
        return Advice(known.message, known.hint, place)
    begin = text.rfind("\n", 0, place) + 1
    line, above = text[begin:place], text[: max(begin - 1, 0)].rpartition("\n")[2]
    in_head = colon_in_head(text[begin:].partition("\n")[0], place - begin)
    if in_head is not None:
        return Advice(known.message, in_head.hint, begin + in_head.offset)
    key = _key_of_block(text, begin) if _STATEMENT.match(line) else None
    if key is not None:
        return Advice(_NO_BAR, f"write '{key[0]}: |'", *key.span())
    return Advice(known.message, _of_colon(known, line, above), place)


def _is_in_block(text: str, begin: int) -> bool:
    """Whether a line above the one that begins there, as deep as it, opens a block of code."""
    depth = len(text) - begin - len(text[begin:].lstrip(" "))
    for line in reversed(text[:begin].splitlines()):
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and indent < depth:
            return False
        if indent == depth and _STATEMENT.match(line) and line.rstrip().endswith(":"):
            return True
    return False


def _key_of_block(text: str, begin: int) -> re.Match[str] | None:
    """The key whose value is the lines up to the one that begins there, if nothing follows the key on its line."""
    lines = text[:begin].splitlines(keepends=True)
    depth = len(text) - begin - len(text[begin:].lstrip(" "))
    for line in reversed(lines):
        begin -= len(line)
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and indent < depth:
            return _KEY.match(text, begin + indent)
    return None


def _of_colon(known: Explanation, line: str, above: str) -> str:
    """The hint for a colon after `line`, below the line `above`."""
    named = _NAMED.search(line[-_NEAR:])
    if named is not None:
        return f"write a named argument as '{named[1]} = ..'"
    if _STATEMENT.match(line) or _CALL.fullmatch(above):
        return "write '|' after the key above these lines if they are a block"
    if above.strip() and not re.search(r":( |$)", above.rstrip()) and not above.lstrip().startswith(("#", "-")):
        return "write ': ' after the key in the line above"
    deeper = len(line) - len(line.lstrip()) > len(above) - len(above.lstrip())
    if deeper and re.search(r": +[^ |>\n]", above):
        return "indent this line like the one above, which is complete"
    return known.hint


_KEY = re.compile(r"[a-z]\w*(?=: *(?:#.*)?\r?\n)")
_COLON = "unexpected ':'"
_NO_KEY = "expected a key"
_NO_BAR = "this key needs a '|' before the block below"
_NO_COLON = "this line has no ': ' and does not continue the line before it"
# A name alone on a line, or with a value of a few words after it.
_LINE = re.compile(r"([a-z]\w*)(?: +([\w.][^\r\n:#{}\[\]]{0,40}))?[ \t]*(?:\r?\n|\Z)")
# A head or a key, and a brace right after it.
_BEFORE_BRACE = re.compile(r" *([a-z]\w*(?: [\w, ()]{0,80})?) *\{")
_UNCLOSED = "the '{sign}' opened here is not closed where it should be"
_STATEMENT = re.compile(r" *(if|else|for each|repeat|offer|together)\b")
_CALL = re.compile(r" *[a-z_]\w*\(.*\) *")
# The name of an argument at the end of a line that is cut off after it.
_NAMED = re.compile(r"\w\((?:[^()]*,)? *([a-z]\w*) *$")
# The words of an unquoted string in an inline list or mapping, up to a bracket in it.
_INSIDE_TEXT = re.compile(r"[{\[,:] *[^\W_][^{}\[\],:'\"\n]*[{\[]$")
_NEAR = 300
_QUOTE = "put the string in quotes"

_INDENTATION = "fix the indentation"

_EXPLANATIONS: Final = (
    Explanation(
        "quoted scalar: found unexpected (end of stream|document)",
        "the quote opened here is never closed",
        "close it; write an apostrophe twice inside single quotes",
        True,
    ),
    Explanation(
        "flow (mapping|sequence): .*expected ',' or",
        _UNCLOSED,
        "close it, or write the fields on their own lines; put a string with ':' or '?' in quotes",
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
        "put a string with a colon in quotes or below '|', or fix the indentation",
        False,
    ),
    Explanation("mapping keys are not allowed", "an unquoted string cannot begin with '{sign}'", _QUOTE, False),
    Explanation(
        "sequence entries are not allowed",
        "a list cannot begin on the line of its key",
        "begin it on the next line; put a string that begins with '-' in quotes",
        False,
    ),
    Explanation("character.*cannot start any token", "an unquoted string cannot begin with '{sign}'", _QUOTE, False),
    Explanation(
        "(alias|anchor): .*alphabetic or numeric", "an unquoted string cannot begin with '{sign}'", _QUOTE, True
    ),
    Explanation(
        "block scalar: ",
        "the line must end after the '{sign}' that begins a block",
        "begin the text on the next line; put a string that begins with this character in quotes",
        True,
    ),
    Explanation("expected (the )?node content", "an unquoted string cannot begin with '{sign}'", _QUOTE, False),
    Explanation(
        "block mapping: .*(expected key|expected <block end>)",
        _NO_KEY,
        "fix the indentation, or put the whole string above in quotes",
        False,
    ),
    Explanation(
        "block collection: .*(expected '-' indicator|expected <block end>)",
        "expected the next '-' of the list",
        _INDENTATION,
        False,
    ),
    Explanation(
        "more indented follow up line",
        "the lines of a block are indented less than its empty first lines",
        _INDENTATION,
        False,
    ),
    Explanation(
        "unknown escape character",
        "unknown escape in a double-quoted string",
        "write a backslash twice, or use single quotes",
        False,
    ),
    Explanation(
        "(hexdecimal|Unicode character escape|arg not in range)",
        "this escape is not a character",
        "write two digits after \\x, four after \\u",
        False,
    ),
    Explanation("unexpected ':'", "an unquoted string inside brackets cannot contain ':'", _QUOTE, False),
    Explanation(
        "directive|<document start>",
        "a pack file has no directives",
        "remove the line that begins with '%'",
        True,
    ),
)
