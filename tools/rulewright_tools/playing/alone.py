"""Says when a match has gone on long enough without anybody attending it: a match of bots need not have an end.

Separate because those who watch, a table at which only bots are asked, and replays must all come to an end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright_tools.playing.match import Match
from rulewright_tools.show.telling import Line
from rulewright_tools.show.words import say

# Answers, and options in all questions, after which nobody waits for the end of a match any more: those of the shipped
# packs are over after 600 answers and 4,000 options.
MOST_ANSWERS: Final = 10_000
MOST_OPTIONS: Final = 500_000
# What showing takes that the rules do not, in steps: an answer, a sentence and its characters, what a picture shows.
_ANSWER, _SENTENCE, _CHARACTER, _PLACE, _THING = 2_000, 2_000, 30, 300, 1_500


class Alone:
    """What a match has taken since anybody was asked. How many steps that may be the pack decides: see
    `Ready.match_steps`."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._reason = ""
        self.attended()
        if not match.story:
            self._before = 0  # its beginning counts

    def attended(self) -> None:
        """A person was asked: it begins again."""
        self._answers, self._options, self._shown = 0, 0, 0
        self._before = self._match.game.steps

    def told(self, lines: Iterable[Line]) -> None:
        """Sentences are told."""
        self._shown += sum(_SENTENCE + _CHARACTER * len(line.words) for line in lines)

    def drawn(self) -> None:
        """A picture is drawn."""
        m = self._match.state
        places = len(m.board.places) if m.board_key is not None else 0
        self._shown += _PLACE * places + _THING * (len(m.sheet) + len(m.rows))

    def is_enough(self) -> bool:
        """Before an answer is given: whether the match is to be stopped."""
        decision = self._match.game.decision
        self._answers += 1
        self._options += len(decision.options) if decision is not None else 0
        if self._answers > MOST_ANSWERS or self._options > MOST_OPTIONS:
            self._reason = "endless"
        return self.is_dear() or self._reason != ""

    def is_dear(self) -> bool:
        """Whether it has taken too many steps: all that ends a match that is played again."""
        taken = self._match.game.steps - self._before + self._shown + _ANSWER * self._answers
        if taken > self._match.game.linked.match_steps:
            self._reason = "dear"
        return self._reason == "dear"

    def reason(self, language: str) -> str:
        """Why it was stopped, and what to do."""
        steps = self._match.game.linked.match_steps
        return say(language, self._reason, number=len(self._match.story), steps=f"{steps:,}")
