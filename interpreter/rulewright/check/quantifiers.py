"""Types quantifiers, counts, sums and selections, with the variables that they bind.

Separate because loops, choices, offers and rules bind variables by the same few lines.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.facts import Facts, key, standing, when_true
from rulewright.check.no_set import no_set
from rulewright.check.openness import in_it, is_open, ways_on
from rulewright.check.ordered import wants_order
from rulewright.check.subtyping import a, holdable, item_of
from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.source import Span
from rulewright.space.forms import FORMS

if TYPE_CHECKING:
    from rulewright.check.text import Text


def bind(text: Text, binding: n.Binding, looked_for: bool = False, remedy: str | None = None) -> m.Variable:
    """Declares the variable of `x in source`; the source is read before it is in scope. `looked_for`: only one of its
    members is needed, so the source may be open; `remedy`: the hint if it is open and must not be."""
    binding.source = text.expr(binding.source)
    return bound(text, binding, source_item(text, binding.source, looked_for, remedy))


def bound(text: Text, binding: n.Binding, item: Type) -> m.Variable:
    """Declares the variable of a binding whose source has been read."""
    variable = _declared(text, binding.name, item, binding.source, binding.span)
    binding.ref = variable
    return variable


def named_in(text: Text, name: str, type_: Type, value: n.Expr, span: Span) -> m.Variable:
    """Declares the variable of `let x = a then b`; `value` has been read."""
    if type_.tag in ("none", "nothing"):
        text.error("RW516", value.span, f"the value of '{name}' cannot be distinguished from `none`",
                   "write it where it is needed")
        type_ = t.UNKNOWN
    return _declared(text, name, type_, value, span)


def _declared(text: Text, name: str, type_: Type, source: n.Expr, span: Span) -> m.Variable:
    variable = text.local(name, type_, span)
    hidden = text.names.get(name)
    if not text.is_word(name, span) and hidden is not None:
        related = [(hidden.span, "the other one")] if hidden.span is not None else []
        text.error("RW455", span, f"'{name}' is already in use: the outer one is hidden here", "choose another name",
                   related)
    text.world.origins[variable] = source
    text.declare(variable)
    return variable


def narrowed_item(text: Text, variable: m.Variable) -> Type:
    """The type of the elements that passed the test: `x is KIND` narrows it. Use it only where the test is known."""
    fact = text.facts.get(key(n.Name(variable.span, variable.id))) if variable.span is not None else None
    type_: Type = variable.type
    narrower = fact is not None and text.world.fitting.fits(fact.type, type_) and not t.is_recast(fact.type, type_)
    return fact.type if fact is not None and narrower else type_


def _standing(binding: n.Binding) -> Facts:
    """The facts about the elements that follow from the places where they are, as long as nothing happens."""
    source = binding.source
    found = isinstance(source, n.Call) and (isinstance(source.ref, m.KindDef) or (
        isinstance(source.ref, m.BuiltinDef) and source.name == "things_at"))
    return standing(n.Name(binding.span, binding.name)) if found else {}


def source_item(text: Text, source: n.Expr, looked_for: bool = False, remedy: str | None = None) -> Type:
    """The type of the elements of a set or list; anything else is reported, also an open set unless one of its members
    is looked for."""
    type_: Type = source.type
    if is_open(type_) and not looked_for:
        words = source.span.words
        held = in_it(type_, FORMS[text.world.pack.board].place)
        text.error("RW548", source.span, f"there is no list of {held}: this set can be tested but not iterated over",
                   remedy or ways_on(words, type_))
    item = item_of(t.some(type_))
    if type_.tag == "maybe" and item is not None:
        text.may_be_none(source)
    if item is None:
        text.error("RW508", source.span, f"expected a set or a list, found {a(type_)}", no_set(text, source),
                   suspects=text.suspects(source))
        return t.UNKNOWN
    return item


def infer_quantified(text: Text, node: n.Quantified, want: Type | None) -> n.Expr:
    """`some|no x in s where c`, `every x in s where c has d`."""
    node.type = t.YES_NO
    mark = text.mark()
    bind(text, node.binding, looked_for=node.kind != "every")
    if node.where is None and node.has is None and is_open(node.binding.source.type):
        node.where = n.Truth(node.span, True)  # any element found is enough
    text.learn(_standing(node.binding))
    node.where = text.condition(node.where)
    text.learn(when_true(node.where))
    if node.has is not None:
        node.has = text.wanted(node.has, t.YES_NO, "after `has`")
    text.back(mark)
    return node


def infer_comprehension(text: Text, node: n.Comprehension, want: Type | None) -> n.Expr:
    """`count sum least most all sorted`, with or without bound variables."""
    if not node.bindings:
        return _whole(text, node)
    mark = text.mark()
    variables = []
    for binding in node.bindings:
        variables.append(bind(text, binding))
        text.learn(_standing(binding))
    node.where = text.condition(node.where)
    text.learn(when_true(node.where))
    wanted = item_of(t.some(want)) if want is not None and node.kind in ("all", "sorted") else want
    item = narrowed_item(text, variables[0])
    if node.element is not None:
        node.element = text.expr(node.element, wanted)
        item = node.element.type
    for order in node.orders:
        order.key = text.expr(order.key)
        _orders(text, order.key)
    node.type = _result(text, node, item)
    found: n.Expr = node
    fact = text.facts.get(key(n.Name(node.bindings[0].span, node.bindings[0].name)))
    gathers = node.element is None and node.kind in ("all", "sorted")
    if gathers and fact is not None and fact.type == t.PLAYER and t.is_recast(item, fact.type):
        found = text.recast(node, Type(node.type.tag, "", (fact.type,)))
    text.back(mark)
    return found


def _whole(text: Text, node: n.Comprehension) -> n.Expr:
    """`count(s)`."""
    assert node.element is not None, "the grammar gives a comprehension a binding or an element"
    node.element = text.expr(node.element)
    source_item(text, node.element)
    node.type = t.NUMBER
    return node


def _result(text: Text, node: n.Comprehension, item: Type) -> Type:
    if node.kind == "count":
        return t.NUMBER
    if node.kind in ("all", "sorted"):
        return _collection(text, node, item)
    assert node.element is not None, "sum, least and most have an expression"
    if item.tag == "maybe":
        text.may_be_none(node.element)
        return t.some(item)
    if item.tag == "enum" and node.kind in ("least", "most"):  # the result is none if there is nothing: no member is 0
        wants_order(text, node.element, item)
        return t.maybe(item)
    if item.tag == "gap" and node.kind in ("least", "most"):
        return t.maybe(item)
    if item.tag not in ("number", "unknown"):
        also = "" if node.kind == "sum" else " or members of an `ordered` enumeration"
        text.error("RW507", node.element.span, f"`{node.kind}` expects numbers{also}, found {a(item)}")
        return t.UNKNOWN
    return item


def _collection(text: Text, node: n.Comprehension, item: Type) -> Type:
    if item.tag == "maybe" and node.element is not None:
        text.may_be_none(node.element)
        item = t.some(item)
    if not holdable(item) and node.element is not None:
        text.error("RW507", node.element.span, f"a set cannot hold {a(item)}",
                   "bind its members with a second `y in ..`" if item_of(item) is not None else
                   "use what it refers to: one of its fields")
        item = t.UNKNOWN
    return t.list_of(item) if node.kind == "sorted" else t.set_of(item)


def _orders(text: Text, key: n.Expr) -> None:
    type_: Type = key.type
    if type_.tag == "maybe":
        text.may_be_none(key)
    elif type_.tag == "enum":
        wants_order(text, key, type_)
    elif type_.tag not in ("number", "gap", "unknown"):
        words = key.span.words
        text.error("RW507", key.span, f"expected a number to order by, found {a(type_)}",
                   f"write `(if {words} then 1 else 0)`" if type_ == t.YES_NO else None)
