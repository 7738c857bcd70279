"""Reads a place that a person types as the answer to an open question: `8.5, 12 turned 45`, `12.5x7@45`, `3 12.5x7`,
`GB toward Cairn 2 by 6`, `toward 36x24 by 6`, `turned 90`.

Separate because a place that nobody listed has no name among the options: the number of an option, or the sign or name
of the thing that goes there, may stand before it, "as that one, but there"; without it the first option that can be so
is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulewright.numbers import whole_number
from rulewright.play import opened
from rulewright.play.state import Decision, State
from rulewright.space.plane.poses import Problem, meant
from rulewright.space.plane.spoken import DIRECTIONS, Spoken, read_answer
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name

_NUMBERED: Final = re.compile(r"([0-9]{1,6})[ :]+(.+)")
_MOVES: Final = frozenset(("toward", "turned", *DIRECTIONS))
_DEGREES: Final = re.compile(r"[0-9]{1,3} by .+")
_IT: Final = "it"  # stands for the thing that goes, where none is named


@dataclass(frozen=True, slots=True)
class Named:
    """What an answer names.

    Attributes:
        things: those that stand somewhere or could, in order.
        place: the first place; None if there is none.
        mover: the last thing before that place: the one that would stand there.
    """

    things: tuple[int, ...] = ()
    place: int | None = None
    mover: int | None = None


def named(m: State, d: Decision, option: Any) -> Named:
    """What an answer of a decision names."""
    site = m.p.program.sites[d.site]
    if option is None or (site.type is None and site.kind != "offer"):
        return Named()
    pairs: list[tuple[Any, Any]] = [(option, site.type)]
    if site.kind == "offer":
        event = m.p.program.events[site.lines[option[0]]]
        pairs = [(value, t) for value, (_, t) in zip(option[1], event.fields, strict=False)]
    things: list[int] = []
    place, mover = None, None
    for value, t in pairs:
        t = t[2][0] if t[0] == "maybe" else t
        if value is None:
            continue
        if t[0] == "entity" and m.p.program.kinds[m.p.program.sheets[m.sheet[value]].kind].placed:
            things.append(value)
            mover = value if place is None else mover
        elif t[0] == "place" and place is None:
            place = value
    return Named(tuple(things), place, mover if place is not None else None)


def read(m: State, line: str, signs: Signs, sight: Sight) -> int | str | None:
    """The number of the answer; what is wrong with a line that says where something goes; None for what names no place,
    and where none is asked for."""
    d = m.pending
    if d is None or not opened.is_place(m, d):
        return None
    text = " ".join(line.split())
    likes = [i for i, option in enumerate(d.options) if opened.spot_in(m, d, option) >= 0]
    place: int | Problem | None = meant(text)
    found = _NUMBERED.fullmatch(text)
    if not isinstance(place, int) and found is not None and not _DEGREES.fullmatch(text):
        number = whole_number(found[1], 1, len(d.options))
        if number is not None and number - 1 in likes:
            text, likes = found[2], [number - 1]
            place = meant(text)
    if not isinstance(place, int):
        spoken = _spoken(m, d, text, likes, signs, sight)
        if spoken is None or isinstance(spoken, str):
            return spoken
        place = spoken.pose
        movers = {i: named(m, d, d.options[i]).mover for i in likes}
        fitting = [i for i in likes if movers[i] in (None, spoken.thing)]
        if not fitting:
            return f"this question does not ask where {sight.entity(m, spoken.thing)} goes"
        likes = fitting
    if not likes:
        return None
    numbers = [opened.number_of(like, place) for like in likes]
    return next((number for number in numbers if _can(m, number)), numbers[0])


def _spoken(
    m: State, d: Decision, text: str, likes: Sequence[int], signs: Signs, sight: Sight
) -> Spoken | str | None:
    """Where a thing goes, as a line says it; in words why that cannot be read; None where it says no such thing."""
    movers = list(dict.fromkeys(named(m, d, d.options[i]).mover for i in likes))
    names: dict[str, int] = {}
    for e in (*placed(m), *(mover for mover in movers if mover is not None)):
        if sight.knows(m, e):
            full, short = sight.entity(m, e), short_name(m, e, sight)
            for name in (signs.of(m, e, sight), full, full.casefold(), short, short.casefold()):
                names.setdefault(" ".join(name.split()), e)
    words = text.split(" ")
    first = words[0] if words else ""
    if first in _MOVES or _DEGREES.fullmatch(text):
        if len(movers) != 1 or movers[0] is None:
            return "say what goes there: its sign or name first, as in `GA toward 36x24 by 6`"
        names[_IT] = movers[0]
        text = f"{_IT} {text}"
    elif not any(" ".join(words[:i]) in names for i in range(1, len(words))):
        return None
    answer = read_answer(text, names, {e: m.at[e] for e in names.values()})
    if isinstance(answer, Problem):
        says = any(word in _MOVES for word in words) or first.isdecimal()
        return f"{answer.cause}: {answer.hint}" if says else None
    if len(answer) > 1 or answer[0].way is not None:
        return "one thing goes to one place at a time: write `GA 12.5x7` or `GA toward 36x24 by 6`"
    return answer[0]


def _can(m: State, number: int) -> bool:
    try:
        opened.option_of(m, number)
    except opened.Unlisted:
        return False
    return True
