"""Turns a decision into the answer after which the position is worth most, as far as the player can know.

Separate because it is the simplest bot that plays with sense: one step ahead, on imagined matches, by the pack's own
worth of a position. It never sees the real hidden things or the real dice to come.
"""

from __future__ import annotations

from rulewright.play.bounds import refill
from rulewright.play.chance import Chance
from rulewright.play.secrets import imagined
from rulewright.play.state import Runaway, State, copy
from rulewright.session import Game, answer

# How many imagined matches an answer is tried on, and how many further questions are answered at random before the
# position is weighed: enough for a choice of "attack" to come to its damage.
_SAMPLES = 3
_AHEAD = 6
_MOST_OPTIONS = 24


class GreedyBot:
    """Tries each answer on imagined copies and takes the best; ties and packs without a worth are decided at random."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0
        self._chance = Chance(seed)

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""
        d = game.decision
        assert d is not None
        if len(d.options) == 1 or game.linked.worth is None:
            return self._chance.draw(len(d.options), "bot")
        numbers = list(range(len(d.options)))
        if len(numbers) > _MOST_OPTIONS:
            numbers = sorted(self._chance.draw(len(d.options), "bot") for _ in range(_MOST_OPTIONS))
        self._count += 1
        worths: dict[int, int] = {}
        for sample in range(_SAMPLES):
            # The same imagined match and dice for every answer: what differs is the answer.
            seed = self._seed * 1_000_003 + self._count * 17 + sample
            made = imagined(game.state, d.player, Chance(seed))
            for number in dict.fromkeys(numbers):
                worths[number] = worths.get(number, 0) + self._worth(copy(made), d.player, number, Chance(seed + 1))
        best = max(worths.values())
        ties = [number for number in worths if worths[number] == best]
        return ties[self._chance.draw(len(ties), "bot")]

    def _worth(self, m: State, seat: int, number: int, chance: Chance) -> int:
        assert m.pending is not None
        try:
            answer(m, m.pending.options[number])
            for _ in range(_AHEAD):
                if m.pending is None or m.pending.player != seat:
                    break
                answer(m, m.pending.options[chance.draw(len(m.pending.options), "bot")])
        except Runaway:
            return -(10**9)
        worth = m.p.worth
        assert worth is not None
        refill(m)
        try:
            return int(worth(m, seat))
        except Runaway:
            return -(10**9)
