"""Converts a program to findings about how its events, reactions and statuses work together.

Separate because none of these findings keeps a pack from being played: every finding is a warning or a note about all
code together. A problem of a single definition that the checker has reported is not reported again. Findings contain
locations, not files: the caller converts them to diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.analyse.edges import Chart, Edge, Shown, clocks
from rulewright.analyse.leaving import Leaving, find_leaving
from rulewright.analyse.loops import Loop, find_loops
from rulewright.analyse.races import Race, find_races, order_of
from rulewright.analyse.reach import Reach, contradiction, excluded_by_calls, find_reach, holder_exists, sheets_of
from rulewright.components import groups
from rulewright.explained import Place, TypeCode
from rulewright.program import Program
from rulewright.stack.said import SaidOrder


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its code, its location and the text there ("": a word), its message, and further locations.

    `definition` is the id of the definition that it belongs to, None for the manifest.
    """

    code: str
    place: Place
    text: str
    message: str
    hint: str | None = None
    related: tuple[Shown, ...] = ()
    definition: str | None = None


def find(program: Program, said: SaidOrder = lambda _file, _other: None) -> list[Finding]:
    """All findings of the analysis of a pack. Empty for a pack that starts no match, since nothing in it happens.
    `said` returns the stated order of two packs."""
    if program.start < 0:
        return []
    chart = Chart(program)
    # An unused sheet may be meant for other packs, so code that depends on it is not reported as unreachable.
    reach = find_reach(chart, all_made=True)
    leaving = find_leaving(chart, reach)
    found = [_of_loop(chart, loop) for loop in find_loops(chart, reach.alive)]
    found += _silent_reactions(chart, reach, leaving)
    found += _lonely_events(chart, reach)
    found += [_of_race(chart, race, said) for race in find_races(chart, reach, said)]
    found += _late_clocks(chart, reach)
    found += _idle_ranks(chart)
    found += _closed_windows(chart, reach)
    found += [_of_leaving(chart, one) for one in leaving.unreached]
    found += _unmade_sheets(chart, find_reach(chart))
    return found


def _definition(chart: Chart, key: str) -> str:
    """The id of the definition that a node belongs to."""
    node, p = chart.nodes[key], chart.program
    match node.form:
        case "reaction":
            return p.reactions[node.number].holder.partition(" ")[2]
        case "sheet":
            return p.sheets[node.number].id
        case "check":
            return p.checks[node.number].id
        case "status":
            return p.statuses[node.number].id
    return p.events[node.number].id


# -- loops -------------------------------------------------------------------------------------------------------------

def _of_loop(chart: Chart, loop: Loop) -> Finding:
    words = [chart.nodes[s.start[0]].words for s in loop.steps]
    path = " -> ".join([*words, words[0]])
    shown: list[Shown] = [(s.edge.place, s.edge.text, chart.told(s.edge)) for s in loop.steps]
    at = next((s.edge for s in loop.steps if s.edge.kind == "heard"), loop.steps[0].edge)
    place, text = at.place, at.text
    owner = _definition(chart, at.end if at.kind == "heard" else at.start)
    if not loop.breakers:
        return Finding("RW701", place, text, f"infinite event loop: {path}", _cure(chart, loop), tuple(shown), owner)
    for _, guard in loop.breakers:
        verdict = "is true" if guard.negated else "is false"
        shown.append((guard.place, guard.text, f"it ends when `{guard.text}` {verdict}"))
    guards = list(dict.fromkeys(f"`{_denied(g.text) if g.negated else g.text}`" for _, g in loop.breakers))
    return Finding(
        "RW702", place, text, f"this loop continues as long as {_listed(guards)}: {path}",
        "check that each round gets closer to the end", tuple(shown), owner,
    )  # fmt: skip


def _denied(condition: str) -> str:
    """The negation of a condition, as an author would write it."""
    if _OPEN.search(condition):
        return f"not {condition}" if _BRACKETS.match(condition) else f"not ({condition})"
    if condition.startswith("not "):
        return _BRACKETS.sub(r"\1", condition.removeprefix("not "))
    equal = _EQUAL.fullmatch(condition)
    return f"not {condition}" if equal is None else f"{equal[1]} is {'' if equal[2] else 'not '}{equal[3]}"


_OPEN: Final = re.compile(r"\b(and|or|some|no|every|if|let)\b")  # they extend as far right as possible, or have parts
_BRACKETS: Final = re.compile(r"\A\(([^()]*)\)\Z")
_EQUAL: Final = re.compile(r"([^<>=]+?) is (not )?([\w.]+)")


def _cure(chart: Chart, loop: Loop) -> str:
    reactions = [chart.nodes[s.edge.end].words for s in loop.steps if s.edge.kind == "heard"]
    idle = [g for s in loop.steps for g in s.guards]
    cure = "add a condition that the loop changes"
    if reactions:
        first = reactions[0]
        cure = f"add a `limit` to {first}, `may` instead of its `do`, or a condition that the loop changes"
    if idle:
        cure += f" (nothing in the loop changes `{idle[0].text}`)"
    return cure


def _listed(several: list[str]) -> str:
    return several[0] if len(several) == 1 else f"{', '.join(several[:-1])} and {several[-1]}"


# -- what never happens ------------------------------------------------------------------------------------------------


def _silent_reactions(chart: Chart, reach: Reach, leaving: Leaving) -> Iterator[Finding]:
    """Reactions that can never react. The checker has already reported things that are never called, given or listed.
    """
    heard: dict[str, list[Edge]] = {}
    for edge in chart.edges:
        if edge.kind == "heard":
            heard.setdefault(edge.end, []).append(edge)
    for key, edges in heard.items():
        why = [_why_silent(chart, reach, leaving, edge) for edge in edges]
        if all(why):
            words, shown = next(one for one in why if one is not None)
            if words:
                message = f"{_holder(chart, key)} never reacts: {words}"
                place = chart.nodes[key].place
                yield Finding("RW703", place, edges[0].text, message, None, shown, _definition(chart, key))


def _holder(chart: Chart, key: str) -> str:
    form, _, name = chart.program.reactions[chart.nodes[key].number].holder.partition(" ")
    return f"{form} '{name}'"


def _why_silent(chart: Chart, reach: Reach, leaving: Leaving, edge: Edge) -> tuple[str, tuple[Shown, ...]] | None:
    """Why a reaction cannot react to this event; empty words if that was reported elsewhere; None if it can."""
    event = chart.nodes[edge.start]
    if edge.start not in reach.alive:
        callers = chart.into(edge.start, "calls")
        if not callers:
            return "", ()
        shown = tuple((e.place, e.text, f"{chart.nodes[e.start].words} never happens") for e in callers[:3])
        return f"{event.words} never happens", shown
    holder = chart.program.reactions[chart.nodes[edge.end].number]
    if not holder_exists(chart, holder, reach):
        form, _, name = holder.holder.partition(" ")
        gifts = chart.into(f"status {name}", "gives") if form == "status" else []
        if not gifts:
            return "", ()
        shown = tuple((e.place, e.text, f"{chart.nodes[e.start].words} never happens") for e in gifts[:3])
        return f"status '{name}' is never given", shown
    against = contradiction(edge.guards)
    if against is not None:
        one, other = against
        return f"`{one.text}` and `{other.text}` exclude each other", (
            (one.place, one.text, "this"), (other.place, other.text, "and this"),
        )  # fmt: skip
    excluded = excluded_by_calls(chart, reach, edge)
    if excluded is not None:
        guard, calls = excluded
        shown = tuple((e.place, e.text, "called here") for e in calls[:3])
        asked = (guard.place, guard.text, "required here")
        return f"no call of {event.words} has `{guard.text}`", (asked, *shown)
    gone = leaving.gone.get(edge.start)
    if gone is not None and edge.label in ("after", "ended"):
        return f"{event.words} never finishes", ((gone.place, gone.text, "everything inside it is abandoned here"),)
    return None


def _lonely_events(chart: Chart, reach: Reach) -> Iterator[Finding]:
    """Events that are only called by one another, and never by anything that happens."""
    dead = [key for key in chart.nodes if key not in reach.alive]
    out = {key: [e.end for e in chart.out[key] if e.kind != "gives" and e.end not in reach.alive] for key in dead}
    pointed: dict[str, set[str]] = {}
    for start, ends in out.items():
        for end in ends:
            pointed.setdefault(end, set()).add(start)
    for group in groups(out):
        members = set(group)
        outside = {start for key in group for start in pointed.get(key, ())} - members
        inner = [e for key in group for e in chart.out[key] if e.end in members and e.kind == "calls"]
        events = [key for key in group if chart.nodes[key].form == "event"]
        if outside or not inner or not events:
            continue
        first = min(events, key=lambda key: chart.nodes[key].place)
        others = sorted(chart.nodes[key].words for key in group if key != first)
        by = f"only through {_listed(others)}" if others else "only by itself"
        shown = tuple((e.place, e.text, chart.told(e)) for e in inner)
        yield Finding(
            "RW704", chart.nodes[first].place, "", f"{chart.nodes[first].words} never happens: it is called {by}",
            "call it from something that happens, or remove it", shown, _definition(chart, first),
        )  # fmt: skip


def _late_clocks(chart: Chart, reach: Reach) -> Iterator[Finding]:
    """Points of clocks whose events never run."""
    p = chart.program
    told: set[Place] = set()
    for status, until in clocks(p):
        if f"status {p.statuses[status].id}" not in reach.alive or until.edge == "while" or until.place in told:
            continue
        if not any(chart.key("event", e) in reach.alive for e in until.events):
            told.add(until.place)
            shown = tuple((p.events[e].place, "", "nothing that happens calls it") for e in until.events)
            yield Finding(
                "RW706", until.place, until.text,
                f"status '{p.statuses[status].id}' waits for something that never happens: `{until.text}`",
                "name an event that happens, or remove this", shown, p.statuses[status].id,
            )  # fmt: skip


def _idle_ranks(chart: Chart) -> Iterator[Finding]:
    p = chart.program
    used = {r.rank for r in p.reactions}
    for i, (rank, place) in enumerate(zip(p.ranks, p.rank_places, strict=True)):
        if i not in used and rank != "window" and place[0]:
            yield Finding("RW707", place, rank, f"no reaction has the rank '{rank}'", "remove it")


def _closed_windows(chart: Chart, reach: Reach) -> Iterator[Finding]:
    """Windows in which no player is ever asked. The checker has already reported windows that are never named."""
    p = chart.program
    used: dict[int, list[str]] = {}
    for i, r in enumerate(p.reactions):
        if r.optional and r.window is not None:
            used.setdefault(r.window, []).append(chart.key("reaction", i))
    for i, window in enumerate(p.windows):
        keys = used.get(i, [])
        if not any(key in reach.alive for key in keys) and (keys or p.default_window == i):
            words = "no reaction that ever reacts uses it" if keys else "no reaction is optional"
            shown = tuple((chart.nodes[key].place, "", "this one never reacts") for key in keys[:3])
            yield Finding(
                "RW708", window.place, "", f"window '{window.id}' never opens: {words}", None, shown, window.id
            )


def _of_leaving(chart: Chart, one: tuple[str, Shown, Shown]) -> Finding:
    key, (place, text, _), before = one
    message = f"unreachable: {chart.nodes[key].words} ends before this"
    return Finding("RW709", place, text, message, "move it up, or remove it", (before,), _definition(chart, key))


def _unmade_sheets(chart: Chart, reach: Reach) -> Iterator[Finding]:
    """Sheets of which no code that happens creates an entity or makes one show it, such as cards in no deck, unless
    decks are settings. Sheets that a setting chooses from count as used."""
    p = chart.program
    parts = {below for sheet in p.sheets for _, several in sheet.parts for below in several}
    chosen = {i for _, type_, _ in p.settings for kind in _kinds_of_sheets(type_) for i in sheets_of(chart, kind)}
    for i, sheet in enumerate(p.sheets):
        if i not in reach.made and i not in parts and i not in chosen:
            kind = p.kinds[sheet.kind].id
            yield Finding(
                "RW710", sheet.place, "", f"no {kind} '{sheet.id}' is ever created",
                "create one from this sheet, or swap another sheet for it, in code that is reached", (), sheet.id,
            )  # fmt: skip


def _kinds_of_sheets(type_: TypeCode) -> list[str]:
    """The kinds of the sheets that a type consists of or contains."""
    tag, name, inner = type_
    return [name] if tag == "sheet" else [kind for one in inner for kind in _kinds_of_sheets(one)]


def _of_race(chart: Chart, race: Race, said_order: SaidOrder) -> Finding:
    first, second = chart.nodes[race.first.end], chart.nodes[race.second.end]
    shown = [(race.second.place, race.second.text, f"{second.words} reacts to it too"), *race.shown]
    where = f"{chart.nodes[race.event].words} ({race.phase})"
    hint = "give them different ranks, or one of them an `order`"
    packs = order_of(chart, race.first, race.second, said_order)
    if isinstance(packs, tuple):
        hint = f"give them different ranks, or write `after: [{packs[0]}]` in '{packs[1]}'"
    return Finding(
        "RW705", race.first.place, race.first.text,
        f"{first.words} and {second.words} react to {where} in an unspecified order: {race.words}",
        hint, tuple(shown), _definition(chart, race.first.end),
    )  # fmt: skip
