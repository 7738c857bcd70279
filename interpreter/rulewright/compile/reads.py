"""Turns expressions into what they hang on: fields that change, statuses, who stands where, what a text was handed.

A stage of its own because analysis may not look at trees: whether a condition can break a loop, or whether one
reaction changes what another asks, is answered from these short lists. Values, permissions, formulas and whether an
event may happen are followed to the end, each once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulewright.check import model as m
from rulewright.check.in_force import in_force
from rulewright.check.types import Type
from rulewright.compile.context import Unit
from rulewright.compile.expressions import conjuncts
from rulewright.compile.layout import place_of
from rulewright.effects import nodes as n
from rulewright.effects.walk import descend
from rulewright.program import Guard, Reads

# What names something that stays the same thing: it is not what a condition hangs on, only where it looks.
_HANDLES = frozenset(("entity", "player", "match", "record", "sheet", "map", "die", "zone"))
# Builtins that say nothing of where anything stands.
_ELSEWHERE = frozenset((
    "players", "next_seat", "previous_seat", "seats_from", "seat_number", "size", "common", "first", "only_one",
    "first_nonempty", "numbers", "max", "min", "abs", "is_empty", "faces", "everywhere", "directions",
    "members_of", "sheets_of",
))  # fmt: skip
_TURNED = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED = {"is": "is", "is not": "is not", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(slots=True)
class Found:
    """What has been found so far; `frozen` makes plain data of it."""

    columns: set[int] = field(default_factory=set)
    statuses: set[int] = field(default_factory=set)
    fields: set[int] = field(default_factory=set)
    board: bool = False
    zones: bool = False
    play: bool = False
    handed: bool = False
    decided: bool = False

    def add(self, other: Found) -> None:
        """Take over what another one has."""
        self.columns |= other.columns
        self.statuses |= other.statuses
        self.fields |= other.fields
        self.board |= other.board
        self.zones |= other.zones
        self.play |= other.play
        self.handed |= other.handed
        self.decided |= other.decided

    def frozen(self) -> Reads:
        """The same as plain data, in the order of numbers."""
        return Reads(
            tuple(sorted(self.columns)), tuple(sorted(self.statuses)), tuple(sorted(self.fields)),
            self.board, self.zones, self.play, self.handed, self.decided,
        )  # fmt: skip


class Reader:
    """Reads expressions of one pack. What values, permissions, events and formulas hang on is found once."""

    def __init__(self, pack: m.PackDef, unit: Unit) -> None:
        self.pack = pack
        self.unit = unit
        self._known: dict[int, Found] = {}
        self._formulas: dict[str, list[n.Expr]] = {}
        for sheet in pack.sheets.values():
            for name, formula in sheet.formulas.items():
                self._formulas.setdefault(name, []).append(formula)

    def reads(self, trees: Iterable[n.Node | None], local: dict[int, Found] | None = None) -> Found:
        """What the trees hang on. `local`: what the locals of the text were made from, by id(Variable)."""
        found = Found()
        for tree in trees:
            for node in descend(tree) if tree is not None else ():
                self._note(found, node, local or {})
        return found

    def _note(self, found: Found, node: n.Node, local: dict[int, Found]) -> None:
        match node:
            case n.Attr():
                self._attribute(found, node.ref)
            case n.Name():
                self._named(found, node.ref, local)
            case n.Is() if node.ref:
                reading, symbol = node.ref
                found.board |= reading == "area"
                self._symbol(found, symbol)
            case n.Call() | n.Relation():
                self._symbol(found, node.ref)
            case n.Can():
                self._symbol(found, node.call.ref)
            case n.Within() | n.Supposing():
                found.board = True
            case _:
                pass

    def _attribute(self, found: Found, ref: object) -> None:
        if not isinstance(ref, m.Attribute):
            return
        match ref.storage:
            case "state":
                found.columns.add(self.unit.layout.column_of[id(ref)])
            case "place":
                found.board = True
            case "formula":
                found.add(self._following(ref, [ref.starts, *self._formulas.get(ref.id, ())]))
            case "gives" | "param" | "outcome":
                # A field of a record: what an earlier run was handed or worked out.
                found.handed |= not _is_handle(ref.type)
            case _:
                pass

    def _named(self, found: Found, ref: object, local: dict[int, Found]) -> None:
        if not isinstance(ref, m.Variable):
            self._symbol(found, ref)
        elif ref.role == "field":
            found.fields.add(ref.index)
            found.handed |= not _is_handle(ref.type)
        elif ref.role == "local":
            known = local.get(id(ref))
            if known is not None:
                found.add(known)

    def _symbol(self, found: Found, ref: object) -> None:
        match ref:
            case m.StatusDef():
                found.statuses.add(self.unit.layout.of(ref))
            case m.Attribute():
                self._attribute(found, ref)
            case m.KindDef():
                found.play = True
            case m.ZoneDef():
                found.zones = True
            case m.BuiltinDef():
                self._builtin(found, ref.id)
            case m.ValueDef():
                rows = (tree for row in ref.rows for tree in (row.value, row.condition))
                found.add(self._following(ref, [ref.start, *rows, *(step.then for step in ref.steps)]))
            case m.PermissionDef():
                found.add(self._following(ref, [ref.normally]))
            case m.EventDef():
                found.add(self._following(ref, list(ref.legal.values())))
            case _:
                pass

    def _builtin(self, found: Found, name: str) -> None:
        match name:
            case "inside" | "now" | "began":
                found.handed = True
            case "statuses" | "count_of":
                found.statuses.update(range(len(self.pack.statuses)))
            case "in_play" | "removed":
                found.play = True
            case "placed":
                found.play = found.zones = True
            case "contents" | "top":
                found.zones = True
            case _:
                found.board |= name not in _ELSEWHERE

    def _following(self, ref: m.Symbol, trees: list[n.Expr | None]) -> Found:
        """What an answer hangs on. Its parameters stand for what was passed: that is read where it is passed."""
        known = self._known.get(id(ref))
        if known is None:
            # Set first: what asks in a circle (through `can`) finds what is there.
            known = self._known[id(ref)] = Found()
            known.add(self.reads(trees))
            for target in (ref, *(ref.classes if isinstance(ref, m.EventDef) else ())):
                for sentence in _distinct(self.unit.value_parts.get(id(target), ())):
                    known.add(self.of_sentence(sentence))
            known.fields.clear()
            known.handed = known.decided = False
        return known

    def of_sentence(self, sentence: m.SentenceDef) -> Found:
        """What a sentence hangs on: its texts, and whether its holder is there and in force."""
        found = self.reads([sentence.expr, sentence.when])
        found.add(self.of_holder(sentence.holder))
        return found

    def of_holder(self, holder: m.Holder) -> Found:
        """What decides whether a holder is there and in force."""
        found = self.reads([holder.active, holder.binder])
        definition = holder.definition
        if isinstance(definition, m.StatusDef):
            found.statuses.add(self.unit.layout.of(definition))
        for one in in_force(holder, self.unit.listed):
            found.add(self.reads([one.active]))
        if holder.kind in ("sheet", "keyword"):
            found.play = True
        return found

    # -- conditions ------------------------------------------------------------------------------------------------

    def guards(
        self, condition: n.Expr | None, negated: bool = False, local: dict[int, Found] | None = None, label: str = ""
    ) -> tuple[Guard, ...]:
        """A condition as guards: one for each part that must hold, or one for the whole where it must not."""
        if condition is None:
            return ()
        parts = [condition] if negated else conjuncts(condition)
        return tuple(self.guard(part, negated, local, label) for part in parts)

    def guard(self, part: n.Expr, negated: bool, local: dict[int, Found] | None = None, label: str = "") -> Guard:
        """One condition."""
        return Guard(
            words(part), place_of(part.span), self.reads([part], local).frozen(), negated, label,
            self._compares(part, negated), paths_in(part),
        )  # fmt: skip

    def _compares(self, part: n.Expr, negated: bool) -> tuple[str, int, str, Any] | None:
        if isinstance(part, n.Unary) and part.op == "not":
            return self._compares(part.operand, not negated)
        if isinstance(part, (n.Attr, n.Name)) and part.type is not None and part.type.tag == "yes_no":
            subject = self._subject(part)
            return None if subject is None else (*subject, "is", not negated)
        if isinstance(part, n.Is) and part.ref and part.ref[0] == "status":
            return "status", self.unit.layout.of(part.ref[1]), "is", part.negated == negated
        op = ""
        if isinstance(part, n.Is) and part.ref and part.ref[0] == "equal":
            op = "is not" if part.negated else "is"
        elif isinstance(part, n.Binary) and part.op in _TURNED:
            op = part.op
        if not op or not isinstance(part, (n.Is, n.Binary)):
            return None
        for left, right, said in ((part.left, part.right, op), (part.right, part.left, _MIRRORED[op])):
            subject, constant = self._subject(left), constant_of(right)
            if subject is not None and constant:
                return (*subject, _TURNED[said] if negated else said, constant[0])
        return None

    def _subject(self, e: n.Expr) -> tuple[str, int] | None:
        """A stored field (of whatever it is), or a field of the event at hand."""
        if isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "state":
            return "column", self.unit.layout.column_of[id(e.ref)]
        if isinstance(e, n.Name) and isinstance(e.ref, m.Variable) and e.ref.role == "field":
            return "field", e.ref.index
        return None


def constant_of(e: object) -> tuple[Any] | None:
    """The value of a literal or a member of an enumeration, in a tuple (as it may be None); None of anything else."""
    match e:
        case n.Number() | n.Truth():
            return (e.value,)
        case n.Nothing():
            return (None,)
        case n.Unary() if e.op == "-" and isinstance(e.operand, n.Number):
            return (-e.operand.value,)
        case n.Name() if isinstance(e.ref, m.EnumMember):
            return (e.ref.value,)
    return None


def path_of(e: object) -> str:
    """What an expression names, as a path from `self`, `match` or a field of the event at hand; "" if it is none."""
    match e:
        case n.Name() if isinstance(e.ref, m.Variable):
            if e.ref.role == "field":
                return f"field:{e.ref.index}"
            return e.ref.role if e.ref.role in ("self", "match") else ""
        case n.Attr():
            base = path_of(e.target)
            return f"{base}.{e.name}" if base else ""
    return ""


def paths_in(e: n.Node) -> tuple[str, ...]:
    """All things that an expression names, the way to each included."""
    return tuple(sorted({path for node in descend(e) if (path := path_of(node))}))


def words(node: n.Node) -> str:
    """What stands there, on one line."""
    return " ".join(node.span.text.split())


def _is_handle(t: Type) -> bool:
    if t.tag == "maybe":
        return _is_handle(t.args[0])
    return t.tag in _HANDLES


def _distinct(sentences: Iterable[m.SentenceDef]) -> list[m.SentenceDef]:
    """The sentences; of those that sheets of one kind share, one: all hang on the same."""
    found: dict[object, m.SentenceDef] = {}
    for number, one in enumerate(sentences):
        sheet = one.holder.definition
        if isinstance(sheet, m.SheetDef) and one.holder.active is None:
            found[id(one.when), id(one.expr), id(sheet.kind)] = one
        else:
            found[number] = one
    return list(found.values())
