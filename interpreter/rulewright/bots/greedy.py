"""A bot that picks the option with the best position after it, judged by the pack's `worth`.

Separate because it is the simplest bot that plays reasonably: one step ahead, on imagined matches, by the pack's own
worth of a position. It never sees the real hidden things or the real future dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.limits import MOST_STEPS
from rulewright.play.bounds import refill
from rulewright.play.chance import Chance
from rulewright.play.secrets import Unknown, imagined, imagining_steps
from rulewright.play.state import Runaway, State, copy, copying_steps
from rulewright.session import Game, answer, answer_by_chance

# The number of imagined matches on which an answer is tried. The last one is only for the better half of the answers,
# but for at least this many; answers with equal worth by then are not tried again (decision 0041).
_SAMPLES = 3
_FEW = 4
# The number of further questions that are answered at random before the position is judged: those during the answer,
# so that a choice of "attack" leads to its damage, and some after it, so that paying for a card leads to the card
# (decision 0041).
_AHEAD = 6
_BEHIND = 1
_MOST_OPTIONS = 24
# One choice may use this share of the steps left for imagination in a match, so they are never used up.
SHARE: Final = 40
_LOST: Final = -(10**9)  # the worth of a position in which the rules do not terminate


class _UsedUp(Exception):
    """The steps of this choice are used up."""


class GreedyBot:
    """Tries each answer on imagined copies and takes the best. Ties, and packs without a worth, are decided at random.

    Imagination is bounded. If the steps of a choice are used up, the bot uses the imagined matches in which it has
    tried every remaining answer. Without such a match, it takes the best of the answers that it has tried, unless that
    makes its position worse: then one of the others, at random. `steps`: the steps of one choice; None: the share of
    the first choice in a match.
    """

    name = "greedy"

    def __init__(self, seed: int, steps: int | None = None) -> None:
        self._seed = seed
        self._count = 0
        self._chance = Chance(seed)
        self._steps = steps
        self.used = 0  # the steps that the last choice took
        self.guessed = False  # whether no answer could be tried, because each takes too many steps

    def choose(self, game: Game) -> int:
        """The index of an answer to the pending decision."""
        d = game.decision
        assert d is not None
        self.used, self.guessed = 0, False
        if len(d.options) == 1 or game.linked.worth is None:
            return self._chance.draw(len(d.options), "bot")
        numbers = list(range(len(d.options)))
        if len(numbers) > _MOST_OPTIONS:
            numbers = sorted(self._chance.draw(len(d.options), "bot") for _ in range(_MOST_OPTIONS))
        self._count += 1
        steps = game.linked.thought_steps // SHARE if self._steps is None else self._steps
        worths = self._weighed(game.state, d.player, list(dict.fromkeys(numbers)), steps)
        if not worths:
            self.guessed = True
            return numbers[self._chance.draw(len(numbers), "bot")]
        best = max(worths.values())
        ties = [number for number in worths if worths[number] == best]
        return ties[self._chance.draw(len(ties), "bot")]

    def _weighed(self, m: State, seat: int, numbers: list[int], steps: int) -> dict[int, int]:
        """The worth of answers, summed over imagined matches, for those that were tried on all of them. A match counts
        for all answers that are tried on it, or for none."""
        worths: dict[int, int] = {}
        unknown = Unknown(m, seat)
        numbers = self._shuffled(numbers)  # so that any half of equal answers may be the better one
        for sample in range(_SAMPLES):
            if sample == _SAMPLES - 1:
                if len(set(worths.values())) == 1:
                    break
                numbers = sorted(numbers, key=lambda number: -worths[number])[: max(_FEW, (len(numbers) + 1) // 2)]
            # Every answer gets the same imagined match and dice, so that only the answers differ.
            seed = self._seed * 1_000_003 + self._count * 17 + sample
            found: dict[int, int] = {}
            try:
                self._spend(imagining_steps(m), steps)
                made = imagined(m, seat, Chance(seed), unknown)
                made.drafting = True  # the full list of possible answers is not needed there
                for number in numbers:
                    found[number] = self._worth(made, seat, number, seed + 1, steps)
            except _UsedUp:
                return worths or self._tried(m, seat, numbers, found)
            worths = {number: worths.get(number, 0) + worth for number, worth in found.items()}
        return worths

    def _tried(self, m: State, seat: int, numbers: list[int], found: dict[int, int]) -> dict[int, int]:
        """The answers to choose from if only some were tried: the best of them can be the worst of all. A player who
        concedes is soon done, and going on takes long to imagine."""
        if not found or len(found) == len(numbers):
            return found
        now = self._stands(imagined(m, seat, Chance(self._seed)), seat, MOST_STEPS)
        return found if max(found.values()) >= now else {number: now for number in numbers if number not in found}

    def _shuffled(self, numbers: list[int]) -> list[int]:
        """The answers in random order, if there are so many that some will be skipped."""
        if len(numbers) <= _FEW:
            return numbers
        left = list(numbers)
        return [left.pop(self._chance.draw(len(left), "bot")) for _ in numbers]

    def _spend(self, spent: int, steps: int) -> None:
        self.used += spent
        if self.used > steps:
            raise _UsedUp

    def _worth(self, made: State, seat: int, number: int, seed: int, steps: int) -> int:
        """The worth of the position after an answer. Raises _UsedUp. A match that ends by one of the further answers is
        also judged as it was before that answer, and the better counts: no player has to concede."""
        m, further = self._played(made, seat, number, seed, steps, _AHEAD)
        found = self._judged(m, seat, steps)
        if m is not None and m.pending is None and further:
            m, _ = self._played(made, seat, number, seed, steps, further - 1)
            found = max(found, self._judged(m, seat, steps))
        return found

    def _played(
        self, made: State, seat: int, number: int, seed: int, steps: int, most: int
    ) -> tuple[State | None, int]:  # fmt: skip
        """A copy of a match after an answer and at most so many further ones of the same player, with their number;
        None if its rules do not terminate. Raises _UsedUp."""
        self._spend(copying_steps(made), steps)
        m, chance = copy(made), Chance(seed)
        assert m.pending is not None
        first = m.pending.options[number]
        asking = len(m.frames)  # a question with no more frames comes after what the answer began
        behind = further = 0
        try:
            self._answer(m, lambda given: answer(m, first, None, given), steps)
            while further < most and m.pending is not None and m.pending.player == seat:
                behind += len(m.frames) <= asking
                if behind > _BEHIND:
                    break
                self._answer(m, lambda given: answer_by_chance(m, chance, given), steps)
                further += 1
        except Runaway:
            return None, further
        return m, further

    def _judged(self, m: State | None, seat: int, steps: int) -> int:
        """The worth of an imagined position. Raises _UsedUp."""
        if m is None:
            return _LOST
        given = min(MOST_STEPS, steps - self.used)
        found = self._stands(m, seat, given)
        self._took(m, given, steps)
        return found

    def _stands(self, m: State, seat: int, steps: int) -> int:
        """The worth of a position as it is."""
        worth = m.p.worth
        assert worth is not None
        refill(m, steps)
        try:
            return int(worth(m, seat))
        except Runaway:
            return _LOST

    def _answer(self, m: State, give: Callable[[int], None], steps: int) -> None:
        """Gives an answer in an imagined match, for a number of steps. Raises Runaway if its rules do not terminate."""
        given = min(MOST_STEPS, steps - self.used)
        try:
            give(given)
        finally:
            self._took(m, given, steps)

    def _took(self, m: State, given: int, steps: int) -> None:
        """Counts the steps of an imagined answer. Raises _UsedUp if it ended because its steps were used up, and not by
        a limit of play."""
        self._spend(given - max(m.fuel, 0), steps)
        if m.fuel < 0 and given < MOST_STEPS:
            raise _UsedUp
