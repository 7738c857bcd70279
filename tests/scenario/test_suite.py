"""Content tests of a small pack: all that a test can say, every way to fail, every mistake in a test.

The messages are compared whole with the texts beside the sample; `--accept` writes them again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.compile import link
from rulewright.compile.plan import Plan
from rulewright.program import Program
from rulewright.scenario.report import message
from rulewright.scenario.run import Result
from rulewright.scenario.suite import load_suite
from rulewright_tools.show import text

STORED = Path(__file__).parent / "sample"

Sample = Callable[..., Path]
Expect = Callable[[Path, str], None]


def results(folder: Path, which: str = "") -> dict[str, Result]:
    """The results by the names of the tests."""
    suite = load_suite(folder)
    assert text.render(suite.diagnostics.errors) == ""
    return {result.case.name: result for result in suite.run(which)}


def test_everything_that_a_test_can_say(sample: Sample) -> None:
    found = results(sample("passing"))
    assert "\n".join(message(one) for one in found.values() if not one.passed) == ""
    assert len(found) == 10


def test_every_way_to_fail_has_its_message(sample: Sample, expect: Expect) -> None:
    found = results(sample("failing"))
    assert [name for name, one in found.items() if one.passed] == []
    expect(STORED / "failing.txt", "\n\n".join(message(one, "sample") for one in found.values()) + "\n")


def test_mistakes_in_tests_are_told_at_their_places(sample: Sample, expect: Expect) -> None:
    suite = load_suite(sample("mistaken"))
    found = [*suite.mistakes.errors, *(one for case in suite.cases for one in case.found)]
    expect(STORED / "mistaken.txt", text.render(found, base="sample"))
    good = {result.case.name for result in suite.run() if result.passed}
    assert good == {"of two"}


def test_a_mistake_in_one_file_leaves_the_others(sample: Sample) -> None:
    suite = load_suite(sample(torn="- a list\n", good="test of nothing much:\n  then: [1 is 1]\n"))
    assert [one.code for one in suite.mistakes.errors] == ["RW202"]
    assert [result.passed for result in suite.run()] == [True]


def test_a_pack_with_errors_runs_no_test(sample: Sample) -> None:
    folder = sample("passing")
    (folder / "more.yaml").write_text("event lost: |\n  nothing_known()\n", encoding="utf-8")
    suite = load_suite(folder)
    assert suite.linked is None
    assert [one.code for one in suite.diagnostics.errors] == ["RW451"]


def test_tests_leave_the_numbers_of_the_pack_alone(sample: Sample) -> None:
    with_tests, without = load_suite(sample("passing")), load_suite(sample())
    assert with_tests.linked is not None
    assert without.linked is not None
    many, few = with_tests.linked.program, without.linked.program
    assert [one.id for one in many.events[: len(few.events)]] == [one.id for one in few.events]
    assert len(many.events) > len(few.events)
    assert (many.digest, many.start, many.columns, many.sheets) == (few.digest, few.start, few.columns, few.sheets)


@pytest.mark.parametrize("which", ["passing", "faces by name", "nothing of that name"])
def test_some_tests_can_be_picked(sample: Sample, which: str) -> None:
    expected = {"passing": 10, "faces by name": 1, "nothing of that name": 0}
    assert len(results(sample("passing"), which)) == expected[which]


def test_code_is_generated_for_what_is_played(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with definitions of its own is a pack of its own, and to generate one takes longer than all else."""
    made: list[str] = []
    right = link.generate

    def generate(planned: Plan) -> Program:
        made.append("own" if "ghost" in planned.pack.kinds else "pack")
        return right(planned)

    monkeypatch.setattr("rulewright.scenario.suite.generate", generate)
    plain = "test of nothing much:\n  then: [1 is 1]\n"
    suite = load_suite(sample(plain=plain, haunted="kind ghost: {is: pawn}\ntest of ghosts:\n  then: [1 is 1]\n"))
    assert not made
    for which in ("nothing much", "nothing much"):
        assert [result.passed for result in suite.run(which)] == [True]
        assert made == ["pack"]
    assert [result.passed for result in suite.run("of ghosts")] == [True]
    assert made == ["pack", "own"]
