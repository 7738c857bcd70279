"""Finds what an answer of a question names: things, a place, a way, a formation.

Separate because pictures, typed places and refusals read the same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.play import opened
from rulewright.play.state import Decision, State

Goal = int | tuple[int, ...]
Formation = tuple[tuple[int, Goal], ...]


@dataclass(frozen=True, slots=True)
class Named:
    """What an answer names.

    Attributes:
        things: those that are placed or could be, in order.
        place: the first place; None if there is none.
        mover: the last thing before that place: the one that would stand there, or that acts there.
        stands: the last thing before it that the event may put somewhere; None if its code does not say which.
        formation: things with the places that they would have together, or the ways that they would go.
        way: the places of the way that leads to that place.
        named: all things, also those of kinds that stand on no board.
    """

    things: tuple[int, ...] = ()
    place: int | None = None
    mover: int | None = None
    formation: Formation = ()
    way: tuple[int, ...] = ()
    stands: int | None = None
    named: tuple[int, ...] = ()


def asks_for_places(m: State, d: Decision) -> bool:
    """Returns whether any answer of a decision names a place, listed or not."""
    return opened.takes_unlisted(m, d) or any(
        found.place is not None or found.formation for found in (named(m, d, option) for option in d.options)
    )


def named(m: State, d: Decision, option: Any) -> Named:
    """Returns what an answer of a decision names."""
    site = m.p.program.sites[d.site]
    if option is None or (site.type is None and site.kind != "offer"):
        return Named()
    pairs: list[tuple[Any, Any]] = [(option, site.type)]
    puts: tuple[int, ...] = ()
    if site.kind == "offer":
        event = m.p.program.events[site.lines[option[0]]]
        pairs = [(value, t) for value, (_, t) in zip(option[1], event.fields, strict=False)]
        puts = event.puts
    things: list[int] = []
    every: list[int] = []
    place, mover, stands = None, None, None
    formation: Formation = ()
    way: tuple[int, ...] = ()
    for number, (value, t) in enumerate(pairs):
        t = t[2][0] if t[0] == "maybe" else t
        if value is None:
            continue
        if t[0] == "entity":
            every.append(value)
        if t[0] == "entity" and m.p.program.kinds[m.p.program.sheets[m.sheet[value]].kind].placed:
            things.append(value)
            mover = value if place is None else mover
            stands = value if place is None and number in puts else stands
        elif t[0] == "place" and place is None:
            place = value
        elif t[0] == "way" and place is None:
            place, way = value[-1], value
        elif t[0] == "formation":
            formation = value
    if place is None:
        return Named(tuple(things), formation=formation, named=tuple(every))
    return Named(tuple(things), place, mover, formation, way, stands, tuple(every))
