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
from rulewright.analyse.edges import Chart, Edge, Shown
from rulewright.analyse.reach import Reach, contradiction, excluded_by_calls
from rulewright.analyse.sides import Done, Side
from rulewright.program import Table
from rulewright.stack.said import SaidOrder

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
    sides: dict[str, Side] = {}
    for (event, phase, _), edges in heard.items():
        table = chart.program.tables[chart.program.events[chart.nodes[event].number].tables[phase]]
        if table.contested:
            continue  # its arbiter decides which comes first
        for a, b in islice(_pairs(chart, table, edges), _MOST_PAIRS):
            if (a.end, b.end) not in told and _meet(chart, a, b) and order_of(chart, a, b, said) is not True:
                for edge in (a, b):
                    if edge.end not in sides:
                        sides[edge.end] = Side(chart, edge)
                mine, its = sides[a.end], sides[b.end]
                if _are_of_two(a, b, mine, its):
                    continue
                race = _race(a, b, mine, its)
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


def _are_of_two(a: Edge, b: Edge, mine: Side, its: Side) -> bool:
    """Whether they are about things of different kinds or sheets, or with different printed values. Printed values stay
    the same as long as no entity shows another sheet, and the thing stays the same as long as the field of the event is
    not set."""
    if mine.swaps or its.swaps:
        return False
    moved = mine.moved | its.moved
    return exclude(*([guard for guard in edge.guards if is_printed(guard, moved)] for edge in (a, b)))


def order_of(chart: Chart, a: Edge, b: Edge, said: SaidOrder) -> tuple[str, str] | bool | None:
    """The stated order of the packs of two reactions, if their order is that of the packs. Reactions with a holder
    react by the age of the holder."""
    for edge in (a, b):
        if chart.program.reactions[chart.nodes[edge.end].number].holder_kind:
            return None
    return said(chart.nodes[a.end].place[0], chart.nodes[b.end].place[0])


# -- does their order matter? ------------------------------------------------------------------------------------------


def _race(a: Edge, b: Edge, mine: Side, its: Side) -> Race | None:
    event, phase = a.start, a.label
    if phase == "instead":
        return Race(event, phase, a, b, "only the first one replaces it", [])
    both = ((a, mine, b, its), (b, its, a, mine))
    for one, doing, other, asking in both:
        found = _cancelled(doing, asking)
        if found is not None:
            return Race(event, phase, one, other, *found)
    twice = _done_twice(mine, its)
    if twice is not None:
        return Race(event, phase, a, b, *twice)
    for one, doing, other, asking in both:
        found = _asked(doing, asking)
        if found is not None:
            return Race(event, phase, one, other, *found)
    return None


def _cancelled(one: Side, other: Side) -> _Told | None:
    cancel, lasting = one.cancel, other.lasting
    if cancel is None or lasting is None:
        return None
    return f"if {one.words} cancels the event first, {other.words} does nothing", [
        (cancel.place, cancel.text, "cancelled here"), (lasting.place, lasting.text, "done here, if it comes first"),
    ]  # fmt: skip


def _done_twice(a: Side, b: Side) -> _Told | None:
    for one in a.done:
        for other in b.alike(one):
            words = _collide(a.chart, one, other)
            if words is not None:
                return words, [*_shown(one, f"by {a.words}"), *_shown(other, f"by {b.words}")]
    return None


def _collide(chart: Chart, one: Done, other: Done) -> str | None:
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


def _asked(changer: Side, user: Side) -> _Told | None:
    """Whether one reaction changes what the other reads, or the target of what it does."""
    for by in changer.done:
        if by.deed.verb == "field":
            used = user.uses(by.deed.target)
            if used is not None:
                return f"{changer.words} changes what {user.words} uses", [
                    *_shown(by, f"changed by {changer.words}"), (used.place, used.text, f"used by {user.words}"),
                ]  # fmt: skip
        guard = user.changed(by)
        if guard is not None:
            return f"{changer.words} changes what {user.words} reads", [
                *_shown(by, f"changed by {changer.words}"), (guard.place, guard.text, f"read by {user.words}"),
            ]  # fmt: skip
    return None


def _shown(done: Done, words: str) -> list[Shown]:
    """The location where a reaction does something: in its own block, and in the block that this leads to."""
    own, deed = done.own, done.deed
    shown = [(own.place, own.text, words)]
    return shown if own is deed else [*shown, (deed.place, deed.text, f"{words}, here")]
