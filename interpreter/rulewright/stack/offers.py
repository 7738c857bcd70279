"""Finds the lines of an offer in a block, by the name that the offer has there.

Separate because a turn is the longest block of a game, and adding one action to it should not copy the block: an
offer's `as` is its name, and its lines are named by their events.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.pack.model import Declaration
from rulewright.pack.tree import Node, Scalar

_OFFER: Final = re.compile(r"(?P<indent> *)offer\b.*?(?:\bas +(?P<name>\w+))? *: *(?:#.*)?")
# The name of an offer without one, if it is the only offer of a block.
ONLY: Final = "offer"


def lines_of(text: Node | None, name: str) -> list[str] | None:
    """The lines of the offer with a name; None if there is no such offer, or more than one."""
    if not isinstance(text, Scalar):
        return None
    found = [lines for called, lines in _offers(text.value) if called == name]
    if not found and name == ONLY:
        found = [lines for _, lines in _offers(text.value)]
    return found[0] if len(found) == 1 else None


def names(text: Node | None) -> list[str]:
    """The names of all offers of a block."""
    return [name or ONLY for name, _ in _offers(text.value)] if isinstance(text, Scalar) else []


def with_lines(text: str, changes: Mapping[str, Sequence[tuple[str, Scalar]]]) -> str:
    """A block with the lines that packs add to its offers, and without those that they take, by the names of the
    offers. Raises ValueError if an offer would have no lines left."""
    lines = text.split("\n")
    for name, several in changes.items():
        for verb, scalar in several:
            first, behind = _block(lines, name)
            if verb == "take":
                lines[first:behind] = [line for line in lines[first:behind] if not is_of(line.strip(), scalar.value)]
            else:
                filled = [line for line in lines[first:behind] if line.strip()]
                head = lines[first - 1]
                indent = " " * (len(head) - len(head.lstrip()) + 2)
                indent = filled[0][: len(filled[0]) - len(filled[0].lstrip())] if filled else indent
                while behind > first and not lines[behind - 1].strip():
                    behind -= 1
                lines.insert(behind, indent + scalar.value)
        first, behind = _block(lines, name)
        if not any(line.strip() for line in lines[first:behind]):
            raise ValueError(f"the offer '{name}' has no lines left, and an offer needs at least one")
    return "\n".join(lines)


def whole_block(one: Declaration) -> tuple[str, Scalar] | None:
    """The field with the block of a definition, and the block with all that packs have done to its offers; None if they
    have done nothing. Raises ValueError if an offer would have no lines left."""
    name = next((each for each in ("", "do") if each in one.fields), None)
    text = None if name is None else one.fields[name].node
    if name is None or not one.lines or not isinstance(text, Scalar):
        return None
    return name, Scalar(text.source, text.start, text.end, with_lines(text.value, one.lines), "computed")


def _block(lines: list[str], name: str) -> tuple[int, int]:
    """The first line below the head of an offer, and the line after its last."""
    heads = [(index, match) for index, line in enumerate(lines) if (match := _OFFER.fullmatch(line)) is not None]
    index, match = next((each for each in heads if each[1]["name"] == name), heads[0])
    depth = len(match["indent"])
    behind = index + 1
    while behind < len(lines) and (
        not lines[behind].strip() or len(lines[behind]) - len(lines[behind].lstrip(" ")) > depth
    ):
        behind += 1
    return index + 1, behind


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
