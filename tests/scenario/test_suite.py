"""Content tests of a small pack: all that a test can say, every way to fail, every mistake in a test.

The messages are compared whole with the texts beside the sample; `--accept` writes them again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.check import model as m
from rulewright.check import validate
from rulewright.check.text import World
from rulewright.compile import link
from rulewright.compile.plan import Plan, plan
from rulewright.diagnostics import Diagnostics
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

    def generate(planned: Plan, explains: bool) -> Program:
        made.append("own" if "ghost" in planned.pack.kinds else "pack")
        return right(planned, explains=explains)

    monkeypatch.setattr("rulewright.scenario.suite.generate", generate)
    plain = "test of nothing much:\n  then: [1 is 1]\n"
    suite = load_suite(sample(plain=plain, haunted="kind ghost: {is: pawn}\ntest of ghosts:\n  then: [1 is 1]\n"))
    assert not made
    for which in ("nothing much", "nothing much"):
        assert [result.passed for result in suite.run(which)] == [True]
        assert made == ["pack"]
    assert [result.passed for result in suite.run("of ghosts")] == [True]
    assert made == ["pack", "own"]


def test_what_is_kept_is_planned_no_more(sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that is gone by the time it is played is planned then."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("rulewright.scenario.suite._WORTH", 1)
    made: list[str] = []

    def planned(pack: m.PackDef, out: Diagnostics, digest: str, verify: bool) -> Plan | None:
        made.append("own" if "ghost" in pack.kinds else "pack")
        return plan(pack, out, digest, verify=verify)

    monkeypatch.setattr("rulewright.scenario.suite.plan", planned)
    folder = sample(
        plain="test of nothing much:\n  then: [1 is 1]\n",
        haunted="kind ghost: {is: pawn}\ntest of ghosts:\n  then: [1 is 1]\n",
    )
    for expected in ["own", "pack"], []:
        made.clear()
        suite = load_suite(folder)
        assert made == expected
        assert [result.passed for result in suite.run()] == [True, True]
        assert made == expected
    suite = load_suite(folder)
    for file in (tmp_path / "cache").glob("*.tested"):
        file.unlink()
    assert made == []
    assert [result.passed for result in suite.run()] == [True, True]
    assert sorted(made) == ["own", "pack"]


def test_own_definitions_are_looked_through_for_errors_alone(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is doubtful in the pack is told of the pack itself, and of a file's own things it is of no use."""
    asked: list[bool] = []
    right = validate.validate

    def counted(world: World, doubts: bool = True) -> None:
        asked.append(doubts)
        right(world, doubts)

    monkeypatch.setattr(sys.modules["rulewright.check.check"], "validate", counted)
    suite = load_suite(sample(own="kind ghost: {is: pawn}\ntest of it:\n  then: [1 is 1]\n"))
    assert asked == [True, False]
    assert [one.code for one in suite.mistakes] == []
    assert [result.passed for result in suite.run()] == [True]
