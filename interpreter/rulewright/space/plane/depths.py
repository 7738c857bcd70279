"""By how much a shape misses what is asked of it and an area, or another shape: a length that refusals tell.

    outside   how far it reaches out of an area in which it should lie wholly: its farthest point is so far away
    inside    how far it reaches into an area that it should not meet
    missing   how far it is from an area that it should meet
    overlap   how far it reaches into another shape

Each is rounded up to a thousandth, so moving straight across a border by it is enough: if the border itself counts
against the shape, more than its distance. 0 says that nothing is missed. None says that the length is not known: always
if a move that is so long might end in another part of what must be left, or leave another area that must not be left.
What reaches out of one area over two borders may need more, at their corner. Separate because play only asks whether,
never by how much.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from rulewright.space.plane.bodies import Anchors, is_spot
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.insides import holds, to_border
from rulewright.space.plane.measures import apart, gap, nearest
from rulewright.space.plane.points import Part, Ratio, Xy, cross, square
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.shapes import Shape
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Term, Union, conditions

Depth = int | None


# -- whole shapes ------------------------------------------------------------------------------------------------------


def outside(shape: Shape, area: Term) -> Depth:
    """How far a shape reaches out of an area."""
    if is_spot(shape):
        return entering(pose(*shape.parts[0][0]), area)
    if isinstance(area, Past):
        return max(0, area.t + shape.r + 1 + max(_down(-area.by(*p), _squared(area)) for p in _corners(shape)))
    if isinstance(area, Deep) and len(area.outline.parts) == 1:
        return max(0, shape.r + area.t + max(_from_drawn(area, p) for p in _corners(shape)))
    if isinstance(area, Near) and area.closed and len(area.shape.parts) == 1:
        return max(0, shape.r - area.reach + max(_from_part(area.shape.parts[0], p) for p in _corners(shape)))
    if isinstance(area, Common):
        return only((outside(shape, one), _slack(shape, one)) for one in conditions(area.terms))
    if isinstance(area, Outside):
        return inside(shape, area.term)
    return 0 if area is ALL else None


def inside(shape: Shape, area: Term) -> Depth:
    """How far a shape reaches into an area."""
    if isinstance(area, Past):
        return max(0, shape.r - area.t + max(_up(area.by(*p), _squared(area)) for p in _corners(shape)))
    if isinstance(area, Deep) and not area.t:
        return overlap(shape, area.outline.shape, closed=True)
    if isinstance(area, Near):
        return overlap(shape, Shape(area.shape.parts, area.reach), area.closed)
    if isinstance(area, Union):
        return only((inside(shape, one), missing(shape, one)) for one in _some(area))
    if isinstance(area, Outside):
        return outside(shape, area.term)
    return 0 if area is NONE else None


def missing(shape: Shape, area: Term) -> Depth:
    """How far a shape is from an area."""
    if isinstance(area, Past):
        return max(0, area.t - shape.r + 1 + min(_down(-area.by(*p), _squared(area)) for p in _corners(shape)))
    if isinstance(area, Deep) and not area.t:
        return gap(shape, area.outline.shape).rounded_up
    if isinstance(area, Near):
        if area.closed:
            return gap(shape, Shape(area.shape.parts, area.reach)).rounded_up
        return max(0, _root_down(nearest(shape, area.shape)) + 1 - shape.r - area.reach)
    if isinstance(area, Union):
        return least(missing(shape, one) for one in _some(area))
    if isinstance(area, Outside):
        return _slack(shape, area.term)
    return 0 if area is ALL else None


def overlap(one: Shape, other: Shape, closed: bool = False) -> Depth:
    """The length of the shortest move after which two shapes do not overlap. `closed`: nor touch."""
    reach = one.r + other.r
    pairs = [(part, against, apart(part, against)) for part in one.parts for against in other.parts]
    return only((_parting(a, b, far, reach, closed), Gap(*far, reach).rounded_up) for a, b, far in pairs)


def _parting(one: Part, other: Part, far: Ratio, reach: int, closed: bool) -> int:
    """The same for two convex parts that are so far from each other, with the sum of their radii."""
    if far[0]:
        return max(0, _rest(reach, far, closed))
    across = [(max(cross(a, b, p) for p in part), square(a, b))
              for sides, part in ((one, other), (other, one)) for a, b in _sides(sides)]  # fmt: skip
    if not across:
        return reach + closed
    return reach + min(_down(k, squared) + 1 if closed else _up(k, squared) for k, squared in across)


def _slack(shape: Shape, area: Term) -> Depth:
    """The length of the shortest move after which a shape may reach out of an area; 0 if it does so already."""
    if is_spot(shape):
        return leaving(pose(*shape.parts[0][0]), area)
    if isinstance(area, Past):
        return max(0, min(_up(area.by(*p), _squared(area)) for p in _corners(shape)) - area.t - shape.r)
    if isinstance(area, Deep) and len(area.outline.parts) == 1:
        return max(0, 1 - area.t - shape.r - max(_from_drawn(area, p) for p in _corners(shape)))
    if isinstance(area, Near) and area.closed and len(area.shape.parts) == 1:
        return max(0, 1 + area.reach - shape.r - max(_from_part(area.shape.parts[0], p) for p in _corners(shape)))
    if isinstance(area, Common):
        return least(_slack(shape, one) for one in conditions(area.terms))
    if isinstance(area, Outside):
        return missing(shape, area.term)
    return 0 if area is NONE else None


# -- single spots ------------------------------------------------------------------------------------------------------


def entering(place: int, area: Term) -> Depth:
    """How far a spot is from an area."""
    if isinstance(area, Anchors):
        return outside(area.base.at(place), area.area)
    if isinstance(area, Union):
        return least(entering(place, one) for one in _some(area))
    if isinstance(area, Common):
        return only((entering(place, one), leaving(place, one)) for one in conditions(area.terms))
    if isinstance(area, Outside):
        return leaving(place, area.term)
    return missing(_spot(place), area)


def leaving(place: int, area: Term) -> Depth:
    """How deep a spot is in an area."""
    if isinstance(area, Union):
        return only((leaving(place, one), entering(place, one)) for one in _some(area))
    if isinstance(area, Common):
        return least(leaving(place, one) for one in conditions(area.terms))
    if isinstance(area, Outside):
        return entering(place, area.term)
    return inside(_spot(place), area)


# -- several -----------------------------------------------------------------------------------------------------------


def most(several: Iterable[Depth]) -> Depth:
    """The greatest: all of them must be met. None if one is not known."""
    known = list(several)
    return None if None in known else max([one for one in known if one is not None], default=0)


def least(several: Iterable[Depth]) -> Depth:
    """The least: one of them is enough. None if one that may be less is not known, or if there are none."""
    known = list(several)
    return None if None in known else min([one for one in known if one is not None], default=None)


def only(several: Iterable[tuple[Depth, Depth]]) -> Depth:
    """The length of a move away from the only one of several things that is met: how far the shape reaches into each,
    and how far it is from each. None if so long a move might end in another one, wherever it goes."""
    known = list(several)
    length = next((into for into, _ in known if into != 0), 0)
    if not length:
        return length
    return length if sum([away is None or away <= length for _, away in known]) == 1 else None


def _some(area: Union) -> list[Term]:
    """The areas of a union in which something is."""
    return [one for one in area.terms if one is not NONE]


# -- lengths -----------------------------------------------------------------------------------------------------------


def _spot(place: int) -> Shape:
    return Shape(((spot_of(place),),))


def _corners(shape: Shape) -> Iterable[Xy]:
    return (p for part in shape.parts for p in part)


def _sides(part: Part) -> list[tuple[Xy, Xy]]:
    """The sides of a part, its interior on the right hand; a segment has two."""
    return [(part[i - 1], part[i]) for i in range(len(part))] if len(part) > 1 else []


def _squared(line: Past) -> int:
    return square(line.a, line.b)


def _from_drawn(area: Deep, p: Xy) -> int:
    """How far a point is outside of a drawn area, rounded up; below 0 in it."""
    far = to_border(area.outline, p)
    return -_root_down(far) if holds(area.outline, p) else _root_up(far)


def _from_part(part: Part, p: Xy) -> int:
    """How far a point is outside of a convex part, rounded up; below 0 in it."""
    far = apart((p,), part)
    if far[0] or len(part) < 3:
        return _root_up(far)
    return -min(_down(cross(a, b, p), square(a, b)) for a, b in _sides(part))


def _rest(reach: int, far: Ratio, closed: bool) -> int:
    """What is left of a reach beyond a distance, rounded up; `closed`: more than that."""
    return reach - _root_up(far) + 1 if closed else reach - _root_down(far)


def _down(k: int, squared: int) -> int:
    """k / sqrt(squared), rounded down."""
    root = isqrt(k * k // squared)
    return root if k >= 0 else -root - (root * root * squared != k * k)


def _up(k: int, squared: int) -> int:
    """k / sqrt(squared), rounded up."""
    return -_down(-k, squared)


def _root_down(one: Ratio) -> int:
    """The root of a fraction, rounded down."""
    return isqrt(one[0] // one[1])


def _root_up(one: Ratio) -> int:
    """The root of a fraction, rounded up."""
    root = isqrt(one[0] // one[1])
    return root + (root * root * one[1] != one[0])
