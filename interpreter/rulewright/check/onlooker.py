"""Determines what a choosing player may not know of what expressions read: the secrets of others, and those that no
player knows.

Separate from `secrecy`, which asks what every player knows: here it matters whose hand, and whose field, is read. The
analysis covers every kind of node (a new one is a type error here) and follows values, permissions, formulas,
conditions of events, and the modifiers on them, with what their arguments are to that player.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, assert_never

from rulewright.check import model as m
from rulewright.check.builtins import row_of
from rulewright.check.facts import key
from rulewright.check.in_force import in_force
from rulewright.check.secrecy import HAPPENING, NOTHING, Secrecy, is_all_of, is_counted, is_zone, zone_in
from rulewright.check.trees import answered_by
from rulewright.check.types import some
from rulewright.check.walk import Tree
from rulewright.effects import nodes as n
from rulewright.effects import variants
from rulewright.effects.walk import children, conjuncts
from rulewright.source import Span


class Rel(NamedTuple):
    """The relation of a variable to the player who chooses. `mine`: it is that player, or theirs; `known`: they know
    which thing it is, or what it holds; else `what` it reveals, and `who` knows that. `counted`: except that they know
    whether it is none."""

    mine: bool = False
    known: bool = True
    what: str = ""
    who: str = "the chooser does not see"
    counted: bool = False


PLAIN = Rel()
Env = Mapping[m.Variable, Rel]


class Unknown(NamedTuple):
    """Something that the player may not know: where it is read, what it is, and who knows it."""

    span: Span
    what: str
    who: str


class Onlooker:
    """The expressions of one pack, as players see them."""

    def __init__(self, secrecy: Secrecy) -> None:
        self.secrecy = secrecy
        self._known: dict[tuple[m.Symbol, tuple[Rel, ...]], Unknown | None] = {}

    def frame(self, chooser: n.Expr | None, env: Env, self_rel: Rel = PLAIN) -> Frame:
        """A block or expression in which a player chooses. `env`: what variables are to them, if not plain; `self_rel`:
        what `self` is."""
        return Frame(self, None if chooser is None else key(chooser), dict(env), self_rel)

    def asked(self, symbol: m.Symbol, rels: tuple[Rel, ...]) -> Unknown | None:
        """The first thing that a value or permission, the conditions of an event, or a formula reads and the player
        does not know, when it gets such arguments."""
        known = (symbol, rels)
        if known not in self._known:
            self._known[known] = None  # during the search: they may depend on each other in a cycle, through `can`
            self._known[known] = self._asked(symbol, rels)
        return self._known[known]

    def _asked(self, symbol: m.Symbol, rels: tuple[Rel, ...]) -> Unknown | None:
        params = symbol.params if isinstance(symbol, (m.ValueDef, m.PermissionDef, m.EventDef)) else []
        self_rel = PLAIN
        if isinstance(symbol, m.Attribute) and rels:
            self_rel, rels, params = rels[0], rels[1:], symbol.params
        frame = Frame(self, None, dict(zip(params, rels, strict=False)), self_rel)
        found = frame.first(answered_by(symbol, self.secrecy.formulas))
        if found is not None:
            return found
        for target in (symbol, *(symbol.classes if isinstance(symbol, m.EventDef) else ())):
            if isinstance(target, m.ClassDef):
                frame.env.update(zip(target.params, rels, strict=False))
            for sentence in self.secrecy.sentences(target):
                found = frame.sentence(sentence)
                if found is not None:
                    return found
        return None


class Frame:
    """One block or expression as a player sees it. `chooser`: the expression that names that player there, if any."""

    def __init__(self, eyes: Onlooker, chooser: str | None, env: dict[m.Variable, Rel], self_rel: Rel) -> None:
        self.env = env
        self._eyes = eyes
        self._secrecy = eyes.secrecy
        self._chooser = chooser
        self._self = self_rel

    def first(self, trees: Iterable[Tree]) -> Unknown | None:
        """The first thing in several trees that the player does not know."""
        return next((found for tree in trees if (found := self.search(tree)) is not None), None)

    def search(self, tree: Tree) -> Unknown | None:
        """The same for one tree."""
        if tree is None:
            return None
        if isinstance(tree, tuple):
            return self.first(tree)
        node = variants.asked(tree)
        match node:
            case n.Quantified():
                return self._going(node, (node.binding,), node.where, (node.has,))
            case n.Comprehension():
                return self._going(node, node.bindings, node.where, (node.element, *node.orders))
            case n.LetIn():
                found = self._arguments((node.value,))
                inside = Frame(self._eyes, self._chooser, {**self.env, node.ref: self._rel(node.value)}, self._self)
                return found or inside.search(node.body)
            case n.Binder():
                return self._going(node, (node.binding,), node.where, ())
            case n.Name() | n.Call():
                return self._named(node)
            case n.Attr():
                return self._attribute(node, node.ref, node.target, node.args or ())
            case n.Is():
                return self._is(node)
            case n.In():
                return self._in(node)
            case n.Relation():
                if isinstance(node.ref, m.PermissionDef):
                    return self._call(node, node.ref, (node.left, node.right))
            case n.Can():
                event = node.call.ref
                if isinstance(event, m.EventDef) and self._secrecy.can_refuse(event, node.despite):
                    return self._call(node, event, node.call.args)
                return self._arguments(node.call.args)
            case n.Index():
                if self._is_some_zone(node):
                    return self._zone_read(node.span)
            case n.Broken() | n.Number() | n.Truth() | n.Nothing() | n.Unary() | n.Binary() | n.IfElse() | n.Within():
                pass  # their contents are checked separately
            case n.Supposing() | n.SetOf() | n.Recast() | n.Binding() | n.Order() | n.Row():
                pass
            case _:
                assert_never(node)
        return self.first(children(node))

    # -- iteration -----------------------------------------------------------------------------------------------------

    def _going(self, node: n.Node, bindings: tuple[n.Binding, ...], where: n.Expr | None,
               inner: tuple[n.Node | None, ...]) -> Unknown | None:
        if isinstance(node, n.Comprehension) and not bindings:  # `count(S)`
            return None if node.element is not None and is_all_of(node.element) else self.first(inner)
        counted = where is None and not any(inner) and not isinstance(node, n.Binder)
        inside, found = self.through(bindings, where, counted)
        return found or inside.first((where, *inner))

    def through(self, bindings: tuple[n.Binding, ...], where: n.Expr | None,
                counted: bool = False) -> tuple[Frame, Unknown | None]:
        """The frame in which variables iterate over something, and what the player does not know of it. `counted`: only
        the number of its elements matters."""
        inside = Frame(self._eyes, self._chooser, dict(self.env), self._self)
        unknown: Unknown | None = None
        for binding in bindings:
            found = inside.bind(binding, where)
            unknown = unknown or (None if counted and is_all_of(binding.source) else found)
        return inside, unknown

    def bind(self, binding: n.Binding, where: n.Expr | None) -> Unknown | None:
        """A variable iterates over something: what the variable is from here on, and what the player does not know of
        it."""
        source, found = zone_in(binding.source), None
        rel = PLAIN
        if is_zone(source):
            found = self.search(source)
            rel = Rel(self._is_of_mine(source), found is None)
        elif isinstance(source, n.Name) and isinstance(source.ref, m.KindDef):
            zones = self._secrecy.hideable(source.ref)
            rel = Rel(False, False, f"what is in '{zones[0].id}'") if zones else PLAIN
        else:
            found = self.search(source)
        for one in conjuncts(where) if where is not None else ():
            rel = self._tied(binding.ref, one, rel)
        self.env[binding.ref] = rel
        return found

    def _tied(self, variable: object, condition: n.Expr, rel: Rel) -> Rel:
        """The relation of a variable where a condition on it is true: every player sees what is on the board."""
        match condition:
            case n.In(negated=False, left=left) if _is_place_of(left, variable):
                return Rel(rel.mine, True)
            case n.In(negated=False, left=n.Name(ref=ref), right=zone) if ref is variable and is_zone(zone):
                if self._sees(zone):
                    return Rel(rel.mine or self._is_of_mine(zone), True)
            case n.Is(negated=False, left=n.Name(ref=ref), ref=("builtin", m.BuiltinDef(id="placed"))):
                return Rel(rel.mine, True) if ref is variable else rel
            case n.Is(negated=False, ref=("equal", _)):
                for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
                    if _is_place_of(one, variable) and _is_some(other):
                        return Rel(rel.mine, True)
                    owned = isinstance(one, n.Attr) and _is_owner(one) and _is(one.target, variable)
                    if (owned or _is(one, variable)) and self.mine(other):
                        return rel._replace(mine=True)
        return rel

    def _tie(self, when: n.Expr | None) -> None:
        """Notes what variables are if a condition equates them with something: `who is self.owner`."""
        for one in conjuncts(when) if when is not None else ():
            if isinstance(one, n.Is) and one.ref and one.ref[0] == "equal":
                for name in (one.left, one.right):
                    if isinstance(name, n.Name) and isinstance(name.ref, m.Variable):
                        self.env[name.ref] = self._tied(name.ref, one, self._rel(name))

    # -- owners --------------------------------------------------------------------------------------------------------

    def mine(self, e: n.Expr) -> bool:
        """Whether an expression is the player, or something of theirs."""
        return self._rel(e).mine

    def _rel(self, e: n.Expr) -> Rel:
        """The relation of an expression to the player."""
        found = PLAIN
        match e:
            case n.Name(ref=m.Variable() as variable):
                found = self.env.get(variable, self._self if variable.role == "self" else PLAIN)
            case n.Attr(ref=m.Attribute(storage="whole" | "part")):
                found = self._rel(e.target)
            case n.Attr(ref=m.Attribute(storage="owner")):
                found = Rel(self._rel(e.target).mine)
        if self._chooser is not None and not found.mine:
            found = found._replace(mine=self._chooser in (key(e), key(n.Attr(e.span, e, "owner"))))
        return found

    def _sees(self, zone: n.Node) -> bool:
        """Whether the player sees the contents of a zone."""
        ref = zone.ref if isinstance(zone, (n.Name, n.Call)) else None
        if not isinstance(ref, m.ZoneDef):
            return False
        return not self._secrecy.is_hidden(ref) or (ref.seen_by == "owner" and self._is_of_mine(zone))

    def _is_of_mine(self, zone: n.Node) -> bool:
        return isinstance(zone, n.Call) and bool(zone.args) and self.mine(zone.args[0])

    # -- what is read --------------------------------------------------------------------------------------------------

    def _named(self, node: n.Name | n.Call) -> Unknown | None:
        ref = node.ref
        args = node.args if isinstance(node, n.Call) else ()
        match ref:
            case m.ZoneDef():
                found = None if self._sees(node) else Unknown(node.span, f"what is in '{ref.id}'", PLAIN.who)
                return found or self.first(args)
            case m.KindDef() if isinstance(node, n.Name):
                zones = self._secrecy.hideable(ref)
                return Unknown(node.span, f"what is in '{zones[0].id}'", PLAIN.who) if zones else None
            case m.ValueDef() | m.PermissionDef():
                return self._call(node, ref, args)
            case m.BuiltinDef() if self._secrecy.counts_unseen and row_of(node).counts_runs:
                return Unknown(node.span, HAPPENING, "known to no player")
            case m.Variable():
                rel = self._rel(node)
                if not rel.known:
                    return Unknown(node.span, rel.what or f"'{ref.id}'", rel.who)
        if self._is_some_zone(node):
            return self._zone_read(node.span)
        return self.first(one for one in children(node) if not _is_counted(node, one))

    def _call(self, node: n.Node, symbol: m.Symbol, args: tuple[n.Expr, ...]) -> Unknown | None:
        """The secret that is read through arguments."""
        found = self._arguments(args)
        if found is None:
            found = self._eyes.asked(symbol, tuple(self._rel(one) for one in args))
            found = None if found is None else found._replace(span=node.span)
        return found

    def _arguments(self, args: tuple[n.Expr, ...]) -> Unknown | None:
        """The secret that arguments read themselves: if a thing is hidden, its identity is read where it is used."""
        return self.first(one for one in args if self._rel(one).known or not isinstance(one, n.Name))

    def _attribute(self, node: n.Expr, ref: object, target: n.Expr, args: tuple[n.Expr, ...] = ()) -> Unknown | None:
        if not isinstance(ref, m.Attribute):  # a setting or a field of a record
            return self._zone_read(node.span) if self._is_some_zone(node) else self.search(target)
        if self._secrecy.is_secret(ref) and not (ref.secret == "owner" and self.mine(target)):
            who = "no player" if ref.secret == "nobody" else "its owner only"
            return Unknown(node.span, f"'{ref.id}'", f"known to {who}")
        match ref.storage:
            case "owner":
                return None if isinstance(target, n.Name) else self.search(target)
            case "formula":
                return self.search(target) or self._call(node, ref, (target, *args))
            case "printed" | "state" | "part" | "whole" | "holder" | "row" | "sheet" | "place" | "gives" | "param" | (
                    "outcome"):
                return self.search(target)
            case _:
                assert_never(ref.storage)

    def _is(self, node: n.Is) -> Unknown | None:
        if isinstance(node.right, n.Nothing) and (is_counted(node.left, NOTHING) or self._rel(node.left).counted):
            return None
        if node.ref:
            reading, symbol = node.ref
            if reading == "unary" and isinstance(symbol, m.PermissionDef):
                return self._call(node, symbol, (node.left,))
            if reading == "binary" and isinstance(symbol, m.PermissionDef) and isinstance(node.right, n.Call):
                return self._call(node, symbol, (node.left, *node.right.args))
            if reading == "attribute":
                return self._attribute(node, symbol, node.left)
            if reading == "kind":
                return self.search(node.left)  # on the right is the name of a kind, and not all of them
        return self.first(children(node))

    def _in(self, node: n.In) -> Unknown | None:
        """The number of the elements that are in a zone is known."""
        found = None if isinstance(node.left, n.Name) and is_zone(node.right) else self.search(node.left)
        if found is None and not is_zone(node.right):
            return self.search(node.right)
        return found or self.first(children(node.right))

    def _is_some_zone(self, node: n.Expr) -> bool:
        """Whether it is an unknown zone, from a variable or a field: it may be a hidden one."""
        return self._secrecy.has_zones and node.type is not None and some(node.type).tag == "zone"

    def _zone_read(self, span: Span) -> Unknown:
        return Unknown(span, "what is in that zone", PLAIN.who)

    # -- modifiers -----------------------------------------------------------------------------------------------------

    def sentence(self, s: m.SentenceDef) -> Unknown | None:
        """What the player does not know of a modifier: its contribution, and whether it contributes."""
        inside, found = self.held(s.holder, s.when, s.span)
        return found or inside.first((s.expr, s.when))

    def held(
        self, holder: m.Holder, when: n.Expr | None, span: Span, rel: Rel | None = None, sees: bool = False
    ) -> tuple[Frame, Unknown | None]:
        """The frame for the rules of a holder, and what the player does not know of whether they are active. `rel`:
        what the holder is to them, if known; `sees`: they see it wherever its rules are active."""
        asked = holder.definition.asked if isinstance(holder.definition, m.StatusDef) else None
        told = self._secrecy.of(asked) if asked is not None else None
        if told is not None:
            return self, Unknown(span, told.replace("lies", "is"), PLAIN.who)
        secret = self._secrecy.hidden_holder(holder, (when,)) or self._secrecy.hidden_bearer(holder, (when,))
        self_var = holder.self_var
        if rel is None:
            rel = Rel(any(self._says_mine(one, self_var) for one in (conjuncts(when) if when is not None else ())))
        if secret is not None and (sees or rel.mine):  # owners see the contents of a zone that is visible to owners
            zones = [zone for zone in self._secrecy.hiding(holder) if zone.seen_by == "nobody"]
            secret = f"what lies in '{zones[0].id}'" if zones else None
        if secret is not None:
            return self, Unknown(span, secret.replace("lies", "is"), PLAIN.who)
        inside = Frame(self._eyes, self._chooser, dict(self.env), rel)
        found: Unknown | None = None
        if holder.binder is not None and self_var is not None:
            binding = n.Binding(span, self_var.id, holder.binder.binding.source, ref=self_var)
            found = inside.bind(binding, both(holder.binder.where, when)) or inside.search(holder.binder.where)
        elif self_var is not None:
            inside.env[self_var] = rel
        inside._tie(when)
        return inside, found or inside.first(
            (holder.active, *(one.active for one in in_force(holder, self._secrecy.listed))))

    def _says_mine(self, e: n.Expr, self_var: m.Variable | None) -> bool:
        """Whether a condition says that the holder belongs to the player: `p is self.owner`, `who.owner is
        self.owner`."""
        if not (isinstance(e, n.Is) and not e.negated and e.ref and e.ref[0] == "equal"):
            return False
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if _is(one, self_var) and self.mine(other):
                return True
            if isinstance(one, n.Attr) and _is_owner(one) and _is(one.target, self_var) and self.mine(other):
                return True
        return False


def _is_counted(node: n.Node, below: n.Node) -> bool:
    """Whether an argument is only read for how much is in a zone."""
    return row_of(node).counts and is_all_of(below)


def _is_owner(e: n.Node) -> bool:
    return isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "owner"


def _is_place_of(e: n.Node, variable: object) -> bool:
    """Whether an expression is the place of the thing that a variable refers to."""
    reads = isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "place"
    return reads and isinstance(e, n.Attr) and _is(e.target, variable)


def _is_some(e: n.Expr) -> bool:
    """Whether the type of an expression excludes none."""
    return e.type is not None and e.type.tag not in ("maybe", "none")


def _is(e: n.Node, variable: object) -> bool:
    return isinstance(e, n.Name) and e.ref is variable


def both(one: n.Expr | None, other: n.Expr | None) -> n.Expr | None:
    """The conjunction of two conditions; None if there is none."""
    if one is None or other is None:
        return one or other
    return n.Binary(one.span, "and", one, other, type=one.type)
