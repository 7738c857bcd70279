"""Tells which type fits which, and what two types have in common, given the kinds and classes of a pack.

Separate because every rule of inference uses it and `types` knows no symbols: the pack says that a pawn is a piece and
a charge an action.
"""
from __future__ import annotations

from rulewright.amounts import written
from rulewright.check import types as t
from rulewright.check.scope import PackScope
from rulewright.check.types import Type
from rulewright.effects import nodes as n
from rulewright.space.forms import BOARDS, FORMS
from rulewright.space.storeys import DOWN, UP
from rulewright.spelling import listed, with_article
from rulewright.units import named


class Fitting:
    """The relations between the types of one pack. `unknown` agrees with everything: its error was reported."""

    def __init__(self, scope: PackScope) -> None:
        self._scope = scope

    def fits(self, actual: Type, wanted: Type) -> bool:
        """Whether a value of type `actual` can be used where `wanted` is expected, as it is (without converting a value
        to a set)."""
        if actual == wanted or actual.tag == "unknown" or wanted.tag == "unknown":
            return True
        if wanted.tag == "maybe":
            return actual.tag == "none" or self.fits(t.some(actual), wanted.args[0])
        if wanted.tag == "union":
            return actual.tag == "player" or (
                actual.tag in ("entity", "union") and self._scope.is_kind(actual.name, wanted.name))
        if actual.tag != wanted.tag:
            return False
        match actual.tag:
            case "entity" | "sheet":
                return self._scope.is_kind(actual.name, wanted.name)
            case "status":
                return not wanted.name
            case "record":
                return not wanted.name or wanted.name in self.classes(actual.name)
            case "set" | "list":
                return self.fits(actual.args[0], wanted.args[0])
            case "zone":
                return not wanted.args or not actual.args or self.fits(actual.args[0], wanted.args[0])
            case "per":
                return all(self.fits(a, w) and not t.is_recast(a, w)
                           for a, w in zip(actual.args, wanted.args, strict=True))
            case _:
                return False

    def classes(self, event: str) -> tuple[str, ...]:
        """The id of an event, followed by the ids of its classes."""
        found = self._scope.pack.events.get(event)
        return (event, *(one.id for one in found.classes)) if found is not None else (event,)

    def unite(self, one: Type, other: Type) -> Type | None:
        """Like `join`, but things of two kinds, or a thing and a player, have a type that may be either, and nothing
        wider."""
        if one.tag in ("set", "list") and one.tag == other.tag:
            held = self.unite(one.args[0], other.args[0])
            return None if held is None else Type(one.tag, "", (held,))
        if not {one.tag, other.tag} <= {"entity", "player", "union"} or one == other:
            return self.join(one, other)
        both = (*t.members(one), *t.members(other))
        kinds = dict.fromkeys(each.name for each in both if each.tag == "entity")
        kept = [kind for kind in kinds
                if not any(wider != kind and self._scope.is_kind(kind, wider) for wider in kinds)]
        order = list(self._scope.pack.kinds)
        kept.sort(key=lambda kind: order.index(kind) if kind in order else -1)
        return t.one_of(kept, t.PLAYER in both) if kept else t.PLAYER

    def rest(self, whole: Type, kind: str) -> tuple[Type | None, Type | None]:
        """Splits a type that is one of several by a kind ("player": by being a player): what it is if it is of the
        kind, and what it is if not; None if nothing is left."""
        kept: Type | None = None
        left: Type | None = None
        for one in t.members(whole):
            if kind == "player" or one.tag == "player":
                inside = one.tag == "player" and kind == "player"
            else:
                inside = self._scope.is_kind(one.name, kind)
                if not inside and self._scope.is_kind(kind, one.name):  # it may be that kind or another one
                    kept = t.entity(kind) if kept is None else self.unite(kept, t.entity(kind))
            if inside:
                kept = one if kept is None else self.unite(kept, one)
            else:
                left = one if left is None else self.unite(left, one)
        return kept, left

    def join(self, one: Type, other: Type) -> Type | None:
        """The narrowest type that both fit, or None when there is none."""
        if self.fits(one, other):
            return one if other.tag == "unknown" else other
        if self.fits(other, one):
            return other if one.tag == "unknown" else one
        if "none" in (one.tag, other.tag):
            return t.maybe(other if one.tag == "none" else one)
        if "maybe" in (one.tag, other.tag):
            inner = self.join(t.some(one), t.some(other))
            return None if inner is None else t.maybe(inner)
        if "union" in (one.tag, other.tag) and {one.tag, other.tag} <= {"entity", "player", "union"}:
            return self.unite(one, other)
        if one.tag != other.tag:
            return None
        match one.tag:
            case "entity" if t.is_union(one) or t.is_union(other):
                return self.unite(one, other)
            case "entity":
                return t.entity(self._scope.common_kind(one.name, other.name))
            case "sheet":
                kind = self._scope.common_kind(one.name, other.name)
                return Type("sheet", kind) if kind else None
            case "record":
                mine = self.classes(other.name)
                return t.record(next((name for name in self.classes(one.name) if name in mine), ""))
            case "zone":
                return t.ZONE
            case "status":
                return t.STATUS
            case "set" | "list":
                inner = self.join(one.args[0], other.args[0])
                return None if inner is None else Type(one.tag, "", (inner,))
            case _:
                return None

    def comparable(self, one: Type, other: Type) -> bool:
        """Whether the two can be the same value at all. Kinds without a common descendant cannot, and neither can
        numbers of two units."""
        one, other = t.some(one), t.some(other)
        if one.tag in ("set", "list") and one.tag == other.tag:
            return self.comparable(one.args[0], other.args[0])
        if one.tag == other.tag == "record":
            return self._same_run(one.name, other.name)
        if t.is_union(one) or t.is_union(other):
            return any(self.fits(a, b) or self.fits(b, a) for a in t.members(one) for b in t.members(other))
        return self.fits(one, other) or self.fits(other, one)

    def _same_run(self, one: str, other: str) -> bool:
        if not one or not other:
            return True
        events = self._scope.pack.events
        runs_of_one = {event for event in events if one in self.classes(event)}
        return any(other in self.classes(event) for event in runs_of_one)


def item_of(type_: Type) -> Type | None:
    """The type of the items of a set or list; None for anything else, `unknown` for the unknown."""
    if type_.tag in ("set", "list"):
        return type_.args[0]
    return t.UNKNOWN if type_.tag == "unknown" else None


def as_set(node: n.Expr, name: str) -> str:
    """The hint for a list where a set is expected, with the name of a variable."""
    return f"write `all({name} in {node.span.words})`"


def holdable(type_: Type) -> bool:
    """Whether sets and lists can hold things of a type. They hold no other sets or lists, and no records, because runs
    have no order. A formation or a way is one of many that cannot be listed."""
    return type_.tag not in ("set", "list", "per", "record", "any_record", "formation", "way")


def plain(type_: Type | None) -> Type | None:
    """The type of a single thing that is expected where `type_` is: without `or none`, and inside a set or list."""
    while type_ is not None and type_.tag in ("maybe", "set", "list"):
        type_ = type_.args[0]
    return type_


def expected(wanted: str, where: str, found: str) -> str:
    """A message that tells what was expected and what was found: `where` is "here", or a phrase such as "after `by`".
    """
    return f"expected {wanted}{'' if where == 'here' else f' {where}'}, found {found}"


def amount(number: n.Number, unit: str) -> str:
    """A written number in another unit ("" for none), as code. Only inches have decimals: others are rounded up."""
    value = -(-number.value // 1000) if number.unit == "inches" else number.value
    return written(value * 1000 if unit == "inches" else value, unit)


def one(unit: str) -> str:
    """One of a unit, as code: `1 cell`."""
    return f"1 {named(unit, 1)}"


def say_a_board(needs: str = "C", board: str = "none", name: str = "") -> str:
    """The hint if the required board is missing. `needs`: what it must offer, `board`: the form of the current board
    (`space/forms.py`), `name`: the bare name that needs it, which may be a direction of another board."""
    own = FORMS[board].directions
    pointing = [form for form in BOARDS if name in form.directions]
    if own and pointing and name not in (UP, DOWN):
        return f"its directions are {listed(own, len(own))}"
    fitting = [form for form in pointing or BOARDS if form.offers.issuperset(needs)]
    if any(form.plan == board for form in fitting):
        return "add `storeys: 2` to pack.yaml"
    if any(form.id == FORMS[board].plan for form in fitting):
        return "remove `storeys` from pack.yaml"
    flat = [f"`board: {form.id}`" for form in fitting if form.plan is None]
    high = [f"`board: {form.plan}` and `storeys: 2`" for form in fitting if form.plan is not None]
    return f"write {' or '.join(flat or high)} in pack.yaml"


def a(type_: Type) -> str:
    """The type with its article, for messages: `a number`, `an enumeration member`."""
    words = str(type_)
    if type_.tag == "record":
        return f"a run of '{words}'" if words else "a run of an event"
    if type_.tag == "number" and type_.name:
        return f"a number of {words}"
    if type_.tag in ("nothing", "none"):
        return words
    if type_.tag == "yes_no":
        return "yes or no"
    return with_article(words)
