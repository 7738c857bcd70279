"""Statuses: given, ended, and how long they last (docs/language.md section 5, Clocks)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tests.oracle import expressions, holders, quantities, statements
from tests.oracle.limits import ROUNDS, Stopped
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Point, Record, Status, first_value, is_of

from rulewright.check import model as m
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

if TYPE_CHECKING:
    from tests.oracle.world import World


def give(
    w: World, definition: m.StatusDef, holder: Any, args: tuple[Any, ...], until: n.Clock | None, s: Scope
) -> Status:
    """`give`: with the clock that it names, else the status's own, else for good. What is out of play gets nothing, and
    `this E` while no E is running is no clock: then nothing is given. Outside the match `this` is the next one."""
    nothing = Status(definition, holder, args, 0, None, [], {})  # which is over before it begins
    if isinstance(holder, Entity) and not holder.in_play:
        return nothing
    clock = until if until is not None else definition.lasts
    points = []
    for node in clock.points if clock is not None else ():
        anchor = None
        if isinstance(node, n.ClockPoint) and node.which == "this":
            run = w.innermost(node.ref)
            if run is not None:
                anchor = run.began
            elif w.pack.start is not None and any(is_of(one.event, w.pack.start) for one in w.running):
                return nothing
        points.append(Point(node, anchor))
    kept = _kept(w, s, definition, until)
    status = Status(definition, holder, args, w.next_stamp(), clock, points, kept)
    bound = dict(zip(definition.params, args, strict=True))
    if definition.holder is not None and definition.holder.self_var is not None:
        bound[definition.holder.self_var] = holder
    for one in definition.fields:
        begun = first_value(w.pack, one.type)
        status.fields[one] = begun if one.starts is None else expressions.kept(w, one.starts, Scope(bound))
    w.statuses.append(status)
    w.tell("give", status)
    return status


def _kept(w: World, s: Scope, definition: m.StatusDef, until: n.Clock | None) -> dict[m.Variable, Any]:
    """The values, where it is given, of the names that the conditions of a clock mention and do not know otherwise."""
    known = s.kept()
    found: dict[m.Variable, Any] = {}
    for point in until.points if until is not None else ():
        where = point.condition if isinstance(point, n.ClockWhile) else point.where
        own = [*definition.params]
        if isinstance(point, n.ClockPoint):
            own += point.ref.params if isinstance(point.ref, m.ClassDef) else point.ref.fields
        mentioned = [node.ref for node in descend(where) if isinstance(node, n.Name)] if where is not None else []
        found.update((one, known[one]) for one in mentioned if one in known and one not in own)
        found.update(
            (one, s.look_up(w, one)) for one in mentioned if isinstance(one, m.Variable) and one.role == "part"
        )
    return found


def end(w: World, status: Status) -> None:
    """It is over: its sentences are in force no more, then its `ends` runs; nobody can be asked in it."""
    if status not in w.statuses:
        return
    w.statuses.remove(status)
    w.tell("end", status)
    bearer = holders.of_status(status)
    silent, w.silent = w.silent, True
    w.ending.append(status)
    try:
        statements.run_text(w, status.definition.ends, bearer.scope())
    finally:
        w.silent = silent
        w.ending.pop()


def expire(w: World, record: Record, edge: Literal["start", "end"]) -> None:
    """The start or end of a run: statuses whose clock has come end, in order of giving; then, with the event that they
    claimed, one-shots."""
    for status in list(w.statuses):
        w.walk(1 + len(w.statuses) // 8)
        if status in w.statuses and any(_comes(w, status, point, record, edge) for point in status.points):
            end(w, status)
    if edge == "end":
        for status in [one for one in w.statuses if one.spender is record]:
            end(w, status)


def _comes(w: World, status: Status, point: Point, record: Record, edge: str) -> bool:
    node = point.node
    if isinstance(node, n.ClockWhile) or node.edge != edge or not is_of(record.event, node.ref):
        return False
    if point.anchor is not None:
        if point.anchor != record.began:
            return False
    elif record.began <= status.given:
        return False  # `next` leaves out the one that is going on
    return node.where is None or bool(expressions.evaluate(w, node.where, _scope(status, node.ref, record)))


def _scope(status: Status, event: m.EventDef | m.ClassDef | None = None, record: Record | None = None) -> Scope:
    """What the condition of a clock knows: the fields of the event, the parameters of the status, `self` who has it,
    and the values that other names had where it was given."""
    fields: dict[m.Variable, Any] = {}
    if record is not None:
        declared = event.params if isinstance(event, m.ClassDef) else record.event.fields
        fields = {one: record.fields[one.index] for one in declared}
    return Scope({**status.kept, **holders.of_status(status).bound, **fields}, record)


def expire_whiles(w: World) -> None:
    """Statuses whose `while` no longer holds end, in order of giving, until all that are left hold."""
    for _ in range(ROUNDS):
        w.walk(len(w.statuses) * (1 + len(w.statuses) // 8))
        ended = [status for status in list(w.statuses) if status in w.statuses and _is_over(w, status)]
        if not ended:
            return
    raise Stopped("statuses end and are given without end")


def _is_over(w: World, status: Status) -> bool:
    """Ends a status if its `while` no longer holds."""
    whiles = [one.node for one in status.points if isinstance(one.node, n.ClockWhile)]
    over = any(not expressions.evaluate(w, one.condition, _scope(status)) for one in whiles)
    if over:
        end(w, status)
    return over


# -- one-shots ---------------------------------------------------------------------------------------------------------


def claim(w: World, record: Record) -> None:
    """One-shots that wait for an event like this claim it: by status as declared, then in order of giving."""
    for definition in w.pack.statuses.values():
        wanted = definition.spent_by
        if wanted is None or not is_of(record.event, wanted.event):
            continue
        for status in [one for one in w.statuses if one.definition is definition and one.spender is None]:
            bound = holders.of_status(status).bound
            asked = definition.asked
            if asked is not None and not quantities.permits(w, asked, (status.holder,)):
                continue
            if wanted.where is None or expressions.evaluate(w, wanted.where, Scope(bound, record)):
                status.spender = record
