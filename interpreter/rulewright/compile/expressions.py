"""Compiles typed expressions to Python expressions over a match `m`.

Separate because all code contains them. Representations are those of check.types: places are numbers, sets of places
are bitsets, other sets are ascending tuples. Loops (quantifiers, comprehensions) become small helper functions, so that
they can stop at the first result and remain expressions.
"""

from __future__ import annotations

import ast
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.types import Type, is_recast, is_several, maybe, some
from rulewright.compile import builtins, operands, symbols
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, named
from rulewright.compile.context import Context
from rulewright.compile.having import has_status
from rulewright.compile.layout import has_codes, is_places
from rulewright.compile.legality import legal
from rulewright.compile.loops import captured_by, comprehension, handed, quantified
from rulewright.compile.membership import contained
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend
from rulewright.limits import MOST_NUMBER
from rulewright.shapes import SEAT

_COMPARE = {"<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
_SMALL_STEP = 1_000  # a number that is added: even a million of them stay far below what may be stored
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
            return symbols.name(e, c)
        case n.Attr():
            return symbols.attribute(e, c)
        case n.Index():
            of_list = some(e.target.type).tag == "list"
            return py.expr("entry(_t, _k)" if of_list else "_t[_k]", _t=emit(e.target, c), _k=emit(e.key, c))
        case n.Call():
            return symbols.call(e, c)
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
            return _recast(emit(e.operand, c), e.type, c)
        case n.Broken():
            raise AssertionError("a pack with errors is not compiled")
        case _:
            assert_never(e)


def stored(made: ast.expr, right: n.Right, target: n.Expr, c: Context) -> ast.expr:
    """The result of a choice or a roll, converted to the type of what is set: a chosen player may be one of several."""
    if not isinstance(right, (n.Choose, n.Roll)) or not is_recast(right.type, target.type):
        return made
    return _recast(made, maybe(some(target.type)) if right.type.tag == "maybe" else some(target.type), c)


def _recast(made: ast.expr, to: Type, c: Context) -> ast.expr:
    """Converts a player to or from a member of entities and players; for a set or list, its members."""
    type_ = some(to)
    if type_.tag in ("set", "list"):
        return py.expr("_f(_x)", _f=py.name("unseated" if type_.args[0].tag == "player" else "seated"), _x=made)
    seat = py.const(SEAT)
    moved = "_x - _s" if type_.tag == "player" else "_x + _s"
    if to.tag != "maybe":
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
                made = py.expr("_x in m.rows and m.rows[_x][R_STATUS] == _s", _x=left, _s=py.const(layout.of(symbol)))
            else:
                made = has_status(symbol, left, c)
        case "area":
            if of is not None and of.tag == "entity":
                made = operands.stands_in(left, named(layout.of(symbol)), c)
            else:
                made = area("has", layout.areas, _a=named(layout.of(symbol)), _x=left)
        case "unary":
            made = symbols.call_value(symbol, [left], c)
        case "binary":
            assert isinstance(e.right, n.Call)
            made = symbols.call_value(symbol, [left, emit(e.right.args[0], c)], c)
        case "attribute":
            made = symbols.read_attribute(symbol, left, symbol.type, c)
        case "builtin":
            made = builtins.emit(symbol.id, [e.left], e, c)
        case _:
            raise AssertionError(reading)
    return py.negate(made) if e.negated else made


def _kind_test(left: ast.expr, kind: m.KindDef, c: Context) -> ast.expr:
    return py.expr("m.sheet[_x] in KIND[_k]", _x=left, _k=py.const(c.unit.layout.of(kind)))


def _relation(e: n.Relation, c: Context) -> ast.expr:
    if isinstance(e.ref, m.PermissionDef):
        return symbols.call_value(e.ref, [emit(e.left, c), emit(e.right, c)], c)
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
