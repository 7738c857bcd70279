"""Converts the graph of causes to one that can be cut: the surroundings of a name, one kind of nodes, trees of calls.

Separate because it is the only user of networkx, which takes longer to load than a pack takes to check: it serves to
look at a pack, and checking never uses it. Nodes are keys of the chart with their `Node` as attribute `node`; each edge
has its `Edge` as attribute `edge`. Results are in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from rulewright.analyse.edges import Chart, Edge, Node
from rulewright.analyse.loops import RUNNING, is_declined
from rulewright.program import Program

# The nodes that each choice shows.
FORMS = {
    "events": ("event",),
    "reactions": ("event", "reaction", "check"),
    "all": ("event", "reaction", "check", "status", "sheet"),
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """The nodes and edges to draw. `trunk` are the edges of the trees of calls: each event is attached to the first
    call on the shortest path from the start. `start` is the key of the start, "" if there is none."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    trunk: frozenset[Edge]
    start: str


@dataclass(frozen=True, slots=True)
class Circle:
    """A cycle that its first edge ends: a player decides, or a limit applies."""

    edges: tuple[Edge, ...]


class Graph:
    """The graph of a program, with queries."""

    def __init__(self, program: Program) -> None:
        self.chart = Chart(program)
        self.whole: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        for key, node in self.chart.nodes.items():
            self.whole.add_node(key, node=node)
        for edge in self.chart.edges:
            self.whole.add_edge(edge.start, edge.end, edge=edge)

    def find(self, name: str) -> list[str]:
        """The nodes that a name means: a key (`rule echo`), or an id (`echo`)."""
        return [key for key in self.chart.nodes if key == name or _id(key) == name]

    def names(self) -> list[str]:
        """All ids that name nodes."""
        return sorted({_id(key) for key in self.chart.nodes})

    def around(self, keys: Iterable[str], depth: int, kind: str) -> set[str]:
        """All nodes at most `depth` edges away from any of these nodes, in either direction, through nodes of a kind
        (see FORMS) only. The given nodes are included, whatever their kind."""
        keys = list(keys)
        forms = FORMS[kind]
        allowed = [key for key, node in self.chart.nodes.items() if node.form in forms or key in keys]
        cut = self.whole.subgraph(allowed)
        return {near for key in keys for near in nx.ego_graph(cut, key, radius=depth, undirected=True)}

    def drawing(self, kind: str, near: set[str] | None = None) -> Drawing:
        """The nodes of a kind, or only `near`, with the edges between them."""
        if near is None:
            near = {key for key, node in self.chart.nodes.items() if node.form in FORMS[kind]}
        nodes = tuple(node for key, node in self.chart.nodes.items() if key in near)
        edges = tuple(edge for edge in self.chart.edges if edge.start in near and edge.end in near)
        program = self.chart.program
        start = self.chart.key("event", program.start) if program.start >= 0 else ""
        return Drawing(nodes, edges, self._trunk(start), start)

    def _trunk(self, start: str) -> frozenset[Edge]:
        calls: nx.DiGraph[str] = nx.DiGraph()
        first: dict[tuple[str, str], Edge] = {}
        for edge in self.chart.edges:
            forms = {self.chart.nodes[key].form for key in (edge.start, edge.end)}
            if edge.kind == "calls" and forms == {"event"}:
                calls.add_edge(edge.start, edge.end)
                first.setdefault((edge.start, edge.end), edge)
        trunk: set[Edge] = set()
        hung = {start}
        # The tree of the match comes first, then the trees of events that only reactions call.
        roots = [start, *(key for key in calls if calls.in_degree(key) == 0)]
        for root in roots:
            for a, b in nx.bfs_edges(calls, root) if root in calls else ():
                if b not in hung:
                    hung.add(b)
                    trunk.add(first[a, b])
        return frozenset(trunk)

    def circles(self) -> list[Circle]:
        """The shortest cycle for each edge that a player may decline or a limit bounds, and that lies on a cycle."""
        running = [e for e in self.chart.edges if e.kind in RUNNING and e.label != "instead"]
        out: nx.DiGraph[str] = nx.DiGraph()
        between: dict[tuple[str, str], Edge] = {}
        for edge in running:
            out.add_edge(edge.start, edge.end)
            between.setdefault((edge.start, edge.end), edge)
        group = {key: i for i, keys in enumerate(nx.strongly_connected_components(out)) for key in keys}
        found: list[Circle] = []
        told: set[tuple[str, str]] = set()
        for edge in running:
            ends = is_declined(edge) or edge.limited is not None
            if ends and group[edge.start] == group[edge.end] and (edge.start, edge.end) not in told:
                told.add((edge.start, edge.end))
                way = nx.shortest_path(out, edge.end, edge.start)
                found.append(Circle((edge, *(between[a, b] for a, b in pairwise(way)))))
        return found


def _id(key: str) -> str:
    return key.partition(" ")[2].partition(" #")[0]
