"""Lists the changes of one node that make a mutant of a rule.

Separate because it knows nodes and no packs. A change is a range of the file and its replacement, so a report shows the
line as an author would have written it. A modifier or statement is dropped by `when false` and `if false`, a condition
by `true`: in every layout of the YAML this means the same as if it were absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rulewright.check.model import EnumMember
from rulewright.effects import nodes as n
from rulewright.effects.parsed import ReactionText
from rulewright.effects.unparse import unparse
from rulewright.source import SourceText, Span

_THOUSANDTHS: Final = 1000  # thousandths in an inch
_SHIFTED: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SWAPPED: Final = {"and": "or", "or": "and", "+": "-", "-": "+", "*": "/", "/": "*"}
_OTHER_WORD: Final = {"least": "most", "most": "least", "start": "end", "end": "start", "this": "next", "next": "this"}
_OTHER_MERGE: Final = {"total": "highest", "highest": "lowest", "lowest": "highest", "any": "all", "all": "any",
                       "union": "minus", "minus": "union"}  # fmt: skip
_OTHER_PHASE: Final = {"before": ("after",), "instead": ("before",), "after": ("before", "ended"), "ended": ("after",)}
_PHASE: Final = re.compile(r"(?:\A|[\n{,])[ \t-]*(before|instead|after|ended)(?=\s*:|\Z)")
# Nodes that are a yes or no by themselves.
_TRUTHS: Final = (n.Is, n.In, n.Relation, n.Within, n.Quantified, n.Can)
_NO_STATEMENT: Final = (n.Let, n.If, n.ForEach, n.Repeat, n.Together, n.Offer, n.BrokenStatement)
KINDS: Final = ("number", "comparison", "operator", "part", "condition", "negation", "truth", "member", "set", "order",
                "merge", "clock", "phase", "rank", "limit", "statement", "sentence", "reaction", "row",
                "keyword")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement for a range of a file (offsets in code points)."""

    kind: str
    source: SourceText
    start: int
    end: int
    text: str


def of_node(node: n.Node) -> Iterator[Change]:
    """The changes of a typed node itself, not of the nodes in it."""
    match node:
        case n.Number(value=value):
            step = _THOUSANDTHS if node.unit == "inches" else 1
            for other in (value + step, value - step):
                if other >= 0:
                    yield _instead("number", node.span, unparse(n.Number(node.span, other, node.unit)))
        case n.Truth():
            yield _instead("truth", node.span, "false" if node.value else "true")
        case n.Name(ref=EnumMember() as member):
            members = [one.id for one in member.enum.members]
            for other_member in (members[member.value - 1], members[(member.value + 1) % len(members)]):
                if other_member != node.name:
                    yield _instead("member", node.span, other_member)
        case n.Unary(op="not"):
            yield _instead("negation", node.span, node.operand.span.text)
        case n.Binary():
            yield from _of_binary(node)
        case n.SetOf(items=items) if len(items) > 2:
            for one, following in pairwise(items):
                yield Change("set", node.span.source, one.span.start, following.span.start, "")
            yield Change("set", node.span.source, items[-2].span.end, items[-1].span.end, "")
        case n.Comprehension(kind="least" | "most") | n.Order():
            yield from _words("order", node.span, r"\A(least|most)\b")
        case n.IfElse(default=False, written=None):
            yield from of_condition(node.condition)
        case n.Quantified() | n.Comprehension():
            yield from of_condition(node.where)
        case n.ClockPoint():
            yield from _words("clock", node.span, r"\A(start|end)\b")
            yield from _words("clock", node.span, r"\bof\s+(this|next)\b")
            yield from of_condition(node.where)
        case n.StepText():
            other_merge = _OTHER_MERGE.get(node.merge)
            if other_merge is not None and node.span.text.startswith(node.merge):
                yield Change("merge", node.span.source, node.span.start, node.span.start + len(node.merge), other_merge)
        case n.LimitText():
            count = str(node.count)
            if node.span.text.startswith(count):
                for number in (node.count + 1, node.count - 1):
                    if number > 0:
                        start = node.span.start
                        yield Change("limit", node.span.source, start, start + len(count), str(number))
        case n.Contribution() | n.Verdict() | n.Waive():
            yield from _dropped("sentence", node.span, node.when, "when")
        case n.Trigger():
            yield from _dropped("reaction", node.span, node.where, "where")
        case n.Row():
            yield from of_condition(node.condition)
            if node.condition is not None:
                yield _instead("row", node.condition.span, "false")
        case n.Binder() | n.OfferLine():
            yield from of_condition(node.where)
        case n.Branch():
            yield from of_condition(node.condition)
            yield _instead("statement", node.condition.span, "false")
        case n.Choose():
            yield from of_condition(node.where)
        case n.Statement():
            yield from _of_statement(node)
    if isinstance(node, _TRUTHS):
        yield _negated(node)


def of_condition(condition: n.Expr | None) -> Iterator[Change]:
    """A dropped condition, and a negated one."""
    if condition is not None:
        yield _instead("condition", condition.span, "true")
        yield _negated(condition)


def of_reaction(reaction: ReactionText, ranks: Sequence[str]) -> Iterator[Change]:
    """A reaction in another phase, with the next of the pack's ranks, and with its `when` dropped or negated."""
    found = _PHASE.search(reaction.span.text)  # its key alone, or the whole mapping if it is in a list
    for other in _OTHER_PHASE.get(reaction.phase, ()):
        if found is not None and found[1] == reaction.phase:
            start = reaction.span.start + found.start(1)
            yield Change("phase", reaction.span.source, start, start + len(found[1]), other)
    rank = reaction.rank
    if rank is not None and rank.text in ranks:
        yield _instead("rank", rank.span, ranks[(ranks.index(rank.text) + 1) % len(ranks)])
    yield from of_condition(reaction.when)


def _of_statement(node: n.Statement) -> Iterator[Change]:
    match node:
        case n.ForEach():
            if node.where is None:
                yield _behind("statement", node.binding.span, " where false")
            else:
                yield from of_condition(node.where)
                yield _instead("statement", node.where.span, "false")
        case n.Repeat():
            yield from of_condition(node.condition)
        case n.Offer():
            yield from of_condition(node.pass_if)
    if isinstance(node, _NO_STATEMENT):
        return
    yield from _dropped("statement", node.span, node.guard, "if")


def _of_binary(node: n.Binary) -> Iterator[Change]:
    sign = re.search(rf"(?<![<>=\w]){re.escape(node.op)}(?![=\w])", _between(node.left, node.right))
    if sign is None or (node.op in ("and", "or") and getattr(node.type, "tag", "") != "yes_no"):
        return  # `a or b` is not a condition if a may be none
    start = node.left.span.end + sign.start()
    other = _SHIFTED.get(node.op) or _SWAPPED[node.op]
    kind = "comparison" if node.op in _SHIFTED else "operator"
    yield Change(kind, node.span.source, start, start + len(node.op), other)
    if node.op in _SHIFTED:
        yield _negated(node)
    if node.op in ("and", "or"):
        for part in (node.left, node.right):
            yield _instead("part", part.span, "true" if node.op == "and" else "false")
            if not isinstance(part, n.Unary):  # the `not` is dropped anyway
                yield _negated(part)


def _dropped(kind: str, span: Span, condition: n.Expr | None, word: str) -> Iterator[Change]:
    if condition is None:
        yield _behind(kind, span, f" {word} false")
    else:
        yield from of_condition(condition)
        yield _instead(kind, condition.span, "false")


def _negated(condition: n.Expr) -> Change:
    return _instead("negation", condition.span, f"not ({condition.span.text})")


def _between(left: n.Expr, right: n.Expr) -> str:
    return left.span.source.text[left.span.end : right.span.start]


def _words(kind: str, span: Span, pattern: str) -> Iterator[Change]:
    found = re.search(pattern, span.text)
    if found is not None:
        start, end = span.start + found.start(1), span.start + found.end(1)
        yield Change(kind, span.source, start, end, _OTHER_WORD[found[1]])


def _instead(kind: str, span: Span, text: str) -> Change:
    return Change(kind, span.source, span.start, span.end, text)


def _behind(kind: str, span: Span, text: str) -> Change:
    return Change(kind, span.source, span.end, span.end, text)
