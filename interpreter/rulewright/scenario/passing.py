"""Decides which questions a test passes without asking (`passes`), and with which option.

Separate because a test names reactions and events, while a question knows windows and locations in code.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play.state import Decision, State
from rulewright.scenario.read_given import ALL
from rulewright.shapes import EVENT, RECORD


def declined(m: State, d: Decision, passes: Sequence[str]) -> int | None:
    """The option that passes a question, if it has one and is to be passed: all reactions that it offers, or an event
    in whose block it is asked, are named, or everything is."""
    if None not in d.options:
        return None
    named = _reacts(m, d) <= {*passes} if d.site < 0 else any(name in passes for name in _asks(m))
    return d.options.index(None) if named or ALL in passes else None


def _reacts(m: State, d: Decision) -> set[str]:
    """The definitions with the reactions that a question offers."""
    reactions = m.p.program.reactions
    return {reactions[option[0]].holder.rpartition(" ")[2] for option in d.options if option is not None}


def _asks(m: State) -> list[str]:
    """The event whose block asks, and its classes."""
    program = m.p.program
    frame = next((f for f in reversed(m.frames) if type(f[RECORD]) is list), None)
    if frame is None:
        return []
    event = program.events[frame[RECORD][EVENT]]
    return [event.id, *event.classes]
