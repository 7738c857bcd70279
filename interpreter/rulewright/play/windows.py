"""Finds who is asked in a window of reactions, in which order, and about which of them.

Separate because `react` opens and closes windows by what frames hold; who is asked follows from the match alone.
"""

from __future__ import annotations

from typing import Any

from rulewright.play import covert
from rulewright.play.dice import roll
from rulewright.play.reacting import Candidate, controller, player_of
from rulewright.play.state import Record, State


def askers(m: State, r: Record, table: int, window: int, rank: int, found: list[Candidate]) -> tuple[int, ...]:
    """The askers of a window for some candidates, in order: seats, or entities if the window lists entities. Equal
    entities of several players that can react, or that are asked always, roll the window's die, the higher first, until
    they differ."""
    p = m.p
    listed = tuple(dict.fromkeys(p.window_asks[window](m, r)))
    info = p.program.windows[window]
    if not info.entities or not info.ties:
        return listed
    concerned = {asker(m, r, c, window, listed) for c in found} | always_asked(m, r, table, window, rank, listed)
    waiting = [e for e in listed if e in concerned]
    ordered: list[int] = []
    while waiting:
        die, key = p.window_ties[window](m, waiting[0])
        equal = [e for e in waiting if p.window_ties[window](m, e)[1] == key]
        waiting = [e for e in waiting if e not in equal]
        ordered += _rolled(m, equal, die) if len({controller(m, e) for e in equal}) > 1 else equal
    return (*ordered, *(e for e in listed if e not in concerned))


def _rolled(m: State, equal: list[int], die: int, rounds: int = 20) -> list[int]:
    """Rolls until all differ; with a die that never tells them apart they keep their order."""
    if len(equal) < 2 or not rounds:
        return equal
    rolls = {e: roll(m, die, controller(m, e)) for e in equal}
    ordered: list[int] = []
    for number in sorted(set(rolls.values()), reverse=True):
        ordered += _rolled(m, [e for e in equal if rolls[e] == number], die, rounds - 1)
    return ordered


def in_window(m: State, c: Candidate, window: int, rank: int) -> bool:
    """Whether a candidate is asked about in the window of a rank."""
    reaction = m.p.program.reactions[c[0]]
    return reaction.optional and reaction.window == window and reaction.rank == rank


def is_closed(m: State, c: Candidate, closed: tuple[Any, ...]) -> bool:
    """Whether a window is closed, or its player has passed on the reaction that an arbiter had put first."""
    reaction = m.p.program.reactions[c[0]]
    assert reaction.window is not None
    return c in closed or (reaction.window, None) in closed or (reaction.window, reaction.rank) in closed


def asker(m: State, r: Record, c: Candidate, window: int, listed: tuple[int, ...]) -> int | None:
    """Which of those listed in a window is asked about a candidate: its player; or the entity that holds it or whose
    part holds it, else the first entity of its player."""
    p = m.p
    seat = player_of(m, r, c)
    if not p.program.windows[window].entities:
        return seat if seat in listed else None
    e = c[1] if p.holder_kind[c[0]] == "entity" and p.bys[c[0]] is None else 0
    while e:
        if e in listed:
            return e
        e = m.whole[e]
    return next((one for one in listed if controller(m, one) == seat), None)


def always_asked(m: State, r: Record, table: int, window: int, rank: int, listed: tuple[int, ...]) -> set[int]:
    """Those listed in a window that are asked in any case: seats; or of the entities of such a seat the first, or
    all."""
    if table not in m.p.covert_tables:
        return set()
    seats = covert.asked(m, r, table, window, rank)
    if not m.p.program.windows[window].entities:
        return set(seats)
    found = set()
    for seat, everything in seats.items():
        own = [e for e in listed if controller(m, e) == seat]
        found.update(own if everything else own[:1])
    return found
