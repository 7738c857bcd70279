"""Loops are told before play, whole and with every line; what only looks like a loop is not. Play agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.session import Game

from .conftest import Checked, told

STORED: dict[str, Any] = YAML(typ="safe").load((Path(__file__).parent / "loops.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", STORED["cases"], ids=[case["title"] for case in STORED["cases"]])
def test_loops(case: dict[str, Any], checked: Checked) -> None:
    result = checked(STORED["base"] + case["rules"])
    assert result.program is not None, [one.message for one in result.diagnostics]
    found = [one for one in result.diagnostics if one.code in ("RW701", "RW702")]
    assert "".join(told(one) for one in found) == case["told"]
    assert runs_away(result.program) == case["runs_away"]


def runs_away(program: Program) -> bool:
    """Does a match stop because its rules run on and on? Nobody is asked in these packs."""
    return Game.new(Linked(program), seed=0).problem is not None


def test_there_are_cases_of_every_kind() -> None:
    kinds = {(case["runs_away"], case["told"][:5]) for case in STORED["cases"]}
    assert {(True, "RW701"), (True, "RW702"), (False, "RW702"), (False, "")} == kinds
