"""Finds what spreads along calls before code is made: which events may ask, may remove, can run inside themselves.

Separate because these are facts about the graph of the whole pack (blocks call events, events trigger reactions and
checks), which must be walked once for each of them: a pack may have ten thousand events.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.check.does import asks
from rulewright.compile.analysis import Watching, reactions_of, writes_of
from rulewright.compile.arbiters import is_contested
from rulewright.compile.calls import called, called_in
from rulewright.compile.context import TextSet, Unit
from rulewright.effects import nodes as n

Heard = dict[tuple[int, str], list[int]]


@dataclass(slots=True)
class _Block:
    """What one block does, as far as these facts need it. `calls` are events, `performs` fields with blocks of
    sheets."""

    asks: bool
    removes: bool
    calls: tuple[int, ...]
    performs: frozenset[str]


class Graph:
    """The code of a pack as nodes, and what triggers what.

    Nodes are numbers: first the events with their numbers, then the reactions, the checks, the blocks of sheets, the
    ends of statuses. `callers` has for each node those that trigger it, for facts that spread from the called to the
    caller.
    """

    def __init__(self, pack: m.PackDef, unit: Unit, heard: Heard) -> None:
        layout = unit.layout
        self.unit = unit
        reactions, checks = reactions_of(pack), layout.checks
        fields: dict[str, list[n.Block]] = {}
        for sheet in pack.sheets.values():
            for field, block in sheet.texts.items():
                fields.setdefault(field, []).append(block)
        self.fields = list(fields)
        self.reactions = len(layout.events)
        self.checks = self.reactions + len(reactions)
        self.performs = self.checks + len(checks)
        self.ended = self.performs + len(self.fields)
        blocks: list[list[n.Block]] = [[event.do, layout.closing[event]] for event in layout.events]
        blocks += [[r.body] for r in reactions]
        blocks += [[c.body] for c in checks]
        blocks += [fields[field] for field in self.fields]
        blocks += [[status.ends] for status in pack.statuses.values()]
        numbers = {field: self.performs + i for i, field in enumerate(self.fields)}
        self.nodes = unit.nodes
        self.texts = blocks
        self.blocks = [[self._read(block) for block in several if block] for several in blocks]
        self.out = [
            [*(call for b in several for call in b.calls)]
            + [numbers[field] for b in several for field in sorted(b.performs) if field in numbers]
            for several in self.blocks
        ]
        self.contested: set[int] = set()  # events whose arbiter may be asked
        for (event, _), hearing in heard.items():
            self.out[event] += [self.reactions + number for number in hearing]
            if is_contested(layout.events[event], hearing, reactions):
                self.contested.add(event)
        self.callers: list[list[int]] = [[] for _ in self.out]
        for node, ends in enumerate(self.out):
            for end in ends:
                self.callers[end].append(node)

    def _read(self, block: n.Block) -> _Block:
        nodes = self.unit.nodes_of(block)
        performs = frozenset(x.text.name for x in nodes if isinstance(x, n.Perform))
        calls = tuple(self.unit.layout.of(event) for event in called_in(nodes))
        removes = bool(performs) or any(does_of(x).removes for x in nodes)
        return _Block(any(asks(x) for x in nodes), removes, calls, performs)

    def texts_of(self, nodes: set[int]) -> TextSet:
        """Nodes by what they represent."""
        return TextSet(
            events={node for node in nodes if node < self.reactions},
            reactions={node - self.reactions for node in nodes if self.reactions <= node < self.checks},
            checks={node - self.checks for node in nodes if self.checks <= node < self.performs},
            performs={field for i, field in enumerate(self.fields) if self.performs + i in nodes},
            ends=any(node >= self.ended for node in nodes),
        )

    def below(self, first: Iterable[int]) -> set[int]:
        """These nodes, and all that one of them triggers directly or indirectly."""
        return _reached(first, self.out)

    def spread(self, first: Iterable[int]) -> set[int]:
        """These nodes, and all that trigger one of them directly or indirectly."""
        return _reached(first, self.callers)


def _reached(first: Iterable[int], arrows: Sequence[Iterable[int]]) -> set[int]:
    """Some nodes, and all that are reachable from them."""
    found = set(first)
    todo = list(found)
    while todo:
        for node in arrows[todo.pop()]:
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def find_asking(pack: m.PackDef, unit: Unit, graph: Graph, watching: Watching) -> None:
    """Fills unit.asks and unit.framed."""
    found = graph.spread(_questions(pack, graph))
    unit.asks = graph.texts_of(found)
    due = sum(1 << i for i in unit.asks.checks)
    unit.framed = graph.texts_of(graph.spread(found | _set_off(pack, graph, watching, due)) if due else found)


def _questions(pack: m.PackDef, graph: Graph) -> set[int]:
    """Code that contains a question, reactions about which a player is asked, and events with arbiters."""
    found = {node for node, blocks in enumerate(graph.blocks[: graph.ended]) if any(b.asks for b in blocks)}
    found |= graph.contested
    return found | {graph.reactions + i for i, r in enumerate(reactions_of(pack)) if r.optional}


def all_framed(pack: m.PackDef, unit: Unit, graph: Graph) -> None:
    """Makes everything run in frames, as if each event could ask: the slower form, which must not differ from the
    other."""
    unit.framed = graph.texts_of(graph.spread({*range(graph.reactions), *_questions(pack, graph)}))


def _set_off(pack: m.PackDef, graph: Graph, watching: Watching, checks: int) -> set[int]:
    """Events at whose end some of these checks may be triggered: those whose block writes what a check reads, and those
    that run before the checks are tested: everything that such a block calls. After a write outside the block of an
    event (by a reaction, the end of a status and what that triggers), checks are tested when the next event ends,
    whichever that is."""
    if not checks:
        return set()
    writers = {node for node, texts in enumerate(graph.texts)
               if any(writes_of(b, graph.unit, watching) & checks for b in texts)}  # fmt: skip
    ended = graph.below(range(graph.ended, len(graph.out)))
    waits = any(node >= graph.reactions or node in ended for node in writers) or bool(checks & watching.of("runs"))
    ends_by_clock = any(isinstance(x, (n.ClockPoint, n.ClockWhile)) for x in graph.nodes) or any(
        status.spent_by is not None for status in pack.statuses.values()
    )
    if waits or (ends_by_clock and checks & watching.of("statuses")):
        return set(range(graph.reactions))
    return {node for node in graph.below(writers) if node < graph.reactions}


def find_effects(pack: m.PackDef, unit: Unit, graph: Graph) -> None:
    """Fills unit.own, and unit.effects except its tables. In an effect of a batch, calls wait for the next wave: there
    only the block itself, the blocks that it performs and reactions at one of its moments can ask."""
    fields = {field: graph.performs + i for i, field in enumerate(graph.fields)}

    def reached(first: Iterable[int], calls: bool) -> set[int]:
        found = set(first)
        before = -1
        while len(found) != before:
            before = len(found)
            for node, blocks in enumerate(graph.blocks):
                performed = {fields[one] for b in blocks for one in b.performs if one in fields}
                called = {one for b in blocks for one in b.calls} if calls else set()
                if not found.isdisjoint(performed | called):
                    found.add(node)
        return found

    asking = {node for node, blocks in enumerate(graph.blocks[: graph.ended]) if any(b.asks for b in blocks)}
    unit.own = graph.texts_of(reached(asking, True))
    unit.effects = graph.texts_of(reached(_questions(pack, graph) - graph.contested, False))
    unit.effects.events = set()  # events called there wait


def find_batched(unit: Unit, graph: Graph) -> None:
    """What can run as the effect of a batch, or is triggered by it: there, calls wait for the next wave. Any effect can
    trigger the end of a status."""
    batches = [x for x in graph.nodes if isinstance(x, n.Together)]
    first = [unit.layout.of(event) for x in batches for s in x.body for event in called(s)]
    if first:
        unit.batched = graph.texts_of(graph.below([*first, *range(graph.ended, len(graph.out))]))


def find_removing(unit: Unit, graph: Graph) -> None:
    """Events whose run may remove something from play: they call `remove`, or something that does; checks and ends of
    statuses count for all."""
    found = graph.spread(node for node, blocks in enumerate(graph.blocks) if any(b.removes for b in blocks))
    events = range(graph.reactions)
    if any(graph.checks <= node < graph.performs or node >= graph.ended for node in found):
        unit.removing = set(events)
    else:
        unit.removing = found.intersection(events)


def find_recursive(unit: Unit, graph: Graph) -> None:
    """Events that can run inside themselves: only these can be nested without end. Any event may trigger the checks and
    end a status."""
    behind = len(graph.out)
    out = [*(list(ends) for ends in graph.out), [*range(graph.checks, graph.performs), *range(graph.ended, behind)]]
    for event in range(graph.reactions):
        out[event].append(behind)
    for group in _circles(out):
        unit.recursive.update(node for node in group if node < graph.reactions)


def _circles(out: list[list[int]]) -> list[list[int]]:
    """The groups of nodes on cycles (Tarjan's algorithm, without recursion)."""
    number = [0] * len(out)  # in order of discovery, from 1
    low = [0] * len(out)
    waiting: list[int] = []
    on = [False] * len(out)
    found: list[list[int]] = []
    count = 0
    for root in range(len(out)):
        if number[root]:
            continue
        work = [(root, iter(out[root]))]
        count += 1
        number[root] = low[root] = count
        waiting.append(root)
        on[root] = True
        while work:
            node, ends = work[-1]
            for end in ends:
                if not number[end]:
                    count += 1
                    number[end] = low[end] = count
                    waiting.append(end)
                    on[end] = True
                    work.append((end, iter(out[end])))
                    break
                if on[end]:
                    low[node] = min(low[node], number[end])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == number[node]:
                    group = []
                    while True:
                        member = waiting.pop()
                        on[member] = False
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1 or node in out[node]:
                        found.append(group)
    return found
