"""Finds modifiers that many sheets carry through the sheet of the current entity: the cost of a value depends on the
modifiers that apply, not on the size of the pack.

Separate from `values` because a few modifiers are tested faster one by one, in place, but thousands are not. Those are
in a table by sheet, with one function of the holder for each distinct tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.check import model as m
from rulewright.compile import pyast as py
from rulewright.compile.context import Context
from rulewright.compile.expressions import emit
from rulewright.compile.layout import place_of
from rulewright.compile.own_parts import is_part
from rulewright.compile.sentences import Core, before_key, key_of, may_be_none, said, when_in_force
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts, descend
from rulewright.explained import Part
from rulewright.merges import MERGES

# Up to this many modifiers are tested one by one.
FEW = 3

_Tree = tuple[int, int]


@dataclass(slots=True)
class Table:
    """Modifiers that find their holder in the same way: it is `key`, or any entity in play of `kind`. `functions` are
    their names by the trees of modifiers, `number` that of the table."""

    key: n.Expr | None
    kind: m.KindDef
    sentences: list[m.SentenceDef] = field(default_factory=list)
    functions: dict[_Tree, str] = field(default_factory=dict)
    number: int = 0

    def by_tree(self) -> dict[_Tree, list[m.SentenceDef]]:
        """The modifiers grouped by shared tree, in order."""
        found: dict[_Tree, list[m.SentenceDef]] = {}
        for s in self.sentences:
            found.setdefault(_tree(s), []).append(s)
        return found


def tables_of(merge: str, mine: list[m.SentenceDef]) -> tuple[list[Table], list[m.SentenceDef]]:
    """The contributions to a step that are better found in tables, and the others."""
    if MERGES[merge].ordered or len(mine) <= FEW:
        return [], mine
    tables: dict[tuple[str, m.KindDef], Table] = {}
    keys: dict[int, tuple[str, n.Expr | None]] = {}
    for s in mine:
        if s.holder.kind == "sheet" and s.holder.active is None:
            sheet = s.holder.definition
            assert isinstance(sheet, m.SheetDef)
            if id(s.when) not in keys:
                keys[id(s.when)] = _key(s)
            words, key = keys[id(s.when)]
            tables.setdefault((words, sheet.kind), Table(key, sheet.kind)).sentences.append(s)
    found = [one for one in tables.values() if len(one.sentences) > FEW and not _repeats(one)]
    taken = {s for one in found for s in one.sentences}
    return found, [s for s in mine if s not in taken]


def _tree(s: m.SentenceDef) -> _Tree:
    return id(s.when), id(s.expr)


def _key(s: m.SentenceDef) -> tuple[str, n.Expr | None]:
    """How a modifier finds its holder, as text and as tree; "" and None if it must search for it."""
    conditions = conjuncts(s.when) if s.when is not None else []
    key, _ = key_of(conditions, s.holder)
    if key is None or before_key(conditions, s.holder):
        return "", None
    if any(is_part(x) for x in descend(key)):
        return "", None
    return unparse(key), key


def _repeats(table: Table) -> bool:
    """Whether a sheet has the same modifier twice. If so it counts twice, which a table cannot represent."""
    said = {(s.holder, _tree(s)) for s in table.sentences}
    return len(said) < len(table.sentences)


def compile_table(table: Table, names: list[str], c: Context) -> None:
    """A function for each distinct tree, from `(m, arguments.., holder)` to its contribution or None, and the table."""
    unit = c.unit
    by_sheet: dict[int, tuple[str, ...]] = {}
    for tree, sentences in table.by_tree().items():
        s = sentences[0]
        inner = c.inner()
        inner.whole = py.name("x")
        if s.holder.self_var is not None:
            inner.bind(s.holder.self_var, py.name("x"))
        conditions = conjuncts(s.when) if s.when is not None else []
        if table.key is not None:
            _, conditions = key_of(conditions, s.holder)
        assert s.expr is not None, "a contribution has a value"
        body = when_in_force(s.holder, conditions, inner, _giving(s.expr), live=table.key is None)
        table.functions[tree] = unit.fresh("c")
        unit.add(table.functions[tree], ["m", *names, "x"], [*body, py.give_back(py.const(None))], s.span)
        for one in sentences:
            sheet = unit.layout.of(one.holder.definition)
            by_sheet[sheet] = (*by_sheet.get(sheet, ()), table.functions[tree])
    table.number = len(unit.carried)
    unit.carried.append(by_sheet)


def _giving(value: n.Expr) -> Core:
    return lambda c: [py.give_back(emit(value, c))]


def holders(table: Table, c: Context, body: py.Body) -> py.Body:
    """Runs `body` for the holder `x` that the key names, or for all that are in play, if its sheet is in the table:
    `found` are the functions there."""
    number = py.const(table.number)
    look = py.stmts("found = CARRIED[_n].get(m.sheet[x])\nif found is not None:\n    _body", _n=number, _body=body)
    if table.key is None:
        group = py.const(c.unit.layout.of(table.kind))
        return py.stmts("for x in m.groups[_g]:\n    _body", _g=group, _body=look)
    if may_be_none(table.key):
        look = [py.when(py.expr("x is not None"), look)]
    return [*py.stmts("x = _v", _v=emit(table.key, c)), *look]


def contributions(table: Table, names: list[str], c: Context, merge: py.Body, strongest_alone: bool) -> py.Body:
    """Merges `new` of every modifier that applies. With `strongest_alone`, of all contributions of one modifier of a
    sheet for several holders, only the greatest in absolute size counts."""
    call = py.expr("f(m, *_a, x)", _a=[py.name(one) for one in names])
    if not (strongest_alone and table.key is None):
        each = py.stmts("for f in found:\n    new = _c\n    if new is not None:\n        _merge", _c=call, _merge=merge)
        return holders(table, c, each)
    each = py.stmts(
        "for f in found:\n"
        "    new = _c\n"
        "    if new is not None:\n"
        "        kept = best.get((m.sheet[x], f))\n"
        "        if kept is None or abs(new) >= abs(kept):\n"
        "            best[m.sheet[x], f] = new",
        _c=call,
    )
    add = py.stmts("for one in best:\n    new = best[one]\n    _merge", _merge=merge)
    return [*py.stmts("best = {}"), *holders(table, c, each), *add]


def listings(table: Table, names: list[str], c: Context, step: str) -> Iterator[Part]:
    """The parts of a breakdown, one for each distinct tree, with its location in each sheet."""
    unit = c.unit
    for tree, sentences in table.by_tree().items():
        function = py.name(table.functions[tree])
        call = py.expr("_f(m, *_a, x)", _f=function, _a=[py.name(one) for one in names])
        each = py.stmts(
            "if _f in found:\n    new = _c\n    if new is not None:\n        listed.append((x, new))",
            _f=function,
            _c=call,
        )
        name = unit.fresh("t")
        body = [*py.stmts("listed = []"), *holders(table, c, each), *py.stmts("return listed")]
        unit.add(name, ["m", *names], body, sentences[0].span)
        places = {unit.layout.of(s.holder.definition): place_of(s.span) for s in sentences}
        yield Part("value", step, name, "", ("", 0, 0), said(sentences[0]), carried=places)
