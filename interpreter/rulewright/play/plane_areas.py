"""What generated code reads of areas of a plane: what they are made of, what lies in them, and the spots that a search
tries.

Separate because areas are terms, and what is measured of the plane (`plane`) are shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.standing_plane import FROM_NOWHERE, standing_of
from rulewright.play.state import Runaway, State
from rulewright.space.plane import bodies
from rulewright.space.plane.drawn import Area, side_of
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Shape, weight
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Single, Term, Union, conditions

Shapes = tuple[Shape, ...]
# Steps, measured so that 50,000,000 of them take two or three seconds for any shapes.
ASKED: Final = 8  # of testing a spot or a box with a term, for its weight
MADE: Final = 6  # of making a shape from another, for its weight
BOX: Final = 60  # of a box, whatever is tested
EACH: Final = 20  # of making a term, and of evaluating one, in addition to its weight


def term_of(place: int) -> Term:
    """The area of one spot, in its turn."""
    return Single(place)


def has(m: State, area: Term, place: int) -> bool:
    """Whether a place lies in an area."""
    spend(m, EACH + ASKED * area.spot_weight)
    return area.has(place)


def union(m: State, one: Term, other: Term) -> Term:
    """The union of two areas."""
    if one is NONE or other is NONE:
        return other if one is NONE else one
    return _joined(m, Union, one, other)


def united(m: State, several: list[Term]) -> Term:
    """The union of several areas."""
    parts = [part for one in several if one is not NONE for part in (one.terms if isinstance(one, Union) else (one,))]
    if len(parts) < 2:
        return parts[0] if parts else NONE
    spend(m, EACH * len(parts))
    return Union(parts)


def common(m: State, one: Term, other: Term) -> Term:
    """The intersection of two areas."""
    return _joined(m, Common, one, other)


def minus(m: State, one: Term, other: Term) -> Term:
    """The difference of two areas."""
    return one if other is NONE else common(m, one, Outside(other))


def _joined(m: State, of: type[Union | Common], one: Term, other: Term) -> Term:
    """Combines two areas and flattens an area of the same class. Adding one to many means copying: some dozens for a
    step."""
    first = one.terms if isinstance(one, of) else (one,)
    if isinstance(one, of) and not isinstance(other, of):
        spend(m, EACH + (len(first) >> 5))
        return one.with_one(other)
    second = other.terms if isinstance(other, of) else (other,)
    spend(m, EACH + len(first) + len(second))
    return of((*first, *second))


def burst_on(m: State, around: Shapes, length: int) -> Term:
    """The area within a length of some shapes."""
    if length < 0 or not around:
        return NONE
    spend(m, MADE * weight_of(around))
    radius = around[0].r
    if any(one.r != radius for one in around):
        return Union(tuple(Near(one, length) for one in around))
    return Near(Shape(tuple([part for one in around for part in one.parts]), radius), length)


def past_line(m: State, line: int, place: int, length: int) -> Term:
    """The area farther than a length from a drawn line, on the side of the line on which a place lies; empty if the
    place lies on the line, or if the map draws no such line."""
    drawn: Area | None = m.laid.drawn[line]
    side = None if drawn is None else side_of(drawn, place)
    if drawn is None or drawn.line is None or side is None:
        return NONE
    return Past(drawn.line.a, drawn.line.b, side, length)


def anchors_on(m: State, e: int) -> Term:
    """Where a base stands wholly on the table, in the turn of each place."""
    return bodies.Anchors(m.board.everywhere, m.p.bases[m.sheet[e]], m.at[e])


def area_shapes(m: State, area: Term) -> Shapes:
    """The shapes that a drawn area covers, or the area near something; the checker refuses to measure any other
    area."""
    if isinstance(area, Deep) and not area.t:
        return (area.outline.shape,)
    if isinstance(area, Near):
        return (Shape(area.shape.parts, area.reach),)
    if isinstance(area, Union):
        return tuple([one for term in area.terms for one in area_shapes(m, term)])
    if area is NONE:
        return ()
    raise Runaway("this area cannot be measured", running_chain(m))


def weight_of(several: Shapes) -> int:
    """The sum of the weights of some shapes; one if there are none."""
    if len(several) == 1:
        return weight(several[0])
    total = 0
    for one in several:
        total += weight(one)
    return total or 1


def figure_of(area: Term) -> Shapes:
    """The figure of a drawn area; anything else is refused before it is measured."""
    if isinstance(area, Deep):
        return (area.outline.shape,)
    return (Shape(area.shape.parts, area.reach),) if isinstance(area, Near) else ()


def outside(area: Term) -> Term:
    """The complement of an area."""
    return Outside(area)


def base_inside(m: State, e: int, area: Term) -> Term:
    """The spots at which a base, unturned, lies wholly in an area."""
    return bodies.eroded(area, m.p.bases[m.sheet[e]])


def base_meeting(m: State, e: int, area: Term) -> Term:
    """The spots at which a base, unturned, meets an area."""
    return bodies.grown(area, m.p.bases[m.sheet[e]])


def base_over(m: State, e: int, others: Shapes) -> Term:
    """The spots at which a base, unturned, overlaps one of some shapes."""
    base = m.p.bases[m.sheet[e]]
    spend(m, EACH * len(others))
    over = standing_of(m).over
    if len(others) == 1:
        return over(others[0], base)
    return united(m, [over(one, base) for one in others])


def spots_within(m: State, others: Shapes, length: int) -> Term:
    """The spots that are within a length of one of some shapes."""
    return ALL if length >= FROM_NOWHERE else burst_on(m, others, length)


def base_near(m: State, e: int, others: Shapes, length: int) -> Term:
    """The spots at which a base, unturned, is within a length of one of some shapes."""
    if length >= FROM_NOWHERE:
        return ALL
    base = m.p.bases[m.sheet[e]]
    spend(m, EACH * len(others))
    return united(m, [bodies.within_of(one, length, base) for one in others]) if length >= 0 else NONE


def spots(m: State, area: Term, begin: int = 0) -> Iterator[int]:
    """The spots of an area on the table, in a fixed order for each `begin`, spaced by the grain of the board, and in
    the turns in which room is searched for. For callers that search for some spots and then stop. Narrow parts of the
    area may be missed; returned spots always lie in it."""
    table = m.board.everywhere
    terms = (table, *[one for one in conditions((area,)) if one is not table])
    for found in walked(terms, m.board.extent, lambda weight: spend(m, ASKED * weight), (), begin):
        spend(m, BOX)
        if found is not None:
            yield found


# The functions that generated code calls, and the areas that it names.
WORDS: Final[dict[str, Any]] = {"NONE": NONE, "ALL": ALL} | {one.__name__: one for one in (
    anchors_on, area_shapes, base_inside, base_meeting, base_near, base_over, burst_on, common, has, minus, outside,
    past_line, spots, spots_within, term_of, union, united,
)}  # fmt: skip
