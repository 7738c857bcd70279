"""Compiles the test whether an entity has a status: by a mark for an instance, by the sheet, or by either.

Separate because blocks, modifiers and reactions use the same test; if a status is acquired in only one way, nothing
else is tested.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.in_force import InForce, where_listed
from rulewright.compile import pyast as py
from rulewright.compile.context import Context


def status_holder(status: m.StatusDef) -> str:
    """What may have a status: entity, player or match."""
    holder = status.holder
    if holder is None or holder.self_var is None:
        return "entity"
    tag = holder.self_var.type.tag
    return tag if tag in ("player", "match") else "entity"


def has_status(status: m.StatusDef, holder: ast.expr, c: Context) -> ast.expr:
    """Whether an entity, a player or the match has a status, acquired in any way."""
    route = c.unit.route(status)
    if route == "listed":
        return listed_in_force(status, holder, c)
    before: list[ast.expr] = []
    if route == "both" and status in c.unit.listed:
        known: ast.expr = holder
        if not isinstance(holder, ast.Name):
            known = py.name(c.unit.fresh("w"))
            holder = py.expr("(_n := _x)", _n=known, _x=holder)
        before = [listed_in_force(status, holder, c)]
        holder = known
    marks = {"entity": "m.marks[_x]", "player": "m.pmarks[_x]", "match": "m.mmarks[0]"}[status_holder(status)]
    has = py.expr(f"{marks} & _b != 0", _x=holder, _b=py.const(1 << c.unit.layout.of(status)))
    return ast.BoolOp(ast.Or(), [*before, has]) if before else has


def listed_in_force(status: m.StatusDef, x: ast.expr, c: Context) -> ast.expr:
    """Whether the sheet of an entity lists a status, and the `active` condition of it or its kind is true."""
    cases = where_listed(status, c.unit.listed)
    known: ast.expr = x
    if cases and not isinstance(x, ast.Name):
        known = py.name(c.unit.fresh("w"))
        x = py.expr("(_n := _x)", _n=known, _x=x)
    lists = py.expr("m.sheet[_x] in LISTED[_k]", _x=x, _k=py.const(c.unit.layout.of(status)))
    return py.both([lists, in_force_of(cases, known, c)]) if cases else lists


def in_force_of(cases: list[InForce], x: ast.expr, c: Context) -> ast.expr:
    """Whether the entries of sheets are active for an entity that is in play."""
    found: ast.expr | None = None
    for one in reversed(cases):
        says: ast.expr = py.const(True)
        if one.active is not None:
            assert one.kind.self_var is not None
            says = c.unit.emit(one.active, Context(c.unit, {one.kind.self_var: x}, whole=x))
        if found is None:
            found = says
        elif one.sheet is not None:
            found = ast.IfExp(_is_of(x, "m.sheet[_x] == _k", c.unit.layout.of(one.sheet)), says, found)
        else:
            found = ast.IfExp(_is_of(x, "m.sheet[_x] in KIND[_k]", c.unit.layout.of(one.kind)), says, found)
    return found if found is not None else py.const(True)


def _is_of(x: ast.expr, words: str, number: int) -> ast.expr:
    return py.expr(words, _x=x, _k=py.const(number))
