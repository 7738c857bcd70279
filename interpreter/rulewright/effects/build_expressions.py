"""Nodes of expressions, by the names of their rules in the grammar (see `build`)."""

from __future__ import annotations

from rulewright.effects import nodes as n
from rulewright.effects.matched import Parts, arguments_of, call_of, declared, nodes_in, span_of, words_of
from rulewright.units import PLURAL


class Expressions:
    """Expressions; those that bind loosest come last."""

    def name(self, c: Parts) -> n.Name:
        return n.Name(span_of(c), str(c[0]))

    def number(self, c: Parts) -> n.Number:
        return n.Number(span_of(c), int(c[0]))

    def quantity(self, c: Parts) -> n.Number:
        return n.Number(span_of(c), *quantity(str(c[0])))

    def true(self, c: Parts) -> n.Truth:
        return n.Truth(span_of(c), True)

    def false(self, c: Parts) -> n.Truth:
        return n.Truth(span_of(c), False)

    def none(self, c: Parts) -> n.Nothing:
        return n.Nothing(span_of(c))

    def same(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def group(self, c: Parts) -> n.Expr:
        # The brackets belong to the expression: a node built on it begins and ends with them.
        expr: n.Expr = c[1]
        expr.span = span_of(c)
        return expr

    def set_of(self, c: Parts) -> n.SetOf:
        return n.SetOf(span_of(c), nodes_in(c))

    def call(self, c: Parts) -> n.Call:
        return call_of(c[0], c[1], span_of(c))

    def of(self, c: Parts) -> n.Call:
        return n.Call(span_of(c), str(c[0]), (c[2],), style="of")

    def attr(self, c: Parts) -> n.Attr:
        return n.Attr(span_of(c), c[0], str(c[2]))

    def member_call(self, c: Parts) -> n.Attr:
        return n.Attr(span_of(c), c[0], str(c[2]), *arguments_of(c[3]))

    def index(self, c: Parts) -> n.Index:
        return n.Index(span_of(c), c[0], c[2])

    def count_all(self, c: Parts) -> n.Comprehension:
        return n.Comprehension(span_of(c), "count", c[2], ())

    def gather(self, c: Parts) -> n.Comprehension:
        where, orders = c[3], c[4] if len(c) > 5 else None
        return n.Comprehension(span_of(c), str(c[0]), None, (c[2],), where, tuple(orders or ()))  # type: ignore[arg-type]

    def collect(self, c: Parts) -> n.Comprehension:
        return n.Comprehension(span_of(c), str(c[0]), c[2], tuple(c[3]), c[4])  # type: ignore[arg-type]

    def extreme(self, c: Parts) -> n.Call:
        return n.Call(span_of(c), str(c[0]), nodes_in(c))

    def can(self, c: Parts) -> n.Can:
        return n.Can(span_of(c), c[2], words_of(c[3]))

    def supposing(self, c: Parts) -> n.Supposing:
        return n.Supposing(span_of(c), c[2], c[4], c[6])

    def unary(self, c: Parts) -> n.Unary:
        return n.Unary(span_of(c), str(c[0]), c[1])  # type: ignore[arg-type]

    def binary(self, c: Parts) -> n.Binary:
        return n.Binary(span_of(c), str(c[1]), c[0], c[2])  # type: ignore[arg-type]

    def is_(self, c: Parts) -> n.Is:
        return n.Is(span_of(c), c[0], c[2])

    def is_not(self, c: Parts) -> n.Is:
        return n.Is(span_of(c), c[0], c[3], negated=True)

    def relation(self, c: Parts) -> n.Relation:
        return n.Relation(span_of(c), str(c[2]), c[0], c[4])

    def relation_not(self, c: Parts) -> n.Relation:
        return n.Relation(span_of(c), str(c[3]), c[0], c[5], negated=True)

    def verb(self, c: Parts) -> n.Relation:
        return n.Relation(span_of(c), str(c[1]), c[0], c[2], style="verb")

    def in_(self, c: Parts) -> n.In:
        return n.In(span_of(c), c[0], c[2])

    def not_in(self, c: Parts) -> n.In:
        return n.In(span_of(c), c[0], c[3], negated=True)

    def within(self, c: Parts) -> n.Within:
        return n.Within(span_of(c), c[0], c[2], c[4])

    def quantified(self, c: Parts) -> n.Quantified:
        return n.Quantified(span_of(c), str(c[0]), c[1], c[2])  # type: ignore[arg-type]

    def every(self, c: Parts) -> n.Quantified:
        return n.Quantified(span_of(c), "every", c[1], c[2], c[4])

    def let_in(self, c: Parts) -> n.LetIn:
        return n.LetIn(span_of(c), declared(c[1]), c[3], c[5])

    def if_else(self, c: Parts) -> n.IfElse:
        return n.IfElse(span_of(c), c[1], c[3], c[5])



def quantity(text: str) -> tuple[int, str]:
    """The value and unit of `3 cells` or `2.5 inches`; inches are thousandths."""
    digits, _, word = text.partition(" ")
    unit = PLURAL.get(word.strip(), word.strip())
    if unit != "inches":
        return int(digits), unit
    whole, _, part = digits.partition(".")
    return int(whole) * 1000 + int(part.ljust(3, "0") if part else 0), unit
