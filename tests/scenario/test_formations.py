"""Content tests answer with formations, and say which are refused; what they write wrongly is told with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.test_formations import text

from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MORE = """
event fall_in(formation f):
  legal: {room: "supposing(models at f, disjoint(models))"}
  do: put models at f
"""
CASE = """\
test all fall in:
  map: field
  at: {man of 1 as One: PLACE, man of 1 as Two: OTHER}
  do: |
    offer player_1:
      fall_in(f) for f in formations(models)
  answers:
    - ANSWER
"""


def played(pack_folder: Write, board: str, answer: str) -> list[str]:
    place, other = {"square": ("A1", "B1"), "plane": ("2x2", "4x2")}[board]
    case = CASE.replace("PLACE", place).replace("OTHER", other).replace("ANSWER", answer)
    source = text(board)
    source["game.yaml"] = str(source["game.yaml"]) + MORE
    suite = load_suite(pack_folder({**source, "tests/one.yaml": case}))
    wrong = [one.message for one in [*suite.diagnostics.errors, *suite.mistakes]]
    return wrong + [message(one) for one in suite.run() if not wrong and not one.passed]


@pytest.mark.parametrize(("board", "answer"), [
    ("square", "{choose: fall_in, at: {One: C3, Two: D3}}"),
    ("square", "{choose: fall_in, refused: {One: C3, Two: C3}, because: room, at: {Two: A6, One: H1}}"),
    ("square", "{refused: [{One: C3, Two: C3}, {One: D3, Two: D3}], because: [room]}"),
    ("plane", "{choose: fall_in, at: {One: 3x3, Two: 4x3@90}}"),
    ("plane", "{refused: {One: 3x3, Two: 3.999x3}, because: room}"),
])
def test_formations_are_answered_and_refused(pack_folder: Write, board: str, answer: str) -> None:
    if "choose" not in answer:
        there = {"square": "One: A2, Two: C5", "plane": "One: 3x3, Two: 6x3"}[board]
        answer += f"\n    - {{choose: fall_in, at: {{{there}}}}}"
    assert played(pack_folder, board, answer) == []


@pytest.mark.parametrize(("board", "place"), [("square", "C3"), ("plane", "3x3")])
def test_one_place_is_that_of_a_formation_of_one_thing(pack_folder: Write, board: str, place: str) -> None:
    """What is created during a test has no name there."""
    case = CASE.replace(", man of 1 as Two: OTHER", "").replace("PLACE", {"square": "A1", "plane": "2x2"}[board])
    source = text(board)
    source["game.yaml"] = str(source["game.yaml"]) + MORE
    case = case.replace("ANSWER", f"{{choose: fall_in, at: {place}}}")
    suite = load_suite(pack_folder({**source, "tests/one.yaml": case + f"  stands: {{One: {place}}}\n"}))
    assert not [*suite.diagnostics.errors, *suite.mistakes]
    assert [message(one) for one in suite.run() if not one.passed] == []


SOME_GO = """
event fall_in(formation f):
  legal:
    far: >-
      every m in models has
      (let q = place_in(f, m) then q is not none and m.place is not none and
      (q is m.place or (q in north and m.place within 1.5 inches of north)))
    goes: some m in models where place_in(f, m) is not m.place
  do: put models at f
"""


def test_whoever_cannot_go_may_stay(pack_folder: Write) -> None:
    """No search by boxes finds the one spot on which a thing stands."""
    source = text("plane")
    source["game.yaml"] = str(source["game.yaml"]) + SOME_GO
    case = CASE.replace("PLACE", "2x10").replace("OTHER", "7x5")
    case = case.replace("ANSWER", "{choose: fall_in, at: {One: 2x10, Two: 7x3}}")
    suite = load_suite(pack_folder({**source, "tests/one.yaml": case}))
    assert not [*suite.diagnostics.errors, *suite.mistakes]
    assert [message(one) for one in suite.run() if not one.passed] == []


@pytest.mark.parametrize(("board", "answer", "told"), [
    ("square", "{choose: fall_in, at: {One: C3}}", "expected a place for each of One, Two, and no other"),
    ("square", "{choose: fall_in, at: C3}", "expected a place for each of One, Two, and no other"),
    ("square", "{choose: fall_in, at: {One: C3, Two: C3}}", "Man 1 C3, Man 2 C3 is no answer: room: "),
    ("square", "{choose: fall_in, at: {One: C3, Three: D3}}", "'Three' is not a thing of this test"),
    ("square", "{choose: fall_in, at: {One: C3, Two: there}}", "'there' is not a place"),
    ("square", "{choose: fall_in, at: {One: C3, Two: Z99}}", "the board of this test has no cell Z99"),
    ("square", "{choose: fall_in, at: {One: C3, Two: [D3, D4]}}", "'at' must be a place"),
    ("square", "{choose: fall_in, at: [C3, D3]}", "'at' must be"),
    ("square", "{refused: {One: C3, Two: D3}, choose: fall_in, at: {One: C3, Two: D3}}", "Two D3 is not refused"),
    ("square", "{refused: {One: C3, Two: C3}, because: far, choose: fall_in, at: {One: C3, Two: D3}}",
     "has no condition 'far'"),
    ("plane", "{choose: fall_in, at: {One: 2x2, Two: 2.5x2}}", "room: "),
])
def test_what_is_wrong_is_told(pack_folder: Write, board: str, answer: str, told: str) -> None:
    found = played(pack_folder, board, answer)
    assert len(found) == 1 and told in found[0]


def test_a_test_without_things_is_told_where_they_stand(pack_folder: Write) -> None:
    source = {"pack.yaml": "pack: p\nboard: plane\n", "game.yaml": "map field: {table: 9x9}\n", "tests/t.yaml":
              "test none:\n  map: field\n  answers: [{choose: x, at: {One: 2x2}}]\n"}  # fmt: skip
    hints = [one.hint for one in check_with_tests(pack_folder(source)).diagnostics if one.code == "RW209"]
    assert hints == ["declare it under `at` or `legend`"]


def test_a_formation_of_nothing_reads_as_such(pack_folder: Write) -> None:
    source = text("plane")
    source["game.yaml"] = str(source["game.yaml"]) + MORE
    case = "test it:\n  map: field\n  do: |\n    let f = choose one f in formations(models) by player_1\n"
    case += "    fall_in(f)\n  answers: [{choose: nothing, offered_only: [nothing]}]\n  happened: [fall_in]\n"
    suite = load_suite(pack_folder({**source, "tests/one.yaml": case}))
    assert not [*suite.diagnostics.errors, *suite.mistakes]
    assert [message(one) for one in suite.run() if not one.passed] == []
