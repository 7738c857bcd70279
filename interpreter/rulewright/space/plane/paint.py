"""Converts areas and shapes to elements of SVG, exactly to scale: one unit is a thousandth of an inch.

Separate because a term needs no outline to be drawn: the area near a shape is a stroke of twice the length with round
ends, intersections and complements are masks. Only half planes are cut at the picture's frame, rounded to a thousandth.
"""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple

from rulewright.space.plane.points import Part, Xy
from rulewright.space.plane.shapes import Shape
from rulewright.space.plane.terms import ALL, NONE, Common, Deep, Near, Outside, Past, Term, Union

_THIN: Final = 80
_HAIR: Final = 20


class Frame(NamedTuple):
    """What the picture shows: left, top, width and height."""

    left: int
    top: int
    width: int
    height: int

    def rectangle(self, colour: str) -> str:
        """The whole frame in one colour."""
        return f'<rect x="{self.left}" y="{self.top}" width="{self.width}" height="{self.height}" fill="{colour}"/>'


def path(part: Part) -> str:
    """A part as the data of a path."""
    return "M" + "L".join(f"{x} {y}" for x, y in part) + ("Z" if len(part) > 2 else "")


def shape_in(shape: Shape, colour: str, more: int = 0) -> str:
    """A shape in one colour, grown by a length."""
    r = shape.r + more
    points = [part[0] for part in shape.parts if len(part) == 1]
    found = [f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>' for x, y in points]
    wide = [part for part in shape.parts if len(part) > 1]
    if wide:
        # A line without width is drawn thin, and a hairline hides the cuts between parts.
        thin = all(len(part) == 2 for part in wide)
        stroke = 2 * r or (_THIN if thin else _HAIR if len(wide) > 1 else 0)
        rim = (f' stroke="{colour}" stroke-width="{stroke}" stroke-linejoin="round" stroke-linecap="round"'
               if stroke else "")  # fmt: skip
        found.append(f'<path d="{"".join(map(path, wide))}" fill="{"none" if thin else colour}"{rim}/>')
    return "".join(found)


class Painter:
    """Paints terms; masks are collected, and must come before the elements that use them."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.masks: list[str] = []

    def paint(self, term: Term, colour: str) -> str:
        """A term in one colour."""
        if isinstance(term, Near):
            return shape_in(term.shape, colour, term.t)
        if isinstance(term, Deep):
            corners = f'<path d="{path(term.outline.corners)}" fill="{colour}"/>'
            if not term.t:
                return corners
            rim = shape_in(Shape(term.outline.sides), "black", term.t)
            return self.masked(corners, self.frame.rectangle("white") + rim)
        if isinstance(term, Past):
            part = half_plane(term, self.frame)
            return f'<path d="{path(part)}" fill="{colour}"/>' if len(part) > 2 else ""
        if isinstance(term, Union):
            return "".join(self.paint(one, colour) for one in term.terms)
        if isinstance(term, Outside):
            hole = self.paint(term.term, "black")
            return self.masked(self.frame.rectangle(colour), self.frame.rectangle("white") + hole)
        if isinstance(term, Common):
            found = self.frame.rectangle(colour)
            for one in term.terms:
                found = self.masked(found, self.frame.rectangle("black") + self.paint(one, "white"))
            return found
        if term is ALL:
            return self.frame.rectangle(colour)
        if term is NONE:
            return ""
        raise TypeError(f"{type(term).__name__} is not an area that maps draw")

    def border(self, term: Term, colour: str, width: int) -> str:
        """The border of a term as a line; for a union the borders of its parts, for other compound terms nothing."""
        if isinstance(term, Near):
            outer, inner = shape_in(term.shape, colour, term.t + width), shape_in(term.shape, "black", term.t)
            return self.masked(outer, self.frame.rectangle("white") + inner)
        if isinstance(term, Union):
            return "".join(self.border(one, colour, width) for one in term.terms)
        if isinstance(term, Deep):
            part: Part = term.outline.corners
        elif isinstance(term, Past):
            part = half_plane(term, self.frame)
        else:
            return ""
        return f'<path d="{path(part)}" fill="none" stroke="{colour}" stroke-width="{width}"/>' if part else ""

    def masked(self, content: str, mask: str) -> str:
        """The part of a content where a mask is white."""
        name = f"m{len(self.masks)}"
        x, y, width, height = self.frame
        self.masks.append(f'<mask id="{name}" maskUnits="userSpaceOnUse" x="{x}" y="{y}" width="{width}"'
                          f' height="{height}">{mask}</mask>')  # fmt: skip
        return f'<g mask="url(#{name})">{content}</g>'


def half_plane(term: Past, frame: Frame) -> Part:
    """The corners of the part of a frame that a half plane covers, each rounded to a thousandth."""
    dx, dy = term.b[0] - term.a[0], term.b[1] - term.a[1]
    sign = 1 if term.side == "right" else -1
    # How far past the boundary a corner lies, times the length of the line.
    edge = sign * term.t * isqrt((dx * dx + dy * dy) << 20) >> 10

    def depth(p: Xy) -> int:
        return sign * (dx * (p[1] - term.a[1]) - dy * (p[0] - term.a[0]) - edge)

    x, y, width, height = frame
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    found: list[Xy] = []
    for i, corner in enumerate(corners):
        before = corners[i - 1]
        f, g = depth(before), depth(corner)
        if (f < 0 < g) or (g < 0 < f):
            found.append((before[0] + (corner[0] - before[0]) * f // (f - g),
                          before[1] + (corner[1] - before[1]) * f // (f - g)))  # fmt: skip
        if g >= 0:
            found.append(corner)
    return tuple(dict.fromkeys(found))
