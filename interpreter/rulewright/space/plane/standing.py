"""Records where things stand on a table, and finds what is near what.

Separate because it is the only part of the plane that changes during a match. It stores a base and a pose of each
numbered thing; shapes and buckets are computed from these, so a copy or a save needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rulewright.space.plane.bodies import overlaps
from rulewright.space.plane.buckets import Buckets
from rulewright.space.plane.measures import overlapping, within
from rulewright.space.plane.shapes import Base, Shape
from rulewright.space.plane.terms import Term

Met: TypeAlias = tuple[list[int], int]
_ASKED = 1_000  # results that are cached at a time


class Standing:
    """Numbered things at poses; all results are ascending numbers."""

    __slots__ = ("_asked", "_bases", "_buckets", "_over", "_poses")

    def __init__(self) -> None:
        self._bases: dict[int, Base] = {}
        self._poses: dict[int, int] = {}
        self._buckets = Buckets({})
        self._asked: dict[tuple[int, int], tuple[Shape, Met]] = {}  # by identity of a shape and length, until one moves
        self._over: dict[tuple[int, int], tuple[Shape, Base, Term]] = {}  # by identity of a shape, and of a base

    def __len__(self) -> int:
        return len(self._poses)

    def copy(self) -> Standing:
        """The same things at the same poses."""
        made = Standing()
        made._bases, made._poses, made._buckets = dict(self._bases), dict(self._poses), self._buckets.copy()
        return made

    def put(self, thing: int, base: Base, pose: int) -> None:
        """Places a thing at a pose, wherever it stood before."""
        self._bases[thing] = base
        self._poses[thing] = pose
        self._buckets.put(thing, base.at(pose))
        self._asked.clear()

    def leave(self, thing: int) -> None:
        """Removes a thing: it stands nowhere."""
        del self._bases[thing], self._poses[thing]
        self._buckets.remove(thing)
        self._asked.clear()

    @property
    def poses(self) -> Mapping[int, int]:
        """By thing, where it stands."""
        return self._poses

    def shape(self, thing: int) -> Shape:
        """What a thing covers."""
        return self._buckets.shapes[thing]

    def met(self, shape: Shape, length: int) -> Met:
        """The things within a length of a shape, or those that overlap it for a length of -1; and the weight of those
        that were measured. Cached until something moves, as the same is computed repeatedly: for all who shoot at each
        target."""
        asked = self._asked.get((id(shape), length))
        if asked is not None:
            return asked[1]
        shapes, bases = self._buckets.shapes, self._bases
        near = self._buckets.near(shape, max(length, 0))
        if length < 0:
            found = [thing for thing in near if overlapping(shape, shapes[thing])]
        else:
            found = [thing for thing in near if within(shape, shapes[thing], length)]
        made = (found, sum([bases[thing].weight for thing in near]))
        if len(self._asked) >= _ASKED:
            self._asked.clear()
        self._asked[id(shape), length] = shape, made  # a shape that is cached keeps its identity
        return made

    def over(self, shape: Shape, base: Base) -> Term:
        """The spots at which a base, unturned, overlaps a shape. Cached as long as the shape is, which is usually what
        some thing covers until it moves."""
        known = self._over.get((id(shape), id(base)))
        if known is not None:
            return known[2]
        if len(self._over) >= _ASKED:
            self._over.clear()
        made = overlaps(shape, base)
        self._over[id(shape), id(base)] = shape, base, made  # what is cached keeps its identity
        return made
