"""Reads what a map of the plane draws: the table and its areas, as text with lengths in inches.

    table: 72x48                            or a polygon: polygon 0x0 72x0 60x48 0x48
    areas:
      centre_line: line 0x0 to 72x48        a drawn line; also an area without interior
      wood: polygon 30x10 36x10 34x16       a closed area; its corners in order
      yard: rectangle 3x3 to 9x12
      crater: disc 20x20 by 3               everything within 3 inches
      south: past centre_line right by 12   open: farther than 12 inches past a line, on that side of it

Separate because these functions depend only on text: the caller, which reads YAML, adds the location of the text. An
error is a `Problem` with the characters, the cause and the edit that fixes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from rulewright.space.lines import Side
from rulewright.space.plane.cutting import flaw
from rulewright.space.plane.points import Xy, extent
from rulewright.space.plane.poses import (
    FARTHEST,
    UNITS,
    Problem,
    on_plane,
    read,
    read_inches,
    split,
    spot_of,
    without_units,
)
from rulewright.space.plane.shapes import Outline, Shape, segment, spot
from rulewright.space.plane.terms import Deep, Near, Past, Term

MOST_CORNERS: Final = 200
MOST_AREAS: Final = 200
MOST_DRAWN: Final = 2_000
"""The most corners of all areas of a map together."""
MOST_TEXT: Final = 4000
_WORD: Final = re.compile(r"\S+")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_SIZE: Final = re.compile(r"([0-9.]+)x([0-9.]+)")
_SIDES: Final = re.compile(r"([0-9.]+) *(?:inch|inches|in|\")? *(?:by|[xX×,]) *([0-9.]+) *(?:inch|inches|in|\")?")
_FORMS: Final = {
    "line": "line 0x0 to 72x48",
    "polygon": "polygon 30x10 36x10 34x16",
    "rectangle": "rectangle 3x3 to 9x12",
    "disc": "disc 20x20 by 3",
    "past": "past centre_line left by 12",
}

# Other names for figures.
_MEANT: Final = {"circle": "disc", "round": "disc", "rect": "rectangle", "square": "rectangle", "box": "rectangle"}


class Line(NamedTuple):
    """A drawn line."""

    a: Xy
    b: Xy


@dataclass(frozen=True, slots=True)
class Area:
    """A drawn area.

    Attributes:
        text: as drawn.
        term: the term for tests.
        shape: what is drawn, to measure distances from; None for an area past a line.
        line: its ends, for a line.
        outline: its corners, for a polygon or a rectangle.
    """

    text: str
    term: Term
    shape: Shape | None
    line: Line | None = None
    outline: Outline | None = None


class Wrong(NamedTuple):
    """A problem in one of the strings of a map: the name of an area, or `table`."""

    of: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Table:
    """A map that was read: the outline of the table, and its areas in the order in which they are drawn."""

    outline: Outline
    areas: dict[str, Area]


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def read_table(text: str) -> Outline | Problem:
    """The outline of a table: `72x48`, or a polygon."""
    if len(text) > MOST_TEXT:
        return Problem(MOST_TEXT, len(text), "this is too long", f"write at most {MOST_TEXT} characters")
    size = _SIZE.fullmatch(text)
    if size is None:
        area = read_area(text, {})
        if isinstance(area, Problem):
            if text.startswith("polygon"):
                return area
            sides = _SIDES.fullmatch(text)
            return Problem(0, len(text), f"'{text}' is not the size of a table",
                           f"write its width and height in inches: `{f'{sides[1]}x{sides[2]}' if sides else '72x48'}`")
        if area.outline is None:
            return Problem(0, len(text), "this is not the outline of a table",
                           "write its width and height in inches: `72x48`")
        if max(map(abs, extent(area.outline.corners))) > FARTHEST:
            return Problem(0, len(text), "a table reaches at most 1000 inches from the corner 0x0",
                           "draw a smaller table")
        return area.outline
    lengths = []
    for group in (1, 2):
        one = read_inches(size[group])
        if isinstance(one, Problem):
            return Problem(size.start(group), size.end(group), one.cause, one.hint)
        if not 0 < one <= FARTHEST:
            return Problem(size.start(group), size.end(group), "a table is more than 0 and at most 1000 inches long",
                           "write its width and height in inches: `72x48`")
        lengths.append(one)
    width, height = lengths
    return Outline(((0, 0), (width, 0), (width, height), (0, height)))


def read_map(table: str, areas: Mapping[str, str]) -> Table | list[Wrong]:
    """A table and its areas, or all problems in them."""
    wrong: list[Wrong] = []
    outline = read_table(table)
    if isinstance(outline, Problem):
        wrong.append(Wrong("table", outline))
    found: dict[str, Area] = {}
    if len(areas) > MOST_AREAS:
        cause = f"a map has at most {MOST_AREAS} areas, found {len(areas)}"
        return [*wrong, Wrong("table", Problem(0, len(table), cause))]
    corners = 0
    for name, text in areas.items():
        corners += len(text.split())
        if corners > MOST_DRAWN:
            cause = f"the areas of a map have at most {MOST_DRAWN} corners"
            return [*wrong, Wrong(name, Problem(0, len(text), cause, "draw fewer corners"))]
        area = read_area(text, found)
        if isinstance(area, Problem):
            wrong.append(Wrong(name, area))
        else:
            found[name] = area
    return wrong if wrong or isinstance(outline, Problem) else Table(outline, found)


def read_area(text: str, known: Mapping[str, Area]) -> Area | Problem:
    """An area of a map; `past` may name lines that are drawn before it."""
    if len(text) > MOST_TEXT:
        return Problem(MOST_TEXT, len(text), "this is too long", f"write at most {MOST_TEXT} characters")
    words = [_Word(found[0], found.start(), found.end()) for found in _WORD.finditer(text)]
    if not words:
        return Problem(0, len(text), "nothing is drawn", f"write `{_FORMS['polygon']}`")
    unit = next((word for word in words if word.text in UNITS), None)
    if unit is not None:
        without = without_units(text)
        if isinstance(read_area(without, known), Problem):
            without = _example(words[0].text)
        return Problem(unit.start, unit.end, "a drawing is in inches, so its lengths have no unit",
                       f"write `{without}`")
    head, rest = words[0], words[1:]
    readers = {"line": _line, "polygon": _polygon, "rectangle": _rectangle, "disc": _disc}
    if head.text == "past":
        return _past(text, head, rest, known)
    if head.text not in readers:
        return Problem(head.start, head.end, f"'{head.text}' draws nothing: expected {_listed()}",
                       f"write `{_example(head.text)}`")
    return readers[head.text](text, head, rest)


def _example(head: str) -> str:
    """An area of the form that a word means."""
    return _FORMS.get(_MEANT.get(head, head), _FORMS["polygon"])


def _listed() -> str:
    *most, last = _FORMS
    return f"{', '.join(most)} or {last}"


def _spots(text: str, head: _Word, words: list[_Word]) -> list[Xy] | Problem:
    """The places of a drawing; a turn has no meaning in it."""
    found = []
    for word in words:
        one = read(word.text)
        if isinstance(one, Problem):
            return Problem(word.start + one.start, word.start + one.end, one.cause, one.hint)
        turn, x, y = split(one)
        if turn:
            return Problem(word.start, word.end, "a corner has no turn", f"write `{word.text.partition('@')[0]}`")
        found.append((x, y))
    return found


def _two(text: str, head: _Word, words: list[_Word], between: str) -> list[Xy] | Problem:
    """Two places with a word between them."""
    if len(words) != 3 or words[1].text != between:
        return Problem(head.start, len(text), f"'{head.text}' takes two places with '{between}' between them",
                       _joined(head, words, between))
    return _spots(text, head, [words[0], words[2]])


def _joined(head: _Word, words: list[_Word], between: str) -> str:
    """The hint for a figure that consists of two words with another one between them."""
    figure = f"{head.text} {words[0].text} {between} {words[1].text}" if len(words) == 2 else _FORMS[head.text]
    return f"write `{figure}`"


def _line(text: str, head: _Word, words: list[_Word]) -> Area | Problem:
    ends = _two(text, head, words, "to")
    if isinstance(ends, Problem):
        return ends
    a, b = ends
    if a == b:
        return Problem(words[2].start, words[2].end, "a line has two different ends", "write another place")
    shape = segment(a, b)
    return Area(text, Near(shape, 0), shape, Line(a, b))


def _rectangle(text: str, head: _Word, words: list[_Word]) -> Area | Problem:
    ends = _two(text, head, words, "to")
    if isinstance(ends, Problem):
        return ends
    (a, b), (c, d) = ends
    if a == c or b == d:
        return Problem(words[2].start, words[2].end, "a rectangle has two opposite corners", "write another place")
    return _area(text, Outline(((a, b), (c, b), (c, d), (a, d))))


def _polygon(text: str, head: _Word, words: list[_Word]) -> Area | Problem:
    if not 3 <= len(words) <= MOST_CORNERS:
        return Problem(head.start, len(text), f"a polygon has 3 to {MOST_CORNERS} corners, found {len(words)}",
                       f"write `{_FORMS['polygon']}`")
    corners = _spots(text, head, words)
    if isinstance(corners, Problem):
        return corners
    wrong = flaw(corners)
    if wrong is not None:
        word = words[wrong[0]]
        return Problem(word.start, word.end, f"at '{word.text}' {wrong[1]}", "write the corners in order")
    return _area(text, Outline(tuple(corners)))


def _area(text: str, outline: Outline) -> Area:
    return Area(text, Deep(outline), outline.shape, outline=outline)


def _disc(text: str, head: _Word, words: list[_Word]) -> Area | Problem:
    if len(words) != 3 or words[1].text != "by":
        return Problem(head.start, len(text), "'disc' takes a place and a radius with 'by' between them",
                       _joined(head, words, "by"))
    middle = _spots(text, head, words[:1])
    if isinstance(middle, Problem):
        return middle
    radius = _length(words[2])
    if isinstance(radius, Problem):
        return radius
    shape = Shape(spot(*middle[0]).parts, radius)
    return Area(text, Near(shape, 0), shape)


def _past(text: str, head: _Word, words: list[_Word], known: Mapping[str, Area]) -> Area | Problem:
    usage = Problem(head.start, len(text), "'past' takes a line, a side and a length", f"write `{_FORMS['past']}`")
    if len(words) not in (2, 4) or words[1].text not in ("left", "right"):
        return usage
    if len(words) == 4 and words[2].text != "by":
        return usage
    name = words[0]
    of = known.get(name.text)
    if of is None or of.line is None:
        cause = f"'{name.text}' is not a line that is drawn before" if _NAME.fullmatch(name.text) else usage.cause
        lines = [one for one, area in known.items() if area.line is not None]
        return Problem(name.start, name.end, cause, f"write `{lines[0]}`" if lines else "draw the line first")
    length = _length(words[3]) if len(words) == 4 else 0
    if isinstance(length, Problem):
        return length
    side: Side = "left" if words[1].text == "left" else "right"
    return Area(text, Past(of.line.a, of.line.b, side, length), None)


def _length(word: _Word) -> int | Problem:
    """A length in inches that is not negative."""
    found = read_inches(word.text)
    if isinstance(found, Problem):
        return Problem(word.start + found.start, word.start + found.end, found.cause, found.hint)
    if found < 0 or not on_plane(found, 0):
        return Problem(word.start, word.end, f"'{word.text}' is not a length", "write 0 to 1048 inches")
    return found


def side_of(area: Area, place: int) -> Side | None:
    """On which side of a drawn line a place lies; None on the line, or if the area is not a line."""
    if area.line is None:
        return None
    x, y = spot_of(place)
    (ax, ay), (bx, by) = area.line
    k = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return "right" if k > 0 else "left" if k < 0 else None
