"""Compiles reactions to candidate functions, bodies and tables indexed by the sheet or status of their holders.

Separate because it keeps the promise "an event costs what its matching reactions cost": a reaction with the condition
`target is self` is found through the target, not by testing every holder.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.analysis import reactions_of
from rulewright.compile.arbiters import is_contested
from rulewright.compile.blocks import compile_text
from rulewright.compile.context import Context, TextSet, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.framed import asks, is_effect
from rulewright.compile.having import status_holder
from rulewright.compile.legality import legal
from rulewright.compile.operands import walk
from rulewright.compile.own_parts import with_its_parts
from rulewright.compile.sentences import (
    Core,
    at_key,
    bind_row,
    for_holders,
    key_first,
    key_of,
    mentions,
    of_every_bearer,
    of_every_row,
    rows_of,
)
from rulewright.compile.statements import block
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts
from rulewright.linkage import function
from rulewright.program import Reaction, Table
from rulewright.shapes import FIELDS, LOCALS


def trigger_context(r: m.ReactionDef, unit: Unit) -> Context:
    """Fields of the current event as indexes of its record."""
    c = Context(unit, record=py.name("r"))
    for variable in r.fields.values():
        if variable.role == "field":
            c.bind(variable, py.expr("r[_i]", _i=py.const(FIELDS + variable.index)))
    return c


def holder_context(holder: m.Holder, c: Context) -> None:
    """Self and arguments of the holder, for bodies: h, and row (of a status)."""
    if holder.self_var is not None:
        c.bind(holder.self_var, py.name("h"))
    if holder.binder is not None and holder.binder.binding.ref is not None:
        c.bind(holder.binder.binding.ref, py.name("h"))
    bind_row(holder, c)
    if isinstance(holder.definition, m.SheetDef):
        c.whole = py.name("h")


def compile_reaction(number: int, r: m.ReactionDef, row: Reaction, unit: Unit) -> None:
    """`K<number>` and the body, plain or in blocks, which is stored in its row."""
    _candidates(number, r, unit)
    definition, body = r.holder.definition, with_its_parts(r.body, unit)
    if row.asks:
        c = _body_context(r, unit)
        c.frame = True
        if r.each is not None:
            c.slot(r.each.binding.ref)
            c.bind(r.each.binding.ref, c.slot(r.each.binding.ref))
            row.each = LOCALS
        text = Text(c, frame=True, of=definition.id, questions=m.questions_of(definition))
        row.body = compile_text(body, text, r.span)
        row.locals = unit.block_locals.get(row.body, 0)
    c = _body_context(r, unit)
    effect = row.asks and r.phase == "at" and is_effect(r.body, c, None, number in unit.batched.reactions)
    if effect or not row.asks or is_plain(r, unit, unit.asks):
        if r.each is not None:
            c.bind(r.each.binding.ref, py.name("e"))
        text = Text(c, of=definition.id, noted=number in unit.batched.reactions, effect=effect)
        unit.add(function("R", number, definition.id), ["m", "r", "h", "row", "e"], block(body, text), r.span)
    for letter, players in (("O", r.order), ("B", r.by)):
        if players is not None:
            inner = trigger_context(r, unit)
            holder_context(r.holder, inner)
            if r.each is not None:
                inner.bind(r.each.binding.ref, py.name("e"))
            name = function(letter, number, definition.id)
            unit.add(name, ["m", "r", "h", "row", "e"], [py.give_back(emit(players, inner))], r.span)


def _body_context(r: m.ReactionDef, unit: Unit) -> Context:
    c = trigger_context(r, unit)
    holder_context(r.holder, c)
    return c


def is_plain(r: m.ReactionDef, unit: Unit, loud: TextSet | None = None) -> bool:
    """Whether the body of a reaction runs without frames. `loud` as for `asks`."""
    c = Context(unit)
    return not any(asks(s, c, None, loud) for s in r.body)


def _candidates(number: int, r: m.ReactionDef, unit: Unit) -> None:
    """`K<number>(m, r)`: every (holder, row, each) that could react now."""
    c = trigger_context(r, unit)
    tests, of_each = conditions(r)
    single = _single_call(r.body) if r.optional else None
    status = r.holder.definition
    route = unit.route(status) if isinstance(status, m.StatusDef) else ""

    def core(k: Context) -> py.Body:
        holder = py.const(0)
        if r.holder.self_var is not None:
            holder = k.look_up(r.holder.self_var)
        row: ast.expr = py.const(0)
        if route == "given":
            row = py.expr("row[R_GIVEN]")
        elif route == "both":
            row = py.expr("row[R_GIVEN] or row")
        elif route == "listed" and r.holder.args:
            row = py.name("row")
        if r.each is None:
            made = py.stmts("found.append((_h, _r, None))", _h=holder, _r=row)
            return _legal(single, k, made)
        x = unit.fresh("x")
        inner = k.inner()
        inner.bind(r.each.binding.ref, py.name(x))
        made = py.stmts("found.append((_h, _r, _x))", _h=holder, _r=row, _x=py.name(x))
        made = _legal(single, inner, made)
        inside = ([r.each.where] if r.each.where is not None else []) + of_each
        if inside:
            made = [py.when(py.both([emit(e, inner) for e in inside]), made)]
        return py.stmts("for _x in _s:\n    _body", _x=py.name(x), _s=walk(r.each.binding.source, k), _body=made)

    holder = r.holder
    body = _with_rows(holder, tests, c, core) if route in ("given", "both") else for_holders(holder, tests, c, core)
    body = [*py.stmts("found = []"), *body, *py.stmts("return found")]
    unit.add(function("K", number, r.holder.definition.id), ["m", "r"], body, r.span)


def _with_rows(holder: m.Holder, tests: list[n.Expr], c: Context, core: Core) -> py.Body:
    """A status as holder of a reaction: every instance counts, so its rows are iterated over even without
    parameters."""
    status = holder.definition
    assert isinstance(status, m.StatusDef)
    index = py.const(c.unit.layout.of(status))
    inner = c.inner()
    key, rest = key_of(tests, holder)
    x = c.unit.fresh("x")
    if holder.self_var is not None:
        inner.bind(holder.self_var, py.name(x))
    bind_row(holder, inner)
    conditions = [emit(e, inner) for e in (rest if key is not None else tests)]
    if holder.active is not None:
        conditions.insert(0, emit(holder.active, inner))
    made = core(inner)
    if conditions:
        made = [py.when(py.both(conditions), made)]
    if c.unit.route(status) == "both":
        loop = rows_of(status, x, c, made, each=True)
        if key is None:
            return of_every_bearer(status, x, c, loop)
        return key_first(tests, holder, c, at_key(key, x, c, loop))
    if key is not None and status_holder(status) != "match":
        rows = py.expr(
            "m.held.get((_s, holder_key(_k, _x)), ())", _s=index, _k=py.const(status_holder(status)), _x=py.name(x)
        )
        loop = py.stmts("for n in _rows:\n    row = m.rows[n]\n    _body", _rows=rows, _body=made)
        return key_first(tests, holder, c, at_key(key, x, c, loop))
    return of_every_row(status, x, c, made)


def _single_call(body: n.Block) -> tuple[n.Call, tuple[str, ...]] | None:
    """A `may` of one call is offered only if that call is legal."""
    if len(body) == 1 and isinstance(body[0], n.Do) and isinstance(body[0].call.ref, m.EventDef):
        return body[0].call, body[0].despite
    return None


def _legal(single: tuple[n.Call, tuple[str, ...]] | None, c: Context, made: py.Body) -> py.Body:
    if single is None:
        return made
    call, despite = single
    return [py.when(legal(call, despite, c), made)]


def compile_tables(pack: m.PackDef, unit: Unit, heard: dict[tuple[int, str], list[int]]) -> list[Table]:
    """One table for each (event, phase) that has reactions; unit.tables numbers them."""
    reactions = reactions_of(pack)
    tables: list[Table] = []
    listed: dict[m.Definition, list[int]] = {}  # the sheets that list it
    for sheet in unit.layout.sheets:
        for status in dict.fromkeys(use.status for use in sheet.keywords):
            listed.setdefault(status, []).append(unit.layout.of(sheet))
    for key in sorted(heard):
        unit.tables[key] = len(tables)
        unit.tables_of.setdefault(key[0], {})[key[1]] = len(tables)
        numbers = heard[key]
        contested = is_contested(unit.layout.events[key[0]], numbers, reactions)
        for loud in (unit.asks, unit.framed, unit.effects):
            if contested or any(x in loud.reactions for x in numbers):
                loud.tables.add(len(tables))
        tables.append(_table(numbers, reactions, unit, listed, contested))
    return tables


def _table(
    numbers: list[int], reactions: list[m.ReactionDef], unit: Unit, listed: dict[m.Definition, list[int]],
    contested: bool,
) -> Table:  # fmt: skip
    layout = unit.layout
    by_sheet: dict[int, dict[int, list[int]]] = {}
    by_mark: dict[tuple[int, str], list[tuple[int, int]]] = {}
    general: list[int] = []
    for number in numbers:
        r = reactions[number]
        field = _key_field(r)
        definition = r.holder.definition
        route = unit.route(definition) if isinstance(definition, m.StatusDef) else ""
        if field is None or r.holder.kind in ("rule", "area") or route == "both":
            general.append(number)
        elif isinstance(definition, m.StatusDef) and route == "given":
            by_mark.setdefault((field, status_holder(definition)), []).append((1 << layout.of(definition), number))
        else:
            own = isinstance(definition, m.SheetDef)
            entry = by_sheet.setdefault(field, {})
            for sheet in [layout.of(definition)] if own else listed.get(definition, ()):
                entry.setdefault(sheet, []).append(number)
    marks = []
    for (field, kind), bits in sorted(by_mark.items()):
        mask = 0
        for bit, _ in bits:
            mask |= bit
        marks.append((field, kind, mask, tuple(bits)))
    sheets = tuple((field, {sheet: tuple(own) for sheet, own in by_sheet[field].items()}) for field in sorted(by_sheet))
    asks = contested or any(x in unit.framed.reactions for x in numbers)
    return Table(sheets, tuple(marks), tuple(general), asks, contested=contested)


def conditions(r: m.ReactionDef) -> tuple[list[n.Expr], list[n.Expr]]:
    """The conditions of a reaction: on its holder and the event, and on the members of its `each`."""
    tests = conjuncts(r.where) if r.where is not None else []
    when = conjuncts(r.when) if r.when is not None else []
    if r.each is None:
        return tests + when, []
    variable = r.each.binding.ref
    return (
        tests + [e for e in when if not mentions(e, variable)],
        [e for e in when if mentions(e, variable)],
    )


def _key_field(r: m.ReactionDef) -> int | None:
    tests, _ = conditions(r)
    key, _ = key_of(tests, r.holder)
    if isinstance(key, n.Name) and isinstance(key.ref, m.Variable) and key.ref.role == "field":
        return key.ref.index
    return None
