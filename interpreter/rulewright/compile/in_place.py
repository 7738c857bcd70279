"""Says which values and permissions may be written out where they are called, and how much code that would be.

Separate because both who writes them out and who bounds the code of a pack ask it.
"""

from __future__ import annotations

from typing import Final

from rulewright.check import model as m
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

# So many nodes of text may stand in place of a call: the largest value of the shipped packs that does has 175.
LARGEST: Final = 200


def in_place(ref: m.ValueDef | m.PermissionDef, unit: Unit) -> n.Expr | None:
    """What may stand in place of a call of a value or permission; None if it is always called."""
    if unit.value_parts.get(ref) or ref in unit.cached:
        return None
    if isinstance(ref, m.PermissionDef):
        return ref.normally
    return None if ref.rows or ref.steps else ref.start


def written_out(ref: m.ValueDef | m.PermissionDef, unit: Unit) -> int:
    """How many nodes stand in place of a call, those in place of calls in it included: a few values that read each
    other several times could become endless code."""
    known = unit.written_out.get(ref)
    if known is not None:
        return known
    unit.written_out[ref] = 1  # while it is measured, against cycles
    body = in_place(ref, unit)
    total = 0
    for x in descend(body) if body is not None else ():
        total += 1
        if isinstance(x, n.Call) and isinstance(x.ref, (m.ValueDef, m.PermissionDef)):
            more = written_out(x.ref, unit)
            total += more if more <= LARGEST else 0
    unit.written_out[ref] = total
    return total
