"""Writes values of fields in words, for people and for comparing.

Separate so that values are shown, locked and compared in one form.
"""

from __future__ import annotations

from typing import Final

from rulewright.pack.model import Origin
from rulewright.pack.tree import Node, Scalar, Sequence
from rulewright.stack.numbers import number, written

_MAX_SHOWN: Final = 40
_BEFORE: Final = 12  # characters that are shown before the first difference


def text_of(node: Node) -> str:
    """A value in words. Equal values have equal words, however they are written."""
    if isinstance(node, Scalar):
        found = number(node.value)
        return " ".join(node.value.split()) if found is None else written(*found)
    if isinstance(node, Sequence):
        return ", ".join(text_of(one) for one in node.items)
    return ", ".join(f"{name}: {text_of(entry.value)}" for name, entry in node.entries.items())


def exact_of(node: Node) -> str:
    """A value in words that are equal only for equal values. Lines of a string keep their spaces, which carry structure
    and positions of drawings, and lists and mappings keep their brackets."""
    if isinstance(node, Scalar):
        lines = [line.rstrip() for line in node.value.split("\n")]
        return "\n".join(line for line in lines if line) if len(lines) > 1 else text_of(node)
    if isinstance(node, Sequence):
        return f"[{', '.join(exact_of(one) for one in node.items)}]"
    return f"{{{', '.join(f'{name}: {exact_of(entry.value)}' for name, entry in node.entries.items())}}}"


def done(path: tuple[str, ...], one: Origin) -> str:
    """What a pack has done to a field, in a few words."""
    after, was = side_by_side(one.after, one.before) if one.verb == "set" else (shown(one.after), shown(one.before))
    words = {"set": f"set to {after}", "raise": f"raised by {after}", "lower": f"lowered by {after}",
             "scale": f"scaled to {after}", "add": f"{after} added", "take": f"{after} taken", "remove": "removed"}
    return f"{'.'.join(path)}: {words[one.verb]} by {one.pack}{f', was {was}' if one.before else ''}"


def shown(text: str, width: int = _MAX_SHOWN, none: str = "nothing") -> str:
    """A value on one line, cut if it is long; `none` if there is no value."""
    text = " ".join(text.split())
    return (text if len(text) <= width else f"{text[: width - 2]}..") or none


def side_by_side(one: str, other: str, width: int = _MAX_SHOWN, none: str = "nothing") -> tuple[str, str]:
    """Two values, each on one line; long ones are cut to where they begin to differ, with a few words before it."""
    one, other = (" ".join(text.split()) for text in (one, other))
    pairs = enumerate(zip(one, other, strict=False))
    same = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = 0
    if max(len(one), len(other)) > width and same > width // 2:
        start = one.rfind(" ", 0, same - _BEFORE) + 1
    lead = ".. " if start else ""
    return shown(lead + one[start:], width, none), shown(lead + other[start:], width, none)
