"""Compiles `x in S`. A set that conditions describe is not made for it.

The law: something is in `all(x in S where c)` if it is in S and meets c. It is in `A + B` if it is in one of them, and
in `A - B` if it is in A and not in B. A call of a value that is nothing but such a set is read as that set. The
verifying mode makes the set all the same and compares.

Separate because it reads a set as a condition, where everything else that mentions a set makes it.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.check import model as m
from rulewright.check.openness import is_formations, is_open, is_ways
from rulewright.check.types import Type, some
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.in_place import inlined
from rulewright.compile.layout import is_places
from rulewright.effects import nodes as n

_SEARCHED: Final = 64  # members that are searched free of charge


def contained(e: n.In, c: Context) -> ast.expr:
    """Whether something is in a set or zone; `not in` is left to the caller."""
    left = c.unit.emit(e.left, c)
    if not _is_described(e.right, c):
        return _searched(left, e.right, c)
    if py.is_simple(left):
        return is_in(left, e.right, c)
    name = py.name(c.unit.fresh("v"))  # no value is ever the match itself: the test is always true
    return py.expr("_b if (_n := _v) is not m else None", _n=name, _v=left, _b=is_in(name, e.right, c))


def is_in(left: ast.expr, source: n.Expr, c: Context) -> ast.expr:
    """The same for what a tree that may be repeated evaluates to."""
    if c.unit.verify and _is_described(source, c):
        return py.call("same", _met(left, source, c), _searched(left, source, c))
    return _met(left, source, c)


def _is_described(source: n.Expr, c: Context) -> bool:
    """Whether conditions describe a set, or some part of it."""
    if not _is_listed(source.type):
        return False
    match source:
        case n.Comprehension(kind="all", element=None, bindings=(one,), orders=()):
            return source.where is not None and _is_listed(one.source.type)
        case n.Binary(op="+" | "-"):
            return _is_described(source.left, c) or _is_described(source.right, c)
        case n.Call(ref=m.ValueDef() as ref):
            body = inlined(ref, c.unit)
            return body is not None and _is_described(body, c)
    return False


def _is_listed(type_: Type | None) -> bool:
    """Whether it is a set that is made as a tuple of its members."""
    return type_ is not None and type_.tag == "set" and not is_places(type_) and not is_open(type_)


def _met(left: ast.expr, source: n.Expr, c: Context) -> ast.expr:
    """Whether something is in a set. A condition is tested only on what is in the set that it filters: nothing else has
    to have what it reads."""
    if not _is_described(source, c):
        return _searched(left, source, c)
    match source:
        case n.Comprehension(bindings=(one,)):
            assert source.where is not None
            whole = _met(left, one.source, c)
            inner = c.inner()
            inner.bind(one.ref, left)
            return py.both([whole, c.unit.emit(source.where, inner)])
        case n.Binary():
            first, second = _met(left, source.left, c), _met(left, source.right, c)
            return py.expr("_a or _b" if source.op == "+" else "_a and not _b", _a=first, _b=second)
        case n.Call(ref=m.ValueDef() as ref):
            args = [c.unit.emit(arg, c) for arg in source.args]
            body = inlined(ref, c.unit)
            if body is not None and all(py.is_simple(arg) for arg in args):
                c.unit.inlined.append(ref)
                made = _met(left, body, Context(c.unit, dict(zip(ref.params, args, strict=True))))
                c.unit.inlined.pop()
                return made
    return _searched(left, source, c)


def _searched(left: ast.expr, source: n.Expr, c: Context) -> ast.expr:
    """Whether something is in a set that is made, or in a zone."""
    right, of = c.unit.emit(source, c), source.type
    if of is not None and some(of).tag == "zone":
        return py.expr("m.at[_x] == _z", _x=left, _z=right)
    if of is not None and is_places(of):
        return area("has", c.unit.layout.areas, _a=right, _x=left)
    if of is not None and is_formations(of):
        return py.expr("in_formations(m, _s, _x)", _s=right, _x=left)
    if of is not None and is_ways(of):
        return py.expr("in_ways(m, _s, _x)", _s=right, _x=left)
    if isinstance(source, n.SetOf) or isinstance(right, ast.Constant):
        return ast.Compare(left, [ast.In()], [right])
    name = py.name(c.unit.fresh("w"))
    # Anything that is not a tuple (an explanation's view of something partly hidden) may be searched and not counted.
    many = "_x in _n if (_n := _s).__class__ is not tuple or len(_n) < _few else search(m, _x, _n)"
    return py.expr(many, _x=left, _n=name, _s=right, _few=py.const(_SEARCHED))
