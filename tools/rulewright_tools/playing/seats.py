"""Turns the kinds of bots that a user names into functions that answer for a seat.

Separate because it decides that a bot keeps nothing from answer to answer: an answer taken back, or a match loaded in
the middle, leaves the bots as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.bots.greedy import SHARE
from rulewright.bots.kinds import BOTS, bot_of_seat
from rulewright.session import Game


@dataclass(frozen=True, slots=True)
class Choice:
    """The index of an answer, the steps that were imagined for it, and whether these were too few to try any."""

    index: int
    steps: int
    guessed: bool


Bot = Callable[[Game, int], Choice]

HUMAN = "human"
KINDS = tuple(sorted(BOTS))


def make(kind: str, seat: int, seed: int) -> Bot:
    """A bot of a kind for a seat: the same match, seat and seed give the same answer, after as many steps as bots have
    imagined in the match so far."""

    def choose(game: Game, imagined: int) -> Choice:
        steps = max(game.linked.thought_steps - imagined, 0) // SHARE
        bot = bot_of_seat(kind, seat, seed, len(game.answers), steps)
        return Choice(bot.choose(game), bot.used, bot.guessed)

    return choose
