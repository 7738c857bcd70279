"""Compares code as trees: which statements, and which parts of formulas, differ.

Separate because `compare` knows fields and not the language. Spaces, line breaks, comments, brackets that change
nothing, and other spellings of the same tree make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import Any, Final

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.parse import parse
from rulewright.effects.parser import Start
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import children, holding
from rulewright.pack import tree
from rulewright.pack.forms import PHASES
from rulewright.source import Span
from rulewright.stack.words import exact_of

# The contents of a field, by its first name: the rules with which the parser may begin, the likeliest first.
_BLOCKS: Final = frozenset({"do", "may", "ends"})
_STARTS: Final[dict[str, tuple[Start, ...]]] = {
    **dict.fromkeys(_BLOCKS, ("block",)),
    **dict.fromkeys(PHASES, ("trigger",)),
    **dict.fromkeys(("legal", "start", "normally", "when", "order", "by", "asks", "ties", "active", "arbiter"),
                    ("expression",)),
    "modify": ("sentence",), "steps": ("step",), "decide": ("row",), "for": ("binder",), "each": ("binder",),
    "limit": ("limit",), "lasts": ("clock",), "spent_by": ("trigger",),
}  # fmt: skip
_OF_SHEETS: Final[tuple[Start, ...]] = ("block", "expression")  # formulas and `texts`, whose names kinds declare
_MOST: Final = 400  # the most statements of a block that are aligned


@dataclass(frozen=True, slots=True)
class Part:
    """A statement, or the smallest part of a formula with an operation, that differs: its old and new code ("" for
    nothing), and its location, in the old pack if it was removed."""

    before: str
    after: str
    span: Span


def changed(field: str, old: tree.Node, new: tree.Node, is_of_sheet: bool) -> list[Part] | None:
    """The differences between two pieces of code, or lists of them, in a field, by its first name; empty if they are
    the same tree. None if they are not code, or cannot be read."""
    trees = _both(field, old, new, is_of_sheet)
    return None if trees is None else list(_sequence(*trees))


def same(field: str, old: tree.Node, new: tree.Node, is_of_sheet: bool = False, in_any_order: bool = False) -> bool:
    """Whether two values of a field, by its first name, mean the same: the same words, or the same trees. Items of
    lists are compared `in_any_order` or by position."""
    if isinstance(old, tree.Mapping) and isinstance(new, tree.Mapping):
        others = [entry.value for entry in new.entries.values()]
        return list(old.entries) == list(new.entries) and all(
            same(field, entry.value, other, is_of_sheet, in_any_order)
            for entry, other in zip(old.entries.values(), others, strict=True)
        )
    if exact_of(old) == exact_of(new):
        return True
    trees = _both(field, old, new, is_of_sheet)
    if trees is None:
        return False
    if in_any_order and isinstance(old, tree.Sequence) and isinstance(new, tree.Sequence):
        return sorted(map(_words, trees[0])) == sorted(map(_words, trees[1]))
    return trees[0] == trees[1]


def _both(
    field: str, old: tree.Node, new: tree.Node, is_of_sheet: bool
) -> tuple[list[n.Node], list[n.Node]] | None:  # fmt: skip
    """The trees of two pieces of code, or lists of them, in a field; None if they are not code."""
    starts = _OF_SHEETS if is_of_sheet else _STARTS.get(field)
    before, after = _items(old), _items(new)
    if starts is None or before is None or after is None:
        return None
    for start in starts:
        was, now = _parsed(start, before), _parsed(start, after)
        if was is not None and now is not None:
            return was, now
    return None


def _items(node: tree.Node) -> list[tree.Scalar] | None:
    items = node.items if isinstance(node, tree.Sequence) else [node]
    texts = [item for item in items if isinstance(item, tree.Scalar)]
    return texts if len(texts) == len(items) else None


def _parsed(start: Start, texts: list[tree.Scalar]) -> list[n.Node] | None:
    """The trees of several pieces of code in order; None if one of them is not code."""
    found: list[n.Node] = []
    for text in texts:
        out = Diagnostics()
        made: Any = parse(start, text.located, out)
        if out.reported or made is None:
            return None
        found += made if isinstance(made, tuple) else (made,)
    return found


def _sequence(old: Sequence[n.Node], new: Sequence[n.Node]) -> Iterator[Part]:
    """Statements, branches or modifiers in order: unchanged ones are matched first, and those between are compared in
    pairs of one sort."""
    if len(old) == len(new):
        blocks = [("replace", i, i + 1, i, i + 1) for i in range(len(old)) if old[i] != new[i]]
    else:
        names = [_words(one) for one in old[:_MOST]], [_words(one) for one in new[:_MOST]]
        blocks = [one for one in SequenceMatcher(None, *names, autojunk=False).get_opcodes() if one[0] != "equal"]
    for _, start, end, first, last in blocks:
        gone, come = list(old[start:end]), list(new[first:last])
        while gone and come and type(gone[0]) is type(come[0]):
            yield from _node(gone.pop(0), come.pop(0))
        yield from (Part(_words(one), "", one.span) for one in gone)
        yield from (Part("", _words(one), one.span) for one in come)


def _node(old: n.Node, new: n.Node) -> Iterator[Part]:
    """Two nodes at the same position."""
    if old == new:
        return
    whole = Part(_words(old), _words(new), new.span)
    if type(old) is not type(new) or _plain(old) != _plain(new):
        yield whole
        return
    inner: list[Part] = []
    for name in holding(type(new)):
        one, other = getattr(old, name), getattr(new, name)
        if isinstance(one, n.Node) and isinstance(other, n.Node):
            inner += _node(one, other)
        elif isinstance(one, tuple) and isinstance(other, tuple) and _are_nodes(one) and _are_nodes(other):
            inner += _sequence(one, other)
        elif one != other:
            inner = []
            break
    is_row = any(_is_block(getattr(new, name)) for name in holding(type(new)))
    # A single word says too little, and a line with several changes is shown whole.
    if inner and (is_row or (isinstance(new, n.Expr) and len(inner) == 1 and not _is_leaf(old, new, inner[0]))):
        yield from inner
    else:
        yield whole


def _is_leaf(old: n.Node, new: n.Node, inner: Part) -> bool:
    """Whether the only part that differs is a child without an operation of its own."""
    return any(one.span == inner.span and not children(one) for one in (*children(new), *children(old)))


def _is_block(held: Any) -> bool:
    return isinstance(held, tuple) and any(isinstance(one, (n.Statement, n.OfferLine, n.Branch)) for one in held)


def _are_nodes(held: tuple[Any, ...]) -> bool:
    return all(isinstance(one, n.Node) for one in held)


def _plain(node: n.Node) -> list[Any]:
    """The content of a node itself, without its children."""
    mine = holding(type(node))
    return [getattr(node, one.name) for one in fields(node) if one.compare and one.name not in mine]


def _words(node: n.Node) -> str:
    try:
        return " ".join(unparse(node).split())
    except AssertionError:  # a part that is not code by itself, such as a branch
        return node.span.words
