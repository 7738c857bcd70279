"""A field of a test that is left empty is told as such, and not as a name that nothing has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.mark.parametrize("left", ["refused:", "refused: ''", "refused: [hit, '']"])
def test_nobody_is_refused_by_no_name(pack_folder: Write, left: str) -> None:
    test = f"test a hit:\n  do: hit(player_1)\n  then: [1 is 1]\n  {left}\n"
    game = "event hit(player who): {}\n"
    folder = pack_folder({"pack.yaml": "pack: sample\n", "game.yaml": game, "tests/one.yaml": test})
    found = [(one.code, one.span.text, one.message, one.hint) for one in check_with_tests(folder).diagnostics]
    assert found == [("RW209", "refused", "expected the refused event",
                      "write its name, or `refused: {}` if none was refused")]  # fmt: skip


def test_a_legend_that_cannot_be_read_is_told_once(pack_folder: Write) -> None:
    test = ("test a unit:\n  map: |\n    ab\n  legend: [[a]]\n  with: {Al: {hp: 1}, Bo: {hp: 2}}\n  at: {Al: A1}\n"
            "  statuses: {Al: held}\n  do: hit(Al)\n  then: [Al.hp is 1]\n")  # fmt: skip
    game = ("kind unit: {placed: yes, state: {hp: number}}\nunit pawn: {}\nstatus held: {of: unit}\n"
            "event hit(unit who): set who.hp = who.hp + 1\n")  # fmt: skip
    files = {"pack.yaml": "pack: sample\nboard: square\n", "game.yaml": game}
    found = check_with_tests(pack_folder({**files, "tests/one.yaml": test})).diagnostics
    assert [one.code for one in found if one.span.source.name == "tests/one.yaml"] == ["RW207"]


def test_what_stands_before_the_steps_is_said_of_a_step(pack_folder: Write) -> None:
    test = "test a hit:\n  steps:\n    - {do: hit(player_1), dice: {d6: [1]}, then: [1 is 1]}\n"
    game = "event hit(player who): {}\n"
    folder = pack_folder({"pack.yaml": "pack: sample\n", "game.yaml": game, "tests/one.yaml": test})
    found = [(one.code, one.message, one.hint) for one in check_with_tests(folder).diagnostics]
    assert found == [("RW205", "a step has no field 'dice'",
                      "write 'dice' in the test itself, next to 'steps': it applies to all of them")]  # fmt: skip


def test_a_test_does_not_extend_a_test(pack_folder: Write) -> None:
    test = "test one: {then: [1 is 1]}\ntest two: {extends: one, then: [2 is 2]}\n"
    folder = pack_folder({"pack.yaml": "pack: sample\n", "game.yaml": "", "tests/one.yaml": test})
    found = [(one.code, one.message, one.hint) for one in check_with_tests(folder).diagnostics]
    assert found == [
        ("RW211", "no setup is called 'one'",
         "move the shared beginning into a `setup`: a test can only extend a set-up")]  # fmt: skip


def test_a_setup_cites_no_rule(pack_folder: Write) -> None:
    """No test takes it from there, so it would count for nothing."""
    test = "setup two: {seats: 2, rules: [A-1]}\ntest one: {extends: two, then: [1 is 1]}\n"
    files = {"pack.yaml": "pack: sample\n", "game.yaml": "", "rulebook.yaml": "rules: {A-1: All is well.}\n"}
    found = check_with_tests(pack_folder({**files, "tests/one.yaml": test})).diagnostics
    assert [(one.code, one.message, one.hint) for one in found if one.span.source.name == "tests/one.yaml"] == [
        ("RW205", "a set-up has no field 'rules'", "write 'rules' in each test that shows the rules")
    ]
