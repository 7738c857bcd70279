"""Reads from a pack's manifest how packs fit together: its id, its version, what it needs and comes after.

Separate because this is known before anything else of a pack is read, and also for packs that are never read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack import tree
from rulewright.pack.files import MANIFEST, read_plain, read_source
from rulewright.pack.lines import read_lines
from rulewright.pack.tree import Node, Scalar, Sequence
from rulewright.pack.versions import slot_of_today
from rulewright.source import SourceText, Span
from rulewright.stack.ranges import Range, Version, ranges, version

_PACK: Final = re.compile(rb"^pack: *(\w+) *(?:#.*)?\r?\n", re.MULTILINE)
_BEGINNING: Final = 2_000  # bytes of a manifest that nearly always contain the id
_REMEMBERED: Final = 256  # the most recently read manifests
# Long parts of manifests that say nothing about other packs.
_ELSEWHERE: Final = re.compile(r"^(?:messages|settings|text):[^\n]*\n(?:[ #][^\n]*(?:\n|\Z)|\n)*", re.MULTILINE)
# The valid versions of a manifest.
VERSION: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,2}(-[0-9A-Za-z.-]+)?")

# Unsaved manifests in an editor: their contents by folder.
_unsaved: ContextVar[Mapping[str, str]] = ContextVar("unsaved", default={})  # noqa: B039


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[None]:
    """While this is active, every reader of these manifests gets the contents in the editor instead of those on disk.
    """
    token = _unsaved.set({os.path.realpath(folder): text for folder, text in texts.items()})
    try:
        yield
    finally:
        _unsaved.reset(token)


def _in_editor(folder: str | Path) -> str | None:
    texts = _unsaved.get()
    return texts.get(os.path.realpath(folder)) if texts else None


@dataclass(slots=True)
class Said:
    """One entry of a manifest about another pack: its string, and its location."""

    text: str
    span: Span
    key: Span


@dataclass(slots=True)
class Breaks:
    """The tests of another pack that must fail, by name; `key` is the location of the pack's name."""

    key: Span
    tests: dict[str, Said]


@dataclass(slots=True)
class Manifest:
    """What a manifest says about other packs. It must not be changed. `folder` is the folder of the pack.
    `written_version` is the version as written, None if there is none; the version is 0 if it is not valid."""

    id: str
    folder: Path
    version: Version
    source: SourceText
    span: Span
    start: Span | None = None
    needs: dict[str, Said] = field(default_factory=dict)
    optional: dict[str, Said] = field(default_factory=dict)
    parts: dict[str, Said] = field(default_factory=dict)
    conflicts: dict[str, Said] = field(default_factory=dict)
    after: list[Said] = field(default_factory=list)
    order: list[Said] = field(default_factory=list)
    prefers: dict[str, Said] = field(default_factory=dict)
    breaks: dict[str, Breaks] = field(default_factory=dict)
    written_version: str | None = None
    board: str = "none"

    @property
    def title(self) -> str:
        """Its name in messages that may mean several versions of it: its id, with its version if it has one."""
        return f"'{self.id}'" if self.written_version is None else f"'{self.id}' {self.version}"

    @property
    def is_alone(self) -> bool:
        """Whether it needs no other pack."""
        return not self.needs and not self.optional and not self.parts


def id_of(folder: str | Path) -> str | None:
    """The id of the pack in a folder, None if there is none."""
    if _in_editor(folder) is not None:
        made = read_manifest(Path(folder))
        return None if made is None else made.id
    beginning = read_plain(Path(folder, MANIFEST), _BEGINNING)
    short = None if beginning is None else _PACK.search(beginning)
    if short is not None:
        return short[1].decode("ascii")
    made = read_manifest(Path(folder))
    return None if made is None else made.id


def asks_for_others(folder: Path) -> bool:
    """Whether the pack in a folder may need other packs. Most do not, and then nothing more is read."""
    source = _text(folder)
    return source is not None and any(word in source.text for word in ("needs", "optional", "parts"))


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the pack in a folder; None if it cannot be read, which the reader of packs reports."""
    source = _text(folder)
    return None if source is None else _of_text(folder, source.text)


@lru_cache(_REMEMBERED)  # every stage that handles a stack reads those of all its packs
def _of_text(folder: Path, text: str) -> Manifest | None:
    source = SourceText(MANIFEST, text, str(folder / MANIFEST))
    root = _plain(source) or _composed(source)
    if not isinstance(root, tree.Mapping):
        return None
    named = root.entries.get("pack")
    if named is None or not isinstance(named.value, Scalar):
        return None
    written = root.get("version")
    known = isinstance(written, Scalar) and VERSION.fullmatch(written.value)
    start, board = root.entries.get("start"), root.get("board")
    return Manifest(
        named.value.value, folder, version(written.value if known and isinstance(written, Scalar) else "0"), source,
        named.value.span, None if start is None else start.key.span, _entries(root.get("needs")),
        _entries(root.get("optional")), _entries(root.get("parts")), _entries(root.get("conflicts")),
        _items(root.get("after")), _items(root.get("order")),
        {slot_of_today(slot): said for slot, said in _entries(root.get("prefers")).items()},
        _breaks(root.get("breaks")), written.value if isinstance(written, Scalar) else None,
        board.value if isinstance(board, Scalar) else "none",
    )  # fmt: skip


def _plain(source: SourceText) -> Node | None:
    """The root of a file in plain syntax: it contains nothing that the reader of packs would report."""
    if "\r" in source.text or "\t" in source.text:
        return None
    short = _ELSEWHERE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.text)
    return read_lines(SourceText(source.name, short, source.path))


def _composed(source: SourceText) -> Node | None:
    """The root of a file that is not in the plainest syntax, for which the YAML parser is loaded."""
    from rulewright.pack.yaml_tree import compose

    return compose(source, Diagnostics())


def range_of(said: Said) -> tuple[Range, ...] | None:
    """The range of versions in an entry."""
    return ranges(said.text)


def _text(folder: Path) -> SourceText | None:
    written = _in_editor(folder)
    source = read_source(folder, MANIFEST, Diagnostics()) if written is None else SourceText(MANIFEST, written)
    return None if source is None else SourceText(source.name, source.text, str(folder / MANIFEST))


def _entries(node: Node | None) -> dict[str, Said]:
    if not isinstance(node, tree.Mapping):
        return {}
    found = {name: (entry.key, entry.value) for name, entry in node.entries.items()}
    return {name: Said(value.value, value.span, key.span) for name, (key, value) in found.items()
            if isinstance(value, Scalar)}  # fmt: skip


def _breaks(node: Node | None) -> dict[str, Breaks]:
    if not isinstance(node, tree.Mapping):
        return {}
    return {name: Breaks(entry.key.span, _entries(entry.value)) for name, entry in node.entries.items()}


def _items(node: Node | None) -> list[Said]:
    several = node.items if isinstance(node, Sequence) else [] if node is None else [node]
    return [Said(one.value, one.span, one.span) for one in several if isinstance(one, Scalar)]
