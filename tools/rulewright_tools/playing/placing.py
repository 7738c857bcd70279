"""Reads a place that a person types as the answer to an open question: `8.5, 12 turned 45`, `12.5x7@45`, `3 12.5x7`.

Separate because a place that nobody listed has no name among the options: the number of an option may stand before it,
"as that one, but there"; without it the first option that can be so is meant.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.numbers import whole_number
from rulewright.play import opened
from rulewright.play.state import State
from rulewright.space.plane.poses import meant

_NUMBERED: Final = re.compile(r"([0-9]{1,6})[ :]+(.+)")


def read(m: State, line: str) -> int | None:
    """The number of the answer; None for what names no place, and where none is asked for."""
    d = m.pending
    if d is None or not opened.is_place(m, d):
        return None
    found = _NUMBERED.fullmatch(line.strip())
    likes = [i for i, option in enumerate(d.options) if opened.spot_in(m, d, option) >= 0]
    place = meant(line)
    if found is not None and not isinstance(place, int):
        number = whole_number(found[1], 1, len(d.options))
        if number is None or number - 1 not in likes:
            return None
        likes, place = [number - 1], meant(found[2])
    if not isinstance(place, int) or not likes:
        return None
    numbers = [opened.number_of(like, place) for like in likes]
    return next((number for number in numbers if _can(m, number)), numbers[0])


def _can(m: State, number: int) -> bool:
    try:
        opened.option_of(m, number)
    except opened.Unlisted:
        return False
    return True
