"""A place for each of several things: what a formation is, which a set holds, and what is so while all stand there.

Which of them the engine proposes is no law, so proposals are taken from it; whether one is legal is decided here. Where
only their existence is asked, few things on small boards are tried in all places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.oracle import borders, geometry, planes

if TYPE_CHECKING:
    from tests.oracle.things import Entity
    from tests.oracle.world import World

MOST_TRIED = 40_000


@dataclass(frozen=True, slots=True)
class Formation:
    """Things with their places, the oldest first."""

    places: tuple[tuple[Any, int], ...]

    def place_of(self, who: Entity) -> int | None:
        """Where it puts a thing."""
        return next((place for one, place in self.places if one is who), None)


class Formations:
    """All formations of some things."""

    def __init__(self, w: World, members: tuple[Any, ...]) -> None:
        self.w, self.members = w, tuple(sorted(members, key=lambda one: one.number))

    def __contains__(self, one: object) -> bool:
        return (isinstance(one, Formation) and [who.number for who, _ in one.places] == [
            who.number for who in self.members] and all(stands(self.w, *each) for each in one.places))  # fmt: skip

    def __iter__(self) -> Iterator[Formation]:
        """All of them, on cells, as long as they are few."""
        assert not planes.is_plane(self.w.pack), "nobody can list the spots of a plane"
        space = self.w.board.space
        each = [[at for at in space.decode(space.everywhere) if stands(self.w, who, at)] for who in self.members]
        for tried, places in enumerate(product(*each)):
            if tried > MOST_TRIED:
                raise NotImplementedError("more formations than the oracle goes through")
            yield Formation(tuple(zip(self.members, places, strict=True)))


def stands(w: World, who: Entity, place: int) -> bool:
    """Whether all of a thing lies on the board at a place."""
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
