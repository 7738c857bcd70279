"""Builtins that ask the board (docs/builtins.md). The geometry itself is that of `space/`; here an entity becomes the
places that it covers, and what stands nowhere is very far away."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.oracle import boards, borders, expressions, planes, plans, storeys, ways
from tests.oracle.limits import A_JOIN
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, ordered

from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World

FAR = 1_000_000
Places = tuple[int, ...]


def cells(w: World, one: Entity) -> Places:
    """The places that an entity covers: on an edge none."""
    return () if place_of(one) is None or one.place is None else footprint(w, one, one.place)


def footprint(w: World, one: Entity, place: int) -> Places:
    """The places that it covers there, or would; none where its footprint does not lie wholly on the board."""
    return w.board.cells(w.board.space.footprint(place, expressions.size(w, one.sheet)) or 0)


def covered(w: World, x: Any) -> Places:
    """The places of a place or an entity."""
    if x is None:
        return ()
    return cells(w, x) if isinstance(x, Entity) else (x,)


def distance(w: World, a: Places, b: Places) -> int:
    """Steps between the nearest places of both, whatever lies between."""
    return min((w.board.space.distance(x, y) for x in a for y in b), default=FAR)


def neighbours(w: World, of: Places) -> Places:
    """The places one step away."""
    near = {y for x in of for y in w.board.cells(w.board.space.near[x])}
    return ordered(near - set(of))


def call(w: World, name: str, args: tuple[n.Expr, ...], s: Scope) -> Any:
    """A builtin of some arguments."""
    if planes.is_plane(w.pack):
        return planes.call(w, name, args, s)
    if name in ways.NAMES:
        return ways.call(w, name, args, s)
    modes, function = borders.TABLE.get(name) or storeys.TABLE.get(name) or plans.TABLE.get(name) or _TABLE[name]
    found = []
    for mode, arg in zip(modes, args, strict=True):
        if mode == "places":
            found.append(expressions.spot(w, arg, s))
        elif mode == "name":
            found.append(arg.ref)
        else:
            found.append(expressions.evaluate(w, arg, s))
    return function(w, *found)


def place_of(x: Any) -> int | None:
    """The place of a place or an entity, the least that it covers; none of one that stands on an edge."""
    if not isinstance(x, Entity):
        place: int | None = x
        return place
    return None if x.place is None or borders.is_edge(x.place) else x.place


def _existing(place: int) -> int | None:
    return place if place >= 0 else None


def _toward(w: World, x: Any, d: int) -> int | None:
    here = place_of(x)
    return None if here is None else _existing(w.board.space.toward(here, d))


def _direction_to(w: World, a: Any, b: Any) -> int | None:
    one, other = place_of(a), place_of(b)
    return None if one is None or other is None or one == other else _existing(w.board.space.direction_to(one, other))


def _across(w: World, a: Any, b: Any) -> int | None:
    one, other = place_of(a), place_of(b)
    return None if one is None or other is None else _existing(w.board.space.across(one, other))


def _walk_distance(w: World, a: Places, b: Places) -> int | None:
    steps = [w.board.space.walk_distance(x, y) for x in a for y in b]
    return min((one for one in steps if one < FAR), default=None)


def _joins(w: World, before: boards.Join, last: int) -> tuple[boards.Join, ...]:
    maps = list(w.pack.maps.values())
    w.walk(A_JOIN * sum(len(row) for number in (*before.maps, last) for row in maps[number].rows))
    return boards.further_joins(w.pack, before, last)


def _line_cells(w: World, a: int, b: int) -> Places:
    a, b = storeys.on_the_plan(w, a), storeys.on_the_plan(w, b)
    if a == b:
        return (a,)
    drawn = w.board.space.bresenham(min(a, b), max(a, b))[:-1]
    between = [place for place in drawn if place in w.board.cells(w.board.space.everywhere)]
    return (a, *between, b) if a < b else (a, *reversed(between), b)


def _line_free(w: World, a: int, b: int, blocking: Places) -> bool:
    ends = {storeys.on_the_plan(w, a), storeys.on_the_plan(w, b)}
    return not set(_line_cells(w, a, b)) & set(blocking) - ends


def _line_area(w: World, c: int, d: int, steps: int) -> Places:
    found, here = [], c
    for _ in range(steps):
        here = w.board.space.toward(here, d)
        if here < 0:
            break
        found.append(here)
    return ordered(found)


def _things_at(w: World, places: Places) -> tuple[Entity, ...]:
    return tuple(one for one in w.entities if set(cells(w, one)) & set(places))


def _sample_points(w: World, places: Places) -> tuple[int, ...]:
    return ordered(point for place in places for point in w.board.space.sample_points(place))


def _span_crossed(w: World, p: int, q: int, points: Places) -> bool:
    """By parts of the segment: each side of what is spanned, a pair of points with no other beyond it, cuts one off."""
    at = w.board.space.coordinates
    spots = [at(point) for point in points]
    start, end = at(p), at(q)
    low, high, solid = Fraction(-1), Fraction(2), False
    for one in spots:
        for other in spots:
            sides = [_turn(one, other, spot) for spot in spots]
            if min(sides) < 0 or max(sides) == 0:
                continue
            solid = True
            first, last = _turn(one, other, start), _turn(one, other, end)
            if first == last and first <= 0:
                return False
            if last > first:
                low = max(low, Fraction(-first, last - first))
            elif last < first:
                high = min(high, Fraction(first, first - last))
    # Open at both ends: a part of it lies inside, and some of that between p and q.
    return solid and low < high and low < 1 and high > 0


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _of_set(method: str) -> Callable[..., Any]:
    """A set of places and a number, as the space takes them."""
    return lambda w, places, *rest: w.board.cells(getattr(w.board.space, method)(w.board.bits(places), *rest))


def _bodies(w: World, things: tuple[Entity, ...]) -> list[Places]:
    return [found for one in things if (found := cells(w, one))]


def _linked(w: World, things: tuple[Entity, ...], length: int) -> bool:
    found = _bodies(w, things)
    return planes.hang_together(len(found), lambda i, j: distance(w, found[i], found[j]) <= length)


def _disjoint(w: World, things: tuple[Entity, ...]) -> bool:
    places = [place for one in _bodies(w, things) for place in one]
    return len(places) == len(set(places))


def _crossed(w: World, a: int, b: int, things: tuple[Entity, ...]) -> tuple[Entity, ...]:
    space = w.board.space
    line = {a} if a == b else set(w.board.cells(space.cells_crossed(space.centre(a), space.centre(b))))
    return tuple(one for one in things if set(cells(w, one)) & line)


COMPASS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west", "up", "down")
# What each argument is brought to: the places that it covers, or its value as it is.
_TABLE: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "everywhere": ((), lambda w: w.board.cells(w.board.space.everywhere)),
    "rim": ((), lambda w: w.board.cells(w.board.space.rim)),
    "directions": ((), lambda w: tuple(w.board.space.directions)),
    "cells": (("places",), lambda w, x: x),
    "neighbours": (("places",), neighbours),
    "things_at": (("places",), _things_at),
    "board_part": (("value",), lambda w, c: w.board.parts.get(c, 0)),
    "adjacent": (("places", "places"), lambda w, a, b: not set(a) & set(b) and bool(set(neighbours(w, a)) & set(b))),
    "distance": (("places", "places"), distance),
    "walk_distance": (("places", "places"), _walk_distance),
    "toward": (("value", "value"), _toward),
    "direction_to": (("value", "value"), _direction_to),
    **{name: ((), lambda w, name=name: w.board.space.direction_names.index(name)) for name in COMPASS},
    "turned": (("value", "value"), storeys.turned),
    "opposite": (("value",), lambda w, d: w.board.space.opposite(d)),
    "across": (("value", "value"), _across),
    "line_cells": (("value", "value"), _line_cells),
    "line_free": (("value", "value", "places"), _line_free),
    "cells_crossed": (("value", "value"), lambda w, p, q: w.board.cells(w.board.space.cells_crossed(p, q))),
    "cells_touched": (("value", "value"), lambda w, p, q: w.board.cells(w.board.space.cells_touched(p, q))),
    "span_crossed": (("value", "value", "value"), _span_crossed),
    "corners": (("places",), lambda w, c: ordered(w.board.space.corners_of(w.board.bits(c)))),
    "corners_of": (("places",), lambda w, c: ordered(w.board.space.corners_of(w.board.bits(c)))),
    "centre": (("value",), lambda w, c: w.board.space.centre(c)),
    "sample_points": (("places",), _sample_points),
    "anchors": (
        ("value",), lambda w, x: w.board.cells(w.board.space.anchors(expressions.size(w, x.sheet)))
    ),
    "footprint": (("value", "value"), footprint),
    "wholly": (("places", "places"), lambda w, x, area: x != () and set(x) <= set(area)),
    "meets": (("places", "places"), lambda w, x, area: bool(set(x) & set(area))),
    "overlapping": (("places", "places"), lambda w, a, b: bool(set(a) & set(b))),
    "touching": (("places", "places"), lambda w, a, b: distance(w, a, b) <= 1),
    "linked": (("value", "value"), _linked),
    "disjoint": (("value",), _disjoint),
    "crossed": (("value", "value", "value"), _crossed),
    "rounded_up": (("value",), lambda w, length: length),
    "rounded_down": (("value",), lambda w, length: length),
    "burst": (("places", "value"), _of_set("within_of")),
    "walk_burst": (("places", "value"), _of_set("walk_within_of")),
    "ring": (("places", "value"), _of_set("ring_of")),
    "cone": (
        ("value", "value", "value"),
        lambda w, c, d, steps: w.board.cells(w.board.space.cone(c, d, tuple(range(1, 2 * steps, 2)))),
    ),
    "line_area": (("value", "value", "value"), _line_area),
    "joins": (("value", "value"), lambda w, a, b: _joins(w, boards.Join((a,), ()), b)),
    "further_joins": (("value", "value"), _joins),
    "made": (("value",), lambda w, j: boards.way(w.pack, j).made),
    "made_with": (("value", "value"), lambda w, j, n: boards.made_with(w.pack, j, n)),
    "long_with": (("value", "value"), lambda w, j, n: boards.long_with(w.pack, j, n)),
    "long_edge": (("value",), lambda w, j: boards.way(w.pack, j).long),
}  # fmt: skip
