"""The settings of a match as callers write them: members, maps, sheets and dice by id.

Separate because the program stores numbers for all of these, which change with every change of a pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.embedding.arguments import thousandths_of
from rulewright.embedding.values import Value, type_name
from rulewright.errors import RulewrightError
from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.play.given import MAX_GIVEN, Unfit, value_of
from rulewright.program import Program

_SHOWN = 12
_MOST_FACES = 9_999


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of a match: its id, its type as a pack writes it, its default, and its possible values (empty if there
    are too many to list)."""

    id: str
    type: str
    default: Value
    choices: tuple[Value, ...]


def settings_of(p: Program) -> tuple[Setting, ...]:
    """The settings of a pack, in the order of its manifest."""
    return tuple(Setting(name, type_name(t), written(p, t, v), choices(p, t)) for name, t, v in p.settings)


def given(p: Program, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Converts settings from a caller to the form of the session. Raises RulewrightError for an unknown name, and for a
    value that does not match the type."""
    if not isinstance(settings, Mapping):
        raise RulewrightError(f"settings must be a mapping by id, not {settings!r:.60}")
    types = {name: t for name, t, _ in p.settings}
    made = {}
    for name, value in settings.items():
        if name not in types:
            known = ", ".join(types) or "none"
            raise RulewrightError(f"{p.id} has no setting '{name!s:.60}'; its settings: {known}")
        try:
            made[name] = _read(p, types[name], value)
        except _Unfit:
            words = f"{value!r:.60} is not a value of the setting '{name}', which takes {_taken(p, types[name])}"
            raise RulewrightError(words) from None
    return made


def written(p: Program, t: TypeCode, v: Any) -> Value:
    """A value of a setting as callers write it."""
    tag, name, args = t
    if v is None:
        return None
    match tag:
        case "maybe":
            return written(p, args[0], v)
        case "set" | "list":
            return [written(p, args[0], one) for one in v]
        case "enum" | "map" | "sheet":
            return str(p.ids(t)[v])
        case "die":
            return p.die_id(v)
        case "number" if name == "inches":
            inches: float = v / 1000
            return inches
    assert isinstance(v, (bool, int)), f"a setting of type {tag}"
    return v


def choices(p: Program, t: TypeCode) -> tuple[Value, ...]:
    """All values of a type, as callers write them; empty if there are too many."""
    tag, _, args = t
    if tag == "yes_no":
        return (False, True)
    if tag == "player":
        return tuple(range(p.players[1]))
    if tag == "maybe":
        inner = choices(p, args[0])
        return (None, *inner) if inner else ()
    return tuple(one for one in p.ids(t) if one)


def _taken(p: Program, t: TypeCode) -> str:
    """Describes the values of a type, for a message about a wrong value."""
    known = choices(p, t)
    if known:
        return ", ".join([*map(str, known[:_SHOWN]), *([".."] if len(known) > _SHOWN else [])])
    tag, name, args = t
    match tag:
        case "maybe":
            return f"{_taken(p, args[0])}, or None"
        case "set" | "list":
            return f"a list, each item {_taken(p, args[0])}"
        case "number" if name == "inches":
            return f"a number of inches, up to {MAX_GIVEN // 1000}"
        case "number":
            return f"a whole number{f' of {name}' if name else ''}, up to {MAX_GIVEN}"
        case "die":
            return "a die such as 'd6'"
    return f"a {type_name(t)}"


class _Unfit(Exception):
    """A value that does not match its type."""


def _read(p: Program, t: TypeCode, v: Any) -> Any:
    tag, name, args = t
    match tag:
        case "maybe":
            return None if v is None else _read(p, args[0], v)
        case "set" | "list":
            if not isinstance(v, (list, tuple)):
                raise _Unfit
            made = [_read(p, args[0], one) for one in v]
            return tuple(sorted(set(made))) if tag == "set" else tuple(made)
        case "number" if name == "inches":
            return _checked(p, t, thousandths_of(v))
        case "yes_no" | "number" | "player":
            return _checked(p, t, v)
    ids = p.ids(t)
    if isinstance(v, str) and v and v in ids:
        return ids.index(v)
    faces = whole_number(v[1:], 1, _MOST_FACES) if tag == "die" and isinstance(v, str) and v[:1] == "d" else None
    if faces is None:
        raise _Unfit
    return -faces


def _checked(p: Program, t: TypeCode, v: Any) -> Any:
    """The engine's value for a value of a caller, if a match can begin with it."""
    try:
        return value_of(p, t, v, p.players[1])
    except Unfit:
        raise _Unfit from None
