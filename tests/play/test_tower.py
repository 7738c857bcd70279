"""A small game on three storeys, played at random: by the engine and the oracle, and on from every save."""

from __future__ import annotations

import json
import random
from pathlib import Path

from tests.oracle.compare import Limits, compare, prepare

from rulewright.session import Game

TOWER = Path(__file__).parent / "tower"


def test_engine_and_oracle_agree_on_storeys() -> None:
    prepared = prepare(TOWER)
    for seed in range(2):
        assert compare(prepared, seed, limits=Limits(25, traced=seed == 0)) is None


def test_a_match_goes_on_from_its_saves() -> None:
    linked = prepare(TOWER).linked
    game, chance = Game.new(linked, seed=5), random.Random(5)
    used: set[int] = set()
    for _ in range(20):
        if game.over:
            break
        decision = game.decision
        assert decision is not None
        index = chance.randrange(len(decision.options))
        late = Game.load(linked, json.loads(json.dumps(game.save())))
        assert late.fingerprint() == game.fingerprint()
        game.answer(index)
        late.answer(index)
        assert late.fingerprint() == game.fingerprint()
        board = game.state.board
        used |= {board.level(at) for at in game.state.occ if at < 1 << 52}
    assert used == {0, 1, 2}
