"""Windows that always ask: which players are asked about reactions whose availability is not public.

A window that always asks opens whenever a player could react as far as everybody knows, whatever that player really
has. So being asked reveals nothing. Among windows of one rank, these come first.
"""

from __future__ import annotations

from collections.abc import Collection

from rulewright.play.state import Record, State

Closed = Collection[tuple[int, int | None]]  # (window, rank) that are closed; rank None: closed for good


def asks(m: State, r: Record, table: int) -> bool:
    """Whether any window here asks a player in any case."""
    return opens(m, r, table, ()) is not None


def opens(m: State, r: Record, table: int, closed: Closed) -> tuple[int, int] | None:
    """The first (rank, window) that asks a player in any case and is not closed."""
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
    """The seats that a window asks in any case. For each: whether it is asked for everything of theirs that the window
    lists, and not only once for what they hold hidden."""
    found: dict[int, bool] = {}
    for number in m.p.program.tables[table].covert:
        reaction = m.p.program.reactions[number]
        if reaction.window == window and reaction.rank == rank:
            for seat in range(m.players):
                if m.p.covert[number](m, r, seat):
                    found[seat] = found.get(seat, False) or not reaction.from_hand
    return found
