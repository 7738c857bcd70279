"""Converts a program to a graph of causes: nodes for everything that happens, edges with the line that causes it.

Separate because all other analyses iterate over these edges, and because checking a pack must not load a graph library.
Edges record the reason: a call, a reaction, a check, the end of a status, the text of a sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.analyse.written import Trigger, Triggers, joined
from rulewright.deeds import Deed, Effect, Guard, Until
from rulewright.explained import Place
from rulewright.program import Program

# (location, text there, message about it)
Shown = tuple[Place, str, str]

# Points in the run of an event: before the event's own block, at one of its deeds, after it.
BEFORE = -1
BEHIND = 1 << 30


@dataclass(frozen=True, slots=True)
class Node:
    """Something that happens, or that is held. `form` is event, reaction, check, status or sheet; `number` is its index
    in the program's table of that form (`name`: the text of the sheet); `key` is unique and readable."""

    key: str
    form: str
    number: int
    place: Place
    name: str = ""

    @property
    def words(self) -> str:
        """Its name in messages."""
        if self.form == "sheet":
            return f"'{self.name}' of '{self.key.partition(' ')[2].removesuffix(f'.{self.name}')}'"
        form, _, rest = self.key.partition(" ")
        name, _, number = rest.partition(" #")
        said = f"{form} '{name}'" + (f" ({number})" if number else "")
        return f"the end of {said}" if self.form == "status" else said


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """One thing triggers another.

    `kind` is calls, heard (an event by a reaction, `label` its phase), fires (a check, `label` what was done: set, put
    and so on), performs (a text of a sheet), ends (a status whose own block runs then), gives (a status) or clock (the
    run of an event ends a status). `text` and `place` are the code that does it. `guards` must be true there,
    `conditions` must be true for the triggered thing. `limited`: (how often, the events that count). `order` is its
    position in the code of `start`.
    """

    start: str
    end: str
    kind: str
    place: Place
    text: str
    label: str = ""
    guards: tuple[Guard, ...] = ()
    conditions: tuple[Guard, ...] = ()
    optional: bool = False
    limited: tuple[int, tuple[int, ...]] | None = None
    loop: str = ""
    constants: dict[int, Any] = field(default_factory=dict)
    order: int = BEFORE


class Chart:
    """All nodes by key, and the edges that leave each, in the order of the program's tables."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes: dict[str, Node] = {}
        self.out: dict[str, list[Edge]] = {}
        self.effects: dict[str, list[Effect]] = {}
        self._keys: dict[tuple[str, int, str], str] = {}
        self._set: dict[str, set[int]] = {}
        self._into: dict[tuple[str, str], list[Edge]] = {}
        self._name_nodes()
        for effect in program.effects:
            self.effects[self.key(_form(effect), effect.number, effect.name)].append(effect)
        self._triggers = Triggers(self._trigger(self.key("check", i)) for i in range(len(program.checks)))
        self._performed: dict[str, list[str]] = {}
        for effect in program.effects:
            if effect.form == "sheet":
                self._performed.setdefault(effect.name, []).append(self.key("sheet", effect.number, effect.name))
        # Statuses with a block that runs at their end.
        self._ending = [e.number for e in program.effects if e.form == "status" and e.deeds]
        for effect in program.effects:
            for order, deed in enumerate(effect.deeds):
                self._deed(effect, deed, order if effect.form != "ends" else BEHIND)
        self._heard()
        self._clocks()
        for edge in self.edges:
            self._into.setdefault((edge.end, edge.kind), []).append(edge)

    # -- nodes -----------------------------------------------------------------------------------------------------

    def key(self, form: str, number: int, name: str = "") -> str:
        """The key of a node."""
        return self._keys[form, number, name]

    def _name_nodes(self) -> None:
        p = self.program
        for form, table in (("event", p.events), ("check", p.checks), ("status", p.statuses)):
            for i, one in enumerate(table):
                self._node(f"{form} {one.id}", form, i, one.place)
        several: dict[str, int] = {}
        for r in p.reactions:
            several[r.id] = several.get(r.id, 0) + 1
        seen: dict[str, int] = {}
        kinds = {sheet.id: p.kinds[sheet.kind].id for sheet in p.sheets}
        for i, r in enumerate(p.reactions):
            seen[r.id] = seen.get(r.id, 0) + 1
            form, _, name = r.id.partition(" ")
            own = f"{kinds.get(name, form)} {name}" if form == "sheet" else r.id
            # A status is a node too; its reactions are other nodes.
            alone = several[r.id] == 1 and form != "status"
            self._node(own if alone else f"{own} #{seen[r.id]}", "reaction", i, r.place)
        for effect in p.effects:
            if effect.form == "sheet":
                sheet = p.sheets[effect.number]
                kind = p.kinds[sheet.kind].id
                self._node(f"{kind} {sheet.id}.{effect.name}", "sheet", effect.number, sheet.place, effect.name)

    def _node(self, key: str, form: str, number: int, place: Place, name: str = "") -> None:
        self.nodes[key] = Node(key, form, number, place, name)
        self._keys[form, number, name] = key
        self.out[key] = []
        self.effects[key] = []

    # -- edges -----------------------------------------------------------------------------------------------------

    @property
    def edges(self) -> Iterator[Edge]:
        """All edges, by the node where they start."""
        for leaving in self.out.values():
            yield from leaving

    def into(self, key: str, kind: str) -> list[Edge]:
        """The edges of a kind that end at a node."""
        return self._into.get((key, kind), [])

    def fields_set(self, event: str) -> set[int]:
        """The fields of an event that its own block sets, or the block of a reaction to it."""
        known = self._set.get(event)
        if known is None:
            keys = [event, *(edge.end for edge in self.out[event] if edge.kind == "heard")]
            deeds = (deed for key in keys for effect in self.effects[key] for deed in effect.deeds)
            known = self._set[event] = {deed.target for deed in deeds if deed.verb == "field"}
        return known

    def told(self, edge: Edge) -> str:
        """An edge in words: `rule 'echo' reacts to event 'hit' (after)`."""
        start, end = self.nodes[edge.start].words, self.nodes[edge.end].words
        match edge.kind:
            case "heard":
                return f"{end} reacts to {start} ({edge.label})"
            case "fires":
                return f"{start} triggers {end}"
            case "ends" | "clock":
                return f"{start} triggers {end}"
            case "gives":
                return f"{start} gives {end.removeprefix('the end of ')}"
        return f"{start} {edge.kind} {end}"

    def _deed(self, effect: Effect, deed: Deed, order: int) -> None:
        start = self.key(_form(effect), effect.number, effect.name)
        for kind, end, label, conditions in self._set_off(deed):
            self.out[start].append(Edge(
                start, end, kind, deed.place, deed.text, label, deed.guards, conditions, deed.optional, None, deed.loop,
                deed.constants if kind == "calls" else {}, order,
            ))  # fmt: skip

    def _set_off(self, deed: Deed) -> Iterator[tuple[str, str, str, tuple[Guard, ...]]]:
        """The things that a deed triggers: (kind, node, label, conditions there)."""
        match deed.verb:
            case "call":
                key = self.key("event", deed.target)
                conditions = tuple(g for e in self.effects[key] for g in e.guards if g.label not in deed.lifted)
                yield "calls", key, "", conditions
            case "perform":
                for key in self._performed.get(deed.name, ()):
                    yield "performs", key, deed.name, ()
            case "give":
                yield "gives", self.key("status", deed.target), "", ()
            case "end":
                for status in self._ending:
                    if deed.target in (status, -1):
                        yield "ends", self.key("status", status), "", ()
            case "remove":
                for status in self._ending:
                    if self.program.statuses[status].holder == "entity":
                        yield "ends", self.key("status", status), "leaves play", ()
            case "reset":
                for status in self._ending:
                    if self.program.statuses[status].holder == "entity":
                        yield "ends", self.key("status", status), "is reset", ()
            case _:
                pass
        for trigger in self._triggers.written_by(deed):
            yield "fires", trigger.key, deed.verb, trigger.guards

    def _trigger(self, check: str) -> Trigger:
        guards = tuple(g for e in self.effects[check] for g in e.guards)
        return Trigger(check, guards, joined([g.reads for g in guards]))

    def _heard(self) -> None:
        p = self.program
        for i, event in enumerate(p.events):
            start = self.key("event", i)
            own = self.effects[start]
            for phase, table in event.tables.items():
                for number in answering(p, table):
                    r = p.reactions[number]
                    end = self.key("reaction", number)
                    order = _order(phase, own[0].deeds if own else ())
                    guards = tuple(g for e in self.effects[end] for g in e.guards)
                    text = f"{phase}: {event.id}" if not phase.startswith("at ") else f"at: {event.id}.{phase[3:]}"
                    self.out[start].append(Edge(
                        start, end, "heard", r.place, text, phase, guards, (), r.optional, r.limited, "", {}, order,
                    ))  # fmt: skip

    def _clocks(self) -> None:
        """Clocks and one-shots that end statuses at the start or end of events."""
        p = self.program
        seen: set[tuple[str, str, Place]] = set()
        for status, until in clocks(p):
            for event in until.events:
                start, end = self.key("event", event), self.key("status", status)
                if (start, end, until.place) not in seen:
                    seen.add((start, end, until.place))
                    order = BEFORE if until.edge == "start" else BEHIND
                    self.out[start].append(Edge(
                        start, end, "clock", until.place, until.text, until.edge, order=order,
                    ))  # fmt: skip
        for status, info in enumerate(p.statuses):
            for event in info.spent_on:
                start, end = self.key("event", event), self.key("status", status)
                text = f"spent by {p.events[event].id}"
                self.out[start].append(Edge(start, end, "clock", info.place, text, "spent", order=BEHIND))


def _form(effect: Effect) -> str:
    return "event" if effect.form == "ends" else effect.form


def _order(phase: str, deeds: tuple[Deed, ...]) -> int:
    if phase.startswith("at "):
        found = [i for i, deed in enumerate(deeds) if deed.verb == "moment" and deed.name == phase[3:]]
        return min(found, default=BEFORE)
    return BEFORE if phase in ("before", "instead") else BEHIND


def answering(program: Program, table: int) -> list[int]:
    """The reactions of a table, in the order of the source."""
    t = program.tables[table]
    found = set(t.general)
    for _, sheets in t.by_sheet:
        for numbers in sheets.values():
            found.update(numbers)
    for _, _, _, bits in t.by_mark:
        found.update(number for _, number in bits)
    return sorted(found)


def clocks(program: Program) -> Iterator[tuple[int, Until]]:
    """Every point of every clock that a status is given with or has by itself, with the status."""
    given_without: set[int] = set()
    for effect in program.effects:
        for deed in effect.deeds:
            if deed.verb == "give":
                for until in deed.until:
                    yield deed.target, until
                if not deed.until:
                    given_without.add(deed.target)
    for effect in program.effects:
        if effect.form == "status" and effect.number in given_without:
            for until in effect.until:
                yield effect.number, until
