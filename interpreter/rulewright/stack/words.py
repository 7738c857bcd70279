"""Says values of fields in words: for people, and for comparing.

Separate because whatever is shown, locked or compared of a field is said in one way.
"""

from __future__ import annotations

from rulewright.pack.tree import Node, Scalar, Sequence
from rulewright.stack.numbers import number, written


def text_of(node: Node) -> str:
    """A value in words, the same for the same value however it is written."""
    if isinstance(node, Scalar):
        found = number(node.value)
        return " ".join(node.value.split()) if found is None else written(*found)
    if isinstance(node, Sequence):
        return ", ".join(text_of(one) for one in node.items)
    return ", ".join(f"{name}: {text_of(entry.value)}" for name, entry in node.entries.items())


def exact_of(node: Node) -> str:
    """The same, so that it is equal only for equal values: lines of a text keep their indentation, which says what is
    part of what, and lists and mappings their ends."""
    if isinstance(node, Scalar):
        lines = [line.rstrip() for line in node.value.split("\n")]
        kept = [line for line in lines if line]
        if len(kept) < 2:
            return text_of(node)
        first = len(kept[0]) - len(kept[0].lstrip())
        depths = [len(line) - len(line.lstrip()) - first for line in kept]
        return "\n".join(f"{depth} {' '.join(line.split())}" for depth, line in zip(depths, kept, strict=True))
    if isinstance(node, Sequence):
        return f"[{', '.join(exact_of(one) for one in node.items)}]"
    return f"{{{', '.join(f'{name}: {exact_of(entry.value)}' for name, entry in node.entries.items())}}}"
