"""Replays a file of a match and finds the first difference.

Separate because the comparison is a promise of files: the answer, the player and every event, by ids, and the position
of the match after the last of them. A thing that only has another name is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Literal

from rulewright.play import opened
from rulewright.play.entries import Reacted
from rulewright.play.keys import Keys
from rulewright.play.positions import unlike
from rulewright.play.state import Decision
from rulewright.session import Refused
from rulewright_tools.playing.against import against
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.kept import Kept, Step
from rulewright_tools.playing.match import Match
from rulewright_tools.show import question
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.words import counted

_OFFERED = 12
_MOST_UNLIKE: Final = 6


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of a replay: at which answer (0: before the first), its sort, and lines for people. `said`:
    keys of everything that happened there, before and now. If every event is the same and only the position differs,
    the difference is after the last answer."""

    answer: int
    kind: Literal["goes otherwise", "not offered", "too dear", "stands otherwise"]
    lines: tuple[str, ...]
    said: tuple[str, ...] = ()


def first_difference(kept: Kept, match: Match, until: int | None = None) -> Difference | None:
    """Gives the answers of a file, all or the first `until`, up to and including the first that differs. If all are
    given, the position of the match is compared as well."""
    found = _events("the beginning", kept.opening, match.opening, kept)
    if found:
        return _otherwise(0, found, kept.opening, match.opening)
    alone = Alone(match)
    for number, step in enumerate(kept.steps[:until], start=1):
        if alone.is_dear():
            return Difference(number, "too dear", (f"at answer {number}: {alone.reason('en')}",))
        decision = match.game.decision
        told = (
            f"answer {number}" if step.words is None else f"answer {number} (player {_seat(step.player)}: {step.words})"
        )
        if decision is None:
            reason = match.game.problem.what if match.game.problem is not None else "the match is over"
            return _gone(number, step, f"{told}: no player is asked any more: {reason}")
        if step.player is not None and step.player != decision.player:
            return _gone(number, step, f"{told}: now player {decision.player + 1} is asked", *_offered(match))
        index = _meant(match, decision, step, kept.also)
        if index is None:
            why = "" if step.key is None else against(match.state, decision, step.key)
            words = f"{told} is no longer offered" + (f": {why}" if why else "")
            return _gone(number, step, words, *_offered(match))
        start = match.game.noted
        try:
            given = match.answer(index)
        except (Refused, opened.Unlisted):
            return _gone(number, step, f"{told}: there is no answer {index + 1}", *_offered(match))
        found = _events(told, step.events, given.events, kept)
        if found:
            reactions = match.game.linked.program.reactions
            reacted = [reactions[one.reaction].holder for one in match.game.entries(start) if isinstance(one, Reacted)]
            was = [step.key or "", *(step.events or ()), *_running(match, index)]
            return _otherwise(number, found, was, [*given.events, *reacted])
    return _stands(kept, match) if len(match.story) == len(kept.steps) else None


def _stands(kept: Kept, match: Match) -> Difference | None:
    """Returns the difference between the stored and the current position of the match."""
    if kept.position is None:
        return None
    found = [str(one) for one in unlike(kept.position, match.state)]
    if not found:
        return None
    count = len(kept.steps)
    answers = f"{counted(count, 'answer')} lead{'s' if count == 1 else ''}" if count else "the beginning leads"
    more = [f"  and {len(found) - _MOST_UNLIKE} more"] if len(found) > _MOST_UNLIKE else []
    lines = [f"{answers} to the same events, but to a different state:",
             *(f"  {one}" for one in found[:_MOST_UNLIKE]), *more]  # fmt: skip
    return Difference(count, "stands otherwise", tuple(lines), tuple(found))


def _running(match: Match, index: int) -> list[str]:
    """Returns the keys of the events that were running when the last answer was given; that answer is given again."""
    if not match.undo():
        return []
    keys = Keys(match.state)
    found = [keys.event(record) for records in match.state.running for record in records]
    match.answer(index)
    return found


def _gone(number: int, step: Step, *lines: str) -> Difference:
    return Difference(number, "not offered", lines, (step.key or "", *(step.events or ())))


def _otherwise(number: int, lines: list[str], was: Sequence[str] | None, now: Sequence[str]) -> Difference:
    return Difference(number, "goes otherwise", tuple(lines), (*(was or ()), *now))


def _seat(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _meant(match: Match, d: Decision, step: Step, also: Mapping[str, str]) -> int | None:
    """Returns the current number of an answer: the stored number if it still means the same, else its new number. None
    if it is not offered. An unlisted place, and a number without key or words, are used unchanged."""
    wanted = step.words if step.key is None else step.key
    if step.index < 0 or wanted is None:
        return step.index
    for one in (wanted, *([also[wanted]] if wanted in also else [])):
        if step.index < len(d.options) and _called(match, d, d.options[step.index], step) == one:
            return step.index
        found = next((i for i, option in enumerate(d.options) if _called(match, d, option, step) == one), None)
        if found is not None:
            return found
    return None


def _called(match: Match, d: Decision, option: Any, step: Step) -> str:
    """Returns the name of an answer in the file: its key, or the words of version 1."""
    return question.option(match.state, d, option, Sight(None)) if step.key is None else match.key(option)


def _offered(match: Match) -> list[str]:
    options = match.options(Sight(None))
    more = f", .. ({len(options) - _OFFERED} more)" if len(options) > _OFFERED else ""
    return [f"  offered now: {', '.join(options[:_OFFERED])}{more}"]


def _events(when: str, was: Sequence[str] | None, now: Sequence[str], kept: Kept) -> list[str] | None:
    """Returns the first event that differs; None if all are the same, or if the file contains no events."""
    if was is None:
        return None
    for old, new in zip_longest(was, now, fillvalue="(nothing more)"):
        if new not in (old, kept.also.get(old)):
            return [f"{when} differs: {new}, was {old}"]
    return None
