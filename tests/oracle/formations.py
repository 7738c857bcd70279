"""A place or a way for each of several things: what a formation is, which a set holds, and what is so while all stand.

Which of them the engine proposes is no law, so proposals are taken from it; whether one is legal is decided here. Where
only their existence is asked, few things on small boards of cells are tried in all places; on planes what the engine
has found is judged, and some that are sampled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.oracle import borders, geometry, legs, planes, samples

if TYPE_CHECKING:
    from tests.oracle.things import Entity
    from tests.oracle.world import World

MOST_TRIED = 40_000
_MOST_LEGS = 240


@dataclass(frozen=True, slots=True)
class Formation:
    """Things with their places or ways, the oldest first."""

    goals: tuple[tuple[Any, int | legs.Way], ...]

    @property
    def places(self) -> tuple[tuple[Any, int], ...]:
        """Where all stand in the end."""
        return tuple((who, goal.places[-1] if isinstance(goal, legs.Way) else goal) for who, goal in self.goals)

    def place_of(self, who: Entity) -> int | None:
        """Where it puts a thing."""
        return next((place for one, place in self.places if one is who), None)

    def way_of(self, who: Entity) -> legs.Way | None:
        """Which way a thing goes."""
        return next((goal for one, goal in self.goals if one is who and isinstance(goal, legs.Way)), None)


class Formations:
    """All formations of some things."""

    def __init__(self, w: World, members: tuple[Any, ...]) -> None:
        self.w, self.members = w, tuple(sorted(members, key=lambda one: one.number))

    def __contains__(self, one: object) -> bool:
        return self.are_of(one) and all(
            isinstance(goal, int) and stands(self.w, who, goal) for who, goal in one.goals)  # type: ignore[attr-defined]

    def are_of(self, one: object) -> bool:
        """Whether it is a formation of just these things."""
        return isinstance(one, Formation) and [who.number for who, _ in one.goals] == [
            who.number for who in self.members]  # fmt: skip

    def __iter__(self) -> Iterator[Formation]:
        """All of them, on cells, as long as they are few; on planes some."""
        if planes.is_plane(self.w.pack):
            yield from self.some(marching=False)
            return
        space = self.w.board.space
        each = [[at for at in space.decode(space.everywhere) if stands(self.w, who, at)] for who in self.members]
        for tried, places in enumerate(product(*each)):
            if tried > MOST_TRIED:
                raise NotImplementedError("more formations than the oracle goes through")
            yield Formation(tuple(zip(self.members, places, strict=True)))


    def some(self, *, marching: bool) -> Iterator[Formation]:
        """Those that the engine has found, and a sample."""
        mine = {one.number: one for one in self.members}
        for found in self.w.witnesses.of(tuple(mine)):
            one = Formation(tuple((mine[e], legs.Way(goal) if isinstance(goal, tuple) else goal) for e, goal in found))
            if one in self:
                yield one
        yield from (one for one in samples.together(self.w, self.members, marching=marching) if one in self)


class Marches(Formations):
    """All formations in which each of some things goes a way."""

    def __iter__(self) -> Iterator[Formation]:
        return self.some(marching=True)

    def __contains__(self, one: object) -> bool:
        if not self.are_of(one):
            return False
        assert isinstance(one, Formation)
        count = sum(len(goal.places) - 1 for _, goal in one.goals if isinstance(goal, legs.Way))
        return count <= _MOST_LEGS and all(
            isinstance(goal, legs.Way) and goal in legs.Ways(self.w, who) for who, goal in one.goals)  # fmt: skip


def stands(w: World, who: Entity, place: int) -> bool:
    """Whether all of a thing lies on the board at a place, and is of a kind that stands there."""
    if not who.sheet.kind.placed:
        return False
    if planes.is_plane(w.pack):
        return place in planes.anchors(w, who)
    return bool(w.board.space.is_place(place)) and geometry.footprint(w, who, place) != ()


def supposed(w: World, several: Any, formation: Formation) -> list[tuple[Any, ...]]:
    """Puts those of some things that a formation has; how to take that back."""
    past = []
    for who, place in formation.places:
        if any(one is who for one in several):
            at = w.zones[who.zone].index(who) if who.zone is not None else 0
            past.append((who, who.place, who.zone, at))
            if who.zone is not None:
                w.zones[who.zone].remove(who)
            who.place, who.zone = place if borders.fits(w, who, place) else None, None
    return past


def resumed(w: World, past: list[tuple[Any, ...]]) -> None:
    """All is as it was."""
    for who, place, zone, at in reversed(past):
        who.place, who.zone = place, zone
        if zone is not None:
            w.zones[zone].insert(at, who)


def put(w: World, several: Any, formation: Formation) -> None:
    """`put S at f`."""
    for who, place in formation.places:
        if any(one is who for one in several):
            w.put(who, place)
