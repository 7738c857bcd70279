"""Finds what runs in frames: statements that may ask a player, and events whose calls need no frame of their own.

Separate because much of the compiler asks this of code that it does not cut into blocks.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.does import asks as is_question
from rulewright.compile.calls import called
from rulewright.compile.context import Context, TextSet, Unit
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend


def asks(s: n.Node, c: Context, event: m.EventDef | None, loud: TextSet | None = None) -> bool:
    """Whether a statement runs in frames: it may ask a player, or trigger a check that does. `loud`: what else may ask;
    with `unit.asks`, such checks are not counted (they wait where no player can be asked)."""
    if loud is None:
        loud = c.unit.framed
    for x in descend(s):
        if is_question(x):
            return True
        if isinstance(x, n.Perform) and x.text.name in loud.performs:
            return True
        if isinstance(x, n.Moment) and event is not None:
            table = c.unit.tables.get((c.unit.layout.of(event), f"at {x.name}"))
            if table in loud.tables:
                return True
    return any(c.unit.layout.of(e) in loud.events for e in called(s))


def is_effect(body: n.Block, c: Context, event: m.EventDef | None, batched: bool) -> bool:
    """Whether code that runs in frames also needs a plain form, only for effects of a batch: there its calls wait, and
    it asks no player."""
    unit = c.unit
    framed = any(asks(s, c, event, unit.asks) for s in body)
    return batched and framed and not any(asks(s, c, event, unit.effects) for s in body)


def find_opened(unit: Unit) -> None:
    """Finds events that are nothing but a `do` block that asks, and that no clock, limit or `inside` names."""
    for event in unit.layout.events:
        index = unit.layout.of(event)
        if index not in unit.quiet or index in unit.observed or index in unit.clocked_events:
            continue
        if any(asks(s, Context(unit), event) for s in event.do):
            unit.opened.add(index)
