"""What the tests of a pack show: rules, readings, definitions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics
from rulewright.pack.rulebook import read_rulebook
from rulewright.scenario.coverage import Coverage, coverage_of
from rulewright.scenario.suite import load_suite

ONE = """
test a hit:
  rules: [R-1, Q-1]
  map: |
    ab
  legend: {a: red of 1 as Ann, b: blue of 2 as Bob}
  with: {match: {round: 1}}
  statuses: {Ann: [weary]}
  dice: {d6: [1]}
  do: hit(Ann, Bob)
  answers: [parry]
test a failure:
  rules: [R-3]
  then: [1 is 2]
"""


def coverage(folder: Path) -> Coverage:
    suite = load_suite(folder)
    assert suite.linked is not None
    return coverage_of(suite.linked.program, read_rulebook(folder, Diagnostics()), suite.run())


def test_rules_are_cited_and_shown(sample: Callable[..., Path]) -> None:
    found = coverage(sample(one=ONE))
    assert {rule.id: (rule.definitions, rule.tests) for rule in found.rules} == {
        "R-1": (("sheet 'red'", "event 'hit'"), ("a hit",)),
        "R-2": (("event 'hit'",), ()),
        "R-3": (("rule 'parry'",), ()),
        "R-4": ((), ()),
    }
    assert [rule.id for rule in found.not_cited] == ["R-4"]
    assert [rule.id for rule in found.not_shown] == ["R-2", "R-3"]
    assert (found.tests, found.failed) == (2, 1)


def test_readings_say_what_was_taken(sample: Callable[..., Path]) -> None:
    (reading,) = coverage(sample(one=ONE)).readings
    assert (reading.id, reading.taken, reading.setting, reading.options) == (
        "Q-1", "nothing", "lucky", ("nothing", "something"),
    )  # fmt: skip
    assert reading.tests == ("a hit",)


def test_definitions_that_no_test_used_are_listed(sample: Callable[..., Path]) -> None:
    found = {form.form: (form.count, form.unused) for form in coverage(sample(one=ONE)).forms}
    assert found["event"] == (
        11, ("harm", "fall", "walk", "toss", "draw", "bout", "rest", "spin", "game"),
    )  # fmt: skip
    assert found["status"] == (2, ("marked",))
    assert found["sheet"] == (4, ("luck", "doom"))
    assert found["reactions"] == (1, ())


def test_a_reading_is_shown_with_each_value_of_its_setting(sample: Callable[..., Path]) -> None:
    (reading,) = coverage(sample(one=ONE)).readings
    assert reading.by_option == {"false": ("a hit",), "true": ()}
    assert reading.not_shown == ["true"]
    lucky = "test luck:\n  rules: [Q-1]\n  settings: {lucky: true}\n  then: [setting.lucky]\n"
    found = coverage(sample(one=ONE, two=lucky))
    assert found.readings[0].by_option == {"false": ("a hit",), "true": ("luck",)}
    assert found.readings_not_shown == []


WHOLE = """
test a hit:
  rules: [R-1, R-2, R-3, Q-1]
  then: [1 is 1]
test luck:
  rules: [Q-1]
  settings: {lucky: true}
  then: [setting.lucky]
"""


def described(folder: Path, rule: str) -> Path:
    """The pack with a rule that merely describes."""
    book = folder / "rulebook.yaml"
    words = book.read_text(encoding="utf-8").splitlines()
    made = [
        f"  {rule}: {{statement: So it is., descriptive: no figure does it}}" if line.startswith(f"  {rule}:") else line
        for line in words
    ]
    book.write_text("\n".join(made) + "\n", encoding="utf-8")
    return folder


def test_what_only_describes_is_not_missing(sample: Callable[..., Path]) -> None:
    assert not coverage(sample(one=WHOLE)).whole
    found = coverage(described(sample(one=WHOLE), "R-4"))
    assert [(rule.id, rule.statement, rule.descriptive) for rule in found.descriptive] == [
        ("R-4", "So it is.", "no figure does it")
    ]
    assert found.whole


def test_what_is_cited_does_not_only_describe(sample: Callable[..., Path]) -> None:
    found = coverage(described(sample(one=WHOLE), "R-1"))
    assert [rule.id for rule in found.misdescribed] == ["R-1"]
    assert not found.whole


@pytest.mark.parametrize("lost", ["R-2", "Q-1]\n  settings", "1 is 1"])
def test_whatever_is_missing_is_found(lost: str, sample: Callable[..., Path]) -> None:
    test = WHOLE.replace(lost, {"R-2": "R-1", "1 is 1": "1 is 2"}.get(lost, "R-1]\n  settings"))
    assert not coverage(described(sample(one=test), "R-4")).whole


KEYWORDS = """
kind piece: {placed: yes, parts: {arms: arm}}
kind arm: {part_of: piece}
status swift: {of: piece}
status heavy: {of: arm}
status lost: {of: piece}
piece rider: {keywords: [swift], arms: {lance: {keywords: [heavy]}}}
event game: {}
"""


def test_what_sheets_and_their_parts_list_is_used_with_them(pack_folder: Callable[..., Path]) -> None:
    test = "test a rider:\n  map: |\n    a.\n  legend: {a: rider of 1 as Ann}\n  then: [Ann is swift]\n"
    folder = pack_folder({"all.yaml": KEYWORDS, "pack.yaml": "pack: riders\nlanguage: 2\nstart: game\nboard: square\n",
                          "tests/one.yaml": test})
    made = coverage(folder)
    found = {form.form: form.unused for form in made.forms}
    assert made.failed == 0
    assert (found["sheet"], found["status"]) == ((), ("lost",))


LOCAL = """
piece squire: {arms: {stick: {}}}
status bold: {of: piece}
rule glad: {after: hail where who is squire, do: hail_back(who)}
event hail_back(piece who): {}
test a squire:
  map: |
    a.
  legend: {a: squire of 1 as Ann}
  do: |
    give bold to Ann
    hail(Ann)
  happened: [hail_back]
test a page:
  do: let made = create page for player_1
  then: [size(pieces) is 1]
piece page: {arms: {stick: {}}}
"""


def test_what_a_file_of_tests_declares_is_no_definition_of_the_pack(pack_folder: Callable[..., Path]) -> None:
    folder = pack_folder({"all.yaml": KEYWORDS + "event hail(piece who): {}\n", "tests/one.yaml": LOCAL,
                          "pack.yaml": "pack: riders\nlanguage: 2\nstart: game\nboard: square\n"})
    found = coverage(folder)
    assert (found.tests, found.failed) == (2, 0)
    assert {form.form: (form.count, form.unused) for form in found.forms} == {
        "event": (2, ("game",)), "status": (3, ("swift", "heavy", "lost")), "sheet": (1, ("rider",)),
        "reactions": (0, ()),
    }  # fmt: skip


def test_what_no_test_sets_up_is_not_used(sample: Callable[..., Path]) -> None:
    """A sign that is not drawn, and a test with an error."""
    drawn = "test it:\n  map: |\n    a.\n  legend: {a: red of 1, b: blue of 2}\n  then: [1 is 1]\n"
    wrong = "test wrong:\n  zones: {hand of 1: [luck]}\n  then: [Zed]\n"
    found = {form.form: form.unused for form in coverage(sample(one=drawn + wrong)).forms}
    assert found["sheet"] == ("blue", "luck", "doom")
