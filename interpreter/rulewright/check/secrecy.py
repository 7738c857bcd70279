"""Finds what an expression reads that not every player knows: hidden zones and what may be in them, secret fields and
answers.

Every player sees whether a player is asked. So a question that depends on such a reading reveals a secret; only this
module defines such readings. The analysis covers every kind of node (a new one is a type error here) and follows
values, permissions, formulas, conditions of events, and the modifiers on them.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, assert_never

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.hiding import may_be_in, shown, wholes
from rulewright.check.in_force import in_force, listing
from rulewright.check.trees import answered_by, formulas_of, texts_of
from rulewright.check.types import Type, some
from rulewright.check.walk import Tree, walk
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import children, conjuncts


@dataclass(slots=True)
class Hidden:
    """Variables that refer to something hidden, with what they reveal. `counted`: variables of which every player knows
    only whether they are none."""

    told: dict[m.Variable, str] = field(default_factory=dict)
    counted: set[m.Variable] = field(default_factory=set)

    def copy(self) -> Hidden:
        """A copy that can be extended."""
        return Hidden(dict(self.told), set(self.counted))


NOTHING: Final = Hidden()

# Answers and dice that may be `in secret`.
SECRET: Final = (n.Choose, n.ChooseYesNo, n.Roll)

HAPPENING: Final = "how much happens unseen"


class _Searched(NamedTuple):
    """The readings of a tree if no variable is hidden; `names` are the names in it."""

    tree: n.Node | tuple[n.Node, ...]  # kept, so that no other object gets its identity
    found: str | None
    asked: list[m.Symbol]
    names: set[m.Variable]


class Secrecy:
    """The secrets that the code of one pack reads, in words (`what lies in 'hand'`), or None. `counts_unseen`: some
    events happen unseen, so code that counts events (`now`, `began`) also reveals secrets."""

    def __init__(self, pack: m.PackDef, counts_unseen: bool = False) -> None:
        self.pack = pack
        self.counts_unseen = counts_unseen
        self.listed = listing(pack)
        self.alone = pack.players[1] == 1  # what its owner knows, every player knows
        nodes = [node for text in texts_of(pack) for node in text.nodes]
        named = {node.ref for node in nodes if isinstance(node, (n.Name, n.Call))}
        # A zone that no code names is empty.
        self._zones = [zone for zone in pack.zones.values() if self.is_hidden(zone) and zone in named]
        fields = (a for kind in pack.kinds.values() for a in kind.attributes.values())
        self.any = (bool(self._zones) or any(self.is_secret(a) for a in fields)
                    or any(isinstance(node, SECRET) and node.secret for node in nodes))
        self._hideable = {kind: self._zones_for(kind) for kind in pack.kinds.values()}
        self._searched: dict[int, _Searched] = {}  # by the identity of trees
        self._own: dict[m.Symbol, tuple[str | None, tuple[m.Symbol, ...]]] = {}
        self._whole: dict[m.Symbol, str | None] = {}
        self._sentences: dict[m.Symbol, list[m.SentenceDef]] = {}
        for holder in pack.holders():
            for sentence in holder.sentences:
                self._sentences.setdefault(sentence.target, []).append(sentence)
        self.formulas = formulas_of(pack)

    def is_hidden(self, zone: m.ZoneDef) -> bool:
        """Whether some player does not see what is in a zone. A zone that belongs to all is seen by all its owners."""
        return zone.seen_by == "nobody" or (zone.seen_by == "owner" and zone.per_player and not self.alone)

    def is_secret(self, attribute: m.Attribute) -> bool:
        """Whether some player may not read a field. The match has no owner."""
        if attribute.secret == "owner" and self.alone:
            kind = self.pack.kinds.get(attribute.kind)
            return attribute.kind == "match" or (kind is not None and not kind.owned)
        return attribute.secret is not None

    @property
    def has_zones(self) -> bool:
        """Whether anything may be hidden in a zone at all."""
        return bool(self._zones)

    def hideable(self, kind: m.KindDef) -> list[m.ZoneDef]:
        """The hidden zones that may contain something of a kind, or what it is part of; none for a kind that could not
        be read."""
        return self._hideable.get(kind, [])

    def sentences(self, target: m.Symbol) -> list[m.SentenceDef]:
        """The modifiers of a value, a permission, an event or a class."""
        return self._sentences.get(target, [])

    # -- what may be hidden --------------------------------------------------------------------------------------------

    def hides(self, holder: m.Holder | None) -> str | None:
        """Whether a holder's rules may be active while it is where some player does not see it."""
        zones = self.hiding(holder)
        return f"what lies in '{zones[0].id}'" if zones else None

    def hiding(self, holder: m.Holder | None) -> list[m.ZoneDef]:
        """The hidden zones in which it may be while its rules are active: those of the first such sheet."""
        if holder is None or not holder.is_on_sheets or shown(holder, self.listed):
            return []
        definition = holder.definition
        sheets = [definition] if isinstance(definition, m.SheetDef) else self.listed.get(definition, ())
        for sheet in sheets:
            zones = [zone for zone in self.hideable(sheet.kind) if may_be_in(holder, sheet.kind, zone, self.listed)]
            if zones:
                return zones
        return []

    def _zones_for(self, kind: m.KindDef) -> list[m.ZoneDef]:
        """The hidden zones that may contain something of a kind, or what it is part of."""
        kinds = wholes(kind)
        return [zone for zone in self._zones if zone.holds is None
                or any(zone.holds in one.lineage or one in zone.holds.lineage for one in kinds)]

    # -- what is read --------------------------------------------------------------------------------------------------

    def tells(self, trees: Iterable[Tree], hidden: Hidden = NOTHING) -> str | None:
        """The first secret that the trees read. `hidden`: variables that refer to something hidden."""
        asked: list[m.Symbol] = []
        for tree in trees:
            found = self._search(tree, hidden, asked)
            if found is not None:
                return found
        return next((found for symbol in asked if (found := self.of(symbol)) is not None), None)

    def of(self, symbol: m.Symbol) -> str | None:
        """The same for a value or permission, the conditions of an event, or a formula. What its parameters refer to is
        read where it is passed."""
        if symbol not in self._whole:
            seen, waiting, told = {symbol}, [symbol], None
            while waiting and told is None:  # they may depend on each other in a cycle, through `can`
                told, asked = self._of_own(waiting.pop())
                waiting += [one for one in asked if one not in seen]
                seen.update(asked)
            self._whole[symbol] = told
        return self._whole[symbol]

    def of_holder(self, holder: m.Holder, conditions: Iterable[n.Expr | None] = ()) -> str | None:
        """The secret that decides whether a holder exists and is active, if certain conditions are true."""
        asked: list[m.Symbol] = []
        found = self._holder(holder, asked, conditions)
        return found or next((told for symbol in asked if (told := self.of(symbol)) is not None), None)

    def can_refuse(self, event: m.EventDef, lifted: Collection[str] = ()) -> bool:
        """Whether any condition or modifier may refuse an event, although some names are waived."""
        if any(name not in lifted for name in event.legal):
            return True
        forbids = (s for target in (event, *event.classes) for s in self.sentences(target))
        return any(s.kind == "forbid" and s.label not in lifted for s in forbids)

    def _of_own(self, symbol: m.Symbol) -> tuple[str | None, tuple[m.Symbol, ...]]:
        if symbol not in self._own:
            asked: list[m.Symbol] = []
            found = None
            for tree in answered_by(symbol, self.formulas):
                found = found or self._search(tree, NOTHING, asked)
            for target in (symbol, *(symbol.classes if isinstance(symbol, m.EventDef) else ())):
                for sentence in self.sentences(target):
                    for tree in (sentence.expr, sentence.when):
                        found = found or self._search(tree, NOTHING, asked)
                    found = found or self._holder(sentence.holder, asked, (sentence.when,))
            self._own[symbol] = (found, tuple(dict.fromkeys(asked)))
        return self._own[symbol]

    def _holder(self, holder: m.Holder, asked: list[m.Symbol], conditions: Iterable[n.Expr | None]) -> str | None:
        if isinstance(holder.definition, m.StatusDef) and holder.definition.asked is not None:
            asked.append(holder.definition.asked)
        found = self.hidden_holder(holder, conditions) or self.hidden_bearer(holder, conditions)
        if found is None:
            for tree in (holder.active, holder.binder, *(one.active for one in in_force(holder, self.listed))):
                found = found or self._search(tree, NOTHING, asked)
        return found

    def hidden_holder(self, holder: m.Holder, conditions: Iterable[n.Expr | None]) -> str | None:
        """As `hides`, unless conditions equate the holder with something that every player knows."""
        found = self.hides(holder)
        return None if found is None or self._is_named(holder, conditions) else found

    def hidden_bearer(self, holder: m.Holder, conditions: Iterable[n.Expr | None]) -> str | None:
        """The secret that hidden things with a status reveal, unless conditions name one that every player knows."""
        status = holder.definition
        if not isinstance(status, m.StatusDef) or (status.listed and not status.given):
            return None
        if holder.self_var is None or self._is_named(holder, conditions):
            return None
        return self._hidden_of(holder.self_var.type)

    def _is_named(self, holder: m.Holder, conditions: Iterable[n.Expr | None]) -> bool:
        """Whether conditions equate the holder with something that every player knows: `target is self`."""
        for one in (part for condition in conditions if condition is not None for part in conjuncts(condition)):
            match one:
                case n.Is(negated=False, ref=("equal", _), left=n.Name(ref=who), right=n.Name(ref=other)):
                    rest = other if who is holder.self_var else who if other is holder.self_var else None
                    if isinstance(rest, m.Variable) and rest is not holder.self_var and rest.role == "field":
                        return True
                case n.Is(negated=False, ref=("equal", _), left=n.Attr() as path, right=n.Name(ref=other)):
                    if other is holder.self_var and _is_path(path, holder) and self.tells([path]) is None:
                        return True
        return False

    def _hidden_of(self, type_: Type) -> str | None:
        """The secret that things of a type reveal if they may be hidden."""
        of = some(type_)
        if of.tag not in ("entity", "union"):
            return None
        kind = self.pack.kinds.get(of.name)
        zones = self._zones if kind is None else self.hideable(kind)
        return f"what lies in '{zones[0].id}'" if zones else None

    def _search(self, tree: Tree, hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        """The first secret in a tree itself; the symbols that it reads are added to `asked`."""
        if tree is None:
            return None
        known = self._searched.get(id(tree))
        if known is None:
            reads: list[m.Symbol] = []
            found = self._first(tree, NOTHING, reads)
            names = {node.ref for node in walk(tree) if isinstance(node, n.Name) and isinstance(node.ref, m.Variable)}
            known = self._searched[id(tree)] = _Searched(tree, found, reads, names)
        if known.names.isdisjoint(hidden.told) and known.names.isdisjoint(hidden.counted):
            asked += known.asked
            return known.found
        return self._first(tree, hidden, asked)

    def _first(self, tree: n.Node | tuple[n.Node, ...], hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        waiting = [*tree] if isinstance(tree, tuple) else [tree]
        waiting.reverse()
        while waiting:
            node = waiting.pop()
            found = self._note(variants.asked(node), hidden, asked)
            if found is not None:
                return found
            waiting += reversed([one for one in children(node) if not _is_counted(node, one, hidden)])
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
                return None  # their contents are checked separately
            case n.Within() | n.Supposing() | n.Quantified() | n.Comprehension() | n.SetOf() | n.Recast() | n.LetIn():
                return None
            case n.Binding() | n.Order() | n.Binder() | n.Row():
                return None
            case _:
                assert_never(node)

    def _attribute(self, ref: m.Attribute, asked: list[m.Symbol]) -> str | None:
        if self.is_secret(ref):
            return f"the secret field '{ref.id}'"
        match ref.storage:
            case "formula":
                asked.append(ref)
            case "printed" | "state" | "part" | "whole" | "owner" | "holder" | "row" | "sheet" | "place":
                pass  # whatever it is read from: that is checked separately
            case "gives" | "param" | "outcome":
                pass  # whatever it is read from: that is checked separately
            case _:
                assert_never(ref.storage)
        return None

    def _named(self, node: n.Name | n.Call, hidden: Hidden, asked: list[m.Symbol]) -> str | None:
        ref = node.ref
        match ref:
            case m.ZoneDef():
                return f"what lies in '{ref.id}'" if ref in self._zones else None
            case m.KindDef() if isinstance(node, n.Name):
                zones = self.hideable(ref)
                return f"what lies in '{zones[0].id}'" if zones else None
            case m.ValueDef() | m.PermissionDef() | m.EventDef():
                if not isinstance(ref, m.EventDef):
                    asked.append(ref)
            case m.BuiltinDef() if self.counts_unseen and row_of(node).counts_runs:
                return HAPPENING
            case m.Variable():
                if ref in hidden.told:
                    return hidden.told[ref]
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
        """An unknown zone, from a variable or a field: it may be a hidden one."""
        if self._zones and node.type is not None and some(node.type).tag == "zone":
            return f"what lies in '{self._zones[0].id}'"
        return None


def _is_counted(node: n.Node, below: n.Node, hidden: Hidden) -> bool:
    """Whether this part of a node reads nothing, or only how much is in a zone."""
    match node:
        case n.In(left=n.Name(ref=m.Variable())) if below is node.right and is_zone(below):
            return True  # the location of a thing that every player knows; for a hidden thing, `left` reveals it
        case n.Call(ref=m.BuiltinDef()):  # every player knows how much is in a zone
            return row_of(node).counts and is_all_of(below)
        case n.Comprehension(kind="count", bindings=()):
            return below is node.element and is_all_of(below)
        case n.Is(ref=("kind", _)):
            return below is node.right  # the name of a kind, and not all of them
        case n.Is(right=n.Nothing()):
            return below is node.left and is_counted(node.left, hidden)
    return False


def is_counted(e: n.Node, hidden: Hidden) -> bool:
    """Whether every player knows if something is none: it is whatever is in a zone at some position."""
    match e:
        case n.Name():
            return e.ref in hidden.counted
        case n.Call(args=(one,)):
            return row_of(e).takes_one and is_all_of(one)
    return False


def is_all_of(e: n.Node) -> bool:
    """Whether a node names a declared zone, or its whole contents."""
    return is_zone(zone_in(e))


def zone_in(e: n.Node) -> n.Node:
    """The zone of `contents(zone)`; any other node as it is."""
    match e:
        case n.Call(ref=m.BuiltinDef(id="contents"), args=(zone,)):
            return zone
    return e


def _is_path(e: n.Expr, holder: m.Holder) -> bool:
    """Whether a path of fields begins with a variable that is not the holder."""
    while isinstance(e, n.Attr):
        e = e.target
    return isinstance(e, n.Name) and isinstance(e.ref, m.Variable) and e.ref is not holder.self_var


def is_zone(node: n.Node) -> bool:
    """Whether a node names a declared zone."""
    return isinstance(node, (n.Name, n.Call)) and isinstance(node.ref, m.ZoneDef)
