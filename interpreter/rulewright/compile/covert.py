"""Compiles reactions of windows that always ask, and whose availability is not public, to functions.

`L<number>(m, r, h)` returns whether seat h could have the reaction as far as everybody knows (check.could).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.check import model as m
from rulewright.check.could import Could, could_answer
from rulewright.check.silence import Silence
from rulewright.compile import pyast as py
from rulewright.compile.context import Unit
from rulewright.compile.expressions import emit
from rulewright.compile.reactions import trigger_context
from rulewright.linkage import function
from rulewright.program import Reaction, Table


def compile_covert(
    defined: list[m.ReactionDef], rows: Sequence[Reaction], tables: Sequence[Table], unit: Unit, silence: Silence
) -> None:
    """Marks these reactions and their tables, and makes their functions."""
    found = set()
    for number, (r, row) in enumerate(zip(defined, rows, strict=True)):
        could = could_answer(unit.layout.pack, r, silence)
        if could is not None:
            row.covert, row.from_hand = True, could.hidden
            _function(number, r, could, unit)
            found.add(number)
    for table in tables:
        held = [numbers for _, sheets in table.by_sheet for numbers in sheets.values()]
        held += [tuple(number for _, number in bits) for _, _, _, bits in table.by_mark]
        table.covert = tuple(sorted(found & {number for numbers in (*held, table.general) for number in numbers}))


def _function(number: int, r: m.ReactionDef, could: Could, unit: Unit) -> None:
    c = trigger_context(r, unit)
    c.bind(could.seat, py.name("h"))
    tests = []
    if could.zone is not None:
        tests.append(py.expr("len(m.zones[_i * m.players + h]) > 0", _i=py.const(unit.layout.of(could.zone))))
    tests += [emit(e, c) for e in could.conditions]
    if could.by is not None:
        tests.append(py.expr("_p == h", _p=emit(could.by, c)))
    whole = py.both(tests) if tests else py.const(True)
    unit.add(function("L", number, r.holder.definition.id), ["m", "r", "h"], [py.give_back(whole)], r.span)
