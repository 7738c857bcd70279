"""Finds what decided a result: for a condition without the expected result, the entity responsible; for a value, the
member of a set that determined it; and the values and permissions called on the way.

For each function of an expression there is one that returns these. Separate because it is only for explanations: none
of it runs during play.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from rulewright.check import model as m
from rulewright.check.openness import is_open
from rulewright.compile import pyast as py
from rulewright.compile.asking import asking
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit, kept
from rulewright.compile.layout import type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.measuring import lengths
from rulewright.compile.operands import walk
from rulewright.compile.tracing import Tracer, fork, permission_asked
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.explained import Reason, TypeCode

_ARITHMETIC: Final = ("+", "-", "*", "/")
_MOST: Final = 200  # reasons for entities that are all alike; after this many a loop stops


def why_not(e: n.Expr, c: Context) -> tuple[ast.expr, tuple[Reason, ...]] | None:
    """Code that explains why a condition is false: an expression that returns a list of (number of the reason,
    entities, what is called), outermost first; and the reasons. None if there is nothing to explain, or the condition
    is only a call."""
    return None if asking(e) is not None else _told(e, c, True)


def why_so(e: n.Expr, c: Context) -> tuple[ast.expr, tuple[Reason, ...]] | None:
    """The same for why a condition is true, or why an expression has its value."""
    return _told(e, c, False)


def _told(e: n.Expr, c: Context, wanted: bool) -> tuple[ast.expr, tuple[Reason, ...]] | None:
    reader = _Decider(c)
    body = reader.read(e, wanted, c) if e.type.tag == "yes_no" else reader.decide(e, c)
    return (reader.function(body, c, e.span), tuple(reader.rows)) if reader.rows else None


class _Decider(Tracer):
    """Reads one expression."""

    def __init__(self, c: Context) -> None:
        super().__init__(c)
        self.rows: list[Reason] = []
        self._each = False
        self._supposed = False  # entities are at supposed places, where nothing can be asked later
        self._looped = False  # inside of a loop that one entity decides, and no part has been noted yet

    # -- conditions ----------------------------------------------------------------------------------------------------

    def leaf(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """The part of a loop that decides, and what decides that."""
        return self._part(e, wanted) + self._compared(e, wanted, c)

    def _part(self, e: n.Expr, wanted: bool) -> py.Body:
        if not self._looped:
            return []
        self.rows.append(Reason(part=unparse(e if wanted else n.Unary(e.span, "not", e, type=e.type))))
        return py.stmts("found.append((_i, (), ()))", _i=py.const(len(self.rows) - 1))

    def _compared(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """The values that are compared; for a set that should be empty, its first member."""
        match e:
            case n.Binary(op="<" | "<=" | ">" | ">="):
                bare = lengths(e) is not None  # `measuring` shows the value
                return self.decide(e.left, c, bare) + self.decide(e.right, c, bare)
            case n.Is(ref=("equal", _)):
                return self.decide(e.left, c) + self.decide(e.right, c)
            case n.Call(ref=m.BuiltinDef(id="is_empty")) if wanted and not is_open(e.args[0].type):
                return self._member(e.args[0], c)
            case n.Call(ref=m.ValueDef()):
                return self._asked(e, wanted, c)
        return []

    def quantified(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """The first entity that decides the result of a loop; if none does, for each entity why it does not."""
        if is_open(e.binding.source.type):
            return self._part(e, wanted)
        inner = c.inner()
        name = bind_loop(e.binding, inner)
        body: py.Body = []
        tests = [] if e.where is None else [emit(e.where, inner)]
        if (e.kind != "some") is wanted:
            looped = self._looped
            body = self._things([(e.binding.name, type_code(e.binding.ref.type), name)])
            self._looped = not self._each
            if e.kind != "every":
                body += self._part(replace(e, kind="no"), True)
                self._looped = False
            if e.kind == "every" and e.has is not None:
                tests.append(py.negate(emit(e.has, inner)))
                body += self.read(e.has, True, inner)
            elif e.where is not None:
                body += self.read(e.where, False, inner)
            body.append(ast.Break())
            self._looped = looped
        else:
            whole = self._part(e, wanted)
            before, looped = self._each, self._looped
            self._each, self._looped = True, False
            body = self.of_each(e, wanted, inner)
            self._each, self._looped = before, looped
            tests = tests if e.kind == "every" else []
            body += py.stmts("if len(found) > _n:\n    break", _n=py.const(_MOST)) if body else []
            return whole + self.loop(e, name, tests, body, c)
        return self.loop(e, name, tests, body, c)

    def both(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        """For alternatives none of which has the wanted result, all of them are the part."""
        if (e.op == "and") is wanted:
            return super().both(e, wanted, c)
        part, looped = self._part(e, wanted), self._looped
        self._looped = False
        body = super().both(e, wanted, c)
        self._looped = looped
        return part + body

    def permission(self, e: n.Expr, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """That it was called; what decided it, where it cannot be asked again."""
        if not self._supposed:
            asked = permission_asked(e)
            part = [] if wanted else self._part(e, asked is not None and asked[2])
            return part + self._noted(f"permission {ref.id}", args, c, wanted=wanted)
        return [] if self.unit.value_parts.get(ref) else self.followed(ref, args, wanted, c)

    def supposing(self, e: n.Supposing, wanted: bool, c: Context) -> py.Body:
        """What decides while entities are at supposed places."""
        before, self._supposed = self._supposed, True
        body = super().supposing(e, wanted, c)
        self._supposed = before
        return body

    # -- values --------------------------------------------------------------------------------------------------------

    def decide(self, e: n.Expr, c: Context, bare: bool = False) -> py.Body:
        """What determined an expression; `bare`: its value is shown elsewhere."""
        match e:
            case n.Call(ref=m.ValueDef()):
                return self._asked(e, True, c, bare)
            case n.IfElse():
                return self._chosen(e, c, bare)
            case n.LetIn():
                inner, name = c.inner(), py.name(self.local())
                inner.bind(e.ref, name)
                body = self.decide(e.body, inner, bare)
                return py.stmts("_n = _v", _n=name, _v=emit(e.value, c)) + body if body else []
            case n.Recast():
                return self.decide(e.operand, c, bare)
            case n.Binary(op=op) if op in _ARITHMETIC:
                return self.decide(e.left, c, bare) + self.decide(e.right, c, bare)
            case n.Comprehension(kind="least" | "most") if e.bindings and e.element is not None:
                return self._best(e, e.element, c)
            case n.Call(ref=m.BuiltinDef(id="least" | "most")):
                return self._one_of(e, c, bare)
        return []

    def _chosen(self, e: n.IfElse, c: Context, bare: bool) -> py.Body:
        then, otherwise = self.decide(e.then, c, bare), self.decide(e.otherwise, c, bare)
        if not e.default:
            then = self.read(e.condition, False, c) + then
            otherwise = self.read(e.condition, True, c) + otherwise
        return fork(emit(e.condition, c), then, otherwise)

    def _best(self, e: n.Comprehension, element: n.Expr, c: Context) -> py.Body:
        """The members with the least or greatest value of a set."""
        if any(is_open(b.source.type) for b in e.bindings):
            return []
        inner, after = c.inner(), c.inner()
        loops: list[tuple[str, ast.expr]] = []
        things: list[tuple[str, TypeCode, str]] = []
        keep: py.Body = []
        for binding in e.bindings:
            source = walk(binding.source, inner)
            loops.append((bind_loop(binding, inner), source))
            kept_as = self.local()
            after.bind(binding.ref, py.name(kept_as))
            things.append((binding.name, type_code(binding.ref.type), kept_as))
            keep += py.stmts("_n = _x", _n=py.name(kept_as), _x=py.name(loops[-1][0]))
        best, one = py.name(self.local()), py.name(self.local())
        sign = "<" if e.kind == "least" else ">"
        core = py.stmts(
            f"_n = _e\nif _b is None or _n {sign} _b:\n    _b = _n\n    _keep",
            _n=one, _b=best, _e=emit(element, inner), _keep=keep,
        )  # fmt: skip
        core = [py.when(emit(e.where, inner), core)] if e.where is not None else core
        for name, source in reversed(loops):
            self.bound.append(name)
            core = [ast.For(ast.Name(name, ast.Store()), source, core, [], None)]
        told = [*self._things(things), *self.decide(element, after)]
        return [*py.stmts("_b = None", _b=best), *core, py.when(py.expr("_b is not None", _b=best), told)]

    def _one_of(self, e: n.Call, c: Context, bare: bool) -> py.Body:
        """The first of several expressions that is the least or greatest."""
        whole = py.name(self.local())
        chain: py.Body = []
        for arg in reversed(e.args):
            chain = fork(py.expr("_a == _w", _a=emit(arg, c), _w=whole), self.decide(arg, c, bare), chain)
        return [*py.stmts("_w = _e", _w=whole, _e=emit(e, c)), *chain] if chain else []

    # -- notes ---------------------------------------------------------------------------------------------------------

    def _asked(self, e: n.Call, wanted: bool, c: Context, bare: bool = False) -> py.Body:
        if self._supposed or e.named or not isinstance(e.ref, m.ValueDef) or len(e.args) != len(e.ref.params):
            return []
        return self._noted(f"value {e.ref.id}", list(e.args), c, wanted=wanted, bare=bare)

    def _noted(self, key: str, args: list[n.Expr], c: Context, *, wanted: bool, bare: bool = False) -> py.Body:
        self.rows.append(Reason(key, wanted, bare, self._each))
        made = py.tuple_of([kept(a, c) for a in args])
        return py.stmts("found.append((_i, (), _a))", _i=py.const(len(self.rows) - 1), _a=made)

    def _things(self, things: list[tuple[str, TypeCode, str]]) -> py.Body:
        """The entities that decide the result of a loop: the name of each, its type, its Python name."""
        named = tuple((name, code) for name, code, _ in things)
        self.rows.append(Reason(each=self._each, things=named))
        made = py.tuple_of([py.name(name) for _, _, name in things])
        return py.stmts("found.append((_i, _t, ()))", _i=py.const(len(self.rows) - 1), _t=made)

    def _member(self, e: n.Expr, c: Context) -> py.Body:
        name = self.local()
        told = self._things([(unparse(e), type_code(e.type.args[0]), name)]) if e.type.args else []
        if not told:
            return []
        return [ast.For(ast.Name(name, ast.Store()), walk(e, c), [*told, ast.Break()], [], None)]
