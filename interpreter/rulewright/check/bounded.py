"""Finds comparisons that the range of a number decides: a printed field that is never below 1, a die with twenty faces.

Separate because only this check considers the possible values of a number, rather than other conditions.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulewright.amounts import written
from rulewright.check import model as m
from rulewright.check.trees import Text
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import MIRRORED


class Ends(NamedTuple):
    """The least and the greatest possible value of a number (None: unbounded), and its name and unit for messages."""

    least: int | None
    most: int | None
    what: str
    unit: str = ""


class Decided(NamedTuple):
    """Whether a comparison is always true or always false, and why."""

    holds: bool
    why: str


def thrown(text: Text) -> Mapping[m.Variable, Ends]:
    """The range of each local that holds one die roll and is never set again: the faces of the die."""
    found: dict[m.Variable, Ends] = {}
    for node in text.nodes:
        match node:
            case n.Let(ref=m.Variable() as local, value=n.Roll(times=None, die=n.Name(ref=m.DieDef() as die))):
                if die.face.tag == "number" and die.faces:
                    found[local] = Ends(min(die.faces), max(die.faces), f"a {die.id}")
    for node in text.nodes:
        match node:
            case n.Set(target=n.Name(ref=m.Variable() as local)):
                found.pop(local, None)
    return found


def decided(node: n.Expr, locals_: Mapping[m.Variable, Ends]) -> Decided | None:
    """The result that the range of one side implies for a comparison with a number; None if it implies none."""
    op: str
    match node:
        case n.Binary(op="<" | "<=" | ">" | ">=", left=left, right=right):
            op, negated = node.op, False
        case n.Is(ref=("equal", _), left=left, right=right, negated=negated):
            op = "is"
        case _:
            return None
    value = _value(right)
    if value is None:
        left, right, op = right, left, MIRRORED[op]
        value = _value(right)
    ends = _ends(left, locals_) if value is not None else None
    if ends is None or value is None:
        return None
    holds = _holds(op, ends, value)
    return None if holds is None else Decided(holds is not negated, _words(ends))


def _value(node: n.Expr) -> int | None:
    match node:
        case n.Number():
            return node.value
        case n.Unary(op="-", operand=n.Number() as number):
            return -number.value
    return None


def _ends(node: n.Expr, locals_: Mapping[m.Variable, Ends]) -> Ends | None:
    match node:
        case n.Name(ref=m.Variable() as local):
            return locals_.get(local)
        case n.Attr(ref=m.Attribute(storage="printed", least=least, most=most) as field):
            if (least is None and most is None) or field.type.tag != "number":
                return None
            return Ends(least, most, f"'{field.id}'", field.type.name)
    return None


def _holds(op: str, ends: Ends, value: int) -> bool | None:
    """Whether `x OP value` is true for every x in the range (true) or for none (false); None if it depends on x."""
    least, most = ends.least, ends.most
    below = most is not None and most < value
    above = least is not None and least > value
    match op:
        case "is":
            return False if below or above else None
        case "<":
            return True if below else False if least is not None and least >= value else None
        case "<=":
            return True if most is not None and most <= value else False if above else None
        case ">":
            return True if above else False if most is not None and most <= value else None
    return True if least is not None and least >= value else False if below else None


def _words(ends: Ends) -> str:
    least, most = (None if one is None else written(one, ends.unit) for one in (ends.least, ends.most))
    words = f"at most {most}" if least is None else f"at least {least}" if most is None else f"from {least} to {most}"
    return f"{ends.what} is {words}"
