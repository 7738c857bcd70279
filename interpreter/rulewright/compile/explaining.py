"""Compiles the functions from which explanations are made: of what a result consists, and why a condition fails.

Separate because values, permissions and the conditions of events are explained in the same way, and because none of
these functions decides anything in a match.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.ages import stamp
from rulewright.compile.asking import asking
from rulewright.compile.asking import parts as conjuncts_of
from rulewright.compile.context import Context, Unit
from rulewright.compile.deciding import why_not, why_so
from rulewright.compile.expressions import emit
from rulewright.compile.layout import place_of, type_code
from rulewright.compile.measuring import measuring
from rulewright.compile.quantities import quantities
from rulewright.compile.sentences import said, sentence_holders
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.explained import Deciding, Figures, Part, Place, Quantities, TypeCode


def _function(tree: ast.expr, names: list[str], unit: Unit, span: object) -> str:
    """A tree as a function."""
    name = unit.fresh("t")
    unit.add(name, ["m", *names], [py.give_back(tree)], span)
    return name


def decided(e: n.Expr, c: Context, names: list[str], unit: Unit) -> str:
    """An expression as a function, with the one that explains its result; "" where nothing is explained."""
    if not unit.explains:
        return ""
    name = _function(emit(e, c), names, unit, e.span)
    made = why_so(e, c)
    if made is not None:
        unit.decidings[name] = Deciding(_function(made[0], names, unit, e.span), made[1])
    return name


def conjunct(e: n.Expr, c: Context, names: list[str], unit: Unit, compares: bool = False) -> str:
    """A conjunct of a condition as a function, with those that explain it. `compares` as below."""
    name = _function(emit(e, c), names, unit, e.span)
    explain(name, e, c, lambda tree: _function(tree, names, unit, e.span), compares)
    return name


def explain(name: str, e: n.Expr, c: Context, function: Callable[[ast.expr], str], compares: bool = True) -> None:
    """Makes the functions that explain a condition, and notes them under the name of the one that tests it: what
    decides that it fails, what it measures, and which permission or value it asks. `compares`: also what it compares,
    for players who compare answers. `function` makes a function from a tree and returns its name."""
    unit = c.unit
    if not unit.explains:
        return
    decided = why_not(e, c)
    if decided is not None:
        unit.decidings[name] = Deciding(function(decided[0]), decided[1])
    figures = measuring(e, c)
    if figures is not None:
        unit.figures[name] = Figures(function(figures[0]), figures[1])
    asked = asking(e)
    if asked is not None:
        unit.askings[name] = asked[0], function(py.tuple_of([emit(a, c) for a in asked[1]]))
    compared = quantities(e, c) if compares else None
    if compared is not None:
        unit.quantities[name] = Quantities(function(compared[0]), compared[1])


_Conjuncts = tuple[tuple[str, Place, str], ...]


def told_conjuncts(e: n.Expr, c: Context, names: list[str], unit: Unit) -> _Conjuncts:
    """The conjuncts of an expression, one by one."""
    if not unit.explains:
        return ()
    return tuple((conjunct(x, c, names, unit), place_of(x.span), words) for x, words in conjuncts_of(e))


_Lets = tuple[tuple[int, str, str, Place, str, TypeCode], ...]


def told_lets(number: int, e: n.Expr | None, c: Context, names: list[str], unit: Unit) -> _Lets:
    """The names that an expression defines at its beginning."""
    found: list[tuple[int, str, str, Place, str, TypeCode]] = []
    before: list[n.LetIn] = []
    while isinstance(e, n.LetIn) and unit.explains:
        whole = e.value
        for one in reversed(before):  # its value may read names that were defined before it
            whole = n.LetIn(e.value.span, one.name, one.value, whole, type=e.value.type, ref=one.ref)
        code = type_code(e.value.type)
        function = _function(emit(whole, c), names, unit, whole.span)
        found.append((number, e.name, function, place_of(e.span), unparse(e.value), code))
        before.append(e)
        e = e.body
    return tuple(found)


def listing(s: m.SentenceDef, c: Context, names: list[str], unit: Unit, aged: bool = False) -> Part:
    """A function that lists (holder, value) for each holder for which a modifier applies; `aged`: and its stamp."""

    def core(k: Context) -> py.Body:
        holder = py.const(0)
        if s.holder.self_var is not None:
            holder = k.look_up(s.holder.self_var)
        value = emit(s.expr, k) if s.kind == "value" and s.expr is not None else py.const(True)
        more = [stamp(s.holder, k)] if aged else []
        return py.stmts("found.append((_h, _v, *_m))", _h=holder, _v=value, _m=more)

    name = unit.fresh("t")
    unit.add(
        name, ["m", *names], [*py.stmts("found = []"), *sentence_holders(s, c, core), *py.stmts("return found")], s.span
    )
    definition = s.holder.definition
    return Part(
        s.kind, s.step, name, f"{definition.form} {definition.id}", place_of(s.span), said(s), s.label,
        names=definition.names,
    )  # fmt: skip
