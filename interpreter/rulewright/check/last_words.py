"""Reports modifiers of two packs on one step where the later one wins, though nothing says which pack is later.

Separate because modifiers do not set fields: the order of packs affects them only in the steps that they change.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rulewright.check import model as m
from rulewright.check.known import Given
from rulewright.check.refuting import Refuter
from rulewright.check.scope import PackScope
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.merges import EACH, MERGES
from rulewright.stack.said import SaidOrder
from rulewright.stack.words import side_by_side

_MOST: Final = 400  # modifiers on one step of which all pairs are compared
_FREE: Final = ("+", "-", "*", "and", "or")


def report_last_words(pack: m.PackDef, said: SaidOrder, out: Diagnostics) -> None:
    """Reports each pair of packs once for each step whose result depends on the order of their modifiers."""
    steps = {(value, step.name): step for value in pack.values.values() for step in value.steps if _counts(step)}
    by_step: dict[tuple[object, str | None], list[m.SentenceDef]] = {}
    for holder in pack.holders():
        for one in holder.sentences:
            if (one.target, one.step) in steps:
                by_step.setdefault((one.target, one.step), []).append(one)
    refuter: Refuter | None = None
    told: set[tuple[object, str | None, str, str]] = set()
    for (target, step), several in by_step.items():
        for one, other in combinations(several[:_MOST], 2):
            packs = said(one.span.source.name, other.span.source.name)
            if not isinstance(packs, tuple) or _same(one, other):
                continue
            first, second = sorted(packs)
            if (target, step, first, second) in told:
                continue
            refuter = refuter or Refuter(pack, PackScope(pack))
            if refuter.refute(Given(each) for each in (one.when, other.when) if each is not None) is None:
                told.add((target, step, first, second))
                _tell(one, other, packs, out)


def _counts(step: m.StepDef) -> bool:
    """Whether the order of contributions to a step affects the result."""
    if not MERGES[step.merge].ordered:
        return False
    return MERGES[step.merge] is not EACH or not _is_free(step)


def _is_free(step: m.StepDef) -> bool:
    """Whether `then` has the same result in any order: it never reads the contribution, or certainly commutes."""
    if step.then is None or not any(_is(node, step.it) for node in descend(step.then)):
        return True
    match step.then:
        case n.Binary(op=op, left=left, right=right) if op in _FREE:
            return _is(left, step.so_far) and _is(right, step.it)
        case n.Call(name="most" | "least", args=(left, right)):
            return {_is(left, step.so_far), _is(right, step.it)} == {True}
    return False


def _is(node: n.Node, variable: m.Variable) -> bool:
    return isinstance(node, n.Name) and node.ref is variable


def _same(one: m.SentenceDef, other: m.SentenceDef) -> bool:
    """Whether two modifiers always contribute the same: the same number, word, or yes or no, or the same expression of
    the value's parameters and the match."""
    if one.expr is not None and other.expr is not None and one.expr == other.expr:
        named = [node.ref for tree in (one.expr, other.expr) for node in descend(tree) if isinstance(node, n.Name)]
        if all(not isinstance(ref, m.Variable) or ref.role in ("field", "match") for ref in named):
            return True
    match one.expr, other.expr:
        case (n.Number(value=mine), n.Number(value=its)):
            return mine == its
        case (n.Truth(value=mine), n.Truth(value=its)):
            return mine == its
        case (n.Name(ref=m.EnumMember() as mine), n.Name(ref=m.EnumMember() as its)):
            return mine is its
    return False


def _tell(one: m.SentenceDef, other: m.SentenceDef, packs: tuple[str, str], out: Diagnostics) -> None:
    assert isinstance(one.target, m.ValueDef), "modifiers with steps change values"
    first, second = sorted(packs)
    early, late = (one, other) if packs[0] == first else (other, one)
    out.add("RW251", f"'{first}' and '{second}' conflict: the order decides the step '{one.step}' of value "
            f"{one.target.id}{_results(early, late)}", late.span,
            f"say which comes later: `after: [{first}]` in '{second}', or `order` in a pack that needs both",
            [(early.span, f"'{first}'")], late.holder.definition.id)  # fmt: skip


def _results(early: m.SentenceDef, late: m.SentenceDef) -> str:
    """The results of the step in the two orders, if each is the contribution of one of the two modifiers."""
    assert isinstance(early.target, m.ValueDef), "modifiers with steps change values"
    step = next(each for each in early.target.steps if each.name == early.step)
    if MERGES[step.merge] is EACH or early.expr is None or late.expr is None:
        return ""
    return f" ({' or '.join(side_by_side(late.expr.span.text, early.expr.span.text))})"
