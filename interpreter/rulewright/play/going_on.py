"""Finds the events that are running while a question is pending, from the frames of the match.

Separate because frames exist only to continue the match; only a log needs to know what they represent.
"""

from __future__ import annotations

from rulewright.play import batch
from rulewright.play.events import ENDED
from rulewright.play.state import Record, State
from rulewright.shapes import BATCH, BLOCK, DRIVE, PHASE, RECORD


def going_on(m: State) -> list[Record]:
    """The events that are running at the pending question, by their depth: that of the first is 1."""
    found: list[Record] = []
    seen: list[Record] = []
    for f in m.frames:
        kind = f[BLOCK]
        if kind == BATCH:
            new = batch.standing(f)
            seen += new
            found += new
            continue
        r = f[RECORD]
        if type(r) is not list or any(r is one for one in seen):
            continue
        seen.append(r)
        if kind != DRIVE or f[PHASE] < ENDED:
            found.append(r)
    return found
