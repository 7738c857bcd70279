"""Events become plain functions, or blocks when they may ask; statuses, checks, windows and sheet texts likewise.

A stage of its own because a plain event is written out with only the phases that it has: no reaction, no clock, no
check means no code for them. The order of phases is that of docs/language.md section 7 and of play.events.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.scope import SEATS
from rulewright.compile import pyast as py
from rulewright.compile.blocks import asks, compile_text
from rulewright.compile.builtins import walk
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import conjuncts, emit, restrictions, status_holder
from rulewright.compile.layout import initial, place_of, type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.reactions import trigger_context
from rulewright.compile.statements import Text, block, clock, settling
from rulewright.compile.values import compile_conditions, params
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.program import Check, Event, Status, Window


def text_context(event: m.EventDef, unit: Unit) -> Context:
    """Inside an event's own text its fields are places of the record r."""
    c = Context(unit, record=py.name("r"))
    for i, variable in enumerate(event.fields):
        c.bind(variable, py.expr("r[_i]", _i=py.const(4 + i)))
    return c


def compile_event(event: m.EventDef, unit: Unit, settles: bool) -> Event:
    """`N<i>`, the texts, and `E<i>` when it cannot ask."""
    index = unit.layout.of(event)
    conditions, forbids = compile_conditions(event, unit)
    do = _text(event, event.do, f"D{index}", unit)
    ends = _text(event, event.ends, f"F{index}", unit, ending=True)
    subject = bool(event.params) and event.params[0].type.tag == "entity"
    tables = unit.tables_of.get(index, {})
    if index not in unit.asks.events:
        _plain(event, unit, settles, subject, tables)
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
        light=index in unit.quiet and index not in unit.observed and index not in unit.clocked_events,
        observed=index in unit.observed,
        concluded=index in unit.concluded,
        do=do,
        ends=ends,
        conditions=conditions,
        forbids=forbids,
        moments=tuple(event.moments),
        tables=tables,
        subject=subject,
    )


def _text(event: m.EventDef, body: n.Block, name: str, unit: Unit, *, ending: bool = False) -> int | None:
    """A text of an event (`ending`: its `ends`): a plain function if it cannot ask, and its first block if it runs in
    frames."""
    if not body:
        return None
    c = text_context(event, unit)
    if not any(asks(s, c, event, itself=True) for s in body):
        unit.add(name, ["m", "r"], block(body, Text(c, event, ending=ending)), event.span)
    c = text_context(event, unit)
    if not any(asks(s, c, event) for s in body):
        return None
    c.frame = True
    return compile_text(body, Text(c, event, frame=True, ending=ending), event.span)


def _own(event: m.EventDef, index: int, unit: Unit) -> py.Body:
    """The event's own text: written out where nothing in it returns, else the call of its function."""
    body = block(event.do, Text(text_context(event, unit), event))
    if len(body) > 12 or any(isinstance(x, ast.Return) for s in body for x in py.nodes(s)):
        return py.stmts("_d(m, r)", _d=py.name(f"D{index}"))
    return body


def find_reports(unit: Unit) -> None:
    """Events that do nothing and that nobody hears: they only tell."""
    for event in unit.layout.events:
        index = unit.layout.of(event)
        if not (
            event.do
            or event.ends
            or index in unit.tables_of
            or index in unit.observed
            or index in unit.clocked_events
            or index in unit.spending
            or index in unit.used
            or index in unit.batched.events
        ):
            unit.reports.add(index)


_TOLD = "if m.trace is not None:\n    return told(m, _i, _a, skip)"


def _lean(event: m.EventDef, unit: Unit, settles: bool, tests: list[ast.expr]) -> None:
    """`E<i>` of an event whose record nobody can see: its text over plain names. With a trace events.told runs it."""
    index = unit.layout.of(event)
    names = params(len(event.params))
    c = Context(unit)
    for variable, name in zip(event.params, names, strict=False):
        c.bind(variable, py.name(name))
    body = py.stmts(_TOLD, _i=py.const(index), _a=py.tuple_of([py.name(x) for x in names]))
    if tests:
        body += py.stmts("if not _t:\n    return", _t=py.both(tests))
    body += py.stmts("m.stamp += 1")
    for variable in event.gives:
        body += py.stmts("_v = _d", _v=c.local(variable), _d=py.const(initial(variable.type, c.unit.layout.pack)))
    text = block(event.do, Text(c, event, lean=True))
    if settles:
        inner = unit.fresh("q")
        unit.add(inner, ["m", *names], body_of(event, c, text), event.span)
        body = [s for s in body if not _is_local(s)]
        text = [
            *py.stmts("_q(m, *_a)", _q=py.name(inner), _a=[py.name(x) for x in names]),
            *settling(unit),
        ]
    unit.add(f"E{index}", ["m", *names, "skip"], body + text, event.span)


def body_of(event: m.EventDef, c: Context, text: py.Body) -> py.Body:
    """The text with the initial values of its gives."""
    made: py.Body = []
    for variable in event.gives:
        made += py.stmts("_v = _d", _v=c.local(variable), _d=py.const(initial(variable.type, c.unit.layout.pack)))
    return made + text


def _is_local(s: ast.stmt) -> bool:
    return isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)


def is_lean(event: m.EventDef, index: int, unit: Unit, tables: dict[str, int]) -> bool:
    """Nobody hears it, keeps its record, counts by it or asks whether it runs, and it cannot run inside itself."""
    if (
        tables
        or event.ends
        or not event.do
        or index in unit.observed
        or index in unit.clocked_events
        or index in unit.spending
        or index in unit.used
        or index in unit.batched.events
        or index in unit.recursive
        or index in unit.concluded
    ):
        return False
    return not any(
        (isinstance(x, n.Name) and isinstance(x.ref, m.Variable) and x.ref.role == "event")
        or isinstance(x, (n.Moment, n.Together))
        for s in event.do
        for x in descend(s)
    )


def _plain(event: m.EventDef, unit: Unit, settles: bool, subject: bool, tables: dict[str, int]) -> None:
    index = unit.layout.of(event)
    names = params(len(event.params))
    args = [py.name(a) for a in names]
    i = py.const(index)
    body: py.Body = []
    tests = []
    if subject:
        tests.append(py.expr("m.live[a0]"))
    limited = restrictions(event, unit)
    if limited:
        tests.append(py.expr("_n(m, *_a, skip)", _n=py.name(f"N{index}"), _a=args))
    lean = is_lean(event, index, unit, tables)
    if lean:
        _lean(event, unit, settles, tests)
        return
    if index in unit.reports:
        body = py.stmts(_TOLD, _i=i, _a=py.tuple_of(args))
        stamped = py.stmts("m.stamp += 1")
        body += [py.when(py.both(tests), stamped)] if tests else stamped
        unit.add(f"E{index}", ["m", *names, "skip"], body, event.span)
        return
    if tests:
        body += py.stmts("if not _t:\n    return refuse(m, _i, _a)", _t=py.both(tests), _i=i, _a=py.tuple_of(args))
    defaults = [py.const(initial(v.type, unit.layout.pack)) for v in event.gives]
    record = [i, py.const(0), py.const(0), py.const(None), *args, *defaults]
    body += py.stmts("r = [*_r]", _r=record)
    observed = index in unit.observed
    clocked = index in unit.clocked_events
    if observed or index in unit.recursive:
        body += py.stmts("begin(m, r)")
    else:
        body += py.stmts(
            "m.stamp = r[1] = m.stamp + 1\nm.depth += 1\n"
            "if m.trace is not None:\n    m.trace.append(('begin', m.depth, r))"
        )
    closing = (
        py.stmts("close(m, r)")
        if observed or clocked or unit.spending
        else py.stmts("m.depth -= 1\nif m.trace is not None:\n    m.trace.append(('finish', m.depth + 1, r, r[2]))")
    )
    ended = py.stmts("plain_react(m, r, _t, False)", _t=py.const(tables["ended"])) if "ended" in tables else []
    before: py.Body = []
    if "before" in tables:
        again = [py.expr("m.live[r[4]]")] if subject else []
        if limited:
            again.append(
                py.expr(
                    "_n(m, *_a, skip)",
                    _n=py.name(f"N{index}"),
                    _a=[py.expr("r[_k]", _k=py.const(4 + k)) for k in range(len(names))],
                )
            )
        changed = py.stmts(
            """
if r[2] == 4:
    _close
    return r
if not _again:
    r[2] = 3
    _close
    _ended
    return r
""",
            _close=closing,
            _again=py.both(again),
            _ended=ended,
        )
        before = py.stmts(
            "if plain_react(m, r, _t, False):\n    _changed", _t=py.const(tables["before"]), _changed=changed
        )
    if index in unit.spending:
        before += py.stmts("claim(m, r)")
    core: py.Body = []
    if event.do:
        core += _own(event, index, unit)
    if "instead" in tables:
        core = [
            *py.stmts("plain_react(m, r, _t, True)", _t=py.const(tables["instead"])),
            *([py.when(py.expr("r[2] == 0"), core)] if core else []),
        ]
    # A report, which only tells, makes no checks.
    settle = settling(unit) if settles and (event.do or event.ends) else []
    ends = [py.stmts("_f(m, r)", _f=py.name(f"F{index}")), settle] if event.ends else []
    parts: list[py.Body] = [before + core, settle, *ends]
    if index in unit.concluded:
        body += py.stmts("depth = m.depth")
        parts = [_concluded(part) for part in parts]
    for part in parts:
        body += part
    body += py.stmts("if r[2] == 0:\n    r[2] = 1")
    body += closing
    if "after" in tables:
        body += py.stmts("if r[2] == 1:\n    plain_react(m, r, _t, False)", _t=py.const(tables["after"]))
    body += ended
    body += py.stmts("return r")
    unit.add(f"E{index}", ["m", *names, "skip"], body, event.span)


def _concluded(part: py.Body) -> py.Body:
    """A part of a plain event that may be concluded from inside: the rest of it is left."""
    if not part:
        return part
    return py.stmts(
        """
try:
    _part
except Concluded as stop:
    if stop.record is not r:
        raise
    drop_inside(m, r)
    m.depth = depth
""",
        _part=part,
    )


def compile_status(status: m.StatusDef, unit: Unit) -> Status:
    """Its default clock, `G<i>(m, h, row)` (the ends block) and `S<i>(m, r, h, row)` (what may spend it)."""
    index = unit.layout.of(status)
    holder = status.holder
    if status.ends:
        c = Context(unit)
        if holder is not None and holder.self_var is not None:
            c.bind(holder.self_var, py.name("h"))
        for i, arg in enumerate(status.params):
            c.bind(arg, py.expr("row[_i]", _i=py.const(7 + i)))
        if status.spender is not None:
            c.bind(status.spender, py.expr("row[6]"))
        unit.add(f"G{index}", ["m", "h", "row"], block(status.ends, Text(c, noted=unit.batched.ends)), status.span)
    spent: tuple[int, ...] = ()
    if status.spent_by is not None:
        r = status.spent_by
        c = trigger_context(r, unit)
        if holder is not None and holder.self_var is not None:
            c.bind(holder.self_var, py.name("h"))
        for i, arg in enumerate(status.params):
            c.bind(arg, py.expr("row[_i]", _i=py.const(7 + i)))
        tests = [emit(e, c) for e in conjuncts(r.where)] if r.where is not None else []
        unit.add(f"S{index}", ["m", "r", "h", "row"], [py.give_back(py.both(tests))], status.span)
        spent = unit.layout.events_of(r.event)
    return Status(
        id=status.id,
        place=place_of(status.span),
        names=status.names,
        rules=status.rules,
        params=tuple((v.id, type_code(v.type)) for v in status.params),
        clock=unit.lasts.get(id(status)),
        ends=bool(status.ends),
        spent_on=spent,
        holder=status_holder(status),
        of=_of_kind(status, unit),
    )


def _of_kind(status: m.StatusDef, unit: Unit) -> int | None:
    """The kind of entities that may have a status, None for any."""
    holder = status.holder
    if holder is None or holder.self_var is None or holder.self_var.type.tag != "entity":
        return None
    kind = unit.layout.pack.kinds.get(holder.self_var.type.name)
    return None if kind is None else unit.layout.of(kind)


def compile_lasts(status: m.StatusDef, unit: Unit) -> None:
    """The default clock of a status: before any text gives it."""
    if status.lasts is not None:
        unit.lasts[id(status)] = clock(status.lasts, status, unit, None)[0]


def compile_window(window: m.WindowDef, unit: Unit) -> Window:
    """`W<i>(m, r)`: the askers."""
    index = unit.layout.of(window)
    assert window.ask is not None
    c = Context(unit, record=py.name("r"))
    unit.add(f"W{index}", ["m", "r"], [py.give_back(walk(window.ask, c))], window.span)
    item = window.ask.type.args[0] if window.ask.type.args else window.ask.type
    ties = window.ties is not None and isinstance(window.ask, n.Comprehension) and bool(window.ask.orders)
    if ties:
        assert isinstance(window.ask, n.Comprehension) and window.ties is not None
        inner = c.inner()
        name = bind_loop(window.ask.bindings[0], inner)
        keys = [emit(o.key, inner) for o in window.ask.orders]
        unit.add(
            f"U{index}",
            ["m", name],
            [py.give_back(py.tuple_of([emit(window.ties, c), py.tuple_of(keys)]))],
            window.span,
        )
    return Window(
        id=window.id,
        place=place_of(window.span),
        names=window.names,
        rules=window.rules,
        answers=window.answers,
        entities=item.tag == "entity",
        always=window.always,
        ties=ties,
    )


def compile_check(check: m.CheckDef, unit: Unit) -> Check:
    """`H<i>(m)` and its body."""
    index = unit.layout.of(check)
    assert check.binder is not None
    binding = check.binder.binding
    c = Context(unit)
    inner = c.inner()
    name = bind_loop(binding, inner)
    source = walk(binding.source, c)
    add = py.stmts("found.append(_x)", _x=py.name(name))
    if check.binder.where is not None:
        add = [py.when(emit(check.binder.where, inner), add)]
    unit.add(
        f"H{index}",
        ["m"],
        py.stmts("found = []\nfor _x in _s:\n    _add\nreturn tuple(found)", _x=py.name(name), _s=source, _add=add),
        check.span,
    )
    waits = any(asks(s, c, None, itself=True) for s in check.body)
    if not waits:
        c = Context(unit)
        c.bind(binding.ref, py.name("h"))
        unit.add(f"X{index}", ["m", "h"], block(check.body, Text(c)), check.span)
    body = None
    if any(asks(s, c, None) for s in check.body):
        c = Context(unit, frame=True)
        c.bind(binding.ref, c.slot(id(binding.ref)))
        body = compile_text(check.body, Text(c, frame=True), check.span)
    return Check(
        id=check.id,
        place=place_of(check.span),
        rules=check.rules,
        names=check.names,
        asks=body is not None,
        waits=waits,
        body=body,
        slot=5,
        locals=unit.block_locals[body] if body is not None else 0,
    )


def sheet_context(sheet: m.SheetDef, unit: Unit, frame: bool) -> Context:
    """Texts of a sheet: self is h."""
    c = Context(unit, frame=frame)
    if sheet.holder is not None and sheet.holder.self_var is not None:
        c.bind(sheet.holder.self_var, py.name("h"))
    at: m.KindDef | None = sheet.kind
    while at is not None:
        if at.self_var is not None:
            c.bind(at.self_var, py.name("h"))
        at = at.parent
    c.whole = py.name("h")
    return c


def compile_sheet_texts(pack: m.PackDef, unit: Unit) -> dict[str, dict[int, int]]:
    """Texts and formulas of sheets. Returns text field -> sheet -> block, -1 for the plain function
    `Y<sheet>_<field>`."""
    performs: dict[str, dict[int, int]] = {}
    for index, sheet in enumerate(unit.layout.sheets):
        if not (sheet.texts or sheet.formulas):
            continue
        for field, body in sheet.texts.items():
            if field not in unit.asks.performs:
                c = sheet_context(sheet, unit, False)
                text = Text(c, noted=field in unit.batched.performs)
                unit.add(f"Y{index}_{field}", ["m", "h"], block(body, text), sheet.span)
                performs.setdefault(field, {})[index] = -1
            if field in unit.framed.performs:
                c = sheet_context(sheet, unit, True)
                performs.setdefault(field, {})[index] = compile_text(body, Text(c, frame=True), sheet.span)
        for attribute in _formulas(sheet.kind):
            formula = sheet.formulas.get(attribute.id)
            if formula is not None:
                name = f"Z{unit.layout.formulas[id(attribute)]}_{index}"
                unit.add(
                    name, ["m", "h"], [py.give_back(emit(formula, sheet_context(sheet, unit, False)))], formula.span
                )
    for kind in pack.kinds.values():
        for attribute in kind.attributes.values():
            if attribute.storage != "formula":
                continue
            c = Context(unit)
            if kind.self_var is not None:
                c.bind(kind.self_var, py.name("h"))
            value = (
                emit(attribute.starts, c)
                if attribute.starts is not None
                else py.const(initial(attribute.type, unit.layout.pack))
            )
            unit.add(f"Z{unit.layout.formulas[id(attribute)]}_d", ["m", "h"], [py.give_back(value)], attribute.span)
    return performs


def _formulas(kind: m.KindDef) -> list[m.Attribute]:
    found = []
    at: m.KindDef | None = kind
    while at is not None:
        found += [a for a in at.attributes.values() if a.storage == "formula"]
        at = at.parent
    return found


def compile_starts(kind: m.KindDef, unit: Unit) -> bool:
    """`A<kind>(m, h)`: initial values of state fields that are expressions, the kind's parents first; also of what
    seats and the match print, as no sheet prints it for them."""
    chain: list[m.KindDef] = []
    at: m.KindDef | None = kind
    while at is not None:
        chain.insert(0, at)
        at = at.parent
    body: py.Body = []
    for k in chain:
        c = Context(unit)
        if k.self_var is not None:
            c.bind(k.self_var, py.name("h"))
        for attribute in k.attributes.values():
            begun = ("state", "printed") if k.id in SEATS else ("state",)
            if attribute.storage in begun and attribute.starts is not None:
                column = unit.layout.column(attribute)
                body += py.stmts("_s[h] = _v", _s=py.expr(f"m.{column.slot}"), _v=emit(attribute.starts, c))
    if not body:
        return False
    unit.add(f"A{unit.layout.of(kind)}", ["m", "h"], body, kind.span)
    return True
