"""A match with its seats and its story: who gave each answer, and what resulted from it.

Separate because the watcher, the table, saved files and replays all need the same story.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.play import labels, opened
from rulewright.play.entries import Began
from rulewright.play.keys import Keys
from rulewright.play.state import State
from rulewright.session import Game
from rulewright.shapes import EVENT, FIELDS
from rulewright_tools.playing import seats as bots
from rulewright_tools.show import question
from rulewright_tools.show.pieces import Sight


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the story: its seat, its key, its words in English (both for files) and in the language of the
    table, and the ids of the events that it led to. It hides nothing."""

    player: int
    key: str
    words: str
    shown: str
    events: tuple[str, ...]
    thought: int = 0  # steps of its search by a bot
    guessed: bool = False  # whether the bot had too few steps to try any answer
    event: int = -1  # what the answer names, in the language of the table: see question.named
    named: tuple[tuple[str, ...], ...] = ()
    declines: bool = False  # it picks none of the options


class Match:
    """A game with its seats. `seats` are kinds of bots, or HUMAN. `by_words`: events are stored in words and not by
    ids, as in older files."""

    def __init__(
        self, game: Game, seats: tuple[str, ...], seed: int, settings: Mapping[str, Any], language: str = "en",
        by_words: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.seats = seats
        self.seed = seed
        self.settings = dict(settings)
        self.language = language
        self.by_words = by_words
        self.story: list[Answer] = []
        self.thought = 0  # steps of all searches of bots
        self._room = _MOST_WORDS  # characters left for the events of further answers
        self.opening = self._events(0)
        self._bots = {i: bots.make(kind, i, seed) for i, kind in enumerate(seats) if kind != bots.HUMAN}

    @property
    def state(self) -> State:
        """The current state of the match."""
        return self.game.state

    def is_human(self, seat: int) -> bool:
        """Returns whether a person plays a seat."""
        return self.seats[seat] == bots.HUMAN

    def bot_answer(self) -> Answer:
        """Lets the bot whose turn it is answer."""
        decision = self.game.decision
        assert decision is not None, "a player is asked"
        choice = self._bots[decision.player](self.game, self.thought)
        return self.answer(choice.index, choice.steps, choice.guessed)

    def answer(self, index: int, thought: int = 0, guessed: bool = False) -> Answer:
        """Answers the pending question and adds the answer to the story. `thought` and `guessed` as in Answer."""
        decision = self.game.decision
        assert decision is not None, "a player is asked"
        option = opened.option_of(self.state, index)
        key, words = self.key(option), question.option(self.state, decision, option, Sight(None))
        shown = question.answered(self.state, decision, option, Sight(None, self.language))
        named = question.named(self.state, decision, option, Sight(None, self.language))
        start = self.game.noted
        self.game.answer(index)
        told = Answer(decision.player, key, words, shown, self._events(start), thought, guessed, *named, option is None)
        self.story.append(told)
        self.thought += thought
        return told

    def undo(self) -> bool:
        """Undoes the last answer, whoever gave it; returns False if there is none."""
        if not self.game.undo():
            return False
        last = self.story.pop()
        self.thought -= last.thought
        self._room += sum(map(len, last.events))
        return True

    def key(self, option: Any) -> str:
        """Returns the key of an answer to the pending question."""
        decision = self.game.decision
        assert decision is not None, "a player is asked"
        return Keys(self.state).option(decision, option)[:_LONGEST]

    def _events(self, start: int) -> tuple[str, ...]:
        """Returns the events that began since the log had `start` entries, as far as there is room for them."""
        found: list[str] = []
        with labels.still(self.state):
            for words in _events_since(self.game, start, self.by_words):
                if len(words) > self._room or len(found) >= _MOST_EVENTS:
                    break
                found.append(words)
                self._room -= len(words)
        return tuple(found)

    def options(self, sight: Sight) -> tuple[str, ...]:
        """Returns the answers to the pending question, in words."""
        decision = self.game.decision
        assert decision is not None, "a player is asked"
        return question.options(self.state, decision, sight)


# The most characters of the events of one answer, and of a whole match: names may have any length, and one answer may
# trigger a hundred thousand events.
_LONGEST, _MOST_EVENTS, _MOST_WORDS = 400, 1_000, 8_000_000


def _events_since(game: Game, start: int, by_words: bool) -> Iterator[str]:
    """Yields the events that began since the log had `start` entries, with their parameters, by ids or in words."""
    keys = Keys(game.state)
    for entry in game.entries(start):
        if isinstance(entry, Began):
            r = entry.record
            if not by_words:
                yield keys.event(r)[:_LONGEST]
                continue
            event = game.linked.program.events[r[EVENT]]
            fields = zip(r[FIELDS:], event.fields[: event.params], strict=False)
            words = f"{event.id}({', '.join(labels.value(game.state, v, t) for v, (_, t) in fields)})"
            yield words[:_LONGEST]


def result(m: Match, language: str) -> tuple[str, tuple[str, ...]]:
    """Returns the result of a finished match: a key of show.words, and the names for it."""
    game = m.game
    if game.problem is not None:
        return "stopped", (game.problem.what,)
    won = game.winners
    if won is None:
        # A match whose event does not return `winners` may still return them under another name.
        over = game.state.over
        event = game.linked.program.events[over[0]] if over is not None else None
        given = (
            []
            if event is None or over is None
            else [
                v
                for v, (_, t) in zip(over[FIELDS + event.params :], event.fields[event.params :], strict=False)
                if t in (("player", "", ()), ("maybe", "", (("player", "", ()),)))
            ]
        )
        won = tuple(v for v in given if v is not None)
    names = tuple(labels.value(game.state, seat, ("player", "", ()), language) for seat in won)
    if len(names) > 1:
        return ("draw" if len(names) == game.state.players else "win"), names
    return ("wins" if names else "no_winner"), names
