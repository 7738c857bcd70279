"""Turns the files in a pack's folder `tests` into content tests of the right shape.

A stage of its own because playing and checking a pack need none of them, and because a test is headed by a sentence
and not by a form and an id.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rulewright.collector import paused_collector
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import read_source
from rulewright.pack.model import Declaration, FieldValue, Pack
from rulewright.pack.schema import Test, check_shape
from rulewright.pack.shape import Body, without_broken
from rulewright.pack.tree import Mapping
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText, Span

_HEAD: Final = re.compile(r"\s*test\s+(?P<title>\S.*?)\s*\Z", re.DOTALL)


def read_tests(pack: Pack, out: Diagnostics) -> list[Declaration]:
    """The content tests of a pack, in the order of files and lines: form `test`, the sentence as id.

    Fields have the shape that the schema gives them. The files do not count among the pack's sources: what it plays
    does not depend on them.
    """
    tests: list[Declaration] = []
    first: dict[str, Declaration] = {}
    with paused_collector():
        for name in pack.tests:
            source = read_source(Path(pack.path), name, out)
            for one in [] if source is None else _read_file(source, out):
                earlier = first.setdefault(one.id, one)
                if earlier is one:
                    tests.append(one)
                    continue
                related = [(earlier.head_span, "it stands here first")]
                message = f"there are two tests '{one.id}'"
                out.add("RW210", message, one.head_span, "rename one of them", related, one.id)
    return tests


def _read_file(source: SourceText, out: Diagnostics) -> list[Declaration]:
    root = compose(source, out)
    if root is None:
        return []
    if not isinstance(root, Mapping):
        if not root.broken:
            where = Span(source, root.start, root.start + 1)
            out.add("RW202", "a file of tests is a mapping", where, "write 'test ..:'")
        return []
    tests = []
    for entry in root.entries.values():
        head = entry.key.located
        match = _HEAD.match(head.text)
        if match is None:
            message = f"'{head.text}' is not the head of a test"
            out.add("RW203", message, entry.key.span, "write 'test' and a sentence that says what holds")
            continue
        body = without_broken(entry.value)
        title = match["title"]
        fields: dict[str, FieldValue] = {}
        if isinstance(body, Mapping):
            fields = {key: FieldValue(inner.value, inner.key.span, title) for key, inner in body.entries.items()}
        elif body is not None:
            out.add("RW207", "the body of a test is a mapping of fields", entry.key.span, definition=title)
        checked = Body(fields, entry.key.span, None, title, broken=not isinstance(body, Mapping) or body.broken)
        checked.report(check_shape(Test, checked.plain()), out)
        tests.append(Declaration("test", title, head, entry.key.span, fields, source.name, broken=checked.broken))
    return tests
