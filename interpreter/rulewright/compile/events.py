"""Compiles events to plain functions (see `plain`), or to blocks if they may ask, which `play.events` runs; compiles
statuses, checks, windows and blocks of sheets to functions."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.check import model as m
from rulewright.check.scope import SEATS
from rulewright.compile import pyast as py
from rulewright.compile.blocks import compile_text
from rulewright.compile.clocks import clock
from rulewright.compile.conditions import compile_conditions
from rulewright.compile.context import Context, Unit, args_context, params
from rulewright.compile.expressions import emit, kept
from rulewright.compile.framed import asks, is_effect
from rulewright.compile.layout import initial, place_of, type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.compile.own_parts import with_its_parts
from rulewright.compile.plain import compile_plain
from rulewright.compile.reactions import holder_context, trigger_context
from rulewright.compile.statements import block
from rulewright.compile.symbols import call_value, read_attribute
from rulewright.compile.text import Text, text_context
from rulewright.compile.workings import workings
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts
from rulewright.explained import Explained
from rulewright.linkage import function
from rulewright.program import Check, Event


def compile_event(event: m.EventDef, row: Event, unit: Unit) -> None:
    """`N<i>`, the blocks, and `E<i>` if it cannot ask; completes its row."""
    row.conditions, row.forbids = compile_conditions(event, unit)
    row.workings = workings(event, text_context(event, unit))
    row.do = _text(event, event.do, unit.layout.function("D", event), unit)
    row.ends = _text(event, unit.layout.closing[event], unit.layout.function("F", event), unit, ending=True)
    if unit.layout.of(event) not in unit.asks.events:
        compile_plain(event, row, unit)


def _text(event: m.EventDef, body: n.Block, name: str, unit: Unit, *, ending: bool = False) -> int | None:
    """A block of an event (`ending`: its `ends`): a plain function if it cannot ask, and its first block if it runs in
    frames."""
    if not body:
        return None
    c = text_context(event, unit)
    effect = not ending and is_effect(body, c, event, unit.layout.of(event) in unit.batched.events)
    if effect or not any(asks(s, c, event, unit.asks) for s in body):
        unit.add(name, ["m", "r"], block(body, Text(c, event, ending=ending, effect=effect)), event.span)
    c = text_context(event, unit)
    if not any(asks(s, c, event) for s in body):
        return None
    c.frame = True
    return compile_text(body, Text(c, event, frame=True, ending=ending), event.span)


def compile_status(status: m.StatusDef, unit: Unit) -> None:
    """`G<i>(m, h, row)`, its `ends`, and `S<i>(m, r, h, row)`, the test of what may spend it."""
    holder = status.holder
    assert holder is not None
    if status.ends:
        c = Context(unit, over=True)
        holder_context(holder, c)
        text = Text(c, noted=unit.batched.ends, of=status.id)
        unit.add(unit.layout.function("G", status), ["m", "h", "row"], block(status.ends, text), status.span)
    if status.spent_by is not None:
        r = status.spent_by
        c = trigger_context(r, unit)
        holder_context(holder, c)
        tests = [emit(e, c) for e in conjuncts(r.where)] if r.where is not None else []
        if status.asked is not None:
            tests.insert(0, call_value(status.asked, [py.name("h")], c))
        unit.add(unit.layout.function("S", status), ["m", "r", "h", "row"], [py.give_back(py.both(tests))], status.span)


def compile_lasts(status: m.StatusDef, unit: Unit) -> None:
    """The default clock of a status: compiled before any block gives it."""
    if status.lasts is not None:
        unit.lasts[status] = clock(status.lasts, status, unit, None)[0]


def compile_window(window: m.WindowDef, unit: Unit) -> None:
    """`W<i>(m, r)`: the askers; `U<i>`: the die and the keys of ties."""
    assert window.ask is not None
    c = Context(unit, record=py.name("r"))
    unit.add(unit.layout.function("W", window), ["m", "r"], [py.give_back(walk(window.ask, c))], window.span)
    if window.ties is not None and isinstance(window.ask, n.Comprehension) and window.ask.orders:
        inner = c.inner()
        name = bind_loop(window.ask.bindings[0], inner)
        keys = [emit(o.key, inner) for o in window.ask.orders]
        unit.add(
            unit.layout.function("U", window),
            ["m", name],
            [py.give_back(py.tuple_of([emit(window.ties, c), py.tuple_of(keys)]))],
            window.span,
        )


def compile_check(check: m.CheckDef, row: Check, unit: Unit) -> None:
    """`H<i>(m)` and its body, which is stored in its row."""
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
        unit.layout.function("H", check),
        ["m"],
        py.stmts("found = []\nfor _x in _s:\n    _add\nreturn tuple(found)", _x=py.name(name), _s=source, _add=add),
        check.span,
    )
    if not row.waits:
        c = Context(unit)
        c.bind(binding.ref, py.name("h"))
        unit.add(unit.layout.function("X", check), ["m", "h"], block(check.body, Text(c, of=check.id)), check.span)
    if row.asks:
        c = Context(unit, frame=True)
        c.bind(binding.ref, c.slot(binding.ref))
        row.body = compile_text(check.body, Text(c, frame=True, of=check.id), check.span)
        row.locals = unit.block_locals[row.body]


def sheet_context(sheet: m.SheetDef, unit: Unit, frame: bool, given: Sequence[m.Variable] = ()) -> Context:
    """The context of code on a sheet: self is h; `given` are the arguments of a plain function."""
    c = args_context(unit, given)
    c.frame = frame
    if sheet.holder is not None and sheet.holder.self_var is not None:
        c.bind(sheet.holder.self_var, py.name("h"))
    for kind in sheet.kind.lineage:
        if kind.self_var is not None:
            c.bind(kind.self_var, py.name("h"))
    c.whole = py.name("h")
    return c


def compile_sheet_texts(pack: m.PackDef, unit: Unit) -> dict[str, dict[int, int]]:
    """Blocks and formulas of sheets. Returns field -> sheet -> block, -1 for the plain function `Y<sheet>_<field>`."""
    # Includes fields that no sheet fills: they may be performed nevertheless.
    performs: dict[str, dict[int, int]] = {field: {} for kind in pack.kinds.values() for field in kind.texts}
    for index, sheet in enumerate(unit.layout.sheets):
        if not (sheet.texts or sheet.formulas):
            continue
        for field, body in sheet.texts.items():
            given, body = sheet.kind.text_params.get(field, []), with_its_parts(body, unit)
            c = sheet_context(sheet, unit, False, given)
            effect = is_effect(body, c, None, field in unit.batched.performs)
            if effect or field not in unit.asks.performs:
                text = Text(c, noted=field in unit.batched.performs, effect=effect)
                unit.add(function("Y", index, field), ["m", "h", *params(len(given))], block(body, text), sheet.span)
                performs[field][index] = -1
            if field in unit.framed.performs:
                c = sheet_context(sheet, unit, True)
                for one in given:  # the first of its locals: the caller of `perform` stores them there
                    c.local(one)
                text = Text(c, frame=True, of=sheet.id, questions=sheet.kind.questions)
                performs[field][index] = compile_text(body, text, sheet.span)
        for attribute in _formulas(sheet.kind):
            formula = sheet.formulas.get(attribute.id)
            if formula is not None:
                name = function("Z", unit.layout.formulas[attribute], str(index))
                c = sheet_context(sheet, unit, False, attribute.params)
                unit.add(
                    name, ["m", "h", *params(len(attribute.params))], [py.give_back(emit(formula, c))], formula.span
                )
    for kind in pack.kinds.values():
        for attribute in kind.attributes.values():
            if attribute.storage != "formula":
                continue
            c = args_context(unit, attribute.params)
            if kind.self_var is not None:
                c.bind(kind.self_var, py.name("h"))
            value = (
                emit(attribute.starts, c)
                if attribute.starts is not None
                else py.const(initial(attribute.type, unit.layout.pack))
            )
            name = function("Z", unit.layout.formulas[attribute], "d")
            unit.add(name, ["m", "h", *params(len(attribute.params))], [py.give_back(value)], attribute.span)
    return performs


def _formulas(kind: m.KindDef) -> list[m.Attribute]:
    return [a for one in kind.lineage for a in one.attributes.values() if a.storage == "formula"]


def compile_asked_formulas(pack: m.PackDef, unit: Unit) -> dict[str, Explained]:
    """Formulas with parameters, for explanations on request; those without are shown with their owner."""
    found: dict[str, Explained] = {}
    for kind in pack.kinds.values() if unit.explains else ():
        for attribute in (one for one in kind.attributes.values() if one.storage == "formula" and one.params):
            names = params(len(attribute.params))
            made = read_attribute(attribute, py.name("h"), attribute.type, Context(unit), [py.name(x) for x in names])
            function = unit.fresh("t", attribute.id)
            unit.add(function, ["m", "h", *names], [py.give_back(made)], attribute.span)
            started = attribute.starts
            sheets = {
                index: (place_of(formula.span), unparse(formula))
                for index, sheet in enumerate(unit.layout.sheets)
                if (formula := sheet.formulas.get(attribute.id)) is not None and attribute in _formulas(sheet.kind)
            }
            taken = tuple((v.id, type_code(v.type)) for v in attribute.params)
            found[f"formula {kind.id}.{attribute.id}"] = Explained(
                attribute.id, place_of(attribute.span), ((kind.id, type_code(kind.entity_type)), *taken),
                type_code(attribute.type), function,
                (function, place_of(attribute.span), "none" if started is None else unparse(started)), sheets=sheets,
            )  # fmt: skip
    return found


def compile_starts(kind: m.KindDef, unit: Unit) -> bool:
    """`A<kind>(m, h)`: initial values of state fields that are expressions, the kind's parents first; also of the
    printed fields of seats and the match, which have no sheet."""
    body: py.Body = []
    for k in reversed(kind.lineage):
        c = Context(unit)
        if k.self_var is not None:
            c.bind(k.self_var, py.name("h"))
        for attribute in k.attributes.values():
            begun = ("state", "printed") if k.id in SEATS else ("state",)
            if attribute.storage in begun and attribute.starts is not None:
                column = unit.layout.column(attribute)
                body += py.stmts("_s[h] = _v", _s=py.expr(f"m.{column.slot}"), _v=kept(attribute.starts, c))
    if not body:
        return False
    unit.add(unit.layout.function("A", kind), ["m", "h"], body, kind.span)
    return True
