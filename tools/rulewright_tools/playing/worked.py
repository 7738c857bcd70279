"""Finds the values and permissions that the last event depended on.

Separate because it evaluates them again after the event: only those with the same result as then explain it.
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
    """Returns the breakdowns of the innermost run of a chain that depended on any value, in its order, and for the runs
    around it those of what they passed on. Omits what the viewer may not know, and what has changed since."""
    runs = [one.record for one in chain if isinstance(one, Began)]
    for at in reversed(range(len(runs))):
        found = list(_of(m, runs[at:], sight))
        if found:
            return found
    return []


def _of(m: State, runs: Sequence[Record], sight: Sight) -> Iterator[Breakdown]:
    """Yields the breakdowns of the first of some runs; each run is inside the previous one."""
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
