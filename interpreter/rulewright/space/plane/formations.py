"""Formations: a pose for each of several things, tested as a whole and proposed one by one.

A formation is plain data: tuples of a number, its pose and its way or None, ascending by number. Proposals widen
what is offered and never what is legal: each is tested as a whole, and a legal formation that nothing proposed is
legal.

Separate because a set of formations cannot be listed, on cells as little as here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.space.plane.bodies import within_of
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.crowds import disjoint, linked
from rulewright.space.plane.measures import overlapping, within
from rulewright.space.plane.moves import scattered
from rulewright.space.plane.points import Xy
from rulewright.space.plane.poses import pose, split, spot_of
from rulewright.space.plane.search import Extent, propose, witness
from rulewright.space.plane.shapes import Base, Shape
from rulewright.space.plane.streams import Stream
from rulewright.space.plane.terms import Term

Formation = tuple[tuple[int, int, tuple[int, ...] | None], ...]
_TRIES: Final = 24


@dataclass(frozen=True, slots=True)
class Member:
    """One of several things that are placed together.

    Attributes:
        number: by which formations are ordered.
        base: what it covers.
        terms: by turn, the areas that its place must lie in; the turns that are proposed are the keys.
    """

    number: int
    base: Base
    terms: dict[int, tuple[Term, ...]]


def formation(poses: dict[int, int]) -> Formation:
    """A formation of poses by number."""
    return tuple((number, poses[number], None) for number in sorted(poses))


def stands(members: Sequence[Member], poses: dict[int, int], bodies: Buckets, link: int | None = None) -> bool:
    """Do things fit at some poses: each in its areas, free of each other and of bodies, and linked?"""
    shapes = [one.base.at(poses[one.number]) for one in members]
    for one, shape in zip(members, shapes, strict=True):
        turn, x, y = split(poses[one.number])
        terms = one.terms.get(turn)
        if terms is None or not all(term.holds(x, y) for term in terms) or not _is_free(shape, bodies):
            return False
    return disjoint(shapes) and (link is None or linked(shapes, link))


def _is_free(shape: Shape, bodies: Buckets) -> bool:
    return not any(overlapping(shape, bodies.shapes[number]) for number in bodies.near(shape))


def together(members: Sequence[Member], extent: Extent, bodies: Buckets, stream: Stream, link: int | None = None,
             start: Xy | None = None) -> Formation | None:  # fmt: skip
    """Poses for all of some things, each free of the others and of bodies, and each but the first linked to one before.

    Args:
        members: what is placed, the first first.
        extent: where, and how finely.
        bodies: what stands there already.
        stream: what proposals are drawn from.
        link: the greatest gap of neighbours, None if they may stand anywhere.
        start: where the first stands, if it has to be there.
    """
    laid: dict[int, int] = {}
    taken = Buckets({})
    order: list[int] = []
    for one in members:
        found = _placed(one, extent, bodies, taken, stream, link, start if not laid else None, order)
        if found is None:
            return None
        laid[one.number] = found
        taken.put(one.number, one.base.at(found))
        order.append(one.number)
    return formation(laid) if stands(members, laid, bodies, link) else None


def _placed(one: Member, extent: Extent, bodies: Buckets, taken: Buckets, stream: Stream, link: int | None,
            start: Xy | None, laid: Sequence[int]) -> int | None:  # fmt: skip
    """A pose for one more: round one that is laid, and if that fails by a search."""
    for turn in stream.shuffled(sorted(one.terms)):
        terms = one.terms[turn]

        def free(x: int, y: int, turn: int = turn) -> bool:
            shape = one.base.at(pose(x, y, turn))
            return _is_free(shape, bodies) and _is_free(shape, taken)

        def fits(x: int, y: int, turn: int = turn, terms: tuple[Term, ...] = terms) -> bool:
            return all(term.holds(x, y) for term in terms) and free(x, y, turn)

        if start is not None:
            if fits(*start):
                return pose(*start, turn)
            continue
        if link is None or not laid:
            spots = propose(terms, extent, 1, stream, free)
            if spots:
                return pose(*spots[0], turn)
            continue
        for _ in range(_TRIES):
            other = taken.shapes[laid[stream.below(len(laid))]]
            x, y = other.parts[0][0]
            far = one.base.outer + other.r + 1 + stream.below(link + 1)
            spot = scattered(pose(x, y), stream.below(360), far)
            if spot < 0:
                continue
            p, q = spot_of(spot)
            shape = one.base.at(pose(p, q, turn))
            if any(within(shape, taken.shapes[n], link) for n in taken.near(shape, link)) and fits(p, q):
                return pose(p, q, turn)
        for number in laid:
            found = witness([*terms, within_of(taken.shapes[number], link, one.base, turn)], extent, free).spot
            if found is not None:
                return pose(*found, turn)
    return None


def block(members: Sequence[Member], around: Xy, turn: int = 0, space: int = 0) -> dict[int, int]:
    """Poses in rows round a spot, as close as the largest base allows: a proposal to be tested."""
    side = 2 * max(one.base.outer for one in members) + space
    across = 1
    while across * across < len(members):
        across += 1
    rows = -(-len(members) // across)
    x, y = around[0] - (across - 1) * side // 2, around[1] - (rows - 1) * side // 2
    return {one.number: pose(x + i % across * side, y + i // across * side, turn if not one.base.round else 0)
            for i, one in enumerate(members)}  # fmt: skip
