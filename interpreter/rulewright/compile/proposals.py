"""Compiles searches of open sets for spots that meet conditions: some are proposed as answers, or one is found.

Separate because a search also works if no condition can be read as an area (`sieves`): then it tries every spot.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import deepcopy
from typing import Final

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.loops import bind_loop, captured_by, handed, helper
from rulewright.compile.sieves import read_area
from rulewright.effects import nodes as n

MOST_PROPOSED: Final = 24
"""The number of answers that are proposed if they cannot be listed."""


def proposed(binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
    """Some members of an open set that meet a condition, as a tuple."""
    assert isinstance(binding.ref, m.Variable)
    asked = [(where, frozenset((binding.ref,)), c)]
    inner = c.inner()
    name = bind_loop(binding, inner)
    test = emit(where, inner) if where is not None else py.const(True)
    source = sieved(binding, asked, c, name, test)
    body = py.stmts(
        """
found = []
for _x in _s:
    if _c:
        found.append(_x)
        if len(found) == _m:
            break
return tuple(found)
""",
        _x=py.name(name),
        _s=source,
        _c=test,
        _m=py.const(MOST_PROPOSED),
    )
    return helper(inner, body, [name, "found"], binding.span)


def sieved(binding: n.Binding, asked: Sequence[tuple[n.Expr | None, frozenset[m.Variable], Context]], c: Context,
           name: str, test: ast.expr, begin: ast.expr | None = None) -> ast.expr:  # fmt: skip
    """The spots of an open set to try, as an iterator: those in the area where the conditions may be true.

    Args:
        binding: the set, and the name of its members.
        asked: the conditions, each with the names of the spot in it and with its context.
        c: the context of the set.
        name: the Python local of a spot.
        test: all conditions on a spot that is found, for the verifying mode.
        begin: where the search begins, if not at the usual point.
    """
    whole = emit(binding.source, c)
    verified = c.unit.verify and any(where is not None for where, _, _ in asked)
    plain = emit(binding.source, c) if verified else whole
    for where, names, within in asked:
        found = read_area(where, names, within) if where is not None else None
        if found is not None:
            whole = area("common", "terms", _a=whole, _b=found)
    if verified:
        function, args = _question(name, test, c, binding)
        told = {"_n": py.const(binding.span.text), "_f": py.name(function), "_a": args}
        whole = py.expr("unsieved(m, _n, _p, _w, _f, *_a)", _p=plain, _w=whole, **told)
    return area("walk", "terms", _a=whole) if begin is None else py.expr("spots(m, _a, _b)", _a=whole, _b=begin)


def _question(name: str, test: ast.expr, c: Context, binding: n.Binding) -> tuple[str, list[ast.expr]]:
    """A function of the module that runs a test on a spot, its last argument; and its first arguments."""
    body, places = handed(py.stmts("return _t", _t=deepcopy(test)))
    captured = [one for one in captured_by(*body) if one != name and one not in places]
    made = c.unit.fresh("q")
    c.unit.add(made, ["m", *captured, *places, name], body, binding.span)
    return made, [*(py.name(one) for one in captured), *places.values()]
