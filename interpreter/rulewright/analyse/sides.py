"""What a reaction does and reads, as seen from the event that it reacts to.

Separate because each reaction is compared with many others: what they have in common is found by what it is about, and
not by comparing all that one does with all that the other does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.analyse.edges import Chart, Edge
from rulewright.analyse.written import joined, writes
from rulewright.deeds import Deed, Guard, Reads
from rulewright.explained import Place

# The most dots in a path that is still followed.
_LONGEST = 4
# The most calls of one reaction that are followed: arguments that grow with each call would never end.
_MOST = 200


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A deed of a reaction, the path of its target as seen from the event that is reacted to, the arguments of the
    event whose block does it, and the deed of the reaction's own block that leads there."""

    deed: Deed
    subject: str
    handed: str
    own: Deed


class Side:
    """One of two reactions that are compared."""

    def __init__(self, chart: Chart, edge: Edge) -> None:
        self.chart = chart
        self.edge = edge
        self.own = [deed for effect in chart.effects[edge.end] for deed in effect.deeds]
        self.done = _few(_done(chart, edge))
        # The conditions of a reaction: whether it reacts, and on the way to what it does.
        self.asked = [*edge.guards, *(guard for deed in self.own for guard in deed.guards)]
        self._used: dict[int, Deed | None] = {}

    @property
    def words(self) -> str:
        """Its name in messages."""
        return self.chart.nodes[self.edge.end].words

    @cached_property
    def swaps(self) -> bool:
        """Whether it may make an entity show another sheet."""
        return any(one.deed.verb == "swap" for one in self.done)

    @cached_property
    def moved(self) -> set[str]:
        """The fields of the event that it sets itself."""
        return {f"field:{deed.target}" for deed in self.own if deed.verb == "field"}

    @cached_property
    def cancel(self) -> Deed | None:
        """The first deed that cancels the event."""
        return next((deed for deed in self.own if deed.verb == "cancel"), None)

    @cached_property
    def lasting(self) -> Deed | None:
        """The first deed that is something else than setting the event up."""
        return next((deed for deed in self.own if deed.verb not in ("cancel", "field", "moment")), None)

    def alike(self, one: Done) -> Sequence[Done]:
        """What it does to the same thing in the same way, or the opposite way, in its order."""
        return self._alike.get(_way(one), ())

    @cached_property
    def _alike(self) -> dict[tuple[str, str, int], list[Done]]:
        found: dict[tuple[str, str, int], list[Done]] = {}
        for one in self.done:
            found.setdefault(_way(one), []).append(one)
        return found

    def uses(self, field: int) -> Deed | None:
        """Its first deed whose result depends on a field of the event."""
        if field not in self._used:
            self._used[field] = next((deed for deed in self.own if _uses(deed, field)), None)
        return self._used[field]

    def changed(self, by: Done) -> Guard | None:
        """Its first condition whose verdict a deed of another may change."""
        if by.deed.verb == "field":
            if by.deed.target not in self._reads.fields:
                return None
            return next(guard for guard in self.asked if by.deed.target in guard.reads.fields)
        # There is only one match, which may be read through a value too.
        is_match = by.subject == "match"
        if not writes(by.deed, self._reads) or not (is_match or by.subject in self._about):
            return None
        return next(
            (one for one in self.asked if writes(by.deed, one.reads) and (is_match or by.subject in one.about)), None
        )

    @cached_property
    def _reads(self) -> Reads:
        return joined([guard.reads for guard in self.asked])

    @cached_property
    def _about(self) -> set[str]:
        """The fields of the event, and what follows from them, that its conditions name."""
        return {path for guard in self.asked for path in guard.about if path.startswith("field:")}


def _way(one: Done) -> tuple[str, str, int]:
    verb = one.deed.verb
    return one.subject, "give" if verb == "end" else verb, one.deed.target


def _uses(deed: Deed, field: int) -> bool:
    """Whether the result of a deed depends on a field of the event. Deeds that set that field itself are handled
    elsewhere."""
    if deed.verb == "field":
        return deed.target != field and field in deed.reads.fields
    roots = {path.partition(".")[0] for path in (deed.subject, *deed.args)}
    return deed.verb != "cancel" and (f"field:{field}" in roots or field in deed.reads.fields)


def _done(chart: Chart, edge: Edge) -> Iterator[Done]:
    """What a reaction does: first in its own block, then in the events that it calls, with their arguments put in."""
    effect = chart.effects[edge.end][0]
    # A holder that is known to be a field of the event has the path of that field; otherwise no other path names it.
    own = f"field:{effect.selves[0]}" if effect.selves else f"holder of {edge.end}"
    waiting: list[tuple[str, dict[str, str], str, Deed | None]] = [(edge.end, {"self": own}, "", None)]
    seen = {(edge.end, "")}
    while waiting:
        key, names, handed, first = waiting.pop(0)
        for one in chart.effects[key]:
            for deed in one.deeds:
                subject = f"field:{deed.target}" if deed.verb == "field" else _seen_from(deed.subject, names, key, edge)
                if deed.verb != "field" or key == edge.end:
                    yield Done(deed, subject, handed, first or deed)
                if deed.verb == "call":
                    args = [_seen_from(arg, names, key, edge) for arg in deed.args]
                    known = all(arg or i in deed.constants for i, arg in enumerate(args))
                    passed = f"{args} {sorted(deed.constants.items())}" if known else f"{deed.text} {handed}"
                    end = chart.key("event", deed.target)
                    if (end, passed) not in seen and len(seen) < _MOST:
                        seen.add((end, passed))
                        below = {f"field:{i}": arg for i, arg in enumerate(args)}
                        waiting.append((end, below, passed, first or deed))


def _few(done: Iterator[Done]) -> list[Done]:
    """The first two of all deeds that do the same in different lines. Two are needed, because the same line twice is
    not a race."""
    found: list[Done] = []
    places: dict[object, set[Place]] = {}
    for one in done:
        d = one.deed
        alike = (d.verb, d.target, d.name, d.adds, repr(d.constants), one.subject, one.handed)
        told = places.setdefault(alike, set())
        if len(told) < 2 and d.place not in told:
            told.add(d.place)
            found.append(one)
    return found


def _seen_from(path: str, names: dict[str, str], key: str, edge: Edge) -> str:
    """A path in a block as a path from the event that is reacted to; "" if its target is not known."""
    root, dot, rest = path.partition(".")
    if root == "match" or not path or (key == edge.end and root.startswith("field:")):
        return path
    base = names.get(root, "")
    # A block that calls itself with `x.next` would otherwise produce longer and longer paths.
    return f"{base}{dot}{rest}" if base and base.count(".") < _LONGEST else ""
