"""Says values of fields in words: for people, and for comparing.

Separate because whatever is shown, locked or compared of a field is said in one way.
"""

from __future__ import annotations

from typing import Final

from rulewright.pack.model import Origin
from rulewright.pack.tree import Node, Scalar, Sequence
from rulewright.stack.numbers import number, written

_MAX_SHOWN: Final = 40


def text_of(node: Node) -> str:
    """A value in words, the same for the same value however it is written."""
    if isinstance(node, Scalar):
        found = number(node.value)
        return " ".join(node.value.split()) if found is None else written(*found)
    if isinstance(node, Sequence):
        return ", ".join(text_of(one) for one in node.items)
    return ", ".join(f"{name}: {text_of(entry.value)}" for name, entry in node.entries.items())


def exact_of(node: Node) -> str:
    """The same, so that it is equal only for equal values: lines of a text keep their blanks, which say what is part
    of what and where something is drawn, and lists and mappings their ends."""
    if isinstance(node, Scalar):
        lines = [line.rstrip() for line in node.value.split("\n")]
        return "\n".join(line for line in lines if line) if len(lines) > 1 else text_of(node)
    if isinstance(node, Sequence):
        return f"[{', '.join(exact_of(one) for one in node.items)}]"
    return f"{{{', '.join(f'{name}: {exact_of(entry.value)}' for name, entry in node.entries.items())}}}"


def done(path: tuple[str, ...], one: Origin) -> str:
    """What a pack has done to a field, in a few words."""
    before = f", was {_short(one.before)}" if one.before else ""
    words = {"set": f"set to {_short(one.after)}", "raise": f"raised by {_short(one.after)}",
             "lower": f"lowered by {_short(one.after)}", "scale": f"scaled to {_short(one.after)}",
             "add": f"{_short(one.after)} added", "take": f"{_short(one.after)} taken", "remove": "removed"}
    return f"{'.'.join(path)}: {words[one.verb]} by {one.pack}{before}"


def _short(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 2]}.."
