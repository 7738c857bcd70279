"""Finds conditions that are decided in advance, and code that changes nothing.

Separate because each of these is read, typed and played without an error, but the author meant something else: a
comparison of a thing with itself, a condition that was tested above, a rule of a status that is not about its holder.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import bounded
from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.terms import counts
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import walk
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import ORDERS
from rulewright.merges import MERGES
from rulewright.source import Span

# Code, location, message, hint.
_Found = tuple[str, Span, str, str | None]
_DECIDED, _NO_EFFECT, _OTHERS = "RW481", "RW482", "RW483"
# Types of values that say how much or of what sort, and nothing about whom.
_FIGURES = frozenset(("number", "yes_no", "enum", "die", "direction"))


def check_vain(world: World, texts: list[Text]) -> None:
    """Report conditions that are always true or always false, and code without effect. The texts are typed."""
    for text in texts:
        for found in text.once(_of_text):
            world.warn(found[0], text.owner, *found[1:])
    allowed = {one.target for holder in world.pack.holders() for one in holder.sentences if one.kind == "allow"}
    forbidden = {one.target for holder in world.pack.holders() for one in holder.sentences if one.kind == "forbid"}
    for permission in world.pack.permissions.values():
        normally = permission.normally
        if isinstance(normally, n.Truth) and permission not in (forbidden if normally.value else allowed):
            word, missing = ("always", "forbids") if normally.value else ("never", "allows")
            world.warn(_DECIDED, permission, normally.span, f"{permission.title} is {word} true: nothing {missing} it",
                       f"add a rule with `{missing[:-1]}`, or remove the permission")
    for holder in world.pack.holders():
        for found in _of_sentences(holder):
            world.warn(found[0], holder.definition, *found[1:])


# -- texts -------------------------------------------------------------------------------------------------------------


def _of_text(text: Text) -> tuple[_Found, ...]:
    return tuple(_in_text(text))


def _in_text(text: Text) -> Iterator[_Found]:
    if text.use == "legal" and isinstance(text.tree, n.Truth) and text.tree.value:
        yield _NO_EFFECT, text.tree.span, "this condition never refuses", "remove it"
    if text.happens and isinstance(text.tree, tuple) and len(text.tree) > 1 and isinstance(text.tree[-1], n.Finish):
        yield _NO_EFFECT, text.tree[-1].span, "the block ends here in any case", "remove it"
    if isinstance(text.tree, tuple) and text.tree and isinstance(text.tree[0], n.Row):
        yield from _again([row.condition for row in text.tree if isinstance(row, n.Row)])
    thrown = bounded.thrown(text)
    for node in text.nodes:
        if isinstance(node, n.Expr):
            told = bounded.decided(node, thrown)
            if told is not None:
                words = f"{_decided(node, told.holds)[2]}: {told.why}"
                yield _DECIDED, node.span, words, "compare it with another number"
        if isinstance(node, n.Statement):
            yield from _statement(node)
        elif isinstance(node, n.Expr):
            yield from _expression(node)
        elif isinstance(node, n.Row):
            yield from _fixed(node.condition)


def _statement(node: n.Statement) -> Iterator[_Found]:
    yield from _fixed(node.guard)
    match node:
        case n.If():
            for branch in node.branches:
                yield from _fixed(branch.condition)
            yield from _again([branch.condition for branch in node.branches])
        case n.Set() if node.target == node.value:
            yield _NO_EFFECT, node.span, "this sets something to its own value", None
        case n.Repeat(limit=n.Number(value=0 | 1 as limit)):
            words = "runs once" if limit else "never runs"
            yield _NO_EFFECT, node.limit.span, f"the body of this loop {words}", None
        case n.Repeat(limit=n.Unary(op="-", operand=n.Number()) as below):
            yield _NO_EFFECT, below.span, "the body of this loop never runs", None
        case n.Let(value=n.Roll(times=n.Number(value=0) as times)):
            yield _NO_EFFECT, times.span, "no die is rolled", None
        case _:
            pass


def _expression(node: n.Expr) -> Iterator[_Found]:
    match node:
        case n.Is(ref=("equal", _)) if node.left == node.right:
            yield _decided(node, not node.negated)
        case n.Binary() if node.op in ORDERS and node.left == node.right:
            yield _decided(node, "=" in node.op)
        case n.Is(ref=("equal", _), right=n.Unary(op="-", operand=n.Number())) if counts(node.left):
            yield _decided(node, node.negated)
        case n.Binary(op=">=" | "<" as op, right=n.Number(value=0)) if counts(node.left):
            yield _decided(node, op == ">=")
        case n.Binary(op="and" | "or"):
            yield from _fixed(node.left)
            yield from _fixed(node.right)
            if node.left == node.right:
                yield _NO_EFFECT, node.right.span, f"both sides of this `{node.op}` are the same", "remove one"
        case n.Unary(op="not"):
            yield from _fixed(node.operand)
        case n.IfElse():
            yield from _fixed(node.condition)
            # The checker expands an attribute of several kinds into two branches at one location.
            if node.then == node.otherwise and node.then.span != node.otherwise.span:
                yield _DECIDED, node.span, "this is the same whether the condition is true or not", None
        case n.Binary(op="*") if _is_zero(node.left) or _is_zero(node.right):
            yield _DECIDED, node.span, "this is always 0", None
        case n.Binary(op="/") if _is_zero(node.right):
            yield _DECIDED, node.span, "this is always 0: anything divided by 0 is 0", None
        case n.Binary(op="+" | "-") if _is_zero(node.right) or (node.op == "+" and _is_zero(node.left)):
            yield _NO_EFFECT, node.span, f"`{node.op} 0` changes nothing", None
        case _:
            pass


def _decided(node: n.Expr, holds: bool) -> _Found:
    words = f"'{node.span.words}' is always {'true' if holds else 'false'}"
    return _DECIDED, node.span, words, "compare it with something else"


def _fixed(condition: n.Expr | None) -> Iterator[_Found]:
    """Reports a condition that is the constant `true` or `false`."""
    if isinstance(condition, n.Truth):
        word = "always" if condition.value else "never"
        yield _DECIDED, condition.span, f"this condition is {word} true", "remove it, or write what is meant"


def _again(conditions: list[n.Expr | None]) -> Iterator[_Found]:
    """Reports a condition that was already tried in the same chain: it has no effect."""
    seen: set[str] = set()
    for one in conditions:
        if one is None or isinstance(one, n.Truth):
            continue
        if one.span.words in seen:
            yield _DECIDED, one.span, "this was tested above, and was false there", "write another condition"
        seen.add(one.span.words)


def _is_zero(node: n.Expr) -> bool:
    return isinstance(node, n.Number) and node.value == 0


# -- what definitions carry --------------------------------------------------------------------------------------------


def _of_sentences(holder: m.Holder) -> Iterator[_Found]:
    seen: set[tuple[m.Symbol | None, str]] = set()
    for one in holder.sentences:
        said = (one.target, one.span.words) if len(holder.sentences) > 1 else (None, "")
        if said in seen:
            yield _NO_EFFECT, one.span, "this modifier appears twice here", "remove one"
        seen.add(said)
        target = one.target
        if isinstance(target, m.PermissionDef) and one.kind == "allow" and _says(target.normally, True):
            yield _NO_EFFECT, one.span, f"{target.title} is normally true: there is nothing to allow", None
        elif isinstance(target, m.ValueDef):
            merge = next((step.merge for step in target.steps if step.name == one.step), "")
            # For `all` and `count` any contribution is enough to keep the step from being skipped.
            if merge in MERGES and MERGES[merge].wants_yes and _says(one.expr, False):
                yield _NO_EFFECT, one.span, f"only yes counts in step '{one.step}', so this contributes nothing", None
        if not _is_about_holder(holder, one):
            yield (_OTHERS, one.span, f"this modifier applies to everybody, not only to the holder of "
                   f"{holder.definition.title}", "add `when who is self`")


def _says(node: n.Expr | None, value: bool) -> bool:
    return isinstance(node, n.Truth) and node.value is value


def _is_about_holder(holder: m.Holder, sentence: m.SentenceDef) -> bool:
    """Whether a modifier of a status mentions the holder. A status of the match has no other holder."""
    own = holder.self_var
    if holder.kind != "status" or own is None or own.type.tag == "match" or holder.active is not None:
        return True
    # An argument such as 2 in `resist(2, fire)` says nothing about other entities; an entity argument may be another.
    known = {own, *(arg for arg in holder.args if t.some(arg.type).tag not in _FIGURES)}
    return any(isinstance(node, n.Name) and (node.ref in known or node.name == "spender")
               for tree in (sentence.when, sentence.expr) for node in walk(tree))
