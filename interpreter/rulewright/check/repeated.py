"""Finds statements that appear twice in a row, and values that are set again before anything reads them."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.check import model as m
from rulewright.check.text import World
from rulewright.check.trees import Text
from rulewright.check.walk import walk
from rulewright.effects import nodes as n

# Statements that may be between two assignments to a local or a result without reading it.
_QUIET = (n.Let, n.Set)


def check_repeated(world: World, texts: list[Text]) -> None:
    """Report repeated statements and values that are never read. The texts are typed."""
    for text in texts:
        if text.happens and isinstance(text.tree, tuple):
            for block in _blocks(text):
                _twice(world, text, block)
                _unread(world, text, block)


def _blocks(text: Text) -> Iterator[tuple[n.Statement, ...]]:
    """Every block of a text, the whole block first."""
    if isinstance(text.tree, tuple):
        yield tuple(one for one in text.tree if isinstance(one, n.Statement))
    for node in text.nodes:
        match node:
            case n.Branch() | n.ForEach() | n.Repeat() | n.Together():
                yield node.body
            case n.If():
                yield node.otherwise


def _twice(world: World, text: Text, block: tuple[n.Statement, ...]) -> None:
    for before, node in pairwise(block):
        if node == before and not isinstance(node, (n.Let, n.BrokenStatement)):
            world.warn("RW492", text.owner, node.span, "this statement appears twice in a row",
                       "remove one; to do it twice, write `repeat up to 2:`", [(before.span, "the first time")])


def _unread(world: World, text: Text, block: tuple[n.Statement, ...]) -> None:
    for place, node in enumerate(block):
        if not isinstance(node, n.Set):
            continue
        again = _set_again(node, block[place + 1:])
        if again is not None and node != again:
            world.warn("RW492", text.owner, node.span, f"'{node.target.span.words}' is set again before it is read",
                       "remove one of the two, or set something else", [(again.span, "set again here")])


def _set_again(node: n.Set, behind: tuple[n.Statement, ...]) -> n.Set | None:
    """The next assignment to the same target, if nothing before it, nor its own value, reads what was set or may leave
    the block."""
    own = isinstance(node.target, n.Name) and isinstance(node.target.ref, m.Variable) and (
        node.target.ref.role in ("local", "field"))
    for one in behind:
        if not isinstance(one, _QUIET) or (not own and not isinstance(one, n.Set)):
            return None
        value = one.value
        if any(below == node.target for below in walk(value)) or _may_read(value):
            return None
        if isinstance(one, n.Set) and one.target == node.target:
            return one if one.guard is None else None
        if not own or one.guard is not None:
            return None
    return None


def _may_read(value: n.Right) -> bool:
    """Whether something else may see what was set: an event that is called, or the player who is asked."""
    if not isinstance(value, n.Expr):
        return not isinstance(value, n.Roll)
    return any(isinstance(one, n.Call) and not isinstance(one.ref, (m.BuiltinDef, m.TableDef)) for one in walk(value))
