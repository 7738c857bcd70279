"""The order of evaluation (docs/language.md section 7): what happens when an event is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import checks, clocks, quantities, reactions, statements
from tests.oracle.limits import NESTED, Stopped
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, first_value

from rulewright.check import model as m

if TYPE_CHECKING:
    from tests.oracle.world import World


class Concluded(Exception):
    """`conclude`: this run is over, and whatever runs inside it is dropped on the way."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


def call(w: World, event: m.EventDef, args: list[Any], despite: frozenset[str] = frozenset()) -> Record:
    """A call, with all that it sets off. Inside `together` it is only noted."""
    record = Record(event, [*args, *(first_value(w.pack, one.type) for one in event.gives)], despite)
    if w.noted is not None:
        w.noted.append(record)
        return record
    if quantities.allows(w, record):
        begin(w, record)
        happen(w, record)
    else:
        refuse(w, record)
    return record


def refuse(w: World, record: Record) -> None:
    """Step 1: a named condition or a forbid refuses, and that is all."""
    record.outcome = "refused"
    w.tell("refused", record)


def begin(w: World, record: Record) -> None:
    """It is running; clocks on its start have come."""
    w.spend()
    record.began = w.next_stamp()
    w.depth += 1
    if w.depth > NESTED:
        raise Stopped("events nested too deep")
    w.tell("begin", record)
    w.running.append(record)
    clocks.expire(w, record, "start")


def happen(w: World, record: Record) -> None:
    """Steps 2 to 8. Whoever concludes the event while it runs leaves the step at hand; the event goes on with its
    end."""
    depth = w.depth
    try:
        came = until_concluded(w, record, lambda: _effect(w, record))
        if came:
            end(w, record)
        else:
            close(w, record)
            answer_end(w, record)
    except Concluded:
        drop(w, record)
        raise
    finally:
        w.depth = depth - 1


def until_concluded(w: World, record: Record, step: Callable[[], bool | None]) -> bool:
    """Takes a step of a run; whether the run came as far as step 3."""
    try:
        return step() is not False
    except Concluded as stop:
        if stop.record is not record:
            raise
        return True


def go_on(w: World, record: Record, inside: list[Record]) -> None:
    """A run that was held open was concluded: what is held open `inside` it is dropped, and it goes on with its end."""
    for one in reversed(inside):
        drop(w, one)
    end(w, record)


def end(w: World, record: Record) -> None:
    """Steps 5 to 8, each of them left where the event is concluded in it."""
    until_concluded(w, record, lambda: check(w, record))
    until_concluded(w, record, lambda: ends(w, record))
    until_concluded(w, record, lambda: check(w, record))
    close(w, record)
    answer_end(w, record)


def drop(w: World, record: Record) -> None:
    """What runs inside a concluded event is running no more; clocks on its end have come."""
    if record in w.running:
        if record.outcome == "running":
            record.outcome = "impossible"
        w.running.remove(record)
        clocks.expire(w, record, "end")


def _effect(w: World, record: Record) -> bool:
    """Steps 2 to 4; whether it came as far as 3."""
    if not answered_before(w, record):
        return False
    replace(w, record)
    if record.outcome == "running":
        do(w, record)
    return True


def answered_before(w: World, record: Record) -> bool:
    """Step 2: *before*. Whether the event goes on."""
    answered = reactions.phase(w, record, "before")
    if record.outcome == "cancelled":
        return False
    if answered and not quantities.allows(w, record):
        record.outcome = "impossible"
        return False
    return True


def replace(w: World, record: Record) -> None:
    """Step 3: one-shots claim the event; the first *instead* takes the place of the effect."""
    clocks.claim(w, record)
    reactions.phase(w, record, "instead")


def do(w: World, record: Record) -> None:
    """Step 4: the event's own text."""
    statements.run_text(w, record.event.do, Scope(record=record), record, subject=subject(record))


def check(w: World, record: Record) -> None:
    """Steps 5 and 6: checks. A report, which only tells, makes none."""
    if not w.pack.is_report(record.event):
        checks.make(w)


def ends(w: World, record: Record) -> None:
    """Step 6: the checks at the event, then `ends`, whatever became of the effect."""
    checks.judge(w, record)
    statements.run_text(w, record.event.ends, Scope(record=record), record)


def subject(record: Record) -> Entity | None:
    """The entity that is the first parameter: once it has left play the event cannot go on. One that may be none is
    not what an event happens to."""
    params = record.event.params
    first = record.fields[0] if params and params[0].type.tag in ("entity", "union") else None
    return first if isinstance(first, Entity) else None


def close(w: World, record: Record) -> None:
    """Step 7: the outcome is fixed; clocks and one-shots that wait for this end are over."""
    if record.outcome == "running":
        record.outcome = "done"
    w.running.remove(record)
    clocks.expire(w, record, "end")
    w.tell("finish", record)


def answer_end(w: World, record: Record) -> None:
    """Step 8: *after* if it was done, then *ended*."""
    if record.outcome == "done":
        reactions.phase(w, record, "after")
    if record.outcome in ("done", "replaced", "impossible"):
        reactions.phase(w, record, "ended")
