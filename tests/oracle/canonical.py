"""One form for what both machines say, so that it can be compared: values, states, questions, logs.

A state is a mapping of what is compared to its value: every field of every entity (in play or removed), where it is,
seats, the match, zones with their order, statuses with arguments, clocks and who claimed them, what is running, the
outcome of the match. Entities, statuses, zones and records are marked tuples, sets of places tuples of numbers.
"""

from __future__ import annotations

from typing import Any, assert_never

from tests.oracle import boards, expressions, formations, legs, questions
from tests.oracle.builtins import status_tag
from tests.oracle.reactions import Candidate
from tests.oracle.things import Entity, Point, Record, Status, Zone, kinds_of
from tests.oracle.world import World

from rulewright import shapes
from rulewright.check.types import ENTITY
from rulewright.compile.layout import type_code
from rulewright.effects import nodes as n
from rulewright.explained import TypeCode
from rulewright.play import labels
from rulewright.play import state as e
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Put,
    Reacted,
    ReactionOver,
    Removed,
    Revealed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.play.state import Decision, State

Canonical = dict[str, Any]
PASS = "pass"


# -- what the oracle says ----------------------------------------------------------------------------------------------


def told(value: Any) -> Any:
    """A value of the oracle."""
    match value:
        case Entity():
            return ("entity", value.number)
        case Status():
            return ("status", value.given)
        case Zone():
            return ("zone", value.number, value.seat)
        case Record():
            return ("record", value.event.id, value.began, value.outcome)
        case boards.Join():
            return ("join", value.maps, value.numbers)
        case formations.Formation():
            return tuple((told(who), told(goal)) for who, goal in value.goals)
        case legs.Way():
            return value.places
        case tuple():
            return tuple(told(one) for one in value)
    return value


def held(tag: str, holder: Any) -> Any:
    """Who holds a status or a reaction."""
    return told(holder) if isinstance(holder, Entity) else (tag, 0 if tag == "match" else holder)


def oracle_state(w: World, observed: set[str]) -> Canonical:
    """The state of the oracle. `observed` are the events of which the engine knows whether they run."""
    found: Canonical = {"stamp": w.stamp, "board": w.board.name}
    for one in w.entities:
        name = f"entity {one.number}"
        found[name] = (one.sheet.id, one.owner, one.in_play, told(one.bearer))
        found[f"{name} is at"] = told(one.zone) if one.zone is not None else one.place
        found[f"{name} is revealed to"] = tuple(sorted(one.revealed))
        for kind in kinds_of(one.sheet.kind):
            for field in kind.attributes.values():
                if field.storage in ("printed", "state", "part"):
                    found[f"{name}.{field.id}"] = told(expressions.attribute(w, field, one, ENTITY))
    for seat, fields in enumerate(w.seat_fields):
        found.update((f"seat {seat}.{one.id}", told(value)) for one, value in fields.items())
    found.update((f"match.{one.id}", told(value)) for one, value in w.match_fields.items())
    for zone in w.zones:
        found[f"zone {zone.number} of {zone.seat}"] = told(w.contents(zone))
    found["statuses"] = tuple(one.given for one in w.statuses)
    for status in w.statuses:
        tag = status_tag(status.definition)
        held_by = (*status.args, *status.fields.values())
        found[f"status {status.given}"] = (status.definition.id, held(tag, status.holder), told(held_by))
        found[f"status {status.given} lasts"] = tuple(_point(one) for one in status.points)
        found[f"status {status.given} is spent by"] = told(status.spender)
    running = [one for one in w.running if one.event.id in observed]
    found["running"] = tuple((told(one), told(tuple(one.fields))) for one in running)
    return found


def _point(point: Point) -> Any:
    if isinstance(point.node, n.ClockWhile):
        return ("while", "", (), 0)
    event = point.node.ref
    events = tuple(one.id for one in getattr(event, "events", [event]))
    return (point.node.edge, point.node.which, events, point.anchor or 0)


def oracle_question(d: questions.Decision) -> Canonical:
    """A question of the oracle."""
    return {
        "who is asked": d.player,
        "kind of question": d.kind,
        "place": place_of(d.node.span),
        "secret": d.secret,
        "options": tuple(oracle_option(one) for one in d.options),
    }


def oracle_option(option: Any) -> Any:
    """An option of the oracle."""
    match option:
        case None:
            return PASS
        case questions.Offered():
            return (option.line, option.event.id, told(option.args))
        case Candidate():
            return candidate(option.number, _holder(option), told(option.bearer.source), told(option.each))
    return told(option)


def _holder(one: Candidate) -> Any:
    return told(one.bearer.self_) if isinstance(one.bearer.self_, Entity) else one.bearer.self_ or 0


def candidate(number: int, holder: Any, source: Any, each: Any) -> Any:
    """A reaction that is offered."""
    return ("reaction", number, holder, source or None, each)


def place_of(span: Any) -> tuple[str, int, int]:
    """File, line and column."""
    return (span.source.name, *span.source.line_and_column(span.start))


class OracleLog:
    """Hears the oracle; every entry is canonical at once, for what it speaks of goes on."""

    def __init__(self) -> None:
        self.entries: list[Any] = []

    def __call__(self, kind: str, *what: Any) -> None:
        self.entries.append(_oracle_entry(kind, what))


def _oracle_entry(kind: str, what: tuple[Any, ...]) -> Any:
    first = what[0]
    match kind:
        case "begin" | "refused":
            return (kind, first.event.id, told(tuple(first.fields[: len(first.event.params)])))
        case "finish":
            return (kind, first.event.id, first.began, first.outcome)
        case "reaction" | "reaction over":
            return (kind, first.number, _holder(first), what[1].began)
        case "give" | "end":
            return (kind, first.definition.id, held(status_tag(first.definition), first.holder), first.given)
        case "create" | "sheet":
            return (kind, told(first), first.sheet.id)
    return (kind, *(told(one) for one in what))


# -- what the engine says ----------------------------------------------------------------------------------------------


def said(m: State, value: Any, t: TypeCode | None) -> Any:
    """A value of the engine, of a type."""
    if value is None or t is None:
        return value
    tag, _, args = t
    match tag:
        case "maybe":
            return said(m, value, args[0])
        case "entity":
            return ("entity", value)
        case "union":
            return ("entity", value) if value < shapes.SEAT else value - shapes.SEAT
        case "status":
            return ("status", value)
        case "zone":
            return ("zone", *divmod(-2 - value, m.players))
        case "record" | "any_record":
            event, outcome = m.p.program.events[value[shapes.EVENT]], shapes.OUTCOMES[value[shapes.OUTCOME]]
            return ("record", event.id, value[shapes.BEGAN], outcome)
        case "join":
            return ("join", *_chain(value, len(m.p.program.maps)))
        case "set" if args[0][0] == "place":
            return tuple(m.board.decode(value))
        case "formation":
            return tuple((said(m, who, _ENTITY), place) for who, place in value)
        case "set" | "list" | "per":
            return tuple(said(m, one, args[0]) for one in value)
    return value


def _fields(m: State, record: e.Record, count: int | None = None) -> tuple[Any, ...]:
    fields = m.p.program.events[record[shapes.EVENT]].fields[:count]
    return tuple(said(m, value, t) for value, (_, t) in zip(record[shapes.FIELDS :], fields, strict=False))


_ENTITY: TypeCode = ("entity", "", ())
_RECORD: TypeCode = ("record", "", ())
_STATUS: TypeCode = ("status", "", ())
_ZONE: TypeCode = ("zone", "", ())


def engine_state(m: State) -> Canonical:
    """The state of the engine."""
    p = m.p.program
    found: Canonical = {"stamp": m.stamp, "board": m.board_key or ("none",)}
    for number in range(1, len(m.sheet)):
        name, sheet = f"entity {number}", p.sheets[m.sheet[number]]
        bearer = ("entity", m.whole[number]) if m.whole[number] else None
        found[name] = (sheet.id, m.owner[number], m.live[number], bearer)
        at = m.at[number]
        found[f"{name} is at"] = None if at == e.NOWHERE else at if at >= 0 else said(m, at, _ZONE)
        found[f"{name} is revealed to"] = tuple(seat for seat in range(m.players) if m.seen[number] >> seat & 1)
        for column in p.kinds[sheet.kind].columns:
            one = p.columns[column]
            found[f"{name}.{one.id}"] = said(m, getattr(m, one.slot)[number], one.type)
    for kind in p.kinds:
        for seat in range({"player": m.players, "match": 1}.get(kind.id, 0)):
            for column in kind.columns:
                one = p.columns[column]
                name = f"seat {seat}" if kind.id == "player" else "match"
                found[f"{name}.{one.id}"] = said(m, getattr(m, one.slot)[seat], one.type)
    for number, zone in enumerate(p.zones):
        for seat in range(m.players if zone.per_player else 1):
            lying = m.zones[number * m.players + seat]
            found[f"zone {number} of {seat}"] = tuple(("entity", one) for one in lying)
    found["statuses"] = tuple(sorted(m.rows))
    for number, row in m.rows.items():
        status = p.statuses[row[shapes.R_STATUS]]
        args = tuple(said(m, value, t) for value, (_, t) in zip(row[shapes.R_ARGS :], status.params, strict=True))
        found[f"status {number}"] = (status.id, _held(status.holder, row[shapes.R_HOLDER]), args)
        found[f"status {number} lasts"] = _clock(m, row)
        found[f"status {number} is spent by"] = said(m, row[shapes.R_SPENDER], _RECORD)
    running = sorted((one for several in m.running for one in several), key=lambda one: one[shapes.BEGAN])
    found["running"] = tuple((said(m, one, _RECORD), _fields(m, one)) for one in running)
    return found


def _held(tag: str, holder: int) -> Any:
    return (tag, 0 if tag == "match" else holder)


def _clock(m: State, row: e.Row) -> Any:
    p = m.p.program
    points = p.clocks[row[shapes.R_CLOCK]].points if row[shapes.R_CLOCK] >= 0 else ()
    return tuple(
        (point.edge, point.which, tuple(p.events[one].id for one in point.events), anchor)
        for point, anchor in zip(points, row[shapes.R_ANCHORS], strict=True)
    )


def engine_question(m: State, d: Decision, reactions: list[Any]) -> Canonical:
    """A question of the engine. `reactions` are those of the typed pack in the engine's order."""
    p = m.p.program
    site = p.sites[d.site] if d.site >= 0 else None
    return {
        "who is asked": d.player,
        "kind of question": site.kind if site is not None else "react" if d.window >= 0 else "first",
        "place": labels.asked_at(m, d),
        "secret": site is not None and site.secret,
        "options": tuple(_engine_option(m, site, one, reactions) for one in d.options),
    }


def _engine_option(m: State, site: Any, option: Any, reactions: list[Any]) -> Any:
    if option is None:
        return PASS
    if site is None:
        number, holder, row, each = option
        reaction = reactions[number]
        types = [type_code(one.type) for one in reaction.holder.args]
        source = ("status", row) if type(row) is int and row else None
        if isinstance(row, tuple):
            source = tuple(said(m, value, t) for value, t in zip(row[shapes.R_ARGS :], types, strict=True))
            source = ("status", row[shapes.R_GIVEN]) if row[shapes.R_GIVEN] else source
        binding = reaction.each.binding.ref if reaction.each is not None else None
        each = said(m, each, type_code(binding.type)) if binding is not None else None
        return candidate(number, _reacting(m, number, holder), source, each)
    if site.kind == "offer":
        line, args = option
        event = m.p.program.events[site.lines[line]]
        return (line, event.id, tuple(said(m, v, t) for v, (_, t) in zip(args, event.fields, strict=False)))
    return option if site.kind == "yes or no" else said(m, option, site.type)


def _reacting(m: State, number: int, holder: int) -> Any:
    return ("entity", holder) if m.p.program.reactions[number].holder_kind == "entity" and holder else holder


class EngineLog(list[Entry]):
    """The log of the engine, in the form of the oracle's. `going_on`: the events that are running, outermost first."""

    def __init__(self, m: State) -> None:
        super().__init__()
        self.m = m
        self.entries: list[Any] = []
        self.going_on: list[int] = []

    def append(self, entry: Entry) -> None:
        super().append(entry)
        match entry:
            case Began(depth, record):
                self.going_on[depth - 1 :] = [record[shapes.EVENT]]
            case Finished(depth, _, _):
                del self.going_on[depth - 1 :]
        self.entries.append(self._entry(entry))

    def _entry(self, entry: Entry) -> Any:
        m, p = self.m, self.m.p.program
        match entry:
            case Began(_, record):
                event = p.events[record[shapes.EVENT]]
                return ("begin", event.id, _fields(m, record, event.params))
            case NotBegun(_, number, args):
                return ("refused", p.events[number].id, _fields(m, [number, 0, 0, None, *args]))
            case Finished(_, record, outcome):
                return ("finish", p.events[record[shapes.EVENT]].id, record[shapes.BEGAN], shapes.OUTCOMES[outcome])
            case Reacted(_, reaction, holder, began) | ReactionOver(_, reaction, holder, began):
                kind = "reaction" if isinstance(entry, Reacted) else "reaction over"
                return (kind, reaction, _reacting(m, reaction, holder), began)
            case Gained(_, number, holder, row) | Lost(_, number, holder, row):
                status = p.statuses[number]
                kind = "give" if isinstance(entry, Gained) else "end"
                return (kind, status.id, _held(status.holder, holder), row)
            case Created(_, one, sheet):
                return ("create", ("entity", one), p.sheets[sheet].id)
            case Swapped(_, one, sheet):
                return ("sheet", ("entity", one), p.sheets[sheet].id)
            case Put(_, one, place):
                return ("put", ("entity", one), place if place >= 0 else said(m, place, _ZONE))
            case Removed(_, one):
                return ("remove", ("entity", one))
            case Shuffled(_, zone):
                return ("shuffle", said(m, zone, _ZONE))
            case Revealed(_, one, mask):
                return ("reveal", ("entity", one), tuple(seat for seat in range(m.players) if mask >> seat & 1))
            case Rolled(_, die, value, by, secret):
                return ("roll", die, value, by, secret)
            case Answered():
                raise AssertionError("answers are given without a session here")
            case _:
                assert_never(entry)


def _chain(code: int, count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The maps and numbers of a way by its code."""
    rest, number = divmod(code, 4096)
    before, last = divmod(rest, count)
    if before < count:
        return (before, last), (number,)
    maps, numbers = _chain(before - count, count)
    return (*maps, last), (*numbers, number)
