"""Facts about the whole pack that are needed before code is made: which rules react to which events, and whose runs are
read.

Separate because every function made later depends on these sets. `call_graph` finds what spreads along calls (which
events may ask or remove), `remembering` what is cached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.check import model as m
from rulewright.check.boards import holds_place
from rulewright.check.builtins import does_of, row_of
from rulewright.check.does import Reading
from rulewright.check.walk import Tree, walk
from rulewright.compile.calls import called
from rulewright.compile.context import Unit
from rulewright.compile.dependencies import Reader
from rulewright.compile.layout import Layout
from rulewright.effects import nodes as n
from rulewright.effects.walk import written_of


def reactions_of(pack: m.PackDef) -> list[m.ReactionDef]:
    """All reactions in the order of their holders."""
    return [r for h in pack.holders() for r in h.reactions]


def phase_key(r: m.ReactionDef) -> str:
    """The key of a table: the phase, with the moment's name."""
    return f"at {r.moment}" if r.phase == "at" else r.phase


def heard_by(pack: m.PackDef, unit: Unit) -> dict[tuple[int, str], list[int]]:
    """(event, phase) -> numbers of the reactions, with classes resolved to their events. A trigger that names an event
    twice, for example by its class too, reacts once."""
    found: dict[tuple[int, str], list[int]] = {}
    reactions = reactions_of(pack)
    for number, r in enumerate(reactions):
        for event in unit.layout.events_of(r.event):
            known = found.setdefault((event, phase_key(r)), [])
            if not any(reactions[other].group == r.group for other in known):
                known.append(number)
    return found


def calls_of(block: n.Block) -> list[m.EventDef]:
    """Events that a block calls."""
    return [e for s in block for e in called(s)]


@dataclass(slots=True)
class Watching:
    """Which checks must be tested again, as masks of checks: after a write to an attribute, or after a change of
    something else in the match that an expression may read (`world`: also `statuses`)."""

    attributes: dict[m.Attribute, int] = field(default_factory=dict)  # mask of checks
    world: dict[Reading, int] = field(default_factory=dict)
    place_columns: int = 0  # the checks that read fields which hold places: these are reset with another board

    def of(self, *read: Reading) -> int:
        """The checks that read any of these."""
        mask = 0
        for one in read:
            mask |= self.world.get(one, 0)
        return mask

    @property
    def fields(self) -> int:
        """The checks that read some field."""
        mask = 0
        for one in self.attributes.values():
            mask |= one
        return mask

    @property
    def location(self) -> int:
        """The checks that read where anything is, on or off the board."""
        return self.of("board", "places", "borders", "zones")

    @property
    def membership(self) -> int:
        """The checks that read which entities are in play, and their sheets."""
        return self.of("play", "borders", "sheets")


def find_watched(layout: Layout, reader: Reader) -> Watching:
    """Finds what each check reads, directly or through values, permissions and formulas."""
    found = Watching()
    for i, check in enumerate(layout.checks):
        assert check.binder is not None
        reads = reader.reads([check.binder])
        for attribute in reads.attributes:
            found.attributes[attribute] = found.attributes.get(attribute, 0) | 1 << i
            found.place_columns |= 1 << i if holds_place(attribute.type) else 0
        for one in (*reads.world, *(("statuses",) if reads.reads_statuses else ())):
            found.world[one] = found.world.get(one, 0) | 1 << i
    return found


def writes_of(block: n.Block, unit: Unit, watching: Watching) -> int:
    """The mask of the checks that read what a block writes."""
    mask = 0
    for x in unit.nodes_of(block):
        mask |= _written(x, watching)
    return mask


def _written(x: n.Node, watching: Watching) -> int:
    target = written_of(x.target) if isinstance(x, n.Set) else None
    if isinstance(target, n.Attr) and isinstance(target.ref, m.Attribute):
        return watching.of("statuses") if target.ref.storage == "row" else watching.attributes.get(target.ref, 0)
    does = does_of(x)
    mask = watching.of(*does.writes)
    if isinstance(x, n.Do) and "board" in does.writes:  # a new board resets fields and statuses that hold places
        mask |= watching.place_columns | watching.of("statuses")
    return mask | watching.fields if does.resets else mask


def find_observed(pack: m.PackDef, unit: Unit) -> None:
    """Events whose runs are read: by clocks, limits, `inside`, `conclude`."""
    layout = unit.layout
    for e in unit.nodes:
        if isinstance(e, n.ClockPoint):
            unit.observed.update(layout.events_of(e.ref))
        elif isinstance(e, n.Conclude):
            unit.observed.update(layout.events_of(e.ref))
            unit.concluded.update(layout.events_of(e.ref))
        elif isinstance(e, n.Call):
            for param, arg in zip(row_of(e).params, e.args, strict=False):
                if param.by_name == "event":
                    unit.observed.update(layout.events_of(arg.ref))
    for r in reactions_of(pack):
        if r.limit is not None:
            unit.observed.update(layout.events_of(r.limit[1]))
    if unit.concluded:  # a one-shot ends with its event, even if the event is dropped
        for status in pack.statuses.values():
            if status.spent_by is not None:
                unit.observed.update(layout.events_of(status.spent_by.event))
    start = pack.start
    if start is not None:
        unit.observed.add(layout.of(start))


def every_tree(layout: Layout) -> Iterator[Tree]:
    """Every tree of a pack; a block is one tree."""
    pack = layout.pack
    for event in layout.events:
        yield from event.legal.values()
        yield event.do
        yield layout.closing[event]
        if event.judge is not None:
            yield event.judge[0]
    for value in pack.values.values():
        for tree in (
            value.start,
            *(x for row in value.rows for x in (row.value, row.condition)),
            *(s.then for s in value.steps),
        ):
            if tree is not None:
                yield tree
    for permission in pack.permissions.values():
        if permission.normally is not None:
            yield permission.normally
    for holder in pack.holders():
        for part in (holder.active, holder.binder):
            if part is not None:
                yield part
        for sentence in holder.sentences:
            for tree in (sentence.expr, sentence.when):
                if tree is not None:
                    yield tree
        for r in holder.reactions:
            for node in (r.where, r.when, r.each, r.order, r.by):
                if node is not None:
                    yield node
            yield r.body
    for status in pack.statuses.values():
        for below in (status.lasts, *(one.starts for one in status.fields)):
            if below is not None:
                yield below
        yield status.ends
        if status.spent_by is not None and status.spent_by.where is not None:
            yield status.spent_by.where
    for window in pack.windows.values():
        for tree in (window.ask, window.ties):
            if tree is not None:
                yield tree
    for check in layout.checks:
        if check.binder is not None:
            yield check.binder
        yield check.body
    for kind in pack.kinds.values():
        for tree in (kind.active, kind.size, *(a.starts for a in kind.attributes.values())):
            if tree is not None:
                yield tree
    for sheet in pack.sheets.values():
        yield from sheet.formulas.values()
        yield from sheet.texts.values()


def every_node(layout: Layout, walked: Mapping[int, tuple[n.Node, ...]]) -> tuple[n.Node, ...]:
    """Every node of all code, once; a tree that several sheets share is visited once. `walked` as in a `Unit`."""
    trees = {id(tree): tree for tree in every_tree(layout)}
    return tuple(x for key, tree in trees.items() for x in (walked[key] if key in walked else walk(tree)))


def find_quiet(unit: Unit, heard: dict[tuple[int, str], list[int]], checks_ask: bool) -> None:
    """Finds events that may ask, that have no reactions except at moments, no end of their own, and are never
    concluded: they have one frame, that of their `do` block. Also finds events whose record is kept by a caller."""
    layout = unit.layout
    answered = {of for of, phase in heard if not phase.startswith("at ")}
    for event in layout.events:
        e = layout.of(event)
        if (
            e in unit.framed.events
            and event.do
            and not layout.closing[event]
            and e not in answered
            and e not in unit.concluded
            and e not in unit.spending
            and not checks_ask
            and e not in unit.batched.events
        ):
            unit.quiet.add(e)
    for x in unit.nodes:
        if isinstance(x, (n.Let, n.Set)):
            call = x.value.call if isinstance(x.value, n.CallRight) else x.value
            if isinstance(call, n.Call) and isinstance(call.ref, m.EventDef):
                unit.used.add(layout.of(call.ref))
        elif isinstance(x, n.Offer) and x.name is not None:
            unit.used.update(layout.of(line.call.ref) for line in x.lines)
