"""Memory of what only walls decide: for every match in which the same stands on the edges of the same board.

Separate because it alone says what such an answer may depend on: whoever remembers more there adds it to the key. What
an answer cost is kept with it, so who else played on a board decides nothing (see `bounds.lasting`).
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.state import State
from rulewright.space.grid import EDGES

_MOST: Final = 8  # walls that are kept of one board: those of the matches that were played last


def fences(m: State) -> dict[Any, Any]:
    """What is remembered of the edges as they are now."""
    if m.fenced is None:
        m.fenced = _shared(m)
    return m.fenced


def _shared(m: State) -> dict[Any, Any]:
    """The memory of all matches whose edges are as those of this one."""
    known: dict[Any, dict[Any, Any]] = m.laid.fenced
    key = _what_stands(m)
    try:
        found = known.pop(key, None)
    except TypeError:  # a field holds records, which are those of one match
        return {}
    if found is None:
        found = {}
        if len(known) >= _MOST:
            del known[next(iter(known))]
    known[key] = found
    return found


def _what_stands(m: State) -> tuple[Any, ...]:
    """All that an answer may read: who there is, as which sheet, what stands on edges, and the fields that are read."""
    kinds = m.p.edge_sheets
    things = [(e, m.at[e], m.live[e]) for e, sheet in enumerate(m.sheet) if sheet in kinds or m.at[e] >= EDGES]
    fields = [tuple(getattr(m, slot)) for slot in m.p.program.fencing]
    return (m.players, m.settings, tuple(m.sheet), tuple(m.owner), tuple(m.whole), tuple(things), *fields)
