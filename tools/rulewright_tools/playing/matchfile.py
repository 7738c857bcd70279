"""Writes a match to a JSON file, and continues the match of one, of which `kept` reads the content.

Separate because a file is a promise: with the same content the match continues exactly; with other content the
difference is reported. Next to the state, a file contains every answer, by its key and in words, and the ids of the
events that followed, which a replay compares. To report what has changed, it also contains the packs with their
versions, the digest of their meaning, the marks of definitions, the printed fields of the sheets in the match, and the
position of the match by ids. Files of version 1 contain answers and events only in words; files of version 2 contain
nothing about the packs except a digest of their texts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulewright.meaning import meaning_of
from rulewright.play import opened
from rulewright.play.keys import printed
from rulewright.play.load import Linked
from rulewright.play.positions import position_of
from rulewright.play.renamed import Renames
from rulewright.program import Program
from rulewright.session import Game, Refused
from rulewright_tools.files import replace
from rulewright_tools.playing import settings as words_of
from rulewright_tools.playing.alone import Alone
from rulewright_tools.playing.kept import FORM, VERSION, Kept, from_data
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.seats import HUMAN, KINDS
from rulewright_tools.show.json import readable

_ASTRAY = "the answers in the file do not lead to its state: it is damaged or was edited by hand"


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


def kept_of(match: Match, folder: str) -> Kept:
    """Returns what a file of a match would contain."""
    return from_data(json.loads(json.dumps(as_data(match, folder))))


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
