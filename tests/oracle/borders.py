"""Edges between places, and what stands on them (docs/language.md section 3, docs/builtins.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import geometry, planes, storeys
from tests.oracle.things import Entity, kinds_of, ordered

from rulewright.check import model as m

if TYPE_CHECKING:
    from tests.oracle.world import World

Edges = tuple[int, ...]
_FIRST = 1 << 52  # places are numbered below


def is_edge(location: int) -> bool:
    """Whether a location is an edge and no place."""
    return location >= _FIRST


def stands_on_edges(sheet: m.SheetDef) -> bool:
    """Whether things of a sheet stand on edges."""
    return any(kind.placed == "edge" for kind in kinds_of(sheet.kind))


def fits(w: World, what: Entity, location: int) -> bool:
    """Whether something would stand wholly on the board there; beside a table it may stand, not too far away."""
    if planes.is_plane(w.pack):
        return planes.is_near(what.sheet, location)
    if is_edge(location) or stands_on_edges(what.sheet):
        return is_edge(location) and stands_on_edges(what.sheet) and w.board.space.is_edge(location)
    return geometry.footprint(w, what, location) != ()


def sides(w: World, edge: int) -> tuple[int, ...]:
    """The places on both sides of an edge that exist."""
    space = w.board.space
    return tuple(place for place in space.sides(edge) if space.everywhere >> place & 1)


def standing_on(w: World, kind: m.KindDef, edges: Edges) -> tuple[Entity, ...]:
    """`walls_on(edges)`."""
    return tuple(one for one in w.plural(kind) if one.place in edges)


def _all(w: World) -> Edges:
    found: Edges = w.board.space.edges()
    w.walk(len(found))
    return found


def _edges(w: World, places: tuple[int, ...]) -> Edges:
    wanted = frozenset(places)
    return tuple(one for one in _all(w) if not wanted.isdisjoint(sides(w, one)))


def _between(w: World, some: tuple[int, ...], others: tuple[int, ...]) -> Edges:
    one, other = frozenset(some), frozenset(others)
    edges = w.board.space.edges_of(w.board.bits(some))
    w.walk(len(edges))
    both = ((edge, *w.board.space.sides(edge)) for edge in edges)
    return tuple(edge for edge, a, b in both if (a in one and b in other) or (b in one and a in other))


def _passed(w: World, what: Entity, here: int, goal: int) -> Edges:
    d = w.board.space.direction(here, goal)
    if w.pack.storeys.levels > 1:
        if d >= w.board.space.up:
            return _between(w, geometry.footprint(w, what, here), geometry.footprint(w, what, goal))
        d = w.board.space.direction(here, storeys.on_level(w, goal, w.board.space.level(here)) or here)
    if d not in w.board.space.straight:
        return ()
    covered = geometry.footprint(w, what, here)
    ahead = {place: w.board.space.toward(place, d) for place in covered}
    return ordered(w.board.space.edge(place, d) for place, next_one in ahead.items() if next_one not in covered)


def _side_neighbours(w: World, places: tuple[int, ...]) -> tuple[int, ...]:
    near = geometry.neighbours(w, places)
    return tuple(one for one in near if any(w.board.space.edge_between(one, place) >= 0
                                            and one in w.board.cells(w.board.space.near[place]) for place in places))


# What each argument is brought to, as in `geometry`.
TABLE: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "side_neighbours": (("places",), _side_neighbours),
    "edges": (("places",), _edges),
    "edges_between": (("places", "places"), _between),
    "edges_inside": (("places",), lambda w, s: _between(w, s, s)),
    "edges_passed": (("value", "value", "value"), _passed),
    "edges_left": (("value", "value"), lambda w, p, q: w.board.space.edges_on(p, q, "left")),
    "edges_right": (("value", "value"), lambda w, p, q: w.board.space.edges_on(p, q, "right")),
    "edges_touched": (("value", "value"), lambda w, p, q: w.board.space.edges_touched(p, q)),
    "sides": (("value",), lambda w, edges: ordered(place for one in edges for place in sides(w, one))),
}

