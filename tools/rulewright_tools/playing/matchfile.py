"""Turns a match into a file of JSON and a file into a match, and tells when content has changed since it was written.

A module of its own because a file is a promise: with the same content it goes on exactly, with other content it says
where it differs. Beside the state it keeps every answer in words and the events that followed, which is what a replay
compares.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.play.load import Linked
from rulewright.session import Game, Refused
from rulewright_tools.files import replace
from rulewright_tools.playing import settings as words_of
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.seats import HUMAN, KINDS
from rulewright_tools.show.json import readable

FORM = "rulewright match"
VERSION = 1
_ASTRAY = "the answers of the file do not lead to its state; `rulewright replay` tells where they differ"


class Unreadable(Exception):
    """A file that is no match: the words say why."""


@dataclass(slots=True)
class Step:
    """One answer as a file keeps it; of a mere list of answers only `index`."""

    index: int
    player: int | None = None
    words: str | None = None
    events: list[str] | None = None  # what the answer led to, up to the next question


@dataclass(slots=True)
class Kept:
    """What stands in a file."""

    pack: str
    folder: str
    seed: int
    players: int | None
    seats: tuple[str, ...]
    settings: list[str]
    steps: list[Step]
    opening: list[str] | None  # events before the first question
    digest: str | None
    saved: Any = None  # Game.save, if the file has it


def as_data(match: Match, folder: str) -> dict[str, Any]:
    """Everything of a match as plain data."""
    game = match.game
    steps = [
        {"answer": index + 1, "player": told.player + 1, "words": told.words, "events": told.events}
        for index, told in zip(game.answers, match.story, strict=True)
    ]
    return {
        "form": FORM, "version": VERSION, "pack": game.linked.program.id, "folder": folder,
        "digest": game.linked.program.digest, "seed": match.seed, "players": game.state.players,
        "seats": list(match.seats), "settings": words_of.words(game.linked.program, match.settings),
        "opening": match.opening, "answers": steps, "match": game.save()["match"],
    }  # fmt: skip


def write(match: Match, folder: str, path: Path) -> None:
    """Writes a match; a file that exists is replaced whole or not at all. Raises OSError."""
    data = as_data(match, folder)
    lines = []
    for key, value in data.items():
        if key in ("answers", "opening"):
            items = ",\n".join(f"  {readable(item)}" for item in value)
            lines.append(f' "{key}": [\n{items}\n ]')
        else:
            lines.append(f' "{key}": {readable(value, separators=(",", ":"))}')
    replace(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read(path: Path) -> Kept:
    """What stands in a file: a saved match, or a mere list of answers (from 1) with a seed. Raises Unreadable."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as bad:
        raise Unreadable(f"cannot read {path}: {bad.strerror or bad}") from bad
    except ValueError as bad:
        raise Unreadable(f"{path} is no JSON: {bad}") from bad
    except RecursionError as bad:
        raise Unreadable(f"{path} is no match: its brackets stand too deep in each other") from bad
    if not isinstance(data, dict) or not isinstance(data.get("answers"), list) or not isinstance(data.get("pack"), str):
        raise Unreadable(f"{path} is no match: it needs at least a 'pack' and a list of 'answers'")
    if data.get("form", FORM) != FORM or data.get("version", VERSION) != VERSION:
        raise Unreadable(f"{path} was written by another version")
    try:
        steps = [_step(item) for item in data["answers"]]
        players = data.get("players")
        return Kept(
            pack=data["pack"],
            folder=str(data.get("folder", data["pack"])),
            seed=int(data.get("seed", 0)),
            players=None if players is None else int(players),
            seats=tuple(str(seat) for seat in data.get("seats", ())),
            settings=[f"{name}={value}" for name, value in data.get("settings", {}).items()],
            steps=steps,
            opening=data.get("opening"),
            digest=data.get("digest"),
            saved={"match": data["match"], "answers": [step.index for step in steps]} if "match" in data else None,
        )
    except (TypeError, ValueError, KeyError, AttributeError) as bad:
        raise Unreadable(f"{path} is damaged ({type(bad).__name__}: {bad})") from bad


def _step(item: Any) -> Step:
    if isinstance(item, dict):
        return Step(
            int(item["answer"]) - 1, int(item["player"]) - 1, str(item["words"]), [str(e) for e in item["events"]]
        )
    return Step(int(item) - 1)


def resume(kept: Kept, linked: Linked, language: str = "en") -> Match:
    """The match of a file, to go on with. Its answers are given again, so that they can be taken back, and must lead
    to the very same state. Raises Refused with the reason when they do not, or when the content is another."""
    if kept.saved is None:
        raise Refused("the file holds no match to go on with, only answers: `rulewright replay` plays them")
    loaded = Game.load(linked, kept.saved)
    match = begin(kept, linked, language)
    wrong = [seat for seat in match.seats if seat not in (HUMAN, *KINDS)]
    if wrong or len(match.seats) != match.state.players:
        who = f"there is no player '{wrong[0]}'" if wrong else f"it has {len(match.seats)}"
        raise Refused(f"the file must seat {match.state.players} of {', '.join((HUMAN, *KINDS))}: {who}")
    for step in kept.steps:
        decision = match.game.decision
        if decision is None or not 0 <= step.index < len(decision.options):
            raise Refused(_ASTRAY)
        match.answer(step.index)
    if match.game.fingerprint() != loaded.fingerprint():
        raise Refused(_ASTRAY)
    return match


def begin(kept: Kept, linked: Linked, language: str = "en") -> Match:
    """The match of a file before its first answer. Raises Refused and WrongSetting."""
    given = words_of.parse(linked.program, kept.settings)
    game = Game.new(linked, kept.players, kept.seed, given)
    seats = kept.seats or (HUMAN,) * game.state.players
    return Match(game, seats, kept.seed, given, language)
