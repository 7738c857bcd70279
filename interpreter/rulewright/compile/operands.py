"""Converts arguments of builtins, loops and searches: a place, an entity or a set of either, to places, to one place,
or to items.

Separate because this is decided here, by type, and not during play.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rulewright.check import model as m
from rulewright.check.types import Type, kinds_of, some
from rulewright.compile import builtins_terms
from rulewright.compile import pyast as py
from rulewright.compile.areas import area, filled
from rulewright.compile.context import Context
from rulewright.compile.layout import is_places
from rulewright.effects import nodes as n
from rulewright.space.forms import Areas


def walk(source: n.Expr, c: Context) -> ast.expr:
    """What to iterate over: places of a bitset ascending, contents of a zone, or the tuple itself."""
    made = c.unit.emit(source, c)
    if is_places(source.type):
        return area("walk", c.unit.layout.areas, _a=made)
    if some(source.type).tag == "zone":
        return py.expr("m.zones[-2 - _z]", _z=made)
    return made


def bits(x: n.Expr, c: Context) -> ast.expr:
    """A place, an entity or a set of either, as the bitset of its cells."""
    t = some(x.type)
    made = c.unit.emit(x, c)
    if t.tag == "place":
        return area("one", _x=made)
    if t.tag == "entity":
        return covered(made)
    if is_places(t):
        return made
    if t.tag == "edge":
        return py.expr("sides(m, (_e,))", _e=made)
    if t.tag in ("set", "list") and t.args[0].tag == "edge":
        return py.expr("sides(m, _e)", _e=made)
    if isinstance(x, n.Name) and isinstance(x.ref, m.KindDef) and _only_placed(x.ref, c):
        return filled()
    return py.expr("cells_of(m, _x)", _x=made)


def covered(entity: ast.expr) -> ast.expr:
    """The cells that an entity covers: none off the board."""
    in_place = "m.board.feet[m.p.sizes[m.sheet[_x]]][m.at[_x]]"
    return py.expr(in_place if py.is_simple(entity) else "cells(m, _x)", _x=entity)


def stands_in(entity: ast.expr, of: ast.expr, c: Context) -> ast.expr:
    """Whether some part of an entity stands in an area."""
    return _CODE[c.unit.layout.areas].stands_in(entity, of)


def within(e: n.Within, c: Context) -> ast.expr:
    """`x within n of y`."""
    return _CODE[c.unit.layout.areas].within(e, c)


def gap(a: n.Expr, b: n.Expr, c: Context) -> ast.expr:
    """How far two of anything that has a place are from each other: what `within` compares."""
    return _CODE[c.unit.layout.areas].gap(a, b, c)


def _only_placed(kind: m.KindDef, c: Context) -> bool:
    """Whether only this kind ever stands on places: then its cells are the occupied ones."""
    return all(kind in k.lineage for k in c.unit.layout.kinds if k.placed == "place")


def may_stand_on_edges(t: Type, c: Context) -> bool:
    """Whether an entity of a type may be one that stands on edges."""
    t = some(t)
    kinds = (k for k in c.unit.layout.kinds if k.placed == "edge")
    names = kinds_of(t) if t.tag in ("entity", "union") else ()
    return any("" in names or any(one.id in names for one in k.lineage) for k in kinds)


def spot(x: n.Expr, c: Context) -> ast.expr:
    """A place, or the place of an entity (below 0 off the board and on an edge)."""
    made = c.unit.emit(x, c)
    if may_stand_on_edges(x.type, c):
        return py.expr("grounded(m, _x)", _x=made)
    return py.expr("m.at[_x]", _x=made) if some(x.type).tag == "entity" else made


def covers_one(t: Type, c: Context) -> bool:
    """Whether it certainly covers at most one cell, by its type."""
    t = some(t)
    if t.tag == "place":
        return True
    if t.tag != "entity":
        return False
    pack = c.unit.layout.pack
    kinds = [k for k in pack.kinds.values() if not t.name or any(one.id in kinds_of(t) for one in k.lineage)]
    return all(_unsized(k) for k in kinds)  # on an edge it covers none


def _unsized(kind: m.KindDef) -> bool:
    return all(one.size is None for one in kind.lineage)


def is_read(place: ast.expr) -> bool:
    """Whether it is the place of an entity in a local: cheap to read repeatedly, and never None."""
    return isinstance(place, ast.Subscript) and ast.unparse(place.value) == "m.at" and py.is_simple(place.slice)


def distance(a: n.Expr, b: n.Expr, c: Context) -> ast.expr:
    """Steps between the nearest cells of both, obstacles ignored; very far when one is off the board."""
    if covers_one(a.type, c) and covers_one(b.type, c):
        one, other = spot(a, c), spot(b, c)
        if is_read(one) and is_read(other):
            return py.expr("m.board.distance(_a, _b) if _a >= 0 and _b >= 0 else FAR", _a=one, _b=other)
        return py.expr("apart(m, _a, _b)", _a=spot(a, c), _b=spot(b, c))
    return py.expr("gap(m, _a, _b)", _a=bits(a, c), _b=bits(b, c))


def size(x: n.Expr, c: Context) -> ast.expr:
    """The size: bits, contents of a zone, or length."""
    made = c.unit.emit(x, c)
    if is_places(x.type):
        return area("count", _a=made)
    if some(x.type).tag == "zone":
        return py.expr("len(m.zones[-2 - _x])", _x=made)
    return py.expr("len(_x)", _x=made)


def standing(kind: m.KindDef, of: ast.expr, c: Context) -> ast.expr:
    """The members of a kind that stand in an area."""
    return _CODE[c.unit.layout.areas].standing(kind, of, c)


def standing_on(kind: m.KindDef, edges: ast.expr, c: Context) -> ast.expr:
    """The members of a kind that stand on some edges."""
    return py.expr("on_edges(m, KIND[_k], _s)", _k=py.const(c.unit.layout.of(kind)), _s=edges)


# -- by representation of areas ----------------------------------------------------------------------------------------


def _covers_some(entity: ast.expr, of: ast.expr) -> ast.expr:
    return area("meets", _a=covered(entity), _b=of)


def _is_near(e: n.Within, c: Context) -> ast.expr:
    return py.expr("_d <= _n", _d=distance(e.left, e.right, c), _n=c.unit.emit(e.amount, c))


def _standing(kind: m.KindDef, of: ast.expr, c: Context) -> ast.expr:
    """Everything in the cells, if nothing else ever stands on cells."""
    if _only_placed(kind, c):
        return py.expr("things_at(m, _s)", _s=of)
    return py.expr("in_cells(m, m.groups[_g], _s)", _g=py.const(c.unit.layout.of(kind)), _s=of)


class _Code(NamedTuple):
    """What measures and finds what stands somewhere."""

    stands_in: Callable[[ast.expr, ast.expr], ast.expr]
    standing: Callable[[m.KindDef, ast.expr, Context], ast.expr]
    within: Callable[[n.Within, Context], ast.expr]
    gap: Callable[[n.Expr, n.Expr, Context], ast.expr]


_CODE: Final[Mapping[Areas, _Code]] = {
    "bits": _Code(_covers_some, _standing, _is_near, distance),
    "terms": _Code(builtins_terms.stands_in, builtins_terms.standing, builtins_terms.within, builtins_terms.gap),
}
