"""Lets a player go to a place that they name: shows the way, asks once, and gives the answers.

Separate because one typed line becomes many answers here, which stop as soon as anything differs from the plan.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from rulewright.bots import ways
from rulewright.bots.ways import Way
from rulewright.play import labels
from rulewright_tools.playing.match import Match
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.story import print_hanging
from rulewright_tools.show.words import say

_MOST_BETWEEN = 20  # answers of bots between two steps


class Walker:
    """Follows ways in one match. `ask` prints a question and returns what is typed."""

    def __init__(self, match: Match, console: Console, language: str, ask: Callable[[Text], str]) -> None:
        self._match = match
        self._console = console
        self._language = language
        self._ask = ask
        self._gone: list[tuple[int, int]] = []  # stretches of the story, one for each way

    def begin_of(self, answer: int) -> int:
        """Returns the first answer of the way that contains an answer of the story, or the answer itself."""
        return next((first for first, end in self._gone if first <= answer < end), answer)

    def forget(self, length: int) -> None:
        """Forgets answers that were undone: `length` is the new length of the story."""
        self._gone = [one for one in self._gone if one[1] <= length]

    def go(self, sight: Sight, place: int) -> bool:
        """Goes to a place if there is a way and the player wants it; returns whether there is a way."""
        way = ways.find(self._match.game, sight, place)
        if way is None:
            return False
        self._show(way, sight)
        if self._is_wanted():
            first = len(self._match.story)
            arrived = self._follow(way, sight)
            self._gone.append((first, len(self._match.story)))
            if not arrived:
                self._say("way_left", who=labels.entity(self._match.state, way.who, self._language))
        return True

    def _is_wanted(self) -> bool:
        """Asks whether to go until the line is the beginning of yes or no, in English or in the language of the table;
        an empty line means yes. Anything else would be the answer to another question if it meant no."""
        while True:
            typed = self._ask(Text(say(self._language, "way_ask"), "bold")).strip()
            for word in ("yes", "no"):
                if any(one.startswith(typed.casefold()) for one in (word, labels.word(word, self._language))):
                    return word == "yes"
            self._say("unknown", word=typed)

    def _show(self, way: Way, sight: Sight) -> None:
        m = self._match.state
        path = " > ".join(str(m.board.show(place)) for place in way.places)
        lines = [say(self._language, "way", who=sight.entity(m, way.who), path=path)]
        lines += [say(self._language, "way_costs", what=", ".join(way.cost))] if way.cost else []
        asked = dict.fromkeys(way.asked)
        lines += [say(self._language, "way_asked", what=words, place=m.board.show(at)) for words, at in asked]
        lines += [say(self._language, "way_chance")] if way.chance else []
        for line in lines:
            print_hanging(self._console, Text(line))

    def _follow(self, way: Way, sight: Sight) -> bool:
        """Gives the answers of a way as long as everything is as predicted."""
        match = self._match
        at = way.places[0]
        for step in way.steps:
            self._let_bots_answer()
            d = match.game.decision
            if d is None or d.player != sight.viewer or d.site != step.site or match.state.at[way.who] != at:
                return False
            if step.option not in d.options:
                return False
            match.answer(d.options.index(step.option))
            at = step.at
        return True

    def _let_bots_answer(self) -> None:
        for _ in range(_MOST_BETWEEN):
            d = self._match.game.decision
            if d is None or self._match.is_human(d.player):
                return
            self._match.bot_answer()

    def _say(self, key: str, **values: object) -> None:
        print_hanging(self._console, Text(say(self._language, key, **values)), 2)
