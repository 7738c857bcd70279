"""Entities as they are made: parts, and printed fields that name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import helpers, pieces, setup
from rulewright.play.chance import Chance
from rulewright.play.load import Linked
from rulewright.play.state import State, copy

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


def test_what_left_play_is_found_once_until_more_does(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    program = check_pack(pack_folder(GAME)).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    sheets = {sheet.id: number for number, sheet in enumerate(program.sheets)}
    looked: list[object] = []
    look = helpers._removed

    def counted(m: State, of: object) -> tuple[int, ...]:
        looked.append(of)
        return look(m, of)

    monkeypatch.setattr(helpers, "_removed", counted)
    first, second = pieces.create(m, sheets["king"], 0, None), pieces.create(m, sheets["king"], 1, None)
    kings, queens = frozenset([sheets["king"]]), frozenset([sheets["queen"]])
    assert helpers.removed(m, kings) == () == helpers.removed(m, kings) and looked == [kings]
    pieces.remove(m, second)
    assert helpers.removed(m, kings) == (second,) == helpers.removed(m, kings) and helpers.removed(m, queens) == ()
    pieces.swap_sheet(m, second, sheets["queen"])
    assert helpers.removed(m, kings) == () and helpers.removed(m, queens) == (second,)
    pieces.remove(m, first)
    assert helpers.removed(m, kings) == (first,) and looked.count(kings) == 4


def test_copies_share_what_never_changes_until_one_of_them_makes_something(pack_folder: Write) -> None:
    program = check_pack(pack_folder(GAME)).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    sheets = {sheet.id: number for number, sheet in enumerate(program.sheets)}
    static = ["whole", *(column.slot for column in program.columns if column.static)]
    king = pieces.create(m, sheets["king"], 0, None)
    for changed in (lambda one: pieces.create(one, sheets["queen"], 1, None),
                    lambda one: pieces.swap_sheet(one, king, sheets["queen"])):
        for begins in (0, 1):
            both = [m, copy(m)]
            before = {slot: list(getattr(m, slot)) for slot in static}
            assert len(static) > 4 and all(getattr(both[0], slot) is getattr(both[1], slot) for slot in static)
            changed(both[begins])
            assert {slot: list(getattr(both[1 - begins], slot)) for slot in static} == before
            assert {slot: list(getattr(both[begins], slot)) for slot in static} != before
            changed(both[1 - begins])
            assert all(getattr(both[0], slot) == getattr(both[1], slot) for slot in static)
            assert all(getattr(both[0], slot) is not getattr(both[1], slot) for slot in static)
            m = copy(both[1 - begins])


def test_what_a_new_thing_costs_does_not_hang_on_copies(pack_folder: Write) -> None:
    program = check_pack(pack_folder(GAME)).program
    assert program is not None
    spent = []
    for copied in (False, True):
        m = setup.empty(Linked(program), 2, Chance(1), ())
        for _ in range(100):
            pieces.create(m, 0, 0, None)
        kept = [copy(m)] if copied else []
        before = m.fuel
        pieces.create(m, 0, 0, None)
        spent.append(before - m.fuel)
        del kept
    assert spent[0] == spent[1] > 0
