"""Types `in`, `within` and the relations that are written as words, and reads the two sides in the order in which they
explain each other.

Separate because `is`, which has nine readings, is read elsewhere (`equality`) and needs the same of its sides.
"""
from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.builtin_calls import as_wanted
from rulewright.check.builtins import BUILTINS, Match
from rulewright.check.facts import EITHER, narrowed
from rulewright.check.instead import where_compared
from rulewright.check.subtyping import a, item_of
from rulewright.check.types import Type
from rulewright.check.walk import copied
from rulewright.diagnostics import Missing
from rulewright.effects import nodes as n
from rulewright.spelling import nearest

if TYPE_CHECKING:
    from rulewright.check.text import Text

# Words for `in` from other languages, applied to the whole.
_CONTAINS = frozenset({"contains", "includes", "contain", "include"})


def if_there(text: Text, node: n.Is | n.In) -> n.Expr:
    """A test of something that may be none, as `x is not none and ..`, or, if it is negated, as its opposite.
    `node.left` is already typed."""
    left = node.left
    test = n.Is(node.span, copied(left), n.Nothing(node.span, type=t.NONE), not node.negated, type=t.YES_NO,
                ref=("equal", None))
    before = text.facts
    text.learn(narrowed(left, t.some(left.type)))
    asked = text.expr(node)
    text.facts = before
    return n.Binary(node.span, "or" if node.negated else "and", test, asked, type=t.YES_NO)


def tested_first(text: Text, node: n.Is | n.In, kind_id: str, denied: bool) -> n.Expr:
    """A test that applies only if something is of one kind (or is not), out of several; otherwise it is false.
    `node.left` is already typed."""
    left, kind = node.left, text.world.pack.kinds[kind_id]
    kept, rest = text.world.fitting.rest(left.type, kind_id)
    name = n.Name(node.span, kind_id, type=Type(EITHER.tag, "", (kept or t.NOTHING, rest or t.NOTHING)), ref=kind)
    test = n.Is(node.span, copied(left), name, denied != node.negated, type=t.YES_NO, ref=("kind", kind))
    before = text.facts
    text.learn(narrowed(left, (rest if denied else kept) or left.type))
    asked = text.expr(node)
    text.facts = before
    return n.Binary(node.span, "or" if node.negated else "and", test, asked, type=t.YES_NO)


def both(text: Text, left: n.Expr, right: n.Expr) -> tuple[n.Expr, n.Expr]:
    """Types two sides that explain each other: the side whose type the other needs is read first."""
    if waits(text, left):
        right = text.expr(right)
        return text.expr(left, right.type), right
    left = text.expr(left)
    return left, text.expr(right, left.type)


def waits(text: Text, node: n.Expr) -> bool:
    """Whether the meaning of an expression depends on the expected type."""
    if isinstance(node, n.Name):
        return node.name not in text.names and len(text.world.scope.members.get(node.name, ())) > 1
    if isinstance(node, n.SetOf):
        return any(waits(text, one) for one in node.items)
    if isinstance(node, n.IfElse):
        return waits(text, node.then) and waits(text, node.otherwise)
    if isinstance(node, n.LetIn):
        return waits(text, node.body)
    return False


def infer_relation(text: Text, node: n.Relation, want: Type | None) -> n.Expr:
    """`x is R to y`, `x R y`."""
    node.type = t.YES_NO
    relation = text.world.scope.relation(node.name)
    if relation is None and text.in_words(node.left.span):
        node.type, node.right = t.UNKNOWN, text.expr(node.right)
        node.left.type = t.UNKNOWN
        return node
    node.left = text.expr(node.left)
    if relation is None:
        node.type, node.right = t.UNKNOWN, text.expr(node.right)
        pack = text.world.pack
        known = [name for name, one in pack.permissions.items() if len(one.params) == 2]
        known += [name for name, row in BUILTINS.items() if row.is_relation]
        close = nearest(node.name, known)
        found = text.world.scope.lookup(node.name)
        words = (f"'{node.name}' is not a permission with two parameters" if found else
                 f"unknown relation '{node.name}'")
        hint = f"did you mean '{close}'?" if close else None
        row = BUILTINS.get(node.name)
        if hint is None and row is not None and row.result == t.YES_NO and len(row.params) == 2:
            given = (one.span.words for one in (node.left, node.right))
            hint = f"write `{node.name}({', '.join(given)})`"
        if hint is None and not found and node.name in _CONTAINS:
            part, whole = (one.span.words for one in (node.right, node.left))
            hint = f"test the part for membership: `{part} in {whole}`"
        if hint is None:
            hint = (f"write a comma or an operator before '{node.name}'" if found else
                    f"write `permission {node.name}(KIND one, KIND other): ..`")
        text.error("RW450", node.span, words, hint,
                   missing=None if found else Missing(node.name))
        return node
    node.ref = relation
    node.left, node.right = sides(text, node, node.name, relation, node.left, node.right)
    return node


def sides(text: Text, node: n.Node, name: str, relation: m.PermissionDef | m.BuiltinDef, left: n.Expr,
           right: n.Expr) -> tuple[n.Expr, n.Expr]:
    """Types both sides of a relation, which must match it. `left` is already typed."""
    if isinstance(relation, m.PermissionDef) and relation.headless:
        return left, text.expr(right)
    if isinstance(relation, m.PermissionDef):
        first, second = relation.params[0], relation.params[1]
        left = text.fit(left, first.type, f"as '{first.id}' of {relation.title}", first)
        return left, text.wanted(right, second.type, f"as '{second.id}' of {relation.title}", second)
    right = text.expr(right)
    row = BUILTINS[relation.id]
    matched = row.match([left.type, right.type], text.world.pack.board, text.world.scope.common_kind)
    if not isinstance(matched, Match):
        wrong = left if matched.position == 0 else right
        if wrong.type.tag == "maybe":
            text.may_be_none(wrong)
        else:
            text.error("RW501", wrong.span, f"'{name}' expects {matched.expected} here, found {a(wrong.type)}")
    elif not row.available(text.world.pack.board):
        text.no_board(node, f"'{name}'", row.needs)
    else:
        return as_wanted(left, matched.wanted[0]), as_wanted(right, matched.wanted[1])
    return left, right


def infer_in(text: Text, node: n.In, want: Type | None) -> n.Expr:
    """`x in s`: membership in a set, a list or a zone."""
    node.type = t.YES_NO
    if waits(text, node.left):
        node.right = text.expr(node.right)
        node.left = text.expr(node.left, item_of(node.right.type))
    else:
        node.left = text.expr(node.left)
        node.right = text.expr(node.right, t.set_of(t.some(node.left.type)))
    one, whole = node.left.type, node.right.type
    item = item_of(whole)
    if whole.tag == "zone":
        item = whole.args[0] if whole.args else t.ENTITY
    if item is None:
        same = text.world.fitting.comparable(one, whole)
        hint = f"write `is{' not' if node.negated else ''}` for equality" if same else where_compared(
            node.left, node.right, "is not" if node.negated else "is")
        node.type = t.UNKNOWN
        text.error("RW508", node.right.span, f"expected a set, list or zone after `in`, found {a(whole)}", hint,
                   suspects=text.suspects(node.right))
    elif one.tag == "maybe" and text.world.fitting.comparable(one, item):
        return if_there(text, node)
    elif one.tag == "union" and whole.tag == "zone":
        return tested_first(text, node, "player", True)  # no player is in a zone
    elif not text.world.fitting.comparable(one, item):
        words = f"a zone of {item}" if whole.tag == "zone" else a(whole)
        text.error("RW505", node.span, f"{a(one)} is never in {words}", lies_in(node, one, item),
                   suspects=(*text.suspects(node.left, item), *text.suspects(node.right, t.set_of(t.some(one))),
                             *text.of_kind(one, item)))
    elif t.some(item).tag == "outline":
        text.error("RW548", node.span,
                   f"{a(item)} has no list of its contents, so it is unknown whether two are the same",
                   "test whether a spot is `in` it, or how it lies: `wholly`, `meets`")
    elif one != item and "unknown" not in (one.tag, item.tag) and text.world.fitting.fits(item, one):
        node.ref = item
    if item is not None and t.is_recast(one, item):
        if one.tag == "player":
            node.left = text.widened(node.left, item)
        else:
            node.right = text.widened(node.right, Type(whole.tag, "", (one,)))
    return node


def lies_in(node: n.In | n.Is, one: Type, item: Type) -> str | None:
    """How to test whether a thing is at some places, or is of a sheet, if that was meant."""
    if one.tag == "place" and item.tag == "entity" and isinstance(node, n.In):
        words = node.right.span.words
        return f"write `in cells of {words}` to test if one of them covers it" if re.fullmatch(r"\w+", words) else None
    if one.tag == "entity" and item.tag == "sheet" and isinstance(node, n.In):
        return f"use its definition: `{node.left.span.words}.sheet`"
    if one.tag != "entity" or item.tag != "place":
        return None
    right = node.right
    if isinstance(right, n.Name) and isinstance(right.ref, m.AreaDef):
        return f"write `is{' not' * node.negated} {right.name}` to test whether it is in that area"
    left = node.left.name if isinstance(node.left, n.Name) else "x"
    return f"use its places: `some c in cells of {left} where c in ..`"


def infer_within(text: Text, node: n.Within, want: Type | None) -> n.Expr:
    """`x within 3 cells of y`."""
    node.type = t.YES_NO
    node.left, node.right = text.expr(node.left), text.expr(node.right)
    for side in (node.left, node.right):
        spot = item_of(side.type) or side.type
        if spot.tag == "maybe":
            text.may_be_none(side)
        elif spot.tag not in ("entity", "place", "edge", "outline", "unknown") or side.type.tag == "list":
            text.error("RW501", side.span,
                       f"expected a place, an edge, an entity or a set of them, found {a(side.type)}")
    if not text.world.unit:
        text.no_board(node, "`within`", "P")
        node.amount = text.expr(node.amount)
    else:
        node.amount = text.wanted(node.amount, t.unit(text.world.unit), "as a distance")
    return node
