"""Finds the files that contain parts of a declaration: its own file, those of templates, and those of packs that have
changed it.

Separate because stages that reuse what was read must know whether a location has moved.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.pack.model import Declaration
from rulewright.pack.tree import Mapping, Node, Sequence
from rulewright.source import Span


def files_of(one: Declaration) -> set[str]:
    """The names of the files that contain parts of a declaration."""
    found = {one.file}
    if not (one.history or one.lines or "extends" in one.fields):
        return found
    for several in (one.history or {}).values():
        found.update(origin.span.source.name for origin in several)
    for several_lines in (one.lines or {}).values():
        found.update(line.source.name for _, line in several_lines)
    for field in one.fields.values():
        found.add(field.key.source.name)
        found.update(files_in(field.node))
    return found


def extents_of(one: Declaration) -> dict[str, tuple[int, int]]:
    """The start and end of the parts of a declaration in each of these files."""
    found: dict[str, tuple[int, int]] = {}
    for span in _spans_of(one):
        start, end = found.get(span.source.name, (span.start, span.end))
        found[span.source.name] = min(start, span.start), max(end, span.end)
    return found


def _spans_of(one: Declaration) -> Iterator[Span]:
    yield one.key.span
    for several in (one.history or {}).values():
        yield from (origin.span for origin in several)
    for several_lines in (one.lines or {}).values():
        yield from (line.span for _, line in several_lines)
    waiting: list[Node] = []
    for field in one.fields.values():
        yield field.key.span
        waiting.append(field.node)
    while waiting:
        here = waiting.pop()
        yield here.span
        if isinstance(here, Mapping):
            for entry in here.entries.values():
                yield entry.key.span
                waiting.append(entry.value)
        elif isinstance(here, Sequence):
            waiting += here.items


def files_in(node: Node) -> Iterator[str]:
    """The names of the files that contain parts of a node, possibly repeated."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here.source.name
        if isinstance(here, Mapping):
            for entry in here.entries.values():
                yield entry.key.source.name
                waiting.append(entry.value)
        elif isinstance(here, Sequence):
            waiting += here.items
