"""Compiles by how much an area, or another thing, is missed: what refusals tell of a test that is no comparison.

On a plane these are lengths (`space.plane.depths`), on cells the number of places that are outside, inside or shared.
Separate because no rule can ask for them.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, NamedTuple

from rulewright.check import model as m
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.areas import Key, area, named
from rulewright.compile.builtins_terms import measured, region
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import is_places
from rulewright.compile.operands import bits
from rulewright.effects import nodes as n
from rulewright.explained import INSIDE, MISSING, OUTSIDE, OVERLAP
from rulewright.space.forms import Areas

Missed = tuple[str, ast.expr]


class _Row(NamedTuple):
    """The word for what a test misses, and what measures it: a function for shapes and an area, or for two shapes; or
    what to make of two sets of places and count."""

    word: str
    function: str = ""
    in_area: bool = True
    counted: Key | None = None


# By test, and whether it must be true.
_Tests = Mapping[tuple[str, bool], _Row]
_TESTS: Final[Mapping[Areas, _Tests]] = {
    "bits": {
        ("wholly", True): _Row(OUTSIDE, counted="minus"),
        ("meets", False): _Row(INSIDE, counted="common"),
        ("overlapping", False): _Row(OVERLAP, counted="common"),
    },
    "terms": {
        ("wholly", True): _Row(OUTSIDE, "outside_by"),
        ("meets", True): _Row(MISSING, "missing_by"),
        ("meets", False): _Row(INSIDE, "inside_by"),
        ("touching", True): _Row(MISSING, "apart_by", in_area=False),
        ("touching", False): _Row(OVERLAP, "contact_by", in_area=False),
        ("overlapping", False): _Row(OVERLAP, "overlap_by", in_area=False),
    },
}
# By what is in an area, or must not be. On cells there is no need to tell how far a place is from one.
_PLACED: Final[Mapping[Areas, _Tests]] = {
    "bits": {},
    "terms": {
        ("place", True): _Row(MISSING, "entering_by"),
        ("place", False): _Row(INSIDE, "leaving_by"),
        ("entity", True): _Row(MISSING, "missing_by"),
        ("entity", False): _Row(INSIDE, "inside_by"),
    },
}


def missed(e: n.Expr, wanted: bool, c: Context) -> Missed | None:
    """The word for what a test misses, and code for by how much; 0 if that is not known. None if the test is of no such
    kind."""
    match e:
        case n.Call(ref=m.BuiltinDef(id=name), args=(one, other)):
            row = _TESTS[c.unit.layout.areas].get((name, wanted))
            return None if row is None else (row.word, _code(row, one, other, c))
        case n.In() if is_places(some(e.right.type)):
            return _placed(e.left, emit(e.right, c), wanted is not e.negated, c)
        case n.Is(ref=("area", symbol)):
            return _placed(e.left, named(c.unit.layout.of(symbol)), wanted is not e.negated, c)
    return None


def _code(row: _Row, one: n.Expr, other: n.Expr, c: Context) -> ast.expr:
    if row.counted is not None:
        return area("count", _a=area(row.counted, _a=bits(one, c), _b=bits(other, c)))
    against = region(other, c) if row.in_area else measured(other, c)
    return py.expr("_f(m, _a, _b)", _f=py.name(row.function), _a=measured(one, c), _b=against)


def _placed(x: n.Expr, where: ast.expr, wanted: bool, c: Context) -> Missed | None:
    """How far a spot or an entity is from an area, or how deep in it."""
    row = _PLACED[c.unit.layout.areas].get((x.type.tag, wanted))
    if row is None:
        return None
    found = emit(x, c) if x.type.tag == "place" else measured(x, c)
    return row.word, py.expr("_f(m, _a, _b)", _f=py.name(row.function), _a=found, _b=where)
