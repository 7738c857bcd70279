"""Loops whose running out of their bound is worth a word: those that have another way to end.

Separate because only programs that count loops (`rulewright.counting`) have code for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.layout import place_of
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse


def counted(s: n.Repeat, c: Context) -> bool:
    """Whether it is told when a loop ends by its bound: one with a `while`, or with a `stop` of its own."""
    return c.unit.counts and (s.condition is not None or any(isinstance(x, n.Stop) for x in _own(s.body)))


def at_bound(s: n.Repeat) -> py.Body:
    """Tells that a loop has come to its bound, by its place and its bound in words. It stands behind the test of its
    `while`: a loop that does not go on at its bound has not run out."""
    words = py.const(f"repeat up to {unparse(s.limit)}")
    return [ast.Expr(py.call("ran_out", py.name("m"), py.const(place_of(s.span)), words))]


def _own(body: n.Block) -> Iterator[n.Statement]:
    """The statements of a body that are not inside a further loop."""
    for s in body:
        yield s
        if isinstance(s, n.If):
            for block in (*(branch.body for branch in s.branches), s.otherwise or ()):
                yield from _own(block)
