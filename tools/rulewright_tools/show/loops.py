"""Formats the loops of a pack as text: each as one line with its chain, then its steps with their locations.

Separate because a chain is read from top to bottom: a picture of a loop shows that it exists, not why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulewright.analyse.edges import Chart, Edge
    from rulewright.analyse.graph import Circle
    from rulewright.analyse.loops import Loop


def render(chart: Chart, loops: Iterable[Loop], circles: Iterable[Circle], base: str) -> str:
    """Returns all loops, first those that never end. `base` is put before the names of files."""
    parts: list[str] = []
    for loop in loops:
        head = "never ends"
        if loop.breakers:
            failing = (f"not {g.text}" if g.negated else g.text for _, g in loop.breakers)
            head = "continues as long as " + " and ".join(f"`{text}`" for text in dict.fromkeys(failing))
        parts.append(_path(chart, [step.edge for step in loop.steps], head, base))
    parts += [_path(chart, circle.edges, _ending(chart, circle.edges[0]), base) for circle in circles]
    return "\n".join(parts) if parts else "no loops: no event triggers itself again\n"


def _ending(chart: Chart, edge: Edge) -> str:
    if edge.limited is None:
        return "a player decides whether it continues"
    count, events = edge.limited
    names = " or ".join(f"'{chart.program.events[e].id}'" for e in events)
    return f"a limit holds: {count} in one {names}"


def _path(chart: Chart, edges: Iterable[Edge], head: str, base: str) -> str:
    edges = list(edges)
    names = [chart.nodes[edge.start].words for edge in edges]
    lines = [f"{' > '.join([*names, names[0]])}", f"  {head}"]
    for edge in edges:
        file, line, column = edge.place
        guards = [g for g in (*edge.guards, *edge.conditions) if g.text]
        conditions = ", ".join(f"not ({g.text})" if g.negated else g.text for g in guards)
        lines.append(f"    {base}/{file}:{line}:{column}: {chart.told(edge)}")
        if conditions:
            lines.append(f"        if {conditions}")
    return "\n".join(lines) + "\n"
