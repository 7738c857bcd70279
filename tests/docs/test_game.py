"""docs/a-game-from-nothing.md: every step checks clean, the tests of the game pass, bots play it to its end.

The finished game is stored in tests/docs/game, to be read as a whole; `--accept` stores it again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.docs.pages import blocks, write

from rulewright.bots.kinds import make_bot
from rulewright.diagnostics import Severity
from rulewright.pipeline import check_pack
from rulewright.play.view import view
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program

PAGE = Path(__file__).parents[2] / "docs" / "a-game-from-nothing.md"
STORED = Path(__file__).parent / "game"


def steps() -> list[dict[str, str]]:
    """The files of the game after each step of the page."""
    heads = [number for number, line in enumerate(PAGE.read_text("utf-8").splitlines(), 1) if line[:8] == "## Step "]
    found: list[dict[str, str]] = []
    files: dict[str, str] = {}
    for first, behind in zip(heads, [*heads[1:], 1_000_000], strict=True):
        for block in blocks(PAGE):
            if first < block.line < behind and block.language == "yaml":
                name = block.words[1].removeprefix("pond/")
                files[name] = f"{files[name]}\n{block.text}" if name in files else block.text
        found.append(dict(files))
    return found


@pytest.mark.parametrize("step", range(len(steps())))
def test_every_step_checks_clean(step: int, tmp_path: Path) -> None:
    found = check_pack(write(tmp_path, steps()[step])).diagnostics
    mistakes = [one for one in found if one.severity is not Severity.NOTE]
    assert [f"{one.span}: {one.code} {one.message} ({one.hint})" for one in mistakes] == []


def test_every_block_says_where_it_goes() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    wrong = [block.place for block in blocks(PAGE) if lines[block.line - 4] != f"`{block.words[1]}`:"]
    assert wrong == []


def test_its_tests_pass(tmp_path: Path) -> None:
    suite = load_suite(write(tmp_path, steps()[-1]))
    results = list(suite.run())
    assert [message(one, "") for one in results if not one.passed] == []
    assert len(results) == 3


def test_bots_play_it_to_its_end(tmp_path: Path) -> None:
    program = check_pack(write(tmp_path, steps()[-1])).program
    assert program is not None
    linked = link_program(program)
    asked = set()
    for seed in range(20):
        match = Game.new(linked, seed=seed)
        bot = make_bot("random", seed)
        while not match.over:
            question = match.question()
            assert question is not None
            asked.add(question.kind)
            match.answer(bot.choose(match))
        assert match.problem is None
        assert match.winners
    assert {"offer", "react"} <= asked


def test_nobody_sees_the_crown_or_the_hand_of_the_other(tmp_path: Path) -> None:
    program = check_pack(write(tmp_path, steps()[-1])).program
    assert program is not None
    match = Game.new(link_program(program), seed=4)
    bot = make_bot("random", 4)
    seen = 0
    while not match.over:
        for seat in (0, 1):
            shown = view(match.state, seat)
            frogs = [one for one in shown["entities"] if one["kind"] == "frog" and one["in play"]]
            assert [one for one in frogs if ("crown" in one) != (one["owner"] == seat)] == []
            other = next(zone for name, zone in shown["zones"].items() if name == f"hand of player {2 - seat}")
            assert other["known"] == []
            seen += other["count"]
        match.answer(bot.choose(match))
    assert seen > 0


def test_the_stored_game_is_that_of_the_page(expect: Callable[[Path, str], None]) -> None:
    files = steps()[-1]
    for name, text in files.items():
        expect(STORED / name, text)
    stored = {path.relative_to(STORED).as_posix() for path in STORED.rglob("*.yaml")}
    assert stored == set(files)
