"""A test says exactly what stands where, whose it is, and what is in a set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
enum colour: [red, blue]
kind piece:
  placed: yes
  state: {ground: set of cell, colours: set of colour, order: list of colour}
piece rat: {}
kind coin: {owned: no}
coin cent: {}
zone heap: {}
zone hand(player owner): {}
event game: {}
event gather(piece who, cell where_to): put who at where_to
event paint(piece who): set who.order = sorted(c in who.colours with most (if c is red then 1 else 0))
"""
PACK = {"pack.yaml": "pack: exact\nstart: game\nboard: square\n", "game.yaml": GAME}


def failed(write: Write, tests: str) -> list[tuple[str, list[str]]]:
    suite = load_suite(write({**PACK, "tests/exact.yaml": tests}))
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    assert not any(one.case.found for one in suite.tests), [one.case.found for one in suite.tests]
    return [(one.case.name, [problem.message for problem in one.differences]) for one in suite.run()]


def test_a_further_piece_in_a_drawn_cell_is_told(pack_folder: Write) -> None:
    tests = """
test alone:
  map: |
    a.b
  legend: {a: rat of 1 as Ann, b: rat of 2 as Bob}
  do: finish
  position: |
    a.b
test together:
  map: |
    a.b
  legend: {a: rat of 1 as Ann, b: rat of 2 as Bob}
  do: gather(Bob, A1)
  position: |
    a..
"""
    (_, fine), (_, wrong) = failed(pack_folder, tests)
    assert fine == []
    assert [line for line in wrong if "A1" in line]


def test_sets_are_given_as_lists(pack_folder: Write) -> None:
    tests = """
test sets:
  map: |
    a..
  legend: {a: rat of 1 as Ann}
  with: {Ann: {ground: [B1, C1], colours: [blue, red], order: []}}
  do: paint(Ann)
  then: [size(Ann.ground) is 2, B1 in Ann.ground, size(Ann.colours) is 2, first(Ann.order) is red]
test one, and none:
  map: |
    a..
  legend: {a: rat of 1 as Ann}
  with: {Ann: {ground: [B1], colours: []}}
  do: finish
  then: [size(Ann.ground) is 1, is_empty(Ann.colours)]
"""
    assert failed(pack_folder, tests) == [("sets", []), ("one, and none", [])]


def test_whose_an_entity_is_has_to_be_said(pack_folder: Write) -> None:
    tests = """
test owned:
  map: |
    a..
  legend: {a: rat as Ann}
  zones: {heap: [rat as Bob, cent as Cent, rat of 2 as Cid], hand of 1: [rat as Dot]}
  do: finish
"""
    suite = load_suite(pack_folder({**PACK, "tests/exact.yaml": tests}))
    found = [one for test in suite.tests for one in test.case.found]
    assert [(one.code, " ".join(one.span.text.split()), one.hint) for one in found] == [
        ("RW525", "rat as Ann", "write `rat of 1 as Ann`, or `owned: no` in the kind"),
        ("RW525", "rat as Bob", "write `rat of 1 as Bob`, or `owned: no` in the kind"),
    ]
