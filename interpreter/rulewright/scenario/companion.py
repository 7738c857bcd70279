"""Adds what the tests of a pack do and expect to the checked pack, as definitions of their own, and links both.

Separate because a test is written in the language of the pack and must mean what the pack would mean: its texts are
typed and compiled by the same stages, its places lead into the test file, and the pack's own numbers stay.
"""
from __future__ import annotations

import copy
import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.loose import Loose
from rulewright.check.types import Type
from rulewright.compile.layout import type_code
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import descend
from rulewright.numbers import whole_number
from rulewright.program import TypeCode
from rulewright.scenario.case import Case, Constant, Pattern
from rulewright.space.forms import FORMS

_CELL = re.compile(r"[A-Z]+[1-9][0-9]*(_[1-9][0-9]*)?")
_SEAT = re.compile(r"player_([1-9][0-9]*)")
_COMPARED = ("<", "<=", ">", ">=")


@dataclass(slots=True)
class Side:
    """One side of a comparison, or an argument of a call: its words, the value's id and its type."""

    words: str
    value: str
    type: TypeCode


@dataclass(slots=True)
class Claim:
    """A condition that must hold: the permission's id, its words, what to show when it fails; `call` is the event of
    a `can(..)`, whose arguments are the sides."""

    permission: str
    words: str
    line: int
    sides: list[Side] = field(default_factory=list)
    call: str | None = None


@dataclass(slots=True)
class Watched:
    """A pattern with the ids of its events and its permission (None: no condition)."""

    words: str
    line: int
    events: tuple[str, ...]
    permission: str | None


@dataclass(slots=True)
class Companion:
    """A case with the ids of what was made for it."""

    case: Case
    given: str | None = None
    do: str | None = None
    then: list[tuple[str, int, list[Claim]]] = field(default_factory=list)      # words, line, conjuncts
    happened: list[Watched] = field(default_factory=list)
    not_happened: list[Watched] = field(default_factory=list)


def type_tests(cases: list[Case], pack: m.PackDef) -> None:
    """Types every case that has no mistake. What is wrong goes to `case.mistakes`, and the pack stays as it is."""
    loose = Loose(pack, Diagnostics())
    for case in cases:
        if not case.broken:
            loose.begin(case.mistakes, _pieces(case))
            _Maker(pack, loose, case).companion()


def add_tests(cases: list[Case], pack: m.PackDef) -> list[Companion]:
    """Types every case that has no mistake and adds its definitions to the pack; what is wrong goes to its `mistakes`.
    """
    made = []
    loose = Loose(pack, Diagnostics())
    for case in cases:
        if case.broken:
            made.append(Companion(case))
            continue
        loose.begin(case.mistakes, _pieces(case))
        maker = _Maker(pack, loose, case)
        companion = maker.companion()
        if case.mistakes.has_errors:
            companion = Companion(case)
        else:
            pack.texts = pack.laying = pack.secrets = None
            pack.events.update(maker.events)
            pack.permissions.update(maker.permissions)
            pack.values.update(maker.values)
        made.append(companion)
    return made


def _pieces(case: Case) -> dict[str, list[str]]:
    """The names of a test, each with those of its parts."""
    named = case.named.items()
    return {
        name: [part.id.rpartition(".")[2] for parts in piece.sheet.parts.values() for part in parts]
        for name, piece in named
    }


class _Maker:
    def __init__(self, pack: m.PackDef, loose: Loose, case: Case) -> None:
        self.pack = pack
        self.loose = loose
        self.case = case
        self.pieces = case.named
        self.events: dict[str, m.EventDef] = {}
        self.permissions: dict[str, m.PermissionDef] = {}
        self.values: dict[str, m.ValueDef] = {}

    def companion(self) -> Companion:
        case, made = self.case, Companion(self.case)
        given, do, then = self.rename(tuple(case.given)), self.rename(case.do), self.rename(tuple(case.then))
        patterns = [*case.happened, *case.not_happened]
        wheres = [self.rename(one.where) if one.where is not None else None for one in patterns]
        case.constants = self.constants([*given, *do, *then, *(one for one in wheres if one is not None)])
        if given:
            made.given = self.event("given", given)
        if do:
            made.do = self.event("do", do)
        for expr in then:
            made.then.append((unparse(expr), expr.span.first.line, self.claims(expr)))
        watched = [self.watch(one, where) for one, where in zip(patterns, wheres, strict=True)]
        made.happened, made.not_happened = watched[:len(case.happened)], watched[len(case.happened):]
        return made

    def id(self, what: str) -> str:
        return f"{what} of {self.case.file}:{self.case.line}"

    # -- names of the test -----------------------------------------------------------------------------------------

    def rename(self, tree: Any) -> Any:
        """A tree in which `Gob.spear`, a part of an entity of the test, is one name."""
        if isinstance(tree, tuple):
            return tuple(self.rename(one) for one in tree)
        if not isinstance(tree, n.Node):
            return tree
        if isinstance(tree, n.Attr) and isinstance(tree.target, n.Name) and self.part(tree.target.name, tree.name):
            return n.Name(tree.span, f"{tree.target.name}.{tree.name}")
        twin = copy.copy(tree)
        for one in dataclasses.fields(twin):
            value = getattr(twin, one.name)
            if isinstance(value, n.Node | tuple):
                setattr(twin, one.name, self.rename(value))
        return twin

    def part(self, name: str, part: str) -> m.SheetDef | None:
        """A part by the names of its whole and its own, unless the kind has an attribute of that name."""
        piece = self.pieces.get(name)
        if piece is None or part in piece.sheet.kind.all_attributes:
            return None
        return self.pack.sheets.get(f"{piece.sheet.id}.{part}")

    def constants(self, trees: list[n.Node]) -> list[Constant]:
        """The names that the texts use. A seat comes first: an event stops when its first entity leaves play, and a
        test must not."""
        found: dict[str, Constant] = {"player_1": Constant("player_1", t.PLAYER, seat=0)}
        for tree in trees:
            for node in descend(tree):
                if isinstance(node, n.Name) and node.name not in found:
                    constant = self.constant(node.name)
                    if constant is not None:
                        found[node.name] = constant
        return list(found.values())

    def constant(self, name: str) -> Constant | None:
        whole, _, part = name.partition(".")
        piece = self.pieces.get(whole)
        if piece is not None and part:
            sheet = self.part(whole, part)
            return Constant(name, t.entity(sheet.kind.id), piece=whole, part=sheet) if sheet is not None else None
        if piece is not None:
            return Constant(name, t.entity(piece.sheet.kind.id), piece=name)
        seat = _SEAT.fullmatch(name)
        number = None if seat is None else whole_number(seat[1], 1, self.case.seats)
        if number is not None:
            return Constant(name, t.PLAYER, seat=number - 1)
        if _CELL.fullmatch(name) and FORMS[self.pack.board].offers:
            return Constant(name, t.place(FORMS[self.pack.board].place), cell=name)
        return None

    def variables(self, first: int = 0, without: frozenset[str] = frozenset()) -> list[m.Variable]:
        kept = [one for one in self.case.constants if one.name not in without]
        return [m.Variable(one.name, self.case.span, type=one.type, role="field", index=first + i)
                for i, one in enumerate(kept)]

    # -- what is made ----------------------------------------------------------------------------------------------

    def event(self, what: str, block: n.Block) -> str:
        made = m.EventDef(self.id(what), self.case.span, form="event", file=self.case.file, params=self.variables())
        made.event_var = m.Variable("event", self.case.span, type=t.record(made.id), role="event")
        made.do = self.loose.block(block, {one.id: one for one in made.params})
        self.loose.places(made)
        self.events[made.id] = made
        return made.id

    def claims(self, expr: n.Expr) -> list[Claim]:
        """A condition, conjunct by conjunct: what one tests the next may rely on."""
        whole = self.permission(f"then {len(self.permissions) + 1}", expr, self.variables())
        assert whole.normally is not None
        conjuncts = list(_conjuncts(whole.normally))
        found = []
        for number, one in enumerate(conjuncts, 1):
            permission = whole
            if len(conjuncts) > 1:
                permission = m.PermissionDef(f"{whole.id} part {number}", one.span, form="permission",
                                             file=self.case.file, params=whole.params, normally=one)
                self.permissions[permission.id] = permission
            claim = Claim(permission.id, unparse(one), one.span.first.line)
            if isinstance(one, n.Can) and isinstance(one.call.ref, m.EventDef):
                claim.call = one.call.ref.id
                claim.sides = [self.side(permission, i, side) for i, side in enumerate(one.call.args)]
            else:
                claim.sides = [self.side(permission, i, side) for i, side in enumerate(_sides(one))]
            found.append(claim)
        return found

    def permission(self, what: str, expr: n.Expr, params: list[m.Variable]) -> m.PermissionDef:
        made = m.PermissionDef(self.id(what), expr.span, form="permission", file=self.case.file, params=params)
        made.normally = self.loose.condition(expr, {one.id: one for one in params})
        self.permissions[made.id] = made
        return made

    def side(self, of: m.PermissionDef, number: int, expr: n.Expr) -> Side:
        made = m.ValueDef(f"{of.id} side {number}", expr.span, form="value", file=self.case.file, gives=expr.type,
                          params=of.params, start=expr)
        self.values[made.id] = made
        return Side(unparse(expr), made.id, type_code(expr.type))

    def watch(self, pattern: Pattern, where: n.Expr | None) -> Watched:
        events = pattern.event.events if isinstance(pattern.event, m.ClassDef) else [pattern.event]
        made = Watched(_line(pattern.span.text), pattern.span.first.line, tuple(one.id for one in events), None)
        if where is not None:
            fields = pattern.event.params if isinstance(pattern.event, m.ClassDef) else pattern.event.fields
            own = [m.Variable(one.id, one.span, type=one.type, role="field", index=i) for i, one in enumerate(fields)]
            names = frozenset(one.id for one in own)
            params = own + self.variables(len(own), names)
            made.permission = self.permission(f"event {len(self.permissions) + 1}", where, params).id
        return made


def _conjuncts(expr: n.Expr) -> Iterator[n.Expr]:
    if isinstance(expr, n.Binary) and expr.op == "and":
        yield from _conjuncts(expr.left)
        yield from _conjuncts(expr.right)
    else:
        yield expr


def _sides(expr: n.Expr) -> list[n.Expr]:
    """What a failing comparison shows: its sides, save those that are what they say."""
    if isinstance(expr, n.Binary) and expr.op == "or":
        return _sides(expr.left) + _sides(expr.right)       # all are false, so what each relies on holds
    if isinstance(expr, n.Unary) and expr.op == "not":
        return [] if isinstance(expr.operand, n.Binary) and expr.operand.op in ("and", "or") else _sides(expr.operand)
    compared = (isinstance(expr, n.Is) and expr.ref and expr.ref[0] == "equal") or (
        isinstance(expr, n.Binary) and expr.op in _COMPARED) or isinstance(expr, n.In)
    sides = [expr.left, expr.right] if compared and isinstance(expr, n.Is | n.Binary | n.In) else []
    return [one for one in sides if not isinstance(one, n.Number | n.Truth | n.Nothing) and _shown(one)]


def _shown(expr: n.Expr) -> bool:
    type_: Type = expr.type
    if isinstance(expr, n.Name):
        return False                      # a name of the test or of the pack
    return type_.tag not in ("none", "nothing", "unknown", "any_record", "record")


def _line(text: str) -> str:
    return " ".join(text.strip("\"'").split())
