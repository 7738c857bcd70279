"""The commands that measure the checker and play for long: what they count, and what a fault looks like."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.session import link_program
from rulewright_tools import cli, soaking
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


def test_soak_tells_lengths_and_winners(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["soak", str(root / "content" / "skirmish"), "--decisions", "900"]) == cli.CLEAN
    told = capsys.readouterr().out
    assert re.match(r"skirmish: 900 decisions in \d matches, \d played to their end, no faults, \d+ us a", told)
    assert "winners: player" in told


def test_what_goes_wrong_is_kept_to_be_repeated(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stuck:
        def choose(self, game: object) -> int:
            return 99

    monkeypatch.setattr(soaking, "make_bot", lambda name, seed: Stuck())
    given = ["soak", str(root / "content" / "skirmish"), "--decisions", "1", "--write", str(tmp_path)]
    assert cli.run(given) == cli.OURS
    assert "Refused: there is no answer 100" in capsys.readouterr().out
    kept = json.loads((tmp_path / "skirmish_0.json").read_text(encoding="utf-8"))
    assert (kept["seed"], kept["answers"]) == (0, [99])


def test_a_match_that_runs_away_is_a_fault(pack_folder: object) -> None:
    folder = pack_folder({  # type: ignore[operator]
        "pack.yaml": "pack: sample\nstart: game\nboard: none\n",
        "game.yaml": "event game: |\n  spin()\nevent spin: |\n  spin()\n",
    })
    program = check_pack(folder).program
    assert program is not None
    made = soaking.play(link_program(program), "sample", 0, 10)
    assert made.fault.startswith("events nested too deep")
    assert not made.ended
