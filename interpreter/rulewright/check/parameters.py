"""Converts parsed parameters and results to typed variables.

Separate because heads have them, and also the formulas and texts that kinds declare.
"""
from __future__ import annotations

from collections.abc import Sequence

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring, variable
from rulewright.check.scope import NO_VARIABLES
from rulewright.check.type_names import TYPE_WORDS, is_type, lasting, resolve
from rulewright.effects import nodes as n


def variables(d: Declaring, params: tuple[n.Param, ...], owner: m.Definition, role: m.Role,
              before: Sequence[m.Variable] = (), of: str = "", kept: bool = False) -> list[m.Variable]:
    """The variables of a head, numbered after those in `before`. One with a duplicate name is kept, because its
    position counts. `of` says whose they are, if not the owner's, `kept` that a match stores their values."""
    made: list[m.Variable] = []
    for param in params:
        if is_lone_name(d, param):  # reported
            made.append(variable(param.type.name, param.span, t.UNKNOWN, role, len(before) + len(made)))
            continue
        type_ = resolve(d, param.type, owner, swapped=param.name)
        if kept:
            type_ = lasting(d, param.type, type_, owner, f"'{param.name}'")
        twin = next((one for one in (*before, *made) if one.id == param.name and param.name), None)
        if twin is not None:
            d.error("RW412", f"{of or owner.title} has two parameters or results '{param.name}'", param.span, owner,
                    None, [(twin.span, "the other one")])
        elif param.name in NO_VARIABLES:
            d.error("RW403", f"'{param.name}' is a word of the language and cannot be a parameter", param.span, owner,
                    "choose another name")
        # If type and name are swapped, code uses the name that was meant.
        swapped = type_.tag == "unknown" and is_type(d, param.name) and not d.is_missed(param.type.name)
        name = param.type.name if swapped and param.type.name else param.name
        made.append(variable(name, param.span, type_, role, len(before) + len(made)))
    return made


def is_lone_name(d: Declaring, param: n.Param) -> bool:
    """Whether it is a result that has a name but no type."""
    name, pack = param.type.name, d.pack
    return not param.name and param.span.text == name and not (
        is_type(d, name) or name in TYPE_WORDS or name in pack.events or name in pack.classes or name in pack.statuses)
