"""docs/recipes.md: its pieces are three packs, which are clean, whose tests pass, and which bots play to the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.pages import blocks, write

from rulewright.play.chance import Chance
from rulewright.scenario.suite import load_suite
from rulewright.session import Game

PAGE = Path(__file__).parents[2] / "docs" / "recipes.md"


PACKS = (("yaml", 4), ("plane", 2), ("squares", 2))  # the word behind the fence, and how many play


def files(language: str) -> dict[str, str]:
    """The blocks of one pack of the page by the file that each belongs to."""
    found: dict[str, str] = {}
    for block in (one for one in blocks(PAGE) if one.language == language):
        name = block.words[1] if len(block.words) > 1 else "recipes.yaml"
        found[name] = found.get(name, "") + block.text
    return found


@pytest.mark.parametrize(("language", "seats"), PACKS)
def test_the_recipes_work(language: str, seats: int, tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, files(language)))
    assert suite.linked is not None and suite.linked.program.players[0] == seats
    assert [one.message for one in (*suite.diagnostics, *suite.mistakes)] == []
    assert [one.case.name for one in suite.run() if not one.passed] == []
    assert len(suite.cases) >= 4


@pytest.mark.parametrize(("language", "seats"), PACKS)
def test_bots_play_them_to_the_end(language: str, seats: int, tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, files(language)))
    assert suite.linked is not None
    game, chance = Game.new(suite.linked, seats, 5), Chance(7)
    while game.state.pending is not None:
        game.answer(chance.draw(len(game.state.pending.options), "choices"))
    assert game.state.result is not None
