"""Decides which conditions on several entities may be tested while only some of them are at their final places.

A condition *lasts* if, once it is false, it stays false however the rest is laid: so a search may stop there. It
*grows* if, once it is true, it stays true however the rest is laid. `no k in S where overlapping(k, m)` lasts, as
`overlapping(k, m)` grows; `some k in S where k within 2 inches of m` grows and does not last: the neighbour may come
later.

Separate because this makes no code. A condition that is not known to last is tested only on the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.types import some
from rulewright.compile.context import Unit
from rulewright.compile.following import default_of
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.comparisons import MIRRORED
from rulewright.effects.walk import descend

Things = frozenset[m.Variable]
_Asked = Callable[[n.Expr, Things, Unit, int], bool]


def lasts(e: n.Expr, new: Things, unit: Unit, deep: int = 0) -> bool:
    """Whether a condition that is false now is false in the end. `new`: names of the entity that is laid last."""
    e = variants.expression(e)
    match e:
        case n.Binary(op="and" | "or"):
            return lasts(e.left, new, unit, deep) and lasts(e.right, new, unit, deep)
        case n.Unary(op="not"):
            return grows(e.operand, new, unit, deep)
        case n.Quantified(kind="no"):
            return _is_fixed(e.binding.source) and (e.where is None or grows(e.where, new, unit, deep))
        case n.Quantified(kind="every"):
            where = e.where is None or grows(e.where, new, unit, deep)
            return _is_fixed(e.binding.source) and where and e.has is not None and lasts(e.has, new, unit, deep)
        case n.Call(ref=m.BuiltinDef(id="disjoint")):
            return True
        case n.Call() if row_of(e).contact:
            return all(_is_there(arg, new) for arg in e.args)
        case n.Within():
            return _is_there(e.left, new) and _is_there(e.right, new)
        case n.Binary(op="<" | "<=" | ">" | ">=") if (measured := _measured(e)) is not None:
            return measured.far or measured.there(new)
        case n.Is(ref=("builtin", m.BuiltinDef(id="placed"))):
            return e.negated
        case n.Call(ref=m.PermissionDef() as ref):
            return _through(ref, e.args, new, unit, deep, lasts)
    return is_settled(e, new)


def grows(e: n.Expr, new: Things, unit: Unit, deep: int = 0) -> bool:
    """Whether a condition that is true now is true in the end."""
    e = variants.expression(e)
    match e:
        case n.Binary(op="and" | "or"):
            return grows(e.left, new, unit, deep) and grows(e.right, new, unit, deep)
        case n.Unary(op="not"):
            return lasts(e.operand, new, unit, deep)
        case n.Quantified(kind="some"):
            return _is_fixed(e.binding.source) and (e.where is None or grows(e.where, new, unit, deep))
        case n.Call() if row_of(e).contact:
            return True  # an entity that stands nowhere has no such relation to anything
        case n.Within():
            return True
        case n.Binary(op="<" | "<=" | ">" | ">=") if (measured := _measured(e)) is not None:
            return not measured.far or measured.there(new)
        case n.Is(ref=("builtin", m.BuiltinDef(id="placed"))):
            return not e.negated
        case n.Call(ref=m.PermissionDef() as ref):
            return _through(ref, e.args, new, unit, deep, grows)
    return is_settled(e, new)


def is_settled(e: n.Expr, new: Things) -> bool:
    """Whether an expression has the same value wherever the entities that are not yet laid will stand."""
    return all(_is_settled(node, new) for node in descend(e))


def _through(ref: m.PermissionDef, args: tuple[n.Expr, ...], new: Things, unit: Unit, deep: int, asked: _Asked
             ) -> bool:  # fmt: skip
    """The same for the body of a permission."""
    body = default_of(ref, deep, unit)
    names = frozenset(
        variable for variable, arg in zip(ref.params, args, strict=True) if isinstance(arg, n.Name) and arg.ref in new
    )
    return body is not None and asked(body, names, unit, deep + 1)


@dataclass(frozen=True, slots=True)
class _Measured:
    """A distance that is compared with a length: between what, and whether it must be large."""

    ends: tuple[n.Expr, ...]
    far: bool

    def there(self, new: Things) -> bool:
        return all(_is_there(end, new) for end in self.ends)


def _measured(e: n.Binary) -> _Measured | None:
    """`distance(a, b) < length` and similar, for a length that does not depend on where entities stand."""
    for one, other, op in ((e.left, e.right, e.op), (e.right, e.left, MIRRORED[e.op])):
        if isinstance(one, n.Call) and isinstance(one.ref, m.BuiltinDef) and one.ref.id == "distance":
            return _Measured(one.args, op in (">", ">=")) if is_settled(other, frozenset()) else None
    return None


def _is_there(e: n.Expr, new: Things) -> bool:
    """Whether something is at its final place: the new entity, a place, or an area."""
    if isinstance(e, n.Name) and e.ref in new:
        return True
    if isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "footprint":
        return is_settled(e.args[1], new)
    of = some(e.type)
    held = of.args[0] if of.tag in ("set", "list") else of
    return held.tag == "place" and is_settled(e, new)


def _is_fixed(e: n.Expr) -> bool:
    """Whether a set does not depend on where entities stand: all of a kind, those of a value, a literal set."""
    found = (node.ref for node in descend(e) if isinstance(node, n.Call))
    return not any(isinstance(ref, (m.KindDef, m.BuiltinDef)) for ref in found)


def _is_settled(node: n.Node, new: Things) -> bool:
    match node:
        case n.Attr():
            if isinstance(node.ref, m.Attribute) and node.ref.storage == "place":
                return isinstance(node.target, n.Name) and node.target.ref in new
            return True
        case n.Call():
            if isinstance(node.ref, m.BuiltinDef):
                return _is_of_arguments(node)
            return isinstance(node.ref, m.ValueDef) and some(node.type).tag not in ("gap", "number", "outline")
        case n.Is():
            if node.ref is not None and node.ref[0] == "area":
                return _is_there(node.left, new)
            return node.ref is not None and node.ref[0] in ("equal", "kind", "sheet", "listed", "status")
        case n.Within() | n.Relation() | n.Can() | n.Supposing() | n.Quantified() | n.Comprehension():
            return False
        case _:
            return True


def _is_of_arguments(e: n.Call) -> bool:
    """Whether a builtin returns the same for the same arguments wherever entities stand."""
    row = row_of(e)
    if not row.reads.isdisjoint(("places", "borders", "zones")):
        return False
    held = [of.args[0] if (of := some(arg.type)).tag in ("set", "list") else of for arg in e.args]
    if any(one.tag == "zone" for one in held):
        return False
    return "board" not in row.reads or row.of_base or any(one.tag == "formation" for one in held) or not any(
        one.tag in ("entity", "union") for one in held)
