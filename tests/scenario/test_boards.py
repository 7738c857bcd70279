"""Tests in which another board is laid, and pieces that would belong to nobody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
kind card: {}
card bear: {}
zone hand: {holds: card}
kind man: {placed: yes}
man pawn: {}
kind match: {state: {spot: cell or none}}
map big:
  rows: |
    .....
    .....
map tiny:
  rows: |
    ..
event game: lay(big)
event shrink: lay(tiny)
event keep(cell c): set match.spot = c
"""


def told(pack_folder: Write, test: str) -> list[str]:
    folder = pack_folder({"pack.yaml": "pack: boards\nstart: game\nboard: square\n", "game.yaml": GAME,
                          "tests/a.yaml": f"test it:\n{test}"})  # fmt: skip
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    [result] = suite.run()
    return [one.message for one in result.differences] + [f"{one.code} {one.message}" for one in result.case.found]


def test_a_place_that_is_gone_when_the_test_is_over(pack_folder: Write) -> None:
    test = "  map: big\n  do: shrink()\n  then: [match.spot is E2]\n"
    assert told(pack_folder, test) == ["this cannot be evaluated: match.spot is E2"]


def test_a_place_that_is_handed_on_after_its_board(pack_folder: Write) -> None:
    test = "  map: big\n  do: |\n    shrink()\n    keep(E2)\n  then: [match.spot is none]\n"
    assert told(pack_folder, test) == ["RW541 'E2' belongs to a board that another one has replaced"]


def test_a_piece_of_an_owned_kind_that_belongs_to_nobody(pack_folder: Write) -> None:
    test = "  zones: {hand: [bear as B]}\n  then: [B in hand]\n"
    assert told(pack_folder, test) == ["RW525 the owner of this card is missing"]


def test_where_a_thing_stands_on_a_board_that_is_gone(pack_folder: Write) -> None:
    test = "  map: big\n  at: {pawn of 1 as One: A1}\n  do: shrink()\n  stands: {One: E2}\n"
    assert told(pack_folder, test) == ["the board has no cell E2"]
