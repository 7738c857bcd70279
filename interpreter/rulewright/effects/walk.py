"""Lists the nodes in a tree, measures its depth, and copies it to another location.

Separate because nodes have no behaviour and all readers of trees need to walk them. The fields of a node are read from
its declaration once, so a new type of node needs no change here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from rulewright.effects import nodes as n
from rulewright.source import LocatedText, Span

_N = TypeVar("_N", bound=n.Node)


def children(node: n.Node) -> list[n.Node]:
    """The nodes directly in a node, in the order in which they are declared (for most: in which they are written)."""
    found: list[n.Node] = []
    for name in _SHAPES[type(node)].holding:
        held = getattr(node, name)
        if type(held) in _SHAPES:
            found.append(held)
        elif held:
            _gather(held, found)
    return found


def holding(sort: type[n.Node]) -> tuple[str, ...]:
    """The fields of a type of node that may contain nodes, in the order of declaration."""
    return tuple(_SHAPES[sort].holding)


def descend(node: n.Node) -> Iterator[n.Node]:
    """A node and all nodes in it, each before its own descendants."""
    waiting = [node]
    pop, push, holding = waiting.pop, waiting.append, _HOLDING
    while waiting:
        here = pop()
        yield here
        for name in holding[type(here)]:  # from the last to the first
            held = getattr(here, name)
            if type(held) in holding:
                push(held)
            elif held:
                inner: list[n.Node] = []
                _gather(held, inner)
                inner.reverse()
                waiting += inner


def depth(tree: n.Node | tuple[n.Node, ...]) -> int:
    """The greatest depth of nested nodes. Not recursive, because it protects functions that are."""
    deepest = 0
    waiting = [(node, 1) for node in (tree if isinstance(tree, tuple) else (tree,))]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in children(node)]
    return deepest


def relocated(tree: _N, text: LocatedText) -> _N:
    """A copy of a tree whose spans are offsets in `text`: it is located where the text is."""
    copy: _N = _copy(tree, _place(text))
    return copy


def relocated_block(block: n.Block, text: LocatedText) -> n.Block:
    """The same for a block."""
    copy: n.Block = _copy(block, _place(text))
    return copy


def twin(node: _N, span: Span) -> _N:
    """A node at another location that contains the very same nodes."""
    kind = type(node)
    copy: _N = object.__new__(kind)
    for names in _SHAPES[kind]:
        for name in names:
            setattr(copy, name, getattr(node, name))
    copy.span = span
    return copy


def rebuilt(node: _N, change: Callable[[n.Node], n.Node]) -> _N:
    """A node of the same type at the same location; `change` replaces the nodes directly in it."""
    copy = twin(node, node.span)
    for name in _SHAPES[type(node)].holding:
        held = getattr(node, name)
        if held:
            setattr(copy, name, _changed(held, change))
    return copy


def handed(tree: n.Expr, given: Mapping[Any, n.Expr]) -> n.Expr:
    """An expression as it reads where it is called: names are replaced by the arguments, by their symbols. A name that
    replaces a name has the type that was known for the original."""

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Name) and isinstance(node.ref, Hashable) and node.ref in given:
            one = given[node.ref]
            return n.Name(node.span, one.name, ref=one.ref, type=node.type) if isinstance(one, n.Name) else one
        return rebuilt(node, change)

    made = change(tree)
    assert isinstance(made, n.Expr)
    return made


def written_of(target: n.Expr) -> n.Expr:
    """The name or attribute that `set` writes, even if it writes one entry of it: a Name or an Attr."""
    while isinstance(target, n.Index):
        target = target.target
    return target


def conjuncts(e: n.Expr) -> list[n.Expr]:
    """The parts of a condition that must all be true."""
    if isinstance(e, n.Binary) and e.op == "and":
        return [*conjuncts(e.left), *conjuncts(e.right)]
    return [e]


def say_the_same(one: n.Expr, other: n.Expr) -> bool:
    """Whether two expressions mean the same and refer to the very same things."""
    return one == other and _refs(one) == _refs(other)


def _refs(tree: n.Expr) -> list[object]:
    return [getattr(node, "ref", None) for node in descend(tree)]


def _changed(held: Any, change: Callable[[n.Node], n.Node]) -> Any:
    if type(held) is tuple:
        return tuple([_changed(one, change) for one in held])
    return change(held) if type(held) in _SHAPES else held


def _place(text: LocatedText) -> Callable[[int, int], Span]:
    """Converts offsets in the text to a span. Most texts are in the file verbatim: then it is an addition."""
    offsets, source = text.offsets, text.source
    if not isinstance(offsets, range):
        return text.span
    base = offsets.start
    return lambda start, end: Span(source, base + start, base + end)


def _copy(value: Any, place: Callable[[int, int], Span]) -> Any:
    kind = type(value)
    if kind is tuple:
        return tuple([_copy(one, place) for one in value])
    shape = _SHAPES.get(kind)
    if shape is None:
        return value
    copy = object.__new__(kind)
    for name in shape.plain:
        setattr(copy, name, getattr(value, name))
    for name in shape.spans:
        span = getattr(value, name)
        setattr(copy, name, None if span is None else place(span.start, span.end))
    for name in shape.holding:
        held = getattr(value, name)
        # None and empty tuples, which most nodes have somewhere, are kept as they are.
        setattr(copy, name, _copy(held, place) if held else held)
    return copy


def _gather(value: Any, found: list[n.Node]) -> None:
    """Adds the node, or the nodes in a tuple of any depth."""
    if type(value) in _SHAPES:
        found.append(value)
    elif type(value) is tuple:
        for one in value:
            _gather(one, found)


class _Shape(NamedTuple):
    """The names of a node's fields: spans, those that may hold nodes, and the rest."""

    spans: tuple[str, ...]
    holding: tuple[str, ...]
    plain: tuple[str, ...]


def _shape(kind: type[n.Node]) -> _Shape:
    types = {one.name: set(re.findall(r"\w+", str(one.type))) for one in dataclasses.fields(kind)}
    spans = tuple(name for name, words in types.items() if "Span" in words)
    holding = tuple(name for name, words in types.items() if words & _NODE_WORDS)
    return _Shape(spans, holding, tuple(name for name in types if name not in spans + holding))


_KINDS = tuple(one for one in vars(n).values() if isinstance(one, type) and issubclass(one, n.Node))
_NODE_WORDS = {kind.__name__ for kind in _KINDS} | {"Right", "Block", "Sentence"}
_SHAPES: dict[type, _Shape] = {kind: _shape(kind) for kind in _KINDS}
_HOLDING: dict[type, tuple[str, ...]] = {kind: shape.holding[::-1] for kind, shape in _SHAPES.items()}
