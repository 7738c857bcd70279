"""A check generates no code: who asks for the program of a pack gets it made then, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.assets import content_dir
from rulewright.pipeline import check_pack
from rulewright_tools.cli import run

PACK = content_dir() / "skirmish"


def test_the_command_generates_no_code(generated: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(PACK)]) == 0
    assert "no problems found" in capsys.readouterr().out
    assert generated == []


def test_a_program_is_made_once_when_it_is_asked_for(generated: list[str]) -> None:
    result = check_pack(PACK)
    assert result.plan is not None
    assert not result.plan.program.code
    assert not any(event.do is not None for event in result.plan.program.events)
    made = result.program
    assert made is not None
    assert made.code
    assert result.program is made
    assert generated == ["skirmish"]


def test_a_pack_with_errors_has_no_program(generated: list[str], tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: sample\nstart: nothing\n", encoding="utf-8")
    result = check_pack(tmp_path)
    assert result.diagnostics.has_errors
    assert result.plan is None
    assert result.program is None
    assert generated == []
