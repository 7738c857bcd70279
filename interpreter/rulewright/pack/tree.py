"""The nodes of a YAML file: strings, mappings and sequences with their locations.

Separate because all readers of packs use the nodes and none of them should need the YAML package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.pack.offsets import Style, locate
from rulewright.source import LocatedText, SourceText, Span


@dataclass(slots=True, eq=False)
class Scalar:
    """A string. `value` is the value that YAML reads, never converted; `style` is the way it is written.

    `broken` nodes were reported already: nothing more is reported about them.
    """

    source: SourceText
    start: int
    end: int
    value: str
    style: Style
    broken: bool = False

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    @property
    def is_verbatim(self) -> bool:
        """Whether each character is at the offset that counting suggests. This may also be so if it is False."""
        return self.style == "plain" and self.end - self.start == len(self.value)

    @property
    def located(self) -> LocatedText:
        """The string with the offset of each of its characters."""
        return locate(self.source, self.start, self.end, self.style, self.value)


@dataclass(slots=True, eq=False)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(slots=True, eq=False)
class Mapping:
    """Entries by the string of their keys, in order; `flow` if written in braces."""

    source: SourceText
    start: int
    end: int
    flow: bool
    entries: dict[str, Entry] = field(default_factory=dict)
    broken: bool = False

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    def get(self, key: str) -> Node | None:
        """The value under a key, or None."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value


@dataclass(slots=True, eq=False)
class Sequence:
    """Items in order; `flow` if written in brackets."""

    source: SourceText
    start: int
    end: int
    flow: bool
    items: list[Node] = field(default_factory=list)
    broken: bool = False

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)


Node = Scalar | Mapping | Sequence


def walk(root: Node) -> Iterator[Node]:
    """Every node of a tree, keys included, in the order of the file."""
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Mapping):
            for entry in reversed(node.entries.values()):
                waiting += (entry.value, entry.key)
        elif isinstance(node, Sequence):
            waiting += reversed(node.items)
