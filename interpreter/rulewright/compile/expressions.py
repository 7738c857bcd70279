"""Compiles typed expressions to Python expressions over a match `m`.

Separate because all code contains them. Representations are those of check.types: places are numbers, sets of places
are bitsets, other sets are ascending tuples. Loops (quantifiers, comprehensions) become small helper functions, so that
they can stop at the first result and remain expressions.
"""

from __future__ import annotations

import ast
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.types import Type, is_several, some
from rulewright.compile import builtins, operands
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, named
from rulewright.compile.context import Context
from rulewright.compile.having import has_status
from rulewright.compile.in_place import inlined
from rulewright.compile.layout import has_codes, initial, is_places
from rulewright.compile.legality import legal
from rulewright.compile.loops import captured_by, comprehension, handed, quantified
from rulewright.compile.membership import contained
from rulewright.compile.remembering import gives_none, memory_key
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend
from rulewright.limits import MOST_NUMBER
from rulewright.shapes import FIELDS, R_ARGS, SEAT

_COMPARE = {"<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
_SMALL_STEP = 1_000
_SMALL = 10  # a number that is multiplied at most by this in every round of a loop stays bounded
_ARITHMETIC = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.FloorDiv}


def emit(e: n.Expr, c: Context) -> ast.expr:
    """The Python expression of a checked expression."""
    e = variants.expression(e)
    match e:
        case n.Number():
            return py.const(e.value)
        case n.Truth():
            return py.const(e.value)
        case n.Nothing():
            return py.const(None)
        case n.Name():
            return _name(e, c)
        case n.Attr():
            return _attribute(e, c)
        case n.Index():
            of_list = some(e.target.type).tag == "list"
            return py.expr("entry(_t, _k)" if of_list else "_t[_k]", _t=emit(e.target, c), _k=emit(e.key, c))
        case n.Call():
            return _call(e, c)
        case n.Unary():
            operand = emit(e.operand, c)
            return py.negate(operand) if e.op == "not" else ast.UnaryOp(ast.USub(), operand)
        case n.Binary():
            return _binary(e, c)
        case n.Is():
            return _is(e, c)
        case n.Relation():
            made = _relation(e, c)
            return py.negate(made) if e.negated else made
        case n.In():
            made = contained(e, c)
            return py.negate(made) if e.negated else made
        case n.Within():
            return operands.within(e, c)
        case n.IfElse(default=True, condition=n.Is(left=asked)):
            return py.expr(
                "_n if (_n := _a) is not None else _b",
                _n=py.name(c.unit.fresh("w")), _a=emit(asked, c), _b=emit(e.otherwise, c),
            )  # fmt: skip
        case n.IfElse():
            return ast.IfExp(emit(e.condition, c), emit(e.then, c), emit(e.otherwise, c))
        case n.LetIn():
            return _let_in(e, c)
        case n.Quantified():
            return quantified(e, c)
        case n.Comprehension():
            return comprehension(e, c)
        case n.SetOf():
            return _set(e, c)
        case n.Can():
            return legal(e.call, e.despite, c)
        case n.Supposing():
            return _supposing(e, c)
        case n.Recast():
            return _recast(e, c)
        case n.Broken():
            raise AssertionError("a pack with errors is not compiled")
        case _:
            assert_never(e)


def _recast(e: n.Recast, c: Context) -> ast.expr:
    """Converts a player to or from a member of entities and players; for a set or list, its members."""
    made, type_ = emit(e.operand, c), some(e.type)
    if type_.tag in ("set", "list"):
        return py.expr("_f(_x)", _f=py.name("unseated" if type_.args[0].tag == "player" else "seated"), _x=made)
    seat = py.const(SEAT)
    moved = "_x - _s" if type_.tag == "player" else "_x + _s"
    if e.type.tag != "maybe":
        return py.expr(moved, _x=made, _s=seat)
    name = py.name(c.unit.fresh("w"))
    return py.expr(f"None if (_n := _v) is None else {moved.replace('_x', '_n')}", _n=name, _v=made, _s=seat)


def kept(e: n.Expr, c: Context) -> ast.expr:
    """The tree of a value that is stored or passed: for a number that may have grown, it tests that it is not too
    large."""
    made = emit(e, c)
    if some(e.type).tag != "number" or not any(_grows(x) for x in descend(e)):
        return made
    if e.type.tag != "number":
        return py.expr("bounded(m, _v)", _v=made)
    name = py.name(c.unit.fresh("w"))
    return py.expr("_n if -_b <= (_n := _v) <= _b else beyond(m, _n)", _n=name, _v=made, _b=py.const(MOST_NUMBER))


def _grows(x: n.Node) -> bool:
    """Whether a number may be far larger than what it is computed from. Small steps never get there."""
    match x:
        case n.Binary(op="*"):
            return True
        case n.Binary(op="+" | "-"):
            return not any(isinstance(side, n.Number) and side.value <= _SMALL_STEP for side in (x.left, x.right))
        case n.Comprehension():
            return x.kind == "sum"
        case n.Call():
            return isinstance(x.ref, m.ValueDef)
        case n.Name():
            return isinstance(x.ref, m.ValueDef)
        case n.Attr():
            return isinstance(x.ref, m.Attribute) and x.ref.storage == "formula"
    return False


# -- names and attributes ----------------------------------------------------------------------------------------------


def _name(e: n.Name, c: Context) -> ast.expr:
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


def _attribute(e: n.Attr, c: Context) -> ast.expr:
    ref = e.ref
    layout = c.unit.layout
    if isinstance(ref, m.SettingDef):
        return py.expr("m.settings[_i]", _i=py.const(layout.of(ref)))
    target = emit(e.target, c)
    if ref == "outcome":
        return py.expr("_t[2] - 1", _t=target)
    if isinstance(ref, m.Variable):
        return py.expr("_t[_i]", _t=target, _i=py.const(FIELDS + ref.index))
    assert isinstance(ref, m.Attribute), f"{e.name}: {ref!r}"
    of = some(e.target.type)
    if of.tag == "sheet":
        return py.expr("m.p.sheet_values[_c][_t]", _c=py.const(layout.column_of[ref]), _t=target)
    return read_attribute(ref, target, e.type, c, [emit(a, c) for a in e.args or ()])


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


def _call(e: n.Call, c: Context) -> ast.expr:
    ref = e.ref
    match ref:
        case m.ValueDef() | m.PermissionDef():
            return call_value(ref, [emit(a, c) for a in e.args], c)
        case m.ZoneDef():
            return _zone(ref, [emit(a, c) for a in e.args], c)
        case m.TableDef():
            return py.expr(
                "TABLES[_i].get(_k)", _i=py.const(c.unit.layout.of(ref)), _k=py.tuple_of([emit(a, c) for a in e.args])
            )
        case m.BuiltinDef():
            return builtins.emit(ref.id, list(e.args), e, c)
        case m.KindDef() if e.name.endswith("_on"):  # `walls_on(edges)`
            return operands.standing_on(ref, emit(e.args[0], c), c)
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
        made = emit(body, inner)
        unit.inlined.pop()
        return made
    call = py.expr("_f(m, *_args)", _f=py.name(unit.layout.function(letter, ref)), _args=args)
    if ref in unit.unplaced and py.is_simple(args[0]) and not gives_none(ref) and not unit.verify:
        # It is nearly always cached: places change all the time, what it reads does not.
        known = "known if (known := m.kept.get(_k)) is not None else _c"
        return py.expr(known, _k=memory_key(ref, args, unit), _c=call)
    return call


# -- operators -------------------------------------------------------------------------------------------------------


def _binary(e: n.Binary, c: Context) -> ast.expr:
    left, right = emit(e.left, c), emit(e.right, c)
    if e.op in ("and", "or"):
        operator = ast.And() if e.op == "and" else ast.Or()
        flat: list[ast.expr] = []
        for side in (left, right):
            if isinstance(side, ast.BoolOp) and type(side.op) is type(operator):
                flat.extend(side.values)
            else:
                flat.append(side)
        return ast.BoolOp(operator, flat)
    if e.op in _COMPARE:
        return ast.Compare(left, [_COMPARE[e.op]()], [right])
    if e.type is not None and e.type.tag == "set":
        if is_places(e.type):
            return area("union" if e.op == "+" else "minus", c.unit.layout.areas, _a=left, _b=right)
        union = "join_codes" if has_codes(e.type) else "join"
        return py.expr("_f(m, _a, _b)", _f=py.name(union if e.op == "+" else "without"), _a=left, _b=right)
    if e.type is not None and e.type.tag == "list":
        return py.expr("append(m, _a, _b)" if e.op == "+" else "without(m, _a, _b)", _a=left, _b=right)
    if e.op == "*" and not any(isinstance(x, n.Number) and x.value <= _SMALL for x in (e.left, e.right)):
        return py.expr("product(m, _a, _b)", _a=left, _b=right)
    if e.op == "/":
        return (
            py.expr("over(_a, _b)", _a=left, _b=right)
            if not (isinstance(right, ast.Constant) and right.value)  # division by zero returns zero
            else ast.BinOp(left, ast.FloorDiv(), right)
        )
    return ast.BinOp(left, _ARITHMETIC[e.op](), right)


def _is(e: n.Is, c: Context) -> ast.expr:
    reading, symbol = e.ref
    layout = c.unit.layout
    if reading == "equal":
        left, right = emit(e.left, c), emit(e.right, c)
        if isinstance(right, ast.Constant) and right.value is None:
            return ast.Compare(left, [ast.IsNot() if e.negated else ast.Is()], [right])
        if e.left.type is not None and some(e.left.type).tag == "record":
            return ast.Compare(left, [ast.IsNot() if e.negated else ast.Is()], [right])
        return ast.Compare(left, [ast.NotEq() if e.negated else ast.Eq()], [right])
    left = emit(e.left, c)
    of = some(e.left.type) if e.left.type is not None else None
    match reading:
        case "kind" if of is not None and of.tag == "union":
            if symbol.id == "player":
                made = py.expr("_x >= _s", _x=left, _s=py.const(SEAT))
            else:
                name = py.name(c.unit.fresh("w"))
                thing = py.expr("(_n := _x) < _s", _n=name, _x=left, _s=py.const(SEAT))
                made = py.both([thing, _kind_test(name, symbol, c)])
        case "kind":
            made = _kind_test(left, symbol, c)
        case "sheet":
            if of is not None and of.tag == "sheet":
                made = py.expr("_x == _s", _x=left, _s=py.const(layout.of(symbol)))
            else:
                made = py.expr("m.sheet[_x] == _s", _x=left, _s=py.const(layout.of(symbol)))
        case "listed":
            made = py.expr("_x in LISTED[_k]", _x=left, _k=py.const(layout.of(symbol)))
        case "status":
            if of is not None and of.tag == "status":
                made = py.expr("_x in m.rows and m.rows[_x][0] == _s", _x=left, _s=py.const(layout.of(symbol)))
            else:
                made = has_status(symbol, left, c)
        case "area":
            if of is not None and of.tag == "entity":
                made = operands.stands_in(left, named(layout.of(symbol)), c)
            else:
                made = area("has", layout.areas, _a=named(layout.of(symbol)), _x=left)
        case "unary":
            made = call_value(symbol, [left], c)
        case "binary":
            assert isinstance(e.right, n.Call)
            made = call_value(symbol, [left, emit(e.right.args[0], c)], c)
        case "attribute":
            made = read_attribute(symbol, left, symbol.type, c)
        case "builtin":
            made = builtins.emit(symbol.id, [e.left], e, c)
        case _:
            raise AssertionError(reading)
    return py.negate(made) if e.negated else made


def _kind_test(left: ast.expr, kind: m.KindDef, c: Context) -> ast.expr:
    return py.expr("m.sheet[_x] in KIND[_k]", _x=left, _k=py.const(c.unit.layout.of(kind)))


def _relation(e: n.Relation, c: Context) -> ast.expr:
    if isinstance(e.ref, m.PermissionDef):
        return call_value(e.ref, [emit(e.left, c), emit(e.right, c)], c)
    assert isinstance(e.ref, m.BuiltinDef)
    return builtins.emit(e.ref.id, [e.left, e.right], e, c)


def _set(e: n.SetOf, c: Context) -> ast.expr:
    items = [kept(item, c) for item in e.items]
    if not items:
        return area("nothing", c.unit.layout.areas) if is_places(e.type) else py.const(())
    if e.type.tag == "list":
        return py.tuple_of(items)
    if is_places(e.type):
        made = area("one", c.unit.layout.areas, _x=items[0])
        for item in items[1:]:
            made = area("with", c.unit.layout.areas, _a=made, _x=item)
        return made
    if len(items) == 1:
        return py.tuple_of(items)
    if has_codes(e.type):
        return py.expr("set_of_codes(m, _t)", _t=py.tuple_of(items))
    if all(isinstance(i, ast.Constant) for i in items):
        return py.const(tuple(sorted({i.value for i in items if isinstance(i, ast.Constant)})))
    return py.expr("set_of(m, _t)", _t=py.tuple_of(items))


def _let_in(e: n.LetIn, c: Context) -> ast.expr:
    """A name within an expression. No bound value is ever the match itself, so the test is always true: it binds
    without a call."""
    value, inner = emit(e.value, c), c.inner()
    if py.is_simple(value):
        inner.bind(e.ref, value)
        return emit(e.body, inner)
    name = py.name(c.unit.fresh("v", e.name))
    inner.bind(e.ref, name)
    return py.expr("_b if (_n := _v) is not m else None", _n=name, _v=value, _b=emit(e.body, inner))


def _supposing(e: n.Supposing, c: Context) -> ast.expr:
    """`supposing(x at p, ..)` of one entity, `supposing(S at f, ..)` of several."""
    begin, end = "suppose", "resume(m, who, past)"
    if is_several(e.who.type):
        begin, end = "suppose_all", "resume_all(m, past)"
    body = emit(e.body, c)
    who, place = emit(e.who, c), emit(e.place, c)
    (body,), places = handed([body])
    captured = [x for x in captured_by(body) if x not in places]
    name = c.unit.fresh("q")
    c.unit.add(
        name,
        ["m", "who", "place", *captured, *places],
        py.stmts(
            """
past = _begin(m, who, place)
try:
    return _body
finally:
    _end
""",
            _begin=py.name(begin),
            _end=py.expr(end),
            _body=body,
        ),
        e.span,
    )
    return py.call(name, py.name("m"), who, place, *[py.name(x) for x in captured], *places.values())
