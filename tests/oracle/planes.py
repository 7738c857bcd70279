"""A table in inches (docs/language.md section 13): what is measured, and areas, which are asked and not gone through.

Exact predicates of shapes are those of `space/`; here an entity becomes the figure that its base covers, an area says
of a spot and of a figure whether it lies in it, and what stands nowhere is far from everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions, legs
from tests.oracle.scope import Scope
from tests.oracle.things import Entity

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.space.forms import FORMS, Storeys, blank
from rulewright.space.plane import bodies, insides, measures, sight
from rulewright.space.plane.drawn import Table as Drawn
from rulewright.space.plane.drawn import read_map
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.points import Part, Xy, hull
from rulewright.space.plane.poses import pose, spot_of
from rulewright.space.plane.search import walked
from rulewright.space.plane.shapes import Base, Shape, disc, oval, polygon
from rulewright.space.plane.table import Plane
from rulewright.space.plane.terms import NONE, Common, Deep, Near, Outside, Past, Single, Term, Union
from rulewright.space.plane.turns import bearing, toward

if TYPE_CHECKING:
    from tests.oracle.world import World

FAR = Gap(10**18)
_FARTHEST = 1_000_000
Figures = tuple[Shape, ...]


def is_plane(pack: m.PackDef) -> bool:
    """Whether the boards of a pack are tables."""
    return not FORMS[pack.board].listed


@dataclass(frozen=True, slots=True)
class Area:
    """A set of spots. `figures`: what it is drawn as, if it can be measured; None for what it cannot."""

    term: Term
    figures: Figures | None = None
    space: Any = None

    def __contains__(self, place: object) -> bool:
        return isinstance(place, int) and self.term.has(place)

    def __iter__(self) -> Iterator[int]:
        """Some of its spots on the table, as finely as they are looked for."""
        terms = (self.space.everywhere, self.term)
        return (found for found in walked(terms, self.space.extent) if found is not None)

    def __add__(self, other: Any) -> Area:
        also = of(other, self.space)
        figures = None if self.figures is None or also.figures is None else (*self.figures, *also.figures)
        return Area(Union((self.term, also.term)), figures, self.space)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Area:
        return Area(Common((self.term, Outside(of(other, self.space).term))), None, self.space)

    def common(self, other: Any) -> Area:
        """What lies in both."""
        return Area(Common((self.term, of(other, self.space).term)), None, self.space)


def of(x: Any, space: Any) -> Area:
    """An area, or the spots of a set or a single one as an area."""
    if isinstance(x, Area):
        return x
    places = x if isinstance(x, tuple) else (x,)
    return Area(_united(tuple(map(Single, places))), tuple(map(_point, places)), space)


def _united(terms: tuple[Term, ...]) -> Term:
    """What lies in some of several areas: of a single one more is decided than of several."""
    return terms[0] if len(terms) == 1 else Union(terms) if terms else NONE


def _point(place: int) -> Shape:
    return Shape(((spot_of(place),),))


@dataclass(slots=True)
class Table:
    """A table with its areas, in place of a board of cells. `name` tells boards apart: what was laid."""

    name: tuple[Any, ...]
    space: Plane
    areas: dict[m.AreaDef, Area] = field(default_factory=dict)
    lines: dict[m.AreaDef, Any] = field(default_factory=dict)

    def places(self, area: m.AreaDef) -> Area:
        """An area by its name."""
        return self.areas.get(area) or Area(NONE, (), self.space)


def nowhere(pack: m.PackDef) -> Table:
    """Before a map is laid there is no place."""
    space: Any = blank(FORMS[pack.board], Storeys())
    return Table(("none",), space)


def of_map(pack: m.PackDef, number: int) -> Table:
    """The table of a map."""
    drawn = list(pack.maps.values())[number]
    found = read_map(drawn.table, dict(drawn.shapes))
    assert isinstance(found, Drawn)
    space = Plane(found, pack.grain)
    areas: dict[m.AreaDef, Area] = {}
    lines: dict[m.AreaDef, Any] = {}
    for name, one in found.areas.items():
        area = drawn.meant[name]
        made = Area(one.term, None if one.shape is None else (one.shape,), space)
        lines[area] = None if area in areas else one.line
        areas[area] = areas[area] + made if area in areas else made
    return Table(("map", number), space, areas, lines)


# -- what is measured --------------------------------------------------------------------------------------------------


def base(sheet: m.SheetDef) -> Base:
    """What a sheet covers round its place."""
    match sheet.kind.base:
        case ("round", radius):
            return disc(radius)
        case ("oval", length, width):
            return oval(length, width)
        case ("polygon", corners):
            return polygon(corners)
    return disc(0)


def is_near(sheet: m.SheetDef, place: int) -> bool:
    """Whether a base reaches no further there, in any turn, than 1,000 inches from the corner of the table."""
    return max(map(abs, spot_of(place))) <= _FARTHEST - base(sheet).outer


def figures(w: World, x: Any) -> Figures:
    """A place, an entity, an outline, an area, or several of them, as figures."""
    match x:
        case Entity():
            return () if x.place is None else (base(x.sheet).at(x.place),)
        case Shape():
            return (x,)
        case Area():
            assert x.figures is not None, "the checker refuses what cannot be measured"
            return x.figures
        case tuple():
            return tuple(shape for one in x for shape in figures(w, one))
        case None:
            return ()
    return (_point(x),)


def distance(w: World, a: Any, b: Any) -> Gap:
    """The gap of the nearest two."""
    return min((measures.gap(one, other) for one in figures(w, a) for other in figures(w, b)), default=FAR)


def meets(w: World, x: Any, area: Any) -> bool:
    """Whether some part of it lies in an area."""
    return any(bodies.meets(one, of(area, w.board.space).term) for one in figures(w, x))


def in_area(w: World, x: Any, area: Any) -> bool:
    """`x is AREA`, of a place or an entity."""
    return meets(w, x, area) if isinstance(x, Entity) else x in area


def _wholly(w: World, x: Any, area: Any) -> bool:
    found = figures(w, x)
    return found != () and all(bodies.wholly(one, of(area, w.board.space).term) for one in found)


def _burst(w: World, x: Any, length: int) -> Area:
    near = figures(w, x) if length >= 0 else ()
    grown = tuple(Shape(one.parts, one.r + length) for one in near)
    return Area(_united(tuple(Near(one, length) for one in near)), grown, w.board.space)


def _past(w: World, line: m.AreaDef, place: int, length: int) -> Area:
    table: Any = w.board
    ends = table.lines.get(line)
    x, y = spot_of(place)
    k = 0 if ends is None else (ends.b[0] - ends.a[0]) * (y - ends.a[1]) - (ends.b[1] - ends.a[1]) * (x - ends.a[0])
    if k == 0:
        return Area(NONE, None, w.board.space)
    return Area(Past(ends.a, ends.b, "right" if k > 0 else "left", length), None, w.board.space)


class _Anchors(Term):
    """Where a base lies wholly on the table, asked figure by figure; as an area of spots, turned in one way."""

    def __init__(self, table: Plane, what: Base, now: int, turn: int = 0) -> None:
        self._table, self._what, self._now, self._turn = table, what, now, turn
        self.box_weight = self.spot_weight = 1

    def has(self, place: int) -> bool:
        return bodies.wholly(self._what.at(place), self._table.everywhere)

    def turned(self, turn: int) -> _Anchors:
        return _Anchors(self._table, self._what, self._now, turn)

    def turns(self) -> tuple[int, ...]:
        return bodies.tried(self._what, self._now)

    def holds(self, x: int, y: int) -> bool:
        return self.has(pose(x, y, self._turn))

    def ask(self, x: int, y: int, h: int) -> int:
        return 0


def _bearing(one: int, other: int) -> int:
    """By the arc tangent; where that is between two whole degrees, by the table of turns."""
    (x, y), (p, q) = spot_of(one), spot_of(other)
    if (x, y) == (p, q):
        return 0
    angle = degrees(atan2(p - x, y - q)) % 360
    if abs(angle % 1 - 0.5) > 1e-6:
        return round(angle) % 360
    found = bearing(p - x, q - y)
    assert abs(angle - found) < 0.51 or abs(angle - 360 - found) < 0.51
    return found


def _displaced(place: int, way: int, length: int) -> int:
    """By the table of turns, which is less than a thousandth from sine and cosine."""
    x, y = spot_of(place)
    dx, dy = toward(way, max(length, 0))
    angle = radians(way % 360)
    assert length > 10**6 or max(abs(dx - max(length, 0) * sin(angle)), abs(dy + max(length, 0) * cos(angle))) < 1
    turn = place - pose(x, y)
    return pose(*(min(max(one, -_FARTHEST), _FARTHEST) for one in (x + dx, y + dy))) + turn


def _anchors(w: World, x: Entity) -> Area:
    now = -1 if x.place is None else x.place
    return Area(_Anchors(w.board.space, base(x.sheet), now), None, w.board.space)


anchors = _anchors


def _swept(w: World, x: Entity, place: int) -> Shape:
    """Hulls of each part where a leg begins and ends, turned as at its end; and how it stood before it turned."""
    what, turn = base(x.sheet), place - pose(*spot_of(place))
    if x.place is None:
        return what.at(place)
    start = what.at(pose(*spot_of(x.place)) + turn)
    ends = zip(start.parts, what.at(place).parts, strict=True)
    return Shape((*what.at(x.place).parts, *(hull((*one, *other)) for one, other in ends)), start.r)


def _along(w: World, x: Entity, where: Any) -> Shape:
    return legs.swept(x, where) if isinstance(where, legs.Way) else _swept(w, x, where)


def _more_in(w: World, x: Any, one: Any, other: Any) -> bool:
    return any(
        sum((_shared(w, part, by) for part in insides.cornered(shape) for by in _corners(w, one)), Fraction())
        > sum((_shared(w, part, by) for part in insides.cornered(shape) for by in _corners(w, other)), Fraction())
        for shape in figures(w, x)
    )


def _share_in(w: World, x: Any, area: Any, parts: int, of: int) -> bool:
    """By the area of each part in strips; a spot or a line by where it lies."""
    pieces = [part for shape in figures(w, x) for part in insides.cornered(shape)]
    whole = sum((_shared(w, part, part) for part in pieces), Fraction())
    if not whole:
        return bool(figures(w, x)) and (parts <= 0 or (parts <= max(of, 1) and _wholly(w, x, area)))
    found = sum((_shared(w, part, by) for part in pieces for by in _corners(w, area)), Fraction())
    return found / whole >= Fraction(parts, max(of, 1))


def _middle(w: World, area: Any) -> int | None:
    """Between the least and the greatest of all corners, each with the radius around it."""
    ends = [(x + dx, y + dy) for shape in figures(w, area) for part in shape.parts for x, y in part
            for dx in (-shape.r, shape.r) for dy in (-shape.r, shape.r)]  # fmt: skip
    if not ends:
        return None
    xs, ys = sorted(x for x, _ in ends), sorted(y for _, y in ends)
    return pose((xs[0] + xs[-1]) // 2, (ys[0] + ys[-1]) // 2)


def _corners(w: World, area: Any) -> list[Part]:
    return [part for shape in figures(w, of(area, w.board.space)) for part in insides.cornered(shape)]


def _shared(w: World, part: Part, by: Part) -> Fraction:
    """The area that two convex parts share: between their corners it is a trapezium in each strip."""
    w.walk(len(part) * len(by))
    found = Fraction()
    first, last = (max(min(y for _, y in one) for one in (part, by)), min(max(y for _, y in one) for one in (part, by)))
    marks = {Fraction(y) for one in (part, by) for _, y in one} | set(_crossings(part, by))
    for top, bottom in pairwise(sorted(y for y in marks if first <= y <= last)):
        middle = (top + bottom) / 2
        spans = [_span(one, middle) for one in (part, by)]
        low, high = max(a for a, _ in spans), min(b for _, b in spans)
        found += (bottom - top) * max(high - low, Fraction())
    return found


def _span(part: Part, y: Fraction) -> tuple[Fraction, Fraction]:
    """From where to where a convex part lies on the level line at y; turned round where it does not reach it."""
    up, by = y.numerator, y.denominator  # whole numbers throughout: most sides lie elsewhere
    xs = [a + Fraction((b - a) * (up - p * by), (q - p) * by) for (a, p), (b, q) in _sides(part)
          if min(p, q) * by < up < max(p, q) * by]  # fmt: skip
    return (min(xs), max(xs)) if xs else (Fraction(1), Fraction(0))


def _crossings(part: Part, by: Part) -> list[Fraction]:
    """The levels at which sides of two parts cross, of both between their ends: those are levels of corners."""
    found = []
    for (a, p), (b, q) in _sides(part):
        for (c, r), (d, s) in _sides(by):
            first, last = max(min(p, q), min(r, s)), min(max(p, q), max(r, s))
            det = (b - a) * (s - r) - (q - p) * (d - c)
            if first < last and det:  # whole numbers first: most sides are nowhere on the same level
                up = ((c - a) * (s - r) - (r - p) * (d - c)) * (q - p)
                level = p + Fraction(up, det)
                if first < level < last:
                    found.append(level)
    return found


def _sides(part: Part) -> list[tuple[Xy, Xy]]:
    return [(part[i - 1], part[i]) for i in range(len(part))]


def _linked(w: World, things: tuple[Entity, ...], length: int) -> bool:
    found = figures(w, things)
    return hang_together(len(found), lambda i, j: measures.within(found[i], found[j], length))


def hang_together(many: int, near: Callable[[int, int], bool]) -> bool:
    """Whether so many things hang together, each near another, over any number of others."""
    together = set(range(min(many, 1)))
    for _ in range(many):
        together |= {i for i in range(many) if any(near(i, j) for j in together)}
    return len(together) == many


def _disjoint(w: World, things: tuple[Entity, ...]) -> bool:
    found = figures(w, things)
    return not any(measures.overlapping(a, b) for i, a in enumerate(found) for b in found[:i])


def _any(test: Callable[[Shape, Shape], bool]) -> Callable[[World, Any, Any], bool]:
    return lambda w, a, b: any(test(one, other) for one in figures(w, a) for other in figures(w, b))


def everywhere(w: World) -> Area:
    """The whole table."""
    term = w.board.space.everywhere
    assert isinstance(term, Deep)
    return Area(term, (term.outline.shape,), w.board.space)


_TABLE: dict[str, Callable[..., Any]] = {
    "everywhere": everywhere,
    "rim": lambda w: Area(Near(w.board.space.rim, 0), (w.board.space.rim,), w.board.space),
    "distance": distance,
    "rounded_up": lambda w, gap: gap.rounded_up,
    "rounded_down": lambda w, gap: gap.rounded_down,
    "burst": _burst,
    "anchors": _anchors,
    "footprint": lambda w, x, place: base(x.sheet).at(place),
    "swept": _along,
    "ways": lambda w, x: legs.Ways(w, x),
    "way_start": lambda w, way: way.places[0],
    "way_end": lambda w, way: way.places[-1],
    "way_length": lambda w, way: way.length,
    "way_legs": lambda w, way: len(way.places) - 1,
    "more_in": _more_in,
    "share_in": _share_in,
    "middle": _middle,
    "things_at": lambda w, area: tuple(one for one in w.entities if meets(w, one, area)),
    "wholly": _wholly,
    "meets": meets,
    "touching": _any(measures.touching),
    "overlapping": _any(measures.overlapping),
    "linked": _linked,
    "disjoint": _disjoint,
    "line_free": lambda w, a, b, area: sight.clear(spot_of(a), spot_of(b), figures(w, of(area, w.board.space))),
    "crossed": lambda w, a, b, things: tuple(
        one for one in things if not sight.clear(spot_of(a), spot_of(b), figures(w, one))
    ),
    "past": _past,
    "displaced": lambda w, place, way, length: _displaced(place, way, length),
    "bearing": lambda w, one, other: _bearing(one, other),
    "heading": lambda w, place: next(n for n in range(360) if pose(*spot_of(place), n) == place),
    "facing": lambda w, place, degrees: pose(*spot_of(place), degrees % 360),
}


def call(w: World, name: str, args: tuple[n.Expr, ...], s: Scope) -> Any:
    """A builtin of some arguments."""
    found = [arg.ref if name == "past" and not i else expressions.evaluate(w, arg, s) for i, arg in enumerate(args)]
    return _TABLE[name](w, *found)
