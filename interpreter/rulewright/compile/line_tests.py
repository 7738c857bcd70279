"""The tests that decide whether a call of an offer is legal, and the loop of its line in which each test runs.

Separate because an offer lists its calls, and a match that only draws one drafts them (see `drafts`): both use these
tests.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.conditions import condition, forbidden, waived
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.legality import SUBJECTS, can, in_play, restrictions, sentences_on
from rulewright.compile.remembering import is_long
from rulewright.effects import nodes as n
from rulewright.effects.walk import conjuncts

_MOST_FORBIDS = 8  # that are inlined where a call is offered: more are tested in one place


class Test(NamedTuple):
    """A part of the condition for a call. `is_long`: see `remembering`."""

    tree: ast.expr
    is_long: bool = False


def some_entity(event: m.EventDef) -> bool:
    """Whether the first parameter of an event must exist."""
    return bool(event.params) and event.params[0].type.tag in SUBJECTS


def event_of(line: n.OfferLine) -> m.EventDef:
    """The event that a line offers."""
    assert isinstance(line.call.ref, m.EventDef)
    return line.call.ref


def trees(tests: Iterable[Test]) -> list[ast.expr]:
    """The trees of some tests."""
    return [test.tree for test in tests]


def tests_of(line: n.OfferLine, names: list[str], c: Context) -> list[list[Test]]:
    """The tests that decide whether a call is offered, by how many of the loop names are known where they run. A
    condition is tested as soon as everything that it reads is known. But no conjunct is tested before one to its left,
    and nothing before the test that the entity is in play. It comes after the `where` of the line only if an argument
    may need the `where` to match the type of the parameter.

    In the verifying mode, tests that were moved out of a loop run again in it.
    """
    event = event_of(line)
    tests: list[list[Test]] = [[] for _ in (*names, None)]

    def add(parts: list[Test], least: int) -> int:
        for part in parts:
            read = set(py.names_read(part.tree))
            least = max([least, *(i + 1 for i, name in enumerate(names) if name in read)])
            tests[least].append(part)
            if c.unit.verify and least < len(names):
                tests[-1].append(Test(py.expr("same(True, _t)", _t=part.tree)))
        return least

    first: list[Test] = []
    if some_entity(event):
        first.append(Test(in_play(emit(line.call.args[0], c), event.params[0].type)))
    known = add(first, 0)
    where = conjuncts(line.where) if line.where is not None else []
    met = add([Test(emit(one, c), is_long(one, c.unit)) for one in where], known)
    for parts in _conditions(line, event, c):
        add(parts, known if all(map(_as_declared, line.call.args)) else met)
    return tests


def _as_declared(arg: n.Expr) -> bool:
    """Whether an argument is a name whose type is exactly the declared one."""
    return isinstance(arg, n.Name) and isinstance(arg.ref, m.Variable) and arg.type == arg.ref.type


def _conditions(line: n.OfferLine, event: m.EventDef, c: Context) -> list[list[Test]]:
    """The conditions that may refuse a line's call, each in conjuncts that are tested one after the other."""
    forbids = sentences_on(event, c.unit, "forbid")
    args = [emit(a, c) for a in line.call.args]
    if not restrictions(event, c.unit):
        return []
    if len(forbids) > _MOST_FORBIDS or not all(py.is_simple(a) for a in args):
        return [[Test(can(line.call, line.despite, c), True)]]
    own = Context(c.unit, dict(zip(event.params, args, strict=True)))
    found: list[list[Test]] = []
    for name, e in event.legal.items():
        if name in line.despite:
            continue
        if any(s.label == name for s in sentences_on(event, c.unit, "waive")):
            found.append([Test(condition(event, name, own), True)])
            continue
        found.append([Test(emit(one, own), is_long(one, c.unit)) for one in conjuncts(e)])
    return found + [[Test(test)] for s in forbids if (test := _refusal(s, line, event, own)) is not None]


def _refusal(s: m.SentenceDef, line: n.OfferLine, event: m.EventDef, c: Context) -> ast.expr | None:
    """Whether a forbid is false or lifted; None if the call is made despite it."""
    if s.label is None:
        return py.negate(forbidden(s, event, c))
    if s.label in line.despite:
        return None
    lifted = waived(event, s.label, c)
    test = py.negate(forbidden(s, event, c))
    return test if lifted is None else ast.BoolOp(ast.Or(), [test, lifted])
