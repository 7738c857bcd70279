"""Members of sets that nobody can list, on a coarse grain: where the engine finds none that will do, some are tried.

They are few and plain: straight legs of whole inches in eight directions, spots as they are looked for on a table, and
all things of a formation moved alike, or in a row. A search of a bounded length may miss what lies in a gap, and none
of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from tests.oracle import formations, legs, planes

from rulewright.space.plane.poses import pose, spot_of

if TYPE_CHECKING:
    from tests.oracle.things import Entity
    from tests.oracle.world import World

MOST_SPOTS = 24
MOST_CELLS = 200
_INCH = 1_000
_LENGTHS = (1, 2, 4, 8)
_ROWS = ((2, 0), (0, 2), (3, 0), (0, 3))
_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def of(w: World, area: Any) -> Iterator[Any]:
    """Some members of a set, whatever it is of."""
    if isinstance(area, planes.Area):
        return islice(iter(area), MOST_SPOTS)
    if isinstance(area, legs.Ways):
        return (one for one in ways(area.who) if one in area)
    if isinstance(area, formations.Formations) and planes.is_plane(w.pack):
        marching = isinstance(area, formations.Marches)
        return (one for one in together(w, area.members, marching=marching) if one in area)
    return islice(iter(area), MOST_CELLS)


def ends(place: int) -> Iterator[int]:
    """Where something may come to from a place, as it is turned: near it first."""
    (x, y), turn = spot_of(place), place - pose(*spot_of(place))
    for length in _LENGTHS:
        for dx, dy in _STEPS:
            yield pose(x + dx * length * _INCH, y + dy * length * _INCH) + turn


def ways(who: Entity) -> Iterator[legs.Way]:
    """Straight ways of a thing."""
    if who.place is not None:
        for end in ends(who.place):
            yield legs.Way((who.place, end))


def together(w: World, members: tuple[Entity, ...], *, marching: bool) -> Iterator[formations.Formation]:
    """Formations of things: as they stand, unless they march, all moved alike, and in a row anywhere on the table."""
    starts = [one.place for one in members if one.place is not None]
    if len(starts) == len(members):
        if not marching:
            yield formations.Formation(tuple(zip(members, starts, strict=True)))
        for moved in zip(*map(ends, starts), strict=True):
            goals = [legs.Way((a, b)) if marching else b for a, b in zip(starts, moved, strict=True)]
            yield formations.Formation(tuple(zip(members, goals, strict=True)))
    for first in () if marching else islice(iter(planes.everywhere(w)), MOST_SPOTS):
        x, y = spot_of(first)
        for dx, dy in _ROWS:
            places = [pose(x + i * dx * _INCH, y + i * dy * _INCH) for i in range(len(members))]
            yield formations.Formation(tuple(zip(members, places, strict=True)))
