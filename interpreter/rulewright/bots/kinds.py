"""Names of bots to the bots: what the command line and simulations choose from."""

from __future__ import annotations

from typing import Protocol

from rulewright.bots.greedy import GreedyBot
from rulewright.bots.random import RandomBot
from rulewright.session import Game


class Bot(Protocol):
    """Anything that answers decisions."""

    name: str

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""


BOTS: dict[str, type[RandomBot] | type[GreedyBot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, seed: int) -> Bot:
    """A bot by name. Raises KeyError for a name that there is not."""
    return BOTS[name](seed)
