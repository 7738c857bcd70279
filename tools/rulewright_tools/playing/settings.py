"""Converts `name=value` words to the settings of a match, and settings back to such words.

Separate because files of matches, the command line and messages write them the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.amounts import amount, digits, written
from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.program import Program
from rulewright.spelling import nearest

MOST = 1_000_000_000  # as in the language
_FACES = 9_999  # of a die, likewise
_LISTED = 12  # values listed next to the nearest one
_TRUE = {"true": True, "yes": True, "false": False, "no": False}


class WrongSetting(Exception):
    """An unknown setting, or a value that the setting does not accept; the message says what would work."""


def parse(program: Program, given: Iterable[str]) -> dict[str, Any]:
    """Returns raw values by name from `name=value` words. Raises WrongSetting."""
    types = {name: t for name, t, _ in program.settings}
    found: dict[str, Any] = {}
    for words in given:
        name, equals, value = words.partition("=")
        name = name.strip()
        if not equals:
            raise WrongSetting(f"'{words}' is not of the form name=value")
        if name not in types:
            near = nearest(name, types)
            known = ", ".join(types) or "none"
            raise WrongSetting(
                f"the pack has no setting '{name}'"
                + (f": did you mean '{near}'?" if near else f"; its settings: {known}")
            )
        found[name] = _value(program, name, types[name], value.strip())
    return found


def words(program: Program, settings: dict[str, Any]) -> dict[str, str]:
    """Returns settings as words that `parse` reads."""
    types = {name: t for name, t, _ in program.settings}
    return {name: _words(program, types[name], value) for name, value in settings.items()}


def choices(program: Program, t: TypeCode) -> dict[str, Any] | None:
    """Returns the words and raw values of a type with few values; None for numbers and the like."""
    tag, _, args = t
    match tag:
        case "yes_no":
            return {"yes": True, "no": False}
        case "enum" | "map" | "sheet":
            return {one: i for i, one in enumerate(program.ids(t)) if one}
        case "maybe":
            inner = choices(program, args[0])
            return None if inner is None else {**inner, "none": None}
    return None


def _value(program: Program, name: str, t: TypeCode, value: str) -> Any:
    few = choices(program, t)
    if few is not None:
        known = {**_TRUE, **few} if t[0] == "yes_no" or (t[0] == "maybe" and t[2][0][0] == "yes_no") else few
        if value in known:
            return known[value]
        near = nearest(value, few)
        takes = "" if near and len(few) > _LISTED else f"; it can be {', '.join(few)}"
        hint = f": did you mean '{near}'?" if near else ""
        raise WrongSetting(f"'{value}' is not a value of the setting '{name}'{takes}{hint}")
    made = _read(program, t, value)
    if made is None:
        raise WrongSetting(f"the setting '{name}' expects {_taken(program, t)}, not '{value}'")
    return made[0]


def _read(program: Program, t: TypeCode, value: str) -> tuple[Any] | None:
    """Returns the raw value that words mean, in a tuple because it may be None; None if the words are not a value of
    the type."""
    few = choices(program, t)
    if few is not None:
        return (few[value],) if value in few else None
    raw: Any = None
    match t[0]:
        case "maybe":
            return (None,) if value == "none" else _read(program, t[2][0], value)
        case "set" | "list":
            items = [_read(program, t[2][0], item.strip()) for item in value.split(",") if item.strip()]
            every = [one[0] for one in items if one is not None]
            if len(every) < len(items):
                return None
            return (tuple(sorted(set(every)) if t[0] == "set" else every),)
        case "number":
            raw = amount(value, t[1], MOST)
        case "player":
            seat = whole_number(value, 1, program.players[1])
            raw = None if seat is None else seat - 1
        case "die":
            faces = whole_number(value[1:], 1, _FACES) if value[:1] == "d" else None
            raw = program.ids(t).index(value) if value in program.ids(t) else None if faces is None else -faces
    return None if raw is None else (raw,)


def _taken(program: Program, t: TypeCode) -> str:
    """Describes the values of a setting, for an error message."""
    few = choices(program, t)
    if few is not None:
        return f"one of {', '.join(few)}"
    match t[0]:
        case "maybe":
            return f"{_taken(program, t[2][0])}, or `none`"
        case "set" | "list":
            return f"a {t[0]} separated by commas, each {_taken(program, t[2][0])}"
        case "number" if t[1] == "inches":
            return f"a number of inches, with at most three decimals, of at most {digits(MOST, t[1])}"
        case "number":
            return f"a whole number{f' of {t[1]}' if t[1] else ''} of at most {MOST}"
        case "player":
            return f"a player, 1 to {program.players[1]}"
        case "die":
            return ", ".join(["a die such as d6", *program.ids(t)])
    return "a value of a type that cannot be given here"


def _words(program: Program, t: TypeCode, value: Any) -> str:
    few = choices(program, t)
    if few is not None:
        return next(word for word, raw in few.items() if raw == value and type(raw) is type(value))
    if t[0] in ("set", "list"):
        return ",".join(_words(program, t[2][0], item) for item in value)
    if t[0] == "maybe":
        return "none" if value is None else _words(program, t[2][0], value)
    if t[0] == "player":
        return str(value + 1)
    if t[0] == "die":
        return program.die_id(value)
    return written(value, t[1])
