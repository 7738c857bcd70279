"""Builds the node for each grammar rule that is matched, while the parser runs.

Separate because it is the only place where the shape of the grammar and the shape of the tree meet. The parser calls
the method named like the rule or its alias with the list of what was matched: tokens, nodes, lists of either, and None
for what was omitted. No call waits for another, so no code is nested too deeply to build.
"""

from __future__ import annotations

from rulewright.effects import nodes as n
from rulewright.effects.build_expressions import Expressions
from rulewright.effects.build_statements import Statements
from rulewright.effects.matched import Misplaced, Parts, Small, call_of, declared, nodes_in, span_of, words_of
from rulewright.effects.prepared import Mistake


class Texts:
    """Code of one line: heads, types, modifiers and the rest."""

    def expression(self, c: Parts) -> n.Expr:
        expr: n.Expr = c[0]
        return expr

    def header(self, c: Parts) -> n.Header:
        id_span = span_of(c[1:2])
        params, gives = nodes_in(c[2] or [], n.Param), tuple(c[3] or ())
        return n.Header(span_of(c), declared(c[0]), declared(c[1]), params, gives, words_of(c[4]), id_span=id_span)

    def member(self, c: Parts) -> n.Member:
        return n.Member(span_of(c), declared(c[0]), nodes_in(c[1] or [], n.Param))

    def type(self, c: Parts) -> n.TypeExpr:
        written: n.TypeExpr = c[0]
        return written

    def type_word(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(span_of(c), str(c[0]))

    def type_of(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(span_of(c), str(c[0]), (c[2],))

    def type_group(self, c: Parts) -> n.TypeExpr:
        written: n.TypeExpr = c[1]
        written.span = span_of(c)
        return written

    def type_or_none(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(span_of(c), "or none", (c[0],))

    def type_either(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(span_of(c), "or", (c[0], c[2]))

    def type_per(self, c: Parts) -> n.TypeExpr:
        return n.TypeExpr(span_of(c), "per", (c[0], c[2]))

    def field_type(self, c: Parts) -> n.FieldType:
        return n.FieldType(span_of(c), c[0], c[2], c[1])

    def range_from(self, c: Parts) -> n.RangeText:
        return n.RangeText(span_of(c), c[1], c[3])

    def range_to(self, c: Parts) -> n.RangeText:
        return n.RangeText(span_of(c), None, c[1])

    def bound_below(self, c: Parts) -> n.Unary:
        return n.Unary(span_of(c), "-", c[1])

    def trigger_event(self, c: Parts) -> n.TriggerEvent:
        return n.TriggerEvent(span_of(c), str(c[0]), None if c[1] is None else str(c[1]))

    def trigger(self, c: Parts) -> n.Trigger:
        return n.Trigger(span_of(c), nodes_in(c, n.TriggerEvent), c[-1])

    def contribution(self, c: Parts) -> n.Contribution:
        return n.Contribution(span_of(c), str(c[0]), str(c[2]), c[4], c[5])

    def verdict(self, c: Parts) -> n.Verdict:
        label = None if c[-2] is None else str(c[-2])
        ruled = nodes_in(c[1:-2])
        calls = tuple(one if isinstance(one, n.Call) else None for one in ruled)
        names = tuple(one.name for one in ruled)
        return n.Verdict(span_of(c), str(c[0]), names, label, c[-1], calls if any(calls) else ())  # type: ignore[arg-type]

    def ruled(self, c: Parts) -> n.Name | n.Call:
        return n.Name(span_of(c), str(c[0])) if c[1] is None else call_of(c[0], c[1], span_of(c))

    def waive(self, c: Parts) -> n.Waive:
        names = tuple((str(part[0]), str(part[2])) for part in c[1:-1] if isinstance(part, list))
        return n.Waive(span_of(c), names, c[-1])

    def row(self, c: Parts) -> n.Row:
        return n.Row(span_of(c), c[0], c[1])

    def step(self, c: Parts) -> n.StepText:
        return n.StepText(span_of(c), str(c[0]), c[1])

    def limit(self, c: Parts) -> n.LimitText:
        return n.LimitText(span_of(c), int(c[0]), str(c[2]))

    def clock(self, c: Parts) -> n.Clock:
        return n.Clock(span_of(c), nodes_in(c))

    def clock_point(self, c: Parts) -> n.ClockPoint:
        return n.ClockPoint(span_of(c), str(c[0]), str(c[2]), str(c[3]), c[4])  # type: ignore[arg-type]

    def clock_while(self, c: Parts) -> n.ClockWhile:
        return n.ClockWhile(span_of(c), c[1])

    def binder(self, c: Parts) -> n.Binder:
        return n.Binder(span_of(c), c[0], c[1])

    def keyword_use(self, c: Parts) -> n.KeywordUse:
        call = call_of(c[0], c[1], span_of(c))
        if call.named:
            raise Misplaced(Mistake("RW319", "arguments of a status on a sheet are not named",
                                    call.span.start, call.span.end,
                                    "write them without names, in the order of its head"))  # fmt: skip
        return n.KeywordUse(call.span, call.name, call.args)


class Builder(Small, Expressions, Statements, Texts):
    """All callbacks. A test finds every rule of the grammar that has none here."""
