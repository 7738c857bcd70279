"""Reports the problems that the schema finds as diagnostics with locations, and removes what is wrong.

Separate because the schema knows values and no locations, and because later stages can then rely on the shape of
everything that remains: what was reported is removed, so it is not reported again.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeVar

from rulewright.diagnostics import Diagnostics
from rulewright.pack.forms import FREE_FIELDS, SHEET_FIELDS
from rulewright.pack.model import FieldValue
from rulewright.pack.shape_mistakes import NOTHING, Path, Problem
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.source import Span

Plain = object
Value = TypeVar("Value")


def plain(node: Node) -> Plain:
    """Strings, lists and dictionaries; NOTHING where a value was omitted. Depth is bounded by the reader."""
    if isinstance(node, Scalar):
        return node.value if node.value or node.style != "plain" else NOTHING
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


# For each field that any sheet may have: its name, and the keys of a mapping or whether it is a list.
Outline = tuple[tuple[str, tuple[str, ...] | bool], ...]


def outline_of(fields: dict[str, FieldValue]) -> Outline | None:
    """What decides whether the common fields of a sheet are valid, if none of their strings is empty; None if only the
    schema can decide. Sheets with the same outline are all valid or all invalid."""
    found: list[tuple[str, tuple[str, ...] | bool]] = []
    for name, field in fields.items():
        if name not in SHEET_FIELDS:
            continue
        if name not in FREE_FIELDS:
            return None
        node = field.node
        inner = [node]
        mark: tuple[str, ...] | bool = False
        if isinstance(node, Mapping):
            inner, mark = [entry.value for entry in node.entries.values()], tuple(node.entries)
        elif isinstance(node, Sequence):
            inner, mark = node.items, True
        for one in inner:
            if type(one) is not Scalar or not one.value:
                return None
        found.append((name, mark))
    return tuple(found)


def without_broken(root: Node) -> Node | None:
    """The tree without the nodes that the reader has reported; None if nothing is left.

    A mapping or list that has lost something is marked as broken: what it lacks is not reported as missing.
    """
    if root.broken and (isinstance(root, Scalar) or root.flow):
        return None
    waiting: list[Mapping | Sequence] = [] if isinstance(root, Scalar) else [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            lost = [key for key, entry in node.entries.items() if _is_useless(entry.value)]
            for key in lost:
                del node.entries[key]
            node.broken |= bool(lost)
            children: Iterable[Node] = [entry.value for entry in node.entries.values()]
        else:
            kept = [item for item in node.items if not _is_useless(item)]
            node.broken |= len(kept) < len(node.items)
            node.items = kept
            children = kept
        waiting += [child for child in children if not isinstance(child, Scalar)]
    return root


def _is_useless(node: Node) -> bool:
    # A broken block has lost some of its lines; an inline list or mapping has been torn into meaningless pieces.
    return node.broken and (isinstance(node, Scalar) or node.flow)


class Body:
    """The fields of one definition or manifest, with the locations that diagnostics about them need.

    `main` is the name under which the schema knows the field "" (a body without fields), or None.
    """

    def __init__(
        self, fields: dict[str, FieldValue], head: Scalar, main: str | None, definition: str | None, *, broken: bool
    ) -> None:
        self.fields = fields
        self.head = head
        self.main = main
        self.definition = definition
        self.broken = broken

    def plain(self, only: Container[str] | None = None) -> dict[str, Plain]:
        """The input of the schema: all fields, or only those named."""
        return {
            name or self.main or "": plain(value.node)
            for name, value in self.fields.items()
            if only is None or name in only
        }

    def report(self, problems: Iterable[Problem], out: Diagnostics) -> bool:
        """Report each problem and remove what it is about; a misspelt field is renamed to the field that is meant.
        Returns whether one was renamed: its value has not been checked."""
        found = list(problems)
        corrected = False
        # A field that is only misspelt is not also reported as missing.
        misspelt = {(one.owner, one.field) for one in found if not one.is_absence and one.field}
        useless: set[Path] = set()
        reported = False
        for problem in found:
            useless.update(problem.useless)
            if problem.is_absence and (self._is_broken(problem.owner) or (problem.owner, problem.field) in misspelt):
                continue
            related = []
            if problem.other is not None:
                related = [(self._key_span((*problem.path[:-1], problem.other)), f"'{problem.other}' is here")]
            out.add(problem.code, problem.message, self._span(problem), problem.hint, related, self.definition)
            reported = True
            if problem.code == "RW205" and problem.field is not None and self._correct(problem.path, problem.field):
                corrected = True
                useless.difference_update(problem.useless)
        # From the end, so that the indexes of list items stay valid.
        for path in useless:
            node = self._node(path)
            if node is not None:
                key = self._key_span(path)
                out.unread(key.to(node.span) if key.source is node.source else node.span)
        for path in sorted(useless, key=lambda path: [str(part).zfill(9) for part in path], reverse=True):
            self._remove(path)
        self.broken |= reported
        return corrected

    def _correct(self, path: Path, meant: str) -> bool:
        """Rename a misspelt field to the one that is meant, unless that exists already."""
        if len(path) == 1:
            field = self.fields.get(str(path[0]))
            if field is None or meant in self.fields:
                return False
            _rename(self.fields, str(path[0]), meant)
            return True
        parent = self._node(path[:-1])
        if not isinstance(parent, Mapping) or str(path[-1]) not in parent.entries or meant in parent.entries:
            return False
        _rename(parent.entries, str(path[-1]), meant)
        return True

    def _is_broken(self, path: Path) -> bool:
        """Whether the mapping at the path has lost something that was reported."""
        if not path:
            return self.broken
        node = self._node(path)
        return node is None or node.broken

    def _field(self, name: str | int) -> FieldValue | None:
        return self.fields.get("" if name == self.main and name not in self.fields else str(name))

    def _node(self, path: Path) -> Node | None:
        """The value at a path, if it exists."""
        if not path:
            return None
        field = self._field(path[0])
        node: Node | None = None if field is None else field.node
        for part in path[1:]:
            if isinstance(node, Mapping):
                node = node.get(str(part))
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
            else:
                return None
        return node

    def _span(self, problem: Problem) -> Span:
        if not problem.path:
            return self.head.span
        if problem.at_key:
            return self._key_span(problem.path)
        node = self._node(problem.path)
        if node is None or "\n" in node.span.text or node.start == node.end:
            return self._key_span(problem.path)
        return node.span

    def _key_span(self, path: Path) -> Span:
        """The span of the key that a path ends with; for an item of a list, of the item's first line."""
        if len(path) == 1:
            field = self._field(path[0])
            return self.head.span if field is None else field.key_span
        parent = self._node(path[:-1])
        if isinstance(parent, Mapping) and str(path[-1]) in parent.entries:
            return parent.entries[str(path[-1])].key.span
        node = self._node(path)
        if isinstance(node, Mapping) and node.entries:
            return next(iter(node.entries.values())).key.span
        if node is not None:
            first_line = node.span.text.partition("\n")[0].rstrip()
            return Span(node.source, node.start, node.start + len(first_line))
        return self._key_span(path[:-1])

    def _remove(self, path: Path) -> None:
        if len(path) <= 1:
            gone = [name for name in self.fields if not path or path[0] == (name or self.main)]
            for name in gone:
                del self.fields[name]
            self.broken = True
            return
        parent = self._node(path[:-1])
        if isinstance(parent, Mapping):
            parent.entries.pop(str(path[-1]), None)
            parent.broken = True
        elif isinstance(parent, Sequence) and isinstance(path[-1], int):
            del parent.items[path[-1]]
            parent.broken = True


def _rename(fields: dict[str, Value], name: str, other: str) -> None:
    """Rename a field, keeping its position."""
    renamed = {other if one == name else one: value for one, value in fields.items()}
    fields.clear()
    fields.update(renamed)
