"""The rows of a program for definitions that also have code, without the code: location, name, triggers.

Separate because the analysis of a pack needs no more. The modules that generate the code complete the rows (`events`,
`reactions`).
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.reacting import arbiter_question, may_question
from rulewright.compile.context import Context, Unit
from rulewright.compile.framed import asks
from rulewright.compile.having import status_holder
from rulewright.compile.layout import initial, place_of, type_code
from rulewright.compile.legality import SUBJECTS, restrictions
from rulewright.compile.reactions import is_plain
from rulewright.effects import nodes as n
from rulewright.program import Check, Event, Reaction, Status, Window
from rulewright.shapes import LOCALS


def event_row(event: m.EventDef, unit: Unit) -> Event:
    """An event, without its conditions and blocks."""
    index = unit.layout.of(event)
    return Event(
        id=event.id,
        place=place_of(event.span),
        names=event.names,
        rules=event.rules,
        fields=tuple((v.id, type_code(v.type)) for v in event.fields),
        field_names={v.id: v.names for v in event.fields if v.names},
        params=len(event.params),
        defaults=tuple(initial(v.type, unit.layout.pack) for v in event.gives),
        classes=tuple(c.id for c in event.classes),
        asks=index in unit.framed.events,
        quiet=index in unit.quiet,
        free=not restrictions(event, unit),
        observed=index in unit.observed,
        moments=tuple(event.moments),
        tables=unit.tables_of.get(index, {}),
        arbiter=place_of(event.judge[0].span) if event.judge is not None else None,
        arbiter_ask=arbiter_question(event),
        shown_as=event.shown_as,
        puts=unit.puts.get(index, ()),
        subject=event.params[0].type.tag if event.params and event.params[0].type.tag in SUBJECTS else "",
    )


def reaction_row(number: int, r: m.ReactionDef, unit: Unit) -> Reaction:
    """A reaction, without its body."""
    layout, definition = unit.layout, r.holder.definition
    return Reaction(
        id=f"{definition.form} {definition.id}",
        place=place_of(r.span),
        names=definition.names,
        rules=definition.rules,
        event=layout.events_of(r.event)[0] if layout.events_of(r.event) else -1,
        phase=r.phase,
        optional=r.optional,
        rank=r.rank,
        window=layout.of(r.window) if r.window is not None else None,
        asks=number in unit.framed.reactions and not is_plain(r, unit),
        limited=(r.limit[0], layout.events_of(r.limit[1])) if r.limit is not None else None,
        counted=r.group,
        holder_kind=_holder_kind(r.holder),
        thing=r.holder.self_var is not None and r.holder.self_var.type.tag in ("entity", "union"),
        ordered=r.order is not None,
        by=r.by is not None,
        each_type=type_code(r.each.binding.ref.type) if r.each is not None else None,
        titles=dict(r.title),
        ask=may_question(r),
        shows={name: one.index for name, one in r.fields.items() if one.role == "field"} if may_question(r) else {},
        holder=f"{definition.form} {definition.id}",
    )


def _holder_kind(holder: m.Holder) -> str:
    if holder.self_var is None:
        return ""
    tag = holder.self_var.type.tag
    return tag if tag in ("player", "match") else "entity"


def status_row(status: m.StatusDef, unit: Unit) -> Status:
    """A status, without its clock."""
    return Status(
        id=status.id,
        place=place_of(status.span),
        names=status.names,
        rules=status.rules,
        params=(
            *((v.id, type_code(v.type)) for v in status.params),
            *((v.id, type_code(v.type)) for v in status.fields),
        ),
        ends=bool(status.ends),
        spent_on=unit.layout.events_of(status.spent_by.event) if status.spent_by is not None else (),
        holder=status_holder(status),
        of=_of_kind(status, unit),
        says=status.says,
    )


def _of_kind(status: m.StatusDef, unit: Unit) -> int | None:
    """The kind of entities that may have a status, None for any."""
    holder = status.holder
    if holder is None or holder.self_var is None or holder.self_var.type.tag != "entity":
        return None
    kind = unit.layout.pack.kinds.get(holder.self_var.type.name)
    return None if kind is None else unit.layout.of(kind)


def window_row(window: m.WindowDef) -> Window:
    """A window: complete."""
    assert window.ask is not None
    item = window.ask.type.args[0] if window.ask.type.args else window.ask.type
    return Window(
        id=window.id,
        place=place_of(window.span),
        names=window.names,
        rules=window.rules,
        answers=window.answers,
        entities=item.tag == "entity",
        always=window.always,
        ask=window.question,
        ties=window.ties is not None and isinstance(window.ask, n.Comprehension) and bool(window.ask.orders),
    )


def check_row(check: m.CheckDef, unit: Unit) -> Check:
    """A check, without its body."""
    c = Context(unit)
    return Check(
        id=check.id,
        place=place_of(check.span),
        rules=check.rules,
        names=check.names,
        asks=any(asks(s, c, None) for s in check.body),
        waits=any(asks(s, c, None, unit.asks) for s in check.body),
        slot=LOCALS,
    )
