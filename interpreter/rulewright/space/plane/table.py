"""A table as a space: the operations that `space/shape.py` requires of every space, and those of the letter R.

Separate because content is checked against operations and not against this package. A table never changes and knows no
models; `standing` records where these stand. It lacks the operations on cells and edges, as the spots of a table cannot
be listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.space.lines import Contact, Side
from rulewright.space.plane import measures
from rulewright.space.plane.drawn import Area, Table
from rulewright.space.plane.gaps import Gap
from rulewright.space.plane.insides import contact, holds
from rulewright.space.plane.points import Xy, extent
from rulewright.space.plane.poses import parse, show, spot_of
from rulewright.space.plane.search import Extent
from rulewright.space.plane.shapes import Base, Shape, spot
from rulewright.space.plane.terms import Deep, Near, Outside, Past, Term, rim

GRAIN: Final = 250
"""The default grain of searches for room, which a pack may change: a quarter of an inch."""


class Plane:
    """A table with its drawn areas.

    Attributes:
        form: the name of the form in content.
        offers: the letters that it offers.
        areas: by name, as drawn.
        everywhere: the table, its border included.
        rim: its border, as a shape, and `border`, as an area.
        extent: where room is searched for.
    """

    places: tuple[int, ...] = ()  # those that can be listed
    form: Final = "plane"
    offers: Final = frozenset("R")

    def __init__(self, drawn: Table, grain: int = GRAIN) -> None:
        self.outline = drawn.outline
        self.areas: Mapping[str, Area] = drawn.areas
        self.everywhere: Term = Deep(drawn.outline)
        self.rim = rim(drawn.outline)
        self.border: Term = Near(self.rim, 0)
        self.extent = Extent(*extent(drawn.outline.corners), grain)

    # -- of every space ------------------------------------------------------------------------------------------
    def distance(self, a: int, b: int) -> Gap:
        """The distance of two places, ignoring obstacles."""
        return measures.gap(self.shape(a), self.shape(b))

    def within(self, place: int, n: int) -> Term:
        """The area at a distance of at most n, its boundary included."""
        return Near(self.shape(place), n)

    def footprint(self, anchor: int, base: Base) -> Shape:
        """What a base covers at a pose."""
        return base.at(anchor)

    def contact(self, a: int, b: int, shape: Shape) -> Contact:
        """How the segment between two places relates to a shape: it crosses the interior, only touches it, or is apart
        from it."""
        return contact(spot_of(a), spot_of(b), shape)

    def centre(self, place: int) -> Xy:
        """The point of a place."""
        return spot_of(place)

    def half_plane(self, a: int, b: int, side: Side) -> Term:
        """The area left or right of the line through two places; the line belongs to both sides."""
        return Outside(Past(spot_of(a), spot_of(b), "left" if side == "right" else "right"))

    def show(self, place: int) -> str:
        """The name of a place, as people write it."""
        return show(place)

    def is_edge(self, edge: int) -> bool:
        """No number is an edge here."""
        return False

    def is_place(self, at: int) -> bool:
        """Whether a number is one of its places: any on the numbered plane."""
        return 0 <= at < 360 << 42

    def name_of(self, location: int) -> str:
        """The same; every location is a place."""
        return show(location)

    def parse(self, text: str) -> int | None:
        """The place with a name as `show` writes it, with or without `@0` at its end, or None."""
        return parse(text)

    # -- of a plane ----------------------------------------------------------------------------------------------
    def has(self, place: int) -> bool:
        """Whether a place lies on the table."""
        return holds(self.outline, spot_of(place))

    def shape(self, place: int) -> Shape:
        """A place as a shape."""
        return spot(*spot_of(place))
