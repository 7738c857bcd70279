"""Walks trees and blocks, including absent ones, and copies them.

Separate because flow, validation and the copies for several triggers all handle trees, blocks and None.
"""
from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, TypeVar

from rulewright.effects import nodes as n
from rulewright.effects.walk import descend

Tree = n.Node | tuple[n.Node, ...] | None
SomeTree = TypeVar("SomeTree", bound=Tree)


def walk(tree: Tree) -> Iterator[n.Node]:
    """Every node of a tree or block, parents before children, in order."""
    if isinstance(tree, tuple):
        for one in tree:
            yield from descend(one)
    elif tree is not None:
        yield from descend(tree)


def copied(tree: SomeTree) -> SomeTree:
    """A separate tree with the same words and locations: meanings given to it do not appear in the original."""
    made: SomeTree = _copy(tree)
    return made


def _copy(value: Any) -> Any:
    if isinstance(value, n.Node):
        twin = copy.copy(value)
        for name in _slots(type(value)):
            below = getattr(value, name)
            if isinstance(below, (n.Node, tuple)) and name != "ref":
                setattr(twin, name, _copy(below))
        return twin
    if isinstance(value, tuple):
        return tuple(_copy(one) for one in value)
    return value


def _slots(kind: type[Any]) -> Iterator[str]:
    for one in kind.__mro__:
        yield from getattr(one, "__slots__", ())
