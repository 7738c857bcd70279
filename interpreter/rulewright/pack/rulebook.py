"""Reads `rulebook.yaml`: the rules that a pack implements, by id, and how its open points are read.

Separate because tests, coverage and documents need the readings, and play needs none of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import NO_BUFFERS, RULEBOOK, Buffers, read_source
from rulewright.pack.model import FieldValue
from rulewright.pack.shape import Body, without_broken
from rulewright.pack.shapes_known import Shapes
from rulewright.pack.tree import Mapping, Node, Scalar, Sequence
from rulewright.pack.yaml_tree import compose
from rulewright.source import SourceText, Span


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of an open point: the question, the answer taken, the setting that changes it, the options."""

    statement: str
    taken: str
    setting: str | None = None
    options: tuple[str, ...] = ()


@dataclass(slots=True)
class Rulebook:
    """Statements of rules and readings by id, with the location of each id. `descriptive` are those rules that nothing
    can implement or show, with the reason."""

    rules: dict[str, str] = field(default_factory=dict)
    descriptive: dict[str, str] = field(default_factory=dict)  # of rules that only describe: why
    readings: dict[str, Reading] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    source: SourceText | None = None

    @property
    def statements(self) -> dict[str, str]:
        """Every id that may be cited, with its statement."""
        return self.rules | {name: reading.statement for name, reading in self.readings.items()}


def read_rulebook(folder: Path, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> Rulebook:
    """The rulebook of the pack in a folder, which must have one."""
    source = read_source(folder, RULEBOOK, out, buffers)
    return Rulebook() if source is None else read_rules(source, out, Shapes())


def read_rules(source: SourceText, out: Diagnostics, shapes: Shapes) -> Rulebook:
    """The rulebook in a text."""
    book = Rulebook(source=source)
    composed = compose(source, out)
    root = without_broken(composed) if composed is not None else None
    whole = Span(source, 0, 0)
    if not isinstance(root, Mapping):
        if root is not None:
            out.add("RW202", "a rulebook must be a mapping with the keys 'rules' and 'readings'", whole)
        return book
    fields = {key: FieldValue(entry.value, entry.key, "") for key, entry in root.entries.items()}
    body = Body(fields, Scalar(source, 0, 0, "", "plain"), None, None, broken=root.broken)
    body.report(shapes.problems("rulebook", body.plain()), out)
    for name, key, node in _entries(fields.get("rules")):
        book.places[name] = key
        if isinstance(node, Mapping):
            book.descriptive[name] = _text(node.get("descriptive"))
            node = node.get("statement") or node
        book.rules[name] = _text(node)
    for name, key, node in _entries(fields.get("readings")):
        book.places[name] = key
        book.readings[name] = _reading(node)
    return book


def _entries(value: FieldValue | None) -> list[tuple[str, Span, Node]]:
    if value is None or not isinstance(value.node, Mapping):
        return []
    return [(name, entry.key.span, entry.value) for name, entry in value.node.entries.items()]


def _reading(node: Node) -> Reading:
    assert isinstance(node, Mapping), "the shape of a reading was checked"
    setting = node.get("setting")
    options = node.get("options")
    return Reading(
        _text(node.get("statement")),
        _text(node.get("taken")),
        _text(setting) if setting is not None else None,
        tuple(_text(item) for item in options.items) if isinstance(options, Sequence) else (),
    )


def _text(node: Node | None) -> str:
    """The string of a field; empty if it was reported and removed."""
    return node.value if isinstance(node, Scalar) else ""
