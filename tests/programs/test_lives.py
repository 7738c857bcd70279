"""Matches of random programs can be saved, loaded, copied, taken back and looked at wherever they stop to ask."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.programs.draw import Seeded
from tests.programs.packs import Size, draw_pack
from tests.programs.running import written

import rulewright
from rulewright.play.chance import Chance
from rulewright.session import Game

TIMES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))
SMALL = Size(programs=12, tables=0)
DECISIONS = 12


@pytest.mark.parametrize("seed", range(700, 700 + 4 * TIMES))
def test_every_question_can_be_gone_on_from(seed: int, tmp_path: Path) -> None:
    pack, programs = accepted(seed, tmp_path)
    asked = sum(lived(pack, program, seed + program) for program in range(programs))
    assert asked >= programs // 4


def accepted(seed: int, folder: Path) -> tuple[rulewright.Pack, int]:
    """The pack of a seed and how many programs it has; of another one if the checker refuses it, as it seldom does."""
    for number in range(3):
        files, programs = draw_pack(Seeded(seed + 1_000 * number), SMALL)
        try:
            return rulewright.load(written(files, folder / str(number))), programs
        except rulewright.RulewrightError:
            continue
    raise AssertionError("three draws in a row are refused")


def lived(pack: rulewright.Pack, program: int, seed: int) -> int:
    """Plays a program, at every question in all ways to go on, and once more as seats see it; how often it asked."""
    game = begun(pack, program, seed, log=program % 2 == 0)
    plain = begun(pack, program, seed, log=False)
    match = rulewright.Match.new(pack, seed=seed, settings={"program": program})
    chance, asked = Chance(seed), 0
    while not game.over and asked < DECISIONS:
        asked += 1
        number = chance.draw(len(game.decision.options) if game.decision is not None else 0, "answers")
        before = game.fingerprint()
        others = [plain, Game.load(pack.linked, json.loads(json.dumps(game.save())), trace=False), game.copy()]
        assert [other.fingerprint() for other in others] == [before] * 3
        look(match, number)
        for one in (game, *others):
            one.answer(number)
        after = game.fingerprint()
        assert [other.fingerprint() for other in (*others, match.game)] == [after] * 4
        assert game.undo() and game.fingerprint() == before
        game.answer(number)
        assert game.fingerprint() == after
    rulewright.Match.load(pack, json.loads(json.dumps(match.save())))
    return asked


def begun(pack: rulewright.Pack, program: int, seed: int, *, log: bool) -> Game:
    """A match that comes to its first question."""
    return rulewright.Match.new(pack, seed=seed, settings={"program": program}, log=log).game


def look(match: rulewright.Match, number: int) -> None:
    """Whatever can be asked of a match may be told to everyone; then it is answered."""
    for seat in (None, *range(match.players)):
        assert match.view(seat) and isinstance(match.log(seat), (list, tuple))
    english, russian = match.question(), match.question("ru")
    assert english is not None and russian is not None
    assert len(english.options) == len(russian.options) > number
    match.answer(number)
