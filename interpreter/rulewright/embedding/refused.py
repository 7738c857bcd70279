"""Explains why a call is not among the options of a question, in the words of the pack, to the seat that is asked.

Separate because it converts plain values back to those of the engine, which nothing else in this package does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.embedding.arguments import thousandths_of
from rulewright.embedding.ids import Ids
from rulewright.errors import RulewrightError
from rulewright.explained import TypeCode
from rulewright.play import why
from rulewright.play.alike import still
from rulewright.play.seen import Unseen
from rulewright.play.state import Decision, State
from rulewright.shapes import SEAT


def why_not(m: State, d: Decision, event: str, arguments: Mapping[str, Any], language: str) -> tuple[str, ...] | None:
    """The reasons against a call, a line each; None if the player who is asked may not know them. Raises
    RulewrightError if there is no such event, or these are not its arguments."""
    events = m.p.program.events
    number = next((i for i, one in enumerate(events) if one.id == event), None)
    if number is None:
        raise RulewrightError(f"there is no event '{event!s:.60}'")
    if not isinstance(arguments, Mapping):
        raise RulewrightError(f"arguments must be a mapping by name, not {arguments!r:.60}")
    params = events[number].fields[: events[number].params]
    missing = [f"'{name}' is missing" for name, _ in params if name not in arguments]
    unknown = [f"'{name!s:.60}' is none of them" for name in arguments if name not in {one for one, _ in params}]
    for wrong in (missing + unknown)[:1]:
        names = ", ".join(name for name, _ in params) or "none"
        raise RulewrightError(f"the arguments of event '{event}' are {names}: {wrong}")
    args = tuple(_raw(m, d, arguments[name], t, name) for name, t in params)
    if any((line, args) == one for one in d.options if one is not None for line in _lines(m, d, number)):
        return ()
    try:
        with still(m):
            found = why.not_offered(m, number, args, language, d.player)
    except Unseen:
        return None
    return tuple(dict.fromkeys(one.words for one in found))


def _lines(m: State, d: Decision, event: int) -> list[int]:
    """The lines of the pending offer that offer an event."""
    lines = m.p.program.sites[d.site].lines if d.site >= 0 else ()
    return [number for number, one in enumerate(lines) if one == event]


def _raw(m: State, d: Decision, value: Any, t: TypeCode, name: str) -> Any:
    """The engine's value for a plain value."""
    tag, of, args = t
    p = m.p.program
    found: Any = None
    match tag:
        case "maybe":
            return None if value is None else _raw(m, d, value, args[0], name)
        case "yes_no" if isinstance(value, bool):
            return value
        case "number" if of == "inches":
            found = thousandths_of(value)
        case "number" if type(value) is int:
            return value
        case "player" if type(value) is int and 0 <= value < m.players:
            return value
        case "union" if isinstance(value, Mapping) and type(value.get("player")) is int:
            seat = value["player"]
            found = seat + SEAT if 0 <= seat < m.players else None
        case "entity" | "union" if isinstance(value, str):
            found = next((e for e, one in Ids(m, d.player).known.items() if one == value), None)
        case "place" if isinstance(value, str):
            found = m.board.parse(value)
        case "edge" if isinstance(value, str):
            found = m.board.parse_edge(value)
        case "direction" if value in m.board.direction_names:
            found = m.board.direction_names.index(value)
        case "zone":
            ids = Ids(m, d.player)
            found = next((code for code in range(-2, -2 - len(m.zones), -1) if ids.zone(code) == value), None)
        case "enum" | "sheet" | "map" if isinstance(value, str) and value and value in p.ids(t):
            found = p.ids(t).index(value)
    if found is None:
        raise RulewrightError(f"{value!r:.60} is not a value for '{name}'")
    return found
