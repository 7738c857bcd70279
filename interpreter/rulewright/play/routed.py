"""Ways: where an entity goes on a plane leg by leg, and the search for ways.

A way is a tuple of places: where an entity stands, and the end of each leg with the turn on that leg. The ways from a
place cannot be listed, so some are proposed: straight ones to spots that the conditions allow, and ways round the
obstacle if one blocks the straight way. Each is tested by the law, so every proposal is legal. No random number is
used: the same state has the same proposals everywhere.

Separate because a way is found as a whole, and a place is not; `space.plane.routes` finds it without knowing the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from rulewright.play.bounds import spend
from rulewright.play.laying_plane import stands
from rulewright.play.plane_areas import ASKED, BOX
from rulewright.play.standing_plane import PAIR
from rulewright.play.state import State
from rulewright.shapes import OVERLAPPING
from rulewright.space.grid import EDGES
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.measures import overlapping, within
from rulewright.space.plane.moves import MOST_POSES, is_way, swept, way_length
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose, split, spot_of
from rulewright.space.plane.routes import Roads, round_corners
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Shape, weight
from rulewright.space.plane.terms import Term

Way = tuple[int, ...]
Test = Callable[..., Any]
Obstacles = Sequence[tuple[tuple[Shape, ...], int]]

_ENDS: Final = 400  # ends that are tried in one search
_BENT: Final = 40  # of these to which a way round an obstacle is searched for
_LEG: Final = 40  # steps of testing where a leg ends, and of going round a body


def in_ways(m: State, e: int, way: Way) -> bool:
    """Whether a way is one of an entity: it starts where that stands, and each leg ends wholly on the board."""
    spend(m, _LEG * len(way))
    return is_way(way) and way[0] == m.at[e] and all(stands(m, e, at) for at in way[1:])


def straight(m: State, e: int, place: int) -> Way:
    """The way of one leg from where an entity stands."""
    return (m.at[e], place)


def kept_clear(things: Sequence[tuple[Shape, ...]], length: int) -> list[tuple[tuple[Shape, ...], int]]:
    """What a leg must keep clear of, and by how much."""
    return [(one, length) for one in things]


def routed(m: State, e: int, most: int, begin: int, area: Term, law: Test, law_of: tuple[Any, ...], *guides: Any
           ) -> Iterator[Way]:  # fmt: skip
    """Some legal ways, in a fixed order for each `begin`: those to much room first.

    Args:
        m: the match.
        e: the entity that goes.
        most: how many are proposed.
        begin: where the search for ends starts, as for `space.plane.search.walked`.
        area: where a way may end, as far as that could be read.
        law: whether a way, its last argument, is legal, not counting the set that it belongs to.
        law_of: the first arguments of `law`.
        guides: what was read of the conditions, see `Guide`, six for each search for a way.
    """
    if not 0 <= m.at[e] < EDGES:
        return
    searches = [Routes(m, e, one, _BENT) for one in guides_of(guides)]
    found = 0
    for end in ends(m, e, area, begin):
        way: Way | None = straight(m, e, end)
        if not law(m, *law_of, way):
            bent = (search.round_to(end) for search in searches if search.bars(end))
            way = next((one for one in bent if one is not None and law(m, *law_of, one)), None)
        if way is None:
            continue
        yield way
        found += 1
        if found == most:
            return


class Guide(NamedTuple):
    """What was read of the conditions, each a function and its first arguments; None for nothing.

    Attributes:
        longest: the greatest length that the conditions allow.
        obstacles: what must be kept clear of.
        leg: whether a leg, its last argument, may be part of a way.
    """

    longest: Test | None
    longest_of: tuple[Any, ...]
    obstacles: Callable[..., Obstacles] | None
    obstacles_of: tuple[Any, ...]
    leg: Test | None
    leg_of: tuple[Any, ...]

    def of(self, e: int) -> Guide:
        """The same for one of several entities."""
        return Guide(self.longest, (*self.longest_of, e), self.obstacles, (*self.obstacles_of, e), self.leg,
                     (*self.leg_of, e))  # fmt: skip


def guides_of(several: Sequence[Any]) -> list[Guide]:
    """Groups the guides that generated code passes one after another."""
    return [Guide(*several[i : i + 6]) for i in range(0, len(several), 6)]


def ends(m: State, e: int, area: Term, begin: int = 0) -> Iterator[int]:
    """Places at which a way may end: in the turn of the entity, then unturned."""
    turns = tuple(dict.fromkeys((split(m.at[e])[0], 0)))
    for turn in turns:
        yield from islice(_ends_in(m, e, area, turn, begin), _ENDS // len(turns))


def _ends_in(m: State, e: int, area: Term, turn: int, begin: int) -> Iterator[int]:
    for place in walked((area,), m.board.extent, lambda weight: spend(m, ASKED * weight), (turn,), begin):
        spend(m, BOX)
        if place is not None and place != m.at[e] and stands(m, e, place):
            yield place


class Routes:
    """One search for ways of an entity that stands somewhere: the obstacles, and how much has been tried. `most`: the
    number of ends to which a way round an obstacle is searched for."""

    def __init__(self, m: State, e: int, guide: Guide, most: int) -> None:
        self.m, self.e, self.most = m, e, most
        self.longest = None if guide.longest is None else guide.longest(m, *guide.longest_of)
        self.leg, self.leg_of = guide.leg, guide.leg_of
        self.obstacles, self.obstacles_of = guide.obstacles, guide.obstacles_of
        self.base = m.p.bases[m.sheet[e]]
        self.bent = 0
        self.bodies: Buckets | None = None
        self.clear: list[int] = []
        self.roads: dict[int, Roads] = {}  # by the turn of the entity

    def bars(self, end: int) -> bool:
        """Whether an obstacle blocks the straight way, and ways round obstacles are searched for."""
        if self.leg is None or self.bent >= self.most:
            return False
        way = straight(self.m, self.e, end)
        if self.longest is not None and way_length(way) > self.longest:
            return False
        return not self.leg(self.m, *self.leg_of, way)

    def round_to(self, end: int) -> Way | None:
        """A way of several legs to a place; None if none is found."""
        if self.bent >= self.most:
            return None
        self.bent += 1
        turn = split(end)[0]
        if turn not in self.roads:
            self.roads[turn] = self._from_start(turn)
        found = self.roads[turn].to(spot_of(end))
        if found is None or len(found) < 2:
            return None
        return (self.m.at[self.e], *(pose(*spot, turn) for spot in found[1:]))

    def _from_start(self, turn: int) -> Roads:
        m, start = self.m, self.m.at[self.e]
        if self.bodies is None:
            near = () if self.obstacles is None else self.obstacles(m, *self.obstacles_of)
            several = [(one, length) for shapes, length in near for one in shapes]
            self.bodies = Buckets({i: one for i, (one, _) in enumerate(several)})
            self.clear = [length for _, length in several]
        bodies, clear = self.bodies, self.clear
        leg = self.leg
        assert leg is not None

        def places(a: Xy, b: Xy) -> Way:
            return (start if a == spot_of(start) else pose(*a, turn), pose(*b, turn))

        def free(a: Xy, b: Xy) -> bool:
            way = places(a, b)
            return stands(m, self.e, way[1]) and bool(leg(m, *self.leg_of, way))

        def met(a: Xy, b: Xy) -> list[int]:
            shape = swept(self.base, places(a, b))
            near = bodies.near(shape, max(clear, default=0))
            spend(m, PAIR * weight(shape) * sum([weight(bodies.shapes[i]) for i in near]))
            return [i for i in near if (overlapping(shape, bodies.shapes[i]) if clear[i] == OVERLAPPING
                                        else within(shape, bodies.shapes[i], clear[i]))]  # fmt: skip

        def corners(i: int) -> Iterator[Xy]:
            spend(m, _LEG)
            return round_corners(bodies.shapes[i], self.base.outer + clear[i] + 1)

        return Roads(spot_of(start), free, met, corners, self.longest)


MOST_LEGS: Final = MOST_POSES - 1

# The functions that generated code calls.
WORDS: Final[dict[str, Any]] = {one.__name__: one for one in (in_ways, kept_clear, routed, straight)}
