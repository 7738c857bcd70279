"""Thirty kinds of change to a small game (`changed_content.yaml`), and some to a large one, and saved matches."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.assets import content_dir
from rulewright.session import Game, link_program
from rulewright_tools import cli
from rulewright_tools.packs import playable
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import write

DATA: dict[str, Any] = YAML(typ="safe").load((Path(__file__).parent / "changed_content.yaml").read_text("utf-8"))
Write = Callable[[Mapping[str, str | bytes] | str], Path]


def saved(folder: Path, path: Path) -> Path:
    """A match with the answers of the data."""
    match = Match(Game.new(link_program(playable(folder)), 2, 3, {}), ("random", "random"), 3, {}, "en")
    for wanted in DATA["answers"]:
        decision = match.game.decision
        assert decision is not None
        match.answer([match.key(option) for option in decision.options].index(wanted))
    write(match, str(folder), path)
    return path


@pytest.fixture(scope="module")
def ddm_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match of a large pack that bots have played."""
    path = tmp_path_factory.mktemp("ddm") / "m.json"
    match = Match(Game.new(link_program(playable(content_dir() / "ddm")), 2, 3, {}), ("random", "random"), 3, {}, "en")
    while match.game.decision is not None:
        match.bot_answer()
    write(match, "ddm", path)
    return path


@pytest.mark.parametrize(("file", "old", "new", "said"), [
    ("creatures/elf_warlock.yaml", "en: Hellfire", "en: Hell",
     "1 definition reads differently, without any effect on play"),
    ("creatures/elf_warlock.yaml", "cost: 34", "cost: 35",
     "award(player 2, elf_warlock#1, 35), was award(player 2, elf_warlock#1, 34) took part and has changed: "
     "creature elf_warlock (ddm:creatures/elf_warlock.yaml:1, cost 34 -> 35)"),
    ("creatures/companies.yaml", "  cost: 26\n  level: 5\n", "  cost: 26\n  level: 6\n",
     "creature lucky_tinker has changed; 422 answers lead to the same events: continuing"),
    ("creatures/elf_warlock.yaml", "damage: 5\n", "damage: 9\n",
     "took part and has changed: creature elf_warlock (ddm:creatures/elf_warlock.yaml:1, pact_blade.damage 5 -> 9)"),
    ("opportunity.yaml", "rule opportunity:", "rule parting_blow:",
     "is no longer offered offered now: Opportunity attack (Elf Warlock), pass took part and has changed: rule "
     "opportunity (gone)"),
    ("opportunity.yaml", "  may: opportunity_attack(self, exposed)", "  may: opportunity_attack(exposed, self)",
     "has changed: rule opportunity (ddm:opportunity.yaml:5)"),
])  # fmt: skip
def test_some_changes_of_a_large_pack(
    file: str, old: str, new: str, said: str, ddm_match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(content_dir() / "ddm", tmp_path / "ddm")
    path = tmp_path / "ddm" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    cli.run(["play", str(tmp_path / "ddm"), "--load", str(ddm_match)])
    ran = capsys.readouterr()
    assert said in " ".join((ran.out + ran.err).split())


def test_there_are_thirty() -> None:
    assert len(DATA["kinds"]) >= 30 and len({one["kind"] for one in DATA["kinds"]}) == len(DATA["kinds"])


@pytest.mark.parametrize("case", DATA["kinds"], ids=lambda case: case["kind"])
def test_what_becomes_of_a_match(
    case: dict[str, Any], pack_folder: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(pack_folder(DATA["files"]), tmp_path / "m.json")
    changed = {name: text.replace(case["old"], case["new"]) for name, text in DATA["files"].items()}
    assert changed != DATA["files"]
    capsys.readouterr()
    code = cli.run(["play", str(pack_folder(changed)), "--load", str(path)])
    ran = capsys.readouterr()
    said = " ".join((ran.out + ran.err).split())
    goes_on = case["said"].endswith("continuing")
    assert code == (cli.CLEAN if goes_on else cli.USAGE), said
    assert " ".join(case["said"].split()) in said
    is_over = "(nothing more), was" in said
    assert goes_on or is_over or "--accept continues from there" in said


def test_a_change_that_no_event_names_is_told_beside_one_that_took_part(
    pack_folder: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The points are others by the sentence of a status; of the king who was taken only the suit is another."""
    path = saved(pack_folder(DATA["files"]), tmp_path / "m.json")
    changed = {name: text.replace("less is -1", "less is -2").replace("card ace: {worth: 5, suit: cups", "card ace: "
               "{worth: 5, suit: coins") for name, text in DATA["files"].items()}  # fmt: skip
    folder = pack_folder(changed)
    capsys.readouterr()
    assert cli.run(["replay", str(path), "--pack", str(folder)]) == cli.CONTENT
    said = " ".join(capsys.readouterr().out.split())
    assert "took part and has changed: card ace (sample:game.yaml:5, suit cups -> coins)" in said
    assert "has changed, too: status worn (sample:game.yaml:9)" in said
