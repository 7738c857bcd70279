"""Finds what the story told last: the sentence of an event or a roll of dice, and what led to it.

Separate because it reads the log backwards, while `show.telling` reads it forwards and keeps no events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.play import log
from rulewright.play.entries import Answered, Began, Finished, Reacted, Rolled
from rulewright.session import Game
from rulewright.shapes import BEGAN, EVENT
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.telling import Teller


@dataclass(frozen=True, slots=True)
class Told:
    """Lines of the story, and what led to them (`log.causes`): at the end the event that they are about, or that rolled
    the dice."""

    lines: tuple[str, ...]
    chain: tuple[Began | Reacted, ...]


def last_told(game: Game, sight: Sight, *, since_answer: bool = False) -> Iterator[Told]:
    """Yields what the story told of events and dice, the last first, as far as the viewer may know it. Dice between two
    sentences are one roll. `since_answer`: only what was told since the last answer."""
    m, trace = game.state, game.trace
    teller = Teller(m, sight)
    dice: list[int] = []  # where the log has those after the next sentence, the last first
    for index in range(len(trace) - 1, -1, -1):
        entry = trace[index]
        if isinstance(entry, Answered):
            yield from _rolled(game, teller, dice)
            dice = []
            if since_answer:
                return
        elif isinstance(entry, Rolled):
            dice.append(index)
        elif isinstance(entry, (Began, Finished)) and teller.tells(entry.record[EVENT]):
            seen = log.for_seat(m, [entry], sight.viewer)
            words = teller.sentence(m, seen[0]) if seen else ""
            began = index if isinstance(entry, Began) else log.began(trace, index, entry.record[BEGAN])
            if not words or began is None:
                continue
            yield from _rolled(game, teller, dice)
            dice = []
            yield Told((words,), _chain(game, sight, began))
    yield from _rolled(game, teller, dice)


def _rolled(game: Game, teller: Teller, dice: list[int]) -> Iterator[Told]:
    """Yields a roll, if the viewer may know of it."""
    lines = teller.lines(game.state, [game.trace[index] for index in reversed(dice)])
    chain = _chain(game, teller.sight, dice[0]) if lines else ()
    if chain:
        yield Told(tuple(line.words for line in lines), chain)


def _chain(game: Game, sight: Sight, index: int) -> tuple[Began | Reacted, ...]:
    """Returns what led to an entry of the log, as far as the viewer may know it."""
    seen = log.for_seat(game.state, log.causes(game.trace, index), sight.viewer)
    return tuple(one for one in seen if isinstance(one, (Began, Reacted)))
