"""Finds entries of `breaks` that name no test of a pack in the stack, and that could therefore never come true.

Separate because it is the only code that reads the tests of needed packs, which are not tests of the stack.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import NO_BUFFERS, Buffers, Place, Stack, list_files, read_source
from rulewright.pack.tree import Mapping
from rulewright.pack.yaml_tree import compose
from rulewright.scenario.own import TEST_HEAD
from rulewright.source import SourceText
from rulewright.spelling import did_you_mean
from rulewright.stack.manifests import read_manifest

# The usual form of the heads of tests.
_HEAD: Final = re.compile(r"^test[ \t]+([^\n]*?)[ \t]*:[ \t]*$", re.MULTILINE)


def check_breaks(place: Place, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> None:
    """Warn of each such entry, in the manifests of all packs of a place."""
    folders = [place] if isinstance(place, Path) else [member.folder for member in place.members]
    manifests = [one for one in map(read_manifest, folders) if one is not None]
    texts: dict[str, list[SourceText]] | None = None
    for one in manifests:
        for pack, broken in one.breaks.items():
            if pack not in one.needs and pack not in one.optional:
                known = [*one.needs, *one.optional]
                hint = did_you_mean(pack, known, "it needs") or "add the pack of these tests to `needs`"
                out.add("RW257", f"'{one.id}' does not need '{pack}', so it cannot break its tests", broken.key,
                        hint)  # fmt: skip
                continue
            texts = _texts(place, buffers) if texts is None else texts
            if pack not in texts or broken.tests.keys() <= {name for text in texts[pack] for name in _written(text)}:
                continue  # an optional pack need not be there
            names = {name for text in texts[pack] for name in _tests_in(text)}
            for name, said in broken.tests.items():
                if name not in names:
                    out.add("RW257", f"pack '{pack}' has no test '{name}'", said.key,
                            did_you_mean(name, sorted(names))
                            or "write the name of one of its tests, or remove this")  # fmt: skip


def _texts(place: Place, buffers: Buffers) -> dict[str, list[SourceText]]:
    """The tests of each pack of a stack, by its id."""
    found: dict[str, list[SourceText]] = {}
    for member in place.members if isinstance(place, Stack) else ():
        names = [member.prefix + name for name in list_files(member.folder, Diagnostics()).tests]
        texts = [read_source(place, name, Diagnostics(), buffers) for name in names]
        found[member.id] = [text for text in texts if text is not None]
    return found


def _written(text: SourceText) -> set[str]:
    """The names of a file's tests whose heads have the usual form, which is quick to find."""
    return {" ".join(name.split()) for name in _HEAD.findall(text.text)}


def _tests_in(text: SourceText) -> set[str]:
    """The names of all tests of a file."""
    root = compose(text, Diagnostics())
    heads = [TEST_HEAD.fullmatch(key) for key in root.entries] if isinstance(root, Mapping) else []
    return {" ".join(head["test"].split()) for head in heads if head is not None and head["test"]}
