"""The forms of boards, a row each: what content calls their places and lengths, and how a board of the form is made.

The one module that knows every form; all others read a row. A new form is a row here and a class of `Board`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rulewright.space.board import Board
from rulewright.space.hexes import HexBoard
from rulewright.space.picture import Drawing
from rulewright.space.square import SquareBoard


@dataclass(frozen=True, slots=True)
class Form:
    """One form of board.

    Attributes:
        id: as `board:` of a manifest writes it.
        place: the word of the language for a place, and the name of its type.
        unit: the word for several of its lengths, and the name of that type.
        directions: the names of its directions, in their order.
        offers: what builtins may need of it: C cells that are gone through one by one, E edges
            between them, J maps that are joined, N directions straight up and down.
        staggered: whether odd rows are drawn half a place further right.
        make: the board of a drawing; the second argument are the solid places, the third whether steps past their
            corners are refused.
    """

    id: str
    place: str
    unit: str
    directions: tuple[str, ...]
    offers: frozenset[str]
    staggered: bool
    make: Callable[[Drawing, int, bool], Board]


def _squares(drawing: Drawing, solid: int, strict: bool) -> Board:
    corners = "strict" if strict else "free"
    return SquareBoard(drawing.width, drawing.height, drawing.exists, corners=corners, solid=solid)  # type: ignore[arg-type]


def _hexes(drawing: Drawing, solid: int, strict: bool) -> Board:
    return HexBoard(drawing.width, drawing.height, drawing.exists, solid=solid)  # no step passes a corner


ROWS: Final = (
    Form("none", "cell", "cells", (), frozenset(), False, _squares),
    Form("square", "cell", "cells", SquareBoard.direction_names, frozenset("CEN"), False, _squares),
    Form("hex", "hex", "hexes", HexBoard.direction_names, frozenset("CEJ"), True, _hexes),
)
FORMS: Final = {row.id: row for row in ROWS}
# Those that have places; a word of a place or a unit means the first that has it.
BOARDS: Final = tuple(row for row in ROWS if row.offers)


def blank(form: Form) -> Board:
    """The board before a map is laid: no place exists."""
    return form.make(Drawing(1, 1, 0, {}), 0, False)
