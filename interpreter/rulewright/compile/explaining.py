"""Compiles the functions from which explanations are made: of what a result consists, and why a condition fails.

Separate because values, permissions and the conditions of events are explained in the same way, and because none of
these functions decides anything in a match.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.ages import stamp
from rulewright.compile.asking import asking
from rulewright.compile.asking import parts as conjuncts_of
from rulewright.compile.context import Context, Unit
from rulewright.compile.deciding import note, why_not, why_so
from rulewright.compile.expressions import emit
from rulewright.compile.layout import place_of, type_code
from rulewright.compile.measuring import measuring
from rulewright.compile.sentences import said, sentence_holders
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.explained import Figures, Part, Place, TypeCode


def _function(e: n.Expr, c: Context, names: list[str], unit: Unit) -> str:
    """An expression as a function."""
    name = unit.fresh("t")
    unit.add(name, ["m", *names], [py.give_back(emit(e, c))], e.span)
    return name


def decided(e: n.Expr, c: Context, names: list[str], unit: Unit) -> str:
    """An expression as a function, with the one that explains its result; "" where nothing is explained."""
    if not unit.explains:
        return ""
    name = _function(e, c, names, unit)
    note(why_so(e, c), name, names, unit, e.span)
    return name


def conjunct(e: n.Expr, c: Context, names: list[str], unit: Unit) -> str:
    """A conjunct of a condition as a function, with the one that measures if it fails."""
    name = _function(e, c, names, unit)
    if not unit.explains:
        return name
    note(why_not(e, c), name, names, unit, e.span)
    figures = measuring(e, c)
    if figures is not None:
        tree, rows = figures
        unit.figures[name] = Figures(unit.fresh("t"), rows)
        unit.add(unit.figures[name].function, ["m", *names], [py.give_back(tree)], e.span)
    asked = asking(e)
    if asked is not None:
        key, given = asked
        unit.askings[name] = key, unit.fresh("t")
        made = py.tuple_of([emit(a, c) for a in given])
        unit.add(unit.askings[name][1], ["m", *names], [py.give_back(made)], e.span)
    return name


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
        found.append((number, e.name, _function(whole, c, names, unit), place_of(e.span), unparse(e.value), code))
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
