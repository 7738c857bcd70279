"""Reads the ranges of printed numbers, and checks the numbers on sheets against them.

Separate because kinds declare ranges and sheets break them, and neither has to know how the other is read.
"""
from __future__ import annotations

from rulewright.amounts import written
from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.declaring import Declaring
from rulewright.check.origins import suspects_of
from rulewright.check.subtyping import amount
from rulewright.effects import nodes as n
from rulewright.source import Span


def fill_range(d: Declaring, attribute: m.Attribute, text: n.RangeText, owner: m.Definition) -> None:
    """The bounds of the numbers of a printed field; other types have no range."""
    type_ = t.some(attribute.type)
    if type_.tag != "number":
        if type_.tag != "unknown":
            d.error("RW457", f"{attribute.type} cannot have a range: only numbers can", text.span, owner,
                    "remove it")
        return
    ends: list[int | None] = []
    for end in (text.least, text.most):
        number = _number(end)
        if number is not None and number[1] != type_.name:
            span = end.span if end else text.span
            meant = amount(n.Number(span, number[0], number[1] or None), type_.name)
            d.error("RW457", f"the range of '{attribute.id}' has another unit", span, owner, f"write `{meant}`")
            return
        ends.append(None if number is None else number[0])
    least, most = ends
    if least is not None and most is not None and least > most:
        d.error("RW457", f"the range of '{attribute.id}' is empty", text.span, owner,
                "write the smaller number first")
        return
    attribute.least, attribute.most = least, most
    starts = None if attribute.starts is None else _number(attribute.starts)
    if starts is not None:
        refuse_outside(d, attribute, starts[0], attribute.starts.span if attribute.starts else None, owner)


def refuse_range(d: Declaring, field: n.FieldType, owner: m.Definition | None) -> None:
    """Report a range on a field that is not printed."""
    if field.range is not None:
        d.error("RW457", "only printed fields can have a range", field.range.span, owner,
                "remove it; bound the number where an event sets it: `least(x, 10)`")


def refuse_outside(d: Declaring, attribute: m.Attribute, value: object, span: Span | None,
                   owner: m.Definition) -> None:
    """Report a number outside the range of its field."""
    if not isinstance(value, int) or isinstance(value, bool):
        return
    below = attribute.least is not None and value < attribute.least
    if not below and (attribute.most is None or value <= attribute.most):
        return
    unit = t.some(attribute.type).name
    least, most = (None if end is None else written(end, unit) for end in (attribute.least, attribute.most))
    words = f"at most {most}" if least is None else f"at least {least}" if most is None else f"from {least} to {most}"
    related = [(attribute.span, "the field")]
    d.error("RW458", f"'{attribute.id}' is {words}, not {written(value, unit)}", span, owner, None, related,
            suspects=suspects_of({}, owner, attribute))


def _number(node: n.Expr | None) -> tuple[int, str] | None:
    """A number, possibly negative, with its unit ("" for none)."""
    match node:
        case n.Number():
            return node.value, node.unit or ""
        case n.Unary(op="-", operand=n.Number() as number):
            return -number.value, number.unit or ""
    return None
