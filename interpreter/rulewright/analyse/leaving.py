"""Finds unreachable code after a `conclude`, and events that never finish.

Separate because `conclude E` abandons everything inside the innermost running E. Whether that is more than the current
block depends on the running events around it, which only the whole graph shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.analyse.edges import BEHIND, Chart, Edge, Shown
from rulewright.analyse.reach import Reach
from rulewright.components import reached
from rulewright.deeds import Deed


@dataclass(slots=True)
class Leaving:
    """`gone`: events whose run is always abandoned, with the deed that does it. `unreached`: for a block, the first
    deed that is never reached, and the deed after which the block does not continue."""

    gone: dict[str, Deed] = field(default_factory=dict)
    unreached: list[tuple[str, Shown, Shown]] = field(default_factory=list)


def find_leaving(chart: Chart, reach: Reach) -> Leaving:
    """Finds the blocks that always leave, and what follows in them."""
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
                        key, (behind.place, behind.text, ""), (deed.place, deed.text, "it ends here"),
                    ))  # fmt: skip
                break
    return found


class _Surely:
    """What surely happens, whatever any player decides."""

    def __init__(self, chart: Chart, reach: Reach) -> None:
        self.chart = chart
        self.reach = reach
        self._round: dict[tuple[str, str], bool] = {}
        self._concludes = self._concluding()

    def concluded_by(self, deed: Deed) -> set[str]:
        """The events of which this deed surely concludes the innermost run, if one is running. Only unconditional deeds
        count: without a condition, and without a reaction that could cancel or replace the called event."""
        if deed.guards or deed.optional:
            return set()
        if deed.verb == "conclude" and len(deed.events) == 1:
            return {self.chart.key("event", deed.events[0])}
        called = self._called(deed)
        return set() if called is None else self._concludes.get(called, set())

    def _called(self, deed: Deed) -> str | None:
        """The event that a deed calls and whose block surely starts."""
        if deed.verb != "call":
            return None
        event = self.chart.program.events[deed.target]
        if event.conditions or event.forbids or {"before", "instead"} & set(event.tables):
            return None
        return self.chart.key("event", deed.target)

    def _concluding(self) -> dict[str, set[str]]:
        """By event, the events around it that its block surely concludes, itself or through its calls."""
        callers: dict[str, list[str]] = {}
        sources: dict[str, list[str]] = {}  # concluded event -> the blocks that conclude it
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
                # Another run of the same event may be running around this one, of which nothing is known.
                if key != concluded and concluded not in mine:
                    mine.add(concluded)
                    todo += callers.get(key, ())
        return found

    def runs_round(self, outer: str, inner: str) -> bool:
        """Whether one event is running whenever the block of another node runs. It is, if the block is never reached
        without what happens inside that event."""
        known = self._round.get((outer, inner))
        if known is None:
            out: dict[str, list[str]] = {}
            for edge in self.reach.feeding:
                if edge.start != outer or not _is_within(edge):
                    out.setdefault(edge.start, []).append(edge.end)
            start = self.chart.key("event", self.chart.program.start)
            # Checks run wherever something was written, at least in the match.
            anywhere = [key for key, node in self.chart.nodes.items() if node.form == "check" and outer != start]
            known = self._round[outer, inner] = inner not in reached(out, [start, *anywhere])
        return known


def _is_within(edge: Edge) -> bool:
    """Whether the thing that an event triggers by this edge runs while the event does."""
    match edge.kind:
        case "heard":
            return edge.label not in ("after", "ended")
        case "clock":
            return edge.order != BEHIND
        case "gives":
            return False  # the status may outlast the event, and its own block runs at its end
    return True
