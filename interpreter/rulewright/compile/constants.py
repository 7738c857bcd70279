"""Printed values of sheets as plain data, with what a kind gives where a sheet is silent.

A stage of its own because sheets must be data in the program: nothing of them is computed while playing.
"""

from __future__ import annotations

from typing import Any

from rulewright.check import model as m
from rulewright.compile.layout import Layout, ancestry, initial
from rulewright.effects import nodes as n


class NotConstant(Exception):
    """A `starts` or `size` that is no constant over printed fields: `node` is the offending part."""

    def __init__(self, node: n.Expr) -> None:
        super().__init__()
        self.node = node


def printed_values(sheet: m.SheetDef, layout: Layout) -> tuple[dict[int, Any], dict[int, Any]]:
    """Values by column, and by column the numbers of own parts that a field names (one, or a tuple)."""
    values: dict[int, Any] = {}
    own: dict[int, Any] = {}
    for kind in reversed(ancestry(sheet.kind)):
        for attribute in kind.attributes.values():
            if attribute.storage != "printed":
                continue
            column = layout.column_of[id(attribute)]
            if attribute.id in sheet.printed:
                value = sheet.printed[attribute.id]
            elif attribute.starts is not None:
                value = fold(attribute.starts, sheet, layout)
            else:
                value = initial(attribute.type, layout.pack)
            parts = _own_parts(value)
            if parts is not None:
                own[column] = parts
                value = initial(attribute.type, layout.pack)
            values[column] = _plain(value, layout)
    return values, own


def _own_parts(value: Any) -> Any:
    if isinstance(value, n.Name) and isinstance(value.ref, m.Variable) and value.ref.role == "part":
        return value.ref.index
    if isinstance(value, n.SetOf):
        return tuple(_own_parts(item) for item in value.items)
    return None


def _plain(value: Any, layout: Layout) -> Any:
    if isinstance(value, tuple):
        return tuple(_plain(v, layout) for v in value)
    if isinstance(value, n.Expr):
        raise NotConstant(value)
    if isinstance(value, m.EnumMember):
        return value.value
    if isinstance(value, m.Symbol):
        return layout.of(value)
    return value


def fold(e: n.Expr, sheet: m.SheetDef, layout: Layout) -> Any:
    """The value of an expression over printed fields of a sheet."""
    match e:
        case n.Number():
            return e.value
        case n.Truth():
            return e.value
        case n.Nothing():
            return None
        case n.Unary(op="-"):
            return -fold(e.operand, sheet, layout)
        case n.Name(ref=m.EnumMember() as member):
            return member.value
        case n.Name(ref=m.SheetDef() | m.MapDef() | m.DieDef() as named):
            return layout.of(named)
        case n.Name() if e.type is not None and e.type.tag == "die":
            return -int(e.name[1:])
        case n.SetOf():
            return tuple(sorted({fold(item, sheet, layout) for item in e.items}))
        case n.Attr(target=n.Name(ref=m.Variable(role="self")), ref=m.Attribute(storage="printed") as attribute):
            if attribute.id in sheet.printed:
                return _plain(sheet.printed[attribute.id], layout)
            if attribute.starts is not None:
                return fold(attribute.starts, sheet, layout)
            return initial(attribute.type, layout.pack)
        case n.Binary(op="+" | "-" | "*" | "/"):
            left, right = fold(e.left, sheet, layout), fold(e.right, sheet, layout)
            return {"+": left + right, "-": left - right, "*": left * right}.get(e.op, left // (right or 1))
        case n.IfElse():
            return fold(e.then if fold(e.condition, sheet, layout) else e.otherwise, sheet, layout)
        case n.Is(ref=("equal", _)):
            return (fold(e.left, sheet, layout) == fold(e.right, sheet, layout)) is not e.negated
        case n.Unary(op="not"):
            return not fold(e.operand, sheet, layout)
        case n.Binary(op="and"):
            return fold(e.left, sheet, layout) and fold(e.right, sheet, layout)
        case n.Binary(op="or"):
            return fold(e.left, sheet, layout) or fold(e.right, sheet, layout)
        case n.Binary(op="<" | "<=" | ">" | ">="):
            left, right = fold(e.left, sheet, layout), fold(e.right, sheet, layout)
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[e.op]
    raise NotConstant(e)


def size_of(sheet: m.SheetDef, layout: Layout) -> int:
    """How many cells wide it is."""
    for kind in ancestry(sheet.kind):
        if kind.size is not None:
            return int(fold(kind.size, sheet, layout))
    return 1
