"""Converts the blocks of code that may ask to functions: decides what is kept in the frame, and what in plain locals.

Separate because it needs all blocks at once: a local that no block reads before writing it need not be in the frame at
all. It also writes the function that opens the frame of an event that is nothing but its `do` block.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Unit
from rulewright.compile.layout import initial
from rulewright.compile.text import Text
from rulewright.linkage import function
from rulewright.shapes import BLOCK, FIELDS, LOCALS

_T = TypeVar("_T", bound=ast.AST)
_PRELUDE = "r = f[RECORD]\nh = f[SELF]\nrow = f[ROW]"


@dataclass(slots=True)
class Blocks:
    """The blocks so far: number and body. `told` are slots that explanations read, so they stay."""

    made: list[tuple[int, py.Body]] = field(default_factory=list)
    told: set[int] = field(default_factory=set)

    def write(self, t: Text, span: object, secret: bool) -> None:
        """Adds the functions. `secret`: the frame must show which answers were given in secret."""
        unit = t.c.unit
        plain = set() if secret else self.plain_slots()
        names = {k: f"s{k}" for k in plain}
        first = self.made[0][0]
        for number, body in self.made:
            whole = renamed(body, "f", names) if names else body
            if t.event is not None and number == first and unit.layout.of(t.event) in unit.opened:
                _opening(t.event, number, len(t.c.slots), whole, unit)  # for callers that start with the block
            unit.add(function("b", number, t.of), ["m", "f"], prelude(whole) + whole, span)

    def plain_slots(self) -> set[int]:
        """The slots that every block writes before it reads them. A slot that is never read stays: it is for other
        readers."""
        read: set[int] = set()
        found: set[int] = set()
        for _, body in self.made:
            found |= _found_there(body, set(), read)
        return {k for k in read if k >= LOCALS} - found - self.told


def prelude(body: Sequence[ast.AST]) -> py.Body:
    """What a block or an explanation loads from its frame before it begins, according to the names that it uses."""
    used = {name for one in body for name in py.names_read(one)}
    return [s for s, name in zip(py.stmts(_PRELUDE), ("r", "h", "row"), strict=True) if name in used]


def slots_read(tree: ast.AST) -> set[int]:
    """The slots of the frame that a tree reads."""
    return {place_in("f", x) for x in py.nodes(tree) if isinstance(x, ast.Subscript)} - {-1}


def place_in(word: str, node: ast.AST) -> int:
    """k of `f[k]` for the word `f`, written or read; else -1."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == word:
        place = node.slice
        return place.value if isinstance(place, ast.Constant) and type(place.value) is int else -1
    return -1


# -- what is stored when a block begins --------------------------------------------------------------------------------


def _found_there(body: Iterable[ast.stmt], written: set[int], read: set[int]) -> set[int]:
    """The slots that statements read before they have certainly been written. `written` is updated; `read` collects all
    that is read."""
    found: set[int] = set()
    for s in body:
        match s:
            case ast.If():
                found |= _reads(s.test, read) - written
                ends = [(branch, set(written)) for branch in (s.body, s.orelse)]
                for branch, inner in ends:
                    found |= _found_there(branch, inner, read)
                # A branch that leaves the block has no effect on what follows.
                going_on = [inner for branch, inner in ends if not (branch and isinstance(branch[-1], ast.Return))]
                written |= set.intersection(*going_on) if going_on else set()
            case ast.For():
                found |= _reads(s.iter, read) - written
                found |= _found_there(s.body, written | _writes(s.target), read)
            case ast.While():
                found |= _reads(s.test, read) - written
                found |= _found_there(s.body, set(written), read)
            case ast.Assign():
                found |= _reads(s.value, read) - written
                for target in s.targets:
                    found |= _reads(target, read) - written
                    written |= _writes(target)
            case ast.AugAssign():
                found |= (_reads(s.value, read) | _reads(s.target, read) | _writes(s.target)) - written
                read |= _writes(s.target)
            case _:
                found |= _reads(s, read) - written
    return found


def _reads(tree: ast.AST, read: set[int]) -> set[int]:
    own = {place_in("f", x) for x in py.nodes(tree) if isinstance(x, ast.Subscript) and isinstance(x.ctx, ast.Load)}
    own.discard(-1)
    read |= own
    return own


def _writes(target: ast.expr) -> set[int]:
    return {place_in("f", x) for x in py.nodes(target) if not isinstance(getattr(x, "ctx", None), ast.Load)} - {-1}


def renamed(body: list[_T], word: str, names: dict[int, str], written: bool = True) -> list[_T]:
    """Replaces `f[k]` for the word `f` by a name, wherever it occurs; with `written` also where it is written."""

    def swap(node: ast.AST) -> ast.AST | None:
        if not isinstance(node, ast.Subscript):
            return None
        name = names.get(place_in(word, node))
        return ast.Name(name, node.ctx) if name and (written or isinstance(node.ctx, ast.Load)) else None

    return [py.swapped(s, swap) for s in body]


# -- opening -----------------------------------------------------------------------------------------------------------


def _opening(event: m.EventDef, first: int, slots: int, body: py.Body, unit: Unit) -> None:
    """`J<i>(m, args)`: begins the run, makes its frame, and runs the first block with the arguments. The call is known
    to be legal."""
    index = unit.layout.of(event)
    names = [f"a{i}" for i in range(len(event.params))]
    body = renamed(body, "r", {FIELDS + i: name for i, name in enumerate(names)}, written=False)
    # A block that sets no next block has closed the frame. If all others set the same one, the frame can begin with it.
    nexts = {_next_block(x) for s in body for x in py.nodes(s)} - {None}
    if len(nexts) == 1:
        (first,) = (number for number in nexts if number is not None)
        body = _without_next(body)
    defaults = [py.const(initial(v.type, unit.layout.pack)) for v in event.gives]
    record = [py.const(index), py.expr("m.stamp"), py.const(0), py.const(None), *[py.name(x) for x in names], *defaults]
    made: py.Body = []
    if nests_deep(unit):
        made = py.stmts(_DEEP_OR_LONG if index in unit.recursive else TOO_DEEP, _i=py.const(index))
    made += py.stmts(
        _OPENED,
        _r=record,
        _f=[py.const(first), py.const(0), py.name("r"), py.const(0), py.const(0), *[py.const(None)] * slots],
    )
    unit.add(unit.layout.function("J", event), ["m", *names], made + body, event.span)




def nests_deep(unit: Unit) -> bool:
    """Whether events may be nested deeper than the limit."""
    return bool(unit.recursive) or len(unit.layout.events) >= _SHALLOW


_SHALLOW = 100  # this many events that cannot run inside themselves never exceed the limit
TOO_DEEP = "if m.depth >= DEEPEST:\n    begin(m, [_i, 0, 0, None])"  # refuses the call
_DEEP_OR_LONG = "m.fuel -= 1\nif m.depth >= DEEPEST or m.fuel < 0:\n    begin(m, [_i, 0, 0, None])"
_OPENED = """
m.stamp += 1
m.depth += 1
r = [*_r]
if m.trace is not None:
    m.trace.append(Began(m.depth, r))
f = [*_f]
m.frames.append(f)
"""


def _next_block(x: ast.AST) -> int | None:
    """The number in `f[BLOCK] = number`."""
    if isinstance(x, ast.Assign) and place_in("f", x.targets[0]) == BLOCK:
        assert isinstance(x.value, ast.Constant) and type(x.value.value) is int
        return x.value.value
    return None


def _without_next(body: py.Body) -> py.Body:
    made: py.Body = []
    for s in body:
        if _next_block(s) is not None:
            continue
        if isinstance(s, ast.If):
            s = py.when(s.test, _without_next(s.body), _without_next(s.orelse))
        made.append(s)
    return made
