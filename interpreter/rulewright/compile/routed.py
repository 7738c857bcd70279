"""Reads conditions on a way, so that a search knows where it may end, which legs are allowed, and what is in the way.

The law tests a way as a whole, with all conditions as written. The conditions read here only guide the search: a part
that is not read loses proposals and never makes one legal. Conditions on the end are read as an area (`sieves`), all
others as conditions on its legs (`legs`).

Separate from `formed` because there entities are laid next to each other, and here legs one after another.
"""

from __future__ import annotations

import ast
from copy import deepcopy

from rulewright.check.openness import is_ways
from rulewright.compile import formed
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.legs import Finder, Guides
from rulewright.compile.proposals import MOST_PROPOSED
from rulewright.compile.sieves import ends_of_ways
from rulewright.effects import nodes as n


def proposed(binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
    """Some ways of a set that meet a condition, as a tuple."""
    return py.expr("tuple(_f)", _f=formed.searched(routed, binding, where, c))


def found_one(binding: n.Binding, where: n.Expr, c: Context) -> ast.expr:
    """Whether the search finds a formation or a way of a set that meets a condition."""
    search = routed if is_ways(binding.source.type) else formed.formed
    found = formed.searched(search, binding, where, c)
    return py.expr("_v is not None", _v=py.expr("found_one(_f)", _f=found))


def routed(binding: n.Binding, asked: formed.Asked, c: Context, name: str, test: ast.expr,
           wanted: formed.Wanted) -> ast.expr:  # fmt: skip
    """Legal ways, as an iterator: some of those that are in a set and meet all conditions.

    Args:
        binding: the set, and the name of its members.
        asked: the conditions, each with the names of the way in it and with its context.
        c: the context of the set.
        name: the Python local of a way.
        test: all conditions on a way.
        wanted: how many are proposed, and where the search begins.
    """
    found = Guides()
    mover = emit(binding.source, c)
    start = py.expr("m.at[_e]", _e=mover)
    ends: ast.expr = py.expr("anchors_on(m, _e)", _e=deepcopy(mover))
    plain = deepcopy(ends)
    for where, names, within in asked:
        if where is None:
            continue
        term = ends_of_ways(where, names, start, within)
        if term is not None:
            ends = area("common", "terms", _a=ends, _b=term)
        own = within.inner()
        for one in names:
            own.bind(one, py.name(name))
        Finder(names, own, found).read(where, [])
    if c.unit.verify:
        ends = _verified(binding, c, name, test, mover, plain, ends)
    most, begin = wanted(MOST_PROPOSED)
    made = py.expr("routed(m, _e, _m, _b, _a)", _e=deepcopy(mover), _m=most, _b=begin, _a=ends)
    assert isinstance(made, ast.Call)
    several = formed.guiding(found, [], name, c, binding, {}) if found else []
    for function, args in (formed.made_of(test, [name], c, binding, {}), *several):
        made.args += [function, args]
    return made


def _verified(binding: n.Binding, c: Context, name: str, test: ast.expr, mover: ast.expr, plain: ast.expr,
              ends: ast.expr) -> ast.expr:  # fmt: skip
    """The area of ends; checks that no straight way to a spot outside it would pass."""
    spot = c.unit.fresh("x", "spot")
    way = py.expr("straight(m, _e, _x)", _e=deepcopy(mover), _x=py.name(spot))
    asking = py.swapped(deepcopy(test), lambda x: deepcopy(way) if isinstance(x, ast.Name) and x.id == name else None)
    function, args = formed.made_of(asking, [spot], c, binding, {})
    told = {"_n": py.const(binding.span.text), "_f": function, "_a": args}
    return py.expr("unsieved(m, _n, _p, _w, _f, *_a)", _p=plain, _w=ends, **told)
