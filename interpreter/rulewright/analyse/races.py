"""Finds reactions to the same event at the same rank whose order changes the result.

Separate because it compares pairs: what one reaction does (through the events that it calls) with what the other reads
and does. Of two mandatory reactions at one rank, the one with the older holder comes first, then the one that comes
first in the source: unless its author states more, the order is arbitrary.

Only deeds that surely concern one thing are reported: both name it by the same field of the event, or it is the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from rulewright.analyse.disjoint import exclude, is_printed
from rulewright.analyse.edges import Chart, Edge, Shown, writes
from rulewright.analyse.reach import Reach, contradiction, excluded_by_calls
from rulewright.deeds import Deed, Guard
from rulewright.explained import Place
from rulewright.program import Table
from rulewright.stack.said import SaidOrder

# The most dots in a path that is still followed.
_LONGEST = 4
# The most calls of one reaction that are followed: arguments that grow with each call would never end.
_MOST = 200
# The most pairs of reactions to one event that are compared: a thousand cards that react to it have half a million.
_MOST_PAIRS = 20_000
_Told = tuple[str, list[Shown]]


@dataclass(slots=True)
class Race:
    """Two reactions to one event in one phase. `words` say what depends on their order; `shown` are the locations
    involved."""

    event: str
    phase: str
    first: Edge
    second: Edge
    words: str
    shown: list[Shown]


@dataclass(frozen=True, slots=True, eq=False)
class _Done:
    """A deed of a reaction, the path of its target as seen from the event that is reacted to, the arguments of the
    event whose block does it, and the deed of the reaction's own block that leads there."""

    deed: Deed
    subject: str
    handed: str
    own: Deed


def find_races(chart: Chart, reach: Reach, said: SaidOrder) -> list[Race]:
    """One race for each pair of reactions, at the first event and phase that they share. There is none for two packs
    with a stated order, if their order is that of the packs."""
    found: list[Race] = []
    told: set[tuple[str, str]] = set()
    heard: dict[tuple[str, str, int], list[Edge]] = {}
    for edge in reach.feeding:
        if edge.kind == "heard":
            reaction = chart.program.reactions[chart.nodes[edge.end].number]
            answers = excluded_by_calls(chart, reach, edge) is None
            if answers and not reaction.optional and not reaction.ordered:
                heard.setdefault((edge.start, edge.label, reaction.rank), []).append(edge)
    done: dict[str, list[_Done]] = {}
    for (event, phase, _), edges in heard.items():
        table = chart.program.tables[chart.program.events[chart.nodes[event].number].tables[phase]]
        if table.contested:
            continue  # its arbiter decides which comes first
        for a, b in islice(_pairs(chart, table, edges), _MOST_PAIRS):
            if (a.end, b.end) not in told and _meet(chart, a, b) and order_of(chart, a, b, said) is not True:
                for edge in (a, b):
                    if edge.end not in done:
                        done[edge.end] = _few(_done(chart, edge))
                if _are_of_two(chart, a, b, [*done[a.end], *done[b.end]]):
                    continue
                race = _race(chart, a, b, done[a.end], done[b.end])
                if race is not None:
                    told.add((a.end, b.end))
                    found.append(race)
    return found


def _pairs(chart: Chart, table: Table, edges: list[Edge]) -> Iterator[tuple[Edge, Edge]]:
    """Pairs that may react to one run of an event. If both are found through the same field of the run, that field has
    only one thing, whose sheet must have both."""
    field_of: dict[int, int] = {}
    together: dict[int, set[int]] = {}
    for field, sheets in table.by_sheet:
        for numbers in sheets.values():
            for number in numbers:
                field_of[number] = field
                together.setdefault(number, set()).update(numbers)
    for a, b in combinations(edges, 2):
        one, other = chart.nodes[a.end].number, chart.nodes[b.end].number
        keyed = one in field_of and field_of[one] == field_of.get(other)
        if not keyed or other in together[one]:
            yield a, b


# -- do they meet? -----------------------------------------------------------------------------------------------------


def _meet(chart: Chart, a: Edge, b: Edge) -> bool:
    """Whether they come from two definitions, with conditions that can be true at once. Nothing happens between the
    conditions of two reactions that replace the event, so for these the conditions may be about stored fields too."""
    reactions = chart.program.reactions
    one, other = reactions[chart.nodes[a.end].number], reactions[chart.nodes[b.end].number]
    if one.holder == other.holder or contradiction((*a.guards, *b.guards)) is not None:
        return False
    return a.label != "instead" or not exclude(a.guards, b.guards)


def _are_of_two(chart: Chart, a: Edge, b: Edge, done: list[_Done]) -> bool:
    """Whether they are about things of different kinds or sheets, or with different printed values. Printed values stay
    the same as long as no entity shows another sheet, and the thing stays the same as long as the field of the event is
    not set."""
    if any(one.deed.verb == "swap" for one in done):
        return False
    moved = {f"field:{deed.target}" for edge in (a, b) for deed in _own(chart, edge) if deed.verb == "field"}
    return exclude(*([guard for guard in edge.guards if is_printed(guard, moved)] for edge in (a, b)))


def order_of(chart: Chart, a: Edge, b: Edge, said: SaidOrder) -> tuple[str, str] | bool | None:
    """The stated order of the packs of two reactions, if their order is that of the packs. Reactions with a holder
    react by the age of the holder."""
    for edge in (a, b):
        if chart.program.reactions[chart.nodes[edge.end].number].holder_kind:
            return None
    return said(chart.nodes[a.end].place[0], chart.nodes[b.end].place[0])


# -- does their order matter? ------------------------------------------------------------------------------------------


def _race(chart: Chart, a: Edge, b: Edge, mine: list[_Done], its: list[_Done]) -> Race | None:
    event, phase = a.start, a.label
    if phase == "instead":
        return Race(event, phase, a, b, "only the first one replaces it", [])
    done = {a: mine, b: its}
    for one, other in ((a, b), (b, a)):
        found = _cancelled(chart, one, other)
        if found is not None:
            return Race(event, phase, one, other, *found)
    twice = _done_twice(chart, a, b, mine, its)
    if twice is not None:
        return Race(event, phase, a, b, *twice)
    for one, other in ((a, b), (b, a)):
        found = _asked(chart, one, other, done[one])
        if found is not None:
            return Race(event, phase, one, other, *found)
    return None


def _cancelled(chart: Chart, one: Edge, other: Edge) -> _Told | None:
    cancel = next((d for d in _own(chart, one) if d.verb == "cancel"), None)
    lasting = next((d for d in _own(chart, other) if d.verb not in ("cancel", "field", "moment")), None)
    if cancel is None or lasting is None:
        return None
    return f"if {_named(chart, one)} cancels the event first, {_named(chart, other)} does nothing", [
        (cancel.place, cancel.text, "cancelled here"), (lasting.place, lasting.text, "done here, if it comes first"),
    ]  # fmt: skip


def _done_twice(chart: Chart, a: Edge, b: Edge, mine: list[_Done], its: list[_Done]) -> _Told | None:
    for one in mine:
        for other in its:
            words = _collide(chart, one, other)
            if words is not None:
                return words, [*_shown(one, f"by {_named(chart, a)}"), *_shown(other, f"by {_named(chart, b)}")]
    return None


def _collide(chart: Chart, one: _Done, other: _Done) -> str | None:
    """What two deeds do to one thing, in words, if the result depends on their order."""
    p, d, e = chart.program, one.deed, other.deed
    if not one.subject or one.subject != other.subject:
        return None
    if d.place == e.place and one.handed == other.handed:
        return None  # exactly the same deed twice
    if {d.verb, e.verb} == {"give", "end"} and d.target == e.target:
        return f"one gives '{p.statuses[d.target].id}' and one ends it"
    if d.verb != e.verb or d.target != e.target:
        return None
    settled = bool(d.constants) and d.constants == e.constants
    match d.verb:
        case "set" if d.target >= 0 and not (d.adds and d.adds == e.adds) and not settled:
            return f"both set '{p.columns[d.target].id}'"
        case "field" if not (d.adds and d.adds == e.adds) and not settled:
            return "both set the same field of the event"
        case "give" if p.statuses[d.target].params and not settled:
            return f"both give '{p.statuses[d.target].id}'"
        case "put":
            return "both move the same thing"
    return None


def _asked(chart: Chart, one: Edge, other: Edge, done: list[_Done]) -> _Told | None:
    """Whether one reaction changes what the other reads, or the target of what it does."""
    asked = list(_conditions(chart, other))
    changer, user = _named(chart, one), _named(chart, other)
    for by in done:
        if by.deed.verb == "field":
            used = next((deed for deed in _own(chart, other) if _uses(deed, by.deed.target)), None)
            if used is not None:
                return f"{changer} changes what {user} uses", [
                    *_shown(by, f"changed by {changer}"), (used.place, used.text, f"used by {user}"),
                ]  # fmt: skip
        for guard in asked:
            if _changes(by, guard):
                return f"{changer} changes what {user} reads", [
                    *_shown(by, f"changed by {changer}"), (guard.place, guard.text, f"read by {user}"),
                ]  # fmt: skip
    return None


def _uses(deed: Deed, field: int) -> bool:
    """Whether the result of a deed depends on a field of the event. Deeds that set that field itself are handled
    elsewhere."""
    if deed.verb == "field":
        return deed.target != field and field in deed.reads.fields
    roots = {path.partition(".")[0] for path in (deed.subject, *deed.args)}
    return deed.verb != "cancel" and (f"field:{field}" in roots or field in deed.reads.fields)


def _shown(done: _Done, words: str) -> list[Shown]:
    """The location where a reaction does something: in its own block, and in the block that this leads to."""
    own, deed = done.own, done.deed
    shown = [(own.place, own.text, words)]
    return shown if own is deed else [*shown, (deed.place, deed.text, f"{words}, here")]


def _changes(by: _Done, guard: Guard) -> bool:
    if by.deed.verb == "field":
        return by.deed.target in guard.reads.fields
    if not writes(by.deed, guard.reads):
        return False
    # There is only one match, which may be read through a value too.
    return by.subject == "match" or (by.subject.startswith("field:") and by.subject in guard.about)


def _conditions(chart: Chart, edge: Edge) -> Iterator[Guard]:
    """The conditions of a reaction: whether it reacts, and on the way to what it does."""
    yield from edge.guards
    for deed in _own(chart, edge):
        yield from deed.guards


def _named(chart: Chart, edge: Edge) -> str:
    return chart.nodes[edge.end].words


def _own(chart: Chart, edge: Edge) -> list[Deed]:
    return [deed for effect in chart.effects[edge.end] for deed in effect.deeds]


def _done(chart: Chart, edge: Edge) -> Iterator[_Done]:
    """What a reaction does: first in its own block, then in the events that it calls, with their arguments substituted.
    """
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
                    yield _Done(deed, subject, handed, first or deed)
                if deed.verb == "call":
                    args = [_seen_from(arg, names, key, edge) for arg in deed.args]
                    known = all(arg or i in deed.constants for i, arg in enumerate(args))
                    passed = f"{args} {sorted(deed.constants.items())}" if known else f"{deed.text} {handed}"
                    end = chart.key("event", deed.target)
                    if (end, passed) not in seen and len(seen) < _MOST:
                        seen.add((end, passed))
                        below = {f"field:{i}": arg for i, arg in enumerate(args)}
                        waiting.append((end, below, passed, first or deed))


def _few(done: Iterator[_Done]) -> list[_Done]:
    """The first two of all deeds that do the same in different lines. Two are needed, because the same line twice is
    not a race."""
    found: list[_Done] = []
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
