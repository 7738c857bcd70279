"""Finds what the last event was worked out from: the values and permissions that the text around it asked.

Separate because it asks again after the event: only what comes out as it did then explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.play import why
from rulewright.play.entries import Began, Reacted
from rulewright.play.seen import Unseen
from rulewright.play.state import State
from rulewright.play.view import veiled
from rulewright.play.why import Breakdown
from rulewright.shapes import EVENT, FIELDS, Record
from rulewright_tools.show.pieces import Sight


def worked_out(m: State, chain: Sequence[Began | Reacted], sight: Sight) -> list[Breakdown]:
    """The breakdowns of what the innermost run of a chain that worked anything out did, in its order; of runs round it
    those behind what they handed on. None of what the viewer may not know, and of what is other than it was."""
    runs = [one.record for one in chain if isinstance(one, Began)]
    for at in reversed(range(len(runs))):
        found = list(_of(m, runs[at:], sight))
        if found:
            return found
    return []


def _of(m: State, runs: Sequence[Record], sight: Sight) -> Iterator[Breakdown]:
    """Of the first of some runs, each inside the one before."""
    for working in m.p.program.events[runs[0][EVENT]].workings:
        record = next((r for r in runs[:2] if r[EVENT] == working.event), None)
        if record is None:
            continue
        args = m.p.names[working.function](m, runs[0])
        params = m.p.program.texts[working.key].params
        if sight.viewer is not None and any(
            veiled(m, value, t, sight.viewer) != value for value, (_, t) in zip(args, params, strict=True)
        ):
            continue
        try:
            found = why.breakdown(m, working.key, args, sight.language, sight.viewer)
        except Unseen:
            continue
        if not found.unseen and found.result == record[FIELDS + working.field]:
            yield found
