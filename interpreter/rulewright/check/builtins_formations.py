"""Rows of the table of builtins for formations: a place for each of several things as one value.

Separate because they are the same on every board, and their sets are open on every board; but only planes have
formations of ways.
"""
from __future__ import annotations

from rulewright.check.builtins_board import STEPPING, board_row
from rulewright.check.signatures import PLACE, Builtin, Param
from rulewright.check.types import ENTITY, FORMATION, WAY, maybe, set_of

_THINGS = set_of(ENTITY)

ROWS: tuple[Builtin, ...] = (
    board_row("formations", (Param("s", _THINGS),), set_of(FORMATION),
              "All ways to give each thing a place at which it is wholly on the board. They can be tested but not "
              "listed.", "some f in formations(pieces) where place_in(f, a) is c", needs="P", open=True),
    board_row("place_in", (Param("f", FORMATION), Param("x", ENTITY)), maybe(PLACE),
              "The place that a formation gives a thing; none if it gives none.",
              "some f in formations(pieces) where place_in(f, a) is c", needs="P", open=True),
    board_row("things_in", (Param("f", FORMATION),), _THINGS, "The things that a formation gives places.",
              "some f in formations(pieces) where a in things_in(f)", needs="P", open=True),
    board_row("marches", (Param("s", _THINGS),), set_of(FORMATION),
              "All ways to give each thing a way from its place. They can be tested but not listed.",
              "some f in marches(pieces) where place_in(f, a) is c", needs="R", open=True,
              instead="write `formations(things)` for places of several things, `step_cells(..)` for how far "
                      "each can go"),
    board_row("way_in", (Param("f", FORMATION), Param("x", ENTITY)), maybe(WAY),
              "The way that a formation gives a thing; none if it gives only a place, or nothing.",
              "some f in marches(pieces) where way_in(f, a) is not none", needs="R", open=True, instead=STEPPING),
)
