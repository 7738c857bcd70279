"""Explains conditions that compare lengths, or ask for an area: what was measured, and what is needed.

For each function of a condition there is one that measures. For each comparison of lengths that made the condition
false, it returns both sides, and the entities of the loops around it; for a test of an area or of contact, by how much
it is missed (`missing`). Conditions inside permissions are followed. Separate because it is only for explanations: none
of it runs during play.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.check import model as m
from rulewright.check.openness import is_open
from rulewright.check.types import some
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import type_code
from rulewright.compile.loops import bind_loop
from rulewright.compile.missing import missed
from rulewright.compile.operands import gap, walk
from rulewright.compile.tracing import Tracer
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import MIRRORED
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.explained import ENTITY, WAY, Measured, Relation, TypeCode

_NEEDED: Final[dict[str, Relation]] = {"<=": "at most", "<": "less than", ">=": "at least", ">": "more than"}
_DENIED: Final[dict[Relation, Relation]] = {
    "at most": "more than", "less than": "at least", "at least": "less than", "more than": "at most",
}  # fmt: skip
_MISSED: Final[dict[Relation, type[ast.cmpop]]] = {
    "at most": ast.Gt, "less than": ast.GtE, "at least": ast.Lt, "more than": ast.LtE,
}  # fmt: skip


def measuring(e: n.Expr, c: Context) -> tuple[ast.expr, tuple[Measured, ...]] | None:
    """Code that measures a condition that is false: an expression that returns a list of (number of the figure,
    entities, measured, needed); and a description of the figures. None if it compares no lengths."""
    reader = _Measurer(c)
    body = reader.read(e, True, c)
    if not reader.figures:
        return None
    return reader.function(body, c, e.span), tuple(reader.figures)


class _Measurer(Tracer):
    """Reads one condition, and notes lengths that make it false."""

    def __init__(self, c: Context) -> None:
        super().__init__(c)
        self._each: tuple[tuple[ast.expr, TypeCode], ...] = ()  # the item of each loop around, and its type
        self._enough = False  # of the innermost loop, one item is enough
        self.figures: list[Measured] = []

    def leaf(self, e: n.Expr, wanted: bool, c: Context) -> py.Body:
        """The figures of a comparison without the expected result."""
        match e:
            case n.Binary(op="<" | "<=" | ">" | ">="):
                return self._compared(e, wanted, c)
            case n.Within():
                return self._noted("", "<=", gap_of(e, c), emit(e.amount, c), unit_of(e.amount), wanted)
            case n.Call(ref=m.BuiltinDef(id="linked")) if wanted:
                return self._linked(e, c)
        found = missed(e, wanted, c)
        if found is None:
            return []
        what, depth = found
        return self._noted(what, "<=", depth, py.const(0), c.unit.layout.form.unit, True)

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def _compared(self, e: n.Binary, wanted: bool, c: Context) -> py.Body:
        sides = lengths(e)
        if sides is None:
            return []
        words, op, left, right = sides
        return self._noted(words, op, emit(left, c), emit(right, c), unit_of(right), wanted)

    def _linked(self, e: n.Call, c: Context) -> py.Body:
        """The least length at which the entities would form one group, with the two that are so far apart."""
        link = py.name(self.local())
        before = self._each
        self._each = *before, (py.expr("_l[1]", _l=link), ENTITY), (py.expr("_l[2]", _l=link), ENTITY)
        body = self._noted("", "<=", py.expr("_l[0]", _l=link), emit(e.args[1], c), unit_of(e.args[1]), True)
        self._each = before
        return py.stmts("_l = longest_link(m, _s)", _l=link, _s=walk(e.args[0], c)) + body

    def _noted(self, words: str, op: str, one: ast.expr, other: ast.expr, unit: str, wanted: bool) -> py.Body:
        """A figure, noted if the comparison does not have the expected result."""
        needs = relation(op, wanted)
        self.figures.append(Measured(words, needs, unit, tuple(code for _, code in self._each), self._enough))
        found, needed = self.local(), self.local()
        return py.stmts(
            """
_f = _one
_n = _other
if _missed:
    found.append((_i, _x, _f, _n))
""",
            _f=py.name(found), _n=py.name(needed), _one=one, _other=other, _i=py.const(len(self.figures) - 1),
            _x=py.tuple_of([item for item, _ in self._each]),
            _missed=ast.Compare(py.name(found), [_MISSED[needs]()], [py.name(needed)]),
        )  # fmt: skip

    # -- loops and permissions -----------------------------------------------------------------------------------------

    def quantified(self, e: n.Quantified, wanted: bool, c: Context) -> py.Body:
        """`no` and `every` that are false: each entity responsible; `some` that is false: each entity, as none met the
        condition."""
        if is_open(e.binding.source.type):
            return []
        inner = c.inner()
        name = bind_loop(e.binding, inner)
        before, enough = self._each, self._enough
        fails_by_one = (e.kind != "some") is wanted
        self._each = *before, (py.name(name), type_code(e.binding.ref.type))
        self._enough = not fails_by_one
        body = self.of_each(e, wanted, inner)
        self._each, self._enough = before, enough
        if not body:
            return []
        tests = [emit(e.where, inner)] if e.where is not None and (e.kind == "every" or fails_by_one) else []
        if e.kind == "every" and fails_by_one and e.has is not None:
            tests.append(py.negate(emit(e.has, inner)))
        return self.loop(e, name, tests, body, c)

    def permission(self, e: n.Expr, ref: m.PermissionDef, args: list[n.Expr], wanted: bool, c: Context) -> py.Body:
        """What the default of a permission measures; nothing if it has modifiers."""
        return [] if self.unit.value_parts.get(ref) else self.followed(ref, args, wanted, c)


def gap_of(e: n.Within, c: Context) -> ast.expr:
    """The distance that `within` compares."""
    return gap(e.left, e.right, c)


def lengths(e: n.Binary) -> tuple[str, str, n.Expr, n.Expr] | None:
    """What a comparison of lengths measures, in words, the operator, and both sides, the measured one first; None for a
    comparison of anything else."""
    op: str = e.op
    left, right = e.left, e.right
    if not (_is_length(left) and _is_length(right)):
        return None
    if _measures(right) > _measures(left):
        op, left, right = MIRRORED[op], right, left
    return _named(left), op, left, right


def relation(op: str, wanted: bool) -> Relation:
    """What the measured side must be for a comparison to have the expected result."""
    return _NEEDED[op] if wanted else _DENIED[_NEEDED[op]]


def _is_length(e: n.Expr) -> bool:
    t = some(e.type)
    return t.tag == "gap" or (t.tag == "number" and bool(t.name) and e.type.tag != "maybe")


def unit_of(e: n.Expr) -> str:
    """The unit of a length; a gap is shown in inches."""
    return some(e.type).name or "inches"


def _named(e: n.Expr) -> str:
    """What a length is called: the built-in ones are translated where they are shown, all else is code."""
    if isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "way_length":
        return WAY
    return "" if is_distance(e) else unparse(e)


def is_distance(e: n.Expr) -> bool:
    """Whether an expression only measures how far entities are from each other."""
    return isinstance(e, n.Call) and isinstance(e.ref, m.BuiltinDef) and e.ref.id == "distance"


def _measures(e: n.Expr) -> int:
    """How much a side looks like the measured one, rather than the limit."""
    if some(e.type).tag == "gap":
        return 3
    if any(isinstance(x, n.Expr) and is_distance(x) for x in descend(e)):
        return 2
    return 0 if isinstance(e, (n.Number, n.Attr, n.Name)) else 1
