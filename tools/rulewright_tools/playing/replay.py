"""Turns a file of a match into the same match, or into the first place where it is another.

Separate because the comparison is a promise of files: the answer, the player, the words and every event.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rulewright.play import opened
from rulewright.session import Refused
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import Kept
from rulewright_tools.show.pieces import Sight

_OFFERED = 12


def replay(kept: Kept, match: Match) -> list[str] | None:
    """Gives all answers of a file. None if everything is the same, else lines that tell the first difference."""
    found = _events("before the first answer", kept.opening, match.opening)
    if found:
        return found
    alone = Alone(match)
    for number, step in enumerate(kept.steps, start=1):
        if alone.is_dear():
            return [f"at answer {number}: {alone.reason('en')}"]
        decision = match.game.decision
        told = (
            f"answer {number}" if step.words is None else f"answer {number} (player {_seat(step.player)}: {step.words})"
        )
        if decision is None:
            reason = match.game.problem.what if match.game.problem is not None else "the match is over"
            return [f"{told}: nobody is asked any more: {reason}"]
        options = match.options(Sight(None))
        index = step.index
        if step.player is not None and step.player != decision.player:
            return [f"{told}: now player {decision.player + 1} is asked", *_offered(options)]
        listed = index >= 0  # else it says a place that was not listed, as that option
        if listed and step.words is not None and (index >= len(options) or options[index] != step.words):
            if step.words not in options:
                return [f"{told}: that answer is not offered any more", *_offered(options)]
            index = options.index(step.words)
        try:
            given = match.answer(index)
        except (Refused, opened.Unlisted):
            return [f"{told}: there is no answer {index + 1}", *_offered(options)]
        found = _events(f"after {told}", step.events, given.events)
        if found:
            return found
    return None


def _seat(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _offered(options: Sequence[str]) -> list[str]:
    more = f", .. ({len(options) - _OFFERED} more)" if len(options) > _OFFERED else ""
    return [f"  offered now: {', '.join(options[:_OFFERED])}{more}"]


def _events(when: str, was: Sequence[str] | None, now: Sequence[str]) -> list[str] | None:
    """The first event that differs; None if all are the same, or the file tells none."""
    if was is None:
        return None
    for number, (old, new) in enumerate(zip_longest(was, now), start=1):
        if old != new:
            return [
                f"{when}, event {number}:",
                f"  it was  {old or '(nothing more)'}",
                f"  it is   {new or '(nothing more)'}",
            ]
    return None
