"""Compiles what names, dots and calls stand for: variables, attributes, values, zones, tables and builtins.

Separate because other modules read values and attributes too, of expressions that they make up themselves.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.types import Type, some
from rulewright.compile import builtins, operands
from rulewright.compile import pyast as py
from rulewright.compile.areas import named
from rulewright.compile.context import Context
from rulewright.compile.in_place import inlined
from rulewright.compile.layout import initial
from rulewright.compile.remembering import gives_none, memory_key
from rulewright.effects import nodes as n
from rulewright.shapes import FIELDS, R_ARGS

# -- names and attributes ----------------------------------------------------------------------------------------------


def name(e: n.Name, c: Context) -> ast.expr:
    """What a name stands for: a variable, or something that the pack or the language defines."""
    ref = e.ref
    layout = c.unit.layout
    match ref:
        case m.Variable(role="match"):
            return py.const(0)
        case m.Variable(role="event"):
            assert c.record is not None
            return c.record
        case m.Variable():
            return c.look_up(ref)
        case m.EnumMember():
            return py.const(ref.value)
        case m.SheetDef() | m.MapDef():
            return py.const(layout.of(ref))
        case m.AreaDef():
            return named(layout.of(ref))
        case m.KindDef():
            return py.expr("m.groups[_g]", _g=py.const(layout.of(ref)))
        case m.ZoneDef():
            return _zone(ref, [], c)
        case m.ValueDef() | m.PermissionDef():
            return call_value(ref, [], c)
        case m.DieDef():
            return py.const(layout.of(ref) if ref in layout.index else -len(ref.faces))
        case m.BuiltinDef():
            return builtins.emit(ref.id, [], e, c)
    if e.type is not None and e.type.tag == "die":
        return py.const(-int(e.name[1:]))
    raise AssertionError(f"{e.name}: {ref!r}")


def attribute(e: n.Attr, c: Context) -> ast.expr:
    """What is behind a dot: an attribute, a field of an event, a setting, an outcome."""
    ref = e.ref
    layout = c.unit.layout
    if isinstance(ref, m.SettingDef):
        return py.expr("m.settings[_i]", _i=py.const(layout.of(ref)))
    target = c.unit.emit(e.target, c)
    if ref == "outcome":
        return py.expr("_t[OUTCOME] - DONE", _t=target)
    if isinstance(ref, m.Variable):
        return py.expr("_t[_i]", _t=target, _i=py.const(FIELDS + ref.index))
    assert isinstance(ref, m.Attribute), f"{e.name}: {ref!r}"
    of = some(e.target.type)
    if of.tag == "sheet":
        return py.expr("m.p.sheet_values[_c][_t]", _c=py.const(layout.column_of[ref]), _t=target)
    return read_attribute(ref, target, e.type, c, [c.unit.emit(a, c) for a in e.args or ()])


def _of_row(ref: m.Attribute, target: ast.expr, c: Context) -> ast.expr:
    """A field of an instance: its last value in its own `ends`; if the instance is over, the initial value of its
    type."""
    status = c.unit.layout.pack.statuses[ref.kind]
    place = py.const(row_place(status, ref))
    own = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == "row"
    if own and c.over:
        return py.expr("row[_k]", _k=place)
    return py.expr("row_field(m, _t, _k, _d)", _t=target, _k=place, _d=py.const(initial(ref.type, c.unit.layout.pack)))


def row_place(status: m.StatusDef, ref: m.Attribute) -> int:
    """The index of a field of an instance in its row."""
    return R_ARGS + len(status.params) + next(i for i, one in enumerate(status.fields) if one is ref)


def read_attribute(
    ref: m.Attribute, target: ast.expr, wanted: Type, c: Context, args: list[ast.expr] | None = None
) -> ast.expr:
    """An attribute of an entity, player or the match. `wanted` is the type where it is read: a narrowed place needs no
    test. `args`: the arguments of a formula."""
    layout = c.unit.layout
    match ref.storage:
        case "printed" | "state" | "part":
            column = layout.column(ref)
            made = py.expr("_s[_t]", _s=ast.Attribute(py.name("m"), column.slot, ast.Load()), _t=target)
            return made
        case "whole":
            return py.expr("m.whole[_t]", _t=target)
        case "holder":
            return py.expr("holder_of(m, _t)", _t=target)
        case "row":
            return _of_row(ref, target, c)
        case "owner" if ref.kind == "player":
            return target
        case "owner":
            return py.expr("m.owner[_t]", _t=target)
        case "sheet":
            return py.expr("m.sheet[_t]", _t=target)
        case "place":
            if wanted.tag == "maybe":
                known = "m.at[_t] if m.at[_t] >= 0 else None" if py.is_simple(target) else "place_of(m, _t)"
                return py.expr(known, _t=target)
            return py.expr("m.at[_t]", _t=target)
        case "formula":
            table = py.const(layout.formulas[ref])
            return py.expr("FORMULAS[_i][m.sheet[_t]](m, _t, *_args)", _i=table, _t=target, _args=args or [])
    raise AssertionError(ref.storage)


# -- calls -------------------------------------------------------------------------------------------------------------


def _zone(ref: m.ZoneDef, args: list[ast.expr], c: Context) -> ast.expr:
    if ref.by is not None:  # rows of their own, one after the other
        number = py.const(c.unit.layout.of(ref))
        return py.expr("-2 - (_i + _v) * m.players", _i=number, _v=args[0])
    seat = args[0] if args else py.const(0)
    return py.expr("-2 - _i * m.players - _s", _i=py.const(c.unit.layout.of(ref)), _s=seat)


def call(e: n.Call, c: Context) -> ast.expr:
    """A call of something that gives a value."""
    ref = e.ref
    match ref:
        case m.ValueDef() | m.PermissionDef():
            return call_value(ref, [c.unit.emit(a, c) for a in e.args], c)
        case m.ZoneDef():
            return _zone(ref, [c.unit.emit(a, c) for a in e.args], c)
        case m.TableDef():
            return py.expr(
                "TABLES[_i].get(_k)",
                _i=py.const(c.unit.layout.of(ref)),
                _k=py.tuple_of([c.unit.emit(a, c) for a in e.args]),
            )
        case m.BuiltinDef():
            return builtins.emit(ref.id, list(e.args), e, c)
        case m.KindDef() if e.name.endswith("_on"):  # `walls_on(edges)`
            return operands.standing_on(ref, c.unit.emit(e.args[0], c), c)
        case m.KindDef():  # `creatures_in(cells)`
            return operands.standing(ref, operands.bits(e.args[0], c), c)
    raise AssertionError(f"{e.name}: {ref!r}")


def call_value(ref: m.ValueDef | m.PermissionDef, args: list[ast.expr], c: Context) -> ast.expr:
    """A value or permission: inlined if nothing contributes to it and it is one expression, else a call of its
    function."""
    unit = c.unit
    letter = "V" if isinstance(ref, m.ValueDef) else "P"
    body = inlined(ref, unit)
    if body is not None and all(py.is_simple(a) for a in args):
        unit.inlined.append(ref)
        inner = Context(unit, dict(zip(ref.params, args, strict=False)))
        made = c.unit.emit(body, inner)
        unit.inlined.pop()
        return made
    made = py.expr("_f(m, *_args)", _f=py.name(unit.layout.function(letter, ref)), _args=args)
    if ref in unit.unplaced and py.is_simple(args[0]) and not gives_none(ref) and not unit.verify:
        # It is nearly always cached: places change all the time, what it reads does not.
        known = "known if (known := m.kept.get(_k)) is not None else _c"
        return py.expr(known, _k=memory_key(ref, args, unit), _c=made)
    return made
