"""Types arithmetic, comparison and logic: matching units, joined sets, narrowing tests.

Separate because units are decided only here.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import types as t
from rulewright.check.facts import key, when_false, when_true
from rulewright.check.openness import in_it, is_whole
from rulewright.check.ordered import wants_order
from rulewright.check.relations import both
from rulewright.check.subtyping import a, amount, expected, item_of
from rulewright.check.types import Type
from rulewright.check.walk import copied, walk
from rulewright.diagnostics import Suspect
from rulewright.effects import nodes as n
from rulewright.source import Span

if TYPE_CHECKING:
    from rulewright.check.text import Text

_ARITHMETIC = ("+", "-", "*", "/")


def infer_unary(text: Text, node: n.Unary, want: Type | None) -> n.Expr:
    """`not x`, `-x`."""
    if node.op == "not":
        node.operand = text.wanted(node.operand, t.YES_NO, "after `not`")
        # If the operand cannot be negated, the expected type is unknown.
        node.type = t.YES_NO if text.world.fitting.fits(node.operand.type, t.YES_NO) else t.UNKNOWN
        return node
    node.operand = text.expr(node.operand, want)
    node.type = _number(text, node.operand, "after `-`")
    return node


def infer_binary(text: Text, node: n.Binary, want: Type | None) -> n.Expr:
    """`and or + - * / < <= > >=`."""
    if node.op in ("and", "or"):
        return _logic(text, node, want)
    if node.op in ("<", "<=", ">", ">="):
        return _order(text, node)
    if node.op in ("+", "-"):
        return _sum(text, node, want)
    return _product(text, node)


def _logic(text: Text, node: n.Binary, want: Type | None) -> n.Expr:
    node.type = t.YES_NO
    if node.op == "or" and isinstance(node.left, n.Binary) and node.left.op in _ARITHMETIC:
        last = node.left.right.span.words
        text.remedies[key(node.left.right)] = f"write `({last} or {node.right.span.words})`"
    node.left = text.expr(node.left, t.YES_NO)
    if node.op == "or" and key(node.left) in text.missed:  # what was reported once counts as tested from then on
        node.left.type = t.maybe(t.some(node.left.type))
    if node.op == "or" and node.left.type.tag == "maybe" and t.some(node.left.type) != t.YES_NO:
        return _default(text, node, want)
    if node.op == "or" and text.missed and any(
            isinstance(below, n.Expr) and key(below) in text.missed for below in walk(node.left)):
        # If a part of it may be none, this is reported: do not report that the whole may be none.
        node.right = text.expr(node.right, node.left.type)
        if t.some(node.right.type) != t.YES_NO:
            node.type = t.UNKNOWN
            return node
    elif node.op == "or" and t.some(node.left.type).tag not in ("yes_no", "unknown", "none"):
        node.right = text.expr(node.right, node.left.type)
        if t.some(node.right.type).tag not in ("yes_no", "unknown"):
            words = node.left.span.words
            text.error("RW512", node.left.span, f"'{words}' is never none, so what follows `or` is never used",
                       "remove the `or`, or write two conditions")
            node.type = t.UNKNOWN
            return node
    node.left = text.fit(node.left, t.YES_NO, f"left of `{node.op}`")
    before = text.facts
    # The right side of `and` is only evaluated if the left side is true; that of `or`, if it is false.
    text.learn(when_true(node.left) if node.op == "and" else when_false(node.left))
    node.right = text.wanted(node.right, t.YES_NO, f"right of `{node.op}`")
    text.facts = before
    return node


def _default(text: Text, node: n.Binary, want: Type | None) -> n.Expr:
    """`a or b` where a may be none and is not a condition: a, or b if a is none. `node.left` is already typed."""
    left, inner = node.left, t.some(node.left.type)
    right = text.expr(node.right, want if want is not None else inner)
    joined = text.world.fitting.join(inner, right.type)
    if want is not None and t.is_union(t.some(want)) and all(
            text.world.fitting.fits(one, want) for one in (inner, right.type)):
        joined = t.some(want) if right.type.tag != "maybe" else want
    if joined is None:
        text.error("RW507", node.span, f"`or` has {a(inner)}, or none, on its left, but {a(right.type)} on its right",
                   "replace none by a value of the same type")
    return _first_of(text, left, right, joined if joined is not None else t.UNKNOWN, node.span)


def _first_of(text: Text, left: n.Expr, right: n.Expr, type_: Type, span: Span) -> n.IfElse:
    """The tree of `left or right`. Each left side is tested and returned, so it is there twice: of `a or b or c` it is
    only a, followed by `b or c`, or a long row would be copied again and again."""
    if isinstance(left, n.IfElse) and left.default and isinstance(left.condition, n.Is):
        right = _first_of(text, left.otherwise, right, type_, span)
        left = left.condition.left
    left, right = text.widened(left, type_), text.widened(right, type_)
    there = n.Is(left.span, left, n.Nothing(left.span, type=t.NONE), True, type=t.YES_NO, ref=("equal", None))
    then = copied(left)
    then.type = t.some(left.type)
    return n.IfElse(span, there, then, right, True, type=type_)


def _order(text: Text, node: n.Binary) -> n.Expr:
    node.type = t.YES_NO
    node.left, node.right = both(text, node.left, node.right)
    one, other = node.left.type, node.right.type
    if "unknown" in (one.tag, other.tag):
        return node
    if _none_among(text, node, one, other):
        return node
    if one.tag == other.tag == "number":
        if one.name != other.name:
            _units(text, node, one, other)
    elif (one.tag == "gap" and _measures(text, other)) or (other.tag == "gap" and _measures(text, one)):
        pass
    elif one.tag == other.tag == "enum":
        _ordered(text, node, one, other)
    else:
        hint = "compare numbers, or members of an `ordered` enumeration"
        if {one.tag, other.tag} == {"gap", "number"}:
            written = [side for side in (node.left, node.right) if isinstance(side, n.Number)]
            length = amount(written[0], text.world.unit) if written else f"3 {text.world.unit}"
            hint = f"compare a gap with a length: `{length}`"
        for side, beside in ((node.left, other), (node.right, one)):
            item = item_of(side.type)
            if side.type.tag in ("set", "list") and item is not None and item.tag == beside.tag == "number":
                hint = f"write `sum(n for n in {side.span.words})` for their sum"
        text.error("RW507", node.span, f"{a(one)} and {a(other)} have no order", hint, suspects=_either(text, node))
    return node


def _measures(text: Text, type_: Type) -> bool:
    """Whether a gap can be compared with the type: a gap, or a length of the board."""
    return type_.tag == "gap" or type_ == t.unit(text.world.unit)


def _ordered(text: Text, node: n.Binary, one: Type, other: Type) -> None:
    enum = text.world.pack.enums.get(one.name)
    if one != other:
        text.error("RW505", node.span, f"{a(one)} cannot be compared with {a(other)}", suspects=_either(text, node))
    else:
        there = [(enum.span, "declared here")] if enum is not None and enum.span is not None else []
        wants_order(text, node, one, there)


def _sum(text: Text, node: n.Binary, want: Type | None) -> n.Expr:
    inner = want if want is not None and t.some(want).tag in ("set", "number") else None
    node.left = text.expr(node.left, inner)
    node.right = text.expr(node.right, node.left.type if inner is None else inner)
    one, other = node.left.type, node.right.type
    node.type = t.UNKNOWN
    if "unknown" in (one.tag, other.tag):
        known = one if other.tag == "unknown" else other
        node.type = known if known.tag in ("number", "set") else t.UNKNOWN
        return node
    if _none_among(text, node, one, other):
        return node
    if one.tag == "set" or other.tag == "set":
        _sets(text, node, want)
    elif one.tag != "number" or other.tag != "number":
        verb = "added to" if node.op == "+" else "taken from"
        first, second = (other, one)
        hint = "use numbers of one unit, or sets"
        if "gap" in (one.tag, other.tag):
            hint = "write `rounded_up(..)` to make a gap a number of inches"
        text.error("RW507", node.span, f"{a(first)} cannot be {verb} {a(second)}", hint, suspects=_either(text, node))
    elif one.name != other.name:
        _units(text, node, one, other)
    else:
        node.type = one
    return node


def _sets(text: Text, node: n.Binary, want: Type | None) -> None:
    """Union and difference; a single value on one side is a set of one."""
    if node.left.type.tag != "set":
        node.left = _as_set(node.left, node.right.type)
    if node.right.type.tag != "set":
        node.right = _as_set(node.right, node.left.type)
    one, other = node.left.type, node.right.type
    if is_whole(one) or is_whole(other):
        whole = one if is_whole(one) else other
        text.error("RW548", node.span, f"there is no list of {in_it(whole)}, so such sets cannot be joined",
                   "test each of them: `{0} in S or {0} in T`".format(whole.args[0].tag[0]))
        node.type = t.UNKNOWN
        return
    if node.op == "-":
        node.type = one
        if not text.world.fitting.comparable(one, other):
            text.error("RW507", node.span, f"{a(other)} contains nothing to take from {a(one)}",
                       _joined(node.left, node.right), suspects=_either(text, node))
        elif t.is_recast(one, other) and t.some(one.args[0]).tag == "union":
            node.right = text.widened(node.right, one)
        elif t.is_recast(one, other):
            node.right = n.Recast(node.right.span, node.right, type=one)
        return
    fits, several = text.world.fitting.fits, want is not None and t.is_union(item_of(t.some(want)) or t.UNKNOWN)
    if want is not None and several and fits(one, want) and fits(other, want):
        joined: Type | None = t.some(want)
    else:
        joined = text.world.fitting.join(one, other)
        if joined is None or joined == t.set_of(t.ENTITY):  # no kind covers both
            joined = text.world.fitting.unite(one, other)
    if joined is None:
        text.error("RW507", node.span, f"{a(one)} and {a(other)} cannot be joined",
                   _joined(node.left, node.right), suspects=_either(text, node))
    else:
        node.left, node.right = text.widened(node.left, joined), text.widened(node.right, joined)
    node.type = joined or t.UNKNOWN


def _joined(left: n.Expr, right: n.Expr) -> str | None:
    """The probable meaning of a sum or a difference of sets of different things: their places, or their number."""
    one, other = t.some(left.type.args[0]), t.some(right.type.args[0])
    for side, own, beside in ((left, one, other), (right, other, one)):
        words = side.span.words
        if own.tag == "entity" and beside.tag == "place":
            return f"use their places: `cells of {words}`"
        if own.tag != "number" and beside.tag == "number" and not isinstance(side, n.SetOf):
            return f"use their number: `size({words})`"
    return None


def _as_set(node: n.Expr, other: Type) -> n.SetOf:
    """A single value as a set of one, none as an empty set of the other's type."""
    if isinstance(node, n.Nothing):
        return n.SetOf(node.span, (), type=other)
    return n.SetOf(node.span, (node,), type=t.set_of(node.type))


def _product(text: Text, node: n.Binary) -> n.Expr:
    node.left, node.right = text.expr(node.left), text.expr(node.right)
    one, other = node.left.type, node.right.type
    node.type = t.UNKNOWN
    if "unknown" in (one.tag, other.tag) or _none_among(text, node, one, other):
        return node
    if one.tag != "number" or other.tag != "number":
        wrong = node.left if one.tag != "number" else node.right
        text.error("RW507", wrong.span, f"expected a number next to `{node.op}`, found {a(wrong.type)}",
                   suspects=text.suspects(wrong, t.NUMBER))
    elif node.op == "*":
        if one.name and other.name:
            text.error("RW502", node.span, f"{one} times {other} has no meaning", "make one of the two a plain number")
        else:
            node.type = one if one.name else other
    elif other.name and one.name != other.name:
        parts = "write parts of an inch as decimals: `0.5 inches`" if not one.name and other.name == "inches" else None
        text.error("RW502", node.span, f"{'a plain number' if not one.name else one} divided by {other} has no meaning",
                   parts)
    else:
        node.type = t.NUMBER if other.name else one
    return node


def _units(text: Text, node: n.Binary, one: Type, other: Type) -> None:
    """Reports the literal as the one to change; without a literal, the right side."""
    wrong = node.left if isinstance(node.left, n.Number) and not isinstance(node.right, n.Number) else node.right
    actual, want = (one, other) if wrong is node.left else (other, one)
    text.units(wrong, actual, want, f"next to `{node.op}`", node.left if wrong is node.right else node.right)


def _either(text: Text, node: n.Binary) -> tuple[Suspect, ...]:
    """The suspects if one of the two sides has the wrong type."""
    one, other = _single(node.left), _single(node.right)
    return (*text.suspects(one, other.type), *text.suspects(other, one.type))


def _single(node: n.Expr) -> n.Expr:
    """The element of a set of one."""
    return node.items[0] if isinstance(node, n.SetOf) and len(node.items) == 1 else node


def _none_among(text: Text, node: n.Binary, one: Type, other: Type) -> bool:
    for side, type_ in ((node.left, one), (node.right, other)):
        if type_.tag == "maybe":
            text.may_be_none(side)
            return True
    return False


def _number(text: Text, node: n.Expr, what: str) -> Type:
    type_: Type = node.type
    if type_.tag in ("number", "unknown"):
        return type_
    if type_.tag == "maybe":
        text.may_be_none(node)
        return type_.args[0]
    words = " of one of them" if item_of(type_) is not None else ""
    text.error("RW507", node.span, expected(f"a number{words}", what, a(type_)),
               suspects=text.suspects(node, t.NUMBER))
    return t.UNKNOWN
