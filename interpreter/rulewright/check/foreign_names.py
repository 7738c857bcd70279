"""Translates words of other languages to what is written here, for unknown names.

Separate because it is a list: a new confusion is one row. It is used before the nearest name: a name may be near the
letters of `range`, but none is near its meaning. Names that were split into several words are found here too.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.source import Span
from rulewright.spelling import is_slip

_ROLLED: Final = "roll on a separate line: `let r = roll d6`, or `let x = roll one of S` for one of a set"
_TOLD: Final = "to tell everybody, call an event without a `do` block: `event told(player who): {}`"
_ALL: Final = "write `all(x in S where C)`"
_SOME: Final = "write `some x in S where C`"
_SIZE: Final = "write `size(S)`, or `count(x in S where C)`"
_MORE: Final = "add sets: `set S = S + x`"
_WHOLE: Final = "remove it: numbers are whole, and `/` rounds down"

_CALLS: Final = {
    "range": "write `numbers(1, n)`, which includes both ends", "random": _ROLLED, "rand": _ROLLED, "randint": _ROLLED,
    "dice": _ROLLED, "throw": _ROLLED, "print": _TOLD, "log": _TOLD, "say": _TOLD, "message": _TOLD,
    "len": _SIZE, "length": _SIZE, "filter": _ALL, "any": _SOME, "exists": _SOME,
    "append": _MORE, "push": _MORE, "contains": "write `x in S`", "includes": "write `x in S`",
    "min": "write `least(a, b)`", "max": "write `most(a, b)`",
    "sort": "write `sorted(x in S with least E)`", "floor": _WHOLE, "ceil": _WHOLE, "int": _WHOLE,
}  # fmt: skip
_NAMES: Final = {
    "yes": "write `true`", "on": "write `true`", "off": "write `false`", "null": "write `none`", "nil": "write `none`",
    "None": "write `none`", "True": "write `true`", "False": "write `false`",
    "undefined": "write `none`", "empty": "write `none` for the empty set", "this": "write `self`",
    "me": "write `self`",
}
_SEAT: Final = re.compile(r"(player|seat|p)_?[0-9]+")
_PLACE: Final = re.compile(r"[A-Z]{1,2}[0-9]+(_[0-9]+)?")


_WORDS_BEFORE: Final = re.compile(r"(?:[a-z_][a-z0-9_]*[ -]){1,3}\Z")
_WORDS_BEHIND: Final = re.compile(r"(?:[ -][a-z_][a-z0-9_]*){1,3}")


def one_word(span: Span, is_known: Callable[[str], bool]) -> str | None:
    """The known name that results if a word is joined with its neighbours, with spaces or hyphens between them; or
    None."""
    text = span.source.text
    line = text.rfind("\n", 0, span.start) + 1
    before = _WORDS_BEFORE.search(text[line:span.start])
    behind = _WORDS_BEHIND.match(text, span.end)
    words = re.split("[ -]", before.group()[:-1]) if before else []
    own = len(words)
    words += [text[span.start:span.end], *(re.split("[ -]", behind.group()[1:]) if behind else [])]
    ranges = [(first, last) for first in range(own + 1) for last in range(own, len(words)) if first < last]
    for first, last in sorted(ranges, key=lambda pair: pair[0] - pair[1]):
        name = "_".join(words[first:last + 1])
        if is_known(name):
            return name
    return None


def as_call(name: str, close: str | None = None) -> str | None:
    """The hint for a call of that name, or None; also None if `close`, a known name, is only a slip away."""
    return None if close is not None and is_slip(name, close) else _CALLS.get(name)


def as_name(name: str, close: str | None = None) -> str | None:
    """The same for a bare name."""
    if close is not None and is_slip(name, close):
        return None
    if _SEAT.fullmatch(name):
        return "use a parameter, or one of `players`: seats have names only in content tests"
    if _PLACE.fullmatch(name):
        return "use a parameter, or an area that a map draws: places have names only in content tests"
    return _NAMES.get(name)
