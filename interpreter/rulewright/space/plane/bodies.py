"""Tests of bases in areas: wholly, partly, and the spots where a test is true; a test that is not decided exactly is
refused.

    question          simple area                          common(a, b)  a + b    outside a
    `p in`            exact                                both          either   not in
    wholly(base, ..)  exact; round a scattered or concave  both          refused  not meets
                      shape only for spots
    meets(base, ..)   exact                                refused       either   not wholly

A base may lie wholly in a union and in neither of its areas, and meet two areas and not their common part. To
approximate a law would be wrong on exactly the tables that matter, so `unsettled` reports before play what cannot be
decided, and why.

Separate because terms handle only spots. This module adds bases: as a threshold if the base is round, and by its inner
and outer circles if it has corners.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rulewright.space.plane.cutting import shared_area
from rulewright.space.plane.insides import cornered, shape_in
from rulewright.space.plane.measures import overlapping, touching, within
from rulewright.space.plane.points import Part, doubled_area
from rulewright.space.plane.poses import CIRCLE, pose, split
from rulewright.space.plane.shapes import Base, Outline, Shape
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Term, Union

Question = Literal["wholly", "meets"]
_KEPT: Final = 4_096  # cached shares of figures in figures


class Refusal(NamedTuple):
    """Why a question about an area is not decided, and the nearest question that is."""

    cause: str
    hint: str


def unsettled(question: Question, area: Term, spot: bool = False) -> Refusal | None:
    """Why it is not decided exactly whether a base lies wholly in an area or meets it; None if it is.

    Args:
        question: which of the two.
        area: the area.
        spot: whether only single spots are tested: these are always decided.
    """
    if spot:
        return None
    if isinstance(area, Outside):
        return unsettled("meets" if question == "wholly" else "wholly", area.term)
    if isinstance(area, Union if question == "meets" else Common):
        return next((found for one in _terms(area) if (found := unsettled(question, one)) is not None), None)
    if isinstance(area, Union):
        return Refusal("a base may lie wholly in several areas together and in none of them",
                       "draw the areas as one polygon, or ask for each of them: `wholly(m, a) or wholly(m, b)`")
    if isinstance(area, Common):
        return Refusal("a base may meet several areas and not what they have in common",
                       "ask `wholly(m, ..)`, ask one spot of the base, or draw the common part as one polygon")
    if question == "wholly" and isinstance(area, Near) and len(area.shape.parts) > 1:
        return Refusal("what is near a concave or scattered shape is not decided for whole bases",
                       "ask one spot of the base, or what is near one convex shape")
    if question == "meets" and isinstance(area, Deep) and area.t:
        return Refusal("a base may meet an area and not what is deep in it",
                       "ask `wholly(m, ..)`, or draw the inner area")
    if isinstance(area, Near) and not area.closed:
        return Refusal("an area within a distance is closed", "write `within`")
    return None


def _terms(area: Term) -> tuple[Term, ...]:
    assert isinstance(area, Union | Common)
    return area.terms


class Undecided(Exception):
    """A question that `unsettled` refuses was asked anyway."""


def _settle(question: Question, area: Term) -> Undecided:
    found = unsettled(question, area)
    return Undecided(found.cause if found is not None else question)


def is_spot(shape: Shape) -> bool:
    """Whether a shape is a single point."""
    return not shape.r and len(shape.parts) == 1 and len(shape.parts[0]) == 1


def wholly(shape: Shape, area: Term) -> bool:
    """Whether every point of a shape lies in an area."""
    if is_spot(shape):
        return area.holds(*shape.parts[0][0])
    if isinstance(area, Past):
        return all(area.holds(x, y, shape.r) for part in shape.parts for x, y in part)
    if isinstance(area, Deep):
        return shape_in(area.outline, Shape(shape.parts, shape.r + area.t))
    if isinstance(area, Near):
        eroded = _eroded_near(area, shape.r)
        if eroded is None:
            raise _settle("wholly", area)
        # The area near one convex part is convex: it contains a part if it contains its corners.
        return all(eroded.holds(x, y) for part in shape.parts for x, y in part)
    if isinstance(area, Common):
        return all(wholly(shape, one) for one in area.terms)
    if isinstance(area, Outside):
        return not meets(shape, area.term)
    if area is ALL or area is NONE:
        return area is ALL
    raise _settle("wholly", area)


def meets(shape: Shape, area: Term) -> bool:
    """Whether some point of a shape lies in an area."""
    if is_spot(shape):
        return area.holds(*shape.parts[0][0])
    if isinstance(area, Past):
        return any(area.holds(x, y, -shape.r) for part in shape.parts for x, y in part)
    if isinstance(area, Deep) and not area.t:
        return touching(shape, area.outline.shape)
    if isinstance(area, Near):
        return within(shape, area.shape, area.t)
    if isinstance(area, Union):
        return any(meets(shape, one) for one in area.terms)
    if isinstance(area, Outside):
        return not wholly(shape, area.term)
    if area is ALL or area is NONE:
        return area is ALL
    raise _settle("meets", area)


def _eroded_near(area: Near, r: int) -> Term | None:
    """The centres of discs that lie wholly near a shape, None if that is not decided."""
    if len(area.shape.parts) > 1 or not area.closed:
        return None
    if area.reach >= r:
        return Near(Shape(area.shape.parts), area.reach - r)
    part: Part = area.shape.parts[0]
    return Deep(Outline.of_part(part), r - area.reach) if len(part) > 2 else NONE


def more_in(shape: Shape, one: Term, other: Term) -> bool:
    """Whether more of a shape lies in one area than in another. Round shapes are tested as `cornered` draws them."""
    n, d = _shared(shape, _drawn(one))
    p, q = _shared(shape, _drawn(other))
    return n * q > p * d


def share_in(shape: Shape, area: Term, parts: int, of: int) -> bool:
    """Whether at least `parts` in `of` of a shape lie in an area, `of` being above 0. What has no area (a spot, a line)
    counts as a whole."""
    whole = sum(doubled_area(part) for part in _figure(shape) if len(part) > 2)
    if not whole:
        return parts <= 0 or (parts <= of and wholly(shape, area))
    n, d = _shared(shape, _drawn(area))
    return n * of >= parts * whole * d


@lru_cache(_KEPT)
def _shared(shape: Shape, area: Shape) -> tuple[int, int]:
    """How much of a shape lies in another. Finding which of several areas contains the most compares each with each, so
    the same two shapes are tested again and again."""
    return shared_area(_figure(shape), _figure(area))


def _drawn(area: Term) -> Shape:
    """The figure of an area."""
    if area is NONE:
        return Shape(())
    if isinstance(area, Deep) and not area.t:
        return area.outline.shape
    if isinstance(area, Near):
        return Shape(area.shape.parts, area.reach)
    raise Undecided("the share in an area is known only for single drawn figures")


def _figure(shape: Shape) -> list[Part]:
    parts = cornered(shape)
    if any(overlapping(Shape((a,)), Shape((b,))) for i, a in enumerate(parts) for b in parts[:i]):
        raise Undecided("its parts overlap, and would be counted twice")
    return parts


# -- the spots of a base -----------------------------------------------------------------------------------------------
class Fit(Term):
    """The spots at which something is true of a base in one turn, bounded by two areas that are terms.

    Attributes:
        base: the base.
        turn: its turn.
        test: the test of its shape.
        sure: spots at which the result is true.
        possible: spots at which it may be true; elsewhere it is false.
        about: the area that is tested.
    """

    __slots__ = ("about", "base", "possible", "sure", "test", "turn")

    def __init__(self, base: Base, turn: int, test: Callable[[Shape], bool], sure: Term, possible: Term,
                 about: Term) -> None:  # fmt: skip
        self.base, self.turn, self.test, self.sure, self.possible = base, turn, test, sure, possible
        self.about = about
        self.box_weight = sure.box_weight + possible.box_weight
        self.spot_weight = 2 * base.weight * about.spot_weight

    def holds(self, x: int, y: int) -> bool:
        return self.test(self.base.at(pose(x, y, self.turn)))

    def has(self, place: int) -> bool:
        return self.test(self.base.at(place))

    def turned(self, turn: int) -> Term:
        return Fit(self.base, turn, self.test, self.sure, self.possible, self.about)

    def ask(self, x: int, y: int, h: int) -> int:
        if self.possible.ask(x, y, h) < 0:
            return -1
        return 1 if self.sure.ask(x, y, h) > 0 else 0


class Anchors(Term):
    """The poses at which a base lies wholly in an area: a spot represents the pose without a turn.

    Attributes:
        base: the base.
        area: where it lies.
        now: the current pose of the base; -1 for nowhere.
        spots: the same for the base unturned, as an area of spots.
    """

    __slots__ = ("area", "base", "now", "spots")

    def __init__(self, area: Term, base: Base, now: int = -1) -> None:
        self.area, self.base, self.now, self.spots = area, base, now, eroded(area, base)
        self.box_weight, self.spot_weight = self.spots.box_weight, 2 * base.weight * area.spot_weight

    def holds(self, x: int, y: int) -> bool:
        return self.spots.holds(x, y)

    def has(self, place: int) -> bool:
        return wholly(self.base.at(place), self.area)

    def turned(self, turn: int) -> Term:
        return eroded(self.area, self.base, turn) if turn else self.spots

    def turns(self) -> tuple[int, ...]:
        return tried(self.base, self.now)

    def ask(self, x: int, y: int, h: int) -> int:
        return self.spots.ask(x, y, h)


def tried(base: Base, now: int) -> tuple[int, ...]:
    """The turns in which room is searched for, for a base that stands at a pose, or nowhere (-1): its current turn, a
    quarter turn further, and north."""
    if base.round:
        return ()
    turn = split(now)[0] if now >= 0 else 0
    return tuple(dict.fromkeys((turn, (turn + 90) % CIRCLE, 0)))


def eroded(area: Term, base: Base, turn: int = 0) -> Term:
    """The spots at which a base lies wholly in an area."""
    if isinstance(area, Common):
        return Common(eroded(one, base, turn) for one in area.terms)
    if isinstance(area, Outside):
        return Outside(grown(area.term, base, turn))
    if area is ALL or area is NONE:
        return area
    if base.round:
        return _eroded_by(area, base.r)
    if unsettled("wholly", area) is not None:
        raise _settle("wholly", area)
    possible = _eroded_by(area, base.inner) if base.inner >= 0 else ALL
    return Fit(base, turn, lambda shape: wholly(shape, area), _eroded_by(area, base.outer), possible, area)


def _eroded_by(area: Term, r: int) -> Term:
    if isinstance(area, Past):
        return Past(area.a, area.b, area.side, area.t + r)
    if isinstance(area, Deep):
        return Deep(area.outline, area.t + r)
    if isinstance(area, Near):
        found = Near(area.shape, area.t, area.closed) if not r else _eroded_near(area, r)
        if found is not None:
            return found
    raise _settle("wholly", area)


def grown(area: Term, base: Base, turn: int = 0) -> Term:
    """The spots at which a base meets an area."""
    if isinstance(area, Union):
        return Union(grown(one, base, turn) for one in area.terms)
    if isinstance(area, Outside):
        return Outside(eroded(area.term, base, turn))
    if area is ALL or area is NONE:
        return area
    if base.round:
        return _grown_by(area, base.r)
    if unsettled("meets", area) is not None:
        raise _settle("meets", area)
    sure = _grown_by(area, base.inner) if base.inner >= 0 else NONE
    return Fit(base, turn, lambda shape: meets(shape, area), sure, _grown_by(area, base.outer), area)


def _grown_by(area: Term, r: int) -> Term:
    if isinstance(area, Past):
        return Past(area.a, area.b, area.side, area.t - r)
    if isinstance(area, Deep) and not area.t:
        return Near(area.outline.shape, r) if r else area
    if isinstance(area, Near) and area.closed:
        return Near(area.shape, area.t + r)
    raise _settle("meets", area)


def overlaps(body: Shape, base: Base, turn: int = 0) -> Term:
    """The spots at which a base overlaps a shape: bases in contact do not overlap."""
    if base.round and base.r + body.r:
        return Near(body, base.r, closed=False)
    sure = Near(body, base.inner, closed=False) if base.inner + body.r > 0 and base.inner >= 0 else NONE
    return Fit(base, turn, lambda shape: overlapping(shape, body), sure, Near(body, base.outer), Near(body, 0))


def within_of(body: Shape, length: int, base: Base, turn: int = 0) -> Term:
    """The spots at which a base is within a length of a shape."""
    return grown(Near(body, length), base, turn)
