"""Says which sets can be asked and not gone through, and what lives within expressions.

The spots of a plane cannot be listed, so a set of them is open; it is an area that is asked. So are sets of formations,
which give each of several things a place, on every board. A gap has a root in it and an outline is a figure: neither
they nor open sets are kept in a match, so no field, parameter of an event or local of a text holds them.

Separate because loops, fields, heads and builtins ask the same.
"""
from __future__ import annotations

from rulewright.check import types as t
from rulewright.check.types import Type
from rulewright.space.forms import BOARDS

# The places that cannot be listed.
_UNLISTED = frozenset(t.place(form.place) for form in BOARDS if form.areas == "terms")


def is_open(type_: Type) -> bool:
    """Whether it is a set, or may be one, that cannot be gone through."""
    one = t.some(type_)
    return one.tag == "set" and (one.args[0] in _UNLISTED or one.args[0] in (t.FORMATION, t.WAY))


def is_formations(type_: Type) -> bool:
    """Whether it is a set of formations."""
    return type_ == t.set_of(t.FORMATION)


def is_ways(type_: Type) -> bool:
    """Whether it is a set of ways."""
    return type_ == t.set_of(t.WAY)


def is_whole(type_: Type) -> bool:
    """Whether it is a set of what is looked for as a whole: of formations or of ways."""
    return is_formations(type_) or is_ways(type_)


def is_fleeting(type_: Type) -> bool:
    """Whether a value of the type lives within expressions alone: it is no part of a match."""
    return type_.tag in ("gap", "outline") or is_open(type_) or any(is_fleeting(one) for one in type_.args)


def instead(type_: Type) -> str:
    """What to keep in place of a fleeting value."""
    one = t.some(type_)
    if is_whole(one):
        return f"keep the one that is chosen: its type is `{one.args[0].tag}`"
    if one.tag == "gap":
        return "keep `rounded_up(..)` of it, a number of inches; to be compared, a value `gives gap` has it"
    if one.tag == "outline":
        return "keep the place: `footprint(x, place)` is what a base covers there"
    return "write a value that gives it: it is asked anew where it is wanted"


def in_it(type_: Type, places: str = "place") -> str:
    """What an open set holds, in words."""
    one = t.some(type_)
    return f"the {one.args[0].tag}s in it" if is_whole(one) else f"the {places}s in it"


def ways_on(source: str, type_: Type) -> str:
    """What to write where an open set was to be gone through."""
    if is_whole(t.some(type_)):
        name = t.some(type_).args[0].tag[0]
        return f"one of them: `choose one {name} in {source} ..`, is there one: `some {name} in {source} where ..`"
    return (f"one spot of it: `choose one p in {source} ..`, is there one: `some p in {source} where ..`, "
            "all of a base: `wholly(..)`")
