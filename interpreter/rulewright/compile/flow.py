"""Cuts code into blocks: numbers blocks, ends one and begins the next, and asks questions.

Separate because both statements and offers cut code, and neither module depends on the other.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.check.facts import presupposed
from rulewright.check.openness import is_open
from rulewright.check.types import Type
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.explaining import explain
from rulewright.compile.expressions import emit
from rulewright.compile.frames import Blocks, prelude, slots_read
from rulewright.compile.layout import place_of, type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.operands import walk
from rulewright.compile.text import Text
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts, descend
from rulewright.explained import Place
from rulewright.program import Site
from rulewright.shapes import FIRST_BLOCK

# A question, created inline without a call, as there is one in each decision.
_ASKED = """
f[BLOCK] = _b
m.pending = asked = blank(Decision)
asked.player = _p
asked.site = _s
asked.options = _o
asked.window = -1
return True
"""

@dataclass(slots=True)
class Flow:
    """A body of code that is being cut into blocks."""

    t: Text
    span: object
    body: py.Body = field(default_factory=list)
    number: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    secret: frozenset[object] = frozenset()  # what the code writes secret answers to

    def fresh(self) -> int:
        """The number of a new block."""
        unit = self.t.c.unit
        unit.blocks += 1
        return unit.blocks - 1 + FIRST_BLOCK

    def open(self, number: int) -> None:
        """Starts a block: what follows belongs to it."""
        self.number, self.body = number, []

    def close(self, ending: py.Body) -> None:
        """Completes the current block."""
        self.blocks.made.append((self.number, self.body + ending))

    def go(self, number: int) -> py.Body:
        """Continues in a block further down, which is called immediately."""
        return self.t.go(number)

    def back(self, number: int) -> py.Body:
        """Continues at the head of a loop, through the trampoline, so that rounds do not nest."""
        return py.stmts("f[BLOCK] = _b\nreturn", _b=py.const(number))

    def cut(self, ending: py.Body, number: int) -> None:
        """Ends the block and opens another."""
        self.close(ending)
        self.open(number)

    # -- questions ---------------------------------------------------------------------------------------------------

    def site(self, kind: str, span: object, prompt: str, type_: object, lines: tuple[int, ...] = ()) -> int:
        """A new site: a place in the code where a player is asked."""
        code = type_code(type_) if isinstance(type_, Type) else None
        self.t.c.unit.sites.append(Site(kind, place_of(span), prompt, code, lines))
        return len(self.t.c.unit.sites) - 1

    def asked_of(self, site: int, binding: n.Binding, where: n.Expr | None) -> None:
        """The set of a choice and its conditions one by one: why an answer is absent."""
        found = self.t.c.unit.sites[site]
        open_set = is_open(binding.source.type)  # such a set is tested
        listed = emit(binding.source, self.t.c) if open_set else walk(binding.source, self.t.c)
        found.source = self.told(binding.source, listed, [])
        found.where = self.conditions(where, [binding])

    def conditions(self, where: n.Expr | None, bindings: list[n.Binding]) -> tuple[tuple[str, Place, str], ...]:
        """The conjuncts of a condition, one by one, for explanations. All that fail are shown; a conjunct that makes
        sense only after others does not fail if one of these does."""
        inner = self.t.c.inner()
        names = [bind_loop(b, inner) for b in bindings]
        parts = conjuncts(where) if where is not None else []
        before = presupposed(parts)
        return tuple(self._conjunct(e, inner, names, [parts[j] for j in before[i]]) for i, e in enumerate(parts))

    def _conjunct(self, e: n.Expr, c: Context, names: list[str], before: list[n.Expr]) -> tuple[str, Place, str]:
        """A conjunct of a condition, with the functions that explain it. `before`: what must be true for it to make
        sense."""
        tree = emit(e, c)
        if before:
            tree = py.expr("not _b or _e", _b=py.both([emit(one, c) for one in before]), _e=tree)
        made = self.told(e, tree, names, reads=before)
        explain(made[0], e, c, lambda one: self.told(e, one, names)[0])
        return made

    def told(
        self, e: n.Expr, tree: ast.expr, names: list[str], words: str = "", reads: Sequence[n.Expr] = ()
    ) -> tuple[str, Place, str]:
        """A function for explanations that evaluates an expression, with its location and its words (`words`: other
        ones). `reads`: further expressions that it reads."""
        unit = self.t.c.unit
        name = unit.fresh("t")
        if any(isinstance(x, n.Name) and x.ref in unit.hidden_locals for one in (e, *reads) for x in descend(one)):
            unit.hushed.add(name)
        self.beside(name, names, [py.give_back(tree)], e.span)
        return name, place_of(e.span), words or unparse(e)

    def beside(self, name: str, names: list[str], body: py.Body, span: object) -> None:
        """A function in addition to the blocks that reads their frame, over `names` of its own. The blocks keep in the
        frame whatever it reads there, even if they do not need it themselves."""
        self.blocks.told.update(*[slots_read(one) for one in body])
        self.t.c.unit.add(name, ["m", "f", *names], [*prelude(body), *body], span)

    def ask(self, player: ast.expr, site: int, options: ast.expr, may_decline: bool | ast.expr) -> None:
        """Asks a question; the next block begins with m.answer. A question that is always asked is inlined."""
        after = self.fresh()
        unit = self.t.c.unit
        always = unit.layout.pack.ask_forced or unit.sites[site].kind == "yes or no" or unit.sites[site].always
        always = always or unit.sites[site].open
        declining = may_decline if isinstance(may_decline, ast.expr) else py.const(may_decline)
        asked = _ASKED if always and may_decline is False else "f[BLOCK] = _b\nreturn ask(m, _p, _s, _o, _d)"
        where = {"_b": py.const(after), "_p": player, "_s": py.const(site), "_o": options, "_d": declining}
        self.cut(py.stmts(asked, **where), after)
