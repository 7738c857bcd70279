"""Compiles builtins that walk over a board: searches that are given permissions and values by name.

Separate because what is given by name is a function here, or a filter of places, and not a value.
"""

from __future__ import annotations

import ast
from typing import Final, Literal

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.emitter import CALL, Emitter
from rulewright.compile.least import farthest_of, least_of
from rulewright.compile.operands import spot
from rulewright.effects import nodes as n

_WALK: Final = 300


def _named(x: n.Expr, c: Context) -> ast.expr:
    """A value given by name: its function."""
    return py.name(c.unit.layout.function("V", x.ref))


def _of_places(x: n.Expr, c: Context) -> ast.expr:
    """A permission or value of a step, given by name: its filter, or its grouping (see `compile.filters`)."""
    return py.name(c.unit.filter(x.ref, len(x.ref.params) - 1))


def ways(function: str, to: bool) -> Emitter:
    """A search from a place for places within a budget; `to`: for one of some places."""

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        head = [spot(args[0], c)] + ([c.unit.emit(args[1], c)] if to else [])
        budget, price, blocked = args[-3:]
        by_name = isinstance(blocked.ref, m.PermissionDef)
        walls = _of_places(blocked, c) if by_name else c.unit.emit(blocked, c)
        name = py.name(f"{function}_by" if by_name else function)
        return py.expr("_f(m, *_a)", _f=name, _a=[*head, c.unit.emit(budget, c), _named(price, c), walls])

    return Emitter(made, {function: _WALK, f"{function}_by": _WALK})


def steps(function: str, to: bool, aimed: Literal["", "always", "by ways"] = "") -> Emitter:
    """A search by steps; `to`: for one of some places. `aimed`: whether the bounds are passed that allow a search for a
    few places alone. For steps to neighbours, the search expands all of open ground at once and keeps the result: that
    is faster than searching for the nearest alone."""

    def made(args: list[n.Expr], e: n.Expr, c: Context) -> ast.expr:
        head = [c.unit.emit(args[0], c)] + ([c.unit.emit(args[1], c)] if to else [])
        budget, may, price = args[len(head) : len(head) + 3]
        led = args[len(head) + 3 :]
        three = py.const(len(may.ref.params) == 3)
        priced = py.const(len(price.ref.params) == 3)
        bounded = aimed == "always" or (aimed == "by ways" and led)
        return py.expr(
            "_f(m, *_a)",
            _f=py.name(function),
            _a=[
                *head, c.unit.emit(budget, c), _of_places(may, c), three, _of_places(price, c), priced,
                py.name(c.unit.ground(may.ref, price.ref, *(one.ref for one in led))),
                *(_named(one, c) for one in led),
                *(_bounds(price.ref, [one.ref for one in led], c.unit) if bounded else []),
            ],
        )

    return Emitter(made, {function: CALL})


def _bounds(price: m.ValueDef, ways: list[m.ValueDef], unit: Unit) -> list[ast.expr]:
    """The arguments after the ways of steps: the least cost of a step and, with ways, how far a step leads."""
    least = py.const(least_of(price, unit))
    return [least, py.const(farthest_of(ways[0], unit))] if ways else [py.const(None), least]
