"""Maps names of bots to the bots: the choice for the command line and simulations."""

from __future__ import annotations

from typing import Protocol

from rulewright.bots.greedy import GreedyBot
from rulewright.bots.random import RandomBot
from rulewright.play.chance import stream_key
from rulewright.session import Game


class Bot(Protocol):
    """Anything that answers decisions. `used`: the steps that it imagined for the last one; `guessed`: whether they
    were too few to try any answer."""

    name: str
    used: int
    guessed: bool

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""


BOTS: dict[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, seed: int, steps: int | None = None) -> Bot:
    """The bot with a name. It may imagine this many steps for a decision (None: as many as for the first one in a
    match). Raises KeyError for an unknown name."""
    return BOTS[name](seed, steps)


def bot_of_seat(name: str, seat: int, seed: int, answered: int, steps: int) -> Bot:
    """The bot for one answer of a seat, the next one after this many in the match. It has its own randomness for each
    answer, so that a match that is loaded, or in which answers were undone, continues as it would have."""
    return make_bot(name, stream_key(seed, f"bot {seat} {answered}"), steps)
