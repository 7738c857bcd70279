"""Set-ups, steps, what is running when a test begins, what is passed and counted: the oracle comes to the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.oracle.positions import replay

from rulewright.scenario.checked import check_with_tests
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright_tools.show import text

STORED = Path(__file__).parent / "sample"

Sample = Callable[..., Path]
Expect = Callable[[Path, str], None]


def test_everything_that_steps_can_say(sample: Sample) -> None:
    suite = load_suite(sample("steps"))
    assert text.render([*suite.diagnostics.errors, *suite.mistakes]) == ""
    results = list(suite.run())
    assert "\n".join(message(one) for one in results if not one.passed) == ""
    assert len(results) == 11


def test_the_oracle_takes_the_same_steps(sample: Sample) -> None:
    suite = load_suite(sample("steps"))
    for traced in (False, True):
        reports = [replay(suite, test, traced=traced) for test in suite.tests]
        assert [one.difference for one in reports] == [None] * len(reports)
        assert [one.stopped for one in reports] == [""] * len(reports)


def test_every_way_in_which_steps_fail(sample: Sample, expect: Expect) -> None:
    suite = load_suite(sample("missteps"))
    results = list(suite.run())
    assert [one.case.name for one in results if one.passed] == []
    expect(STORED / "missteps.txt", "\n\n".join(message(one, "sample") for one in results) + "\n")


def test_mistakes_in_steps_and_set_ups(sample: Sample, expect: Expect) -> None:
    suite = load_suite(sample("misread"))
    found = [*suite.mistakes, *(one for case in suite.cases for one in case.found)]
    expect(STORED / "misread.txt", text.render(found, base="sample"))
    # Where templates run in a circle the circle is told and opened: what stands in the test itself is played.
    assert [result.case.name for result in suite.run() if result.passed] == ["of a circle"]


def test_a_mistake_in_a_set_up_is_told_once(sample: Sample) -> None:
    tests = "setup two:\n  seats: 2\n  with: {nobody: {hp: 1}}\n" + "".join(
        f"test {name}:\n  extends: two\n  then: [{claim}]\n" for name, claim in (("a", "1 is 1"), ("b", "nought is 1"))
    )
    found = check_with_tests(sample(wrong=tests)).diagnostics.errors
    assert [(one.code, one.span.first.line) for one in found] == [("RW450", 3)]
    assert [result.passed for result in load_suite(sample(wrong=tests)).run()] == [False, False]


def test_definitions_of_a_file_are_there_for_its_tests_alone(sample: Sample) -> None:
    folder = sample("own", "passing", other="test no ghosts here:\n  zones: {hand of 1: [wisp]}\n  then: [1 is 1]\n")
    suite = load_suite(folder)
    assert [*suite.mistakes] == []
    results = {one.case.name: one for one in suite.run()}
    assert [name for name, one in results.items() if not one.passed] == ["no ghosts here"]
    assert suite.linked is not None
    assert "wisp" not in [one.id for one in suite.linked.program.sheets]
    own = [test for test in suite.tests if test.case.file == "tests/own.yaml"]
    assert [replay(suite, test, traced=True).difference for test in own] == [None, None]
    found = check_with_tests(folder)
    assert [(one.code, one.span.source.name) for one in found.diagnostics.errors] == [("RW452", "tests/other.yaml")]
    assert found.tests == len(results)


def test_mistakes_in_definitions_of_a_file_are_told_at_their_places(sample: Sample) -> None:
    tests = """test one:
  then: [1 is 1]
pawn red: {strength: 2, main: none}
pawn ghoul: {strength: 2, main: none, hieght: 3}
test three:
  zones: {hand of 1: [ghoul]}
  then: [1 is 1]
"""
    folder = sample(own=tests)
    found = check_with_tests(folder).diagnostics.errors
    assert [(one.code, str(one.span.first)) for one in found] == [
        ("RW210", "3:1"), ("RW205", "4:39")
    ]  # fmt: skip
    suite = load_suite(folder)
    assert {one.code for one in suite.mistakes.errors} == {"RW210", "RW205"}
    assert suite.tests == []
