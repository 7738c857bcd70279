"""Finds unreachable code after a `conclude`, and events that never finish.

Separate because `conclude E` drops everything inside the innermost running E: whether that is more than the text that
says so depends on what is running round it, which only the whole graph tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.analyse.circles import reached
from rulewright.analyse.edges import BEHIND, Chart, Edge
from rulewright.analyse.reach import Reach
from rulewright.deeds import Deed
from rulewright.explained import Place

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
                concluded = surely.concluded_by(deed)
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
        self._concludes = self._concluding()

    def concluded_by(self, deed: Deed) -> set[str]:
        """Events of which this deed surely concludes the innermost, if one is running. Only what depends on nothing
        counts: no condition, nobody who could cancel or replace what is called."""
        if deed.guards or deed.optional:
            return set()
        if deed.verb == "conclude" and len(deed.events) == 1:
            return {self.chart.key("event", deed.events[0])}
        called = self._called(deed)
        return set() if called is None else self._concludes.get(called, set())

    def _called(self, deed: Deed) -> str | None:
        """The event that a deed calls and that surely comes to its text."""
        if deed.verb != "call":
            return None
        event = self.chart.program.events[deed.target]
        if event.conditions or event.forbids or {"before", "instead"} & set(event.tables):
            return None
        return self.chart.key("event", deed.target)

    def _concluding(self) -> dict[str, set[str]]:
        """By event, what its text surely concludes round it, itself or by way of what it calls."""
        callers: dict[str, list[str]] = {}
        sources: dict[str, list[str]] = {}  # what is concluded -> the texts that say so
        for key in self.chart.nodes:
            for effect in self.chart.effects[key]:
                for deed in effect.deeds if effect.form == "event" else ():
                    if deed.guards or deed.optional:
                        continue
                    if deed.verb == "conclude" and len(deed.events) == 1:
                        sources.setdefault(self.chart.key("event", deed.events[0]), []).append(key)
                    called = self._called(deed)
                    if called is not None:
                        callers.setdefault(called, []).append(key)
        found: dict[str, set[str]] = {}
        for concluded, todo in sources.items():
            while todo:
                key = todo.pop()
                mine = found.setdefault(key, set())
                # Round the event itself another of its kind may be running: no more is known of that.
                if key != concluded and concluded not in mine:
                    mine.add(concluded)
                    todo += callers.get(key, ())
        return found

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
