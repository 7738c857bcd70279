"""Where files of other packs are shown: from the folder at hand, if they lie in it."""

from __future__ import annotations

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright_tools import cli


def test_a_file_of_another_pack_is_shown_where_it_lies(
    packs: Packs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(mod=(NEEDS, "change creature wolf:\n  expects: {max_hp: 66}\n"))
    monkeypatch.chdir(folder)
    assert cli.run(["check", "mod"]) == cli.CONTENT
    told = capsys.readouterr().out
    assert told.startswith("mod/rules.yaml:2:13-19: error RW243")
    assert "see:  base/rules.yaml:19:11-13 this stands there" in told
    monkeypatch.chdir("/")
    assert cli.run(["show", str(folder / "base"), "wolf", "--effective", "--with", str(folder / "mod")]) == cli.CLEAN
    assert f"{folder}/base/rules.yaml:" in capsys.readouterr().out
