"""The command that measures the checker: which mistakes it makes, and what it counts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright_tools import cli
from rulewright_tools.mutations import MAKERS, TYPOS, mutations, places


def test_mistakes_are_drawn_from_the_seed_and_stand_where_they_say(root: Path) -> None:
    folder = root / "content" / "skirmish"
    drawn = mutations(folder, 1, 5)
    assert drawn == mutations(folder, 1, 5) != mutations(folder, 2, 5)
    assert {one.kind for one in drawn} == set(MAKERS) - {"member swapped"}  # the pack has no enumeration
    for one in drawn:
        lines = (folder / one.file).read_text(encoding="utf-8").splitlines()
        assert lines[one.line - 1] == one.before != one.after


def test_what_people_read_is_left_alone(root: Path) -> None:
    lines = places(root / "content" / "skirmish")
    assert not [one for one in lines if re.search(r"name:|\.{5}|^ *#", one.text)]
    assert {one.file for one in lines} > {"attack.yaml", "kinds.yaml"}
    assert any(one.definition == "strike" and "fresh: not attacker.attacked" in one.text for one in lines)


def test_most_mistakes_are_found_and_placed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["mutants", str(root / "content" / "skirmish"), "--count", "12", "--format", "json"]
    assert cli.run(given) == cli.CLEAN
    told = json.loads(capsys.readouterr().out)["skirmish"]
    typos = [one for one in told if one["mutation"]["kind"] in TYPOS]
    assert len(typos) == 36
    assert sum(one["caught"] for one in typos) >= 0.9 * len(typos)
    assert sum(one["placed"] for one in typos) >= 0.9 * sum(one["caught"] for one in typos)
    assert all(bool(one["said"]) == one["caught"] for one in told)
