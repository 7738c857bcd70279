"""Finds event loops: chains of events and reactions that trigger themselves again and that nothing must stop.

Separate because a loop is judged by all of its steps together. A loop is not reported if a player may decline a step,
if a limit counts outside the loop, or if something leaves play and is never brought back. That leaves conditions: a
condition that nothing in the loop can change does not end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulewright.analyse.edges import BEHIND, Chart, Edge, joined, writes
from rulewright.components import groups, reached, shortest
from rulewright.deeds import Deed, Guard, Reads

# A node, and its parameters with known values there.
Vertex = tuple[str, tuple[tuple[int, Any], ...]]

RUNNING = ("calls", "heard", "fires", "performs", "ends", "clock")
_CONSUMING = ("ends", "clock")
_MOST = 8  # the most loops reported for one group


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
        changes = _changes(chart, group)
        judged = {s: _breakers(chart, s, changes) for s in inner}
        free = [s for s in inner if not judged[s]]
        found = list(_cover(chart, free, changes, judged))
        covered = {s.edge for loop in found for s in loop.steps}
        endless += found
        ending += [
            loop for loop in _cover(chart, inner, changes, judged) if any(s.edge not in covered for s in loop.steps)
        ]
    return endless + ending


def _steps(chart: Chart, alive: set[str]) -> list[Step]:
    """All steps that must be taken, between reachable vertices. An edge that a player may decline is not a step, but
    its target may still begin."""
    made: list[Step] = []
    program = chart.program
    waiting: list[Vertex] = [(chart.key("event", program.start), ())] if program.start >= 0 else []
    waiting += [(chart.key("check", i), ()) for i in range(len(program.checks))]
    seen = set(waiting)
    while waiting:
        vertex = waiting.pop(0)
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
        verdict = _verdict(guard, "field", fields)
        if verdict is False:
            return None
        if verdict is None:
            left.append(guard)
    # A triggered event knows its arguments; a check knows what was just written.
    passed = {i: v for i, v in edge.constants.items() if edge.kind == "calls"}
    written = _done_by(chart, edge)
    for guard in edge.conditions:
        verdict = _verdict(guard, "field", passed) if edge.kind == "calls" else _behind(guard, written)
        if verdict is False:
            return None
        if verdict is None:
            left.append(guard)
    return tuple(left)


def _done_by(chart: Chart, edge: Edge) -> Deed | None:
    """The deed that fires a check."""
    deeds = (deed for effect in chart.effects[edge.start] for deed in effect.deeds)
    return next((deed for deed in deeds if edge.kind == "fires" and deed.place == edge.place), None)


def _behind(guard: Guard, deed: Deed | None) -> bool | None:
    """Whether a condition on the target of a deed is true after it. None: unknown."""
    if deed is None:
        return None
    if deed.verb == "set" and 0 in deed.constants:
        return _verdict(guard, "column", {deed.target: deed.constants[0]})
    if deed.verb in ("give", "end") and deed.target >= 0:
        return _verdict(guard, "status", {deed.target: deed.verb == "give"})
    return None


def _verdict(guard: Guard, subject: str, known: dict[int, Any]) -> bool | None:
    """Whether a condition is true, given the known values. None: unknown."""
    if guard.compares is None or guard.compares[0] != subject or guard.compares[1] not in known:
        return None
    return holds(known[guard.compares[1]], guard.compares[2], guard.compares[3])


def holds(value: Any, op: str, constant: Any) -> bool | None:
    """The result of a comparison of two constants; None if they have no order."""
    if op in ("is", "is not"):
        return bool((value == constant) == (op == "is"))
    if value is None or constant is None:
        return None
    return bool({"<": value < constant, "<=": value <= constant, ">": value > constant, ">=": value >= constant}[op])


# -- groups ------------------------------------------------------------------------------------------------------------


def _groups(chart: Chart, steps: list[Step]) -> list[tuple[set[Vertex], list[Step]]]:
    """Groups of vertices that reach one another by unbounded steps, with these steps."""
    left = steps
    while True:
        out: dict[Vertex, list[Vertex]] = {}
        for s in left:
            out.setdefault(s.start, []).append(s.end)
        found = [set(g) for g in groups(out)]
        of = {v: i for i, g in enumerate(found) for v in g}
        inner = [s for s in left if of[s.start] == of[s.end]]
        bounded = [s for s in inner if _is_bounded(chart, s, found[of[s.start]])]
        if not bounded:
            looping = sorted({of[s.start] for s in inner})
            return [(found[i], [s for s in inner if of[s.start] == i]) for i in looping]
        gone = set(bounded)
        left = [s for s in inner if s not in gone]


def _is_bounded(chart: Chart, step: Step, group: set[Vertex]) -> bool:
    """Whether this step can be taken only a limited number of times, as long as nothing outside the group happens."""
    keys = {v[0] for v in group}
    if step.edge.limited is not None and not any(chart.key("event", e) in keys for e in step.edge.limited[1]):
        return True
    if step.edge.kind in _CONSUMING:
        return not _gives(chart, keys, chart.nodes[step.edge.end].number)
    return step.edge.kind == "fires" and not _fires_again(chart, step, _changes(chart, group))


def _fires_again(chart: Chart, step: Step, changes: list[Deed]) -> bool:
    """Whether a check can fire again for the same thing, or for a new one. It fires when its condition becomes true, so
    something other than this write must make the condition false in between."""
    guards = [guard for effect in chart.effects[step.edge.end] for guard in effect.guards]
    watched = joined([guard.reads for guard in guards])
    others = [deed for deed in changes if deed.place != step.edge.place and writes(deed, watched)]
    return any(deed.verb == "create" for deed in changes) or any(
        deed.verb != "remove" and not _satisfies(deed, guards) for deed in others
    )


def _satisfies(deed: Deed, guards: list[Guard]) -> bool:
    """Whether the condition of a check is surely true after a deed."""
    return all(_behind(guard, deed) for guard in guards)


def _gives(chart: Chart, keys: set[str], status: int) -> bool:
    return any(
        deed.verb == "give" and deed.target == status for k in keys for e in chart.effects[k] for deed in e.deeds
    )


def _changes(chart: Chart, group: set[Vertex]) -> list[Deed]:
    """All deeds that are possible during the rounds of a group: those of its members and of what they trigger."""
    out = {key: [e.end for e in edges if e.kind != "gives"] for key, edges in chart.out.items()}
    keys = reached(out, sorted(v[0] for v in group))
    return [deed for key in sorted(keys) for effect in chart.effects[key] for deed in effect.deeds]


# -- loops -------------------------------------------------------------------------------------------------------------


def _breakers(chart: Chart, step: Step, changes: list[Deed]) -> list[Guard]:
    """The conditions of a step that may become false in some round."""
    live = [g for g in step.guards if g.reads.handed or any(writes(deed, g.reads) for deed in changes)]
    if step.edge.kind == "fires" and not live:
        # A check fires when its condition becomes true. Whether it ever saw it false depends on the order
        # of all checks.
        live = [guard for effect in chart.effects[step.edge.end] for guard in effect.guards]
    if not live and any(deed.verb == "remove" for deed in changes):
        node = chart.nodes[step.end[0]]
        edge = step.edge
        if edge.kind == "calls" and chart.program.events[node.number].subject:
            name = chart.program.events[node.number].fields[0][0]
            live.append(Guard(f"{name} is in play", edge.place, Reads(play=True)))
        elif edge.kind == "heard" and chart.program.reactions[node.number].holder_kind == "entity":
            live.append(Guard(f"the holder of {node.key} is in play", edge.place, Reads(play=True)))
    return live


def _cover(chart: Chart, steps: list[Step], changes: list[Deed], judged: dict[Step, list[Guard]]) -> Iterator[Loop]:
    """Loops over these steps, one for each edge that no earlier loop contains."""
    out: dict[Vertex, list[Vertex]] = {}
    between: dict[tuple[Vertex, Vertex], Step] = {}
    for s in steps:
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
        way = shortest(out, end, start)
        if way is None:
            continue
        circle = [s, *(between[a, b] for a, b in pairwise(way))]
        covered.update((one.start[0], one.end[0]) for one in circle)
        if _ends_by_itself(chart, circle, changes):
            continue
        told += 1
        yield Loop(_turned(circle), [(one, guard) for one in circle for guard in judged[one]])


def _turned(circle: list[Step]) -> list[Step]:
    """The same cycle, starting at an event if it has one: the first in the order of keys."""
    first = min(range(len(circle)), key=lambda i: (not circle[i].start[0].startswith("event "), circle[i].start[0]))
    return circle[first:] + circle[:first]


def _ends_by_itself(chart: Chart, circle: list[Step], changes: list[Deed]) -> bool:
    """Whether each round uses up something that the loop does not bring back."""
    keys = {s.start[0] for s in circle}
    for s in circle:
        if s.edge.limited is not None and not any(chart.key("event", e) in keys for e in s.edge.limited[1]):
            return True
        if s.edge.kind in _CONSUMING and not _gives(chart, keys, chart.nodes[s.edge.end].number):
            return True
    if any(deed.verb == "create" for deed in changes):
        return False
    return any(_removes(chart, s) for s in circle)


def _removes(chart: Chart, step: Step) -> bool:
    """Whether the block that a step leaves has surely removed something from play by then."""
    order = step.edge.order if step.edge.kind != "fires" else BEHIND
    for effect in chart.effects[step.start[0]]:
        if effect.form != "ends" and any(
            deed.verb == "remove" and not deed.guards and i < order for i, deed in enumerate(effect.deeds)
        ):
            return True
    return False
