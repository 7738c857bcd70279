"""`rulewright test`, `rulewright coverage` and the plugin for pytest, on a tiny pack."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from rulewright_tools import cli

GAME = "event toss(player who) gives number fell: |\n  set fell = roll d6\n"
TESTS = """\
test a toss:
  rules: [R-1]
  dice: {d6: [3]}
  do: toss(player_1)
  happened: [toss where fell is 3]
test another toss:
  rules: [R-2]
  dice: {d6: [3]}
  do: toss(player_1)
  happened: [toss where fell is 4]
"""
MESSAGE = """\
{folder}/tests/tosses.yaml:6: another toss
  line 10: this did not happen: toss where fell is 4
    found: toss who player 1, fell 3
  what happened:
    toss(player 1) -> fell 3
      d6: 3
"""
RULES = "rules:\n  R-1: One tosses.\n  R-2: One tosses again.\nreadings:\n  Q-1: {statement: Who, taken: anybody}\n"

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def folder(pack_folder: Write) -> Path:
    """The pack."""
    return pack_folder({"tosses.yaml": GAME, "tests/tosses.yaml": TESTS, "rulebook.yaml": RULES})


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    codes: list[int] = []
    runner = CliRunner()
    with runner.isolation() as streams:
        codes.append(cli.run(arguments))
        out, err = streams[0].getvalue().decode(), streams[1].getvalue().decode()
    return codes[0], out, err


def test_failures_are_told_and_counted(folder: Path) -> None:
    code, out, err = run("test", str(folder))
    assert out == f"{MESSAGE.format(folder=folder)}\n{folder}: 2 tests, 1 failed\n"
    assert (code, err) == (1, "")


def test_some_tests_are_run(folder: Path) -> None:
    code, out, _ = run("test", str(folder), "-k", "a toss")
    assert (code, out) == (0, f"{folder}: 1 of 2 tests, none failed\n")


def test_results_as_json(folder: Path) -> None:
    code, out, _ = run("test", str(folder), "--format", "json")
    first, second = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert first == {
        "test": "a toss", "file": f"{folder}/tests/tosses.yaml", "line": 1, "rules": ["R-1"], "passed": True,
        "problems": [], "message": "",
    }  # fmt: skip
    problem = {
        "line": 10,
        "message": "this did not happen: toss where fell is 4",
        "details": ["found: toss who player 1, fell 3"],
    }
    assert second["problems"] == [problem]
    assert second["message"] + "\n" == MESSAGE.format(folder=folder)


def test_a_pack_with_errors_is_refused(folder: Path) -> None:
    (folder / "more.yaml").write_text("event lost: |\n  nothing_known()\n", encoding="utf-8")
    code, out, err = run("test", str(folder))
    assert (code, out) == (1, "")
    assert "RW451" in err
    assert err.endswith(f"{folder}: 1 error; no test was run\n")


def test_a_file_that_is_no_file_of_tests_fails(folder: Path) -> None:
    (folder / "tests" / "torn.yaml").write_text("- a list\n", encoding="utf-8")
    code, out, err = run("test", str(folder), "-k", "a toss")
    assert (code, out) == (1, f"{folder}: 1 of 2 tests, none failed; 1 error in test files\n")
    assert "torn.yaml:1:1-9: error RW202" in err


TORN = "test torn:\n  dice: {d6: [3]}\n  do: toss(player_1)\n  then: [true, least(1, 2) is 1]\n"
TORN_SETUP = """\
setup low:
  with: {match: least(1, 2)}
test by a torn set-up:
  extends: low
  dice: {d6: [3]}
  do: toss(player_1)
  happened: [toss]
test beside it:
  dice: {d6: [3]}
  do: toss(player_1)
  happened: [toss]
"""


@pytest.mark.parametrize(("text", "name", "count"), [(TORN, "torn", 1), (TORN_SETUP, "by a torn set-up", 2)])
def test_a_test_that_a_comma_has_torn_fails(folder: Path, text: str, name: str, count: int) -> None:
    (folder / "tests" / "tosses.yaml").write_text(text, encoding="utf-8")
    code, out, err = run("test", str(folder))
    assert (code, err) == (1, "")
    assert f"{folder}/tests/tosses.yaml:{1 if count == 1 else 3}: {name}\n" in out
    assert out.count("RW112") == 1
    assert out.endswith(f"{folder}: {'1 test' if count == 1 else '2 tests'}, 1 failed\n")
    assert run("check", str(folder))[1].count("RW112") == 1


def test_pieces_of_a_torn_answer_are_told_once(folder: Path) -> None:
    """And what is wrong beside them still is."""
    answers = "[toss(player 1, 2), toss(player 2, 3), psas]"
    text = f"test torn:\n  do: toss(player_1)\n  answers: {answers}\n  happened: [toss]\n"
    (folder / "tests" / "tosses.yaml").write_text(text, encoding="utf-8")
    told = run("check", str(folder))[1]
    assert [told.count(code) for code in ("RW112", "RW450", "'psas'")] == [1, 1, 1]


def test_coverage_tells_what_is_wrong_with_a_file_of_tests(folder: Path) -> None:
    (folder / "tests" / "torn.yaml").write_text("- a list\n", encoding="utf-8")
    code, out, err = run("coverage", str(folder))
    assert code == 1
    assert out.endswith("\n1 error in test files\n")
    assert "torn.yaml:1:1-9: error RW202" in err


def test_coverage_as_a_table(folder: Path) -> None:
    code, out, _ = run("coverage", str(folder))
    assert code == 0
    assert out == f"""\
{folder}: 2 tests, 1 failed

rules: 2, cited by definitions 0, covered by tests 1
    neither cited nor covered (1): R-2
    covered by tests, but cited by no definition (1): R-1

readings: 1
  Q-1 (no test): Who
    taken: anybody

definitions used by tests:
  event: 1 of 1
  status: 0 of 0
  sheet: 0 of 0
  reactions: 0 of 0
"""


def test_a_strict_look_at_coverage_fails_while_something_is_missing(folder: Path) -> None:
    code, out, _ = run("coverage", str(folder), "--strict")
    assert code == 1
    assert out.endswith("""
missing:
  1 test fails
  1 rule is neither cited nor covered
  1 rule is covered but not cited
  1 reading is not covered in all its options
""")


def test_a_strict_look_at_coverage_where_nothing_is_missing(pack_folder: Write) -> None:
    game = "event toss(player who) gives number fell:\n  rules: [R-1]\n  do: |\n    set fell = roll d6\n"
    test = "test a toss:\n  rules: [R-1]\n  dice: {d6: [3]}\n  do: toss(player_1)\n  happened: [toss where fell is 3]\n"
    rules = "rules:\n  R-1: One tosses.\n  R-2: {statement: Dice are white., descriptive: it changes nothing}\n"
    folder = str(pack_folder({"tosses.yaml": game, "tests/tosses.yaml": test, "rulebook.yaml": rules}))
    code, out, _ = run("coverage", folder, "--strict", "--descriptive", "1")
    assert code == 0
    assert "rules: 2, cited by definitions 1, covered by tests 1, descriptive 1" in out
    assert "R-2 is descriptive: it changes nothing" in out
    assert out.endswith("\nnothing is missing\n")
    code, out, _ = run("coverage", folder, "--strict", "--descriptive", "0")
    assert code == 1
    assert out.endswith("\nmissing:\n  descriptive: 1 rule, and at most 0 may be\n")


def test_coverage_as_json(folder: Path) -> None:
    code, out, _ = run("coverage", str(folder), "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert [(rule["id"], rule["tests"]) for rule in found["rules"]] == [("R-1", ["a toss"]), ("R-2", [])]
    assert found["forms"][0] == {"form": "event", "count": 1, "unused": []}


def test_pytest_collects_them(folder: Path, root: Path) -> None:
    (folder / "tests" / "torn.yaml").write_text("- a list\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "rulewright_tools.pytest_plugin", "-p", "no:cacheprovider",
               "--continue-on-collection-errors", "-v", "--no-header", str(folder)]  # fmt: skip
    paths = os.pathsep.join(str(root / name) for name in ("interpreter", "tools"))
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 1, done.stderr
    assert "tests/tosses.yaml::a toss PASSED" in done.stdout
    assert "tests/tosses.yaml::another toss FAILED" in done.stdout
    assert "  line 10: this did not happen: toss where fell is 4" in lines
    assert "ERROR tests/torn.yaml" in done.stdout
    assert "Traceback" not in done.stdout
    assert lines[-1].strip("= ").startswith("1 failed, 1 passed, 1 error in ")


def test_the_tests_of_one_file(folder: Path) -> None:
    (folder / "tests" / "inner").mkdir()
    (folder / "tests" / "inner" / "more.yaml").write_text("test more:\n  then: [1 is 1]\n", encoding="utf-8")
    more = str(folder / "tests" / "inner" / "more.yaml")
    assert run("test", more) == (0, f"{folder}: 1 of 3 tests, none failed\n", "")
    code, out, _ = run("test", str(folder / "tests" / "tosses.yaml"), more)
    assert (code, out) == (1, MESSAGE.format(folder=folder) + f"\n{folder}: 3 tests, 1 failed\n")
    code, _, err = run("test", str(folder / "tosses.yaml"))
    assert code == 2
    assert "is a file: give the folder of a pack" in err


def test_results_as_build_servers_read_them(folder: Path) -> None:
    report = folder.parent / "report.xml"
    assert run("test", str(folder), "--junit", str(report))[0] == 1
    root = ElementTree.parse(report).getroot()
    suite = root[0]
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (str(folder), "2", "1")
    assert [(one.get("name"), one.get("classname"), len(one)) for one in suite] == [
        ("a toss", "tests/tosses.yaml", 0), ("another toss", "tests/tosses.yaml", 1)
    ]  # fmt: skip
    assert suite[1][0].get("message") == "line 10: this did not happen: toss where fell is 4"
    assert suite[1][0].text == MESSAGE.format(folder=folder).rstrip("\n")
    (folder / "tests" / "heads.yaml").write_text("event heads: tosses()\n", encoding="utf-8")
    assert run("test", str(folder), "--junit", str(report))[0] == 1
    [suite] = ElementTree.parse(report).getroot()
    assert (suite.get("errors"), suite.get("failures")) == ("1", "1")
    assert (suite[0].get("classname"), suite[0].get("name"), suite[0].get("line")) == ("tests/heads.yaml", "RW451", "1")
    assert suite[0][0].tag == "error" and suite[0][0].get("message") == "unknown name 'tosses'"
    assert "1 | event heads: tosses()" in str(suite[0][0].text)
    code, _, err = run("test", str(folder), "--junit", str(folder / "none" / "report.xml"))
    assert code == 2
    assert "'--junit': cannot write" in err and "there is no folder" in " ".join(err.split())


def test_changes_are_watched(folder: Path) -> None:
    words = [sys.executable, "-m", "rulewright_tools", "test", str(folder / "tests" / "tosses.yaml"), "--watch"]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    # A shell that starts the tests in the background has its children ignore what ctrl-c sends.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(words, preexec_fn=heard, **pipes) as running:
        assert running.stdout is not None
        try:
            said = until(running.stdout, "waiting for a change")
            assert said[-2] == f"{folder}: 2 tests, 1 failed"
            (folder / "tests" / "tosses.yaml").write_text(TESTS.replace("fell is 4", "fell is 3"), encoding="utf-8")
            assert until(running.stdout, "waiting for a change")[-2] == f"{folder}: 2 tests, none failed"
            running.send_signal(signal.SIGINT)
            assert running.wait(30) == 130
        finally:
            running.kill()


def until(stream: IO[str], words: str) -> list[str]:
    """The lines of a stream up to one with some words."""
    found: list[str] = []
    for line in stream:
        found.append(line.rstrip("\n"))
        if words in line:
            return found
    raise AssertionError(f"it ended without '{words}': {found}")
