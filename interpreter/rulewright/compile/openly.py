"""Which groups of carriers (of a keyword, of a sheet) are in force only where everybody sees them.

What a player does not know of such a group cannot matter to an explanation: a hidden card of it does nothing.
"""

from __future__ import annotations

from rulewright.check import model as m
from rulewright.check.in_force import in_force
from rulewright.compile.context import Unit
from rulewright.compile.expressions import conjuncts
from rulewright.effects import nodes as n


def shown_groups(unit: Unit) -> tuple[int, ...]:
    """The numbers of these groups, ascending."""
    layout = unit.layout
    found = [layout.keyword_group[id(one)] for one in layout.pack.keywords.values() if _shown(one.holder, unit)]
    found += [
        layout.sheet_group[id(one)]
        for one in layout.sheets
        if id(one) in layout.sheet_group and _shown(one.holder, unit)
    ]
    return tuple(sorted(found))


def _shown(holder: m.Holder | None, unit: Unit) -> bool:
    if holder is None:
        return False
    if holder.active is not None:
        return _in_the_open(holder.active, holder.self_var)
    cases = in_force(holder, unit.listed)
    return bool(cases) and all(
        one.active is not None and _in_the_open(one.active, _self_of(one.active, one.sheet, one.kind)) for one in cases
    )


def _self_of(active: n.Expr, sheet: m.SheetDef | None, kind: m.KindDef) -> m.Variable | None:
    if sheet is not None and sheet.holder is not None and sheet.holder.active is active:
        return sheet.holder.self_var
    return kind.self_var


def _in_the_open(condition: n.Expr, self_var: m.Variable | None) -> bool:
    """Whether a condition holds only of what stands on the board or lies in a zone that everybody sees."""
    return any(_says_where(one, self_var) for one in conjuncts(condition))


def _says_where(e: n.Expr, self_var: m.Variable | None) -> bool:
    match e:
        case n.Binary(op="or"):
            return _in_the_open(e.left, self_var) and _in_the_open(e.right, self_var)
        case n.In(negated=False, right=n.Name(ref=m.ZoneDef() as zone) | n.Call(ref=m.ZoneDef() as zone)):
            return zone.seen_by == "all" and _is_self(e.left, self_var)
        case n.Is(negated=False, ref=("builtin", m.BuiltinDef(id="placed"))):
            return _is_self(e.left, self_var)
    return False


def _is_self(e: n.Expr, self_var: m.Variable | None) -> bool:
    return isinstance(e, n.Name) and self_var is not None and e.ref is self_var
