"""Answers a decision at random: every answer is equally likely.

Separate because it is the baseline that every other bot must beat.
"""

from __future__ import annotations

from rulewright.play.chance import Chance
from rulewright.session import Game


class RandomBot:
    """Answers at random from its own seed, independently of the match's dice."""

    name = "random"
    used = 0  # it imagines nothing
    guessed = False

    def __init__(self, seed: int, steps: int | None = None) -> None:
        self._chance = Chance(seed)

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""
        d = game.decision
        assert d is not None
        return self._chance.draw(len(d.options), "bot")
