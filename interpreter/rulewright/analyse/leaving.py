"""Finds what is dropped: steps behind a `conclude` that always comes, and events that never get to their end.

A stage of its own because `conclude E` drops everything inside the innermost running E: whether that is more than the
text that says so hangs on what is running round it, which only the whole graph tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.analyse.circles import reached
from rulewright.analyse.edges import BEHIND, Chart, Edge
from rulewright.analyse.reach import Reach
from rulewright.program import Deed, Place

# (place, text there, words about it)
Shown = tuple[Place, str, str]


@dataclass(slots=True)
class Leaving:
    """`gone`: events whose run is always dropped, with the deed that does it. `unreached`: for a text, the first deed
    that it never comes to, and the deed behind which it does not go on."""

    gone: dict[str, Deed] = field(default_factory=dict)
    unreached: list[tuple[str, Shown, Shown]] = field(default_factory=list)


def find_leaving(chart: Chart, reach: Reach) -> Leaving:
    """What always leaves, and what stands behind it."""
    found = Leaving()
    surely = _Surely(chart, reach)
    for key in chart.nodes:
        if key not in reach.alive:
            continue
        for effect in chart.effects[key]:
            if effect.form == "ends":
                continue
            for i, deed in enumerate(effect.deeds):
                concluded = surely.concluded_by(deed, set())
                outer = [e for e in concluded if e != key and surely.runs_round(e, key)]
                if not outer and key not in concluded:
                    continue
                if outer and chart.nodes[key].form == "event":
                    found.gone[key] = deed
                if i + 1 < len(effect.deeds):
                    behind = effect.deeds[i + 1]
                    found.unreached.append((
                        key, (behind.place, behind.text, ""), (deed.place, deed.text, "it goes no further than this"),
                    ))  # fmt: skip
                break
    return found


class _Surely:
    """What surely happens, whatever anybody decides."""

    def __init__(self, chart: Chart, reach: Reach) -> None:
        self.chart = chart
        self.reach = reach
        self._round: dict[tuple[str, str], bool] = {}

    def concluded_by(self, deed: Deed, seen: set[str]) -> set[str]:
        """Events of which this deed surely concludes the innermost, if one is running. Only what hangs on nothing
        counts: no condition, nobody who could cancel or replace what is called."""
        chart = self.chart
        if deed.guards or deed.optional:
            return set()
        if deed.verb == "conclude" and len(deed.events) == 1:
            return {chart.key("event", deed.events[0])}
        if deed.verb != "call":
            return set()
        key = chart.key("event", deed.target)
        event = chart.program.events[deed.target]
        if key in seen or event.conditions or event.forbids or {"before", "instead"} & set(event.tables):
            return set()
        return {
            e
            for effect in chart.effects[key] if effect.form == "event"
            for inner in effect.deeds
            for e in self.concluded_by(inner, seen | {key}) if e != key
        }  # fmt: skip

    def runs_round(self, outer: str, inner: str) -> bool:
        """Is one event running whenever the text of another node runs? Yes, if without what happens inside it that text
        is never reached."""
        known = self._round.get((outer, inner))
        if known is None:
            out: dict[str, list[str]] = {}
            for edge in self.reach.feeding:
                if edge.start != outer or not _is_within(edge):
                    out.setdefault(edge.start, []).append(edge.end)
            start = self.chart.key("event", self.chart.program.start)
            # Checks run wherever something was written: in the match at least.
            anywhere = [key for key, node in self.chart.nodes.items() if node.form == "check" and outer != start]
            known = self._round[outer, inner] = inner not in reached(out, [start, *anywhere])
        return known


def _is_within(edge: Edge) -> bool:
    """Does what an event sets off by this edge run while the event does?"""
    match edge.kind:
        case "heard":
            return edge.label not in ("after", "ended")
        case "clock":
            return edge.order != BEHIND
        case "gives":
            return False  # the status may outlast the event, and its own text runs at its end
    return True
