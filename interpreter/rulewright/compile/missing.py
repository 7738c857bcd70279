"""Compiles by how much an area, or another thing, is missed: what refusals tell of a test that is no comparison.

On a plane these are lengths (`space.plane.depths`), on cells the number of places that are outside, inside or shared.
Separate because no rule can ask for them.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.check import model as m
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.areas import named
from rulewright.compile.builtins_terms import measured, region
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import is_places
from rulewright.compile.operands import bits
from rulewright.effects import nodes as n
from rulewright.explained import INSIDE, MISSING, OUTSIDE, OVERLAP

Missed = tuple[str, ast.expr]

# By test, and whether it must be true: the word for it, the function on a plane, and the places on cells.
_TESTS: Final[dict[tuple[str, bool], tuple[str, str, str]]] = {
    ("wholly", True): (OUTSIDE, "outside_by", "_a & ~_b"),
    ("meets", True): (MISSING, "missing_by", ""),
    ("meets", False): (INSIDE, "inside_by", "_a & _b"),
    ("touching", True): (MISSING, "apart_by", ""),
    ("touching", False): (OVERLAP, "contact_by", ""),
    ("overlapping", False): (OVERLAP, "overlap_by", "_a & _b"),
}


def missed(e: n.Expr, wanted: bool, c: Context) -> Missed | None:
    """The word for what a test misses, and code for by how much; 0 if that is not known. None if the test is of no such
    kind."""
    match e:
        case n.Call(ref=m.BuiltinDef(id=name), args=(one, other), named=()) if (name, wanted) in _TESTS:
            word, function, cells = _TESTS[name, wanted]
            if c.unit.layout.areas == "terms":
                against = region(other, c) if name in ("wholly", "meets") else measured(other, c)
                return word, py.expr("_f(m, _a, _b)", _f=py.name(function), _a=measured(one, c), _b=against)
            if cells:
                return word, py.expr(f"({cells}).bit_count()", _a=bits(one, c), _b=bits(other, c))
        case n.In() if is_places(some(e.right.type)):
            return _placed(e.left, emit(e.right, c), wanted is not e.negated, c)
        case n.Is(ref=("area", area)):
            return _placed(e.left, named(c.unit.layout.of(area)), wanted is not e.negated, c)
    return None


def _placed(x: n.Expr, area: ast.expr, wanted: bool, c: Context) -> Missed | None:
    """How far a spot or an entity is from an area, or how deep in it; on cells there is no need to tell."""
    if c.unit.layout.areas != "terms" or x.type.tag not in ("place", "entity"):
        return None
    if x.type.tag == "place":
        function, found = "entering_by" if wanted else "leaving_by", emit(x, c)
    else:
        function, found = "missing_by" if wanted else "inside_by", measured(x, c)
    return (MISSING if wanted else INSIDE), py.expr("_f(m, _a, _b)", _f=py.name(function), _a=found, _b=area)
