"""Turns a decision into an answer by chance: every answer is equally likely.

A file of its own because it is the yardstick: whatever claims to play must beat it.
"""

from __future__ import annotations

from rulewright.play.chance import Chance
from rulewright.session import Game


class RandomBot:
    """Answers by chance from its own seed; the match's dice are not touched."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""
        d = game.decision
        assert d is not None
        return self._chance.draw(len(d.options), "bot")
