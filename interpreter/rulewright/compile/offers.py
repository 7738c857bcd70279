"""Compiles an offer: lists its legal calls, asks one question, and calls the chosen one.

Separate because what the code contains once for each line runs again and again in play: legality is inlined if
possible.
"""

from __future__ import annotations

import ast

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.conditions import condition
from rulewright.compile.context import Context
from rulewright.compile.drafts import draft
from rulewright.compile.expressions import emit, kept
from rulewright.compile.flow import Flow
from rulewright.compile.frames import place_in
from rulewright.compile.layout import place_of
from rulewright.compile.legality import can, despite_mask, in_play, restrictions, sentences_on
from rulewright.compile.line_tests import event_of, some_entity, tests_of, trees
from rulewright.compile.looked_for import call_of, finding, in_loops, is_searched, loops_of
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.operands import walk
from rulewright.effects import nodes as n
from rulewright.explained import Place
from rulewright.program import OfferLine
from rulewright.shapes import FIELDS

_MANY = "answers(m, found)\n_o = tuple(found)"  # if lines iterate, there may be too many


def offer(flow: Flow, s: n.Offer) -> None:
    """`offer`: legal calls as options; the chosen one is called."""
    c = flow.t.c
    lines = [c.unit.layout.of(line.call.ref) for line in s.lines]
    place = c.slot(s)
    may_pass: bool | ast.expr = s.may_pass
    if s.pass_if is not None:
        may_pass = c.slot(s.pass_if)
        flow.body += py.stmts("_p = _v", _p=may_pass, _v=emit(s.pass_if, c))
    gathered = _MANY if any(line.bindings for line in s.lines) else "_o = tuple(found)"
    site = flow.site("offer", s.span, s.name or "", None, tuple(lines))
    listing = [*py.stmts("found = []"), *_offered(s.lines, c), *py.stmts(gathered, _o=place)]
    flow.body += _or_drafted(flow, s, site, listing)
    done = flow.fresh()
    c.unit.sites[site].always = s.always
    c.unit.sites[site].open = any(map(is_searched, s.lines))
    if s.always and s.pass_if is not None:
        nothing = py.expr("not _o and not _p", _o=place, _p=may_pass)
        flow.body += [py.when(nothing, [*py.stmts("m.result = None"), *flow.go(done)])]
    elif not (s.always and s.may_pass):
        flow.body += py.stmts("if not _o:\n    m.result = None\n    _go", _o=place, _go=flow.go(done))
    flow.ask(emit(s.player, c), site, place, may_pass)
    if s.pass_if is not None:
        c.unit.sites[site].passes = flow.told(s.pass_if, emit(s.pass_if, c), [])
    c.unit.sites[site].offers = tuple(_told(flow, line) for line in s.lines)
    if s.may_pass:
        flow.body += py.stmts("if m.answer is None:\n    m.result = None\n    _go", _go=flow.go(done))
    flow.body += py.stmts("f[BLOCK] = _b\nline = m.answer[0]", _b=py.const(done))
    for number, line in enumerate(s.lines):
        taken = _taken(flow, line, done)
        last = number == len(s.lines) - 1
        flow.body += taken if last else [py.when(py.expr("line == _n", _n=py.const(number)), taken)]
    flow.cut([], done)
    if s.name is not None:
        flow.body += py.stmts("_t = m.result", _t=c.local(s.ref))


def _or_drafted(flow: Flow, s: n.Offer, site: int, listing: py.Body) -> py.Body:
    """Lists the calls, or drafts them if the match drafts its offers and drafting saves work."""
    unit = flow.t.c.unit
    if not draft(s, site, flow):
        return listing
    where = {"_o": flow.t.c.slot(s), "_s": py.const(site)}
    if unit.verify:
        return [*listing, *py.stmts("_o = redrafted(m, f, _s, _o)", **where)]
    return py.stmts("if m.drafting:\n    _o = Drafts(m, f, _s)\nelse:\n    _l", _l=listing, **where)


def _offered(lines: tuple[n.OfferLine, ...], c: Context) -> py.Body:
    """Adds the legal calls of all lines to the list `found`, as (line, args)."""
    made: py.Body = []
    for i, line in enumerate(lines):
        if line.bindings:
            made += py.stmts("found += _f", _f=_offered_over(i, line, c))
            continue
        event = event_of(line)
        args = [kept(a, c) for a in line.call.args]
        tests = [in_play(args[0], event.params[0].type)] if some_entity(event) else []
        if line.where is not None:
            tests.append(emit(line.where, c))
        tests.append(_legal(line, event, c))
        adding = py.stmts("found.append((_i, _t))", _i=py.const(i), _t=py.tuple_of(args))
        made.append(py.when(py.both(tests), adding))
    return made


def _offered_over(index: int, line: n.OfferLine, c: Context) -> ast.expr:
    """The legal calls of a line that iterates over sets, as a list."""
    inner = c.inner()
    loops = loops_of(line, inner)
    names = [name for name, _ in loops]
    tests = tests_of(line, names, inner)
    if is_searched(line):
        core = finding(index, line, names, tests.pop(), inner)
    else:
        core = py.stmts("found.append(_v)", _v=call_of(index, line, inner))
    core = in_loops(core, loops, [[], *tests[1:]])
    if tests[0]:
        core = py.stmts("if _t:\n    return found", _t=py.negate(py.both(trees(tests[0])))) + core
    own = py.bound(core)
    return helper(inner, py.stmts("found = []") + core + py.stmts("return found"), [*own, "found"], line.span)


def _legal(line: n.OfferLine, event: m.EventDef, c: Context) -> ast.expr:
    """Whether a line's call would be legal: inlined if the arguments are names and no modifier forbids it."""
    if not restrictions(event, c.unit):
        return py.const(True)
    args = [emit(a, c) for a in line.call.args]
    if line.despite or sentences_on(event, c.unit, "forbid") or not all(py.is_simple(a) for a in args):
        return can(line.call, line.despite, c)
    own = Context(c.unit, dict(zip(event.params, args, strict=True)))
    return py.both([condition(event, name, own) for name in event.legal])


def _taken(flow: Flow, line: n.OfferLine, done: int) -> py.Body:
    """The chosen call. It was legal when it was offered, and nothing has happened since."""
    event, c = event_of(line), flow.t.c
    index = c.unit.layout.of(event)
    skip = py.const(despite_mask(event, line.despite, c.unit))
    args = [kept(a, c) for a in line.call.args] if not line.bindings else []
    if not all(_stands(a, flow) for a in args) or line.bindings:
        args = [ast.Starred(py.expr("m.answer[1]"), ast.Load())]
    if index in c.unit.opened:
        return py.stmts("return _f(m, *_a)", _f=py.name(c.unit.layout.function("J", event)), _a=args)
    if index in c.unit.framed.events:
        return py.stmts("return open_frame(m, _i, m.answer[1], _s)", _i=py.const(index), _s=skip)
    call = py.expr("_f(m, *_a, _s)", _f=py.name(c.unit.layout.function("E", event)), _a=args, _s=skip)
    result = py.stmts("m.result = _c", _c=call) if index in c.unit.used else [ast.Expr(call)]
    return [*result, *flow.go(done)]


def _stands(arg: ast.expr, flow: Flow) -> bool:
    """Whether an argument cannot have changed since it was offered: a parameter of the event of this block."""
    return flow.t.event is not None and FIELDS <= place_in("r", arg) < FIELDS + len(flow.t.event.params)


def _told(flow: Flow, line: n.OfferLine) -> OfferLine:
    """The line once more, for explanations."""
    event = event_of(line)
    bound = [b.ref for b in line.bindings]
    args = tuple(bound.index(a.ref) if isinstance(a, n.Name) and a.ref in bound else None for a in line.call.args)
    unit = flow.t.c.unit
    last = line.bindings[-1] if line.bindings else None
    source, spot = None, -1
    if last is not None and is_searched(line):
        inner = flow.t.c.inner()
        names = [bind_loop(b, inner) for b in line.bindings[:-1]]
        source, spot = flow.told(last.source, emit(last.source, inner), names), args.index(len(bound) - 1)
    call, loops = _loops(flow, line)
    return OfferLine(
        unit.layout.of(event),
        despite_mask(event, line.despite, unit),
        args,
        flow.conditions(line.where, list(line.bindings)),
        place_of(line.span),
        len(line.bindings),
        source,
        spot,
        loops,
        call,
    )


def _loops(flow: Flow, line: n.OfferLine) -> tuple[str, tuple[tuple[str, Place, str], ...]]:
    """The arguments of a line, and what its loops iterate over, for explanations; empty if the last of them iterates
    over something that cannot be listed."""
    if is_searched(line):
        return "", ()
    inner = flow.t.c.inner()
    names: list[str] = []
    loops = []
    for binding in line.bindings:
        loops.append(flow.told(binding.source, walk(binding.source, inner), names[:]))
        names.append(bind_loop(binding, inner))
    return flow.told(line.call, py.tuple_of([kept(a, inner) for a in line.call.args]), names)[0], tuple(loops)
