"""Turns `name=value` as people write it into the settings of a match, and settings back into such words.

Separate because files of matches, the command line and messages write them the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.amounts import amount, digits, written
from rulewright.explained import TypeCode
from rulewright.program import Program
from rulewright.spelling import nearest

MOST = 1_000_000_000  # as in the language
_TRUE = {"true": True, "yes": True, "false": False, "no": False}


class WrongSetting(Exception):
    """A setting that the pack has not, or a value that it cannot take: the words say what would do."""


def parse(program: Program, given: Iterable[str]) -> dict[str, Any]:
    """Raw values by name of `name=value` words. Raises WrongSetting."""
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
    """Settings as words that `parse` reads."""
    types = {name: t for name, t, _ in program.settings}
    return {name: _words(program, types[name], value) for name, value in settings.items()}


def choices(program: Program, t: TypeCode) -> dict[str, Any] | None:
    """Words and raw values of a type that has few; None for numbers and the like."""
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
        known = {**_TRUE, **few} if t[0] == "yes_no" else few
        if value in known:
            return known[value]
        near = nearest(value, few)
        hint = f": did you mean '{near}'?" if near else f"; it can be {', '.join(few)}"
        raise WrongSetting(f"'{value}' is no value of the setting '{name}'{hint}")
    if t[0] == "number":
        number = amount(value, t[1], MOST)
        if number is None:
            of = f" of {t[1]}" if t[1] else ""
            what = f"a whole number{of} of at most {MOST}"
            if t[1] == "inches":
                what = f"a number of inches, with at most three decimals, of at most {digits(MOST, t[1])}"
            raise WrongSetting(f"the setting '{name}' is {what}, not '{value}'")
        return number
    if t[0] == "maybe":
        return None if value == "none" else _value(program, name, t[2][0], value)
    if t[0] in ("set", "list"):
        items = [_value(program, name, t[2][0], item.strip()) for item in value.split(",") if item.strip()]
        return tuple(sorted(set(items)) if t[0] == "set" else items)
    raise WrongSetting(f"the setting '{name}' cannot be given here")


def _words(program: Program, t: TypeCode, value: Any) -> str:
    few = choices(program, t)
    if few is not None:
        return next(word for word, raw in few.items() if raw == value and type(raw) is type(value))
    if t[0] in ("set", "list"):
        return ",".join(_words(program, t[2][0], item) for item in value)
    if t[0] == "maybe":
        return "none" if value is None else _words(program, t[2][0], value)
    return written(value, t[1]) if t[0] == "number" else str(value)
