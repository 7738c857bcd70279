"""Compiles clocks of statuses to rows of the program; the values that their conditions read are captured when a status
is given.

Separate because a clock is tested long after the block that gave the status is over: its condition reads the row, the
run that may end it and the captured values.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.boards import holds_place
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit, kept
from rulewright.compile.having import status_holder
from rulewright.compile.layout import initial
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.linkage import function
from rulewright.program import Clock, ClockPoint
from rulewright.shapes import FIELDS, R_ARGS


def give(s: n.Give, c: Context) -> ast.expr:
    """`give`: the row with its clock and the locals that the clock's condition reads."""
    status = s.status.ref
    assert isinstance(status, m.StatusDef)
    captured: list[ast.expr] = []
    if s.until is not None:
        index, captured = clock(s.until, status, c.unit, c)
    elif status.lasts is not None:
        index = c.unit.lasts[status]
    else:
        index = -1
    holder = py.const(0) if status_holder(status) == "match" else emit(s.to, c)
    args = [kept(a, c) for a in s.status.args]
    return py.expr(
        "give(m, _s, _h, _a, _c, _k)",
        _s=py.const(c.unit.layout.of(status)),
        _h=holder,
        _a=py.tuple_of([*args, *_begun(status, holder, args, c.unit)]),
        _c=py.const(index),
        _k=py.tuple_of(captured),
    )


def _begun(status: m.StatusDef, holder: ast.expr, args: list[ast.expr], unit: Unit) -> list[ast.expr]:
    """The initial fields of an instance."""
    if not status.fields:
        return []
    c = Context(unit)
    if status.holder is not None and status.holder.self_var is not None:
        c.bind(status.holder.self_var, holder)
    for param, arg in zip(status.params, args, strict=True):
        c.bind(param, arg)
    return [
        kept(field.starts, c) if field.starts is not None else py.const(initial(field.type, unit.layout.pack))
        for field in status.fields
    ]


def clock(text: n.Clock, status: m.StatusDef, unit: Unit, c: Context | None) -> tuple[int, list[ast.expr]]:
    """A clock of the program and the trees of what it captures. `c` is the context of the `give`, None for `lasts`."""
    known = unit.clock_of.get(id(text))
    if known is not None:  # the same statement in another form of its block
        assert c is not None or not known[1]
        return known[0], [c.look_up(x) for x in known[1]] if c is not None else []
    points: list[ClockPoint] = []
    captured: dict[m.Variable, ast.expr] = {}
    variables: list[m.Variable] = []
    for point in text.points:
        where = point.condition if isinstance(point, n.ClockWhile) else point.where
        test = None
        if where is not None:
            inner = Context(unit, {}, record=py.name("r"))
            if isinstance(point, n.ClockPoint):
                for i, variable in enumerate(_fields(point.ref)):
                    inner.bind(variable, py.expr("r[_i]", _i=py.const(FIELDS + i)))
            if status.holder is not None and status.holder.self_var is not None:
                inner.bind(status.holder.self_var, py.name("h"))
            for i, variable in enumerate(status.params):
                inner.bind(variable, py.expr("row[_i]", _i=py.const(R_ARGS + i)))
            if status.instance is not None:
                inner.bind(status.instance, py.expr("row[R_GIVEN]"))
            if c is not None:
                for x in _free(where, inner):
                    if x not in captured:
                        captured[x] = c.look_up(x)
                        variables.append(x)
                    inner.bind(x, py.expr("row[R_CAPTURED][_i]", _i=py.const(list(captured).index(x))))
            test = unit.clock_tests
            unit.clock_tests += 1
            unit.add(function("C", test), ["m", "r", "h", "row"], [py.give_back(emit(where, inner))], text.span)
        if isinstance(point, n.ClockWhile):
            points.append(ClockPoint("while", "", (), test))
        else:
            points.append(ClockPoint(point.edge, point.which, unit.layout.events_of(point.ref), test))
    unit.clocks.append(Clock(tuple(points), any(holds_place(v.type) for v in variables)))
    unit.clock_of[id(text)] = (len(unit.clocks) - 1, variables)
    return len(unit.clocks) - 1, list(captured.values())


def _fields(ref: m.EventDef | m.ClassDef) -> list[m.Variable]:
    return ref.params if isinstance(ref, m.ClassDef) else ref.fields


def _free(where: n.Expr, inner: Context) -> list[m.Variable]:
    """Variables of a condition that are not bound yet: they are captured when the status is given."""
    own = {x.ref for x in descend(where) if isinstance(x, (n.Binding, n.LetIn))}
    found: dict[m.Variable, None] = {}
    for x in descend(where):
        if not (isinstance(x, n.Name) and isinstance(x.ref, m.Variable)) or x.ref.role in ("match", "event"):
            continue
        if x.ref not in inner.env and x.ref not in own:
            found[x.ref] = None
    return list(found)
