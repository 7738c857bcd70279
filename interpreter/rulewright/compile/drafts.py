"""An offer becomes the list of its drafts: calls of which all is known but what takes long to ask.

The law: a draft is a call that passes every test of its line up to the first long one, and its judge asks the rest, in
the same order. So the drafts that their judges let pass are the calls that the offer lists.

Separate because only a match that draws its answers drafts them (see `play.drafts`); all others list (see `offers`).
"""

from __future__ import annotations

import ast

from rulewright.check.openness import is_open
from rulewright.compile import pyast as py
from rulewright.compile.expressions import kept
from rulewright.compile.flow import Flow
from rulewright.compile.line_tests import Test, event_of, tests_of, trees
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.effects import nodes as n
from rulewright.linkage import function

Over = dict[int, ast.expr]  # what gives the list of the calls of a line, by its number


def draft(s: n.Offer, site: int, flow: Flow, over: Over) -> bool:
    """Adds `i<site>(m, f)`, which drafts the calls of an offer one after another, as far as somebody asks; False where
    no line has a long test, so that listing is as good. `over`: of a line whose last set cannot be gone through."""
    body: py.Body = []
    some_long = False
    for i, line in enumerate(s.lines):
        if line.bindings and is_open(line.bindings[-1].source.type):
            body += py.stmts("for made in _l:\n    yield made, None, ()", _l=over[i])
            continue
        made, is_long = _drafted(i, line, flow)
        body += made
        some_long = some_long or is_long
    if some_long:
        flow.beside(function("i", site), [], body, s.span)
    return some_long


def _drafted(index: int, line: n.OfferLine, flow: Flow) -> tuple[py.Body, bool]:
    """The drafts of a line, as (call, judge, what the judge is told), one after another; whether they have a judge."""
    inner = flow.t.c.inner()
    loops = []
    for binding in line.bindings:
        source = walk(binding.source, inner)
        loops.append((bind_loop(binding, inner), source))
    names = [name for name, _ in loops]
    tests = tests_of(line, names, inner)
    short, rest = _split(tests[-1])
    call = py.tuple_of([py.const(index), py.tuple_of([kept(a, inner) for a in line.call.args])])
    told = py.tuple_of([py.name(x) for x in names] if rest else [])
    made = py.tuple_of([call, _judge(line, rest, names, flow), told])
    core = py.stmts("yield _d", _d=made)
    tests[-1] = short
    for i in reversed(range(len(tests))):
        if tests[i]:
            core = [py.when(py.both(trees(tests[i])), core)]
        if i:
            name, source = loops[i - 1]
            core = py.stmts("for _x in _s:\n    _core", _x=py.name(name), _s=source, _core=core)
    return core, bool(rest)


def _split(tests: list[Test]) -> tuple[list[Test], list[Test]]:
    """The tests before the first long one, and the others."""
    first = next((i for i, test in enumerate(tests) if test.is_long), len(tests))
    return tests[:first], tests[first:]


def _judge(line: n.OfferLine, rest: list[Test], names: list[str], flow: Flow) -> py.Tree:
    """The function that asks the rest of the tests of a call."""
    if not rest:
        return py.const(None)
    name = flow.t.c.unit.fresh("j", event_of(line).id)
    flow.beside(name, names, [py.give_back(py.both(trees(rest)))], line.span)
    return py.name(name)
