"""Suggests what to write for an expression that does not have the expected type: one edit in the author's own words.

Separate because it is a list of confusions: a new one is one case, and no rule of inference has to know it.
"""
from __future__ import annotations

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.subtyping import Fitting, item_of
from rulewright.check.types import Type
from rulewright.effects import nodes as n


def of_type(pack: m.PackDef, fitting: Fitting, node: n.Expr, want: Type) -> str | None:
    """The edit to suggest for a typed expression where `want` is expected; None if none is known."""
    actual, inner = node.type, t.some(want)
    words = node.span.words
    if actual.tag == "record":
        return _result(pack, fitting, actual, want, words)
    if isinstance(node, n.Number) and inner.tag in ("yes_no", "set", "list", "player"):
        return _for_number(node, inner)
    if actual.tag == "gap" and inner.tag == "number":
        return f"write `rounded_up({words}){'' if inner.name else ' / 1 inch'}`"
    if inner == t.YES_NO:
        return _as_condition(node, actual, words)
    if inner == t.NUMBER:
        if actual.tag == "die":
            return f"roll it after `let x =` or `set x =`: `roll {words}`"
        if item_of(actual) is not None:
            return f"write `size({words})`"
    return None


def where_compared(left: n.Expr, right: n.Expr, word: str) -> str | None:
    """The edit to suggest where two things are compared that are never equal; `word`: `is` or `is not`."""
    one, other = t.some(left.type), t.some(right.type)
    said, beside = (node.span.words for node in (left, right))
    if one.tag == "entity" and other.tag == "player":
        return f"compare its owner: `{said}.owner`"
    if one.tag == "player" and other.tag == "entity":
        return f"compare its owner: `{beside}.owner`"
    if "per" in (one.tag, other.tag):
        kept = said if one.tag == "per" else beside
        return f"compare one of its entries: `{kept}[..]`"
    if one.tag == "entity" and other.tag == "sheet":
        return f"compare its definition: `{said}.sheet`"
    if one.tag == "sheet" and other.tag == "entity":
        return f"compare its definition: `{beside}.sheet`"
    if one.tag == "entity" and other.tag == "place":
        return f"compare its place: `{said}.place`"
    if one.tag == "place" and other.tag == "entity":
        return f"compare its place: `{beside}.place`"
    membership = f"{'not ' * word.endswith('not')}in"
    if other.tag == "zone":
        return f"write `{said} {membership} {beside}`"
    if item_of(one) == other and one.tag in ("set", "list"):
        return f"write `{beside} {membership} {said}`"
    return None


def _result(pack: m.PackDef, fitting: Fitting, actual: Type, want: Type, words: str) -> str | None:
    """The only result of an event that matches."""
    event = pack.events.get(actual.name)
    suiting = [one.id for one in event.gives if fitting.fits(one.type, want)] if event is not None else []
    return f"write `{words}.{suiting[0]}`" if len(suiting) == 1 else None


def _for_number(node: n.Number, inner: Type) -> str | None:
    if node.unit:
        return None
    if inner == t.YES_NO and node.value in (0, 1):
        return f"write `{'true' if node.value else 'false'}`"
    if inner.tag == "player" and node.value == 1:
        return "write `first(players)` for seat 1"
    return "write `none` for an empty one" if inner.tag in ("set", "list") and node.value == 0 else None


def _as_condition(node: n.Expr, actual: Type, words: str) -> str | None:
    if isinstance(node, n.Nothing):
        return "write `false`"
    if actual.tag == "maybe":
        return f"write `{words} is not none`"
    if item_of(actual) is not None:
        return f"write `not is_empty({words})`"
    if actual.tag == "enum" and isinstance(node, n.Name) and isinstance(node.ref, m.EnumMember):
        return f"repeat the comparison: `.. is {words}`"
    return f"add a comparison: `{words} is ..`" if actual.tag in ("entity", "player", "enum") else None
