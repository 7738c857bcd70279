"""Finds the target of a path in a definition, and puts another value there without changing shared data.

Separate because paths are names only: a field, then entries of mappings and items of lists, an item by its first words.
Positions in lists are never counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulewright.pack.model import Declaration, FieldValue
from rulewright.pack.tree import Entry, Mapping, Node, Scalar, Sequence

Path = tuple[str, ...]


@dataclass(slots=True)
class Slot:
    """The target of a path: `way` are the keys and indexes to it, `node` the value there (None: none yet). `lost` is
    the first part of the path that is missing although more follows, `known` the names next to it."""

    path: Path
    way: tuple[str | int, ...]
    node: Node | None
    lost: str = ""
    known: tuple[str, ...] = ()
    is_twice: bool = False


class Fields:
    """The body of a definition as one mapping, in which the main field has its name."""

    def __init__(self, declaration: Declaration, main: str | None) -> None:
        self.declaration = declaration
        self.main = main

    def node(self, name: str) -> Node | None:
        """The value of a field."""
        fields = self.declaration.fields
        found = fields.get(name) or (fields.get("") if name == self.main else None)
        return None if found is None else found.node

    def put(self, way: tuple[str | int, ...], node: Node | None, key: Scalar) -> None:
        """Puts a node at the end of a way, or with None removes the value there. The key is for a new entry."""
        name = str(way[0])
        fields = self.declaration.fields
        there = name if name in fields else "" if name == self.main and "" in fields else name
        old = fields.get(there)
        new = _put(None if old is None else old.node, way[1:], node, key)
        if new is None:
            fields.pop(there, None)
            return
        if old is None and "" in fields and self.main is not None:
            # A body that was only its main field gets a second field.
            fields[self.main] = fields.pop("")
        fields[there if old is not None and there in fields else name] = FieldValue(
            new, key if old is None else old.key, self.declaration.id if old is None else old.origin
        )

    def find(self, path: str) -> Slot:
        """The target of a path."""
        parts = path.split(".")
        node = self.node(parts[0])
        slot = Slot((parts[0],), (parts[0],), node)
        return _find(slot, parts[1:])


def _find(slot: Slot, rest: list[str]) -> Slot:
    while rest:
        node = slot.node
        items = _items(node)
        if node is None or (isinstance(node, Scalar) and items is None):
            return _lost(slot, rest, slot.path[-1], ())
        if isinstance(node, Mapping):
            entry = node.entries.get(rest[0])
            if entry is None and len(rest) > 1:
                return _lost(slot, rest, rest[0], tuple(node.entries))
            name, rest = rest[0], rest[1:]
            slot = Slot((*slot.path, name), (*slot.way, name), None if entry is None else entry.value,
                        known=() if entry is not None else tuple(node.entries))  # fmt: skip
            continue
        assert items is not None, "anything else is a list"
        for count in range(len(rest), 0, -1):
            name = ".".join(rest[:count])
            found = [index for index, item in enumerate(items) if _begins(item, name)]
            if found:
                break
        if not found:
            return _lost(slot, [".".join(rest)], ".".join(rest), tuple(_called(item) for item in items))
        rest = rest[count:]
        slot = Slot((*slot.path, name), (*slot.way, found[0]), items[found[0]], is_twice=len(found) > 1)
    return slot


def _lost(slot: Slot, rest: list[str], name: str, known: tuple[str, ...]) -> Slot:
    return Slot((*slot.path, *rest), (*slot.way, *rest), None, lost=name, known=known)


def _items(node: Node | None) -> list[Node] | None:
    """The items of a list; a single string counts as a list of one."""
    if isinstance(node, Sequence):
        return node.items
    return [node] if isinstance(node, Scalar) else None


def _begins(item: Node, words: str) -> bool:
    """Whether an item of a list begins with these words: a string, or a reaction by its phase and event."""
    return begins(_called(item), words)


def begins(text: str, words: str) -> bool:
    """Whether a string begins with these words, of which the last must match a whole word."""
    return re.match(rf"{re.escape(words)}(?!\w)", text) is not None


def _called(item: Node) -> str:
    if isinstance(item, Scalar):
        return " ".join(item.value.split())
    if isinstance(item, Mapping):
        phases = [f"{key} {entry.value.value}" for key, entry in item.entries.items()
                  if key in ("before", "instead", "at", "after", "ended") and isinstance(entry.value, Scalar)]
        return phases[0] if phases else ""
    return ""


def _put(root: Node | None, way: tuple[str | int, ...], node: Node | None, key: Scalar) -> Node | None:
    """The tree with another node at the end of a way: new nodes along the way, the same ones elsewhere."""
    if not way:
        return node
    step = way[0]
    if isinstance(step, int):
        items = list(_items(root) or ())
        new = _put(items[step], way[1:], node, key)
        if new is None:
            del items[step]
        else:
            items[step] = new
        if isinstance(root, Scalar):
            return new
        assert isinstance(root, Sequence), "an index leads into a list"
        return replace(root, items=items, flow=False)
    if root is None:
        root = Mapping(key.source, key.start, key.end, False)
    assert isinstance(root, Mapping), "a name leads into a mapping"
    entries = dict(root.entries)
    old = entries.get(step)
    made = _put(None if old is None else old.value, way[1:], node, key)
    if made is None:
        entries.pop(step, None)
    else:
        entries[step] = Entry(key if old is None else old.key, made)
    return replace(root, entries=entries)


def added(list_: Node | None, items: list[Node], key: Scalar) -> Sequence:
    """A list with further items after its own."""
    if isinstance(list_, Sequence):
        return replace(list_, items=[*list_.items, *items], flow=False)
    if isinstance(list_, Scalar):
        return Sequence(list_.source, list_.start, list_.end, False, [list_, *items])
    return Sequence(key.source, key.start, key.end, False, items)


def last_name(key: Scalar, name: str) -> Scalar:
    """The last name of a path as the key of an entry."""
    if key.is_verbatim and key.value.endswith(name):
        return Scalar(key.source, key.end - len(name), key.end, name, "plain")
    return Scalar(key.source, key.start, key.end, name, "computed")
