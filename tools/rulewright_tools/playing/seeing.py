"""Finds the lines of sight to draw for a question: those on which its answers depend, and those that are blocked.

Separate because several may look at one picture, and it shows only what all of them know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rulewright.play.sightlines import Ends, Sightline, Sightlines
from rulewright.play.state import State


def lines_of_sight(
    m: State, seats: Collection[int], answers: Sequence[Any]
) -> tuple[dict[int, Sightline], list[Sightline]]:
    """Returns the lines on which answers to the pending question depend, by index, and the blocked ones that keep
    other answers from being legal, each line once.

    Args:
        m: the match.
        seats: all who look; none: everything is known.
        answers: the options that may have such a line.
    """
    viewers = tuple(seats) or (None,)
    known = [_known(m, seat, answers, len(viewers)) for seat in viewers]
    free, blocked = known[0]
    for others_free, others_blocked in known[1:]:
        free = {i: line for i, line in free.items() if others_free.get(i) == line}
        blocked = [line for line in blocked if line in others_blocked]
    drawn = {line.ends for line in free.values()}
    by_ends: dict[Ends, Sightline] = {}
    for line in blocked:
        if line.ends not in drawn:
            by_ends.setdefault(line.ends, line)
    return free, list(by_ends.values())


def _known(
    m: State, seat: int | None, answers: Sequence[Any], viewers: int
) -> tuple[dict[int, Sightline], list[Sightline]]:
    """Returns the same for one of some viewers."""
    lines = Sightlines(m, seat, viewers)
    found = ((i, lines.of_answer(option)) for i, option in enumerate(answers))
    return {i: line for i, line in found if line is not None}, list(lines.refused())
