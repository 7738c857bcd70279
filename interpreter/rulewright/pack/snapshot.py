"""Stores the declarations of a file as plain data, and restores them if the file has not changed.

Separate because it replaces reading YAML: most files of a large pack have not changed since the last run.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import Any

from rulewright.pack import tree
from rulewright.pack.model import Declaration, FieldValue
from rulewright.source import SourceText

# The representation of a node, by the length of the tuple: a string is (start, end, value, style), a sequence (start,
# end, flow, items, broken), a mapping (start, end, flow, {key: (node of the key, node)}, broken, ""). Plain data of
# builtin types, because these are written and read without a Python call for each.
_Packed = tuple[Any, ...]
_TEXT, _SEQUENCE = 4, 5


def pack_file(declarations: list[Declaration], outline: Callable[[Declaration], tuple[Any, ...] | None]) -> bytes:
    """The declarations of one file as plain data. `outline` returns the outline of a sheet for which that is enough."""
    return marshal.dumps([_packed_declaration(one, outline(one)) for one in declarations])


def _packed_declaration(one: Declaration, outline: tuple[Any, ...] | None) -> _Packed:
    fields = {}
    if outline is None:
        fields = {name: (_packed(field.key), _packed(field.node)) for name, field in one.fields.items()}
    return one.form, one.id, _packed(one.key), fields, outline, one.mark


def _packed(node: tree.Node) -> _Packed:
    if isinstance(node, tree.Scalar):
        return node.start, node.end, node.value, node.style
    if isinstance(node, tree.Sequence):
        return node.start, node.end, node.flow, [_packed(item) for item in node.items], node.broken
    entries = {key: (_packed(entry.key), _packed(entry.value)) for key, entry in node.entries.items()}
    return node.start, node.end, node.flow, entries, node.broken, ""


def unpack_file(data: bytes, source: SourceText) -> list[Declaration]:
    """The declarations that `pack_file` stored, for a source with the same text."""
    made = []
    for form, name, key, packed, outline, mark in marshal.loads(data):
        fields = {
            field: FieldValue(_node(value, source), tree.Scalar(source, *at), name)
            for field, (at, value) in packed.items()
        }
        made.append(Declaration(form, name, tree.Scalar(source, *key), fields, source.name, mark=mark, outline=outline))
    return made


def _node(packed: _Packed, source: SourceText) -> tree.Node:
    if len(packed) == _TEXT:
        return tree.Scalar(source, *packed)
    start, end, flow, inner, broken, *_ = packed
    if len(packed) == _SEQUENCE:
        return tree.Sequence(source, start, end, flow, [_node(item, source) for item in inner], broken)
    entries = {
        name: tree.Entry(tree.Scalar(source, *key), _node(value, source)) for name, (key, value) in inner.items()
    }
    return tree.Mapping(source, start, end, flow, entries, broken)
