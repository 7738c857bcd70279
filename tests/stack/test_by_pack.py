"""The tests of a game with a pack put upon it: which come out otherwise, by pack and by rule, and which must."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright_tools import cli

TESTS = """
test a wolf has sixty-five:
  rules: [WOLF-1]
  map: |
    w.
  legend: {w: wolf of 1 as Wolf}
  then: [Wolf.max_hp is 65]
test a ghost has twenty:
  map: |
    g.
  legend: {g: ghost of 1 as Ghost}
  then: [Ghost.max_hp is 20]
"""


def written(packs: Packs, manifest: str = "", change: str = "raise: {max_hp: 5}") -> Path:
    folder = packs(mod=(NEEDS + manifest, f"change creature wolf:\n  {change}\n"))
    for name in ("base", "mod"):
        (folder / name / "tests").mkdir(exist_ok=True)
    (folder / "base" / "rulebook.yaml").write_text("rules: {WOLF-1: Wolves have lives.}\n")
    (folder / "base" / "tests" / "creatures.yaml").write_text(TESTS)
    own = TESTS.partition("test a ghost")[0].replace("65", "70").replace("sixty-five", "seventy")
    (folder / "mod" / "tests" / "own.yaml").write_text(own)
    return folder


def run(capsys: pytest.CaptureFixture[str], *given: object) -> tuple[int, list[str]]:
    code = cli.run(["test", *map(str, given)])
    return code, capsys.readouterr().out.splitlines()


def test_the_tests_of_both_packs_are_counted_apart(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(packs)
    code, lines = run(capsys, folder / "base", "--with", folder / "mod")
    assert code == cli.CONTENT
    assert lines[-4:] == ["base: 2 tests: 1 pass, 1 fail", "mod: 1 test: 1 pass",
                          "rules cited by failing tests: WOLF-1 (1)", f"{folder}/base: 3 tests, 1 failed"]
    assert run(capsys, folder / "mod") == (cli.CLEAN, [f"{folder}/mod: 1 test, none failed"])
    assert run(capsys, folder / "mod" / "tests" / "own.yaml") == (cli.CLEAN, [f"{folder}/mod: 1 test, none failed"])


def test_a_test_that_fails_as_declared_is_no_failure_for_any_command(
    packs: Packs, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = written(packs, "breaks: {base: {a wolf has sixty-five: wolves live longer}}\n")
    given = [str(folder / "base"), "--with", str(folder / "mod")]
    report = tmp_path / "report.xml"
    code, lines = run(capsys, *given, "--junit", report, "--format", "json")
    assert code == cli.CLEAN
    results = [json.loads(line) for line in lines]
    assert [(one["passed"], one.get("declared", False)) for one in results] == [
        (False, True), (True, False), (True, False)
    ]  # fmt: skip
    assert 'tests="3" failures="0" errors="0" skipped="1"' in report.read_text()
    assert report.read_text().count('<skipped message="fails as a pack declares" />') == 1
    assert cli.run(["coverage", *given]) == cli.CLEAN
    assert capsys.readouterr().out.startswith(f"{folder}/base: 3 tests, none failed\n")
    assert cli.run(["mutate", *given, "--count", "2"]) == cli.CLEAN
    capsys.readouterr()
    written(packs)
    own = folder / "mod" / "tests" / "own.yaml"
    own.write_text(own.read_text().replace("70", "71"))
    assert cli.run(["mutate", *given, "--count", "2"]) == cli.CONTENT
    assert capsys.readouterr().err.splitlines() == [
        f"{folder}/base/tests/creatures.yaml:2: a wolf has sixty-five",
        f"{folder}/mod/tests/own.yaml:2: a wolf has seventy",
        f"{folder}/base: 2 tests failed; fix the tests first",
    ]  # fmt: skip


def test_a_test_that_a_pack_breaks_must_fail(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    breaks = "breaks: {base: {a wolf has sixty-five: wolves live longer}}\n"
    folder = written(packs, breaks)
    code, lines = run(capsys, folder / "base", "--with", folder / "mod")
    assert code == cli.CLEAN
    assert lines[0] == "base: 2 tests: 1 pass, 1 fail as declared"
    (folder / "mod" / "tests" / "own.yaml").unlink()
    written(packs, breaks, "set: {bold: true}")
    (folder / "mod" / "tests" / "own.yaml").unlink()
    code, lines = run(capsys, folder / "base", "--with", folder / "mod")
    assert code == cli.CONTENT
    assert lines[-2].endswith("'a wolf has sixty-five' of 'base' passes, but 'mod' says that it breaks it")
