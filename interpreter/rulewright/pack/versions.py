"""Reads packs of older versions of the language: a table of renamed words, and the tree of a file with the current
words.

Separate because everything after the reader knows only the newest version. A version is one step of the table; a pack
that is several steps behind takes them one after the other. The same steps, as locations in the file, are the edits of
`rulewright upgrade`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.forms import CHANGES
from rulewright.pack.tree import Entry, Mapping, Node, Scalar, Sequence
from rulewright.source import Span


@dataclass(frozen=True, slots=True)
class Renamed:
    """A field of a form that has another name from a certain version on. The form of the manifest is `pack`."""

    version: int
    form: str
    old: str
    new: str


# `levels` counted what the page and all messages call storeys. `ask` of a window stated whom it asks, and in every
# other form how a question is worded.
TABLE: Final = (
    Renamed(2, "pack", "levels", "storeys"),
    Renamed(2, "window", "ask", "asks"),
)
NEWEST: Final = 2
OLDEST: Final = 1

LANGUAGE: Final = "language"
_PREFERS: Final = "prefers"


@dataclass(frozen=True, slots=True)
class Word:
    """One renamed word: its location in the file, and the step of the table."""

    span: Span
    step: Renamed


def stated(root: Node | None) -> int | None:
    """The version that a manifest states, None if it states no known one."""
    said = root.get(LANGUAGE) if isinstance(root, Mapping) else None
    known = {str(version): version for version in range(OLDEST, NEWEST + 1)}
    return known.get(said.value) if isinstance(said, Scalar) else None


def backwards(table: Iterable[Renamed]) -> tuple[Renamed, ...]:
    """The table that reverses another one."""
    return tuple(Renamed(one.version, one.form, one.new, one.old) for one in table)


def step(root: Mapping, table: Iterable[Renamed], *, is_manifest: bool) -> tuple[Mapping, list[Word]]:
    """The tree of a file with its words replaced by one step of the table, and the locations of these words. A tree
    without changes is returned as it is."""
    made = _Step(tuple(table))
    return (made.manifest(root) if is_manifest else made.definitions(root)), made.words


def of_today(root: Node | None, language: int | None, out: Diagnostics, *, is_manifest: bool) -> Node | None:
    """The tree of a file with the words of the newest version; its pack states a version or none.

    If no version is stated, the words of all versions are accepted, and the first old one of a file is reported. If an
    old version is stated, it is an error to use a word that only a later version knows.
    """
    if not isinstance(root, Mapping) or language == NEWEST:
        return root
    found: list[Word] = []
    for version in range((language or OLDEST) + 1, NEWEST + 1):
        table = [one for one in TABLE if one.version == version]
        if language is not None:
            for word in step(root, backwards(table), is_manifest=is_manifest)[1]:
                said = f"this pack states `language: {language}`"
                message = f"'{word.step.old}' belongs to version {version} of the language, and {said}"
                hint = f"write `{word.step.new}`, or state `language: {version}` in pack.yaml"
                out.add("RW259", message, word.span, hint)
        root, words = step(root, table, is_manifest=is_manifest)
        found += words
    if language is None and found:
        old = found[0].step
        message = f"'{old.old}' has been named '{old.new}' since version {old.version} of the language"
        out.add("RW258", message, found[0].span, "run `rulewright upgrade` to rewrite the pack")
    return root


class _Step:
    """One step over one file."""

    def __init__(self, table: tuple[Renamed, ...]) -> None:
        self.words: list[Word] = []
        self._table: dict[str, dict[str, Renamed]] = {}
        for one in table:
            self._table.setdefault(one.form, {})[one.old] = one

    def manifest(self, root: Mapping) -> Mapping:
        root = self._keys(root, self._table.get("pack", {}))
        entry = root.entries.get(_PREFERS)
        if entry is None or not isinstance(entry.value, Mapping):
            return root
        prefers = self._renamed(entry.value, self._preferred)
        return _with(root, _PREFERS, prefers)

    def definitions(self, root: Mapping) -> Mapping:
        for head, entry in root.entries.items():
            words = head.split(None, 2)
            verb = words[0] if words and words[0] in CHANGES else ""
            form = words[1] if verb and len(words) > 1 else words[0] if words else ""
            table = self._table.get(form)
            if table is None or not isinstance(entry.value, Mapping):
                continue
            body = self._change(entry.value, table) if verb == "change" else self._keys(entry.value, table)
            root = _with(root, head, body)
        return root

    def _change(self, body: Mapping, table: dict[str, Renamed]) -> Mapping:
        """The verbs of a change, and the paths below them."""
        for verb, entry in body.entries.items():
            made: Node = entry.value
            if isinstance(made, Mapping):
                made = self._renamed(made, lambda key: self._path(key, 0, table))
            elif verb == "remove":
                made = self._items(made, table)
            body = _with(body, verb, made)
        return body

    def _items(self, node: Node, table: dict[str, Renamed]) -> Node:
        several = node.items if isinstance(node, Sequence) else [node]
        items = [self._path(one, 0, table) or one if isinstance(one, Scalar) else one for one in several]
        if items == several:
            return node
        return Sequence(node.source, node.start, node.end, node.flow, items, node.broken) \
            if isinstance(node, Sequence) else items[0]

    def _preferred(self, key: Scalar) -> Scalar | None:
        """A path of a definition, `FORM ID.PATH`."""
        form, _, rest = key.value.partition(" ")
        table = self._table.get(form)
        return None if table is None or "." not in rest else self._path(key, key.value.index(".") + 1, table)

    def _path(self, key: Scalar, start: int, table: dict[str, Renamed]) -> Scalar | None:
        """A path with another first name, None if it stays. It begins at this offset in the key."""
        name = key.value[start:].partition(".")[0]
        one = table.get(name)
        if one is None:
            return None
        end = start + len(name)
        self.words.append(Word(key.located.span(start, end), one))
        return Scalar(key.source, key.start, key.end, key.value[:start] + one.new + key.value[end:], "computed")

    def _keys(self, body: Mapping, table: dict[str, Renamed]) -> Mapping:
        return self._renamed(body, lambda key: self._path(key, 0, table) if key.value in table else None) \
            if table else body

    def _renamed(self, body: Mapping, rename: Callable[[Scalar], Scalar | None]) -> Mapping:
        """A mapping with other keys. A key that would occur twice is kept, and then reported as unknown."""
        pairs: list[tuple[str, Entry]] = []
        for name, entry in body.entries.items():
            before = len(self.words)
            key = rename(entry.key)
            if key is not None and key.value in body.entries:
                del self.words[before:]
                key = None
            pairs.append((name, entry) if key is None else (key.value, Entry(key, entry.value)))
        if all(entry is body.entries.get(name) for name, entry in pairs):
            return body
        return Mapping(body.source, body.start, body.end, body.flow, dict(pairs), body.broken)


def _with(root: Mapping, name: str, value: Node) -> Mapping:
    """A mapping with another value; the same mapping if it already has this value."""
    entry = root.entries[name]
    if entry.value is value:
        return root
    entries = {**root.entries, name: Entry(entry.key, value)}
    return Mapping(root.source, root.start, root.end, root.flow, entries, root.broken)


def slot_of_today(slot: str) -> str:
    """`FORM ID.PATH` with the current words: old locks are read as well as new ones."""
    head, dot, path = slot.partition(".")
    name, rest, more = path.partition(".")
    for one in TABLE:
        if name == one.old and head.partition(" ")[0] == one.form:
            name = one.new
    return f"{head}{dot}{name}{rest}{more}"
