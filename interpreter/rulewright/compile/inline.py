"""Small helper functions that one statement alone calls are written out where it stands.

Separate because only when all code is there is it known that nobody else calls a helper: a loop inside an expression is
first made a function (see `loops`), and where the expression is a whole statement it need not be one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.compile import pyast as py
from rulewright.linkage import parsed

Helpers = dict[str, ast.FunctionDef]


def inlined(functions: list[ast.stmt]) -> list[ast.stmt]:
    """The functions, with helpers that are called once in `return helper(..)` or `name = helper(..)` in place of the
    call. Changes them."""
    calls: dict[str, int] = {}
    for function in functions:
        for x in py.nodes(function):
            if type(x) is ast.Name and _is_helper(x.id):
                calls[x.id] = calls.get(x.id, 0) + 1
    helpers: Helpers = {}
    for function in functions:
        assert isinstance(function, ast.FunctionDef)
        if calls.get(function.name) == 1:
            helpers[function.name] = function
    gone: set[str] = set()
    for function in functions:
        assert isinstance(function, ast.FunctionDef)
        function.body = _Caller(function, helpers, gone).written_out(function.body)
    return [function for function in functions if function.name not in gone]  # type: ignore[attr-defined]


def _is_helper(name: str) -> bool:
    return parsed(name)[0] == "q"


@dataclass(slots=True)
class _Caller:
    """A function that may call helpers. `gone` are those that are written out."""

    function: ast.FunctionDef
    helpers: Helpers
    gone: set[str]
    names: set[str] | None = None  # what it calls anything itself, parameters too

    def written_out(self, body: py.Body) -> py.Body:
        """The statements with what they call."""
        made: py.Body = []
        for s in body:
            if isinstance(s, ast.If):
                s.body, s.orelse = self.written_out(s.body), self.written_out(s.orelse)
            call = s.value if isinstance(s, (ast.Return, ast.Assign)) else None
            helper = None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                helper = self.helpers.get(call.func.id)
            own = self._body_of(helper, call, s) if helper is not None and isinstance(call, ast.Call) else None
            if own is None or helper is None:
                made.append(s)
                continue
            self.gone.add(helper.name)
            made += own  # looked through already: a helper is made before whoever calls it
        return made

    def _body_of(self, helper: ast.FunctionDef, call: ast.Call, s: ast.stmt) -> py.Body | None:
        """What the helper does; None where it cannot stand in place of the statement."""
        if self.names is None:
            self.names = _names(self.function)
        given: py.Body = []
        for arg, value in zip(helper.args.args[1:], call.args[1:], strict=True):
            if isinstance(value, ast.Name) and value.id == arg.arg:
                continue
            if arg.arg in self.names:
                return None  # it is the caller's own name for something else
            made = ast.Assign([ast.Name(arg.arg, ast.Store())], value)
            py.place(made, s.lineno)
            given.append(made)
        if isinstance(s, ast.Return):
            return given + helper.body
        last = helper.body[-1]
        if not isinstance(last, ast.Return) or last.value is None or any(map(_returns, helper.body[:-1])):
            return None
        if self.names & _written(helper):
            return None
        assert isinstance(s, ast.Assign)
        s.value = last.value
        return [*given, *helper.body[:-1], s]


def _names(function: ast.FunctionDef) -> set[str]:
    return {arg.arg for arg in function.args.args} | {x.id for x in py.nodes(function) if isinstance(x, ast.Name)}


def _written(function: ast.FunctionDef) -> set[str]:
    return {x.id for x in py.nodes(function) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}


def _returns(s: ast.stmt) -> bool:
    return any(isinstance(x, ast.Return) for x in _statements(s))


def _statements(s: ast.stmt) -> Iterator[ast.stmt]:
    yield s
    for below in (getattr(s, "body", ()), getattr(s, "orelse", ()), getattr(s, "finalbody", ())):
        for inner in below:
            yield from _statements(inner)
