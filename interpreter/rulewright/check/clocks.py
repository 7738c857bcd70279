"""Types clocks: the ends and starts of events at which a status ends.

Separate because the condition of a clock has its own scope: the fields of the event that it waits for, then `self` and
the parameters of the status, then the names of the block that gives the status.
"""
from __future__ import annotations

from collections.abc import Mapping

from rulewright.check import model as m
from rulewright.check.facts import Facts, without
from rulewright.check.text import Text
from rulewright.effects import nodes as n

# Names that belong to the giving block alone and would mean something else when the clock is read.
_NOT_CAPTURED = ("self", "event", "spender")


def status_names(status: m.StatusDef) -> dict[str, m.Variable]:
    """`self`, the parameters of a status, and `status` if it has state."""
    found: dict[str, m.Variable] = {}
    holder = status.holder
    if holder is not None and holder.self_var is not None:
        found["self"] = holder.self_var
    found.update((one.id, one) for one in status.params)
    if status.instance is not None:
        found["status"] = status.instance
    return found


def event_names(event: m.EventDef | m.ClassDef) -> dict[str, m.Variable]:
    """The fields of an event or class, and `event` if it has its own record."""
    fields = event.fields if isinstance(event, m.EventDef) else event.params
    found = {one.id: one for one in fields}
    if isinstance(event, m.EventDef) and event.event_var is not None:
        found["event"] = event.event_var
    return found


def read_clock(text: Text, clock: n.Clock, status: m.StatusDef | None, giving: bool) -> n.Clock:
    """Resolves the events of a clock and types its conditions. `giving`: `text` is that of a `give`, whose names the
    conditions may use; otherwise the clock is the `lasts` of the status."""
    around: dict[str, m.Variable] = {}
    own = status_names(status) if status is not None else {}
    facts: Facts = {}
    if giving:
        around = {name: one for name, one in text.names.items() if name not in _NOT_CAPTURED}
        # The values are captured: what is known about them stays true, unless the name means something else here.
        facts = without(text.facts, {*own, *_NOT_CAPTURED}, volatile=True)
    around.update(own)
    for point in clock.points:
        if isinstance(point, n.ClockWhile):
            point.condition = _condition(text, point.condition, around, facts)
            continue
        event = text.world.scope.occasion(point.event)
        point.ref = event
        if point.edge == "start" and point.which == "this":
            text.error("RW499", point.span, f"this never happens: the current '{point.event}' has already begun",
                       f"write `end of this {point.event}`, or `start of next {point.event}`")
        if event is None:
            text.no_occasion(point.event, point.span)
        elif point.where is not None and not text.world.is_broken(event):
            fields = event_names(event)
            point.where = _condition(text, point.where, {**around, **fields}, without(facts, {*fields}))
    return clock


def _condition(text: Text, node: n.Expr, names: Mapping[str, m.Variable], facts: Facts) -> n.Expr:
    """Types a condition in its own scope; its locals are numbered after those of the surrounding block."""
    inner = Text(text.world, text.owner, names, text.locals)
    inner.learn(facts)
    typed = inner.condition(node)
    text.locals = inner.locals
    assert typed is not None, "there is a condition"
    return typed
