"""Random packs of ways: the engine and the oracle agree on what is proposed, on answers beside that, and in the end."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.oracle.compare import Limits, prepare, report
from tests.play.on_planes import linked_of
from tests.programs.draw import Seeded
from tests.programs.routes import MATCHES, draw_routes
from tests.programs.running import judged, written

from rulewright.bots.random import RandomBot
from rulewright.play import opened
from rulewright.session import Game
from rulewright.verifying import VARIABLE

STRETCHES = 3  # of seeds, so that several processes share them
PACKS = 4  # of a stretch


@pytest.mark.parametrize("stretch", range(STRETCHES))
def test_ways_come_to_the_same(stretch: int) -> None:
    for seed in range(stretch * PACKS, stretch * PACKS + PACKS):
        verdict = judged(seed, draw_routes)
        assert not verdict.faults, "\n".join(f"seed {seed}, match {f.program}: {f.what}" for f in verdict.faults)
        assert (verdict.refused, verdict.programs, verdict.unsettled) == ((), MATCHES, 0)


def test_things_go_straight_and_round_and_where_nobody_proposed(tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(8):
        prepared = prepare(written(draw_routes(Seeded(seed))[0], tmp_path / str(seed)))
        found["unlisted"] += report(prepared, seed, limits=Limits(60)).unlisted
        game, bot = Game.new(prepared.linked, seed=seed), RandomBot(seed)
        while not game.over:
            d = game.decision
            assert d is not None
            options = d.options if opened.takes_unlisted(game.state, d) else ()
            for one in [opened.member_in(game.state, d, option) for option in options]:
                if opened.is_way(one):
                    found["straight" if len(one) == 2 else "bent"] += 1
                found["marches"] += isinstance(one, tuple) and not opened.is_way(one)
            game.answer(bot.choose(game))
        assert game.problem is None
    assert found["straight"] > 500 and found["bent"] > 20 and found["marches"] > 20 and found["unlisted"] > 100


@pytest.mark.parametrize("seed", range(100, 104))
def test_what_is_read_of_laws_loses_nothing(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    linked = linked_of(written(draw_routes(Seeded(seed))[0], tmp_path / "pack"))
    assert linked.verify
    game, bot = Game.new(linked, seed=seed), RandomBot(seed)
    while not game.over:
        game.answer(bot.choose(game))
    assert game.problem is None
