"""Finds the lines of an offer in a text, by the name that the offer has there.

Separate because a turn is the longest text of a game, and one more action in it should not copy the text: an offer's
`as` is its name, and its lines are named by their events.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.pack.tree import Node, Scalar

_OFFER: Final = re.compile(r"(?P<indent> *)offer\b.*?(?:\bas +(?P<name>\w+))? *: *(?:#.*)?")
# The name of an offer that has none, where a text has no other.
ONLY: Final = "offer"


def lines_of(text: Node | None, name: str) -> list[str] | None:
    """The lines of the offer of a name; None if there is no such offer, or more than one."""
    if not isinstance(text, Scalar):
        return None
    found = [lines for called, lines in _offers(text.value) if called == name]
    if not found and name == ONLY:
        found = [lines for _, lines in _offers(text.value)]
    return found[0] if len(found) == 1 else None


def names(text: Node | None) -> list[str]:
    """The names of all offers of a text."""
    return [name or ONLY for name, _ in _offers(text.value)] if isinstance(text, Scalar) else []


def _offers(text: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    open_: list[tuple[int, list[str]]] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip(" "))
        open_ = [(indent, lines) for indent, lines in open_ if indent < depth]
        if open_:
            open_[-1][1].append(line.strip())
        match = _OFFER.fullmatch(line)
        if match is not None:
            lines: list[str] = []
            open_.append((depth, lines))
            found.append((match["name"] or "", lines))
    return found


def is_of(line: str, event: str) -> bool:
    """Whether a line offers an event."""
    return re.match(rf"{re.escape(event)}(?!\w)", line) is not None
