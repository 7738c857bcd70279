"""Mistakes that a new author makes in a pack that was good: each is told, at its place, with what to write; and what
only follows from it is not told.

`authors.yaml` lists them: what is changed in which file of the pack `good`, and every line that is said. A line is the
file, the words that are marked, the code and the message; a hint follows behind `--`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.diagnostics import Diagnostic, Diagnostics, Severity
from rulewright.scenario.checked import check_with_tests

HERE = Path(__file__).parent
GOOD = HERE / "good"
CASES = YAML(typ="safe").load((HERE / "authors.yaml").read_text(encoding="utf-8"))


def said(found: Diagnostic) -> str:
    words = " ".join(found.span.text.split())
    shown = words if len(words) <= 40 else f"{words[:40]}.."
    line = f"{found.span.source.name} '{shown}' {found.code} {found.message}"
    return line if found.hint is None else f"{line} -- {found.hint}"


def diagnose(folder: Path) -> Diagnostics:
    """Everything that is said of a pack and its tests."""
    return check_with_tests(folder).diagnostics


def changed(case: Mapping[str, Any], folder: Path) -> Path:
    """A copy of the pack with the mistake in it."""
    copytree(GOOD, folder)
    for file, old, new in case["changes"]:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, f"{file} does not say '{old}' any more"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", [pytest.param(case, id=case["title"]) for case in CASES])
def test_mistake(case: Mapping[str, Any], tmp_path: Path) -> None:
    found = diagnose(changed(case, tmp_path / "good"))
    assert [said(one) for one in found if one.severity is not Severity.NOTE] == case["says"]
    assert case["says"], "a mistake of an author is told"


def test_the_pack_is_good() -> None:
    assert [said(one) for one in diagnose(GOOD)] == []
