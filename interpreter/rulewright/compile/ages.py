"""The order of age (docs/language.md section 6): orders contributions to `last` and `each`, and reactions, by stamp.

Separate because values, explanations and reactions use the same order, and most packs need no stamps: the numbers of
their entities already have the order of age.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.check.builtins import does_of
from rulewright.compile import pyast as py
from rulewright.compile.analysis import reactions_of
from rulewright.compile.context import Context, Unit
from rulewright.compile.having import status_holder
from rulewright.compile.sentences import by_instance
from rulewright.merges import MERGES


def resets(unit: Unit) -> bool:
    """Whether some block resets an entity: then numbers do not show the age."""
    return any(does_of(x).resets for x in unit.nodes)


def by_age(step: m.StepDef, mine: list[m.SentenceDef], unit: Unit) -> bool:
    """Whether the contributions to a step must be sorted: several definitions contribute and at least one of them has a
    holder, or entities may be older than their numbers show."""
    if not MERGES[step.merge].ordered:
        return False
    held = [s for s in mine if is_held(s.holder)]
    if len(mine) < 2:
        ways = _ways(held[0].holder, unit) if held else set()
        return len(ways) > 1 or ("thing" in ways and unit.resets)
    return bool(held)


def is_held(holder: m.Holder) -> bool:
    """Whether it has a holder: areas, and rules without `for`, come before everything that has one."""
    return holder.kind != "area" and (holder.kind != "rule" or holder.binder is not None)


def needs_stamps(pack: m.PackDef, unit: Unit, heard: dict[tuple[int, str], list[int]]) -> bool:
    """Whether entities keep the stamp of their beginning: some are compared with statuses, or reset."""
    if unit.resets:
        return True
    holders = [r.holder for r in reactions_of(pack)]
    if any(_mixed([holders[i] for i in numbers], unit) for numbers in heard.values()):
        return True
    return any(
        by_age(step, mine, unit) and _mixed([s.holder for s in mine], unit)
        for value in pack.values.values()
        for step in value.steps
        if (mine := [s for s in unit.value_parts.get(value, ()) if s.step == step.name])
    )


def _mixed(holders: list[m.Holder], unit: Unit) -> bool:
    return len({way for one in holders for way in _ways(one, unit)}) > 1


def _ways(holder: m.Holder, unit: Unit) -> set[str]:
    """Whether it is held by instances of a status, or by entities."""
    if not is_held(holder):
        return set()
    route = unit.route(holder.definition) if isinstance(holder.definition, m.StatusDef) else "listed"
    return {"instance"} if route == "given" else {"thing"} if route == "listed" else {"instance", "thing"}


def stamp(holder: m.Holder, k: Context) -> ast.expr:
    """A sort key for when the holder that `k` represents came to hold it: no holder first, then what exists from the
    beginning, then instances of statuses and entities by their stamps. A status given before an entity was made never
    has a greater stamp, and comes first."""
    definition = holder.definition
    if not is_held(holder):
        return py.const((0, 0, 0))
    route = k.unit.route(definition) if isinstance(definition, m.StatusDef) else ""
    if route == "both":
        assert holder.self_var is not None
        x = k.look_up(holder.self_var)
        of_thing = holder.self_var.type.tag in ("entity", "union")
        old = py.expr("age_of(m, _x)" if of_thing else "(0, 1, _x)", _x=x)
        return py.expr("(row[R_GIVEN], 0, 0) if row[R_GIVEN] else _o", _o=old)
    if isinstance(definition, m.StatusDef) and route == "given":
        if by_instance(definition, k):
            return py.expr("(row[R_GIVEN], 0, 0)")
        number, kind = py.const(k.unit.layout.of(definition)), status_holder(definition)
        if kind == "match":
            return py.expr("(m.by_status[_s][0], 0, 0)", _s=number)
        assert holder.self_var is not None
        held = {"_s": number, "_k": py.const(kind), "_x": k.look_up(holder.self_var)}
        return py.expr("(m.held[_s, holder_key(_k, _x)][0], 0, 0)", **held)
    assert holder.self_var is not None
    x = k.look_up(holder.self_var)
    if holder.self_var.type.tag in ("entity", "union"):
        return py.expr("age_of(m, _x)", _x=x)
    return py.expr("(0, 1, _x)", _x=x)
