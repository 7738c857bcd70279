"""Compiles the questions of blocks: what there is to choose from, how many, and when a choice is over.

Separate because a choice is the same wherever it is made; `blocks` compiles the statements that make it.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.check.openness import is_formations, is_open, is_ways
from rulewright.compile import formed, routed
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.flow import Flow
from rulewright.compile.layout import has_codes, is_places
from rulewright.compile.loops import bind_loop, helper
from rulewright.compile.operands import walk
from rulewright.compile.proposals import proposed
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse

_ENDLESS: Final = 1 << 30  # more members than any choice has candidates


class Choices(Flow):
    """A body of code that is being cut into blocks at its questions."""

    def asks_in_words(self, name: str, site: int) -> None:
        """The question that the pack has in words for what is stored in a name, if it is asked at a site."""
        questions, sites = self.t.questions, self.t.c.unit.sites
        if name in questions and site < len(sites):
            sites[site].ask = questions[name]

    def options(self, binding: n.Binding, where: n.Expr | None, c: Context) -> ast.expr:
        """The candidates as a tuple, in order of iteration."""
        if is_formations(binding.source.type):
            return formed.proposed(binding, where, c)
        if is_ways(binding.source.type):
            return routed.proposed(binding, where, c)
        if is_open(binding.source.type):
            return proposed(binding, where, c)
        source = walk(binding.source, c)
        if where is None:
            return source
        inner = c.inner()
        name = bind_loop(binding, inner)
        body = py.stmts(
            """
found = []
for _x in _s:
    if _c:
        found.append(_x)
return tuple(found)
""",
            _x=py.name(name),
            _s=source,
            _c=emit(where, inner),
        )
        return helper(inner, body, [name, "found"], binding.span)

    def choose(self, e: n.Choose, aim: str) -> ast.expr:
        """`choose`: one question, or several in turn for `some` and `each`. `aim` is where the result is stored."""
        t, c = self.t, self.t.c
        aim = aim if len(e.binding.name) == 1 < len(aim) else ""
        options = self.options(e.binding, e.where, c)
        player = emit(e.by, c)
        at_once = e.mode in ("one", "one or none")
        site = self.site("choose" if at_once else e.mode, e.span, e.binding.name, item_of(e.binding.source))
        row = c.unit.sites[site]
        row.secret, row.always, row.aim = e.secret, e.always, aim
        self.asked_of(site, e.binding, e.where)
        if at_once:
            place = c.slot(e)
            row.open = is_open(e.binding.source.type)
            self.body += py.stmts("_o = _v", _o=place, _v=options)
            if e.mode == "one":
                self.body += py.stmts("if not _o:\n    _fail", _o=place, _fail=t.fail())
            self.ask(player, site, place, e.mode == "one or none")
            return py.expr("m.answer")
        chosen, left = c.slot(e), c.slot(e.binding)
        limit = c.slot(e.by)
        self.body += py.stmts(
            "_l = _o\n_c = ()\n_n = _m",
            _l=left,
            _o=options,
            _c=chosen,
            _n=limit,
            _m=emit(e.limit, c) if e.limit is not None else py.const(_ENDLESS),
        )
        least = self.least(e, left, limit)
        head, done = self.fresh(), self.fresh()
        self.cut(self.go(head), head)
        # A player who is always asked must also end the choice when nothing is left.
        over = "len(_c) >= _n" if e.always and e.mode == "some" else "not _l or len(_c) >= _n"
        self.body += py.stmts(f"if {over}:\n    _go", _l=left, _c=chosen, _n=limit, _go=self.go(done))
        may_stop: bool | ast.expr = e.mode == "some"
        if least is not None:
            if not (e.always or c.unit.layout.pack.ask_forced):  # exactly as many are left as are required: take them
                self.body += py.stmts(
                    "if len(_c) < _k and len(_c) + len(_l) == _k:\n"
                    "    took(m, _p, _s, _l)\n    _c = _c + _l\n    _l = ()\n    _go",
                    _c=chosen, _l=left, _k=least, _go=self.go(done), _p=player, _s=py.const(site),
                )  # fmt: skip
            enough = py.expr("len(_c) >= _k", _c=chosen, _k=least)
            number = e.limit if e.least is None else e.least
            assert number is not None
            words = f"{'exactly' if e.exactly else 'at least'} {unparse(number)}"
            c.unit.sites[site].passes = self.told(number, enough, [], words)
            may_stop = False if e.exactly else enough
        self.ask(player, site, left, may_stop)
        if may_stop is not False and e.mode == "some":
            self.body += py.stmts("if m.answer is None:\n    _go", _go=self.go(done))
        self.body += py.stmts("_c = (*_c, m.answer)\n_l = without_one(_l, m.answer)", _c=chosen, _l=left)
        self.cut(self.back(head), done)
        if e.mode == "each":
            return chosen
        made = "encode" if is_places(e.type) else "set_of_codes" if has_codes(e.type) else "set_of"
        return py.expr("_f(_c)" if made == "encode" else "_f(m, _c)", _f=py.name(made), _c=chosen)

    def choose_yes_no(self, e: n.ChooseYesNo, aim: str) -> ast.expr:
        """`choose yes or no`. `aim` is where the result is stored."""
        c = self.t.c
        site = self.site("yes or no", e.span, aim, None)
        c.unit.sites[site].secret = e.secret
        self.ask(emit(e.by, c), site, py.const((True, False)), False)
        return py.expr("m.answer")

    def least(self, e: n.Choose, left: ast.expr, limit: ast.expr) -> ast.expr | None:
        """Stores the least number of a choice and returns where; None if there is none. If there are too few, the block
        ends."""
        if e.least is None and not e.exactly:
            return None
        least = limit
        if e.least is not None:
            least = self.t.c.slot(e.least)
            self.body += py.stmts("_k = _v", _k=least, _v=emit(e.least, self.t.c))
        few = "len(_l) < _k" if e.limit is None or e.exactly else "len(_l) < _k or _n < _k"
        self.body += py.stmts(f"if {few}:\n    _fail", _l=left, _k=least, _n=limit, _fail=self.t.fail())
        return least

    def candidates(self, e: n.Choose | n.ChooseYesNo) -> ast.expr:
        """After a choice: all possible answers, as a tuple."""
        if isinstance(e, n.ChooseYesNo):
            return py.const((True, False))
        chosen = self.t.c.slot(e)
        if e.mode == "one":
            return chosen
        if e.mode == "one or none":
            return py.expr("(*_o, None)", _o=chosen)
        return py.expr("_c + _l", _c=chosen, _l=self.t.c.slot(e.binding))


def item_of(source: n.Expr) -> object:
    """The type of what is chosen from a source."""
    t = source.type
    return t.args[0] if t.args else None
