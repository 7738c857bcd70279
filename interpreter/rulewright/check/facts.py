"""Converts true conditions to narrower types: what was tested `is not none` can be used afterwards.

Separate because branches, guards, quantifiers, rows and modifiers narrow in the same way. Facts are stored by the
printed form of an expression: expressions are pure, so the same words mean the same until something is changed.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.types import Type
from rulewright.check.walk import walk
from rulewright.effects import nodes as n


@dataclass(frozen=True, slots=True)
class Fact:
    """An expression has a narrower type (unknown: it exists, whatever its type). `names` are the variables in it;
    `volatile`: an effect may change it; `placed`: it may depend on where things are."""

    type: Type
    names: frozenset[str]
    volatile: bool
    placed: bool


Facts = dict[str, Fact]

# The type of a value that is of one or the other of its two: the pack tells what is true of both.
EITHER = Type("either")


def key(node: n.Expr) -> str:
    """Equal for expressions that say the same (locations and types do not count)."""
    return repr(node)


def when_true(node: n.Expr | None) -> Facts:
    """The facts where the condition is true; the tree is typed."""
    return dict(_facts(node, True)) if node is not None else {}


def when_false(node: n.Expr | None) -> Facts:
    """The facts where the condition is false."""
    return dict(_facts(node, False)) if node is not None else {}


def presupposed(parts: Sequence[n.Expr]) -> list[list[int]]:
    """For each part of a condition, the parts before it that say something about what it reads, directly or through
    another part, in ascending order: where one of these is false, the part need not make sense."""
    known = [when_true(one) for one in parts]
    found: list[list[int]] = []
    for i, part in enumerate(parts):
        read = {repr(below) for below in walk(part)} if any(known[:i]) else set()
        direct = [j for j in range(i) if not read.isdisjoint(known[j])]
        found.append(sorted({*direct, *(deeper for j in direct for deeper in found[j])}))
    return found


def narrowed(node: n.Expr, type_: Type) -> Facts:
    """The fact that an expression is of a narrower type."""
    volatile = any(_is_volatile(below) for below in walk(node))
    return {key(node): Fact(type_, _free(node), volatile, any(_is_placed(below) for below in walk(node)))}


def standing(node: n.Expr) -> Facts:
    """The facts that something is on the board: it has a place, or an edge."""
    has = (n.Attr(node.span, node, name) for name in ("place", "edge"))
    return {key(one): Fact(t.UNKNOWN, _free(node), True, True) for one in has}


def _free(node: n.Expr) -> frozenset[str]:
    """The names that an expression reads, except those that it binds: another variable with such a name does not
    matter."""
    bound = {below.name for below in walk(node) if isinstance(below, (n.Binding, n.LetIn))}
    return frozenset(below.name for below in walk(node) if isinstance(below, n.Name)) - bound


def without(facts: Facts, names: frozenset[str] | set[str], volatile: bool = False) -> Facts:
    """The facts that survive a change of some variables and, with `volatile`, of anything in the match."""
    if not facts:
        return facts
    return {k: fact for k, fact in facts.items() if not (volatile and fact.volatile) and not fact.names & names}


def wherever(facts: Facts) -> Facts:
    """The facts that are true wherever things are."""
    return {k: fact for k, fact in facts.items() if not fact.placed}


def _facts(node: n.Expr, holds: bool) -> Iterator[tuple[str, Fact]]:
    if isinstance(node, n.Unary) and node.op == "not":
        yield from _facts(node.operand, not holds)
    elif isinstance(node, n.Binary) and node.op == ("and" if holds else "or"):
        yield from _facts(node.left, holds)
        yield from _facts(node.right, holds)
    elif isinstance(node, n.Binary) and node.op in ("and", "or"):
        yield from either_way(dict(_facts(node.left, holds)), dict(_facts(node.right, holds)))
    elif isinstance(node, n.Is) and isinstance(node.ref, tuple):
        yield from _of_is(node, holds != node.negated)
    elif isinstance(node, n.LetIn):
        yield from ((words, fact) for words, fact in _facts(node.body, holds) if node.name not in fact.names)
    elif isinstance(node, n.In) and holds != node.negated and isinstance(node.ref, Type):
        yield from narrowed(node.left, node.ref).items()


def either_way(one: Facts, other: Facts) -> Iterator[tuple[str, Fact]]:
    """The facts where one of two conditions is true: what both say about the same thing."""
    for known, fact in one.items():
        second = other.get(known)
        if second is None:
            continue
        type_ = fact.type
        if type_ != second.type:
            if not {type_.tag, second.type.tag} <= _THINGS:
                continue
            type_ = Type(EITHER.tag, "", (type_, second.type))
        yield known, Fact(type_, fact.names | second.names, fact.volatile or second.volatile,
                          fact.placed or second.placed)


# The types of things that may be of several types.
_THINGS = frozenset(("entity", "player", "union"))


def _of_is(node: n.Is, same: bool) -> Iterator[tuple[str, Fact]]:
    left, right, reading = node.left, node.right, node.ref
    if reading[0] == "kind" and right.type.tag == EITHER.tag:  # for a value that may be of several kinds
        known = right.type.args[0 if same else 1]
        if known.tag != "nothing":
            yield from narrowed(left, known).items()
    elif reading[0] == "kind" and same and isinstance(reading[1], m.KindDef):
        yield from narrowed(left, reading[1].entity_type).items()
    if reading[0] == "status" and same and t.some(left.type).tag == "status":
        yield from narrowed(left, Type("status", reading[1].id)).items()
    if reading[0] == "sheet" and same and isinstance(reading[1], m.SheetDef):
        yield from narrowed(left, reading[1].kind.entity_type).items()
    if reading[0] == "builtin" and same and isinstance(right, n.Name) and right.name == "placed":
        yield from standing(left).items()
    if reading[0] != "equal":
        return
    if isinstance(right, n.Nothing):
        if not same and left.type.tag == "maybe":
            yield from narrowed(left, t.some(left.type)).items()
    elif same and left.type.tag == "maybe" and right.type.tag not in ("maybe", "none"):
        yield from narrowed(left, t.some(left.type)).items()


def _is_volatile(node: n.Node) -> bool:
    if isinstance(node, n.Attr):
        if isinstance(node.ref, m.Attribute):
            if node.ref.storage == "printed":  # a thing may show another sheet
                return bool(node.target.type.tag != "sheet")
            return node.ref.storage not in ("part", "whole")
        return not isinstance(node.ref, m.SettingDef)
    if isinstance(node, n.Is):
        return isinstance(node.ref, tuple) and node.ref[0] not in ("equal", "kind", "sheet")
    return isinstance(node, (n.Call, n.Index, n.In, n.Quantified, n.Comprehension, n.Can, n.Relation, n.Within))


def _is_placed(node: n.Node) -> bool:
    if isinstance(node, n.Attr):
        return isinstance(node.ref, m.Attribute) and node.ref.storage in ("place", "formula")
    return isinstance(node, (n.Call, n.Quantified, n.Comprehension, n.Can, n.Relation, n.Within, n.Supposing))
