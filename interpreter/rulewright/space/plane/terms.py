"""Areas of the plane as terms with two tests: whether a spot is in it, and whether a whole box of spots is in it or
outside.

    Near(shape, t)       at a distance of at most t from a shape; its boundary belongs to it
    Single(place)        one spot, in its turn alone
    Past(line, side, t)  farther than t past a line on one side of it; its boundary does not belong to it
    Deep(outline, t)     in a drawn area and at least t from its border; a drawn area itself has t = 0
    Union, Common, Outside, and `minus`, which also removes the boundary of the removed area

Separate because a set of spots cannot be listed. A term only needs its signed distance at one spot: a distance changes
by at most the way moved, so if a spot lies deeper in a term than half the diagonal of a box, the whole box is in the
term. Every result is exact or 0 ("test smaller boxes"), never wrong. The greatest cost of a test is known in advance,
as a weight (`shapes.weight`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import isqrt
from typing import Final, Self

from rulewright.space.lines import Side
from rulewright.space.plane.insides import holds, to_border
from rulewright.space.plane.measures import apart
from rulewright.space.plane.points import Ratio, Xy, extent
from rulewright.space.plane.poses import split, spot_of
from rulewright.space.plane.shapes import Outline, Shape, weight

IN: Final = 1
OUT: Final = -1
UNDECIDED: Final = 0


class Term:
    """An area. Its metaclass is not that of abstract base classes, which would make the frequent `isinstance` several
    times slower. So only mypy ensures that no object is made of a class without `holds` and `ask`.

    Attributes:
        box_weight: the most corners and parts that testing a box iterates over.
        spot_weight: the same for a spot.
    """

    __slots__ = ("box_weight", "spot_weight")

    box_weight: int
    spot_weight: int

    @abstractmethod
    def holds(self, x: int, y: int) -> bool:
        """Whether a spot is in it."""

    @abstractmethod
    def ask(self, x: int, y: int, h: int) -> int:
        """1 if all spots within h of a spot are in it, -1 if none is, 0 if this is not known."""

    def has(self, place: int) -> bool:
        """Whether a pose is in it. Its turn matters only if a base is turned by it, and for single poses."""
        return self.holds(*spot_of(place))

    def turned(self, turn: int) -> Term:
        """The area of the spots whose poses in a turn are in it."""
        return self

    def turns(self) -> tuple[int, ...]:
        """The turns in which room is searched for; empty if the term suggests none."""
        return ()

    def key(self) -> object:
        """What it is made of: terms that are made alike are equal."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Term) and other.key() == self.key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.key()))


class _Everything(Term):
    __slots__ = ()

    def __init__(self) -> None:
        self.box_weight = self.spot_weight = 1

    def holds(self, x: int, y: int) -> bool:
        return True

    def ask(self, x: int, y: int, h: int) -> int:
        return IN


class _Nothing(Term):
    __slots__ = ()

    def __init__(self) -> None:
        self.box_weight = self.spot_weight = 1

    def holds(self, x: int, y: int) -> bool:
        return False

    def ask(self, x: int, y: int, h: int) -> int:
        return OUT


ALL: Final = _Everything()
NONE: Final = _Nothing()


class Near(Term):
    """The area at a distance of at most t from a shape, or, if it is open, at less than t.

    Attributes:
        shape: the shape.
        t: the distance from it.
        closed: whether the boundary belongs to it.
        reach: the distance from the parts of the shape.
    """

    __slots__ = ("_disc", "_extent", "_x", "_y", "closed", "reach", "shape", "t")

    def __init__(self, shape: Shape, t: int, closed: bool = True) -> None:
        if shape.r + t < 0:
            raise ValueError(f"a distance from a shape is at least {-shape.r}, found {t}")
        self.shape = shape
        self.t = t
        self.closed = closed
        self.reach = shape.r + t
        self.box_weight = self.spot_weight = weight(shape)
        # A circle round the parts: it decides most boxes.
        if len(shape.parts) == 1 == len(shape.parts[0]):
            (self._x, self._y), self._disc, self._extent = shape.parts[0][0], True, 0
            return
        left, top, right, bottom = extent(chain.from_iterable(shape.parts))
        self._x, self._y = (left + right) // 2, (top + bottom) // 2
        self._disc = left == right and top == bottom
        self._extent = half_diagonal(max(right - left, bottom - top) // 2 + 1) if not self._disc else 0

    def key(self) -> object:
        return self.shape, self.t, self.closed

    def disc(self) -> tuple[int, int, int]:
        """The centre and the radius of a disc that contains it."""
        return self._x, self._y, self.reach + self._extent

    def _far(self, x: int, y: int) -> Ratio:
        if self._disc:
            return (x - self._x) ** 2 + (y - self._y) ** 2, 1
        spot = ((x, y),)
        best, below = -1, 1
        for part in self.shape.parts:
            n, d = apart(spot, part)
            if best < 0 or n * below < best * d:
                best, below = n, d
        return best, below

    def holds(self, x: int, y: int) -> bool:
        n, d = self._far(x, y)
        reach = d * self.reach * self.reach
        return n <= reach if self.closed else n < reach

    def ask(self, x: int, y: int, h: int) -> int:
        reach = self.reach
        if not self._disc:
            far = (x - self._x) ** 2 + (y - self._y) ** 2
            wide = self._extent
            if far > (reach + h + wide) ** 2:
                return OUT
            if reach <= h and reach + h >= wide and far <= (reach + h - wide) ** 2:
                return UNDECIDED
        n, d = self._far(x, y)
        if n > d * (reach + h) ** 2:
            return OUT
        return IN if reach > h and n < d * (reach - h) ** 2 else UNDECIDED


class Single(Near):
    """One pose, its turn too."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        super().__init__(Shape(((spot_of(place),),)), 0)
        self.place = place

    def has(self, place: int) -> bool:
        return place == self.place

    def turned(self, turn: int) -> Term:
        return Near(self.shape, 0) if turn == split(self.place)[0] else NONE

    def key(self) -> object:
        return self.place


class Past(Term):
    """The area farther than t past a line, on one side of it; t may be negative. Left is on the left hand of a person
    who walks from a to b on the drawn table."""

    __slots__ = ("_dx", "_dy", "_length", "a", "b", "side", "t")

    def __init__(self, a: Xy, b: Xy, side: Side, t: int = 0) -> None:
        if a == b:
            raise ValueError("a line has two ends")
        self.a, self.b, self.side, self.t = a, b, side, t
        sign = 1 if side == "right" else -1
        self._dx, self._dy = sign * (b[0] - a[0]), sign * (b[1] - a[1])
        self._length = self._dx * self._dx + self._dy * self._dy
        self.box_weight = self.spot_weight = 2

    def key(self) -> object:
        return self.a, self.b, self.side, self.t

    def by(self, x: int, y: int) -> int:
        """How far past the line a spot lies, times the length of the line."""
        return self._dx * (y - self.a[1]) - self._dy * (x - self.a[0])

    def holds(self, x: int, y: int, r: int = 0) -> bool:
        """Whether all of a disc is in it. With a negative radius: whether some of it is."""
        return _more(self.by(x, y), self.t + r, self._length)

    def ask(self, x: int, y: int, h: int) -> int:
        by = self.by(x, y)
        if _more(by, self.t + h, self._length):
            return IN
        return UNDECIDED if _more(by, self.t - h, self._length) else OUT


def _more(k: int, m: int, length: int) -> bool:
    """Whether k > m sqrt(length)."""
    if m >= 0:
        return k > 0 and k * k > m * m * length
    return k >= 0 or k * k < m * m * length


class Deep(Term):
    """The part of a drawn area at least t from its border."""

    __slots__ = ("outline", "t")

    def __init__(self, outline: Outline, t: int = 0) -> None:
        if t < 0:
            raise ValueError("write `Near` for what lies round an area")
        self.outline = outline
        self.t = t
        self.box_weight = self.spot_weight = outline.weight

    def key(self) -> object:
        return self.outline.corners, self.t

    def holds(self, x: int, y: int) -> bool:
        if not holds(self.outline, (x, y)):
            return False
        n, d = to_border(self.outline, (x, y)) if self.t else (0, 1)
        return n >= d * self.t * self.t

    def ask(self, x: int, y: int, h: int) -> int:
        n, d = to_border(self.outline, (x, y))
        t = self.t
        if holds(self.outline, (x, y)):
            if n >= d * (t + h) ** 2:
                return IN
            return OUT if t > h and n < d * (t - h) ** 2 else UNDECIDED
        return OUT if t > h or n > d * (h - t) ** 2 else UNDECIDED


class _Several(Term):
    """An area made of several areas."""

    __slots__ = ("terms",)

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(terms)
        self.box_weight = sum([term.box_weight for term in self.terms]) + 1
        self.spot_weight = sum([term.spot_weight for term in self.terms]) + 1

    def turned(self, turn: int) -> Term:
        return type(self)(term.turned(turn) for term in self.terms)

    def turns(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(turn for term in self.terms for turn in term.turns()))

    def with_one(self, term: Term) -> Self:
        """The same with one area more: the weights of the others are not counted again."""
        made = type(self).__new__(type(self))
        made.terms = (*self.terms, term)
        made.box_weight, made.spot_weight = self.box_weight + term.box_weight, self.spot_weight + term.spot_weight
        return made


class Union(_Several):
    """The union of several areas."""

    __slots__ = ()

    def key(self) -> object:
        return self.terms

    def holds(self, x: int, y: int) -> bool:
        return any(term.holds(x, y) for term in self.terms)

    def has(self, place: int) -> bool:
        return any(term.has(place) for term in self.terms)

    def ask(self, x: int, y: int, h: int) -> int:
        found = OUT
        for term in self.terms:
            one = term.ask(x, y, h)
            if one == IN:
                return IN
            if one == UNDECIDED:
                found = UNDECIDED
        return found


class Common(_Several):
    """The intersection of several areas."""

    __slots__ = ()

    def key(self) -> object:
        return self.terms

    def holds(self, x: int, y: int) -> bool:
        return all(term.holds(x, y) for term in self.terms)

    def has(self, place: int) -> bool:
        return all(term.has(place) for term in self.terms)

    def ask(self, x: int, y: int, h: int) -> int:
        found = IN
        for term in self.terms:
            one = term.ask(x, y, h)
            if one == OUT:
                return OUT
            if one == UNDECIDED:
                found = UNDECIDED
        return found


class Outside(Term):
    """The complement of an area: a closed boundary becomes an open one and vice versa."""

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term
        self.box_weight, self.spot_weight = term.box_weight, term.spot_weight

    def key(self) -> object:
        return self.term

    def holds(self, x: int, y: int) -> bool:
        return not self.term.holds(x, y)

    def has(self, place: int) -> bool:
        return not self.term.has(place)

    def turned(self, turn: int) -> Term:
        return Outside(self.term.turned(turn))

    def ask(self, x: int, y: int, h: int) -> int:
        return -self.term.ask(x, y, h)


def minus(one: Term, other: Term) -> Term:
    """The difference of two areas."""
    return Common((one, Outside(other)))


def rim(outline: Outline) -> Shape:
    """The border of a drawn area, as lines."""
    return Shape(outline.sides)


def conditions(terms: Sequence[Term]) -> Iterator[Term]:
    """Terms with the same intersection as some terms, as simple as possible. The parts of a shape that is left out are
    terms of their own: most are far from a box, and a search drops them one by one."""
    for term in terms:
        if isinstance(term, Common):
            yield from conditions(term.terms)
        elif isinstance(term, Outside) and isinstance(term.term, Union):
            yield from conditions([Outside(one) for one in term.term.terms])
        elif isinstance(term, Outside) and isinstance(term.term, Outside):
            yield from conditions([term.term.term])
        elif isinstance(term, Outside) and isinstance(term.term, Near) and len(term.term.shape.parts) > 1:
            near = term.term
            for part in near.shape.parts:
                yield Outside(Near(Shape((part,), near.shape.r), near.t, near.closed))
        elif term is not ALL:
            yield term


def half_diagonal(half_side: int) -> int:
    """How far the corners of a square are from its centre, rounded up."""
    return isqrt(2 * half_side * half_side) + 1
