"""Compiles calls of builtins to expressions, or to calls of functions of `play`, with arguments as these expect them.

Separate because each builtin is compiled in its own way: a row of the table below.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from rulewright.check.builtins import kind_in
from rulewright.check.types import Type, some
from rulewright.compile import builtins_terms
from rulewright.compile import pyast as py
from rulewright.compile.areas import area
from rulewright.compile.builtins_steps import steps, ways
from rulewright.compile.context import Context
from rulewright.compile.emitter import CALL, Emitter, Make
from rulewright.compile.layout import is_places
from rulewright.compile.operands import bits, covers_one, distance, is_read, size, spot, walk
from rulewright.effects import nodes as n
from rulewright.space.forms import BOARDS, Areas


def _e(x: n.Expr, c: Context) -> ast.expr:
    return c.unit.emit(x, c)


def _simple(function: str, cost: int = CALL) -> Emitter:
    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        return py.expr("_f(m, *_a)", _f=py.name(function), _a=[_e(a, c) for a in args])

    return Emitter(made, {function: cost})


def _with(function: str, *modes: str, cost: int = CALL) -> Emitter:
    """A runtime function whose arguments are converted to: b bits, s spot, v unchanged, i items."""
    convert = {"b": bits, "s": spot, "v": _e, "i": walk}

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        brought = [convert[mode](a, c) for mode, a in zip(modes, args, strict=False)]
        return py.expr("_f(m, *_a)", _f=py.name(function), _a=brought)

    return Emitter(made, {function: cost})


def _neighbours(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if covers_one(args[0].type, c):
        place = spot(args[0], c)
        # Nowhere is -1: the last entry of the table, a place of the border, is empty. Places in a zone are below -1.
        if some(args[0].type).tag == "place" or not c.unit.layout.pack.zones:
            return py.expr("m.board.near[_p]", _p=place)
        if is_read(place):
            return py.expr("m.board.near[_p] if _p >= 0 else 0", _p=place)
    return py.expr("neighbours(m, _b)", _b=bits(args[0], c))


def _side_neighbours(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if some(args[0].type).tag == "place":
        return py.expr("m.board.near_straight[_p]", _p=spot(args[0], c))
    return py.expr("neighbours(m, _b, True)", _b=bits(args[0], c))


def _compass(name: str) -> Emitter:
    return Emitter(lambda args, e, c: py.const(_names(c).index(name)), {})


def _turned(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if _high(c):
        return py.expr("turned_on_plan(m, _d, _n)", _d=_e(args[0], c), _n=_e(args[1], c))
    return py.expr("(_d + _n) % _c", _d=_e(args[0], c), _n=_e(args[1], c), _c=py.const(len(_names(c))))


def _names(c: Context) -> tuple[str, ...]:
    """The names of the directions of the board, in their order."""
    return c.unit.layout.form.directions


def _high(c: Context) -> bool:
    """Whether boards have storeys."""
    return c.unit.layout.pack.storeys.levels > 1


def _on_plan(function: str, cost: int = CALL) -> Emitter:
    """A function that is replaced by another on boards with storeys; that one charges itself."""
    flat, high = _simple(function, cost), _simple(f"plan_{function}")
    return Emitter(lambda args, e, c: (high if _high(c) else flat).make(args, e, c), {**flat.costs, **high.costs})


def _level(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if some(args[0].type).tag == "edge":
        return py.expr("m.board.edge_level(_x)", _x=_e(args[0], c))
    return py.expr("_x // m.board.storey", _x=_e(args[0], c))


def _drawn(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    drawing, named_area, corner, north = args
    number = py.const(c.unit.layout.of(named_area.ref))
    return py.expr("drawn(m, _m, _a, _c, _d)", _m=_e(drawing, c), _a=number, _c=_e(corner, c), _d=_e(north, c))


def _empty(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if is_places(args[0].type):
        return area("empty", _a=_e(args[0], c))
    return py.expr("_x == 0", _x=size(args[0], c))


def _one_of(function: str) -> Emitter:
    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        return py.expr(f"{function}(_x)", _x=walk(args[0], c))

    return Emitter(made, {function: CALL})


def _common(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    a, b = _e(args[0], c), _e(args[1], c)
    if is_places(e.type):
        return area("common", c.unit.layout.areas, _a=a, _b=b)
    return py.expr("both_of(m, _a, _b)", _a=a, _b=b)


def _first_nonempty(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    return ast.BoolOp(ast.Or(), [_e(a, c) for a in args]) if len(args) > 1 else _e(args[0], c)


def _inside(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    ref = args[0].ref
    events = c.unit.layout.events_of(ref)
    if len(events) == 1:
        return py.expr("inner(m.running[_i])", _i=py.const(events[0]))
    return py.expr("innermost(m, _i)", _i=py.const(events))


def _seat(t: Type) -> str:
    tag = some(t).tag
    return tag if tag in ("player", "match") else "entity"


def _statuses(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    return py.expr("statuses_of(m, _k, _x)", _k=py.const(_seat(args[0].type)), _x=_e(args[0], c))


def _count_of(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    status = args[1].ref
    return py.expr(
        "len(m.held.get((_s, holder_key(_k, _x)), ()))",
        _s=py.const(c.unit.layout.of(status)),
        _k=py.const(_seat(args[0].type)),
        _x=_e(args[0], c),
    )


def _removed(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if isinstance(e, n.Is):
        return py.expr("not m.live[_x]", _x=_e(args[0], c))
    kind = args[0].ref
    return py.expr("removed(m, KIND[_k])", _k=py.const(c.unit.layout.of(kind)))


def _in_play(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    of_status = some(args[0].type).tag == "status"
    return py.expr("_x in m.rows" if of_status else "m.live[_x]", _x=_e(args[0], c))


def _members(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    return py.expr("members_of(m, _n)", _n=py.const(args[0].ref.id))


def _sheets(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    return py.expr("tuple(sorted(KIND[_k]))", _k=py.const(c.unit.layout.of(args[0].ref)))


def _faces(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    return py.expr("faces_of(m, _d)", _d=_e(args[0], c))


def _fold(function: str) -> Make:
    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        return py.expr("_f(*_a)", _f=py.name(function), _a=[_e(a, c) for a in args])

    return made


def _extreme(way: str) -> Make:
    """`least(a, b)` and `most(a, b)`: the second is not evaluated if the first is the least or most possible value."""
    function = {"least": "min", "most": "max"}[way]
    fold = _fold(function)

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        last = c.unit.layout.utmost(way, args[0].type)
        if last is None or len(args) != 2:
            return fold(args, e, c)
        told = {"_n": py.name(c.unit.fresh("w")), "_a": _e(args[0], c), "_b": _e(args[1], c), "_u": py.const(last)}
        quick = py.expr(f"_n if (_n := _a) == _u else {function}(_n, _b)", **told)
        return py.call("same", fold(args, e, c), quick) if c.unit.verify else quick

    return made


def _template(template: str, *modes: str, **costs: int) -> Emitter:
    """Code with holes for the arguments, `_0`, `_1` and so on, and the costs of the functions that it calls."""
    convert = {"b": bits, "s": spot, "v": _e, "i": walk}

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        holes = {f"_{i}": convert[mode](a, c) for i, (mode, a) in enumerate(zip(modes, args, strict=False))}
        return py.expr(template, **holes)

    return Emitter(made, costs)


def _reveal(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    whom = _e(args[1], c) if len(args) > 1 else py.expr("EVERYBODY[m.players]")
    return py.expr("reveal(m, _x, _p, *_u)", _x=walk(args[0], c), _p=whom, _u=unseen(e, c))


def _shuffle(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    if some(args[0].type).tag == "zone":
        return py.expr("shuffle(m, _z, *_u)", _z=_e(args[0], c), _u=unseen(e, c))
    return py.expr("shuffle_set(m, _z, *_u)", _z=_e(args[0], c), _u=unseen(e, c))


def unseen(deed: n.Node, c: Context) -> list[ast.expr]:
    """The last argument of an action that a log does not show to everybody; none if it does."""
    mark = c.unit.unseen.get(id(deed))
    return [] if mark is None else [py.const(mark)]


_EMITTERS: Final[Mapping[str, Emitter]] = {
    "size": Emitter(lambda args, e, c: size(args[0], c), {}),
    "is_empty": Emitter(_empty, {}),
    "common": Emitter(_common, {"both_of": CALL}),
    "first": _one_of("first"),
    "last": _one_of("last"),
    "only_one": _one_of("only_one"),
    "first_nonempty": Emitter(_first_nonempty, {}),
    "numbers": _template("numbers_between(m, _0, _1)", "v", "v", numbers_between=CALL),
    "most": Emitter(_extreme("most"), {"max": CALL}),
    "least": Emitter(_extreme("least"), {"min": CALL}),
    "abs": Emitter(_fold("abs"), {"abs": CALL}),
    "remainder": Emitter(_fold("remainder"), {"remainder": CALL}),
    "players": _template("EVERYBODY[m.players]"),
    "next_seat": _template("(_0 + 1) % m.players", "v"),
    "previous_seat": _template("(_0 - 1) % m.players", "v"),
    "seats_from": _simple("seats_from"),
    "seat_number": _template("_0 + 1", "v"),
    "now": _template("m.stamp"),
    "began": _template("_0[BEGAN]", "v"),
    "inside": Emitter(_inside, {"inner": CALL, "innermost": CALL}),
    "statuses": Emitter(_statuses, {"statuses_of": 50}),
    "count_of": Emitter(_count_of, {"holder_key": CALL}),
    "contents": _template("m.zones[-2 - _0]", "v"),
    "top": _template("first(m.zones[-2 - _0])", "v", first=CALL),
    "removed": Emitter(_removed, {"removed": CALL}),
    "faces_of": Emitter(_faces, {"faces_of": CALL}),
    "members_of": Emitter(_members, {"members_of": CALL}),
    "sheets_of": Emitter(_sheets, {}),
    "everywhere": _template("m.board.everywhere"),
    "rim": _template("m.board.rim"),
    "directions": _template("m.board.directions"),
    "cells": Emitter(lambda args, e, c: bits(args[0], c), {"cells_of": CALL}),
    "side_neighbours": Emitter(_side_neighbours, {"neighbours": CALL}, table="m.board.near_straight"),
    "neighbours": Emitter(_neighbours, {"neighbours": CALL}, table="m.board.near"),
    "things_at": _with("things_at", "b"),
    "board_part": _simple("board_part"),
    "adjacent": _with("adjacent", "b", "b"),
    "distance": Emitter(lambda args, e, c: distance(args[0], args[1], c), {}),
    "walk_distance": _with("walk_distance", "b", "b", cost=50),
    "toward": _with("toward", "s", "v"),
    "direction_to": _with("direction_to", "s", "s", cost=200),
    "opposite": _simple("opposite"),
    "turned": Emitter(_turned, {"turned_on_plan": CALL}),
    **{name: _compass(name) for name in dict.fromkeys(name for form in BOARDS for name in form.directions)},
    "across": _with("across", "s", "s"),
    "reachable": ways("reachable", False),
    "reach_cost": ways("reach_cost", True),
    "reach_nearest": ways("reach_nearest", True),
    "walk_path": ways("walk_path", True),
    "step_cells": steps("step_cells", False),
    "step_cost": steps("step_cost", True, aimed="always"),
    "step_nearest": steps("step_nearest", True, aimed="by ways"),
    "step_path": steps("step_path", True),
    "line_cells": _on_plan("line_cells", 200),
    "line_free": _on_plan("line_free", 50),
    "cells_crossed": _simple("cells_crossed"),
    "cells_touched": _simple("cells_touched"),
    "span_crossed": _simple("span_crossed", 200),
    "corners": _template("corners(m, _0)", "b", corners=50),
    "corners_of": _template("corners(m, _0)", "b", corners=50),
    "centre": _template("m.board.centre(_0)", "v"),
    "sample_points": _template("sample_points(m, _0)", "b", sample_points=100),
    "edges": _with("edges_of", "b"),
    "edges_between": _with("edges_between", "b", "b"),
    "edges_inside": _with("edges_inside", "b"),
    "edges_passed": _on_plan("edges_passed"),
    "edges_left": _simple("edges_left"),
    "edges_right": _simple("edges_right"),
    "edges_touched": _simple("edges_touched"),
    "sides": _simple("sides"),
    "level": Emitter(_level, {}),
    "above": _template("m.board.above(_0)", "b"),
    "below": _template("m.board.below(_0)", "b"),
    "column": _template("m.board.column_of(_0)", "b"),
    "at_level": _template("m.board.at_level(_0, _1)", "b", "v"),
    "stacked": _simple("stacked"),
    "anchors": _simple("anchors"),
    "footprint": _template("m.board.feet[m.p.sizes[m.sheet[_0]]][_1]", "v", "v"),
    "burst": _with("burst", "b", "v", cost=200),
    "wholly": _template("wholly_in(_0, _1)", "b", "b", wholly_in=CALL),
    "meets": _template("_0 & _1 != 0", "b", "b"),
    "touching": _with("touch", "b", "b"),
    "overlapping": _template("_0 & _1 != 0", "b", "b"),
    "linked": _simple("linked"),
    "disjoint": _simple("disjoint"),
    "formations": Emitter(lambda args, e, c: walk(args[0], c), {}),
    "place_in": _template("place_in(_0, _1)", "v", "v", place_in=CALL),
    "marches": Emitter(lambda args, e, c: py.expr("marches(_s)", _s=walk(args[0], c)), {"marches": CALL}),
    "way_in": _template("way_in(_0, _1)", "v", "v", way_in=CALL),
    "things_in": _template("things_in(m, _0)", "v", things_in=CALL),
    "crossed": _simple("crossed"),
    "rounded_up": _template("_0", "v"),
    "rounded_down": _template("_0", "v"),
    "walk_burst": _with("walk_burst", "b", "v", cost=100),
    "ring": _with("ring", "b", "v", cost=300),
    "cone": _simple("cone", 500),
    "line_area": _simple("line_area"),
    "joins": _simple("joins", 500),
    "further_joins": _simple("further_joins", 500),
    "made": _simple("made"),
    "made_with": _simple("made_with"),
    "long_edge": _simple("long_edge"),
    "long_with": _simple("long_with"),
    "lay": _simple("lay"),
    "set_out": _simple("set_out", 300),
    "set_out_at": _simple("set_out_at", 300),
    "drawn": Emitter(_drawn, {"drawn": 100}),
    "fits": _simple("fits_there", 100),
    "lay_joined": _simple("lay_joined"),
    "lay_join": _simple("lay_join"),
    "in_play": Emitter(_in_play, {}),
    "placed": _template("m.at[_0] >= 0", "v"),
    "shuffle": Emitter(_shuffle, {"shuffle": 200, "shuffle_set": 200}),
    "reveal": Emitter(_reveal, {"reveal": CALL}),
    "swap_sheet": _simple("swap_sheet", 300),
    "reset": _simple("reset", 300),
}
# By representation of areas: the table that is looked up first.
_FIRST: Final[Mapping[Areas, Mapping[str, Emitter]]] = {"bits": {}, "terms": builtins_terms.EMITTERS}
EMITTERS: Final = (*_EMITTERS.items(), *builtins_terms.EMITTERS.items())
"""All entries of both tables, by the names of builtins."""
COSTS: Final[Mapping[str, int]] = {name: cost for _, one in EMITTERS for name, cost in one.costs.items()}
"""The costs of the functions of play that builtins call."""
TABLES: Final[Mapping[str, str]] = {name: one.table for name, one in EMITTERS if one.table}
"""The tables of the board with the results of builtins for one place, by the names of builtins."""


def standing_in(source: n.Expr, c: Context) -> ast.expr | None:
    """The cells of `PLURAL_in(cells)`, else None; only where the occupied places are listed too."""
    if kind_in(source) is None or not c.unit.layout.form.listed:
        return None
    assert isinstance(source, n.Call)
    return bits(source.args[0], c)


def emit(name: str, args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
    """The call of a builtin; `e` is the node, which has its type."""
    first = _FIRST[c.unit.layout.areas]
    return (first.get(name) or _EMITTERS[name]).make(args, e, c)
