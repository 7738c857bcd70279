"""Reports early ends: loops that reach their bound although they have another way to end, and events whose first entity
leaves play when there are more statements.

Separate because only programs that count such ends (`rulewright.counting`) contain code for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.layout import place_of
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse, unparse_block


def counted(s: n.Repeat, c: Context) -> bool:
    """Whether it is reported when a loop ends by its bound: one with a `while`, or with a `stop` of its own."""
    return c.unit.counts and (s.condition is not None or any(isinstance(x, n.Stop) for x in _own(s.body)))


def at_bound(s: n.Repeat) -> py.Body:
    """Reports that a loop has reached its bound, with its location and its bound in words. It comes after the test of
    the `while`: a loop that would not continue at its bound has not run out."""
    words = py.const(f"`repeat up to {unparse(s.limit)}`")
    return [ast.Expr(py.call("ran_out", py.name("m"), py.const(place_of(s.span)), words))]


def _own(body: n.Block) -> Iterator[n.Statement]:
    """The statements of a body that are not inside an inner loop."""
    for s in body:
        yield s
        if isinstance(s, n.If):
            for block, _ in _blocks(s, None):
                yield from _own(block)


def cut_short(s: n.Statement, event: m.EventDef, c: Context) -> py.Body:
    """Reports that an event ends after a statement that removed its first entity from play, with the location of the
    statement, and in words both it and the next statement. No code if no statement follows, or if the event would end
    there."""
    left = _next(event.do, s, None) if c.unit.counts else None
    if left is None or isinstance(left, n.Finish):
        return []
    words = py.const(f"`{event.id}` after `{_first_line(s)}`, before `{_first_line(left)}`")
    return [ast.Expr(py.call("cut_short", py.name("m"), py.const(place_of(s.span)), words))]


def _next(block: n.Block, s: n.Statement, behind: n.Statement | None) -> n.Statement | None:
    """The statement that runs after a statement of a block, or of a block inside it; `behind` follows the block."""
    for one, following in zip(block, (*block[1:], behind), strict=True):
        if one is s:
            return following
        for inner, then in _blocks(one, following):
            if any(x is s for x in _within(inner)):
                return _next(inner, s, then)
    return None


def _blocks(s: n.Statement, behind: n.Statement | None) -> Iterator[tuple[n.Block, n.Statement | None]]:
    """The blocks of a statement, each with the statement that runs after it; if nothing follows a loop, that is the
    loop again."""
    if isinstance(s, n.If):
        for block in (*(branch.body for branch in s.branches), s.otherwise):
            yield block, behind
    elif isinstance(s, (n.ForEach, n.Repeat)):
        yield s.body, behind or s


def _within(block: n.Block) -> Iterator[n.Statement]:
    for s in block:
        yield s
        for inner, _ in _blocks(s, None):
            yield from _within(inner)


def _first_line(s: n.Statement) -> str:
    return unparse_block((s,)).splitlines()[0]
