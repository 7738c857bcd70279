"""Turns a game and its seats into a match with a story: who answered what, and what came of it.

A module of its own because the watcher, the player at a terminal, saved files and replays all need the same story.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.play import labels
from rulewright.play.state import FIELDS, State
from rulewright.session import Game, Question
from rulewright_tools.playing import seats as bots


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the story: whose, the words of question and answer, and where its trace begins."""

    player: int
    prompt: str
    words: str
    start: int


class Match:
    """A game with its seats. `seats` are kinds of bots, or HUMAN."""

    def __init__(self, game: Game, seats: tuple[str, ...], seed: int, settings: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.settings = dict(settings)
        self.story: list[Answer] = []
        self._bots = {i: bots.make(kind, i, seed) for i, kind in enumerate(seats) if kind != bots.HUMAN}

    @property
    def state(self) -> State:
        """The match as it is now."""
        return self.game.state

    def is_human(self, seat: int) -> bool:
        """Whether a person answers for a seat."""
        return self.seats[seat] == bots.HUMAN

    def bot_answer(self) -> Answer:
        """Lets the bot whose turn it is answer."""
        decision = self.game.decision
        assert decision is not None, "somebody is asked"
        return self.answer(self._bots[decision.player](self.game))

    def answer(self, index: int) -> Answer:
        """Answers the pending question and keeps it in the story."""
        question = self.game.question()
        assert question is not None, "somebody is asked"
        told = Answer(question.player, question.prompt, question.options[index], len(self.game.trace))
        self.game.answer(index)
        self.story.append(told)
        return told

    def undo(self) -> bool:
        """Takes back the last answer, whoever gave it; False when there is none."""
        if not self.game.undo():
            return False
        self.story.pop()
        return True

    def question(self, language: str) -> Question:
        """The pending question in words."""
        found = self.game.question(language)
        assert found is not None, "somebody is asked"
        return found


def result(m: Match, language: str) -> tuple[str, tuple[str, ...]]:
    """What became of a match that is over: a key of show.words, and the names that belong to it."""
    game = m.game
    if game.problem is not None:
        return "stopped", (game.problem.what,)
    won = game.winners
    if won is None:
        # A match whose event gives no winners may still give one under another name.
        over = game.state.over
        event = game.linked.program.events[over[0]] if over is not None else None
        given = [] if event is None or over is None else [
            v for v, (_, t) in zip(over[FIELDS + event.params:], event.fields[event.params:], strict=False)
            if t in (("player", "", ()), ("maybe", "", (("player", "", ()),)))]
        won = tuple(v for v in given if v is not None)
    names = tuple(labels.value(game.state, seat, ("player", "", ()), language) for seat in won)
    return ("no_winner" if not names else "wins" if len(names) == 1 else "draw"), names
