"""Filters sets of places by a condition as a whole, if some part of the condition can be read as a set.

Separate because filters are above expressions in the layers; expressions call this module through the unit.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.areas import NOTHING
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import is_places
from rulewright.compile.loops import captured_by, gathered, handed
from rulewright.compile.places import Filter
from rulewright.compile.sentences import mentions
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse


def narrowed(e: n.Comprehension, c: Context) -> ast.expr | None:
    """The places of `all(x in PLACES where C)` as an area; None if it has another form, or nothing of C can be read as
    a set."""
    if len(e.bindings) == 1 and e.element is None and e.where is None and len(e.orders) == 1:
        return _closest(e, c)
    if len(e.bindings) != 1 or e.where is None or e.element is not None or e.orders:
        return None
    binding, unit = e.bindings[0], c.unit
    if not is_places(binding.source.type):
        return None
    made_before = len(unit.functions)
    filters = Filter(unit, py.stmts("if not given:\n    return _n", _n=py.const(NOTHING)))
    found = filters.kept(e.where, binding.ref, py.name("given"), c.inner())
    if not filters.read:
        del unit.functions[made_before:]  # what it tests for each place is compiled again where it is used
        return None
    body = [*filters.body, py.give_back(found)]
    own = py.bound(body)
    asked: py.Body = []
    if unit.verify:
        inner, place = c.inner(), unit.fresh("x")
        inner.bind(binding.ref, py.name(place))
        asked, own = [py.give_back(emit(e.where, inner))], [*own, place]
    trees, places = handed([*body, *asked])
    body, asked = trees[: len(body)], trees[len(body) :]
    captured = [x for x in captured_by(*trees) if x not in own and x not in places]
    args = [*captured, *places]
    name = unit.fresh("q")
    unit.add(name, ["m", *args, "given"], body, e.span)
    told: list[ast.expr] = [*map(py.name, captured), *places.values()]
    source = emit(binding.source, c)
    if not asked:
        return py.call(name, py.name("m"), *told, source)
    one = unit.fresh("q")
    unit.add(one, ["m", *args, place], asked, e.span)
    return py.call("filtered", py.name("m"), py.const(unparse(e)), py.name(name), py.name(one), source, *told)


def _closest(e: n.Comprehension, c: Context) -> ast.expr | None:
    """`all(x in PLACES with least distance(x, AREA))`, for an area that does not depend on x: the board is queried
    once."""
    binding, key = e.bindings[0], e.orders[0].key
    if not c.unit.layout.form.listed or e.kind != "all" or e.orders[0].kind != "least":
        return None
    if not is_places(binding.source.type) or not isinstance(key, n.Call) or len(key.args) != 2:
        return None
    if not isinstance(key.ref, m.BuiltinDef) or key.ref.id != "distance":
        return None
    one, other = key.args if isinstance(key.args[0], n.Name) and key.args[0].ref is binding.ref else key.args[::-1]
    if not isinstance(one, n.Name) or one.ref is not binding.ref:
        return None
    if not is_places(other.type) or mentions(other, binding.ref):
        return None
    made = py.expr("closest(m, _a, _b)", _a=emit(binding.source, c), _b=emit(other, c))
    return py.call("same", made, gathered(e, c)) if c.unit.verify else made
