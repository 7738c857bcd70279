"""Turns the kinds of bots that a user names into functions that answer for a seat.

A module of its own because it is the only one that knows which bots there are.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.play.chance import Chance
from rulewright.session import Game

Bot = Callable[[Game], int]

HUMAN = "human"
KINDS = ("random",)


def make(kind: str, seat: int, seed: int) -> Bot:
    """A bot of a kind for a seat. It keeps nothing from answer to answer, so taking answers back leaves it as it was."""
    assert kind == "random", kind

    def random(game: Game) -> int:
        decision = game.decision
        assert decision is not None, "bots answer questions only"
        draws = Chance(seed, {f"bot {seat}": len(game.answers)})
        return draws.draw(len(decision.options), f"bot {seat}")

    return random
