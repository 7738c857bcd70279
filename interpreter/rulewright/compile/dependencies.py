"""Finds what expressions depend on: fields that change, statuses, where entities stand, parameters.

The only place that decides this. What is cached, which checks are tested again, and what the analysis knows of
conditions all follow from it. It handles every class of node (a new one is a type error here), and follows values,
permissions, formulas and the conditions of events to the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.builtins import BUILTINS, RELATIONS, row_of
from rulewright.check.does import Reading
from rulewright.check.in_force import in_force, where_listed
from rulewright.check.trees import Text, answered_by, formulas_of, texts_of
from rulewright.check.types import Type, some
from rulewright.compile.context import Unit
from rulewright.deeds import Reads
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import descend

# Types of names for something that never changes: a condition does not depend on the name, which only says where to
# look.
_HANDLES = frozenset(("entity", "union", "player", "match", "record", "sheet", "map", "die", "zone"))


@dataclass(slots=True)
class Found:
    """What has been found so far; `frozen` converts it to plain data for the analysis.

    `attributes` are those that are stored, `fields` those of the current event (by number), `world` what else of the
    match is read. `handed`: parameters of the code and values that it computed itself, which may differ in every run;
    `decided`: what a player decided in this very code.
    """

    attributes: set[m.Attribute] = field(default_factory=set)
    statuses: set[m.StatusDef] = field(default_factory=set)
    fields: set[int] = field(default_factory=set)
    world: set[Reading] = field(default_factory=set)
    handed: bool = False
    decided: bool = False

    def add(self, other: Found) -> None:
        """Adds everything that another one has."""
        self.attributes |= other.attributes
        self.statuses |= other.statuses
        self.fields |= other.fields
        self.world |= other.world
        self.handed |= other.handed
        self.decided |= other.decided

    @property
    def reads_statuses(self) -> bool:
        """Whether some status is read, or all of them."""
        return bool(self.statuses) or "statuses" in self.world

    @property
    def only_board(self) -> bool:
        """Whether nothing is read but the laid board."""
        return self.world <= {"board"} and not (self.attributes or self.statuses or self.fields or self.handed)


Local = dict[m.Variable, Found]  # what the locals of a block were computed from

# Classes of nodes that may read something themselves.
Telling = n.Attr | n.Name | n.Is | n.Call | n.Relation | n.Can | n.In | n.Within | n.Supposing


def telling(node: variants.Asked) -> Telling | None:
    """The node, if it may read something itself; None for nodes that only contain others, and for a variable that does
    not change while its code runs."""
    match node:
        case n.Name():
            stays = isinstance(node.ref, m.Variable) and node.ref.role in (
                "arg", "self", "match", "so_far", "it", "part", "piece")  # fmt: skip
            return None if stays else node
        case n.Attr() | n.Is() | n.Call() | n.Relation() | n.Can() | n.In() | n.Within() | n.Supposing():
            return node
        case n.Broken() | n.Number() | n.Truth() | n.Nothing() | n.Index() | n.Unary() | n.Binary() | n.IfElse():
            return None
        case n.Quantified() | n.Comprehension() | n.SetOf() | n.Recast() | n.Binding() | n.Order():
            return None
        case n.LetIn() | n.Binder() | n.Row():
            return None
        case _:
            assert_never(node)


def _telling(nodes: Iterable[n.Node]) -> tuple[Telling, ...]:
    """Those nodes of a tree, except for names of kinds in a test of what something is: such a test does not depend on
    the other entities of the kind."""
    found = []
    kinds: set[int] = set()
    for node in nodes:
        if isinstance(node, n.Is) and node.ref and node.ref[0] == "kind":
            kinds.add(id(node.right))
        told = telling(variants.asked(node)) if id(node) not in kinds else None
        if told is not None:
            found.append(told)
    return tuple(found)


def _telling_of(text: Text) -> tuple[Telling, ...]:
    return _telling(text.nodes)


class Reader:
    """Finds what the expressions of one pack read. The results for values, permissions, events and formulas are
    cached."""

    def __init__(self, pack: m.PackDef, unit: Unit) -> None:
        self.pack = pack
        self.unit = unit
        self._own: dict[m.Symbol, tuple[Found, tuple[m.Symbol, ...]]] = {}
        self._whole: dict[m.Symbol, Found] = {}
        self._formulas = formulas_of(pack)
        self._texts = {id(one.tree): one for one in texts_of(pack)}

    def reads(self, trees: Iterable[n.Node | None], local: Local | None = None) -> Found:
        """What the trees depend on. `local`: what the locals of the code were computed from."""
        found, asked = self._reads(trees, local or {})
        for symbol in asked:
            found.add(self.of(symbol))
        return found

    def of(self, symbol: m.Symbol) -> Found:
        """What a value or permission, the conditions of an event, or a formula depend on, including modifiers. Its
        parameters are not included: what is passed is read by the caller."""
        known = self._whole.get(symbol)
        if known is None:
            known = Found()
            seen = {symbol}
            waiting = [symbol]
            while waiting:  # they may call each other in a cycle, through `can`
                own, asked = self._of_own(waiting.pop())
                known.add(own)
                waiting += [one for one in asked if one not in seen]
                seen.update(asked)
            self._whole[symbol] = known
        return known

    def only_printed(self, symbol: m.Symbol) -> bool:
        """Whether nothing is read but the board and, of arguments, what their sheets say: printed fields, and the size
        of the base. Nothing else reached through a sheet is allowed: a part has a sheet of its own."""
        found = self.of(symbol)
        if not found.world <= {"board", "places", "sheets"} or found.attributes or found.statuses or found.handed:
            return False
        seen, waiting = {symbol}, [symbol]
        while waiting:
            one = waiting.pop()
            sentences = self.unit.value_parts.get(one, ())
            trees = [*self._answered_by(one), *(tree for s in sentences for tree in _trees_of(s, self.unit))]
            if not all(self._is_printed(node) for tree in trees if tree is not None for node in descend(tree)):
                return False
            waiting += [other for other in self.asked(one) if other not in seen]
            seen.update(self.asked(one))
        return True

    def _answered_by(self, symbol: m.Symbol) -> list[n.Node | None]:
        if isinstance(symbol, m.StatusDef):
            return [one.active for one in where_listed(symbol, self.unit.listed)]
        return answered_by(symbol, self._formulas)

    def _is_printed(self, node: n.Node) -> bool:
        """Whether a node itself reads nothing else."""
        if row_of(node).of_base:
            return True
        if isinstance(node, n.Attr) and isinstance(node.ref, m.Attribute):
            return node.ref.storage in ("printed", "formula", "sheet") and not _leads_to_entity(node.ref.type)
        found, told = Found(), telling(variants.asked(node))
        if told is not None:
            self._note(found, told, {})
        return found.world <= {"board", "sheets"}

    def _reads(self, trees: Iterable[n.Node | None], local: Local) -> tuple[Found, list[m.Symbol]]:
        """What the trees themselves read, and what they call."""
        found = Found()
        asked: list[m.Symbol] = []
        for tree in trees:
            if tree is None:
                continue
            text = self._texts.get(id(tree))
            for node in _telling(descend(tree)) if text is None else text.once(_telling_of):
                symbol = self._note(found, node, local)
                if symbol is not None:
                    asked.append(symbol)
        return found, asked

    def _note(self, found: Found, node: Telling, local: Local) -> m.Symbol | None:
        """Adds what a node itself reads; returns what it calls, if that must be followed."""
        match node:
            case n.Attr():
                return self._attribute(found, node.ref)
            case n.Name():
                return self._named(found, node.ref, local)
            case n.Is():
                return self._is(found, node)
            case n.Call():
                if any(_is_zone(arg) for arg in node.args):
                    found.world.add("zones")
                if isinstance(node.ref, m.KindDef):  # `creatures_in(s)`, `walls_on(s)`
                    found.world.update(("board", "borders" if node.ref.placed == "edge" else "places"))
                return self._symbol(found, node.ref, *node.args)
            case n.Relation():
                return self._symbol(found, node.ref, node.left, node.right)
            case n.Can():
                found.world.add("play")
                return node.call.ref if isinstance(node.call.ref, m.EventDef) else None
            case n.In():
                if _is_zone(node.right):
                    found.world.add("zones")
            case n.Within():
                found.world.update(("board", "places") if _stands(node.left) or _stands(node.right) else ("board",))
            case n.Supposing():
                found.world.update(("board", "places"))
            case _:
                assert_never(node)
        return None

    def _attribute(self, found: Found, ref: object) -> m.Symbol | None:
        if isinstance(ref, m.SettingDef):
            found.world.add("setup")
            return None
        if ref == "outcome" or isinstance(ref, m.Variable):  # of a record
            found.world.add("runs")
            found.handed |= not (isinstance(ref, m.Variable) and _is_handle(ref.type))
            return None
        assert isinstance(ref, m.Attribute), ref
        match ref.storage:
            case "state" | "owner":
                found.attributes.add(ref)
            case "place":
                found.world.add("borders" if some(ref.type).tag == "edge" else "places")
            case "printed" | "part" | "sheet":
                found.world.add("sheets")
            case "whole":
                pass  # never changes
            case "holder" | "row":
                found.world.add("statuses")  # one that is over has none
            case "formula":
                found.world.add("sheets")
                return ref
            case "gives" | "param" | "outcome":
                found.world.add("runs")
                found.handed |= not _is_handle(ref.type)
            case _:
                assert_never(ref.storage)
        return None

    def _named(self, found: Found, ref: object, local: Local) -> m.Symbol | None:
        if not isinstance(ref, m.Variable):
            return self._symbol(found, ref)
        match ref.role:
            case "field":
                found.fields.add(ref.index)
                found.handed |= not _is_handle(ref.type)
            case "given":
                found.handed |= not _is_handle(ref.type)
            case "local":
                known = local.get(ref)
                if known is not None:
                    found.add(known)
            case "event" | "spender":
                found.world.add("runs")
            case "arg" | "self" | "match" | "so_far" | "it" | "part" | "piece":
                pass  # see `telling`
            case _:
                assert_never(ref.role)
        return None

    def _is(self, found: Found, node: n.Is) -> m.Symbol | None:
        if not node.ref:
            return None
        reading, symbol = node.ref
        match reading:
            case "kind" | "sheet" | "listed":
                found.world.add("sheets")
            case "status":
                return self._status(found, symbol)
            case "area":
                found.world.add("board")
                if node.left.type is None or some(node.left.type).tag != "place":
                    found.world.add("places")
            case "attribute":
                return self._attribute(found, symbol)
            case "unary" | "binary" | "builtin":
                return self._symbol(found, symbol, node.left)
            case "equal":
                pass
            case _:
                raise AssertionError(f"unknown reading of `is`: {reading}")
        return None

    def _status(self, found: Found, status: m.StatusDef) -> m.Symbol | None:
        """What decides who has a status; returns the status itself if more must be followed."""
        route = self.unit.route(status)
        if route != "listed":
            found.statuses.add(status)
        if status not in self.unit.listed:
            return None
        found.world.add("sheets")
        return status if where_listed(status, self.unit.listed) else None

    def _symbol(self, found: Found, ref: object, *args: n.Expr) -> m.Symbol | None:
        """What naming something reads; returns the thing itself if its result must be followed. `args`: the
        arguments."""
        match ref:
            case m.ValueDef() | m.PermissionDef():
                return ref
            case m.StatusDef():
                return self._status(found, ref)
            case m.KindDef():  # all of them in play
                found.world.add("borders" if ref.placed == "edge" else "play")
            case m.AreaDef():
                found.world.add("board")
            case m.BuiltinDef():
                row = BUILTINS.get(ref.id) or RELATIONS[ref.id]
                found.world |= row.reads
                if "board" in row.reads and any(map(_stands, args)):
                    found.world.add("sheets" if row.of_base else "places")
                if any(some(arg.type).tag == "status" for arg in args if isinstance(arg.type, Type)):
                    found.world.add("statuses")
                found.handed |= "runs" in row.reads
        return None

    def asked(self, symbol: m.Symbol) -> tuple[m.Symbol, ...]:
        """What a value, permission, event or formula calls itself."""
        return self._of_own(symbol)[1]

    def _of_own(self, symbol: m.Symbol) -> tuple[Found, tuple[m.Symbol, ...]]:
        known = self._own.get(symbol)
        if known is None:
            found, asked = self._reads(self._answered_by(symbol), {})
            for target in (symbol, *(symbol.classes if isinstance(symbol, m.EventDef) else ())):
                for sentence in _distinct(self.unit.value_parts.get(target, ())):
                    more, further = self._sentence(sentence)
                    found.add(more)
                    asked += further
            found.fields.clear()
            found.handed = "runs" in found.world
            known = self._own[symbol] = (found, tuple(dict.fromkeys(asked)))
        return known

    def _sentence(self, sentence: m.SentenceDef) -> tuple[Found, list[m.Symbol]]:
        found, asked = self._reads([sentence.expr, sentence.when], {})
        more, further = self._holder(sentence.holder)
        found.add(more)
        return found, asked + further

    def _holder(self, holder: m.Holder) -> tuple[Found, list[m.Symbol]]:
        """What decides whether a holder exists and is active."""
        trees: list[n.Node | None] = [holder.active, holder.binder]
        trees += [one.active for one in in_force(holder, self.unit.listed)]
        found, asked = self._reads(trees, {})
        if isinstance(holder.definition, m.StatusDef):
            followed = self._status(found, holder.definition)
            asked += [one for one in (followed, holder.definition.asked) if one is not None]
        if holder.is_on_sheets:
            found.world.update(("play", "sheets"))
        return found, asked

    def of_sentence(self, sentence: m.SentenceDef) -> Found:
        """What a modifier depends on: its code, and whether its holder exists and is active."""
        return self._followed(*self._sentence(sentence))

    def of_holder(self, holder: m.Holder) -> Found:
        """What decides whether a holder exists and is active."""
        return self._followed(*self._holder(holder))

    def _followed(self, found: Found, asked: list[m.Symbol]) -> Found:
        for symbol in asked:
            found.add(self.of(symbol))
        return found

    def frozen(self, found: Found) -> Reads:
        """The same as plain data, in the order of numbers."""
        layout = self.unit.layout
        statuses = layout.statuses if "statuses" in found.world else found.statuses
        return Reads(
            tuple(sorted(layout.column_of[a] for a in found.attributes if a in layout.column_of)),
            tuple(sorted(layout.of(status) for status in statuses)),
            tuple(sorted(found.fields)),
            not found.world.isdisjoint(("board", "places", "borders")), "zones" in found.world,
            not found.world.isdisjoint(("play", "borders")),
            found.handed, found.decided,
        )  # fmt: skip


def _is_zone(e: n.Expr) -> bool:
    return e.type is not None and some(e.type).tag == "zone"


def _stands(e: n.Expr) -> bool:
    """Whether an expression is an entity or a set of entities, which stand somewhere."""
    t = some(e.type)
    item = some(t.args[0]) if t.tag in ("set", "list") else t
    return item.tag in ("entity", "union")


def _is_handle(t: Type) -> bool:
    if t.tag == "maybe":
        return _is_handle(t.args[0])
    return t.tag in _HANDLES


def _leads_to_entity(t: Type) -> bool:
    return t.tag in ("entity", "union", "record", "status") or any(map(_leads_to_entity, t.args))


def _trees_of(s: m.SentenceDef, unit: Unit) -> list[n.Node | None]:
    """All code of a modifier, and what decides whether it is active."""
    more = [one.active for one in in_force(s.holder, unit.listed)]
    return [s.expr, s.when, s.holder.active, s.holder.binder, *more]


def _distinct(sentences: Iterable[m.SentenceDef]) -> list[m.SentenceDef]:
    """The modifiers, with only one of those that sheets of one kind share: all depend on the same."""
    found: dict[object, m.SentenceDef] = {}
    for number, one in enumerate(sentences):
        sheet = one.holder.definition
        if isinstance(sheet, m.SheetDef) and one.holder.active is None:
            found[id(one.when), id(one.expr), sheet.kind] = one
        else:
            found[number] = one
    return list(found.values())
