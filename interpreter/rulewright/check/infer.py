"""Gives every expression its type: one rule for each kind of node.

Separate because it is the middle of the checker: names and heads have their types before it, statements and whole
blocks are checked with it after. A rule returns the node that it was given, or the node that replaces it.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rulewright.check import calls, equality, relations
from rulewright.check import types as t
from rulewright.check.facts import when_false, when_true, wherever
from rulewright.check.names import infer_name
from rulewright.check.operators import infer_binary, infer_unary
from rulewright.check.quantifiers import infer_comprehension, infer_quantified, named_in
from rulewright.check.standing import stands_at, who_stands
from rulewright.check.subtyping import a, holdable, item_of
from rulewright.check.types import Type
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from rulewright.check.text import Text

Rule = Callable[["Text", Any, Type | None], n.Expr]


def infer(text: Text, node: n.Expr, want: Type | None) -> n.Expr:
    """The expression with `type` and `ref` set, on itself and on all nodes below. `want` is the type that the context
    expects: it chooses among members of several enumerations and is not enforced here."""
    return _RULES[type(node)](text, node, want)


def _broken(text: Text, node: n.Broken, want: Type | None) -> n.Expr:
    node.type = t.UNKNOWN
    return node


def _number(text: Text, node: n.Number, want: Type | None) -> n.Expr:
    node.type = t.unit(node.unit) if node.unit else t.NUMBER
    return node


def _truth(text: Text, node: n.Truth, want: Type | None) -> n.Expr:
    node.type = t.YES_NO
    return node


def _nothing(text: Text, node: n.Nothing, want: Type | None) -> n.Expr:
    node.type = t.NONE
    return node


def _index(text: Text, node: n.Index, want: Type | None) -> n.Expr:
    node.target = text.expr(node.target)
    target: Type = node.target.type
    node.type = t.UNKNOWN
    if target.tag == "maybe":
        text.may_be_none(node.target)
        target = t.some(target)
    if target.tag == "per":
        node.key = text.wanted(node.key, target.args[1], "as the key")
        node.type = target.args[0]
        return node
    if target.tag == "list":
        node.key = text.wanted(node.key, t.NUMBER, "as the number of an entry")
        node.type = t.maybe(target.args[0])
        return node
    node.key = text.expr(node.key)
    if target.tag != "unknown":
        hint = "take one from a set with `first(..)` or `last(..)`" if item_of(target) is not None else None
        text.error("RW504", node.span, f"{a(target)} cannot be indexed: only lists and `T per K` can", hint)
    return node


def _if_else(text: Text, node: n.IfElse, want: Type | None) -> n.Expr:
    if node.written is not None:
        return text.expr(node.written, want)
    node.condition = text.wanted(node.condition, t.YES_NO, "as a condition")
    before = text.facts
    first_last = want is None and relations.waits(text, node.then)
    if first_last:
        node.otherwise = _branch(text, node.otherwise, node.condition, False, want)
        want = node.otherwise.type
    node.then = _branch(text, node.then, node.condition, True, want)
    if not first_last:
        wanted = want if want is not None else node.then.type
        node.otherwise = _branch(text, node.otherwise, node.condition, False, wanted)
    text.facts = before
    _same_shape(text, node, want)
    joined = joined_as(text, (node.then, node.otherwise), want)
    if joined is not None:
        node.then, node.otherwise = text.widened(node.then, joined), text.widened(node.otherwise, joined)
    if joined is None:
        one, other = node.then.type, node.otherwise.type
        if one.tag == other.tag == "number" and want is not None and want.tag == "number" and one.name != want.name:
            text.units(node.then, one, want if other.name == want.name else other, "as in the other branch")
        elif one.tag == other.tag == "number":
            text.units(node.otherwise, other, one, "as in the other branch")
        else:
            text.error("RW507", node.span, f"one branch is {a(one)}, the other is {a(other)}",
                       "make both the same type")
    node.type = joined if joined is not None else t.UNKNOWN
    return node


def joined_as(text: Text, several: Iterable[n.Expr], want: Type | None) -> Type | None:
    """The common type of expressions: the expected type, if it covers several kinds and all expressions match it."""
    fitting = text.world.fitting
    if want is not None and t.is_union(t.some(want)) and all(fitting.fits(one.type, want) for one in several):
        return want
    joined: Type | None = t.UNKNOWN
    for one in several:
        joined = None if joined is None else fitting.join(joined, one.type)
    return joined


def _let_in(text: Text, node: n.LetIn, want: Type | None) -> n.Expr:
    """`let x = a then b`. Nothing can happen in between, so what was tested stays tested."""
    node.value = text.expr(node.value)
    mark = text.mark()
    node.ref = named_in(text, node.name, node.value.type, node.value, node.span)
    node.body = text.expr(node.body, want)
    node.type = node.body.type
    text.back(mark)
    return node


def _branch(text: Text, node: n.Expr, condition: n.Expr, holds: bool, want: Type | None) -> n.Expr:
    before = text.facts
    text.learn(when_true(condition) if holds else when_false(condition))
    node = text.expr(node, want)
    text.facts = before
    return node


def _same_shape(text: Text, node: n.IfElse, want: Type | None) -> None:
    """If one branch is a set, a single value in the other becomes a set of one, and none the empty set, unless the
    expected type may be none."""
    if want is None or want.tag in ("set", "list", "none"):
        for branch, beside in ((node.then, node.otherwise), (node.otherwise, node.then)):
            several = want if want is not None and want.tag != "none" else beside.type
            if not isinstance(branch, n.Nothing) or several.tag not in ("set", "list"):
                continue
            empty = n.SetOf(branch.span, (), type=several)
            if branch is node.then:
                node.then = empty
            else:
                node.otherwise = empty
    one, other = node.then.type, node.otherwise.type
    if one.tag == "set" and item_of(other) is None and other.tag not in ("none", "maybe"):
        node.otherwise = text.fit(node.otherwise, one, "as in the other branch")
    elif other.tag == "set" and item_of(one) is None and one.tag not in ("none", "maybe"):
        node.then = text.fit(node.then, other, "as in the other branch")


def _set_of(text: Text, node: n.SetOf, want: Type | None) -> n.Expr:
    wanted = item_of(t.some(want)) if want is not None else None
    waiting = [relations.waits(text, one) for one in node.items]
    items = list(node.items)
    for position in sorted(range(len(items)), key=lambda i: waiting[i]):
        items[position] = text.expr(items[position], wanted)
        if wanted is None:
            wanted = items[position].type
    node.items = tuple(items)
    joined: Type | None = t.UNKNOWN
    suits = wanted is not None and all(text.world.fitting.fits(one.type, wanted) for one in items)
    whole = joined_as(text, items, wanted) if suits else None
    for one in items:
        if one.type.tag in ("maybe", "none"):
            _not_in_a_set(text, one)
            joined = t.UNKNOWN
            break
        if not holdable(one.type):
            hint = "join sets with `+`" if item_of(one.type) is not None else "use what it refers to: one of its fields"
            text.error("RW507", one.span, f"a set cannot hold {a(one.type)}", hint)
            joined = t.UNKNOWN
            break
        common = whole
        if common is None and joined is not None:
            common = text.world.fitting.join(joined, one.type) or text.world.fitting.unite(joined, one.type)
        if common is None:
            text.error("RW507", one.span, f"{a(one.type)} cannot be in a set with {a(joined or t.UNKNOWN)}",
                       "use elements of one type")
            joined = t.UNKNOWN
            break
        joined = common
    node.items = tuple(text.widened(one, joined or t.UNKNOWN) for one in items)
    listed = node.either and want is not None and t.some(want).tag == "list"
    node.type = t.list_of(joined or t.UNKNOWN) if listed else t.set_of(joined or t.UNKNOWN)
    return node


def _not_in_a_set(text: Text, node: n.Expr) -> None:
    if node.type.tag == "maybe":
        text.may_be_none(node)
    else:
        text.error("RW517", node.span, "a set cannot hold none")


def _can(text: Text, node: n.Can, want: Type | None) -> n.Expr:
    calls.event_call(text, node.call, node.despite, node.span)
    node.type = t.YES_NO
    return node


def _recast(text: Text, node: n.Recast, want: Type | None) -> n.Expr:
    """Types a node again, as written, that was typed before."""
    return text.expr(node.operand, want)


def _supposing(text: Text, node: n.Supposing, want: Type | None) -> n.Expr:
    node.who = who_stands(text, node.who, "as the one supposed to be elsewhere")
    node.place = stands_at(text, node.place, node.who.type, "as the place")
    before = text.facts  # nothing happens there: facts that do not depend on places still hold
    text.facts = wherever(before)
    node.body = text.expr(node.body, want)
    text.facts = before
    node.type = node.body.type
    return node


_RULES: dict[type[n.Node], Rule] = {
    n.Broken: _broken,
    n.Number: _number,
    n.Truth: _truth,
    n.Nothing: _nothing,
    n.Name: infer_name,
    n.Attr: calls.infer_member,
    n.Index: _index,
    n.Call: calls.infer_call,
    n.Unary: infer_unary,
    n.Binary: infer_binary,
    n.Is: equality.infer_is,
    n.Relation: relations.infer_relation,
    n.In: relations.infer_in,
    n.Within: relations.infer_within,
    n.IfElse: _if_else,
    n.LetIn: _let_in,
    n.Quantified: infer_quantified,
    n.Comprehension: infer_comprehension,
    n.SetOf: _set_of,
    n.Can: _can,
    n.Supposing: _supposing,
    n.Recast: _recast,
}
