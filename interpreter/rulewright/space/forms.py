"""The forms of boards, a row each: what content calls their places and lengths, and how a board of the form is made.

The one module that knows every form; all others read a row. A new form is a row here and a class of `Board`. A board
with storeys is a form of its own, though content names it by its plan and a number: so what it lacks and what it has
more is known before play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.picture import Drawing
from rulewright.space.square import SquareBoard
from rulewright.space.storeys import DOWN, UP, StoreyHexes, StoreySquares


class Storeys(NamedTuple):
    """How high boards are: their storeys, and whether these count in distances."""

    levels: int = 1
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One form of board.

    Attributes:
        id: as `board:` of a manifest writes it; not of a form with storeys.
        place: the word of the language for a place, and the name of its type.
        unit: the word for several of its lengths, and the name of that type.
        directions: the names of its directions, in their order.
        offers: what builtins may need of it: C cells that are gone through one by one, E edges
            between them, J maps that are joined, N directions straight north and south, L storeys.
        staggered: whether odd rows are drawn half a place further right.
        make: the board of a drawing; the second argument are the solid places, the third whether steps past their
            corners are refused, the last how high it is.
        plan: the form of its ground, of a form with storeys.
    """

    id: str
    place: str
    unit: str
    directions: tuple[str, ...]
    offers: frozenset[str]
    staggered: bool
    make: Callable[[Drawing, int, bool, Storeys], Board]
    plan: str | None = None

    @property
    def words(self) -> str:
        """What messages call such a board."""
        return f"a {self.id} board" if self.plan is None else f"a {self.plan} board with storeys"


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
    Form("none", "cell", "cells", (), frozenset(), False, _squares),
    Form("square", "cell", "cells", SquareBoard.direction_names, frozenset("CEN"), False, _squares),
    Form("hex", "hex", "hexes", HexBoard.direction_names, frozenset("CEJ"), True, _hexes),
    Form("square storeys", "cell", "cells", (*SquareBoard.direction_names, UP, DOWN), frozenset("CELN"), False,
         _storeys_of_squares, "square"),
    Form("hex storeys", "hex", "hexes", (*HexBoard.direction_names, UP, DOWN), frozenset("CEL"), True,
         _storeys_of_hexes, "hex"),
)
FORMS: Final = {row.id: row for row in ROWS}
# Those that have places; a word of a place or a unit means the first that has it.
BOARDS: Final = tuple(row for row in ROWS if row.offers)
# What `board:` may say.
WRITTEN: Final = tuple(row.id for row in ROWS if row.plan is None)


def raised(form: str) -> str:
    """The form with storeys over a flat one."""
    return next(row.id for row in ROWS if row.plan == form)


def blank(form: Form, storeys: Storeys) -> Board:
    """The board before a map is laid: no place exists."""
    return form.make(Drawing(1, 1, 0, {}), 0, False, storeys)
