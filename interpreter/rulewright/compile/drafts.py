"""Compiles an offer to the list of its drafts: calls that are complete except for what is slow to check.

The law: a draft is a call that passes every test of its line up to the first long one, and its judge runs the other
tests, in the same order. So the drafts that pass their judges are the calls that the offer lists. If the last set of a
line cannot be iterated over, one draft stands for all calls that differ only in what is searched for: a search.

Separate because only a match that draws its answers drafts them (see `play.drafts`); all others list (see `offers`).
"""

from __future__ import annotations

import ast

from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.flow import Flow
from rulewright.compile.line_tests import Test, event_of, tests_of, trees
from rulewright.compile.looked_for import call_of, finding, in_loops, is_searched, loops_of
from rulewright.effects import nodes as n
from rulewright.linkage import function


def draft(s: n.Offer, site: int, flow: Flow) -> bool:
    """Adds `i<site>(m, f)`, which drafts the calls of an offer one after another, on demand; False if no line has a
    long test or a search, so that listing is as good."""
    body: py.Body = []
    worthwhile = False
    for i, line in enumerate(s.lines):
        made, is_long = _drafted(i, line, flow)
        body += made
        worthwhile = worthwhile or is_long
    if worthwhile:
        flow.beside(function("i", site), [], body, s.span)
    return worthwhile


def _drafted(index: int, line: n.OfferLine, flow: Flow) -> tuple[py.Body, bool]:
    """The drafts of a line, as (call, judge, arguments of the judge), one after another; and whether they have a judge.
    For a search no call is known: the judge finds some."""
    inner = flow.t.c.inner()
    loops = loops_of(line, inner)
    names = [name for name, _ in loops]
    tests = tests_of(line, names, inner)
    if is_searched(line):
        judge: ast.expr = _search(index, line, names, tests.pop(), flow, inner)
        told, call = names[:-1], py.const(None)
        rest = True
    else:
        tests[-1], long = _split(tests[-1])
        judge = _judge(line, long, names, flow)
        rest = bool(long)
        told, call = names if rest else [], call_of(index, line, inner)
    made = py.tuple_of([call, judge, py.tuple_of([py.name(x) for x in told])])
    return in_loops(py.stmts("yield _d", _d=made), loops, tests), rest


def _search(
    index: int, line: n.OfferLine, names: list[str], tests: list[Test], flow: Flow, c: Context
) -> ast.expr:  # fmt: skip
    """The function that finds calls of which all names but the last are known: `many` of them, starting from
    `begin`."""
    name = flow.t.c.unit.fresh("j", event_of(line).id)
    body = [*py.stmts("found = []"), *finding(index, line, names, tests, c, _wanted), *py.stmts("return found")]
    flow.beside(name, [*names[:-1], "many", "begin"], body, line.span)
    return py.name(name)


def _wanted(most: int) -> tuple[ast.expr, ast.expr]:
    return py.expr("many or _m", _m=py.const(most)), py.name("begin")


def _split(tests: list[Test]) -> tuple[list[Test], list[Test]]:
    """The tests before the first long one, and the others."""
    first = next((i for i, test in enumerate(tests) if test.is_long), len(tests))
    return tests[:first], tests[first:]


def _judge(line: n.OfferLine, rest: list[Test], names: list[str], flow: Flow) -> ast.expr:
    """The function that runs the other tests of a call."""
    if not rest:
        return py.const(None)
    name = flow.t.c.unit.fresh("j", event_of(line).id)
    flow.beside(name, names, [py.give_back(py.both(trees(rest)))], line.span)
    return py.name(name)
