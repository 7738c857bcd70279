"""Rows of the table of builtins for ways: the movement of a thing on a plane, leg by leg, as one value.

Separate because only planes have them: on cells a way consists of steps, which searches find and no code has to name.
"""
from __future__ import annotations

from rulewright.check.builtins_board import STEPPING, board_row
from rulewright.check.signatures import PLACE, UNIT, Builtin, Param
from rulewright.check.types import ENTITY, NUMBER, WAY, set_of

ROWS: tuple[Builtin, ...] = (
    board_row("ways", (Param("x", ENTITY),), set_of(WAY),
              "All ways of x from its place, of one to fifteen straight legs, with each end of a leg wholly on the "
              "table. They can be tested but not listed.", "some w in ways(a) where way_end(w) is c", needs="R",
              open=True, instead=STEPPING),
    board_row("way_start", (Param("w", WAY),), PLACE, "Where a way begins.",
              "some w in ways(a) where way_start(w) is c", needs="R", open=True, instead=STEPPING),
    board_row("way_end", (Param("w", WAY),), PLACE, "Where a way ends, and how the base is turned there.",
              "some w in ways(a) where way_end(w) is c", needs="R", open=True, instead=STEPPING),
    board_row("way_length", (Param("w", WAY),), UNIT,
              "The length of a way: the sum of its legs, each rounded up to a thousandth of an inch. Turning adds "
              "nothing.",
              "some w in ways(a) where way_length(w) <= 6 cells", needs="R", open=True, instead=STEPPING),
    board_row("way_legs", (Param("w", WAY),), NUMBER, "The number of straight legs of a way.",
              "some w in ways(a) where way_legs(w) is 1", needs="R", open=True, instead=STEPPING),
)
