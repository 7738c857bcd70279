"""Caches results that depend only on the edges, for all matches with the same entities on the edges of the same board.

Separate because it alone defines what such a result may depend on: to cache a result that depends on more, add that to
the key. The cost of a result is kept with it, so other matches on the board have no effect (see `bounds.lasting`).
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.laid import Lasting
from rulewright.play.state import State
from rulewright.space.grid import EDGES

_MOST: Final = 8  # sets of walls that are kept for one board: those of the most recent matches


def fences(m: State) -> dict[Any, Any]:
    """The results cached for the current edges."""
    if m.fenced is None:
        m.fenced = _shared(m)
    return m.fenced


def _shared(m: State) -> dict[Any, Any]:
    """The cache of all matches with the same edges as this one."""
    known = m.laid.fenced
    key = _what_stands(m)
    try:
        found = known.pop(key, None)
    except TypeError:  # a field holds records, which belong to one match
        return Lasting()
    if found is None:
        found = Lasting()
        if len(known) >= _MOST:
            del known[next(iter(known))]
    known[key] = found
    return found


def _what_stands(m: State) -> tuple[Any, ...]:
    """Everything that such a result may read: which entities there are, their sheets, what is on edges, and the fields
    that are read."""
    kinds = m.p.edge_sheets
    things = [(e, m.at[e], m.live[e]) for e, sheet in enumerate(m.sheet) if sheet in kinds or m.at[e] >= EDGES]
    fields = [tuple(getattr(m, slot)) for slot in m.p.program.fencing]
    return (m.players, m.settings, tuple(m.sheet), tuple(m.owner), tuple(m.whole), tuple(things), *fields)
