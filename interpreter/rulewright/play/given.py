"""Reads values that come from outside a match (settings, and those of a saved match) and checks them against their
types.

Separate because such values may be of any shape. Only this module decides which of them a match can begin with.
"""

from __future__ import annotations

from typing import Any, Final, assert_never

from rulewright.explained import TypeCode
from rulewright.program import Program

# The same limit as for a number written in a pack.
MAX_GIVEN: Final = 1_000_000_000
MAX_FACES: Final = 9_999
_MAX_ITEMS: Final = 1_000


class Unfit(Exception):
    """A value that does not match its type."""


def value_of(p: Program, t: TypeCode, given: Any, players: int) -> Any:
    """Converts `given` to the raw value of a type (see `check.types`): itself, or for sets and lists the tuple of its
    items, which may be given as a tuple or as `{"t": [..]}` of a save. Raises Unfit."""
    tag, name, args = t
    match tag:
        case "yes_no":
            return _is(type(given) is bool, given)
        case "number":
            return _is(type(given) is int and -MAX_GIVEN <= given <= MAX_GIVEN, given)
        case "player":
            return _index(given, players)
        case "enum":
            return _index(given, len(p.enums[name]))
        case "map":
            return _index(given, len(p.maps))
        case "die":  # number dice are negative: -faces
            return _is(type(given) is int and -MAX_FACES <= given < len(p.dice), given)
        case "sheet":
            return _is(_index(given, len(p.sheets)) is not None and p.is_of(p.sheets[given].kind, name), given)
        case "maybe":
            return None if given is None else value_of(p, args[0], given, players)
        case "set" | "list":
            items = given.get("t") if isinstance(given, dict) and set(given) == {"t"} else given
            if not isinstance(items, (list, tuple)) or len(items) > _MAX_ITEMS:
                raise Unfit
            found = tuple([value_of(p, args[0], item, players) for item in items])
            return _is(tag == "list" or found == tuple(sorted(set(found))), found)
        case (
            "entity" | "union" | "match" | "place" | "edge" | "direction" | "point" | "join" | "zone" | "status"
            | "record" | "any_record" | "per" | "gap" | "outline" | "formation" | "way"
        ):  # fmt: skip
            raise Unfit  # there is no value of these before a match has begun
        case "text" | "none" | "nothing" | "unknown":
            raise Unfit
        case _:
            assert_never(tag)


def _is(fits: bool, given: Any) -> Any:
    if not fits:
        raise Unfit
    return given


def _index(given: Any, length: int) -> int:
    if type(given) is not int or not 0 <= given < length:
        raise Unfit
    return given
