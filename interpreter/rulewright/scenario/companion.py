"""Adds the code of a pack's tests to the checked pack, as definitions of their own, and links both.

Separate because a test is written in the language of the pack and must mean the same as in the pack: its code is typed
and compiled by the same stages, its locations refer to the test file, and the pack's own numbers stay.
"""
from __future__ import annotations

import re
from typing import Any

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.loose import Loose
from rulewright.check.types import Type
from rulewright.compile.layout import type_code
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import ORDERS
from rulewright.effects.unparse import unparse
from rulewright.effects.walk import conjuncts, descend, rebuilt
from rulewright.numbers import whole_number
from rulewright.scenario.case import Case, Constant, Pattern, Step
from rulewright.scenario.made import GIVEN, Claim, Companion, Doing, Made, Opened, Side, Watched
from rulewright.space.forms import FORMS
from rulewright.space.naming import CELL_NAME

_CELL = re.compile(CELL_NAME)
_SEAT = re.compile(r"player_([1-9][0-9]*)")


def type_tests(cases: list[Case], pack: m.PackDef) -> None:
    """Types every case without errors. Problems go to `case.mistakes`, and the pack stays as it is."""
    loose = Loose(pack, Diagnostics())
    for case in cases:
        if not case.broken:
            loose.begin(case.mistakes, _pieces(case))
            _Maker(pack, loose, case).companion()


def add_tests(cases: list[Case], pack: m.PackDef) -> list[Companion]:
    """Types every case without errors and adds its definitions to the pack. Problems go to its `mistakes`."""
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
            pack.events.update(maker.events)
            pack.permissions.update(maker.permissions)
            pack.values.update(maker.values)
        made.append(companion)
    # Only now: no test calls what another one adds, so each depends only on the pack.
    pack.texts = pack.laying = pack.secrets = None
    return made


def _pieces(case: Case) -> dict[str, list[str]]:
    """The names of a test, each with the names of its parts."""
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
        self.locals: dict[str, Constant] = {}  # of earlier blocks
        self.events: dict[str, m.EventDef] = {}
        self.permissions: dict[str, m.PermissionDef] = {}
        self.values: dict[str, m.ValueDef] = {}

    def companion(self) -> Companion:
        case, made = self.case, Companion(self.case)
        made.during = [self.opened(call) for call in case.during]
        if case.given:
            made.given = self.do(GIVEN, tuple(case.given))
            made.marks = tuple(one for name, one in self.locals.items() if name in case.marks)
        for number, step in enumerate(case.steps):
            made.steps.append(self.doing(number, step))
        return made

    def doing(self, number: int, step: Step) -> Doing:
        made = Doing(step)
        if step.do:
            made.do = self.do(number, step.do)
        for expr in self.rename(tuple(step.then)):
            made.then.append((unparse(expr), expr.span.first.line, self.claims(expr)))
        made.watched = [self.watch(one) for one in step.patterns]
        return made

    def opened(self, call: n.Call) -> Opened:
        """A running event: its arguments are those of a call, which `can(..)` types."""
        asked = self.rename(n.Can(call.span, call))
        permission = self.permission(asked, self.names([asked]))
        typed = self.permissions[permission.id].normally
        made = Opened(call.name, permission, [])
        if isinstance(typed, n.Can):
            made.args = [self.side(permission, i, one) for i, one in enumerate(typed.call.args)]
        return made

    # -- locals that outlive their text ----------------------------------------------------------------------------

    def do(self, number: int, do: n.Block) -> Made:
        """The block of a step, or the given state before the first step. Locals of its `let`s that later code names are
        stored in results of its event."""
        what, place_of = ("given", 0) if number == GIVEN else ("do", number)
        bound = {one.name for one in do if isinstance(one, n.Let) and one.guard is None}
        wanted = sorted(bound & (self.named_after(number) | self.case.marks))  # answers may name marks too
        if not wanted:
            return self.event(what, self.rename(do), place_of)
        types = self.types_of(wanted, do)
        block: list[n.Statement] = []
        for one in self.rename(do):
            block.append(one)
            if isinstance(one, n.Let) and one.name in types:
                block.append(n.Set(one.span, n.Name(one.span, _kept(one.name)), n.Name(one.span, one.name)))
        results = [m.Variable(_kept(name), self.case.span, type=t.maybe(type_), role="field")
                   for name, type_ in types.items()]
        made = self.event(what, tuple(block), place_of, results)
        for place, (name, type_) in enumerate(types.items()):
            self.locals[name] = Constant(name, type_, step=number, result=len(made.names) + place)
        return made

    def named_after(self, number: int) -> set[str]:
        """The names in what a step expects and in all later steps."""
        steps = self.case.steps[max(number, 0) :]
        trees: list[n.Node] = [one for step in self.case.steps[number + 1 :] for one in step.do]
        trees += [one for step in steps for one in step.then]
        trees += [one.where for step in steps for one in step.patterns if one.where is not None]
        return {node.name for tree in trees for node in descend(tree) if isinstance(node, n.Name)}

    def types_of(self, names: list[str], block: n.Block) -> dict[str, Type]:
        """The types of the locals of a block; empty if it has errors, which are reported when it is typed again."""
        found = Diagnostics()
        self.loose.begin(found, _pieces(self.case))
        renamed = self.rename(block)
        typed = self.loose.block(renamed, {one.id: one for one in self.variables(self.names(list(renamed)))})
        self.loose.begin(self.case.mistakes, _pieces(self.case))
        if found.has_errors:
            return {}
        return {one.name: one.ref.type for one in typed if isinstance(one, n.Let) and one.name in names}

    def id(self, what: str, step: int = 0) -> str:
        behind = f" step {step + 1}" if step else ""
        return f"{what} of {self.case.file}:{self.case.line}{behind}"

    # -- names of the test -----------------------------------------------------------------------------------------

    def rename(self, tree: Any) -> Any:
        """A tree in which `Gob.spear`, a part of an entity of the test, is one name."""
        if isinstance(tree, tuple):
            return tuple(self.rename(one) for one in tree)
        if isinstance(tree, n.Attr) and isinstance(tree.target, n.Name) and self.part(tree.target.name, tree.name):
            return n.Name(tree.span, f"{tree.target.name}.{tree.name}")
        return rebuilt(tree, self.rename)

    def part(self, name: str, part: str) -> m.SheetDef | None:
        """A part, by the names of its whole and its own, unless the kind has an attribute of that name."""
        piece = self.pieces.get(name)
        if piece is None or part in piece.sheet.kind.all_attributes:
            return None
        return self.pack.sheets.get(f"{piece.sheet.id}.{part}")

    def names(self, trees: list[n.Node]) -> tuple[Constant, ...]:
        """The names that code uses. A seat comes first: an event stops when its first entity leaves play, and a test
        must not stop."""
        found: dict[str, Constant] = {"player_1": Constant("player_1", t.PLAYER, seat=0)}
        for tree in trees:
            for node in descend(tree):
                if isinstance(node, n.Name) and node.name not in found:
                    constant = self.constant(node.name)
                    if constant is not None:
                        found[node.name] = constant
        return tuple(found.values())

    def constant(self, name: str) -> Constant | None:
        if name in self.locals:
            return self.locals[name]
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
        if name in self.case.spots:
            return Constant(name, t.place(FORMS[self.pack.board].place), cell=self.case.spots[name])
        if _CELL.fullmatch(name) and FORMS[self.pack.board].offers:
            return Constant(name, t.place(FORMS[self.pack.board].place), cell=name)
        return None

    def variables(self, names: tuple[Constant, ...], first: int = 0) -> list[m.Variable]:
        return [m.Variable(one.name, self.case.span, type=one.type, role="field", index=first + i)
                for i, one in enumerate(names)]

    # -- created definitions ---------------------------------------------------------------------------------------

    def event(self, what: str, block: n.Block, step: int = 0, results: list[m.Variable] | None = None) -> Made:
        names = self.names(list(block))
        made = m.EventDef(self.id(what, step), self.case.span, form="event", file=self.case.file,
                          params=self.variables(names), gives=results or [])
        for place, one in enumerate(made.gives, len(names)):
            one.index = place
        made.event_var = m.Variable("event", self.case.span, type=t.record(made.id), role="event")
        made.do = self.loose.block(block, {one.id: one for one in made.fields}, made if results else None)
        self.loose.places(made)
        self.loose.calls(made)
        self.events[made.id] = made
        return Made(made.id, names)

    def claims(self, expr: n.Expr) -> list[Claim]:
        """A condition, conjunct by conjunct: each may rely on the ones before it."""
        whole = self.permission(expr, self.names([expr]))
        typed = self.permissions[whole.id]
        assert typed.normally is not None
        parts = conjuncts(typed.normally)
        found = []
        for number, one in enumerate(parts, 1):
            permission = whole
            if len(parts) > 1:
                permission = Made(f"{whole.id} part {number}", whole.names)
                self.permissions[permission.id] = m.PermissionDef(
                    permission.id, one.span, form="permission", file=self.case.file, params=typed.params, normally=one)
            claim = Claim(permission, unparse(one), one.span.first.line)
            if isinstance(one, n.Can) and isinstance(one.call.ref, m.EventDef):
                claim.call = one.call.ref.id
                claim.sides = [self.side(permission, i, side) for i, side in enumerate(one.call.args)]
            else:
                claim.sides = [self.side(permission, i, side) for i, side in enumerate(_sides(one))]
            found.append(claim)
        return found

    def permission(self, expr: n.Expr, names: tuple[Constant, ...], before: list[m.Variable] | None = None) -> Made:
        """A condition over names of the test, with other parameters `before` them."""
        before = before or []
        params = before + self.variables(names, len(before))
        made = m.PermissionDef(self.id(f"condition {len(self.permissions) + 1}"), expr.span, form="permission",
                               file=self.case.file, params=params)
        made.normally = self.loose.condition(expr, {one.id: one for one in params})
        self.loose.calls(made)
        self.permissions[made.id] = made
        return Made(made.id, names)

    def side(self, of: Made, number: int, expr: n.Expr) -> Side:
        made = m.ValueDef(f"{of.id} side {number}", expr.span, form="value", file=self.case.file, gives=expr.type,
                          params=self.permissions[of.id].params, start=expr)
        self.values[made.id] = made
        return Side(unparse(expr), made.id, type_code(expr.type))

    def watch(self, pattern: Pattern) -> Watched:
        events = pattern.event.events if isinstance(pattern.event, m.ClassDef) else [pattern.event]
        made = Watched(_line(pattern.span.text), pattern.span.first.line, tuple(one.id for one in events))
        if pattern.where is None:
            return made
        where = self.rename(pattern.where)
        own = list(pattern.event.params if isinstance(pattern.event, m.ClassDef) else pattern.event.fields)
        before = [m.Variable(one.id, one.span, type=one.type, role="field", index=i) for i, one in enumerate(own)]
        made.fields = len(before)
        if any(isinstance(node, n.Name) and node.name == "event" for node in descend(where)):
            made.whole = True
            before.append(m.Variable("event", pattern.span, type=t.record(pattern.event.id), role="field",
                                     index=len(before)))
        taken = {one.id for one in before}
        names = tuple(one for one in self.names([where]) if one.name not in taken)
        made.permission = self.permission(where, names, before)
        return made


def _kept(name: str) -> str:
    """The result that stores a local. It contains a space, which no name in code does."""
    return f"{name} kept"


def _sides(expr: n.Expr) -> list[n.Expr]:
    """The values that a failed comparison shows: its sides, except those that are literals."""
    if isinstance(expr, n.Binary) and expr.op == "or":
        return _sides(expr.left) + _sides(expr.right)       # all are false, so what each relies on is true
    if isinstance(expr, n.Unary) and expr.op == "not":
        return [] if isinstance(expr.operand, n.Binary) and expr.operand.op in ("and", "or") else _sides(expr.operand)
    compared = (isinstance(expr, n.Is) and expr.ref and expr.ref[0] == "equal") or (
        isinstance(expr, n.Binary) and expr.op in ORDERS) or isinstance(expr, n.In)
    sides = [expr.left, expr.right] if compared and isinstance(expr, n.Is | n.Binary | n.In) else []
    return [one for one in sides if not isinstance(one, n.Number | n.Truth | n.Nothing) and _shown(one)]


def _shown(expr: n.Expr) -> bool:
    type_: Type = expr.type
    if isinstance(expr, n.Name):
        return False                      # a name of the test or of the pack
    return type_.tag not in ("none", "nothing", "unknown", "any_record", "record")


def _line(text: str) -> str:
    return " ".join(text.strip("\"'").split())
