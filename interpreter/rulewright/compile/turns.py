"""Compiles tables of reactions without holders to one function each, which runs them in the order of the code.

Separate because this is the plain case of what `play/react.py` does for all: nothing is collected or sorted if the
order is known beforehand. If entities or statuses hold further reactions, `play/react.py` takes over.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context, Unit
from rulewright.compile.reactions import trigger_context
from rulewright.compile.sentences import for_holders
from rulewright.effects.walk import conjuncts
from rulewright.linkage import function
from rulewright.program import Table


def compile_turn(number: int, table: Table, reactions: list[m.ReactionDef], unit: Unit) -> tuple[int, ...]:
    """Adds `Q<number>(m, r)`, which runs the mandatory reactions of a table and returns whether any ran. Returns the
    numbers of these reactions in the order in which they react; empty if more than the order of the code decides."""
    if not has_turn(table, reactions):
        return ()
    order = sorted(table.general, key=lambda x: (reactions[x].rank, x))
    held: py.Body = []
    if table.by_sheet or table.by_mark:
        held = py.stmts("if held_by(m, r, _t):\n    return weighed(m, r, _t, done)", _t=py.const(number))
    answers: py.Body = []
    for place, x in enumerate(order):
        bit = py.const(1 << place)
        answers += py.stmts("if not done & _b:\n    _test", _b=bit, _test=_answer(x, bit, reactions[x], unit))
    body = py.stmts(
        """
done = 0
while r[OUTCOME] != CANCELLED:
    _held
    _answers
    break
return done != 0
""",
        _held=held,
        _answers=answers,
    )
    unit.add(function("Q", number), ["m", "r"], body, reactions[order[0]].span)
    return tuple(order)


def has_turn(table: Table, reactions: list[m.ReactionDef]) -> bool:
    """Whether a table has a function of its own that runs its reactions."""
    return bool(table.general) and not table.asks and all(_is_nobodys(reactions[x]) for x in table.general)


def _is_nobodys(r: m.ReactionDef) -> bool:
    """Whether a reaction has no holder, exists once, and is neither optional, limited nor ordered by players."""
    holder = r.holder
    alone = holder.kind in ("rule", "area") and holder.binder is None and holder.self_var is None and r.each is None
    return alone and not r.optional and r.limit is None and r.order is None


def _answer(number: int, bit: object, r: m.ReactionDef, unit: Unit) -> py.Body:
    """One reaction, if it can react now; then all are tested again."""
    tests = conjuncts(r.where) if r.where is not None else []
    tests += conjuncts(r.when) if r.when is not None else []

    def core(_: Context) -> py.Body:
        return py.stmts(
            """
done |= _b
if m.trace is None:
    _f(m, r, 0, 0, None)
    continue
m.trace.append(Reacted(m.depth, _n, 0, r[BEGAN]))
try:
    _f(m, r, 0, 0, None)
finally:
    m.trace.append(ReactionOver(m.depth, _n, 0, r[BEGAN]))
continue
""",
            _b=bit,
            _n=py.const(number),
            _f=py.name(function("R", number, r.holder.definition.id)),
        )

    return for_holders(r.holder, tests, trigger_context(r, unit), core)
