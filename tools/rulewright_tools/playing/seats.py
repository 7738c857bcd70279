"""Turns the kinds of bots that a user names into functions that answer for a seat.

Separate because it decides that a bot keeps nothing from answer to answer: an answer taken back, or a match loaded in
the middle, leaves the bots as they were.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.bots.kinds import BOTS, make_bot
from rulewright.play.chance import stream_key
from rulewright.session import Game

Bot = Callable[[Game], int]

HUMAN = "human"
KINDS = tuple(sorted(BOTS))


def make(kind: str, seat: int, seed: int) -> Bot:
    """A bot of a kind for a seat: the same match, seat and seed give the same answer."""

    def choose(game: Game) -> int:
        return make_bot(kind, stream_key(seed, f"bot {seat} {len(game.answers)}")).choose(game)

    return choose
