"""Bases and what they cover: convex parts made thick by a radius.

Separate because one representation serves all predicates. A disc is a point and a radius, an oval a segment and a
radius, a polygon its convex parts and 0, a drawn line a segment, the way of a disc its legs and a radius.

A base is stored as drawn. Each turn is computed from the drawn corners and rounded once: turning twice is turning once
by the sum, so no corner ever drifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from math import isqrt
from typing import Final, NamedTuple

from rulewright.space.plane.cutting import clockwise, convex_parts, flaw
from rulewright.space.plane.points import Part, Xy, cross, extent, square, to_segment
from rulewright.space.plane.poses import split
from rulewright.space.plane.turns import turned

# The least distance of a corner of a base from its other sides: a turn moves a corner by less than 1, so no turn makes
# sides cross.
CLEARANCE = 3
MOST_CORNERS = 64
MOST_PARTS = 16
_KEPT: Final = 4_096  # turned bases that are cached


class Shape(NamedTuple):
    """All points at a distance of at most r from some convex parts."""

    parts: tuple[Part, ...]
    r: int = 0


def weight(shape: Shape) -> int:
    """The number of corners and parts of a shape: measuring two shapes takes time proportional to the product of their
    weights."""
    parts = shape.parts
    return 1 + len(parts[0]) if len(parts) == 1 else len(parts) + sum([len(part) for part in parts])


class _Drawing:
    """The drawing from which a base is turned: compared by identity, so that lookups are quick."""

    __slots__ = ("drawn", "outline")

    def __init__(self, drawn: tuple[Part, ...], outline: Part) -> None:
        self.drawn, self.outline = drawn, outline


@lru_cache(_KEPT)
def _turned(drawing: _Drawing, degrees: int) -> tuple[Part, ...]:
    if drawing.outline:
        return convex_parts(turned(drawing.outline, degrees))
    return tuple(turned(part, degrees) for part in drawing.drawn)


class Base:
    """What a model covers, drawn round its place. Use `disc`, `oval` or `polygon`.

    Attributes:
        drawn: the parts as drawn.
        outline: the corners of a polygon, clockwise.
        r: the radius that makes the parts thick.
        round: whether turning changes nothing.
        weight: its corners and parts (`weight`).
        turning: the most corners and parts that turning it iterates over.
        outer: the radius of a disc round the place that contains the base in every turn.
        inner: the radius of a disc round the place that lies in the base in every turn, -1 if there is none.
    """

    __slots__ = ("_drawing", "_last", "drawn", "inner", "outer", "outline", "r", "round", "turning", "weight")

    def __init__(self, drawn: tuple[Part, ...], r: int, outline: Part = ()) -> None:
        self.drawn = drawn
        self.r = r
        self.outline = outline
        self.round = drawn == (((0, 0),),)
        if self.round:
            self.outer = self.inner = r
        else:
            self.outer = isqrt(max(square((0, 0), p) for part in drawn for p in part)) + 2 + r
            self.inner = _inner(drawn, r, outline)
        self.weight = weight(Shape(drawn))
        cut = len(drawn) > 1 or _may_dent(outline)
        self.turning = len(outline) * (len(outline) + 16) if cut else 2 * self.weight
        self._drawing = _Drawing(drawn, outline)
        self._last: tuple[int, Shape] = (-1, Shape(()))

    def turned(self, degrees: int) -> tuple[Part, ...]:
        """The parts in a turn, round (0, 0)."""
        return _turned(self._drawing, degrees) if degrees else self.drawn

    def at(self, pose: int) -> Shape:
        """What the base covers at a pose. One place is measured against many things, so the last result is cached."""
        last, shape = self._last
        if last == pose:
            return shape
        turn, x, y = split(pose)
        if self.round:
            shape = Shape((((x, y),),), self.r)
        else:
            parts = self.turned(turn)
            shape = Shape(tuple([tuple([(p + x, q + y) for p, q in part]) for part in parts]), self.r)
        self._last = pose, shape
        return shape

    def key(self) -> tuple[object, ...]:
        """Equal for bases that are drawn alike."""
        return self.outline or self.drawn, self.r

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Base) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def _inner(drawn: tuple[Part, ...], r: int, outline: Part) -> int:
    """Rounding may move a side nearer by one thousandth."""
    if not outline:
        # A segment through the place, made thick.
        return r - 1 if any(len(part) == 2 and to_segment((0, 0), *part)[0] == 0 for part in drawn) else -1
    if not any(_holds(part, (0, 0)) for part in drawn):
        return -1
    sides = (to_segment((0, 0), outline[i - 1], outline[i]) for i in range(len(outline)))
    return max(-1, min(isqrt(n // d) for n, d in sides) - 2)


def _may_dent(outline: Part) -> bool:
    """Whether rounding may move a corner of a convex outline inside of its neighbours: a turned base is then cut into
    parts, though the drawn one is not. The directions of sides change by less than 1.5 in each axis."""
    for i in range(len(outline)):
        a, b, c = outline[i - 2], outline[i - 1], outline[i]
        if cross(a, b, c) <= 2 * sum([abs(p[k] - q[k]) for p, q in ((a, b), (b, c)) for k in (0, 1)]) + 3:
            return True
    return False


def _holds(part: Part, p: Xy) -> bool:
    return all(cross(part[i - 1], part[i], p) >= 0 for i in range(len(part)))


def disc(r: int) -> Base:
    """A round base."""
    return Base((((0, 0),),), r)


def oval(length: int, width: int) -> Base:
    """A base with two straight sides and round ends, longest from north to south; both sizes even or rounded down."""
    r = width // 2
    half = length // 2 - r
    return Base((((0, -half), (0, half)),), r) if half > 0 else disc(r)


def base_flaw(corners: Sequence[Xy]) -> tuple[int, str] | None:
    """The reason why corners cannot be those of a base: the index of one, and the problem; None if they can."""
    if len(corners) > MOST_CORNERS:
        return MOST_CORNERS, f"a base has at most {MOST_CORNERS} corners, found {len(corners)}"
    return flaw(corners, CLEARANCE)


def too_dented(corners: Sequence[Xy]) -> str | None:
    """The problem with a base without a flaw that falls into too many parts; None if it does not."""
    parts = len(convex_parts(clockwise(corners)))
    if parts <= MOST_PARTS:
        return None
    return f"a base falls into at most {MOST_PARTS} parts without dents, this one into {parts}"


def polygon(corners: Sequence[Xy]) -> Base:
    """A base with corners, given relative to its place. It is an error to give corners that `base_flaw` refuses."""
    wrong = base_flaw(corners)
    if wrong is not None:
        raise ValueError(wrong[1])
    outline = clockwise(corners)
    return Base(convex_parts(outline), 0, outline)


def rectangle(width: int, height: int) -> Base:
    """A base with four corners round its place."""
    x, y = width // 2, height // 2
    return polygon(((-x, -y), (width - x, -y), (width - x, height - y), (-x, height - y)))


def spot(x: int, y: int) -> Shape:
    """A single point."""
    return Shape((((x, y),),))


def segment(a: Xy, b: Xy, r: int = 0) -> Shape:
    """A drawn line, or the area that a round base sweeps on one leg."""
    return Shape(((a, b) if a != b else (a,),), r)


def box_of(shape: Shape) -> tuple[int, int, int, int]:
    """The least upright rectangle that contains a shape: left, top, right, bottom."""
    parts, r = shape
    if len(parts) == 1 and len(parts[0]) == 1:
        x, y = parts[0][0]
        return x - r, y - r, x + r, y + r
    left, top, right, bottom = extent(parts[0] if len(parts) == 1 else chain.from_iterable(parts))
    return left - r, top - r, right + r, bottom + r


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawn area: a closed polygon without holes.

    Attributes:
        corners: clockwise.
        parts: the convex parts that fill it.
        shape: the same as a shape.
        sides: pairs of corners.
        upright: left, top, right and bottom of a rectangle along the axes, as most areas are; else None.
        weight: the corners, parts and sides that testing a spot iterates over.
    """

    corners: Part
    parts: tuple[Part, ...] = field(init=False)
    shape: Shape = field(init=False)
    sides: tuple[tuple[Xy, Xy], ...] = field(init=False)
    upright: tuple[int, int, int, int] | None = field(init=False)
    weight: int = field(init=False)

    def __post_init__(self) -> None:
        """It is an error to draw an area that `flaw` refuses."""
        wrong = flaw(self.corners)
        if wrong is not None:
            raise ValueError(wrong[1])
        corners = clockwise(self.corners)
        self._fill(corners, convex_parts(corners))

    @classmethod
    def of_part(cls, part: Part) -> Outline:
        """A convex part with an interior as an area. Such a part has no flaw, and to look for one takes time
        proportional to the square of its corners."""
        made = object.__new__(cls)
        made._fill(part, (part,))
        return made

    def _fill(self, corners: Part, parts: tuple[Part, ...]) -> None:
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "shape", Shape(self.parts))
        object.__setattr__(self, "sides", tuple((corners[i - 1], corners[i]) for i in range(len(corners))))
        object.__setattr__(self, "upright", _upright(corners))
        object.__setattr__(self, "weight", weight(self.shape) + len(corners))


def _upright(corners: Part) -> tuple[int, int, int, int] | None:
    """The rectangle formed by some corners, if its sides run along the axes."""
    left, top, right, bottom = extent(corners)
    found = set(corners) == {(left, top), (right, top), (right, bottom), (left, bottom)} and len(corners) == 4
    return (left, top, right, bottom) if found else None
