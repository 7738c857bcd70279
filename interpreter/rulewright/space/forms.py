"""The forms of boards, one row each: the names of their places and lengths in content, and how to make a board of the
form.

The only module that knows every form; all others read a row. A new form is a row here and a class of `Board`. Nothing
else compares the id of a form or a value of a column with a word: a question with two answers is a column of its own,
and code that differs is a table with a column as its key. A board with storeys is a form of its own, though content
names it by its plan and a number: so it is known before play which operations it has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.naming import CELL_NAME
from rulewright.space.picture import Drawing
from rulewright.space.plane.drawn import Table
from rulewright.space.plane.poses import POSE_NAME, REACH
from rulewright.space.plane.shapes import Outline
from rulewright.space.plane.table import Plane
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import DOWN, UP, StoreyHexes, StoreySquares

Areas = Literal["bits", "terms"]
Maps = Literal["rows", "table"]


class Storeys(NamedTuple):
    """The height of boards: the number of storeys, and whether they count in distances."""

    levels: int = 1
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One form of board.

    Attributes:
        id: as `board:` of a manifest writes it; not for a form with storeys.
        place: the word of the language for a place, and the name of its type.
        unit: the word for several of its lengths, and the name of that type.
        directions: the names of its directions, in their order: these of all directions are builtins on it.
        offers: what builtins may need: P places, C cells that can be iterated over, E edges between them,
            J joined maps, N directions straight north and south, L storeys, R a table that is measured in inches.
        staggered: whether odd rows are drawn half a place further right.
        areas: the representation of sets of its places, and so of where entities stand: bits, or terms to test. The
            key of tables.
        named: a pattern for the names of its places.
        such: an example of such names, for messages.
        make: the board of a drawing; the second argument are the solid places, the third whether steps past their
            corners are refused, the last how high it is. None: maps of the form are no drawings (see `lay`).
        lay: the board of a table with its areas, and how finely room is searched for; None if maps are drawings.
        plan: the form of its ground, for a form with storeys.
        maps: how its maps are written: in rows with a glyph for each place, or as a table to scale. The key of tables.
        listed: whether its places can be listed, so that sets of them are iterated over and places are tried one by
            one. Of the others every name means a place.
        based: whether things have bases, instead of sizes in places.
        gaps: whether distances and outlines have types of their own, instead of lengths and sets of places.
    """

    id: str
    place: str
    unit: str
    directions: tuple[str, ...]
    offers: frozenset[str]
    staggered: bool
    areas: Areas
    named: str
    such: str
    make: Callable[[Drawing, int, bool, Storeys], Board] | None
    lay: Callable[[Table, int], Plane] | None = None
    plan: str | None = None
    maps: Maps = "rows"
    listed: bool = True
    based: bool = False
    gaps: bool = False

    @property
    def words(self) -> str:
        """The name of such a board in messages."""
        return f"a {self.id} board" if self.plan is None else f"a {self.plan} board with storeys"

    @property
    def to_scale(self) -> bool:
        """Whether maps are tables to scale, on which areas are figures."""
        return self.maps == "table"


def _squares(drawing: Drawing, solid: int, strict: bool, storeys: Storeys) -> Board:
    corners = "strict" if strict else "free"
    return SquareBoard(drawing.width, drawing.height, drawing.exists, corners=corners, solid=solid)  # type: ignore[arg-type]


def _hexes(drawing: Drawing, solid: int, strict: bool, storeys: Storeys) -> Board:
    return HexBoard(drawing.width, drawing.height, drawing.exists, solid=solid)  # no step passes a corner


def _storeys_of_squares(drawing: Drawing, solid: int, strict: bool, storeys: Storeys) -> Board:
    corners = "strict" if strict else "free"
    plan = SquareBoard(drawing.width, drawing.height, drawing.exists, corners=corners)  # type: ignore[arg-type]
    return StoreySquares(plan, storeys.levels, counted=storeys.counted, solid=solid)


def _storeys_of_hexes(drawing: Drawing, solid: int, strict: bool, storeys: Storeys) -> Board:
    plan = HexBoard(drawing.width, drawing.height, drawing.exists)
    return StoreyHexes(plan, storeys.levels, counted=storeys.counted, solid=solid)


ROWS: Final = (
    Form("none", "cell", "cells", (), frozenset(), False, "bits", CELL_NAME, "B4", _squares),
    Form("square", "cell", "cells", SquareBoard.direction_names, frozenset("PCEN"), False, "bits", CELL_NAME, "B4",
         _squares),
    Form("hex", "hex", "hexes", HexBoard.direction_names, frozenset("PCEJ"), True, "bits", CELL_NAME, "B4", _hexes),
    Form("square storeys", "cell", "cells", (*SquareBoard.direction_names, UP, DOWN), frozenset("PCELN"), False, "bits",
         CELL_NAME, "B4", _storeys_of_squares, plan="square"),
    Form("hex storeys", "hex", "hexes", (*HexBoard.direction_names, UP, DOWN), frozenset("PCEL"), True, "bits",
         CELL_NAME, "B4", _storeys_of_hexes, plan="hex"),
    Form("plane", "spot", "inches", (), frozenset("PR"), False, "terms", POSE_NAME, "12.5x7 or 12.5x7@45", None, Plane,
         maps="table", listed=False, based=True, gaps=True),
)
FORMS: Final = {row.id: row for row in ROWS}
# Those that have places; a word of a place or a unit means the first form that has it.
BOARDS: Final = tuple(row for row in ROWS if row.offers)
# The values of `board:`.
WRITTEN: Final = tuple(row.id for row in ROWS if row.plan is None)


def raised(form: str) -> str | None:
    """The form with storeys over a flat one; None if there is none."""
    return next((row.id for row in ROWS if row.plan == form), None)


# As small as a table can be, and outside of everything that could be drawn.
_NO_TABLE: Final = Table(Outline(((-REACH, -REACH), (-REACH + 1, -REACH), (-REACH, -REACH + 1))), {})


def blank(form: Form, storeys: Storeys) -> Board | Plane:
    """The board before a map is laid: no place exists."""
    if form.make is None:
        assert form.lay is not None, "maps are rows or tables"
        return form.lay(_NO_TABLE, 1)
    return form.make(Drawing(1, 1, 0, {}), 0, False, storeys)
