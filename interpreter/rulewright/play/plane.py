"""What generated code measures on a plane: gaps, outlines, lines, and what lies in areas (`plane_areas`).

Separate because on cells the same operations work on bits (`play.board`). Whatever is measured is a tuple of shapes:
one for a place or an entity, several for a set, none for something that stands nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulewright.play import plane_areas
from rulewright.play.bounds import overrun, spend
from rulewright.play.outlines import longest
from rulewright.play.plane_areas import EACH, MADE, Shapes, area_shapes, figure_of, weight_of
from rulewright.play.standing_plane import FROM_NOWHERE, PAIR, shape, shapes, spot
from rulewright.play.state import State
from rulewright.space.plane import bodies, crowds, measures, moves, sight
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.points import extent
from rulewright.space.plane.poses import FARTHEST, pose, split, spot_of
from rulewright.space.plane.shapes import Base, Shape, box_of, weight
from rulewright.space.plane.terms import Term
from rulewright.space.plane.turns import bearing as led_best
from rulewright.space.plane.turns import toward

# Steps, measured so that 50,000,000 of them take two or three seconds for any shapes.
_SET_IN: Final = 8  # of testing a shape with a term, for each two of their weights
_SHARED: Final = 6  # of finding how much of one lies in another, for each two of their weights
_DRAWN: Final = 80  # of drawing a corner on a rim, and of comparing two parts of one shape
_RIM: Final = 36  # of the weight of round shapes as they are drawn with corners
_LINE: Final = 8  # the weight of a straight line, tested twice
_UNTURNED: Final = 1 << 42  # places below have no turn
# Anything that stands nowhere is this far from everything.
FAR: Final = Gap(FROM_NOWHERE**2)


# -- what shapes have to do with each other --------------------------------------------------------------------------


def outline_at(m: State, e: int, place: int) -> Shapes:
    """What a base would cover if it stood at a place."""
    base = m.p.bases[m.sheet[e]]
    _turning(m, base, place)
    return (base.at(place),)


def _turning(m: State, base: Base, place: int) -> None:
    """Charges for a base at a place: the charge must not depend on whether another match has already turned it that
    way."""
    if not base.round:
        spend(m, MADE * (base.weight if place < _UNTURNED else base.weight + 2 * base.turning))


def swept(m: State, e: int, place: int) -> Shapes:
    """What a base covers on the straight way from where it stands to a place, both included: it turns, then moves. If
    it stands nowhere, what it covers at the place."""
    base = m.p.bases[m.sheet[e]]
    at = m.at[e]
    _turning(m, base, place)
    spend(m, 8 * MADE * base.weight)
    return (moves.swept(base, (at, place) if at >= 0 else (place,)),)


def swept_along(m: State, e: int, way: tuple[int, ...]) -> Shapes:
    """What a base covers on a way, regardless of where it stands now."""
    base = m.p.bases[m.sheet[e]]
    for place in way:
        _turning(m, base, place)
    spend(m, 8 * MADE * base.weight * len(way))
    return (moves.swept(base, way),)


def way_length(m: State, way: tuple[int, ...]) -> int:
    """The length of a way: the sum of its legs, each rounded up."""
    spend(m, len(way))
    return moves.way_length(way)


def among_shapes(m: State, one: Shapes, other: Shapes) -> None:
    """Charges for measuring all of one against all of the other."""
    m.fuel -= PAIR * weight_of(one) * weight_of(other)
    if m.fuel < 0:
        overrun(m)


def gap(m: State, one: Shapes, other: Shapes) -> Gap:
    """The gap of the nearest two."""
    among_shapes(m, one, other)
    best = FAR
    for a in one:
        for b in other:
            found = measures.gap(a, b)
            if found < best:
                best = found
    return best


def is_within(m: State, one: Shapes, other: Shapes, length: int) -> bool:
    """Whether the nearest two are at most a length apart."""
    among_shapes(m, one, other)
    for a in one:
        for b in other:
            if measures.within(a, b, length):
                return True
    return length >= FROM_NOWHERE


def touching(m: State, one: Shapes, other: Shapes) -> bool:
    """Whether some two share a point."""
    among_shapes(m, one, other)
    return any(measures.touching(a, b) for a in one for b in other)


def overlapping(m: State, one: Shapes, other: Shapes) -> bool:
    """Whether the interiors of some two overlap."""
    among_shapes(m, one, other)
    for a in one:
        for b in other:
            if measures.overlapping(a, b):
                return True
    return False


def linked(m: State, several: Shapes, length: int) -> bool:
    """Whether all form one group, each within a length of another."""
    spend(m, EACH * len(several))
    return crowds.linked(several, length, lambda pair: spend(m, PAIR * pair))


def longest_link(m: State, entities: tuple[int, ...]) -> tuple[Gap, int, int]:
    """The least length at which those that stand on the table form one group, and two entities that are so far apart;
    no length and no entities if there are no two."""
    several = {e: one for e in entities for one in shape(m, e)}
    here = list(several)
    among_shapes(m, tuple(several.values()), tuple(several.values()))
    return longest(here, lambda i, j: measures.gap(several[here[i]], several[here[j]]), Gap(0), lambda pairs: None)


def disjoint(m: State, several: Shapes) -> bool:
    """Whether no two overlap."""
    spend(m, EACH * len(several))
    return crowds.disjoint(several, lambda pair: spend(m, PAIR * pair))


def wholly(m: State, some: Shapes, area: Term) -> bool:
    """Whether every point of all of them lies in an area; false for no shapes."""
    spend(m, EACH + _SET_IN * weight_of(some) * area.spot_weight)
    return bool(some) and all(bodies.wholly(one, area) for one in some)


def meets(m: State, some: Shapes, area: Term) -> bool:
    """Whether some point of one of them lies in an area."""
    spend(m, EACH + _SET_IN * weight_of(some) * area.spot_weight)
    return any(bodies.meets(one, area) for one in some)


def more_in(m: State, some: Shapes, one: Term, other: Term) -> bool:
    """Whether more of some shapes lies in one area than in another; false if there are none."""
    against = [figure for area in (one, other) for figure in figure_of(area)]
    if not some:
        return False  # returns before drawing any figure, which would cost as much as for many
    _compared(m, some, tuple(against))
    return any(bodies.more_in(shape, one, other) for shape in some)


def share_in(m: State, some: Shapes, area: Term, parts: int, of: int) -> bool:
    """Whether at least `parts` in `of` of some shapes lie in an area; false if there are none."""
    if not some:
        return False
    against = figure_of(area)
    _compared(m, some, against)
    return all(bodies.share_in(shape, area, parts, max(of, 1)) for shape in some)


def _compared(m: State, some: Shapes, against: Shapes) -> None:
    """Charges for finding how much of some shapes lies in others."""
    spend(m, _SHARED * _cornered(some) * _cornered(against) + sum([_drawing(figure) for figure in (*some, *against)]))


def middle(m: State, some: Shapes) -> int | None:
    """The spot in the middle of the upright rectangle around some shapes; None if there are none."""
    spend(m, EACH + weight_of(some))
    boxes = [box_of(one) for one in some]
    if not boxes:
        return None
    left, top, right, bottom = extent([corner for a, b, c, d in boxes for corner in ((a, b), (c, d))])
    return pose((left + right) // 2, (top + bottom) // 2)


def _cornered(several: Sequence[Shape]) -> int:
    """The weight of shapes as they are drawn with corners."""
    return sum([weight(one) * (_RIM if one.r else 1) for one in several])


def _drawing(one: Shape) -> int:
    """Steps of drawing a shape with corners, and of comparing its parts."""
    return _DRAWN * (len(one.parts) ** 2 + (_RIM * weight(one) if one.r else 0))


def stands_in(m: State, e: int, area: Term) -> bool:
    """Whether some part of an entity that stands somewhere lies in an area."""
    return meets(m, shape(m, e), area)


def in_line_free(m: State, a: int, b: int, area: Term) -> bool:
    """Whether the straight line between two places does not cross the interior of anything that an area covers."""
    covered = area_shapes(m, area)
    spend(m, PAIR * _LINE * weight_of(covered))
    free = sight.clear(spot_of(a), spot_of(b), covered)
    return free if m.lines is None else m.lines.free(a, b, covered, free)


def crossed(m: State, a: int, b: int, things: tuple[int, ...]) -> tuple[int, ...]:
    """The entities among some whose interior the straight line between two places crosses, by age."""
    spend(m, sum([PAIR * _LINE * m.p.bases[m.sheet[e]].weight for e in things]))
    found = tuple([e for e in things if not sight.clear(spot_of(a), spot_of(b), shape(m, e))])
    return found if m.lines is None else m.lines.crossed(a, b, {e: shape(m, e) for e in things}, found)


def up(length: Gap) -> int:
    """A gap as a length, rounded up."""
    return length.rounded_up


def down(length: Gap) -> int:
    """A gap as a length, rounded down."""
    return length.rounded_down


def facing(place: int, turn: int) -> int:
    """A place with another turn."""
    return pose(*spot_of(place), turn % 360)


def heading(place: int) -> int:
    """The turn of a place, in degrees from north."""
    return split(place)[0]


def bearing(one: int, other: int) -> int:
    """The direction from a place to another, in whole degrees from north."""
    (x, y), (p, q) = spot_of(one), spot_of(other)
    return led_best(p - x, q - y)


def displaced(place: int, degrees: int, length: int) -> int:
    """The place at a length, 0 or more, from another in a direction; limited in both axes to where an entity can
    stand."""
    turn, x, y = split(place)
    dx, dy = toward(degrees, max(length, 0))
    return pose(min(max(x + dx, -FARTHEST), FARTHEST), min(max(y + dy, -FARTHEST), FARTHEST), turn)


# The functions that generated code calls.
WORDS: Final[dict[str, Any]] = plane_areas.WORDS | {one.__name__: one for one in (
    bearing, crossed, disjoint, displaced, down, facing, gap, heading, in_line_free, is_within, linked, longest_link,
    meets, middle, more_in, outline_at, overlapping, shape, shapes, share_in, spot, stands_in, swept, swept_along,
    touching, up, way_length, wholly,
)}  # fmt: skip
