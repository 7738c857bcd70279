"""The printed values of sheets as plain data, with the defaults of the kind for fields that a sheet does not fill.

Separate because sheets must be data in the program: none of it is computed during play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.check import model as m
from rulewright.check.types import Type
from rulewright.compile.layout import Layout, has_codes, initial
from rulewright.compile.own_parts import is_part
from rulewright.effects import nodes as n
from rulewright.shapes import code_order
from rulewright.space.forms import FORMS


class NotConstant(Exception):
    """A `starts` or `size` that is not constant over printed fields: `node` is the part that is not."""

    def __init__(self, node: n.Expr) -> None:
        super().__init__()
        self.node = node


_SILENT = object()


@dataclass(slots=True)
class Printed:
    """The printed fields of the sheets of one kind: by column the field, its default in the kind, and its value without
    one; and the expression of the size, or None."""

    fields: list[tuple[int, str, n.Expr | None, Any]]
    size: n.Expr | None


def printed_of(kind: m.KindDef, layout: Layout) -> Printed:
    """The printed fields of a kind, its parents' first."""
    fields = [
        (layout.column_of[a], a.id, a.starts, initial(a.type, layout.pack))
        for one in reversed(kind.lineage)
        for a in one.attributes.values()
        if a.storage == "printed"
    ]
    return Printed(fields, next((one.size for one in kind.lineage if one.size is not None), None))


def printed_values(sheet: m.SheetDef, printed: Printed, layout: Layout) -> tuple[dict[int, Any], dict[int, Any]]:
    """Values by column, and by column the numbers of own parts that a field names (one, or a tuple)."""
    values: dict[int, Any] = {}
    own: dict[int, Any] = {}
    said = sheet.printed
    for column, name, starts, silent in printed.fields:
        value = said.get(name, _SILENT)
        if value is _SILENT:
            value = silent if starts is None else fold(starts, sheet, layout)
        if type(value) is int:
            values[column] = value
            continue
        parts = _own_parts(value)
        if parts is not None:
            own[column] = parts
            value = silent
        values[column] = _plain(value, layout)
    return values, own


def _own_parts(value: Any) -> Any:
    if is_part(value):
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


def fold(e: n.Expr, sheet: m.SheetDef | None, layout: Layout) -> Any:
    """The value of an expression over printed fields of a sheet; without a sheet, the expression must read none."""
    match e:
        case n.Number():
            return e.value
        case n.Truth():
            return e.value
        case n.Nothing():
            return None
        case n.Unary(op="-"):
            return -fold(e.operand, sheet, layout)
        case n.Name(ref=m.BuiltinDef(id=name)) if name in FORMS[layout.pack.board].directions:
            return FORMS[layout.pack.board].directions.index(name)
        case n.Name(ref=m.EnumMember() as member):
            return member.value
        case n.Name(ref=m.DieDef() as die) if die.id not in layout.pack.dice:
            return -len(die.faces)
        case n.Name(ref=m.SheetDef() | m.MapDef() | m.DieDef() as named):
            return layout.of(named)
        case n.SetOf():
            codes = has_codes(e.type) if e.type is not None else False
            found = {fold(item, sheet, layout) for item in e.items}
            return tuple(sorted(found, key=code_order if codes else None))
        case n.Attr(target=n.Name(ref=m.Variable(role="self")), ref=m.Attribute(storage="printed") as attribute) if (
            sheet is not None
        ):
            if attribute.id in sheet.printed:
                return _plain(sheet.printed[attribute.id], layout)
            if attribute.starts is not None:
                return fold(attribute.starts, sheet, layout)
            return initial(attribute.type, layout.pack)
        case n.Binary(op="+" | "-" | "*" | "/"):
            return _reckoned(e.op, fold(e.left, sheet, layout), fold(e.right, sheet, layout), e.type)
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


def _reckoned(op: str, left: Any, right: Any, type_: Type) -> Any:
    """The result that play computes for two numbers, sets or lists (`play.bounds`, `play.helpers`)."""
    if type_.tag == "set" and op == "+":
        return tuple(sorted({*left, *right}, key=code_order if has_codes(type_) else None))
    if type_.tag in ("set", "list"):
        return left + right if op == "+" else tuple([one for one in left if one not in right])
    if op == "/":
        return left // right if right else 0
    return left + right if op == "+" else left - right if op == "-" else left * right


def size_of(sheet: m.SheetDef, printed: Printed, layout: Layout) -> int:
    """Its size in cells; 0 if it stands on edges, where it covers none."""
    if sheet.kind.placed == "edge":
        return 0
    return 1 if printed.size is None else int(fold(printed.size, sheet, layout))
