"""Builtins of a plane: converts whatever is measured to shapes, and areas to terms.

Separate because on cells the same names are operations on bits (`builtins`). The form of the board decides once which
table is used.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Final

from rulewright.check import model as m
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.context import Context
from rulewright.compile.emitter import CALL, Emitter
from rulewright.effects import nodes as n


def measured(x: n.Expr, c: Context) -> ast.expr:
    """A place, an entity, an outline, an area or a set of entities as a tuple of shapes."""
    made = c.unit.emit(x, c)
    of = some(x.type)
    if of.tag == "place":
        return py.expr("spot(_x)", _x=made)
    if of.tag == "entity":
        return py.expr("shape(m, _x)", _x=made)
    if of.tag == "outline":
        return made
    if of.args[0].tag == "place":
        return py.expr("area_shapes(m, _x)", _x=made)
    return py.expr("shapes(m, _x)", _x=made)


def region(x: n.Expr, c: Context) -> ast.expr:
    """An area as a term; a single place is the area of it."""
    made = c.unit.emit(x, c)
    return area("one", "terms", _x=made) if some(x.type).tag == "place" else made


def _calling(function: str, *modes: str, cost: int = CALL, at_once: str = "") -> Emitter:
    """A function of `play.plane` whose arguments are converted to: s shapes, a an area, v unchanged."""
    convert: dict[str, Callable[[n.Expr, Context], ast.expr]] = {
        "s": measured, "a": region, "v": lambda x, c: c.unit.emit(x, c),
    }  # fmt: skip

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        brought = [convert[mode](x, c) for mode, x in zip(modes, args, strict=True)]
        return py.expr("_f(m, *_a)", _f=py.name(function), _a=brought)

    return Emitter(made, {function: cost}, at_once=at_once)


def _rounded(way: str) -> Emitter:
    return Emitter(lambda args, e, c: py.expr("_f(_x)", _f=py.name(way), _x=c.unit.emit(args[0], c)), {way: CALL})


def _plain(template: str, **costs: int) -> Emitter:
    """Code with holes for the arguments, `_0`, `_1` and so on, and the costs of the functions that it calls."""
    return Emitter(lambda args, e, c: py.expr(template, **{f"_{i}": c.unit.emit(x, c) for i, x in enumerate(args)}),
                   costs)


def _past(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    line, place, length = args
    number = py.const(c.unit.layout.of(line.ref))
    return py.expr("past_line(m, _l, _p, _n)", _l=number, _p=c.unit.emit(place, c), _n=c.unit.emit(length, c))


def _swept(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    function = "swept_along" if some(args[1].type).tag == "way" else "swept"
    return py.expr("_f(m, *_a)", _f=py.name(function), _a=[c.unit.emit(x, c) for x in args])


def stands_in(entity: ast.expr, of: ast.expr) -> ast.expr:
    """Whether the base of an entity meets an area."""
    return py.expr("stands_in(m, _x, _a)", _x=entity, _a=of)


def standing(kind: m.KindDef, of: ast.expr, c: Context) -> ast.expr:
    """The members of a kind whose bases meet an area."""
    return py.expr("in_cells(m, m.groups[_g], _s)", _g=py.const(c.unit.layout.of(kind)), _s=of)


def gap(a: n.Expr, b: n.Expr, c: Context) -> ast.expr:
    """The gap between two of anything that has a place."""
    return py.expr("gap(m, _a, _b)", _a=measured(a, c), _b=measured(b, c))


def within(e: n.Within, c: Context) -> ast.expr:
    """`x within n of y`."""
    one, other, length = measured(e.left, c), measured(e.right, c), c.unit.emit(e.amount, c)
    return py.expr("is_within(m, _a, _b, _n)", _a=one, _b=other, _n=length)


EMITTERS: Final[Mapping[str, Emitter]] = {
    "distance": _calling("gap", "s", "s", cost=50),
    "rounded_up": _rounded("up"),
    "rounded_down": _rounded("down"),
    "burst": _calling("burst_on", "s", "v"),
    "anchors": _calling("anchors_on", "v"),
    "footprint": _calling("outline_at", "v", "v"),
    "rim": _plain("m.board.border"),
    "swept": Emitter(_swept, {"swept": CALL, "swept_along": CALL}),
    "ways": _plain("_0"),
    "way_start": _plain("_0[0]"),
    "way_end": _plain("_0[-1]"),
    "way_length": _calling("way_length", "v"),
    "way_legs": _plain("len(_0) - 1"),
    "more_in": _calling("more_in", "s", "a", "a"),
    "share_in": _calling("share_in", "s", "a", "v", "v"),
    "middle": _calling("middle", "s"),
    "things_at": _calling("things_at", "a"),
    "wholly": _calling("wholly", "s", "a"),
    "meets": _calling("meets", "s", "a"),
    "touching": _calling("touching", "s", "s", at_once="those_touching"),
    "overlapping": _calling("overlapping", "s", "s", at_once="those_overlapping"),
    "linked": _calling("linked", "s", "v"),
    "disjoint": _calling("disjoint", "s"),
    "line_free": _calling("in_line_free", "v", "v", "a"),
    "crossed": _calling("crossed", "v", "v", "v"),
    "past": Emitter(_past, {"past_line": CALL}),
    "bearing": _plain("bearing(_0, _1)", bearing=CALL),
    "displaced": _plain("displaced(_0, _1, _2)", displaced=CALL),
    "facing": _plain("facing(_0, _1)", facing=CALL),
    "heading": _plain("heading(_0)", heading=CALL),
}
AT_ONCE: Final[Mapping[str, str]] = {name: one.at_once for name, one in EMITTERS.items() if one.at_once}
"""The functions that find all entities for which a builtin with one other entity is true, by its name."""
