"""Rewrites the files of a pack in the newest version of the language by editing single words.

Separate because it edits what authors wrote. It edits the text of each file, so comments, order and layout stay; the
command checks that the result means the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.diagnostics import Diagnostics
from rulewright.pack import versions
from rulewright.pack.files import MANIFEST
from rulewright.pack.tree import Mapping as Tree
from rulewright.pack.tree import Node, Scalar
from rulewright.pack.versions import LANGUAGE, NEWEST, OLDEST, TABLE, Renamed
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText, Span


def upgraded(files: Mapping[str, str]) -> dict[str, str]:
    """Returns the changed files of one pack, by their paths, in the newest version of the language. `files` are the
    manifest and the definitions, without errors in their YAML."""
    made = dict(files)
    stated = versions.stated(_root(MANIFEST, made.get(MANIFEST, "")))
    for version in range((stated or OLDEST) + 1, NEWEST + 1):
        made = stepped(made, [one for one in TABLE if one.version == version])
    if stated is not None:
        made[MANIFEST] = stating(made[MANIFEST], NEWEST)
    return {name: text for name, text in made.items() if text != files[name]}


def stepped(files: Mapping[str, str], table: Iterable[Renamed]) -> dict[str, str]:
    """Returns all files after one step of the table."""
    table = tuple(table)
    made = {}
    for name, text in files.items():
        root = _root(name, text)
        words = versions.step(root, table, is_manifest=name == MANIFEST)[1] if isinstance(root, Tree) else []
        made[name] = _edited(text, [(one.span, one.step.new) for one in words])
    return made


def stating(manifest: str, version: int) -> str:
    """Returns the text of a manifest with another version of the language; the manifest must state one."""
    root = _root(MANIFEST, manifest)
    said = root.get(LANGUAGE) if isinstance(root, Tree) else None
    assert isinstance(said, Scalar), "it states a version"
    return _edited(manifest, [(said.located.span(), str(version))])


def _root(name: str, text: str) -> Node | None:
    return compose(SourceText(name, text), Diagnostics())


def _edited(text: str, edits: list[tuple[Span, str]]) -> str:
    for span, word in sorted(edits, key=lambda edit: edit[0].start, reverse=True):
        text = text[: span.start] + word + text[span.end :]
    return text
