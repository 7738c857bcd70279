"""Creates the bots for kinds that a user names: functions that answer for a seat.

Separate because it ensures that a bot keeps nothing between answers: undoing an answer, or loading a match in the
middle, does not change the bots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.bots.greedy import SHARE
from rulewright.bots.kinds import BOTS, bot_of_seat
from rulewright.session import Game


@dataclass(frozen=True, slots=True)
class Choice:
    """The index of an answer, the steps of the search for it, and whether these were too few to try any answer."""

    index: int
    steps: int
    guessed: bool


Bot = Callable[[Game, int], Choice]

HUMAN = "human"
KINDS = tuple(sorted(BOTS))


def make(kind: str, seat: int, seed: int) -> Bot:
    """Returns a bot of a kind for a seat. The same match, seat and seed give the same answer if bots have used the same
    number of steps in the match so far."""

    def choose(game: Game, imagined: int) -> Choice:
        steps = max(game.linked.thought_steps - imagined, 0) // SHARE
        bot = bot_of_seat(kind, seat, seed, len(game.answers), steps)
        return Choice(bot.choose(game), bot.used, bot.guessed)

    return choose
