"""Refuses packs whose code would grow too large: code that is written once and compiled many times.

Separate because a check makes no code: the copies are counted before there are any. The code of everything else grows
only with the pack, and expansions of templates are bounded where they are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.compile import analysis
from rulewright.compile.context import Unit
from rulewright.compile.in_place import LARGEST, written_out
from rulewright.compile.legality import sentences_on
from rulewright.compile.turns import has_turn
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.limits import MOST_COPIES
from rulewright.program import Table
from rulewright.source import Span

# Nodes of generated code, measured on packs: for a node of an expression, and for what contains expressions.
_NODE = 2
_LINE = 60  # a statement, a modifier or a reaction


@dataclass(slots=True)
class Copies:
    """The copies that one definition has of code that is inlined more than once."""

    nodes: int
    of: str
    place: Span | None
    hint: str
    definition: str


def is_little_code(unit: Unit, tables: Sequence[Table], out: Diagnostics) -> bool:
    """Whether the copies are few enough to be compiled; reports those that are not."""
    found = [*_called(unit), *_classes(unit), *_heard(unit, tables)]
    total = sum(one.nodes for one in found)
    if total <= MOST_COPIES:
        return True
    most = max(found, key=lambda one: one.nodes)
    assert most.place is not None, "code that is copied has a location"
    out.add("RW617", f"copied code would have {total:,} nodes, more than {MOST_COPIES:,}; the "
            f"largest part, {most.nodes:,}, {most.of}", most.place, most.hint, definition=most.definition)
    return False


def _called(unit: Unit) -> Iterator[Copies]:
    """Values and permissions that are inlined where they are called."""
    calls = Counter(x.ref for x in unit.nodes
                    if isinstance(x, n.Call) and isinstance(x.ref, (m.ValueDef, m.PermissionDef)))
    for ref, times in calls.items():
        assert isinstance(ref, (m.ValueDef, m.PermissionDef))
        large = written_out(ref, unit)
        if large <= LARGEST:
            yield Copies(_NODE * large * times, f"as {ref.title} is read in {times} places", ref.span,
                         "read it in one value, and read that value instead", ref.id)


def _classes(unit: Unit) -> Iterator[Copies]:
    """Modifiers on events and on their classes: each event has its own copy of those of its classes."""
    sizes: dict[m.SentenceDef, int] = {}
    for event in unit.layout.events:
        mine = [s for kind in ("forbid", "allow", "waive") for s in sentences_on(event, unit, kind)]
        if mine:
            nodes = sum(_sentence(s, sizes) for s in mine)
            yield Copies(nodes, f"as {len(mine)} modifiers apply to {event.title} and its classes", event.span,
                         "write fewer modifiers for its classes, or remove the event from a class", event.id)


def _sentence(s: m.SentenceDef, sizes: dict[m.SentenceDef, int]) -> int:
    if s not in sizes:
        sizes[s] = _size(x for x in (s.expr, s.when) if x is not None)
    return _LINE + sizes[s]


def _heard(unit: Unit, tables: Sequence[Table]) -> Iterator[Copies]:
    """Reactions to classes: each event tests those of its classes in its own function."""
    reactions = analysis.reactions_of(unit.layout.pack)
    sizes = [_LINE + _size(x for x in (r.where, r.when) if x is not None) for r in reactions]
    for e, phases in unit.tables_of.items():
        event = unit.layout.events[e]
        for number in set(phases.values()):
            if not has_turn(tables[number], reactions):
                continue
            mine = tables[number].general
            yield Copies(sum(sizes[x] for x in mine), f"as {len(mine)} rules react to {event.title} and its classes",
                         event.span, "let fewer rules react to its classes, or remove the event from a class", event.id)


def _size(trees: Iterable[n.Node]) -> int:
    return sum(_LINE if isinstance(x, n.Statement) else _NODE for tree in trees for x in descend(tree))
