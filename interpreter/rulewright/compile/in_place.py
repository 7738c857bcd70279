"""Decides which values and permissions may be inlined where they are called, and how much code that would be.

Separate because both the code that inlines them and the bound on the code of a pack use it.
"""

from __future__ import annotations

from typing import Final

from rulewright.check import model as m
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

# The most nodes that may replace a call; the largest value in the shipped packs that is inlined has 175.
LARGEST: Final = 200
_NESTED: Final = 6  # values within values that are inlined


def in_place(ref: m.ValueDef | m.PermissionDef, unit: Unit) -> n.Expr | None:
    """The expression that may replace a call of a value or permission; None if it is always called."""
    if unit.value_parts.get(ref) or ref in unit.cached:
        return None
    if isinstance(ref, m.PermissionDef):
        return ref.normally
    return None if ref.rows or ref.steps else ref.start


def inlined(ref: m.ValueDef | m.PermissionDef, unit: Unit) -> n.Expr | None:
    """The expression that replaces a call here, if its arguments are simple; None within itself, if many others are
    being inlined, and if it is too large."""
    body = in_place(ref, unit)
    if body is None or ref in unit.inlined or len(unit.inlined) >= _NESTED or written_out(ref, unit) > LARGEST:
        return None
    return body


def written_out(ref: m.ValueDef | m.PermissionDef, unit: Unit) -> int:
    """How many nodes replace a call, including those that replace calls in it: a few values that read each other
    several times could become endless code."""
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
