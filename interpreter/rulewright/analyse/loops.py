"""Finds event loops: chains of events and reactions that trigger themselves again and that nothing must stop.

Separate because a loop is judged by all of its steps together. A loop is not reported if a player may decline a step,
if a limit counts outside the loop, or if something leaves play and is never brought back. That leaves conditions: a
condition that nothing in the loop can change does not end it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulewright.analyse.edges import BEHIND, Chart, Edge
from rulewright.analyse.rounds import Changes, Group
from rulewright.analyse.verdicts import behind, verdict
from rulewright.components import groups, shortest
from rulewright.deeds import Deed, Guard, Reads

# A node, and its parameters with known values there.
Vertex = tuple[str, tuple[tuple[int, Any], ...]]

RUNNING = ("calls", "heard", "fires", "performs", "ends", "clock")
_MOST = 8  # the most loops reported for one group
_MOST_ROUNDS = 100  # how often a group may fall apart


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """An edge of a cycle: from one vertex to another, with the conditions that are not known to be true."""

    start: Vertex
    end: Vertex
    edge: Edge
    guards: tuple[Guard, ...]


@dataclass(slots=True)
class Loop:
    """A cycle. `breakers` are the conditions that may end it, each with its step; without any, the loop continues
    forever once it has begun."""

    steps: list[Step]
    breakers: list[tuple[Step, Guard]] = field(default_factory=list)


def find_loops(chart: Chart, alive: set[str]) -> list[Loop]:
    """The loops of a pack: the shortest through each edge that lies on any, endless ones first."""
    steps = _steps(chart, alive)
    endless: list[Loop] = []
    ending: list[Loop] = []
    for group, inner in _groups(chart, steps):
        judged = {s: _breakers(chart, s, group.changes) for s in inner}
        free = [s for s in inner if not judged[s]]
        found = list(_cover(group, free, judged))
        covered = {s.edge for loop in found for s in loop.steps}
        endless += found
        ending += [loop for loop in _cover(group, inner, judged) if any(s.edge not in covered for s in loop.steps)]
    return endless + ending


def _steps(chart: Chart, alive: set[str]) -> list[Step]:
    """All steps that must be taken, between reachable vertices. An edge that a player may decline is not a step, but
    its target may still begin."""
    made: list[Step] = []
    program = chart.program
    waiting: deque[Vertex] = deque([(chart.key("event", program.start), ())] if program.start >= 0 else [])
    waiting += [(chart.key("check", i), ()) for i in range(len(program.checks))]
    seen = set(waiting)
    while waiting:
        vertex = waiting.popleft()
        for edge in chart.out[vertex[0]]:
            guards = _open(chart, vertex, edge) if edge.kind in RUNNING and edge.end in alive else None
            if guards is None:
                continue
            end: Vertex = (edge.end, _known(chart, edge))
            # A reaction that replaces an event does not react again while it does so.
            if edge.label != "instead" and not is_declined(edge):
                made.append(Step(vertex, end, edge, guards))
            if end not in seen:
                seen.add(end)
                waiting.append(end)
    return made


def is_declined(edge: Edge) -> bool:
    """Whether a player may decide that this does not happen."""
    return edge.optional or any(g.reads.decided for g in edge.guards)


def _known(chart: Chart, edge: Edge) -> tuple[tuple[int, Any], ...]:
    """The arguments of a call that are constants, and remain constant."""
    if edge.kind != "calls":
        return ()
    event = chart.program.events[chart.nodes[edge.end].number]
    gone = chart.fields_set(edge.end)
    return tuple(sorted((i, value) for i, value in edge.constants.items() if i < event.params and i not in gone))


def _open(chart: Chart, vertex: Vertex, edge: Edge) -> tuple[Guard, ...] | None:
    """The conditions of an edge that are not known to be true here; None if one is known to be false."""
    fields = dict(vertex[1])
    left: list[Guard] = []
    for guard in edge.guards:
        known = verdict(guard, "field", fields)
        if known is False:
            return None
        if known is None:
            left.append(guard)
    # A triggered event knows its arguments; a check knows what was just written.
    passed = {i: v for i, v in edge.constants.items() if edge.kind == "calls"}
    written = _done_by(chart, edge)
    for guard in edge.conditions:
        known = verdict(guard, "field", passed) if edge.kind == "calls" else behind(guard, written)
        if known is False:
            return None
        if known is None:
            left.append(guard)
    return tuple(left)


def _done_by(chart: Chart, edge: Edge) -> Deed | None:
    """The deed that fires a check."""
    deeds = (deed for effect in chart.effects[edge.start] for deed in effect.deeds)
    return next((deed for deed in deeds if edge.kind == "fires" and deed.place == edge.place), None)


# -- groups ------------------------------------------------------------------------------------------------------------


def _groups(chart: Chart, steps: list[Step]) -> list[tuple[Group, list[Step]]]:
    """Groups of nodes that reach one another by unbounded steps, with these steps. Without a step that is bounded, a
    group falls apart, and then more may be bounded; one that does so time and again has no loop that anybody could
    read, and is left out."""
    triggered = {key: [e.end for e in edges if e.kind != "gives"] for key, edges in chart.out.items()}
    left, gone = steps, set[Step]()
    for number in range(_MOST_ROUNDS + 1):
        shrinking: list[Step] = []
        for vertices, inner in _apart(left):
            group = Group(chart, triggered, {v[0] for v in vertices})
            bounded = set(inner) if number == _MOST_ROUNDS else {s for s in inner if group.is_bounded(s.edge)}
            gone |= bounded
            shrinking += [s for s in inner if s not in bounded] if bounded else []
        left = shrinking
    apart = _apart([s for s in steps if s not in gone])
    return [(Group(chart, triggered, {v[0] for v in vertices}), inner) for vertices, inner in apart]


def _apart(steps: list[Step]) -> list[tuple[list[Vertex], list[Step]]]:
    """The groups of vertices that reach one another, with the steps inside each. Groups without steps are left out."""
    out: dict[Vertex, list[Vertex]] = {}
    for s in steps:
        out.setdefault(s.start, []).append(s.end)
    found = groups(out)
    of = {v: i for i, g in enumerate(found) for v in g}
    inner: dict[int, list[Step]] = {}
    for s in steps:
        if of[s.start] == of[s.end]:
            inner.setdefault(of[s.start], []).append(s)
    return [(found[i], inner[i]) for i in sorted(inner)]


# -- loops -------------------------------------------------------------------------------------------------------------


def _breakers(chart: Chart, step: Step, changes: Changes) -> list[Guard]:
    """The conditions of a step that may become false in some round."""
    live = [g for g in step.guards if g.reads.handed or changes.write(g.reads)]
    if step.edge.kind == "fires" and not live:
        # A check fires when its condition becomes true. Whether it ever saw it false depends on the order
        # of all checks.
        live = [guard for effect in chart.effects[step.edge.end] for guard in effect.guards]
    if not live and "remove" in changes.verbs:
        node = chart.nodes[step.end[0]]
        edge = step.edge
        if edge.kind == "calls" and chart.program.events[node.number].subject:
            name = chart.program.events[node.number].fields[0][0]
            live.append(Guard(f"{name} is in play", edge.place, Reads(play=True)))
        elif edge.kind == "heard" and chart.program.reactions[node.number].holder_kind == "entity":
            live.append(Guard(f"the holder of {node.key} is in play", edge.place, Reads(play=True)))
    return live


def _cover(group: Group, steps: list[Step], judged: dict[Step, list[Guard]]) -> Iterator[Loop]:
    """Loops over these steps, one for each edge that no earlier loop contains."""
    out: dict[Vertex, list[Vertex]] = {}
    between: dict[tuple[Vertex, Vertex], Step] = {}
    on_loops = {s for _, inner in _apart(steps) for s in inner}
    for s in steps:
        if s not in on_loops:
            continue
        # If there are several edges between two nodes, the one with the fewest conditions.
        best = between.get((s.start, s.end))
        if best is None:
            out.setdefault(s.start, []).append(s.end)
        if best is None or len(judged[s]) < len(judged[best]):
            between[s.start, s.end] = s
    covered: set[tuple[str, str]] = set()
    told = 0
    for (start, end), s in between.items():
        if (start[0], end[0]) in covered or told >= _MOST:
            continue
        way = shortest(out, [end], start)
        assert way is not None, "it is inside a group"
        circle = [s, *(between[a, b] for a, b in pairwise(way))]
        covered.update((one.start[0], one.end[0]) for one in circle)
        if _ends_by_itself(group, circle):
            continue
        told += 1
        yield Loop(_turned(circle), [(one, guard) for one in circle for guard in judged[one]])


def _turned(circle: list[Step]) -> list[Step]:
    """The same cycle, starting at an event if it has one: the first in the order of keys."""
    first = min(range(len(circle)), key=lambda i: (not circle[i].start[0].startswith("event "), circle[i].start[0]))
    return circle[first:] + circle[:first]


def _ends_by_itself(group: Group, circle: list[Step]) -> bool:
    """Whether each round uses up something that the loop does not bring back."""
    loop = Group(group.chart, group.triggered, {s.start[0] for s in circle})
    if any(loop.uses_up(s.edge) for s in circle):
        return True
    return "create" not in group.changes.verbs and any(_removes(group.chart, s) for s in circle)


def _removes(chart: Chart, step: Step) -> bool:
    """Whether the block that a step leaves has surely removed something from play by then."""
    order = step.edge.order if step.edge.kind != "fires" else BEHIND
    for effect in chart.effects[step.start[0]]:
        if effect.form != "ends" and any(
            deed.verb == "remove" and not deed.guards and i < order for i, deed in enumerate(effect.deeds)
        ):
            return True
    return False
