"""What happens during the rounds of nodes that trigger one another, and which of their edges it bounds.

Separate because it is worked out once for a group: each edge and each condition of a large one asks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rulewright.analyse.edges import Chart, Edge
from rulewright.analyse.verdicts import behind
from rulewright.analyse.written import AIMED, joined, wide, writes
from rulewright.components import reached
from rulewright.deeds import Deed, Guard, Reads

_CONSUMING = ("ends", "clock")


class Changes:
    """Deeds, by what they may change."""

    def __init__(self, deeds: Iterable[Deed]) -> None:
        self.verbs: set[str] = set()
        self._aimed: dict[tuple[str, int], list[Deed]] = {}
        self._wide: dict[tuple[str, str], list[Deed]] = {}
        for deed in deeds:
            self.verbs.add(deed.verb)
            if deed.verb in AIMED and deed.target >= 0:
                self._aimed.setdefault((deed.verb, deed.target), []).append(deed)
            else:
                self._wide.setdefault(wide(deed), []).append(deed)

    def writing(self, reads: Reads) -> Iterator[Deed]:
        """The deeds that may change what is read, in no particular order."""
        for column in reads.columns:
            yield from self._aimed.get(("set", column), ())
        for status in reads.statuses:
            yield from self._aimed.get(("give", status), ())
            yield from self._aimed.get(("end", status), ())
        for several in self._wide.values():
            if writes(several[0], reads):
                yield from several

    def write(self, reads: Reads) -> bool:
        """Whether any of the deeds may change what is read."""
        return next(self.writing(reads), None) is not None


class Group:
    """Nodes that trigger one another. `triggered` are the nodes that each node of the chart triggers."""

    def __init__(self, chart: Chart, triggered: Mapping[str, Sequence[str]], keys: set[str]) -> None:
        self.chart = chart
        self.triggered = triggered
        self.keys = keys

    def is_bounded(self, edge: Edge) -> bool:
        """Whether an edge inside can be taken only a limited number of times, as long as nothing outside the group
        happens."""
        return self.uses_up(edge) or (edge.kind == "fires" and not self._fires_again(edge))

    def uses_up(self, edge: Edge) -> bool:
        """Whether taking an edge uses up what the group does not bring back: times of a limit, or a status."""
        if edge.limited is not None and self._events.isdisjoint(edge.limited[1]):
            return True
        return edge.kind in _CONSUMING and self.chart.nodes[edge.end].number not in self._given

    @cached_property
    def _events(self) -> set[int]:
        nodes = (self.chart.nodes[key] for key in self.keys)
        return {node.number for node in nodes if node.form == "event"}

    @cached_property
    def _given(self) -> set[int]:
        """The statuses that the group gives."""
        deeds = (deed for key in self.keys for effect in self.chart.effects[key] for deed in effect.deeds)
        return {deed.target for deed in deeds if deed.verb == "give"}

    @cached_property
    def changes(self) -> Changes:
        """All deeds that are possible during the rounds: those of the members and of what they trigger."""
        keys = reached(self.triggered, self.keys)
        return Changes(deed for key in keys for effect in self.chart.effects[key] for deed in effect.deeds)

    def _fires_again(self, edge: Edge) -> bool:
        """Whether a check can fire again for the same thing, or for a new one. It fires when its condition becomes
        true, so something other than this write must make the condition false in between."""
        if "create" in self.changes.verbs:
            return True
        guards = [guard for effect in self.chart.effects[edge.end] for guard in effect.guards]
        others = self.changes.writing(joined([guard.reads for guard in guards]))
        return any(
            deed.verb != "remove" and deed.place != edge.place and not _satisfies(deed, guards) for deed in others
        )


def _satisfies(deed: Deed, guards: list[Guard]) -> bool:
    """Whether the condition of a check is surely true after a deed."""
    return all(behind(guard, deed) for guard in guards)
