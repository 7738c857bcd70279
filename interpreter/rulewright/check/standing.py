"""Determines where things can be placed, by their types: on places or on edges.

Separate because statements and expressions both put things somewhere. Which it is, is known before play: a kind is
placed on places or on edges, and only an entity without a kind, or of a kind above both, may be either.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.check import model as m
from rulewright.check import types as t
from rulewright.check.scope import SEATS
from rulewright.check.subtyping import item_of
from rulewright.check.types import Type
from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from rulewright.check.text import Text


def where(text: Text, thing: Type) -> m.Placed:
    """Where an entity of a type is placed, as far as its type says."""
    if thing.tag not in ("entity", "union"):
        return ""
    kinds = text.world.pack.kinds
    found: set[m.Placed] = {kinds[name].placed if name in kinds else "" for name in t.kinds_of(thing)}
    return found.pop() if len(found) == 1 else ""


def not_standing(text: Text, thing: Type) -> m.KindDef | None:
    """A kind that an entity, or one of a set, may have and that is never on the board; None if there is none. A set of
    anything that may be in a formation has none: a formation only has places for things that can be placed."""
    several = item_of(thing)
    one = t.some(several or thing)
    if one.tag != "entity" or (several is not None and not one.name):
        return None
    kinds = text.world.pack.kinds
    known = kinds if not one.name else t.kinds_of(one)
    return next((kinds[name] for name in known if name not in SEATS and not kinds[name].placed), None)


def who_stands(text: Text, who: n.Expr, what: str) -> n.Expr:
    """Reads what is put or supposed somewhere: one entity, or a set of them, which takes a formation."""
    who = text.expr(who, t.ENTITY)
    item = item_of(who.type) if who.type.tag == "set" else None
    return who if item is not None and item.tag == "entity" else text.fit(who, t.ENTITY, what)


def stands_at(text: Text, place: n.Expr, thing: Type, what: str) -> n.Expr:
    """Reads the place or edge that something is put on, or supposed on."""
    if t.is_several(thing):
        return text.wanted(place, t.FORMATION, f"{what} of several")
    stands = where(text, thing)
    if not stands and any(kind.placed == "edge" for kind in text.world.pack.kinds.values()):
        place = text.expr(place)
        return text.fit(place, t.EDGE if t.some(place.type).tag == "edge" else text.world.place, what)
    return text.wanted(place, t.EDGE if stands == "edge" else text.world.place, what)
