"""Decides which questions a test passes unasked (`passes`), and with what.

Separate because a test names reactions and events, and a question knows windows and places in texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play.state import Decision, State
from rulewright.scenario.read_given import ALL
from rulewright.shapes import EVENT, RECORD


def declined(m: State, d: Decision, passes: Sequence[str]) -> int | None:
    """The option that passes a question, if it has one and is among those that are passed: a reaction, or an event in
    whose text it is asked, is named, or everything is."""
    if None not in d.options:
        return None
    if ALL in passes or any(name in passes for name in _about(m, d)):
        return d.options.index(None)
    return None


def _about(m: State, d: Decision) -> list[str]:
    """The reactions that a question offers, if it is of no others; else the event whose text asks, and its classes."""
    program = m.p.program
    if d.site < 0:
        holders = {program.reactions[option[0]].holder.rpartition(" ")[2] for option in d.options if option is not None}
        return list(holders) if len(holders) == 1 else []
    frame = next((f for f in reversed(m.frames) if type(f[RECORD]) is list), None)
    if frame is None:
        return []
    event = program.events[frame[RECORD][EVENT]]
    return [event.id, *event.classes]
