"""Turns a file of a match into the same match, or into the first place where it is another.

Separate because the comparison is a promise of files: the answer, the player and every event, by ids. What is called
otherwise than it was is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rulewright.play import opened
from rulewright.play.state import Decision
from rulewright.session import Refused
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import Kept, Step
from rulewright_tools.show import question
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
        if step.player is not None and step.player != decision.player:
            return [f"{told}: now player {decision.player + 1} is asked", *_offered(match)]
        index = _meant(match, decision, step)
        if index is None:
            return [f"{told}: that answer is not offered any more", *_offered(match)]
        try:
            given = match.answer(index)
        except (Refused, opened.Unlisted):
            return [f"{told}: there is no answer {index + 1}", *_offered(match)]
        found = _events(f"after {told}", step.events, given.events)
        if found:
            return found
    return None


def _seat(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _meant(match: Match, d: Decision, step: Step) -> int | None:
    """The number of an answer now: what it was if that means the same, else where it stands now. None if it is not
    offered. A place that was not listed, and a number without key or words, are taken as they are."""
    wanted = step.words if step.key is None else step.key
    if step.index < 0 or wanted is None:
        return step.index
    if step.index < len(d.options) and _called(match, d, d.options[step.index], step) == wanted:
        return step.index
    return next((i for i, one in enumerate(d.options) if _called(match, d, one, step) == wanted), None)


def _called(match: Match, d: Decision, option: Any, step: Step) -> str:
    """An answer as the file calls it: by its key, or in the words of version 1."""
    return question.option(match.state, d, option, Sight(None)) if step.key is None else match.key(option)


def _offered(match: Match) -> list[str]:
    options = match.options(Sight(None))
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
