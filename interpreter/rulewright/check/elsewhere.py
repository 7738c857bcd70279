"""What the words of other languages are called here, for names that nothing has.

Separate because it is a list: a new confusion is one row. It is asked before the nearest name is: of the letters of
`range` something else may be near, of its meaning nothing. Names that stand in several words are found here too.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.source import Span
from rulewright.spelling import is_slip

_ROLLED: Final = "chance is rolled on a line of its own: `let r = roll d6`; one of a set: `let x = roll one of S`"
_TOLD: Final = "whatever everybody is told is an event without a text, as `event told(player who): {}`: call it"
_ALL: Final = "write `all(x in S where C)`"
_SOME: Final = "write `some x in S where C`"
_SIZE: Final = "write `size(S)`, or `count(x in S where C)`"
_MORE: Final = "sets are added: `set S = S + x`"
_WHOLE: Final = "numbers are whole, and `/` rounds down by itself"

_CALLS: Final = {
    "range": "write `numbers(1, n)`: both ends are in it", "random": _ROLLED, "rand": _ROLLED, "randint": _ROLLED,
    "dice": _ROLLED, "throw": _ROLLED, "print": _TOLD, "log": _TOLD, "say": _TOLD, "message": _TOLD,
    "len": _SIZE, "length": _SIZE, "filter": _ALL, "any": _SOME, "exists": _SOME,
    "append": _MORE, "push": _MORE, "contains": "write `x in S`", "includes": "write `x in S`",
    "min": "write `least(a, b)`", "max": "write `most(a, b)`",
    "sort": "write `sorted(x in S with least E)`", "floor": _WHOLE, "ceil": _WHOLE, "int": _WHOLE,
}  # fmt: skip
_NAMES: Final = {
    "yes": "write `true`", "on": "write `true`", "off": "write `false`", "null": "write `none`", "nil": "write `none`",
    "None": "write `none`", "True": "write `true`", "False": "write `false`",
    "undefined": "write `none`", "empty": "the empty set is `none`", "this": "what carries the text is `self`",
    "me": "what carries the text is `self`",
}
_SEAT: Final = re.compile(r"(player|seat|p)_?[0-9]+")
_PLACE: Final = re.compile(r"[A-Z]{1,2}[0-9]+(_[0-9]+)?")


_WORDS_BEFORE: Final = re.compile(r"(?:[a-z_][a-z0-9_]*[ -]){1,3}\Z")
_WORDS_BEHIND: Final = re.compile(r"(?:[ -][a-z_][a-z0-9_]*){1,3}")


def one_word(span: Span, is_known: Callable[[str], bool]) -> str | None:
    """The name that is known once a word is joined with those beside it, with blanks or hyphens between them; or None.
    """
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
    """What to write for a call of that name, or None; also where `close`, a name that is known, is a mere slip away."""
    return None if close is not None and is_slip(name, close) else _CALLS.get(name)


def as_name(name: str, close: str | None = None) -> str | None:
    """The same for a bare name."""
    if close is not None and is_slip(name, close):
        return None
    if _SEAT.fullmatch(name):
        return "seats have names in content tests alone: here a player is a parameter, or one of `players`"
    if _PLACE.fullmatch(name):
        return "places have names in content tests alone: here a place is a parameter, or of an area that a map draws"
    return _NAMES.get(name)
