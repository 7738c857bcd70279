"""Determines which sets can be tested but not iterated over, and which values exist only within expressions.

The spots of a plane cannot be listed, so a set of them is open: it can only be tested, as an area. The same is true of
sets of formations, which give each of several things a place, on every board. A gap contains a root and an outline is a
shape: neither they nor open sets are stored in a match, so no field, event parameter or local holds them.

Separate because loops, fields, heads and builtins need the same answer.
"""
from __future__ import annotations

from rulewright.check import types as t
from rulewright.check.types import Type
from rulewright.space.forms import BOARDS

# The places that cannot be listed.
_UNLISTED = frozenset(t.place(form.place) for form in BOARDS if not form.listed)


def is_open(type_: Type) -> bool:
    """Whether it is a set, or may be one, that cannot be iterated over."""
    one = t.some(type_)
    return one.tag == "set" and (one.args[0] in _UNLISTED or one.args[0] in (t.FORMATION, t.WAY))


def is_formations(type_: Type) -> bool:
    """Whether it is a set of formations."""
    return type_ == t.set_of(t.FORMATION)


def is_ways(type_: Type) -> bool:
    """Whether it is a set of ways."""
    return type_ == t.set_of(t.WAY)


def is_whole(type_: Type) -> bool:
    """Whether it is a set whose members are searched for as a whole: formations or ways."""
    return is_formations(type_) or is_ways(type_)


def is_fleeting(type_: Type) -> bool:
    """Whether a value of the type exists only within expressions and is no part of a match."""
    return type_.tag in ("gap", "outline") or is_open(type_) or any(is_fleeting(one) for one in type_.args)


def instead(type_: Type) -> str:
    """The hint what to store instead of a fleeting value."""
    one = t.some(type_)
    if is_whole(one):
        return f"store the chosen one: its type is `{one.args[0].tag}`"
    if one.tag == "gap":
        return "store `rounded_up(..)` of it, a number of inches; to compare it, write a value that `gives gap`"
    if one.tag == "outline":
        return "store the place: `footprint(x, place)` is what a base covers there"
    return "write a value that returns it: it is computed again where it is needed"


def in_it(type_: Type, places: str = "place") -> str:
    """The contents of an open set, in words."""
    one = t.some(type_)
    return f"the {one.args[0].tag}s in it" if is_whole(one) else f"the {places}s in it"


def ways_on(source: str, type_: Type) -> str:
    """The hint for code that iterates over an open set."""
    if is_whole(t.some(type_)):
        name = t.some(type_).args[0].tag[0]
        return f"choose one: `choose one {name} in {source} ..`, or test for one: `some {name} in {source} where ..`"
    return (f"choose one spot of it: `choose one p in {source} ..`, test for one: `some p in {source} where ..`, or "
            "for all of a base: `wholly(..)`")
