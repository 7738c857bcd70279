"""Our few lines about cycles agree with a library that many have tested."""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx
import pytest

from rulewright.components import groups, reached, shortest


@pytest.mark.parametrize("seed", range(40))
def test_groups_ways_and_reach_are_those_of_networkx(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(1, 14)
    graph: nx.DiGraph[int] = nx.gnp_random_graph(size, chance.random() / 3, seed=seed, directed=True)
    out = {v: sorted(graph.successors(v)) for v in graph}
    ours = groups(out)
    assert {frozenset(g) for g in ours} == {frozenset(g) for g in nx.strongly_connected_components(graph)}
    assert sorted(v for g in ours for v in g) == sorted(graph)
    for a in graph:
        assert reached(out, [a]) == nx.descendants(graph, a) | {a}
        for b in graph:
            way = shortest(out, [a], b)
            if nx.has_path(graph, a, b):
                assert way is not None
                assert (way[0], way[-1]) == (a, b)
                assert len(way) - 1 == nx.shortest_path_length(graph, a, b)
                assert all(graph.has_edge(x, y) for x, y in pairwise(way))
            else:
                assert way is None


def test_groups_of_a_chain_longer_than_calls_nest() -> None:
    length = 20_000
    out: dict[int, list[int]] = {i: [i + 1] for i in range(length)}
    out[length] = [0]
    assert [len(g) for g in groups(out)] == [length + 1]
