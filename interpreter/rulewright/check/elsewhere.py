"""What the words of other languages are called here, for names that nothing has.

A module of its own because it is a list: a new confusion is one row. It is asked before the nearest name is: of the
letters of `range` something else may be near, of its meaning nothing.
"""
from __future__ import annotations

import re
from typing import Final

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
    "sort": "write `sorted(x in S with least E)`", "floor": _WHOLE, "ceil": _WHOLE, "int": _WHOLE,
}  # fmt: skip
_NAMES: Final = {
    "yes": "write `true`", "on": "write `true`", "off": "write `false`", "null": "write `none`", "nil": "write `none`",
    "undefined": "write `none`", "empty": "the empty set is `none`", "this": "what carries the text is `self`",
    "me": "what carries the text is `self`",
}
_SEAT: Final = re.compile(r"(player|seat|p)_?[0-9]+")


def as_call(name: str, close: str | None = None) -> str | None:
    """What to write for a call of that name, or None; also where `close`, a name that is known, is a mere slip away."""
    return None if close is not None and is_slip(name, close) else _CALLS.get(name)


def as_name(name: str, close: str | None = None) -> str | None:
    """The same for a bare name."""
    if close is not None and is_slip(name, close):
        return None
    if _SEAT.fullmatch(name):
        return "seats have names in content tests alone: here a player is a parameter, or one of `players`"
    return _NAMES.get(name)
