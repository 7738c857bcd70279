"""Charges generated code for its steps, once the whole module is complete.

Separate because it must not depend on which module wrote a loop: every function is weighed, and whatever can run often
or long is charged, so that no form of code is forgotten. Weights are counted in nodes of the tree, which cost about the
same each. The weight of a function without long loops is part of the weight of its callers. A function charges itself
when it begins only if its weight exceeds `_UNSEEN`, if functions call each other in a cycle, or if play calls it from a
table. A loop charges its rounds when it begins: `len(what) * weight of a round`, unless few rounds are few steps.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.compile import pyast as py
from rulewright.compile.builtins import COSTS
from rulewright.compile.emitter import CALL
from rulewright.limits import EVENT_STEPS

# Searches: their length is unknown, and they charge themselves what they do between their rounds.
_SEARCHES = frozenset(("spots", "formed", "routed"))

_UNSEEN = 5000  # the weight that a function may have without charging itself
_FEW = 8  # rounds of a loop that are not charged
_USUAL = 4  # how many of these are assumed
_DEEP = 2  # nested loops of this sort
_SEATS = 8  # assumed rounds of a loop over players or directions
_ALONE = 150  # uncharged weight of a function that play calls: play charges that much
_REMEMBERED = 500  # uncharged weight of computing a value that was not cached
_COLLECTED = 20  # the cost of a collected member, option or candidate: all are in memory at once
_CALLED_BY_CODE = "VPNtq"  # other functions are (also) called from tables of play

# Statements that leave a block.
_LEAVING = (ast.Return, ast.Break, ast.Continue)

# The cost of functions of play in addition to their call: those of builtins, and those of statements and of what they
# trigger. Functions that iterate over something large charge that themselves.
_DEAR: Final[Mapping[str, int]] = {
    **COSTS,
    "plain_react": 100, "settle": 50, "begin": 20, "close": 50, "call": 100, "open_frame": 100, "perform": 50,
    "give": 150, "end": 150, "end_kind": 150, "create": 300, "put": 100, "shift": 50, "remove": 150,
    "keep": 50, "roll": EVENT_STEPS, "among": EVENT_STEPS,
    # Entries of the log: a match costs the same with a log and without.
    "Began": 0, "Finished": 0, "Reacted": 0, "ReactionOver": 0,
}  # fmt: skip


def metered(functions: list[ast.stmt], width: int, parts: Mapping[str, int]) -> list[ast.stmt]:
    """The functions of a module; those that can run long contain their charges.

    Args:
        width: the largest size of a sheet: it covers few places.
        parts: by slot of a column of parts, the most that a sheet has of them.
    """
    known = {f.name: f for f in functions if isinstance(f, ast.FunctionDef)}
    meter = _Meter(known, width * width, parts)
    meter.weigh_all()
    return [meter.made[f.name] if isinstance(f, ast.FunctionDef) else f for f in functions]


@dataclass(slots=True)
class _Meter:
    known: dict[str, ast.FunctionDef]
    covered: int
    parts: Mapping[str, int]
    made: dict[str, ast.FunctionDef] = field(default_factory=dict)
    weight: dict[str, int] = field(default_factory=dict)  # the cost of a call beyond what the function charges itself
    circular: set[str] = field(default_factory=set)
    loose: dict[str, int] = field(default_factory=dict)  # how deep uncharged loops are nested in a function
    deep: int = 0  # the same for the function that is being weighed
    tabled: set[str] = field(default_factory=set)  # functions that code passes to play by name

    def weigh_all(self) -> None:
        """Weighs callees before callers, without recursion along a long chain of them."""
        calls = {name: self._calls(function) for name, function in self.known.items()}
        begun: set[str] = set()
        for start in self.known:
            waiting = [start]
            while waiting:
                name = waiting[-1]
                if name not in begun:
                    begun.add(name)
                    for other in calls[name]:
                        if other not in begun:
                            waiting.append(other)
                        elif other not in self.weight:
                            self.circular.add(other)
                    continue
                waiting.pop()
                if name not in self.weight:
                    self._weigh(self.known[name])

    def _calls(self, function: ast.FunctionDef) -> list[str]:
        found: dict[str, None] = {}
        called: set[int] = set()
        for x in py.nodes(function):  # a call after what it calls
            if isinstance(x, ast.Call):
                called.add(id(x.func))
            elif isinstance(x, ast.Name) and x.id in self.known:
                found.setdefault(x.id)
                if id(x) not in called:
                    self.tabled.add(x.id)
        return list(found)

    def _weigh(self, function: ast.FunctionDef) -> None:
        name = function.name
        self.deep = 0
        known = _remembering(function)
        head, weight = self._block(function.body[:known])
        body, inside = self._block(function.body[known:])
        weight += inside
        if name[0] == "E":
            weight += EVENT_STEPS
        alone = name[0] not in _CALLED_BY_CODE or name in self.tabled
        begins = name[0] == "J" or name in self.circular
        dear = begins or weight > _UNSEEN or (alone and name[0] != "E" and weight > _ALONE)
        if dear or (known and weight > _REMEMBERED):
            body = [*_charge(weight, function.lineno), *body]
            weight = 5
        elif self.deep:
            self.loose[name] = self.deep
        self.weight[name] = weight
        made = ast.FunctionDef(name, function.args, [*head, *body], [], None, None)
        ast.copy_location(made, function)
        self.made[name] = made

    # -- statements ------------------------------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> tuple[list[ast.stmt], int]:
        """Statements and their weight, that of the most expensive path."""
        made: list[list[ast.stmt]] = []
        total = 0
        for s in reversed(body):
            if isinstance(s, ast.If) and not s.orelse and s.body and isinstance(s.body[-1], _LEAVING):
                inner, one = self._block(s.body)
                made.append([ast.copy_location(ast.If(s.test, inner, []), s)])
                total = self._expression(s.test) + max(one, total)
                continue
            statements, weight = self._statement(s)
            made.append(statements)
            total += weight
        return [s for statements in reversed(made) for s in statements], total

    def _statement(self, s: ast.stmt) -> tuple[list[ast.stmt], int]:
        match s:
            case ast.If():
                return self._branches(s)
            case ast.For():
                return self._loop(s)
            case ast.Try():
                body, weight = self._block(s.body)
                final, more = self._block(s.finalbody)
                handlers = []
                for handler in s.handlers:
                    inner, caught = self._block(handler.body)
                    more += caught
                    handlers.append(ast.copy_location(ast.ExceptHandler(handler.type, handler.name, inner), handler))
                return [ast.copy_location(ast.Try(body, handlers, [], final), s)], weight + more
            case ast.While():
                return self._while(s)
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return() | ast.Raise():
                return [s], self._expression(s)
            case ast.Pass() | ast.Break() | ast.Continue():
                return [s], 0
        raise AssertionError(f"no {type(s).__name__} is ever generated")

    def _branches(self, s: ast.If) -> tuple[list[ast.stmt], int]:
        """`if`, `elif`, `else`: the most expensive branch. Hundreds in a row are not nested here."""
        arms: list[tuple[ast.If, list[ast.stmt], int]] = []
        arm = s
        while True:
            arms.append((arm, *self._block(arm.body)))
            if len(arm.orelse) != 1 or not isinstance(arm.orelse[0], ast.If):
                break
            arm = arm.orelse[0]
        made, weight = self._block(arm.orelse)
        for arm, body, inside in reversed(arms):
            made = [ast.copy_location(ast.If(arm.test, body, made), arm)]
            weight = self._expression(arm.test) + max(inside, weight)
        return made, weight

    def _while(self, s: ast.While) -> tuple[list[ast.stmt], int]:
        """The number of rounds is unknown: every round is charged, except the first few of a light one that ends
        itself."""
        body, weight = self._block(s.body)
        weight += self._expression(s.test)
        if weight > _ALONE or isinstance(s.test, ast.Constant):
            body = [*_charge(weight, s.lineno), *body]
        return [ast.copy_location(ast.While(s.test, body, []), s)], weight

    def _loop(self, s: ast.For) -> tuple[list[ast.stmt], int]:
        outside, self.deep = self.deep, 0
        body, weight = self._block(s.body)
        weight += 3
        deep, self.deep = self.deep, max(outside, self.deep)
        walked = self._expression(s.iter)
        rounds = _own_charge(body)
        if rounds is not None:  # it charges every round
            charged = ast.AugAssign(rounds.target, rounds.op, py.const(max(EVENT_STEPS, weight)))
            body = [*_at([charged], rounds.lineno), *body[1:]]
            return [ast.copy_location(ast.For(s.target, s.iter, body, [], None), s)], walked + EVENT_STEPS
        if isinstance(s.iter, ast.Call) and isinstance(s.iter.func, ast.Name) and s.iter.func.id in _SEARCHES:
            body = [*_charge(max(EVENT_STEPS, weight), s.lineno), *body]
            return [ast.copy_location(ast.For(s.target, s.iter, body, [], None), s)], walked + EVENT_STEPS
        few = self._few(s.iter)
        if few is not None and few * weight <= _UNSEEN:
            return [ast.copy_location(ast.For(s.target, s.iter, body, [], None), s)], walked + few * weight
        before: list[ast.stmt] = []
        over = s.iter
        if not isinstance(over, ast.Name):
            before = py.stmts("walked = _s", _s=over)
            over = py.name("walked")
        price = py.stmts("m.fuel -= len(_s) * _w\nif m.fuel < 0:\n    overrun(m)", _s=over, _w=py.const(weight))
        if deep < _DEEP and _FEW * weight <= _UNSEEN:
            price = [py.when(py.expr("len(_s) > _n", _s=over, _n=py.const(_FEW)), price)]
            walked += _USUAL * weight
            self.deep = max(outside, deep + 1)
        before = _at([*before, *price], s.lineno)
        return [*before, ast.copy_location(ast.For(s.target, over, body, [], None), s)], walked + 10

    def _few(self, over: ast.expr) -> int | None:
        """The rounds of a loop that never runs often."""
        match over:
            case ast.Subscript(value=ast.Name(id="EVERYBODY")) | ast.Attribute(attr="directions"):
                return _SEATS
            case ast.Tuple(elts=elements):
                return len(elements)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="m"), attr=slot)):
                return self.parts.get(slot)
            case ast.Call(func=ast.Attribute(attr="decode"), args=[ast.Call(func=ast.Name(id="cells"))]):
                return self.covered
            case ast.Call(func=ast.Attribute(attr="decode"), args=[ast.Subscript(value=ast.Subscript(value=table))]):
                return self.covered if isinstance(table, ast.Attribute) and table.attr == "feet" else None
        return None

    # -- expressions -----------------------------------------------------------------------------------------------

    def _expression(self, tree: ast.AST) -> int:
        nodes = py.nodes(tree)
        total = len(nodes)
        for x in nodes:
            if type(x) is ast.Yield:
                total += _COLLECTED
            elif type(x) is ast.Call:
                function = x.func
                if type(function) is ast.Name:
                    word = function.id
                    known = self.weight.get(word)
                    self.deep = max(self.deep, self.loose.get(word, 0))
                    total += known if known is not None else CALL if word in self.known else _DEAR.get(word, CALL)
                elif type(function) is ast.Attribute and function.attr == "append" and type(function.value) is ast.Name:
                    total += _COLLECTED
                elif type(function) is ast.Attribute:
                    total += _DEAR.get(function.attr, CALL)
                else:
                    total += _ALONE
        return total


def _own_charge(body: list[ast.stmt]) -> ast.AugAssign | None:
    """The statement by which a round charges itself, if it comes first."""
    first = body[0] if body else None
    if not (isinstance(first, ast.AugAssign) and isinstance(first.target, ast.Attribute)):
        return None
    return first if first.target.attr == "fuel" else None


def _remembering(function: ast.FunctionDef) -> int:
    """How many statements of a function only look up a cached value."""
    match function.body:
        case [ast.Assign(targets=[ast.Name(id="had")]), ast.If(body=[ast.Return()]), *_]:
            return 2
    return 0


def _charge(weight: int, line: int) -> list[ast.stmt]:
    return _at(py.stmts("m.fuel -= _w\nif m.fuel < 0:\n    overrun(m)", _w=py.const(weight)), line)


def _at(statements: list[ast.stmt], line: int) -> list[ast.stmt]:
    for s in statements:
        py.place(s, line)
    return statements

