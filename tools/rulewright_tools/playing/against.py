"""Explains why an answer that a file names by its key is no longer offered.

Separate because only this module converts keys back to values: files find answers among those that are offered.
"""

from __future__ import annotations

import re
from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.play import labels, why
from rulewright.play.keys import Keys, in_content
from rulewright.play.state import Decision, State
from rulewright_tools.playing.typed import arguments

_CALL: Final = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
_MOST: Final = 1_000_000


class _Unknown(Exception):
    """The match has nothing with this key, or nothing of a kind that keys can find. The message is the key."""


def against(m: State, d: Decision, key: str) -> str:
    """Returns the reasons against an answer, with the first location in content; "" if they cannot be determined."""
    if d.site < 0:
        return ""
    site = m.p.program.sites[d.site]
    try:
        with labels.still(m):
            if site.kind == "offer":
                found = _against_call(m, site.lines, key)
            else:
                found = why.absence(m, _value(m, key, site.type)) if site.type is not None else []
    except _Unknown as unknown:
        return f"there is no {unknown}" if str(unknown) else ""
    return "; ".join(dict.fromkeys(f"{one.words} ({in_content(m.p.program, one.place)})" for one in found))


def _against_call(m: State, lines: tuple[int, ...], key: str) -> list[why.Failing]:
    match = _CALL.fullmatch(key)
    events = m.p.program.events
    if match is None:
        raise _Unknown
    number = next((line for line in lines if events[line].id == match[1]), None)
    if number is None:
        raise _Unknown(f"'{match[1]}' among what is offered")
    fields = events[number].fields[: events[number].params]
    words = arguments(match[2])
    if len(words) != len(fields):
        raise _Unknown
    args = tuple(_value(m, one, type_) for one, (_, type_) in zip(words, fields, strict=True))
    return why.not_offered(m, number, args)


def _value(m: State, key: str, type_: TypeCode) -> Any:
    """Returns the value of a key. Raises _Unknown."""
    tag, name, args = type_
    p = m.p.program
    if tag == "maybe":
        return None if key == "none" else _value(m, key, args[0])
    if tag in ("entity", "union"):
        keys = Keys(m)
        found = next((e for e in range(1, len(m.sheet)) if m.live[e] and keys.entity(e) == key), None)
        if found is None:
            raise _Unknown(f"{key} in play")
        return found
    if tag == "place":
        at = m.board.parse(key)
        if at is None:
            raise _Unknown(f"place {key}")
        return at
    if tag in ("player", "number"):
        number = whole_number(key.removeprefix("player ") if tag == "player" else key, -_MOST, _MOST)
        if number is None:
            raise _Unknown
        return number - (tag == "player")
    if tag == "enum" and name in p.enums:
        ids = [one.id for one in p.enums[name]]
        if key in ids:
            return ids.index(key)
        raise _Unknown(f"{name} {key}")
    if tag == "sheet":
        sheet = next((i for i, one in enumerate(p.sheets) if one.id == key), None)
        if sheet is None:
            raise _Unknown(f"sheet {key}")
        return sheet
    raise _Unknown
