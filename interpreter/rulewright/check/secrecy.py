"""What an expression reads that not everybody knows: hidden zones and what may lie there, secret fields and answers.

Whether somebody is asked is seen by all. So wherever a question depends on such a reading, it tells a secret; this is
the one place that says what such a reading is. The answer covers every kind of node (a new one is a type error here)
and follows values, permissions, formulas, conditions of events, and the sentences on them.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from rulewright.check import model as m
from rulewright.check.in_force import in_force, listing
from rulewright.check.trees import texts_of
from rulewright.check.types import Type, some
from rulewright.check.walk import Tree
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import children

Hidden = Mapping[int, str]  # variables (by identity) that stand for something hidden, with what they tell
NOTHING: Hidden = {}

# How much lies in a zone is known to everybody: these look at nothing else.
_COUNTING = frozenset(("size", "is_empty"))


class Secrecy:
    """What the texts of one pack read of its secrets, in words (`what lies in 'hand'`), or None."""

    def __init__(self, pack: m.PackDef) -> None:
        self.pack = pack
        self.listed = listing(pack)
        named = {node.ref for text in texts_of(pack) for node in text.nodes if isinstance(node, (n.Name, n.Call))}
        # Nothing lies in a zone that no text names.
        self._zones = [zone for zone in pack.zones.values() if zone.seen_by != "all" and zone in named]
        fields = (a for kind in pack.kinds.values() for a in kind.attributes.values())
        self.any = bool(self._zones) or any(a.secret is not None for a in fields)
        self._hideable = {id(kind): self._zones_for(kind) for kind in pack.kinds.values()}
        self._own: dict[m.Symbol, tuple[str | None, tuple[m.Symbol, ...]]] = {}
        self._whole: dict[m.Symbol, str | None] = {}
        self._sentences: dict[int, list[m.SentenceDef]] = {}
        for holder in pack.holders():
            for sentence in holder.sentences:
                self._sentences.setdefault(id(sentence.target), []).append(sentence)
        self._formulas: dict[str, list[n.Expr]] = {}
        for sheet in pack.sheets.values():
            for name, formula in sheet.formulas.items():
                self._formulas.setdefault(name, []).append(formula)

    # -- who may lie hidden --------------------------------------------------------------------------------------------

    def hides(self, holder: m.Holder | None) -> str | None:
        """Whether what carries rules may be in force while it lies where somebody does not see it."""
        if holder is None or holder.kind not in ("sheet", "keyword") or shown(holder, self):
            return None
        definition = holder.definition
        sheets = [definition] if isinstance(definition, m.SheetDef) else self.listed.get(id(definition), ())
        for sheet in sheets:
            hideable = self._hideable.get(id(sheet.kind), ())  # none for a kind that could not be read
            zones = [zone for zone in hideable if _may_be_in(holder, sheet.kind, zone, self)]
            if zones:
                return f"what lies in '{zones[0].id}'"
        return None

    def _zones_for(self, kind: m.KindDef) -> list[m.ZoneDef]:
        """The hidden zones in which something of a kind, or what it is part of, may lie."""
        found = []
        for zone in self._zones:
            fits = zone.holds is None or _is_a(kind, zone.holds) or _is_a(zone.holds, kind)
            if fits or (kind.part_of is not None and zone in self._zones_for(kind.part_of)):
                found.append(zone)
        return found

    # -- what is read --------------------------------------------------------------------------------------------------

    def tells(self, trees: Iterable[Tree], hidden: Hidden = NOTHING) -> str | None:
        """The first secret that the trees read. `hidden`: variables that stand for something hidden."""
        asked: list[m.Symbol] = []
        for tree in trees:
            found = self._search(tree, hidden, asked)
            if found is not None:
                return found
        return next((found for symbol in asked if (found := self.of(symbol)) is not None), None)

    def of(self, symbol: m.Symbol) -> str | None:
        """The same of a value or permission, the conditions of an event, or a formula. Its parameters stand for what is
        passed: that is read where it is passed."""
        if symbol not in self._whole:
            seen, waiting, told = {symbol}, [symbol], None
            while waiting and told is None:  # they may ask each other in a cycle, through `can`
                told, asked = self._of_own(waiting.pop())
                waiting += [one for one in asked if one not in seen]
                seen.update(asked)
            self._whole[symbol] = told
        return self._whole[symbol]

    def of_holder(self, holder: m.Holder) -> str | None:
        """What decides whether a holder is there and in force."""
        asked: list[m.Symbol] = []
        found = self._holder(holder, asked)
        return found or next((told for symbol in asked if (told := self.of(symbol)) is not None), None)

    def can_refuse(self, event: m.EventDef) -> bool:
        """Whether any condition or sentence may refuse an event."""
        targets = (event, *event.classes)
        return bool(event.legal) or any(s.kind == "forbid" for t in targets for s in self._sentences.get(id(t), ()))

    def _of_own(self, symbol: m.Symbol) -> tuple[str | None, tuple[m.Symbol, ...]]:
        if symbol not in self._own:
            asked: list[m.Symbol] = []
            found = None
            for tree in self._trees(symbol):
                found = found or self._search(tree, NOTHING, asked)
            for target in (symbol, *(symbol.classes if isinstance(symbol, m.EventDef) else ())):
                for sentence in self._sentences.get(id(target), ()):
                    for tree in (sentence.expr, sentence.when):
                        found = found or self._search(tree, NOTHING, asked)
                    found = found or self._holder(sentence.holder, asked)
            self._own[symbol] = (found, tuple(dict.fromkeys(asked)))
        return self._own[symbol]

    def _trees(self, symbol: m.Symbol) -> list[Tree]:
        match symbol:
            case m.ValueDef():
                return [symbol.start, *symbol.rows, *(step.then for step in symbol.steps)]
            case m.PermissionDef():
                return [symbol.normally]
            case m.EventDef():
                return list(symbol.legal.values())
            case m.Attribute():
                return [symbol.starts, *self._formulas.get(symbol.id, ())]
        raise AssertionError(f"nothing is asked of {symbol.title}")

    def _holder(self, holder: m.Holder, asked: list[m.Symbol]) -> str | None:
        found = self.hides(holder)
        definition = holder.definition
        if found is None and isinstance(definition, m.StatusDef) and definition.holder is not None:
            self_var = definition.holder.self_var
            found = self._hidden_of(self_var.type) if self_var is not None else None
        if found is None:
            for tree in (holder.active, holder.binder, *(one.active for one in in_force(holder, self.listed))):
                found = found or self._search(tree, NOTHING, asked)
        return found

    def _hidden_of(self, type_: Type) -> str | None:
        """What tells of things of a type that may lie hidden."""
        of = some(type_)
        if of.tag != "entity":
            return None
        kind = self.pack.kinds.get(of.name)
        zones = self._zones if kind is None else self._hideable.get(id(kind), [])
        return f"what lies in '{zones[0].id}'" if zones else None

    def _search(self, tree: Tree, hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        """The first secret that stands in a tree itself; what it asks is added to `asked`."""
        if tree is None:
            return None
        waiting = [*tree] if isinstance(tree, tuple) else [tree]
        waiting.reverse()
        while waiting:
            node = waiting.pop()
            found = self._note(variants.asked(node), hidden, asked)
            if found is not None:
                return found
            waiting += reversed([one for one in children(node) if not _is_counted(node, one)])
        return None

    def _note(self, node: variants.Asked, hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        match node:
            case n.Attr():
                if isinstance(node.ref, m.Attribute):
                    return self._attribute(node.ref, asked)
                return self._zone(node)  # a setting or a field of a record
            case n.Name() | n.Call():
                return self._named(node, hidden, asked)
            case n.Is():
                return self._is(node, asked)
            case n.Relation():
                if isinstance(node.ref, m.PermissionDef):
                    asked.append(node.ref)
                return None
            case n.Can():
                if isinstance(node.call.ref, m.EventDef):
                    asked.append(node.call.ref)
                return None
            case n.Index():
                return self._zone(node)
            case n.Broken() | n.Number() | n.Truth() | n.Nothing() | n.Unary() | n.Binary() | n.IfElse() | n.In():
                return None  # what stands in them is looked at by itself
            case n.Within() | n.Supposing() | n.Quantified() | n.Comprehension() | n.SetOf():
                return None
            case n.Binding() | n.Order() | n.Binder() | n.Row():
                return None
            case _:
                assert_never(node)

    def _attribute(self, ref: m.Attribute, asked: list[m.Symbol]) -> str | None:
        if ref.secret is not None:
            return f"the secret field '{ref.id}'"
        match ref.storage:
            case "formula":
                asked.append(ref)
            case "printed" | "state" | "part" | "whole" | "owner" | "sheet" | "place" | "gives" | "param" | "outcome":
                pass  # of whatever it is asked: that is looked at by itself
            case _:
                assert_never(ref.storage)
        return None

    def _named(self, node: n.Name | n.Call, hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        ref = node.ref
        match ref:
            case m.ZoneDef():
                return f"what lies in '{ref.id}'" if ref in self._zones else None
            case m.KindDef() if isinstance(node, n.Name):
                zones = self._hideable[id(ref)]
                return f"what lies in '{zones[0].id}'" if zones else None
            case m.ValueDef() | m.PermissionDef() | m.EventDef():
                if not isinstance(ref, m.EventDef):
                    asked.append(ref)
            case m.Variable():
                if id(ref) in hidden:
                    return hidden[id(ref)]
        return self._zone(node)

    def _is(self, node: n.Is, asked: list[m.Symbol]) -> str | None:
        if node.ref:
            reading, symbol = node.ref
            if reading in ("unary", "binary") and isinstance(symbol, m.PermissionDef):
                asked.append(symbol)
            elif reading == "attribute" and isinstance(symbol, m.Attribute):
                return self._attribute(symbol, asked)
        return None

    def _zone(self, node: n.Expr) -> str | None:
        """Some zone, by a variable or a field: it may be a hidden one."""
        if self._zones and node.type is not None and some(node.type).tag == "zone":
            return f"what lies in '{self._zones[0].id}'"
        return None


def shown(holder: m.Holder, secrecy: Secrecy) -> bool:
    """Whether what a sheet or keyword carries is in force only where everybody sees it: on the board, or in zones that
    are seen by all."""
    return all(_says_shown(active, self_var) for active, self_var in conditions_of(holder, secrecy))


def conditions_of(holder: m.Holder, secrecy: Secrecy) -> list[tuple[n.Expr | None, m.Variable | None]]:
    """When a holder is in force, each with the variable that is the entity there; None: while it is in play."""
    if holder.active is not None:
        return [(holder.active, holder.self_var)]
    found: list[tuple[n.Expr | None, m.Variable | None]] = []
    for one in in_force(holder, secrecy.listed):
        own = one.sheet.holder if one.sheet is not None else None
        found.append((one.active, own.self_var if own is not None and own.active is one.active else one.kind.self_var))
    return found or [(None, None)]


def parts(condition: n.Expr) -> Iterator[n.Expr]:
    """The parts of a condition that must all hold."""
    if isinstance(condition, n.Binary) and condition.op == "and":
        yield from parts(condition.left)
        yield from parts(condition.right)
    else:
        yield condition


def zone_of(e: n.Expr, self_var: m.Variable | None) -> m.ZoneDef | None:
    """The zone of `self in ZONE`, whosever it is."""
    match e:
        case n.In(negated=False, right=n.Name(ref=m.ZoneDef() as zone) | n.Call(ref=m.ZoneDef() as zone)):
            return zone if _is_self(e.left, self_var) else None
    return None


def _says_shown(condition: n.Expr | None, self_var: m.Variable | None) -> bool:
    return condition is not None and any(_is_shown(one, self_var) for one in parts(condition))


def _is_shown(e: n.Expr, self_var: m.Variable | None) -> bool:
    zone = zone_of(e, self_var)
    if zone is not None:
        return zone.seen_by == "all"
    match e:
        case n.Binary(op="or"):
            return _says_shown(e.left, self_var) and _says_shown(e.right, self_var)
        case n.Is(negated=False, ref=("builtin", m.BuiltinDef(id="placed"))):
            return _is_self(e.left, self_var)
    return False


def _may_be_in(holder: m.Holder, kind: m.KindDef, zone: m.ZoneDef, secrecy: Secrecy) -> bool:
    """Whether things of a kind may lie in a zone while what the holder carries is in force."""
    if zone.holds is not None and not _is_a(kind, zone.holds):
        return False
    for active, self_var in conditions_of(holder, secrecy):
        named = [] if active is None else [found for one in parts(active) if (found := zone_of(one, self_var))]
        if not named or zone in named:
            return True
    return False


def _is_self(e: n.Expr, self_var: m.Variable | None) -> bool:
    return isinstance(e, n.Name) and self_var is not None and e.ref is self_var


def _is_a(kind: m.KindDef, other: m.KindDef) -> bool:
    at: m.KindDef | None = kind
    while at is not None:
        if at is other:
            return True
        at = at.parent
    return False


def _is_counted(node: n.Node, below: n.Node) -> bool:
    """Whether only the number of what lies in a zone is asked of this part of a node."""
    zone = is_zone(below) or (
        isinstance(below, n.Call) and isinstance(below.ref, m.BuiltinDef) and below.ref.id == "contents"
    )
    match node:
        case n.Call(ref=m.BuiltinDef(id=name)):
            return zone and name in _COUNTING
        case n.Comprehension(kind="count", bindings=()):
            return zone and below is node.element
    return False


def is_zone(node: n.Node) -> bool:
    """Whether a node names a declared zone."""
    return isinstance(node, (n.Name, n.Call)) and isinstance(node.ref, m.ZoneDef)
