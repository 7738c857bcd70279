"""Entities as they are made: parts, and printed fields that name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play import pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked

GAME = """\
kind card:
  printed:
    main: side
    other: side or none
    best: set of side
  parts: {fronts: side, backs: side}
kind side:
  part_of: card
  printed: {worth: number}
card king:
  main: black
  best: (red, black)
  other: none
  fronts:
    red: {worth: 1}
    gold: {worth: 3}
  backs: {black: {worth: 2}}
card queen:
  main: gold
  other: gold
  best: gold
  fronts:
    gold: {worth: 9}
"""

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def test_fields_name_the_parts_of_their_own_entity(pack_folder: Write) -> None:
    program = check_pack(pack_folder(GAME)).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    sheets = {sheet.id: number for number, sheet in enumerate(program.sheets)}
    slots = {column.id: column.slot for column in program.columns}

    def named(e: int, field: str) -> object:
        value = getattr(m, slots[field])[e]
        found = value if isinstance(value, tuple) else (value,)
        return [None if x is None else (m.whole[x], program.sheets[m.sheet[x]].id) for x in found]

    first, second = pieces.create(m, sheets["king"], 0, None), pieces.create(m, sheets["king"], 1, None)
    for e in (first, second):
        assert named(e, "main") == [(e, "king.black")]
        assert named(e, "best") == [(e, "king.red"), (e, "king.black")]
        assert named(e, "other") == [None]
    pieces.swap_sheet(m, first, sheets["queen"])
    assert named(first, "main") == named(first, "other") == named(first, "best") == [(first, "queen.gold")]
    assert named(second, "main") == [(second, "king.black")]
