"""Converts a match to a JSON file and back, and detects when the content has changed since the file was written.

Separate because a file is a promise: with the same content the match continues exactly; with other content the
difference is reported. Next to the state, a file contains every answer, by its key and in words, and the ids of the
events that followed, which a replay compares. To report what has changed, it also contains the packs with their
versions, the digest of their meaning, the marks of definitions, the printed fields of the sheets in the match, and the
position of the match by ids. Files of version 1 contain answers and events only in words; files of version 2 contain
nothing about the packs except a digest of their texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from rulewright.meaning import meaning_of
from rulewright.numbers import MAX_SEED
from rulewright.play import opened
from rulewright.play.keys import printed
from rulewright.play.load import Linked
from rulewright.play.positions import Position, position_of, read_position
from rulewright.play.renamed import Renames
from rulewright.program import Program
from rulewright.session import MAX_ANSWERS, Game, Refused
from rulewright_tools.files import replace
from rulewright_tools.playing import settings as words_of
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.seats import HUMAN, KINDS
from rulewright_tools.show.json import readable

FORM = "rulewright match"
VERSION = 3
# A match of ten thousand answers, each with its events, takes a third of this.
MAX_BYTES: Final = 16 << 20
_MANY: Final = 1_000_000_000
_MOST_THOUGHT: Final = 10**15
_MAX_DIGITS: Final = 4_000
_ASTRAY = "the answers in the file do not lead to its state: it is damaged or was edited by hand"


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


def as_data(match: Match, folder: str) -> dict[str, Any]:
    """Returns a match as plain data."""
    game = match.game
    steps = [
        {"answer": index + 1, "player": told.player + 1, "key": told.key, "words": told.words, "events": told.events,
         **({"thought": told.thought} if told.thought else {})}
        for index, told in zip(game.answers, match.story, strict=True)
    ]  # fmt: skip
    return {
        "form": FORM, "version": VERSION, "pack": game.linked.program.id, "folder": folder,
        "digest": game.linked.program.digest, "packs": dict(game.linked.program.packs),
        "meaning": meaning_of(game.linked.program),
        "marks": game.linked.program.digits,
        "printed": printed(game.state), "position": position_of(game.state),
        "seed": match.seed, "players": game.state.players,
        "seats": list(match.seats), "settings": words_of.words(game.linked.program, match.settings),
        "opening": match.opening, "answers": steps, "match": game.save()["match"],
    }  # fmt: skip


def write(match: Match, folder: str, path: Path) -> None:
    """Writes a match; an existing file is replaced completely or not at all. Raises OSError."""
    data = as_data(match, folder)
    lines = []
    for key, value in data.items():
        if key in ("marks", "printed", "position"):
            said = [f"  {readable(name)}: {readable(one, separators=(',', ':'))}" for name, one in value.items()]
            items = ",\n".join(said)
            lines.append(f' "{key}": {{\n{items}\n }}' if value else f' "{key}": {{}}')
        elif key in ("answers", "opening"):
            items = ",\n".join(f"  {readable(item)}" for item in value)
            lines.append(f' "{key}": [\n{items}\n ]')
        else:
            lines.append(f' "{key}": {readable(value, separators=(",", ":"))}')
    replace(path, "{\n" + ",\n".join(lines) + "\n}\n")


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
        return _kept(data)
    except _Damaged as bad:
        raise Unreadable(f"{path} is damaged: {bad}") from bad


def kept_of(match: Match, folder: str) -> Kept:
    """Returns what a file of a match would contain."""
    return _kept(json.loads(json.dumps(as_data(match, folder))))


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


def _kept(data: dict[str, Any]) -> Kept:
    """Reads the fields of a file. Raises _Damaged."""
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


def again(match: Match, kept: Kept, linked: Linked) -> Match:
    """Returns the same match, replayed from its answers, with everything stored by ids."""
    made = begin(kept, linked, match.language)
    for index, told in zip(match.game.answers, match.story, strict=True):
        made.answer(index, told.thought)
    return made


def resume(kept: Kept, linked: Linked, language: str = "en") -> Match:
    """Returns the match of a file, to be continued. Its answers are replayed, so that they can be undone, and must lead
    to exactly the same state. Raises Refused with the reason if they do not, or if the content is different."""
    if kept.saved is None:
        raise Refused("the file holds only answers and cannot be continued: `rulewright replay` plays them")
    Game.check(linked, kept.saved)
    match = begin(kept, linked, language)
    wrong = [seat for seat in match.seats if seat not in (HUMAN, *KINDS)]
    if wrong or len(match.seats) != match.state.players:
        who = f"there is no player '{wrong[0]}'" if wrong else f"it lists {len(match.seats)}"
        raise Refused(f"the file must list {match.state.players} players of {', '.join((HUMAN, *KINDS))}: {who}")
    alone = Alone(match)
    for step in kept.steps:
        if alone.is_dear():
            raise Refused(f"its answers take more than {linked.match_steps:,} steps, which is the most for "
                          "a replayed match")  # fmt: skip
        decision = match.game.decision
        if decision is None:
            raise Refused(_ASTRAY)
        try:
            match.answer(step.index, step.thought)
        except opened.Unlisted:
            raise Refused(_ASTRAY) from None
    try:
        match.game.must_be(kept.saved)
    except Refused as astray:
        raise Refused(_ASTRAY) from astray
    return match


def begin(kept: Kept, linked: Linked, language: str = "en", by_words: bool = False) -> Match:
    """Returns the match of a file before its first answer; ids in the file become the current ones. `by_words`: if the
    file stores events in words, do the same to compare them. Raises Refused and WrongSetting."""
    _take_names_of_today(kept, linked.program)
    given = words_of.parse(linked.program, _settings_of_today(kept, linked.program))
    game = Game.new(linked, kept.players, kept.seed, given)
    seats = kept.seats or (HUMAN,) * game.state.players
    return Match(game, seats, kept.seed, given, language, by_words and kept.by_words)


def _settings_of_today(kept: Kept, program: Program) -> list[str]:
    """Returns the settings of a file. If a pack of the file is gone, unknown settings are dropped: they belonged to
    that pack, and their effect shows when the match differs."""
    if set(kept.packs or ()) <= {name for name, _ in program.packs}:
        return kept.settings
    known = {name for name, _, _ in program.settings}
    return [one for one in kept.settings if one.partition("=")[0].strip() in known]


def _take_names_of_today(kept: Kept, program: Program) -> None:
    """Replaces the ids in a file by the current ones. For keys that may mean one of two, `kept.also` gets the other.
    Raises Refused if the file contains both ids, because they could not be distinguished."""
    names = Renames(program)
    if not names or kept.by_words:
        return
    both = names.both(kept.marks or {})
    if both is not None:
        raise Refused(both)

    def key(said: str) -> str:
        first, *other = names.keys(said)
        if other:
            kept.also[first] = other[0]
        return first

    kept.settings = [names.setting(one) for one in kept.settings]
    kept.opening = None if kept.opening is None else [key(one) for one in kept.opening]
    for step in kept.steps:
        step.key = None if step.key is None else key(step.key)
        step.events = None if step.events is None else [key(one) for one in step.events]
    kept.marks = None if kept.marks is None else {names.title(one): said for one, said in kept.marks.items()}
    kept.printed = {names.sheet(one): said for one, said in kept.printed.items()}
