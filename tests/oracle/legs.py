"""Ways on a plane leg by leg: which a set holds, how long they are, and what is covered on them.

Which of them the engine proposes is no law, so proposals are taken from it; whether one is legal is decided here. Where
only their existence is asked, what the engine has found is judged, and some that are sampled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal, localcontext
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.oracle import planes, samples

from rulewright.space.plane.points import hull
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.shapes import Shape

if TYPE_CHECKING:
    from tests.oracle.things import Entity
    from tests.oracle.world import World

_MOST_LEGS = 15
_DIGITS = 60


@dataclass(frozen=True, slots=True)
class Way:
    """Where something stands, and where each of its legs ends."""

    places: tuple[int, ...]

    @property
    def length(self) -> int:
        """Its legs together, each rounded up to a thousandth."""
        with localcontext() as exact:
            exact.prec = _DIGITS
            return sum(int(_far(a, b).to_integral_value(ROUND_CEILING)) for a, b in pairwise(self.places))


def _far(a: int, b: int) -> Decimal:
    (x, y), (p, q) = spot_of(a), spot_of(b)
    return Decimal((p - x) ** 2 + (q - y) ** 2).sqrt()


class Ways:
    """All ways of a thing from where it stands; gone through, those that the engine has found, and a sample."""

    def __init__(self, w: World, who: Entity) -> None:
        self.w, self.who = w, who

    def __contains__(self, one: object) -> bool:
        if not isinstance(one, Way) or self.who.place is None or one.places[0] != self.who.place:
            return False
        legs = one.places[1:]
        where = planes.anchors(self.w, self.who)
        return 1 <= len(legs) <= _MOST_LEGS and all(at >> 42 < 360 and at in where for at in legs)

    def __iter__(self) -> Iterator[Way]:
        found = map(Way, self.w.witnesses.of(self.who.number))
        return (one for one in (*found, *samples.ways(self.who)) if one in self)


def swept(who: Entity, way: Way) -> Shape:
    """How it stands before it turns, and of each leg the hulls of each part at both ends, turned as on the leg."""
    what = planes.base(who.sheet)
    parts = list(what.at(way.places[0]).parts)
    for a, b in pairwise(way.places):
        turn = b - pose(*spot_of(b))
        begun = what.at(pose(*spot_of(a)) + turn)
        parts += [hull((*one, *other)) for one, other in zip(begun.parts, what.at(b).parts, strict=True)]
    return Shape(tuple(parts), what.at(way.places[0]).r)
