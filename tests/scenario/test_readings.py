"""A reading names a setting that the pack has: another one is reported, and is no reason to fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests
from rulewright_tools import cli

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = {
    "pack.yaml": "pack: sample\nstart: play\nsettings: {swift: yes_no starts true, deep: number starts 1}\n",
    "game.yaml": "event play gives number total: set total = if setting.swift then setting.deep else 2\n",
    "tests/one.yaml": "test it is played:\n  rules: [R-2]\n  play: yes\n  then: [1 is 1]\n",
}


def book(setting: str, style: str = "block") -> str:
    reading = f"\n    statement: Is it swift?\n    taken: it is\n    setting: {setting}\n    options: ['1']\n"
    if style == "flow":
        reading = f" {{statement: 'Which setting: none?', taken: it is, setting: '{setting}'}}\n"
    return f"rules: {{R-1: It is played.}}\nreadings:\n  R-2:{reading}"


def told(pack_folder: Write, rulebook: str, more: Mapping[str, str] | None = None) -> list[str]:
    folder = pack_folder({**PACK, "rulebook.yaml": rulebook, **(more or {})})
    found = check_with_tests(folder).diagnostics
    return [f"{one.code} {one.span.first} {one.span.text}: {one.message} -- {one.hint}" for one in found]


@pytest.mark.parametrize("style", ["block", "flow"])
def test_a_setting_that_is_there_is_in_order(pack_folder: Write, style: str) -> None:
    assert told(pack_folder, book("swift", style)) == []


@pytest.mark.parametrize(("setting", "hint"), [
    ("swfit", "did you mean 'swift'?"), ("slow", "the pack has swift, deep"),
])  # fmt: skip
def test_one_that_is_not_is_reported(pack_folder: Write, setting: str, hint: str) -> None:
    message = f"there is no setting '{setting}' to change the reading 'R-2' -- {hint}"
    assert told(pack_folder, book(setting)) == [f"RW452 6:14 {setting}: {message}"]
    assert len(told(pack_folder, book(setting, "flow"))) == 1


def test_a_pack_without_settings_is_told_where_they_stand(pack_folder: Write) -> None:
    more = {"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": "event play: {}\n"}
    found = told(pack_folder, book("swift"), more)[0]
    assert found.endswith("declare it in `settings` of pack.yaml, or remove it here")


def test_coverage_leaves_it_out(pack_folder: Write, capsys: pytest.CaptureFixture[str]) -> None:
    folder = pack_folder({**PACK, "rulebook.yaml": book("swfit")})
    assert cli.run(["coverage", str(folder)]) == cli.CLEAN
    assert "R-2" in capsys.readouterr().out
