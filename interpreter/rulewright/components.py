"""Strongly connected components of a graph, and the shortest cycle through an edge.

Separate because these two algorithms need forty lines, and a graph library for them would take longer to load than a
pack takes to check. Results depend only on the input order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

V = TypeVar("V", bound=Hashable)


def groups(out: Mapping[V, Iterable[V]]) -> list[list[V]]:
    """The largest groups whose members all reach one another (strongly connected components), in an order in which
    targets come first. A single node that points at itself is treated like one that does not."""
    index: dict[V, int] = {}
    low: dict[V, int] = {}
    stack: list[V] = []
    on_stack: set[V] = set()
    found: list[list[V]] = []
    for root in out:
        if root in index:
            continue
        # Not recursive: a pack may chain more events than Python nests calls.
        work = [(root, iter(out.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            v, following = work[-1]
            deeper = next((w for w in following if w not in index or _lower(low, v, w, index, on_stack)), None)
            if deeper is not None:
                index[deeper] = low[deeper] = len(index)
                stack.append(deeper)
                on_stack.add(deeper)
                work.append((deeper, iter(out.get(deeper, ()))))
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[v])
            if low[v] == index[v]:
                group: list[V] = []
                while not group or group[-1] != v:
                    group.append(stack.pop())
                    on_stack.discard(group[-1])
                found.append(group[::-1])
    return found


def _lower(low: dict[V, int], v: V, w: V, index: dict[V, int], on_stack: set[V]) -> bool:
    """Records that v reaches w, which is known already; always false."""
    if w in on_stack:
        low[v] = min(low[v], index[w])
    return False


def shortest(out: Mapping[V, Sequence[V]], starts: Iterable[V], goal: V) -> list[V] | None:
    """The shortest path from one of some nodes to another, with both ends; of several the one from the first start.
    None if there is none."""
    before: dict[V, V] = {}
    waiting = deque(starts)
    seen = set(waiting)
    while waiting:
        v = waiting.popleft()
        if v == goal:
            way = [v]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        for w in out.get(v, ()):
            if w not in seen:
                seen.add(w)
                before[w] = v
                waiting.append(w)
    return None


def reached(out: Mapping[V, Iterable[V]], starts: Iterable[V]) -> set[V]:
    """All nodes that can be reached from any of the starts, including these."""
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        for w in out.get(waiting.pop(), ()):
            if w not in seen:
                seen.add(w)
                waiting.append(w)
    return seen
