"""Compiles the bare names of parts in a block of a sheet: they mean the parts that existed when the block began.

Separate because only `swap_sheet` makes a difference: after it the whole shows another sheet, with other parts, and a
block of the old one may still be running.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.compile.context import Unit
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend


def with_its_parts(body: n.Block, unit: Unit) -> n.Block:
    """The block, which begins by storing the parts that it names in locals; unchanged if no sheet is ever swapped."""
    named = {x.ref: x for s in body for x in descend(s) if is_part(x)}
    if not named or not any(does_of(x).swaps for x in unit.nodes):
        return body
    kept = []
    for variable, x in named.items():
        now = n.Name(x.span, x.name)
        now.ref, now.type = replace(variable), x.type  # the part of that number, which is not the local yet
        kept.append(n.Let(x.span, x.name, now, ref=variable))
    return (*kept, *body)


def is_part(x: object) -> TypeGuard[n.Name]:
    """Whether a node is the bare name of a part of the sheet of its block."""
    return isinstance(x, n.Name) and isinstance(x.ref, m.Variable) and x.ref.role == "part"
