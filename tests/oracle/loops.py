"""Quantifiers and comprehensions (docs/language.md section 4, In brackets)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.oracle import expressions
from tests.oracle.scope import Scope
from tests.oracle.things import ordered

from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from tests.oracle.world import World


def quantified(w: World, e: n.Quantified, s: Scope) -> bool:
    """`some`, `no`, `every`."""
    for one in expressions.walked(w, e.binding.source, s):
        s.bound[e.binding.ref] = one
        if e.where is not None and not expressions.evaluate(w, e.where, s):
            continue
        if e.kind == "some":
            return True
        if e.kind == "no":
            return False
        assert e.has is not None
        if not expressions.evaluate(w, e.has, s):
            return False
    return e.kind != "some"


def comprehension(w: World, e: n.Comprehension, s: Scope) -> Any:
    """`count`, `sum`, `least`, `most`, `all`, `sorted`."""
    if not e.bindings:
        assert e.element is not None
        return len(expressions.walked(w, e.element, s))
    found = list(_elements(w, e, s))
    items = [item for item, _ in found]
    match e.kind:
        case "count":
            return len(items)
        case "sum":
            return sum(items)
        case "least":
            return min(items, default=0 if e.type.tag == "number" else None)
        case "most":
            return max(items, default=0 if e.type.tag == "number" else None)
        case "sorted":
            return tuple(item for item, _ in sorted(found, key=lambda pair: pair[1]))
    best = min((key for _, key in found), default=())
    return ordered(item for item, key in found if key == best)


def _elements(w: World, e: n.Comprehension, s: Scope) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """What is collected, each with what it is ordered by: the least comes first."""
    for _ in bindings(w, e.bindings, s):
        if e.where is not None and not expressions.evaluate(w, e.where, s):
            continue
        element = s.bound[e.bindings[0].ref] if e.element is None else expressions.kept(w, e.element, s)
        keys = []
        for order in e.orders:
            key = expressions.evaluate(w, order.key, s)
            keys.append(key if order.kind == "least" else -key)
        yield element, tuple(keys)


def bindings(w: World, bound: tuple[n.Binding, ...], s: Scope) -> Iterator[None]:
    """Every way to bind some names, the first outermost; the scope holds them."""
    if not bound:
        yield None
        return
    for one in expressions.walked(w, bound[0].source, s):
        s.bound[bound[0].ref] = one
        yield from bindings(w, bound[1:], s)
