"""Strategies for trees of the effect language: every tree that the parser can make, without its places."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulewright.effects import nodes as n
from rulewright.source import SourceText, Span

HERE = Span(SourceText("made", ""), 0, 0)

# Plain names beside words that mean something in one place only: they must be names everywhere else.
NAMES = st.sampled_from(
    ["a", "b2", "hit_points", "isle", "order", "each", "one", "next", "this", "start", "yes", "secret"]
)
VERBS = st.sampled_from(["sees", "beats", "forestalls"])
UNITS = st.sampled_from(["cells", "hexes", "inches", None])


def made(kind: Any, *parts: Any, **named: Any) -> st.SearchStrategy[Any]:
    """Nodes of a kind from strategies for its fields."""
    return st.builds(kind, st.just(HERE), *parts, **named)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nothing, or one of these."""
    return st.none() | strategy


def several(strategy: st.SearchStrategy[Any], least: int = 0, most: int = 2) -> st.SearchStrategy[tuple[Any, ...]]:
    """A tuple of a few of these."""
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def words(least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    """A few names."""
    return several(NAMES, least)


def calls(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[n.Call]:
    """Calls in brackets."""
    named = several(st.tuples(NAMES, inner))
    return made(n.Call, NAMES, several(inner), named)


def bindings(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[n.Binding]:
    """`x in s`."""
    return made(n.Binding, NAMES, inner)


LEAVES = st.one_of(
    made(n.Name, NAMES),
    made(n.Number, st.integers(0, 1_000_000_000), st.none()),
    made(n.Number, st.integers(0, 999_999), UNITS),
    made(n.Truth, st.booleans()),
    made(n.Nothing),
)


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    ordered = st.sampled_from(["all", "sorted"])
    collected = st.sampled_from(["sum", "least", "most", "all"])
    order = made(n.Order, st.sampled_from(["least", "most"]), inner)
    return st.one_of(
        made(n.Attr, inner, NAMES),
        made(n.Attr, inner, NAMES, several(inner), several(st.tuples(NAMES, inner))),
        made(n.Index, inner, inner),
        calls(inner),
        made(n.Call, NAMES, st.tuples(inner), style=st.just("of")),
        made(n.Call, st.sampled_from(["least", "most"]), several(inner, 1, 3)),
        made(n.Unary, st.sampled_from(["not", "-"]), inner),
        made(n.Binary, st.sampled_from(["and", "or", "+", "-", "*", "/", "<", "<=", ">", ">="]), inner, inner),
        made(n.Is, inner, inner, st.booleans()),
        made(n.Relation, VERBS | NAMES, inner, inner, st.booleans()),
        made(n.Relation, VERBS, inner, inner, style=st.just("verb")),
        made(n.In, inner, inner, st.booleans()),
        made(n.Within, inner, inner, inner),
        made(n.IfElse, inner, inner, inner),
        made(n.LetIn, NAMES, inner, inner),
        made(n.Quantified, st.sampled_from(["some", "no"]), bindings(inner), maybe(inner)),
        made(n.Quantified, st.just("every"), bindings(inner), maybe(inner), inner),
        made(n.Comprehension, st.just("count"), inner, st.just(())),
        made(n.Comprehension, st.just("count"), st.none(), st.tuples(bindings(inner)), maybe(inner)),
        made(n.Comprehension, ordered, st.none(), st.tuples(bindings(inner)), maybe(inner), several(order)),
        made(n.Comprehension, collected, inner, several(bindings(inner), 1), maybe(inner)),
        made(n.SetOf, several(inner, 2, 3)),
        made(n.Can, calls(inner), words()),
        made(n.Supposing, inner, inner, inner),
    )


EXPRESSIONS = st.recursive(LEAVES, _larger, max_leaves=12)
SMALL = st.recursive(LEAVES, _larger, max_leaves=3)

CLOCKS = made(
    n.Clock,
    several(
        made(n.ClockPoint, st.sampled_from(["end", "start"]), st.sampled_from(["this", "next"]), NAMES, maybe(SMALL))
        | made(n.ClockWhile, SMALL),
        1,
    ),
)

STATUSES = made(n.Call, NAMES, several(SMALL), several(st.tuples(NAMES, SMALL)))

# A call without `despite` is an expression wherever it stands.
RIGHTS = st.one_of(
    SMALL,
    made(n.CallRight, calls(SMALL), words(1)),
    made(n.Roll, SMALL, maybe(SMALL), maybe(SMALL), st.booleans()),
    made(n.Choose, st.sampled_from(["one", "one or none", "some", "each"]), bindings(SMALL), maybe(SMALL),
         maybe(SMALL), SMALL, st.booleans(), st.booleans()),
    made(n.Choose, st.just("some"), bindings(SMALL), maybe(SMALL), maybe(SMALL), SMALL, st.booleans(), st.booleans(),
         SMALL),
    made(n.Choose, st.just("some"), bindings(SMALL), maybe(SMALL), SMALL, SMALL, st.booleans(), st.booleans(),
         st.none(), st.just(True)),
    made(n.ChooseYesNo, SMALL, st.booleans()),
    made(n.Create, SMALL, maybe(SMALL)),
    made(n.Create, SMALL, maybe(SMALL), SMALL, st.sampled_from(["at", "into"])),
    made(n.Given, made(n.Give, STATUSES, SMALL, maybe(CLOCKS))),
)  # fmt: skip

TARGETS = st.one_of(made(n.Name, NAMES), made(n.Attr, SMALL, NAMES), made(n.Index, SMALL, SMALL))


def _guarded(kind: Any, *parts: Any) -> st.SearchStrategy[Any]:
    return made(kind, *parts, guard=maybe(SMALL))


PLAIN = st.one_of(
    _guarded(n.Do, calls(SMALL), words()),
    made(n.Let, NAMES, RIGHTS),
    _guarded(n.Set, TARGETS, RIGHTS),
    _guarded(n.Give, STATUSES, SMALL, maybe(CLOCKS)),
    _guarded(n.EndStatus, SMALL),
    _guarded(n.Put, SMALL, SMALL, st.sampled_from(["at", "into", "on top of"])),
    _guarded(n.Remove, SMALL),
    _guarded(n.CreateStatement, made(n.Create, SMALL, maybe(SMALL))),
    _guarded(n.Perform, made(n.Attr, SMALL, NAMES)),
    _guarded(n.Perform, made(n.Attr, SMALL, NAMES, several(SMALL), several(st.tuples(NAMES, SMALL)))),
    _guarded(n.Moment, NAMES, words()),
    _guarded(n.Stop),
    _guarded(n.Finish),
    _guarded(n.Cancel),
    _guarded(n.Conclude, NAMES),
)
OFFERED = made(n.OfferLine, calls(SMALL), words(), several(bindings(SMALL)), maybe(SMALL))


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = several(inner, 1, 3)
    branch = made(n.Branch, SMALL, body)
    return st.one_of(
        made(n.If, several(branch, 1), several(inner)),
        made(n.ForEach, bindings(SMALL), maybe(SMALL), maybe(SMALL), body),
        made(n.Repeat, SMALL, maybe(SMALL), body),
        made(n.Together, body),
        made(n.Offer, SMALL, st.booleans(), maybe(NAMES), several(OFFERED, 1), st.booleans()),
        made(n.Offer, SMALL, st.just(True), maybe(NAMES), several(OFFERED, 1), st.booleans(), SMALL),
    )


BLOCKS = several(st.recursive(PLAIN, _blocks, max_leaves=8), 1, 3)


def _types(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        made(n.TypeExpr, st.sampled_from(["set", "list", "sheet"]), st.tuples(inner)),
        made(n.TypeExpr, st.just("or none"), st.tuples(inner)),
        made(n.TypeExpr, st.just("per"), st.tuples(inner, inner)),
        made(n.TypeExpr, st.just("or"), st.tuples(inner, inner)),
    )


TYPES = st.recursive(made(n.TypeExpr, NAMES), _types, max_leaves=4)
PARAMS = several(made(n.Param, TYPES, NAMES), 0, 3)
GIVES = PARAMS | st.tuples(made(n.Param, TYPES, st.just("")))

_AMOUNTS = made(n.Number, st.integers(0, 99), st.sampled_from([None, "cells"]))
_BOUNDS = _AMOUNTS | made(n.Unary, st.just("-"), _AMOUNTS)
RANGES = made(n.RangeText, _BOUNDS, maybe(_BOUNDS)) | made(n.RangeText, st.none(), _BOUNDS)

TEXTS: dict[str, st.SearchStrategy[Any]] = {
    "header": made(n.Header, NAMES, NAMES, PARAMS, GIVES, words()),
    "type": TYPES,
    "member": made(n.Member, NAMES, PARAMS),
    "field_type": made(n.FieldType, TYPES, maybe(EXPRESSIONS), maybe(RANGES)),
    "trigger": made(n.Trigger, several(made(n.TriggerEvent, NAMES, maybe(NAMES)), 1, 3), maybe(EXPRESSIONS)),
    "sentence": st.one_of(
        made(n.Contribution, NAMES, NAMES, EXPRESSIONS, maybe(EXPRESSIONS)),
        made(n.Verdict, st.sampled_from(["allow", "forbid"]), words(1), maybe(NAMES), maybe(EXPRESSIONS)),
        calls(EXPRESSIONS).flatmap(lambda call: made(
            n.Verdict, st.just("allow"), st.just((call.name,)), st.none(), maybe(EXPRESSIONS), st.just((call,)))),
        made(n.Waive, several(st.tuples(NAMES, NAMES), 1), maybe(EXPRESSIONS)),
    ),
    "row": made(n.Row, EXPRESSIONS, maybe(EXPRESSIONS)),
    "step": made(n.StepText, NAMES, maybe(EXPRESSIONS)),
    "limit": made(n.LimitText, st.integers(0, 99), NAMES),
    "clock": CLOCKS,
    "binder": made(n.Binder, bindings(EXPRESSIONS), maybe(EXPRESSIONS)),
    "keyword_use": made(n.KeywordUse, NAMES, several(EXPRESSIONS)),
    "expression": EXPRESSIONS,
}
