"""Every pack in content/ in the verifying mode, those that change others too: all content tests, and random matches
from their beginning."""

from __future__ import annotations

import pytest
from tests.packs.test_content import CONTENT, MODS, PACKS
from tests.properties.playing import REACHED, happened

from rulewright.bots.random import RandomBot
from rulewright.scenario.suite import load_suite
from rulewright.session import Game
from rulewright.verifying import VARIABLE
from rulewright_tools.commands.test import told
from rulewright_tools.playing.settings import parse

SEEDS = range(11, 19)
DECISIONS = 300
MOST = dict.fromkeys(MODS, 60)  # of what is played without them already
MOST["w40k_missions"] = 200
MOST["mods/w40k_swift"] = 100
MOST["mods/zod_night"] = 20  # beside its own tests, and what zod has
MOST["zod"] = 150  # each takes ten times as long as in other packs: what may be walked is searched for everywhere


# Settings of whole battles of moderate length: nobody concedes by lot, and terrain is agreed on.
BATTLE = ("conceding=no", "terrain_method=narrative", "stock=small_stock")
SETTINGS = {"w40k_missions": BATTLE, "mods/w40k_swift": BATTLE}
# What has to happen in one of them: it should not be the beginning alone.
COMES_TO = REACHED | dict.fromkeys(SETTINGS, ("step", "shoot", "run", "strike"))


@pytest.fixture(autouse=True)
def verifying(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")


@pytest.mark.parametrize("pack", PACKS + MODS)
def test_content_and_matches(pack: str) -> None:
    """In one test, since the longest part of it is to read the pack and to generate its code."""
    suite = load_suite(CONTENT / pack)
    assert suite.linked is not None and suite.linked.verify
    assert [told(result, pack) for result in suite.run("") if not result.passed] == []
    # Two matches, and as many more as it takes to see what has to happen: which match comes to a fight changes with
    # every figure of a pack.
    settings = parse(suite.linked.program, SETTINGS.get(pack, ()))
    missing = set(COMES_TO.get(pack, ()))
    for seed in SEEDS:
        if seed not in SEEDS[:2] and not missing:
            break
        game = Game.new(suite.linked, seed=seed, settings=settings, trace=seed != SEEDS[0])
        bot = RandomBot(seed)
        while not game.over and len(game.answers) < MOST.get(pack, DECISIONS):
            game.answer(bot.choose(game))
        assert game.problem is None, seed
        missing -= happened(game)
    assert not missing
