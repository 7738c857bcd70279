"""Compiles the search of the last set of a line, if it cannot be iterated over: for spots, formations or ways that make
a legal call.

Separate because an offer lists what it finds, and a match that only draws one searches when that is drawn (see
`drafts`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.check import model as m
from rulewright.check.openness import is_open, is_ways, is_whole
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit, kept
from rulewright.compile.formed import Wanted, formed, usual
from rulewright.compile.legality import sentences_on
from rulewright.compile.line_tests import Test, event_of, trees
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.compile.proposals import MOST_PROPOSED, sieved
from rulewright.compile.routed import routed
from rulewright.effects import nodes as n


def is_searched(line: n.OfferLine) -> bool:
    """Whether the last set of a line cannot be iterated over."""
    return bool(line.bindings) and is_open(line.bindings[-1].source.type)


def loops_of(line: n.OfferLine, c: Context) -> list[tuple[str, ast.expr]]:
    """The Python locals of the loops of a line and what they iterate over, bound in `c`; a set that is searched has
    nothing to iterate over."""
    loops = []
    for binding in line.bindings:
        searched = binding is line.bindings[-1] and is_searched(line)
        source = py.const(None) if searched else walk(binding.source, c)
        loops.append((bind_loop(binding, c), source))
    return loops


def in_loops(core: py.Body, loops: Sequence[tuple[str, ast.expr]], tests: Sequence[Sequence[Test]]) -> py.Body:
    """The loops of a line around what is done for each call: `tests` are those before them, in the first one, and so
    on. If there are none for the last loop, that one is already in `core`."""
    for i in reversed(range(len(tests))):
        if tests[i]:
            core = [py.when(py.both(trees(tests[i])), core)]
        if i:
            name, source = loops[i - 1]
            core = py.stmts("for _x in _s:\n    _core", _x=py.name(name), _s=source, _core=core)
    return core


def call_of(index: int, line: n.OfferLine, c: Context) -> ast.expr:
    """A call of a line, as an option."""
    return py.tuple_of([py.const(index), py.tuple_of([kept(a, c) for a in line.call.args])])


def finding(index: int, line: n.OfferLine, names: Sequence[str], tests: Sequence[Test], c: Context,
            wanted: Wanted = usual) -> py.Body:  # fmt: skip
    """Adds calls to the list `found`.

    Args:
        index: the number of the line.
        line: a line whose last set is searched.
        names: the Python locals of its loops; all but the last are known.
        tests: the tests of the last one.
        c: the context in which these are bound.
        wanted: how many, and where the search begins.
    """
    last, name, asked = line.bindings[-1], names[-1], _asked(line, c)
    test = py.both(trees(tests)) if tests else py.const(True)
    adding = py.stmts("found.append(_v)", _v=call_of(index, line, c))
    if is_whole(last.source.type):  # the search runs all tests, and stops when it has found enough
        looked_for = routed if is_ways(last.source.type) else formed
        source = looked_for(last, asked, c, name, test, wanted)
        return py.stmts("for _x in _s:\n    _a", _x=py.name(name), _s=source, _a=adding)
    most, begin = wanted(MOST_PROPOSED)
    adding += py.stmts("n += 1\nif n == _m:\n    break", _m=most)
    core = [py.when(test, adding)] if tests else adding
    source = sieved(last, asked, c, name, test, begin)
    return py.stmts("n = 0\nfor _x in _s:\n    _core", _x=py.name(name), _s=source, _core=core)


def _asked(line: n.OfferLine, c: Context) -> list[tuple[n.Expr | None, frozenset[m.Variable], Context]]:
    """The conditions on the last name of a line, as far as the code shows them: its `where`, and the conditions of the
    call, if nothing may lift them."""
    event, spot = event_of(line), line.bindings[-1].ref
    found: list[tuple[n.Expr | None, frozenset[m.Variable], Context]] = [(line.where, frozenset((spot,)), c)]
    if sentences_on(event, c.unit, "waive"):
        return found
    args = dict(zip(event.params, line.call.args, strict=True))
    names = frozenset(one for one, arg in args.items() if isinstance(arg, n.Name) and arg.ref is spot)
    own = Context(c.unit, {one: emit(arg, c) for one, arg in args.items() if one not in names})
    return found + [(one, names, own) for name, one in event.legal.items() if name not in line.despite]
