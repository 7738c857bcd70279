"""Windows that ask always: who is asked for reactions of which not everybody knows whether they can be answered.

A window that asks always is opened and asks whenever somebody could answer as far as everybody knows, whatever that
player holds: so being asked tells nothing. Of windows of one rank those come first.
"""

from __future__ import annotations

from collections.abc import Collection

from rulewright.play.state import Record, State

Closed = Collection[tuple[int, int | None]]  # (window, rank) that are over, rank None: over for good


def asks(m: State, r: Record, table: int) -> bool:
    """Whether any window asks somebody here in any case."""
    return opens(m, r, table, ()) is not None


def opens(m: State, r: Record, table: int, closed: Closed) -> tuple[int, int] | None:
    """The first (rank, window) in which somebody is asked in any case, that is not over."""
    best: tuple[int, int] | None = None
    for number in m.p.program.tables[table].covert:
        reaction = m.p.program.reactions[number]
        assert reaction.window is not None
        key = (reaction.rank, reaction.window)
        if (best is not None and key >= best) or (key[1], None) in closed or (key[1], key[0]) in closed:
            continue
        if any(m.p.covert[number](m, r, seat) for seat in range(m.players)):
            best = key
    return best


def asked(m: State, r: Record, table: int, window: int, rank: int) -> dict[int, bool]:
    """The seats that a window asks in any case; whether for everything of theirs that the window lists, and not only
    once for what they hold hidden."""
    found: dict[int, bool] = {}
    for number in m.p.program.tables[table].covert:
        reaction = m.p.program.reactions[number]
        if reaction.window == window and reaction.rank == rank:
            for seat in range(m.players):
                if m.p.covert[number](m, r, seat):
                    found[seat] = found.get(seat, False) or not reaction.from_hand
    return found
