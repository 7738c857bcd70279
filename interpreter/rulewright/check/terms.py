"""Gives expressions keys that are equal only if the expressions mean the same, and numbers a linear form.

The key of an expression is made of what the nodes declare to be part of equality, with names distinguished by their
meaning: so it is right for every kind of node, including future ones. Keys are compared and never ordered.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.effects import nodes as n

Key = Hashable
# The meaning of a variable (a parameter: the key of its argument), by the identity of the variable.
Env = Mapping[m.Symbol, Key]
# Keys of expressions by identity. The expression is stored with its key, so that no other object gets its identity.
Kept = dict[int, tuple[n.Expr, Key]]


class Terms:
    """The keys of expressions, where some are known to be the same thing (`same`: key -> key). `kept` has the keys of
    expressions where nothing is known and no variable refers to something else."""

    def __init__(self, same: Mapping[Key, Key], kept: Kept) -> None:
        self.same = same
        self._kept = kept
        self._order: dict[Key, int] = {}

    def key(self, node: n.Expr, env: Env) -> Key:
        """The key of the expression, however it is written."""
        if not env and not self.same:
            found = self._kept.get(id(node))
            if found is None:
                found = self._kept[id(node)] = node, self._key(node, env)
            return found[1]
        made = self._key(node, env)
        seen = {made}
        while made in self.same and self.same[made] not in seen:
            made = self.same[made]
            seen.add(made)
        return made

    def _key(self, node: n.Node, env: Env) -> Key:
        match node:
            case n.Name():
                return self._name(node, env)
            case n.Call(ref=ref) if not node.named:
                return ("call", _symbol(ref) or node.name, *(self.key(arg, env) for arg in node.args))
            case n.Quantified() | n.Comprehension():
                bindings = (node.binding,) if isinstance(node, n.Quantified) else node.bindings
                env = {**env, **{one.ref: ("bound", len(env) + i) for i, one in enumerate(bindings)}}
            case n.LetIn():
                env = {**env, node.ref: ("bound", len(env))}
            case n.Binding():
                return ("binding", self.key(node.source, env))
            case _:
                pass
        return (type(node).__name__, *(self._value(getattr(node, name), env) for name in _compared(type(node))))

    def _value(self, value: object, env: Env) -> Key:
        if isinstance(value, n.Expr):
            return self.key(value, env)
        if isinstance(value, n.Node):
            return self._key(value, env)
        if isinstance(value, tuple):
            return tuple(self._value(one, env) for one in value)
        assert isinstance(value, Hashable), "fields of nodes are nodes, tuples and plain values"
        return value

    def _name(self, node: n.Name, env: Env) -> Key:
        ref = node.ref
        if isinstance(ref, m.Variable):
            stands_for = env.get(ref)
            if stands_for is None:
                return ("variable", ref)
            return self._known_as(stands_for) if self.same else stands_for
        return ("name", _symbol(ref) or node.name)

    def _known_as(self, key: Key) -> Key:
        """The current form of a key that was made before anything was known to be the same."""
        if isinstance(key, tuple):
            key = tuple(self._known_as(one) for one in key)
        elif isinstance(key, frozenset):
            key = frozenset(self._known_as(one) for one in key)
        return self.same.get(key, key)

    def linear(self, node: n.Expr, env: Env) -> tuple[Key, int, int]:
        """A number as (sum of terms, sign, constant): it is `sign * sum + constant`. If two numbers differ by a
        constant, or one is the negation of the other, their sums are equal."""
        terms: dict[Key, int] = {}
        constant = self._gather(node, env, 1, terms)
        several = {term: factor for term, factor in terms.items() if factor}
        if not several:
            return (), 1, constant
        for term in several:
            self._order.setdefault(term, len(self._order))
        first = min(several, key=lambda term: self._order[term])
        sign = 1 if several[first] > 0 else -1
        return frozenset((term, sign * factor) for term, factor in several.items()), sign, constant

    def _gather(self, node: n.Expr, env: Env, factor: int, terms: dict[Key, int]) -> int:
        """Adds the terms of an expression; returns its constant part."""
        match node:
            case n.Number():
                return factor * node.value
            case n.Unary(op="-"):
                return self._gather(node.operand, env, -factor, terms)
            case n.Binary(op="+" | "-" as op) if node.type.tag == "number":
                right = factor if op == "+" else -factor
                return self._gather(node.left, env, factor, terms) + self._gather(node.right, env, right, terms)
            case n.Binary(op="*", left=n.Number(unit=None) as times):
                return self._gather(node.right, env, factor * times.value, terms)
            case n.Binary(op="*", right=n.Number(unit=None) as times):
                return self._gather(node.left, env, factor * times.value, terms)
        term = self.key(node, env)
        terms[term] = terms.get(term, 0) + factor
        return 0


def constant(node: n.Expr) -> Key | None:
    """The key of something that never changes and differs from all other constants; else None."""
    match node:
        case n.Number():
            return ("number", node.value)
        case n.Truth():
            return ("truth", node.value)
        case n.Nothing():
            return ("none",)
        case n.Name(ref=m.EnumMember() | m.SheetDef() | m.MapDef() | m.DieDef() as ref):
            return ("name", ref)
    return None


def counts(node: n.Expr) -> bool:
    """Whether the number is at least 0, because it counts something."""
    return ((isinstance(node, n.Comprehension) and node.kind == "count")
            or (isinstance(node, n.Call) and isinstance(node.ref, m.BuiltinDef) and node.name == "size"))


def is_number(node: n.Expr) -> bool:
    """Whether it is certainly a number, and not none."""
    return isinstance(node.type, t.Type) and node.type.tag == "number"


def _symbol(ref: object) -> Key | None:
    """The key of a symbol. Builtins are created again at each use, and are compared by name."""
    return ref if isinstance(ref, m.Symbol) and not isinstance(ref, m.BuiltinDef) else None


_FIELDS: dict[type[n.Node], tuple[str, ...]] = {}


def _compared(kind: type[n.Node]) -> tuple[str, ...]:
    """The fields that are part of the meaning of a node."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(one.name for one in dataclasses.fields(kind) if one.compare)
    return _FIELDS[kind]
