"""docs/language.md section 13: the pack that it shows is clean, its tests pass, and it is played at random."""

from __future__ import annotations

import random
from pathlib import Path

from tests.docs.pages import blocks

from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game

PAGE = Path(__file__).parents[2] / "docs" / "language.md"


def written(folder: Path) -> Path:
    for block in blocks(PAGE):
        if block.language == "plane":
            file = folder / block.words[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text((file.read_text("utf-8") if file.exists() else "") + block.text, "utf-8")
    return folder


def test_the_pack_of_the_section_is_played(tmp_path: Path) -> None:
    found = check_pack(written(tmp_path))
    assert [f"{one.code} {one.message}" for one in found.diagnostics if one.severity is not Severity.NOTE] == []
    assert found.program is not None
    linked = Linked(found.program)
    for seed in range(3):
        game, chance = Game.new(linked, seed=seed), random.Random(seed)
        while not game.over and game.decision is not None:
            game.answer(chance.randrange(len(game.decision.options)))
        assert game.problem is None


def test_its_content_tests_pass(tmp_path: Path) -> None:
    suite = load_suite(written(tmp_path))
    assert len(suite.cases) == 6
    assert [message(result, "") for result in suite.run("") if not result.passed] == []
