"""The tests of a game with a pack put upon it: which come out otherwise, by pack and by rule, and which must."""

from __future__ import annotations

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
