"""Places that the board of a test does not have are told when the test is read, wherever it names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """\
kind unit:
  placed: yes
  state: {home: cell or none}
kind gate: {placed: edge, owned: no}
kind card: {owned: no}
unit pawn: {name: Pawn B9}
gate door: {}
card ace: {}
area half: {}
area road: {}
map field:
  rows: |
    ...
    ..~
  legend: {"~": half}
  halves: [half]
event go(unit who, cell goal): |
  put who at goal
  set who.home = goal
status marked(cell spot): {of: unit}
event ask(unit who): |
  let c = choose one c in everywhere by who.owner
  go(who, c)
event pick(player who): |
  let u = choose one u in units by who
  set u.home = none
event rebuild(): lay(field)
event begin(): rebuild()
"""
BOARD = "  map: field\n  at: {pawn of 1 as Al: A1}\n"
DRAWN = "  map: |\n    .. .\n    ....\n  at: {pawn of 1 as Al: A1}\n"
PLACES = "it has places from A1 to C2, with gaps between them"


def told(pack_folder: Write, test: str, manifest: str = "") -> list[str]:
    """What is said of one test: the marked words, the code, message and hint."""
    folder = pack_folder({"pack.yaml": f"pack: sample\nboard: square\n{manifest}", "game.yaml": GAME,
                          "tests/off.yaml": f"test of a place:\n{test}"})  # fmt: skip
    found = [one for one in check_with_tests(folder).diagnostics if one.span.source.name == "tests/off.yaml"]
    return [f"{one.code} {one.span.text}: {one.message} -- {one.hint}" for one in found]


@pytest.mark.parametrize(("test", "where"), [
    ("  map: field\n  legend: {a: pawn of 1 as Al}\n  at: {Al: Z9}\n  then: [Al is placed]\n", "Z9"),
    ("  map: field\n  at: {pawn of 1 as Al: C2}\n  then: [Al is placed]\n", "C2"),
    (BOARD + "  spots: {Home: Z9}\n  do: go(Al, Home)\n  then: [Al is placed]\n", "Z9"),
    (BOARD + "  do: go(Al, Z9)\n  then: [Al is placed]\n", "Z9"),
    (BOARD + "  do: go(Al, A2)\n  then: [Al.place is not Z9]\n", "Z9"),
    (BOARD + "  with: {Al: {home: Z9}}\n  then: [Al is placed]\n", "Z9"),
    (BOARD + "  statuses: {Al: marked(Z9)}\n  then: [Al is placed]\n", "Z9"),
    (BOARD + "  during: ['go(Al, Z9)']\n  then: [Al is placed]\n", "Z9"),
    (BOARD + "  do: ask(Al)\n  answers: [Z9]\n", "Z9"),
    (BOARD + "  do: ask(Al)\n  answers: [{choose: A2, not_offered: [Z9]}]\n", "Z9"),
    (BOARD + "  do: ask(Al)\n  answers: [{choose: A2, offered: [A1, Z9]}]\n", "Z9"),
    (BOARD + "  do: go(Al, A2)\n  not_happened: [go where goal is Z9]\n", "Z9"),
    (BOARD + "  do: go(Al, A2)\n  exactly: {go where goal is Z9: 0}\n", "Z9"),
    (BOARD + "  do: go(Al, A2)\n  refused: {'go(Al, Z9)': []}\n", "Z9"),
    (BOARD + "  do: go(Al, A2)\n  stands: {Al: Z9}\n", "Z9"),
    (BOARD + "  steps:\n    - do: go(Al, A2)\n    - do: go(Al, Z9)\n      then: [Al is placed]\n", "Z9"),
])  # fmt: skip
def test_a_place_off_the_board_is_told_where_it_stands(pack_folder: Write, test: str, where: str) -> None:
    assert told(pack_folder, test) == [f"RW551 {where}: the board of this test has no cell {where} -- {PLACES}"]


@pytest.mark.parametrize(("test", "message"), [
    (DRAWN + "  do: go(Al, C1)\n  then: [Al is placed]\n",
     "C1: the board of this test has no cell C1 -- it has places from A1 to D2, with gaps between them"),
    (DRAWN + "  do: go(Al, A1_1)\n  then: [Al is placed]\n",
     "A1_1: the board of this test has no cell A1_1 -- boards of this pack have no storeys above the ground"),
    ("  at: {pawn of 1 as Al: A1}\n  then: [Al is placed]\n",
     "A1: there is no board, so there is no cell A1 -- draw it under `map`, or name a map of the pack there"),
    (BOARD + "  then: [Al is placed]\n  position: |\n    ....\n    ....\n",
     "....: this position is drawn 4 by 2 places, but the board is 3 by 2 -- draw the whole board"),
    ("  map: field\n  at: {door as Gate: A1|C1}\n  then: [Gate is placed]\n",
     "A1|C1: the board of this test has no edge A1|C1 -- A1 and C1 are not adjacent"),
    ("  map: field\n  at: {door as Gate: B1|A1}\n  then: [Gate is placed]\n",
     "B1|A1: the board of this test has no edge B1|A1 -- write `A1|B1`: the lower place first"),
    ("  map: field\n  at: {door as Gate: A1|Z9}\n  then: [Gate is placed]\n",
     f"A1|Z9: the board of this test has no edge A1|Z9 -- {PLACES}"),
    ("  map: field\n  at: {door as Gate: A1|east}\n  then: [Gate is placed]\n",
     "A1|east: the board of this test has no edge A1|east -- name both places: there is a place east of A1"),
    ("  map: field\n  at: {door as Gate: A1|left}\n  then: [Gate is placed]\n",
     "A1|left: the board of this test has no edge A1|left -- name an edge by two places, such as A1|B1, "
     "or at the border by a place and a direction, such as A1|west"),
    ("  map: field\n  at: {door as Gate: A1}\n  then: [Gate is placed]\n",
     "A1: a gate must be on an edge, but A1 is a cell -- name an edge, such as A1|B1, or A1|west at the border"),
    ("  map: field\n  at: {pawn of 1 as Al: A1|B1}\n  then: [Al is placed]\n",
     "A1|B1: a unit must be on a place, but A1|B1 is an edge -- name a cell, such as A1"),
    ("  map: field\n  at: {ace as Ace: A1}\n  then: [Ace is in_play]\n",
     "A1: a card cannot be placed on the board -- put it into a zone, or write `placed: yes` in kind 'card'"),
])  # fmt: skip
def test_what_is_wrong_with_a_place_is_told(pack_folder: Write, test: str, message: str) -> None:
    assert told(pack_folder, test) == [f"RW551 {message}"]


@pytest.mark.parametrize(("levels", "there"), [
    (2, "there is one storey above the ground: A1_1"), (3, "storeys above the ground are A1_1 to A1_2"),
])  # fmt: skip
def test_a_place_of_a_storey_that_boards_have_not(pack_folder: Write, levels: int, there: str) -> None:
    test = BOARD + "  do: go(Al, A1_9)\n  then: [A1_1 is not A1]\n"
    message = f"the board of this test has no cell A1_9 -- {there}"
    assert told(pack_folder, test, f"levels: {levels}\n") == [f"RW551 A1_9: {message}"]


@pytest.mark.parametrize("test", [
    BOARD + "  do: begin()\n  then: [Z9 is A1]\n",  # it lays a board, whichever that is
    BOARD + "  do: lay(field)\n  then: [Z9 is A1]\n",
    BOARD + "  steps:\n    - do: rebuild()\n    - do: go(Al, Z9)\n      then: [Al is placed]\n",
    BOARD + "  during: [begin()]\n  do: conclude begin\n  then: [Z9 is A1]\n",
    BOARD + "  spots: {Home: A2}\n  do: go(Al, Home)\n  stands: {Al: A2}\n",
    BOARD + "  do: pick(player_1)\n  answers: [{choose: Pawn B9, offered: [Al]}]\n",  # what people call it
    "  map: field\n  at: {door as Gate: A1|west}\n  then: [Gate is placed]\n",
    "  map: field\n  at: {door as Gate: A1|A2}\n  then: [Gate is placed]\n",
])  # fmt: skip
def test_what_may_be_right_is_not_told(pack_folder: Write, test: str) -> None:
    assert told(pack_folder, test) == []


def test_tests_that_are_run_say_the_same(pack_folder: Write) -> None:
    test = "test of a place:\n" + BOARD + "  do: go(Al, Z9)\n  then: [Al is placed]\ntest of none:\n  then: [1 is 1]\n"
    folder = pack_folder({"pack.yaml": "pack: sample\nboard: square\n", "game.yaml": GAME, "tests/off.yaml": test})
    suite = load_suite(folder)
    assert [[one.code for one in case.found] for case in suite.cases] == [["RW551"], []]
    assert [result.passed for result in suite.run()] == [False, True]
