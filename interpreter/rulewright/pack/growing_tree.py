"""Builds the tree of one file from values as they begin and end, and reports what packs do not use: keys that appear
twice, merge keys, values of a depth, number or size beyond the limits, and expressions that YAML has split.

Separate because nothing of it depends on the YAML package: `yaml_tree` reads the events.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.diagnostics import Diagnostics
from rulewright.limits import MOST_OF_KEY
from rulewright.pack.tree import Entry, Mapping, Node, Scalar, Sequence
from rulewright.source import SourceText, Span

MAX_DEPTH: Final = 64
MAX_NODES: Final = 300_000

# A field on one line whose colon is missing.
_FIELD = re.compile(r"([a-z]\w*) +([^\s{(\[,].*)")
# Two numbers with a comma between them, at the end.
_SPOT = re.compile(r"[{:] *(?P<across>[\d.]+) *, *(?P<along>[\d.]+)\Z")
# A call in brackets that YAML splits into several items, and what follows it up to the end of the last.
_TORN = re.compile(r"(?P<call>[a-z]\w*\([^()\[\]{}\n]*\))[^,\[\]{}#\n]*")


class Stop(Exception):
    """A limit is exceeded: nothing more is read from this file."""


class Growing:
    """The tree of one file while it is read. `base`: where in the file the text begins that is read now."""

    def __init__(self, source: SourceText, out: Diagnostics) -> None:
        self.source = source
        self.out = out
        self.root: Node | None = None
        self.nodes = 0
        self.base = 0
        # Open collections with the key that waits for its value (mappings only).
        self.open: list[Mapping | Sequence] = []
        self.keys: list[Scalar | None] = []
        self.flow_reported = False

    def begin(self, node: Mapping | Sequence) -> None:
        """A collection begins: it is the next value, and open."""
        self.attach(node)
        if len(self.open) >= MAX_DEPTH:
            at = Span(self.source, node.start, min(node.start + 1, len(self.source.text)))
            self.out.add("RW113", f"this is nested more than {MAX_DEPTH} levels deep", at, "flatten the structure")
            raise Stop
        self.open.append(node)
        self.keys.append(None)

    def close(self, end: int) -> None:
        """The last collection that began ends."""
        node = self.open.pop()
        self.keys.pop()
        if node.flow:
            node.end = end
            if not any(outer.flow for outer in self.open):
                if self.flow_reported:
                    self.out.unread(node.span)  # names declared in it are lost, and not reported as missing
                self.flow_reported = False
        else:
            # A block ends with its last child, not with the token after it.
            node.end = max(node.end, _last_end(node))

    def close_all(self) -> None:
        """Close what an error left open: what was read so far is kept, marked as broken."""
        while self.open:
            key = self.keys[-1]
            node = self.open[-1]
            node.broken = True
            if key is not None and isinstance(node, Mapping):
                broken = Scalar(self.source, key.end, key.end, "", "plain", broken=True)
                node.entries.setdefault(key.value, Entry(key, broken))
            self.close(max(node.end, _last_end(node)))

    def attach(self, node: Node) -> None:
        """The next value: the root, an item, a key, or the value of a key."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            at = Span(self.source, node.start, min(node.start + 1, len(self.source.text)))
            self.out.add("RW114", f"this file has more than {MAX_NODES} values", at, "divide it into several files")
            raise Stop
        if not self.open:
            self._attach_root(node)
            return
        parent = self.open[-1]
        if parent.flow and type(node) is Scalar and node.style == "plain":
            self._check_flow(parent, node)
        if type(parent) is Sequence:
            parent.items.append(node)
            return
        assert type(parent) is Mapping
        key = self.keys[-1]
        if key is not None:
            self.keys[-1] = None
            self._enter(parent, key, node)
        elif type(node) is Scalar and (node.value or node.start < node.end):
            self.keys[-1] = node
        else:
            at = Span(self.source, node.start, min(node.start + 1, len(self.source.text)))
            self.out.add("RW111", "a key must be a string", at, "write a word, or a string in quotes, before the ':'")
            parent.broken = True
            self.keys[-1] = Scalar(self.source, node.start, node.end, "", "plain", broken=True)

    def _attach_root(self, node: Node) -> None:
        if self.root is None:
            self.root = node
        elif type(self.root) is not Mapping and type(node) is Mapping:
            self.root, node.broken = node, True  # what came before was reported
        elif type(self.root) is Mapping and type(node) is Mapping:
            # A later run of the parser: its entries are those of the file that follow the error.
            node.entries, later = self.root.entries, node.entries
            assert not later, "a mapping is attached before its entries"
            node.start, node.broken = self.root.start, True
            self.root = node
        # Anything else is a fragment after an error that has been reported.

    def _enter(self, parent: Mapping, key: Scalar, node: Node) -> None:
        if key.broken:
            return
        if key.value == "<<" and key.style == "plain":
            hint = "write 'extends: OTHER' in the definition"
            self.out.add("RW108", "merge keys are not used in packs", key.span, hint)
            parent.broken = True
            return
        if len(key.value) > MOST_OF_KEY:
            message = f"this key has {len(key.value):,} characters, more than {MOST_OF_KEY:,}"
            self.out.add("RW618", message, key.span, "write a shorter one")
            parent.broken = True
            return
        first = parent.entries.get(key.value)
        if first is not None:
            message = f"'{key.value}' appears here for the second time"
            related = [(first.key.span, "it first appears here")]
            is_change = key.value.startswith("change ")
            hint = "combine both under one of them" if is_change else "remove one of the two"
            self.out.add("RW106", message, key.span, hint, related)
            return
        parent.entries[key.value] = Entry(key, node)

    def _check_flow(self, parent: Mapping | Sequence, node: Scalar) -> None:
        """Report an expression that YAML has split at commas or colons: for YAML itself it is valid."""
        key = self.keys[-1]
        torn = node.value.count("(") != node.value.count(")")
        lone = type(parent) is Mapping and key is not None and not node.value and node.start == node.end
        if not (torn or lone):
            return
        parent.broken = True
        node.broken = True
        if self.flow_reported:
            return
        self.flow_reported = True
        where = key if lone and key is not None else node
        field = _FIELD.fullmatch(where.value) if lone else None
        if field is not None and self.source.text[: where.start].rstrip().endswith("{"):
            hint = f"write '{field[1]}: {field[2]}'"
            self.out.add("RW112", "this field has no ': ' after its name", where.span, hint)
            return
        inside = "brackets" if type(parent) is Sequence else "braces"
        message = f"YAML splits this expression at the comma inside {inside}"
        each = "write each" if inside == "brackets" else "write each field"
        hint = f"{each} on its own line, or put the expression in quotes"
        whole = _TORN.match(self.source.text, node.start) if type(parent) is Sequence else None
        if whole is not None:
            message = f"YAML splits '{whole['call']}' at its comma inside brackets"
            hint = f"write each on its own line, '- {whole.group().rstrip()}', or put it in quotes"
        text = self.source.text
        if where is key and text[: key.start].rstrip().endswith("{") and text[key.end :].lstrip().startswith("}"):
            message = f"'{key.value}' in braces has no value"
            hint = f"write '{key.value}: ..' for a field, '<{key.value}>' for a hole; put any other string in quotes"
        spot = _SPOT.search(text, 0, where.end) if where is key else None
        if spot is not None:
            hint = f"a place in inches is written '{spot['across']}x{spot['along']}'"
        self.out.add("RW112", message, where.span, hint)

    def reached(self) -> int:
        """The end of the last value that was read."""
        ends = [key.end if key is not None else _last_end(node) for node, key in zip(self.open, self.keys, strict=True)]
        return max(ends, default=self.base)


def _last_end(node: Mapping | Sequence) -> int:
    if type(node) is Mapping:
        return max((entry.value.end or entry.key.end for entry in node.entries.values()), default=node.start)
    assert type(node) is Sequence
    return node.items[-1].end if node.items else node.start
