"""Compiles values and permissions to functions that contain all contributions of the pack.

Separate because the pack is closed when it is compiled: everything that may ever contribute to a value is known, so a
value is one function and a breakdown is another over the same modifiers.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.steps import contribution_type
from rulewright.check.types import Type
from rulewright.compile import pyast as py
from rulewright.compile.ages import by_age, stamp
from rulewright.compile.carried import Table, compile_table, contributions, listings, tables_of
from rulewright.compile.context import Context, Unit, args_context, params
from rulewright.compile.explaining import decided, listing, told_conjuncts, told_lets
from rulewright.compile.expressions import emit, kept
from rulewright.compile.layout import has_codes, is_places, place_of, type_code
from rulewright.compile.loops import helper
from rulewright.compile.remembering import gives_none, memory_key
from rulewright.compile.sentences import sentence_holders, sentence_is_many
from rulewright.effects.unparse import unparse
from rulewright.explained import Explained
from rulewright.merges import EACH, MERGES, Code, Merge


def compile_value(value: m.ValueDef, unit: Unit) -> Explained:
    """`V<i>` and its breakdown, in the order of docs/language.md, section 3: the start, then step after step the
    contributions. Each function below returns code and adds to the breakdown what `why` needs."""
    c = args_context(unit, value.params)
    told = Explained(
        value.id,
        place_of(value.span),
        tuple((v.id, type_code(v.type)) for v in value.params),
        type_code(value.gives),
        unit.layout.function("V", value),
        names=value.names,
    )
    body = _first_row(value, told, c) if value.rows else _start(value, told, c)
    for step in value.steps:
        body += _contributed(value, step, told, c)
    if value in unit.cached:
        body = remembered(value, body, unit)
    body += py.stmts("return so_far")
    unit.add(told.function, ["m", *params(len(value.params))], body, value.span)
    return told


def _start(value: m.ValueDef, told: Explained, c: Context) -> py.Body:
    """The start of a value that is one expression."""
    start, names = value.start, params(len(value.params))
    assert start is not None
    body = py.stmts("so_far = _v", _v=emit(start, c))
    told.start = (decided(start, c, names, c.unit), place_of(start.span), unparse(start))
    told.lets = told_lets(-1, start, c, names, c.unit)
    if value.gives.tag == "yes_no":
        told.conjuncts = told_conjuncts(start, c, names, c.unit)
    return body


def _first_row(value: m.ValueDef, told: Explained, c: Context) -> py.Body:
    """The start of a value that has rows: the first row whose condition is true."""
    names = params(len(value.params))
    chain: py.Body = []
    for row in reversed(value.rows):
        result = py.stmts("so_far = _v", _v=emit(row.value, c))
        chain = result if row.condition is None else [py.when(emit(row.condition, c), result, chain)]
    for number, row in enumerate(value.rows):
        told.lets += told_lets(number, row.value, c, names, c.unit)
        gives = decided(row.value, c, names, c.unit)
        holds = decided(row.condition, c, names, c.unit) if row.condition else None
        told.rows += ((gives, holds, place_of(row.span), unparse(row)),)
    return chain


def _contributed(value: m.ValueDef, step: m.StepDef, told: Explained, c: Context) -> py.Body:
    """One step: the contributions of all modifiers of the pack; no code if there are none."""
    unit, names = c.unit, params(len(value.params))
    tables, mine = tables_of(step.merge, [s for s in unit.value_parts.get(value, []) if s.step == step.name])
    for table in tables:
        compile_table(table, names, c)
    body = _step(value, step, mine, tables, names, c) if mine or tables else []
    then = None
    if not unit.explains:
        return body
    if step.then is not None:
        inner = c.inner()
        inner.bind(step.so_far, py.name("so_far"))
        inner.bind(step.it, py.name("it"))
        then = unit.fresh("t")
        unit.add(then, ["m", *names, "so_far", "it"], [py.give_back(emit(step.then, inner))], step.span)
    told.steps += ((step.name, step.merge, then, type_code(contribution_type(step, value.gives))),)
    aged = by_age(step, mine, unit)
    told.parts += tuple(listing(s, c, names, unit, aged) for s in mine)
    told.parts += tuple(part for table in tables for part in listings(table, names, c, step.name))
    return body


def remembered(ref: m.ValueDef | m.PermissionDef, body: py.Body, unit: Unit) -> py.Body:
    """The result is cached until something that cached values read is written, or something on edges changes, or as
    long as its board exists; `so_far` is the result. If the result may be None, another marker means that nothing is
    cached."""
    names = params(len(ref.params))
    args: list[ast.expr] = [py.name(x) for x in names]
    key = memory_key(ref, args, unit)
    grounded, fenced = ref in unit.grounded, ref in unit.fenced
    memory = py.expr(
        "m.laid.known" if grounded else "(m.fenced or fences(m))" if fenced
        else "m.kept" if ref in unit.unplaced else "m.cache"
    )
    if unit.verify:
        computed = unit.fresh("q", ref.id)
        unit.add(computed, ["m", *names], [*body, *py.stmts("return so_far")], ref.span)
        asked = {"_m": memory, "_k": key, "_w": py.const(ref.title), "_f": py.name(computed), "_a": args}
        return py.stmts("so_far = recalled(m, _m, _k, _w, _f, *_a)", **asked)
    none = gives_none(ref)
    if grounded or fenced:
        computed = unit.fresh("q", ref.id)
        unit.add(computed, ["m", *names], [*body, *py.stmts("return so_far")], ref.span)
        asked = {"_m": memory, "_f": py.name(computed), "_a": args}
        return [
            *py.stmts("key = _k", _k=key),
            *py.stmts(_KNOWN_OR_NONE if none else _KNOWN, _k=py.name("key"), _m=py.expr("m.cache")),
            *py.stmts("m.cache[key] = so_far = lasting(m, _m, key, _f, *_a)", **asked),
        ]
    return [
        *py.stmts(_KNOWN_OR_NONE if none else _KNOWN, _k=key, _m=memory),
        *body,
        *py.stmts("_m[_k] = so_far", _k=key, _m=memory),
    ]


_KNOWN = "had = _m.get(_k)\nif had is not None:\n    return had"
_KNOWN_OR_NONE = "had = _m.get(_k, ...)\nif had is not ...:\n    return had"


def _step(
    value: m.ValueDef, step: m.StepDef, mine: list[m.SentenceDef], tables: list[Table], names: list[str], c: Context
) -> py.Body:
    """One step: its contributions merged into `it`, then combined with `so_far`."""
    gives, row = value.gives, MERGES[step.merge]
    inner = c.inner()
    inner.bind(step.so_far, py.name("so_far"))
    inner.bind(step.it, py.name("it"))
    if step.then is None:
        then = _filled(_code(row, gives).alone, gives)
    else:
        then = py.stmts("so_far = _v", _v=kept(step.then, inner))
    aged = by_age(step, mine, c.unit)
    if aged:
        merged = then if row is EACH else _merge(row, py.name("new"), gives)
        body = _in_age(mine, c, py.name("it" if row is EACH else "new"), merged)
        return body if row is EACH else [*py.stmts("it = None"), *body, py.when(py.expr("it is not None"), then)]
    if row is EACH:
        body = []
        for s in mine:
            assert s.expr is not None
            body += sentence_holders(s, c, lambda k, s=s: py.stmts("it = _v", _v=emit(s.expr, k)) + then)  # type: ignore[misc]
        return body
    body = py.stmts("it = None")
    strongest_alone = row.stacks and c.unit.layout.pack.stacking == "definition"
    for table in tables:
        body += contributions(table, names, c, _merge(row, py.name("new"), gives), strongest_alone)
    for s in mine:
        assert s.expr is not None
        if strongest_alone and sentence_is_many(s):
            body += py.stmts("one = None")
            body += sentence_holders(
                s,
                c,
                lambda k, s=s: py.stmts(  # type: ignore[misc]
                    "new = _v\nif one is None or abs(new) >= abs(one):\n    one = new", _v=emit(s.expr, k)
                ),
            )
            merged = _merge(row, py.name("one"), gives)
            body.append(py.when(py.expr("one is not None"), merged))
        else:
            body += sentence_holders(s, c, lambda k, s=s: _merge(row, emit(s.expr, k), gives))  # type: ignore[misc]
    test = "it" if row.wants_yes else "it is not None"
    return [*body, py.when(py.expr(test), then)]


def _in_age(mine: list[m.SentenceDef], c: Context, each: ast.expr, merged: py.Body) -> py.Body:
    """The contributions of several definitions, by the stamps of their holders; those of one holder as written."""
    body = py.stmts("said = []")
    for s in mine:
        assert s.expr is not None

        def core(k: Context, s: m.SentenceDef = s) -> py.Body:
            assert s.expr is not None
            return py.stmts("said.append((_t, _v))", _t=stamp(s.holder, k), _v=emit(s.expr, k))

        body += sentence_holders(s, c, core)
    return [*body, *py.stmts("for _x in in_age(said):\n    _body", _x=each, _body=merged)]


def _code(row: Merge, gives: Type) -> Code:
    return row.places if row.places is not None and is_places(gives) else row.code


def _merge(row: Merge, v: ast.expr, gives: Type) -> py.Body:
    """Merges one contribution into `it`."""
    text = _code(row, gives).more
    if text.count("_new") == 1 or py.is_simple(v):
        return _filled(text, gives, v)
    return py.stmts("new = _v", _v=v) + _filled(text, gives, py.name("new"))


def _filled(text: str, gives: Type, v: ast.expr | None = None) -> py.Body:
    """The statements of a row; `v` is the contribution."""
    given = {} if v is None else {"_new": v}
    if "_helper" in text:
        given["_helper"] = py.name("join_codes" if has_codes(gives) else "join")
    return py.stmts(text, **given)


def compile_permission(permission: m.PermissionDef, unit: Unit) -> Explained:
    """`P<i>`: forbids, normally, allows."""
    name = unit.layout.function("P", permission)
    c = args_context(unit, permission.params)
    names = params(len(permission.params))
    mine = unit.value_parts.get(permission, [])
    body: py.Body = []
    for s in mine:
        if s.kind == "forbid":
            body += sentence_holders(s, c, lambda _, s=s: _refuse(s, mine, c))  # type: ignore[misc]
    normally = permission.normally
    allows = [s for s in mine if s.kind == "allow"]
    start = None
    if normally is None:
        body += [] if allows else py.stmts("return False")
    else:
        start = (decided(normally, c, names, unit), place_of(normally.span), unparse(normally))
        if allows:
            body += py.stmts("if _c:\n    return True", _c=emit(normally, c))
        else:
            body += [py.give_back(emit(normally, c))]
    for s in allows:
        body += sentence_holders(s, c, lambda _: py.stmts("return True"))
    if allows:
        body += py.stmts("return False")
    if permission in unit.cached:
        inner = unit.fresh("q", permission.id)
        unit.add(inner, ["m", *names], body, permission.span)
        body = py.stmts("so_far = _f(m, *_a)", _f=py.name(inner), _a=[py.name(x) for x in names])
        body = remembered(permission, body, unit)
        body += py.stmts("return so_far")
    unit.add(name, ["m", *names], body, permission.span)
    return Explained(
        permission.id,
        place_of(permission.span),
        tuple((v.id, type_code(v.type)) for v in permission.params),
        ("yes_no", "", ()),
        name,
        start,
        (),
        (),
        tuple(listing(s, c, names, unit) for s in mine if unit.explains),
        permission=True,
        lets=told_lets(-1, normally, c, names, unit),
        names=permission.names,
        conjuncts=told_conjuncts(normally, c, names, unit) if normally is not None else (),
        says=permission.says,
    )


def _refuse(s: m.SentenceDef, mine: list[m.SentenceDef], c: Context) -> py.Body:
    """`return False`, unless a modifier waives this forbid by its name."""
    waives = [w for w in mine if w.kind == "waive" and w.label == s.label and s.label is not None]
    if not waives:
        return py.stmts("return False")
    body: py.Body = []
    for w in waives:
        body += sentence_holders(w, c, lambda _: py.stmts("return True"))
    lifted = helper(c, body + py.stmts("return False"), py.bound(body), s.span)
    return py.stmts("if not _w:\n    return False", _w=lifted)
