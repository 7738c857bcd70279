"""Decides when a match that no person attends has taken long enough: a match of bots need not end.

Separate because watching, a table at which only bots are asked, and replays must all come to an end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright_tools.playing.match import Match
from rulewright_tools.show.lines import Line
from rulewright_tools.show.words import say

# The most answers, and the most options in all questions, of a match that no person attends. Matches of the shipped
# packs end within 600 answers and 4,000 options.
MOST_ANSWERS: Final = 10_000
MOST_OPTIONS: Final = 500_000
# The cost of showing, in steps: of an answer, of a sentence, of one of its characters, and of the things in a picture.
_ANSWER, _SENTENCE, _CHARACTER, _PLACE, _THING = 2_000, 2_000, 30, 300, 1_500


class Alone:
    """Counts what a match has taken since a person was last asked. The pack decides the maximal number of steps: see
    `Ready.match_steps`."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._reason = ""
        self.attended()
        if not match.story:
            self._before = 0  # the beginning counts too

    def attended(self) -> None:
        """A person was asked: starts counting again."""
        self._answers, self._options, self._shown = 0, 0, 0
        self._before = self._match.game.steps

    def told(self, lines: Iterable[Line]) -> None:
        """Counts sentences that are shown."""
        self._shown += sum(_SENTENCE + _CHARACTER * len(line.words) for line in lines)

    def drawn(self) -> None:
        """Counts a drawn picture."""
        m = self._match.state
        places = len(m.board.places) if m.board_key is not None else 0
        self._shown += _PLACE * places + _THING * (len(m.sheet) + len(m.rows))

    def is_enough(self) -> bool:
        """Returns whether the match must stop, before an answer is given."""
        decision = self._match.game.decision
        self._answers += 1
        self._options += len(decision.options) if decision is not None else 0
        if self._answers > MOST_ANSWERS or self._options > MOST_OPTIONS:
            self._reason = "endless"
        return self.is_dear() or self._reason != ""

    def is_dear(self) -> bool:
        """Returns whether the match has taken too many steps, which is the only limit of a replay."""
        taken = self._match.game.steps - self._before + self._shown + _ANSWER * self._answers
        if taken > self._match.game.linked.match_steps:
            self._reason = "dear"
        return self._reason == "dear"

    def reason(self, language: str) -> str:
        """Explains why the match was stopped, and what to do."""
        return say(language, self._reason, number=len(self._match.story))
