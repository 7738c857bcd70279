"""Arbiters: finds the phases of an event in which its arbiter may have to choose the first of several reactions, and
compiles who the arbiter is.

Separate because whether an event may ask depends on it, long before there is code; both the graph of asking events and
the tables of reactions use the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.expressions import emit
from rulewright.compile.sentences import many
from rulewright.shapes import FIELDS


def is_contested(event: m.EventDef, numbers: Iterable[int], reactions: Sequence[m.ReactionDef]) -> bool:
    """Whether several reactions to an event may be ready in one phase at one rank, so that its arbiter, if it has one,
    may be asked."""
    if event.judge is None:
        return False
    rivals = [reactions[number] for number in numbers if reactions[number].is_rival]
    ranks = Counter(one.rank for one in rivals)
    return any(ranks[one.rank] > 1 or one.each is not None or many(one.holder, None) for one in rivals)


def compile_arbiter(event: m.EventDef, unit: Unit) -> None:
    """`I<event>(m, r)`: the player who chooses the first reaction, or None."""
    if event.judge is None:
        return
    expression, whose = event.judge
    c = Context(unit, record=py.name("r"))
    for i, variable in enumerate(whose.params):
        c.bind(variable, py.expr("r[_i]", _i=py.const(FIELDS + i)))
    unit.add(unit.layout.function("I", event), ["m", "r"], [py.give_back(emit(expression, c))], expression.span)
