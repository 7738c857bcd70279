"""Finds what can happen at all: everything that the start of a match triggers, directly or indirectly.

Separate because all other findings are about things that happen: a loop or a race among blocks that never run is no
finding, and what never runs is reported once, at its root.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.analyse.edges import Chart, Edge
from rulewright.analyse.verdicts import holds
from rulewright.deeds import Guard
from rulewright.program import Reaction


@dataclass(slots=True)
class Reach:
    """What can happen. `alive` are keys of nodes (for a status: it may be held), `made` the sheets that an entity may
    show (`made_ids` their ids, `listed` the statuses on them), `feeding` the edges that are ever followed, `calls`
    those of them that call an event."""

    alive: set[str] = field(default_factory=set)
    made: set[int] = field(default_factory=set)
    made_ids: set[str] = field(default_factory=set)
    listed: set[str] = field(default_factory=set)
    feeding: list[Edge] = field(default_factory=list)
    calls: dict[str, list[Edge]] = field(default_factory=dict)

    def make(self, chart: Chart, sheets: Iterable[int]) -> list[int]:
        """Records that entities may show these sheets, and their parts. Returns those that are new."""
        program = chart.program
        new: list[int] = []
        waiting = list(sheets)
        while waiting:
            number = waiting.pop()
            if number in self.made:
                continue
            self.made.add(number)
            new.append(number)
            sheet = program.sheets[number]
            self.made_ids.add(sheet.id)
            self.listed.update(program.statuses[k].id for k, _ in sheet.keywords)
            waiting += [below for _, parts in sheet.parts for below in parts]
        return new


def find_reach(chart: Chart, all_made: bool = False) -> Reach:
    """Everything that the match can lead to. Conditions count as possible, unless they contradict one another.
    `all_made`: every sheet may have an entity, as if another pack created it."""
    found = Reach()
    if all_made:
        found.make(chart, range(len(chart.program.sheets)))
    if chart.program.start >= 0:
        found.alive.add(chart.key("event", chart.program.start))
    # Checks are evaluated whenever anything was written, and for the initial state, which no block writes.
    found.alive.update(chart.key("check", i) for i in range(len(chart.program.checks)))
    todo = [key for key in chart.nodes if key in found.alive]
    closed: dict[_Awaited, list[Edge]] = {}
    kinds: set[str] = set()  # of which every sheet was made
    while todo:
        key = todo.pop()
        edges = [*chart.out[key], *closed.pop(key, ())]
        for number in _make(chart, found, key, kinds):
            sheet = chart.program.sheets[number]
            new: list[_Awaited] = [number, sheet.id, *((chart.program.statuses[k].id,) for k, _ in sheet.keywords)]
            edges += [edge for one in new for edge in closed.pop(one, ())]
        for edge in edges:
            if edge.end in found.alive:
                continue
            if is_open(chart, edge, found):
                found.alive.add(edge.end)
                todo.append(edge.end)
            else:
                for one in _awaited(chart, edge):
                    closed.setdefault(one, []).append(edge)
    found.feeding = [edge for edge in chart.edges if edge.start in found.alive and is_open(chart, edge, found)]
    for edge in found.feeding:
        if edge.kind == "calls":
            found.calls.setdefault(edge.end, []).append(edge)
    return found


# What may open an edge: a node, by its key, a sheet, by its number or id, or a status that is listed, by its id.
_Awaited = str | int | tuple[str]


def _awaited(chart: Chart, edge: Edge) -> tuple[_Awaited, ...]:
    """The things of which one must come before an edge that is not open may be."""
    node = chart.nodes[edge.end]
    if edge.kind == "performs":
        return (node.number,)
    if edge.kind != "heard":
        return ()  # the end of a status happens only if the status is held, which is all that matters of it
    form, _, name = chart.program.reactions[node.number].holder.partition(" ")
    return (f"status {name}", (name,)) if form == "status" else (name,)


def _make(chart: Chart, found: Reach, key: str, kinds: set[str]) -> Iterator[int]:
    """The sheets from which a block may create an entity, or that it may make one show, including their parts, as far
    as no other block does."""
    for effect in chart.effects[key]:
        for deed in effect.deeds:
            if deed.verb not in ("create", "swap"):
                continue
            if deed.target >= 0:
                yield from found.make(chart, [deed.target])
            elif deed.name not in kinds:
                kinds.add(deed.name)
                yield from found.make(chart, sheets_of(chart, deed.name))


def sheets_of(chart: Chart, kind: str) -> list[int]:
    """The sheets of a kind, or of a kind that is one of it."""
    p = chart.program
    return [i for i, sheet in enumerate(p.sheets) if not kind or p.is_of(sheet.kind, kind)]


def is_open(chart: Chart, edge: Edge, found: Reach) -> bool:
    """Whether this edge may be followed once its start happens. A status must be held, and a holder must exist."""
    match edge.kind:
        case "heard":
            return (
                holder_exists(chart, chart.program.reactions[chart.nodes[edge.end].number], found)
                and contradiction(edge.guards) is None
            )
        case "performs":
            return chart.nodes[edge.end].number in found.made
        case "ends" | "clock":
            return edge.end in found.alive
    return True


def holder_exists(chart: Chart, reaction: Reaction, found: Reach) -> bool:
    """Whether anything can hold this reaction."""
    form, _, name = reaction.holder.partition(" ")
    match form:
        case "rule" | "area":
            return True
        case "status":
            return f"status {name}" in found.alive or name in found.listed
    return name in found.made_ids


def excluded_by_calls(chart: Chart, reach: Reach, edge: Edge) -> tuple[Guard, list[Edge]] | None:
    """A condition of a reaction on a parameter of the event that every call makes false, because all pass constants;
    with these calls. None if there is none."""
    event = chart.program.events[chart.nodes[edge.start].number]
    calls = reach.calls.get(edge.start, [])
    for guard in edge.guards:
        if guard.compares is None or guard.compares[0] != "field" or guard.compares[1] >= event.params or not calls:
            continue
        number, op, constant = guard.compares[1:]
        if number not in chart.fields_set(edge.start) and all(
            number in e.constants and holds(e.constants[number], op, constant) is False for e in calls
        ):
            return guard, calls
    return None


def contradiction(guards: tuple[Guard, ...]) -> tuple[Guard, Guard] | None:
    """Two conditions on one thing that cannot both be true: a field of the event compared with constants. (A stored
    field may belong to one of several things.)"""
    compared = [g for g in guards if g.compares is not None and g.compares[0] == "field"]
    for i, one in enumerate(compared):
        for other in compared[:i]:
            if _exclude(one, other):
                return other, one
    return None


def _exclude(one: Guard, other: Guard) -> bool:
    assert one.compares is not None and other.compares is not None
    subject, number, op, constant = one.compares
    if other.compares[:2] != (subject, number):
        return False
    if op == "is":
        return holds(constant, other.compares[2], other.compares[3]) is False
    return other.compares[2] == "is" and holds(other.compares[3], op, constant) is False
