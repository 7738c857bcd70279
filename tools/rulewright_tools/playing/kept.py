"""Reads the file of a match: untrusted JSON, of this version or an older one.

Separate because anybody may have written the file: every value is checked here, and all other modules rely on it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from rulewright.numbers import MAX_SEED
from rulewright.play import opened
from rulewright.play.positions import Position, read_position
from rulewright.session import MAX_ANSWERS

FORM = "rulewright match"
VERSION = 3
# A match of ten thousand answers, each with its events, takes a third of this.
MAX_BYTES: Final = 16 << 20
_MANY: Final = 1_000_000_000
_MOST_THOUGHT: Final = 10**15
_MAX_DIGITS: Final = 4_000


class Unreadable(Exception):
    """The file is not a match; the message says why."""


@dataclass(slots=True)
class Step:
    """One answer of a file; in a plain list of answers only `index` is set."""

    index: int
    player: int | None = None
    key: str | None = None  # by ids; None in files of version 1
    words: str | None = None
    events: list[str] | None = None  # events from this answer to the next question
    thought: int = 0  # steps of its search by a bot


@dataclass(slots=True)
class Kept:
    """The content of a file."""

    pack: str
    folder: str
    seed: int
    players: int | None
    seats: tuple[str, ...]
    settings: list[str]
    steps: list[Step]
    opening: list[str] | None  # events before the first question
    digest: str | None
    saved: Any = None  # Game.save, if the file contains it
    by_words: bool = False  # whether events are in words, as in version 1
    packs: dict[str, str] | None = None  # versions by id; this and all below None before version 3
    meaning: str | None = None
    marks: dict[str, str] | None = None  # by form and id: the digits of a mark, first those of what affects play
    printed: dict[str, dict[str, str]] = field(default_factory=dict)  # by sheet, then by field
    position: Position | None = None  # the position of the match
    also: dict[str, str] = field(default_factory=dict)  # for keys whose renamed ids are ambiguous: the other key


def read(path: Path) -> Kept:
    """Reads a file: a saved match, or a plain list of answers (from 1) with a seed. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)  # no more is read from a device either
    except OSError as bad:
        raise Unreadable(f"cannot read {path}: {bad.strerror or bad}") from bad
    if len(raw) > MAX_BYTES:
        raise Unreadable(f"{path} is too large: a match takes at most {MAX_BYTES >> 20} MB")
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction)
    except UnicodeDecodeError as bad:
        raise Unreadable(f"{path} is not text: byte {bad.start + 1} is not valid UTF-8") from bad
    except json.JSONDecodeError as bad:
        where = f"line {bad.lineno}, column {bad.colno}"
        raise Unreadable(f"{path} is not a match: incomplete or invalid JSON at {where}") from bad
    except ValueError as bad:
        raise Unreadable(f"{path} is not a match: {bad}") from bad
    except RecursionError as bad:
        raise Unreadable(f"{path} is not a match: it is nested too deeply") from bad
    if isinstance(data, dict) and isinstance(data.get("match"), dict) and "pack" not in data:
        raise Unreadable(f"{path} was saved by a program with `Match.save`, and `Match.load` reads it; matches of the "
                         "terminal are written by `play --save`")  # fmt: skip
    if not isinstance(data, dict) or not isinstance(data.get("answers"), list) or not isinstance(data.get("pack"), str):
        raise Unreadable(f"{path} is not a match: it needs at least a 'pack' and a list of 'answers'")
    if data.get("form", FORM) != FORM or data.get("version", VERSION) not in range(1, VERSION + 1):
        raise Unreadable(f"{path} was written by another version")
    try:
        return from_data(data)
    except _Damaged as bad:
        raise Unreadable(f"{path} is damaged: {bad}") from bad


class _Damaged(Exception):
    """A value of a file has the wrong form; the message says which value and what is expected."""


# The number of an answer with an unlisted place is far below 0.
_PLACES_FROM: Final = -(1 << 30)


def _answer(item: Any, what: str) -> int:
    """Returns the number of an answer, from 1, or of an unlisted place."""
    at_place = type(item) is int and opened.LEAST <= item <= _PLACES_FROM
    return _number(item, what, opened.LEAST if at_place else 1, _MANY)


def _integer(digits: str) -> int:
    # A set of places is a number with a bit for each place: a board of 10,000 places needs 3,011 digits.
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _no_fraction(text: str) -> None:
    raise ValueError(f"'{text[:20]}' is not a whole number")


def from_data(data: dict[str, Any]) -> Kept:
    """Returns the content of a file from its fields, of which `pack` and `answers` have the right types. Raises
    _Damaged."""
    if len(data["answers"]) > MAX_ANSWERS:
        raise _Damaged(f"it has more than {MAX_ANSWERS} answers")
    steps = [_step(item, f"answer {number}") for number, item in enumerate(data["answers"], start=1)]
    settings = _typed(data, "settings", dict, {})
    values = _words((_as_typed(value) for value in settings.values()), "'settings'")
    return Kept(
        pack=data["pack"],
        folder=_typed(data, "folder", str, data["pack"]),
        seed=_number(data.get("seed", 0), "'seed'", 0, MAX_SEED),
        players=None if data.get("players") is None else _number(data["players"], "'players'", 1, _MANY),
        seats=tuple(_words(_typed(data, "seats", list, []), "'seats'")),
        settings=[f"{name}={value}" for name, value in zip(settings, values, strict=True)],
        steps=steps,
        opening=None if data.get("opening") is None else _words(_typed(data, "opening", list, []), "'opening'"),
        digest=None if data.get("digest") is None else _typed(data, "digest", str, ""),
        saved={"match": data["match"], "answers": [step.index for step in steps], "meaning": data.get("meaning")}
        if "match" in data else None,
        by_words=data.get("version", VERSION) == 1,
        packs=_texts(data, "packs"),
        meaning=None if data.get("meaning") is None else _typed(data, "meaning", str, ""),
        marks=_texts(data, "marks"),
        printed={sheet: _texts({sheet: said}, sheet, " of 'printed'") or {}
                 for sheet, said in _typed(data, "printed", dict, {}).items()},
        position=None if data.get("position") is None else _position(data["position"]),
    )


def _position(data: Any) -> Position:
    try:
        return read_position(data)
    except ValueError as wrong:
        raise _Damaged(str(wrong)) from wrong


def _step(item: Any, what: str) -> Step:
    if not isinstance(item, dict):
        return Step(_answer(item, what) - 1)
    return Step(
        _answer(item.get("answer"), f"'answer' of {what}") - 1,
        _number(item.get("player"), f"'player' of {what}", 1, _MANY) - 1,
        None if item.get("key") is None else _words([item["key"]], f"'key' of {what}")[0],
        _words([item.get("words")], f"'words' of {what}")[0],
        _words(_typed(item, "events", list, None, f" of {what}"), f"'events' of {what}"),
        _number(item.get("thought", 0), f"'thought' of {what}", 0, _MOST_THOUGHT),
    )


_T = TypeVar("_T")
_NAMES: Final[dict[type, str]] = {str: "a string", list: "a list", dict: "a mapping"}


def _typed(data: dict[str, Any], name: str, wanted: type[_T], default: _T | None, of: str = "") -> _T:
    value = data.get(name, default)
    if not isinstance(value, wanted):
        raise _Damaged(f"'{name}'{of} must be {_NAMES[wanted]}")
    return value


def _texts(data: dict[str, Any], name: str, of: str = "") -> dict[str, str] | None:
    """Returns a mapping of strings to strings; None if it is missing."""
    if data.get(name) is None:
        return None
    found = _typed(data, name, dict, {}, of)
    _words(found.values(), f"'{name}'{of}")
    return found


def _number(value: Any, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _Damaged(f"{what} must be a whole number from {least} to {most}")
    return value


def _as_typed(value: Any) -> Any:
    """Returns the value of a setting as a user would type it: files written by hand contain JSON numbers and booleans.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) and abs(value) <= _MANY else value


def _words(values: Iterable[Any], what: str) -> list[str]:
    found = list(values)
    if not all(isinstance(value, str) for value in found):
        raise _Damaged(f"{what} must be text")
    return found
