"""Remembered values are an economy, never an answer of their own: forgetting them all the time changes nothing."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.limits import MOST_STEPS
from rulewright.pipeline import load_program
from rulewright.play.chance import Chance
from rulewright.play.laid import Lasting
from rulewright.play.load import Linked
from rulewright.session import Game, answer

DECISIONS = 250
FORGETFUL = 20  # times the steps that a decision may take: what is never remembered is found again and again


class Forgetful(Lasting):
    """A memory that holds nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """What is stored is lost."""


@pytest.mark.parametrize(("name", "decisions"), [("skirmish", 250), ("ddm", 250), ("underworlds", 250), ("zod", 40),
                                                 ("w40k_missions", 60)])
def test_a_match_without_memory_is_the_same(name: str, decisions: int) -> None:
    """Every decision offers the same answers and leaves the same match."""
    program = load_program(content_dir() / name)
    assert program is not None
    remembering = Game.new(Linked(program), seed=11, trace=False)
    forgetting = Game.new(Linked(program), seed=11, trace=False)
    chance = Chance(5)
    for number in range(decisions):
        one, other = remembering.decision, forgetting.decision
        if one is None or other is None:
            assert one is other
            break
        assert one.options == other.options, number
        choice = chance.draw(len(one.options), "choice")
        forgetting.state.cache, forgetting.state.kept = Forgetful(), Forgetful()
        forgetting.state.fenced = forgetting.state.laid.known = Forgetful()
        answer(remembering.state, one.options[choice])
        answer(forgetting.state, other.options[choice], steps=FORGETFUL * MOST_STEPS)
    assert remembering.fingerprint() == forgetting.fingerprint()


@pytest.mark.parametrize("name", ["ddm", "underworlds", "zod"])
def test_who_else_played_on_a_board_does_not_matter(name: str) -> None:
    """What is kept with the board costs as many steps as what is found: the first match on it and the next one have the
    same left at every decision."""
    program = load_program(content_dir() / name)
    assert program is not None
    linked = Linked(program)
    left: list[list[int]] = []
    for _ in range(2):
        game = Game.new(linked, seed=12, trace=False)
        chance = Chance(6)
        fuel: list[int] = []
        while game.decision is not None and len(fuel) < DECISIONS:
            answer(game.state, game.decision.options[chance.draw(len(game.decision.options), "choice")])
            fuel.append(game.state.fuel)
        left.append(fuel)
        assert game.state.laid.known
    assert left[0] == left[1]
