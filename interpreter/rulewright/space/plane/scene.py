"""The contents of a drawn table: bases, terrain, zones, ranges, lines and ways, as plain data for drawing.

Separate because the same scene is drawn to scale (`picture`) and as text (`coarse`), and both show only what the scene
contains: a caller who makes a scene for a player omits what that player may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.space.plane.points import Xy
from rulewright.space.plane.shapes import Base, Outline, Shape
from rulewright.space.plane.terms import Term

Look = Literal["tinted", "bordered", "faint", "lined"]
Side = Literal["", "left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True)
class Zone:
    """An area of the table.

    Attributes:
        name: as players know it.
        term: the area.
        tint: which of the colours; the same number is the same colour.
        sign: one character that represents it in text.
        look: tinted; or only its border, for an area that would tint half a table; or its border, thin, and nothing in
            text, for an area without a name for players; or a line, for an area that is one.
        side: of the table, if the area is a line along the whole of that side. Text only names it: in characters it
            would fill a whole row.
    """

    name: str
    term: Term
    tint: int
    sign: str = ":"
    look: Look = "tinted"
    side: Side = ""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain, drawn over zones."""

    name: str
    shape: Shape
    tint: int
    sign: str = "#"


@dataclass(frozen=True, slots=True)
class Body:
    """A model or a marker at a pose.

    Attributes:
        name: as players know it.
        base: what it covers.
        pose: where it stands.
        tint: the colour of its side.
        sign: one or two characters on it; the first represents it in text.
        dotted: whether it does not stand there but could: a proposal.
        kind: what it is, for a legend; empty if no legend has it.
        quiet: which of the quiet colours, for what belongs to no side; None: `tint`.
    """

    name: str
    base: Base
    pose: int
    tint: int
    sign: str
    dotted: bool = False
    kind: str = ""
    quiet: int | None = None


@dataclass(frozen=True, slots=True)
class Range:
    """The area within a length of any of some shapes, as one line round it, with its name on it."""

    shapes: Sequence[Shape]
    length: int
    tint: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two things, with words on it.

    Attributes:
        a: where it begins.
        b: where it ends.
        text: on it.
        name: its meaning, for a legend.
        look: of a length, which says nothing of what lies between; or of a line that is free of what could block it, or
            that is blocked.
        stop: where a blocked line enters what blocks it.
    """

    a: Xy
    b: Xy
    text: str = ""
    name: str = ""
    look: Literal["length", "free", "blocked"] = "length"
    stop: Xy | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a base, from pose to pose."""

    base: Base
    poses: tuple[int, ...]
    tint: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A table with everything that is drawn on it, each group in the order in which it is painted, and a line of text
    below it."""

    table: Outline
    zones: Sequence[Zone] = ()
    terrain: Sequence[Terrain] = ()
    ranges: Sequence[Range] = ()
    ways: Sequence[Way] = ()
    bodies: Sequence[Body] = ()
    lines: Sequence[Line] = ()
    caption: str = ""
