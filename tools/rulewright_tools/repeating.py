"""Converts a failed match to a file that fails in the same way: a content test, or answers to replay.

Separate because authors look for errors in the tests of the pack, and because a file that does not fail like the match
must not be written: each one is tried first.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from shlex import quote

from rulewright.characters import visible
from rulewright.play.load import Linked
from rulewright.play.words import Words
from rulewright.scenario.answers import Option, matching, options_of
from rulewright.scenario.suite import load_suite
from rulewright.session import Game
from rulewright_tools.files import copy_folder
from rulewright_tools.playing.settings import words
from rulewright_tools.show.json import readable
from rulewright_tools.soaking import Match


def content_test(folder: Path, linked: Linked, match: Match) -> str | None:
    """Returns a file with one test that plays the match from its beginning and fails as it did; None if no test does:
    an answer has no unique name there, or the fault is in saving and loading."""
    try:
        answers = _answers(linked, match)
    except Exception:  # this is the fault to reproduce, and a test would have to pass it
        return None
    if answers is None:
        return None
    text = _text(linked, match, answers)
    return text if _fails_alike(folder, text, match) else None


def replayable(folder: Path, linked: Linked, match: Match) -> str:
    """Returns seed, settings and answers as `rulewright replay` reads them."""
    data = {"pack": linked.program.id, "folder": str(folder), "seed": match.seed, "players": match.seats,
            "settings": words(linked.program, match.settings), "answers": [index + 1 for index in match.answers],
            "fault": match.fault.splitlines()[-1]}  # fmt: skip
    return readable(data, indent=1) + "\n"


def command_for(folder: Path, linked: Linked, match: Match) -> str:
    """Returns the command that plays the match again up to the fault, with everything that `soak` does on the way."""
    return f"rulewright soak {folder} --seed {match.seed} --decisions {match.decisions + 1}{pins(linked, match)}"


def pins(linked: Linked, match: Match) -> str:
    """Returns the options that pin the settings of a match that were not drawn."""
    pinned = words(linked.program, {name: match.settings[name] for name in match.pinned})
    return "".join(f" --set {quote(f'{name}={value}')}" for name, value in pinned.items())


def _answers(linked: Linked, match: Match) -> list[tuple[int, str]] | None:
    """Returns seats (from 0) and answers in the words of a test, each of which means only one option."""
    found: list[tuple[int, str]] = []
    if not match.answers:
        return found
    game = Game.new(linked, match.seats, match.seed, match.settings)
    for number in match.answers:
        d = game.decision
        if d is None or number >= len(d.options):
            return None
        name = _name(options_of(Words(game.state, {}), d), number)
        if name is None:
            return None
        found.append((d.player, name))
        if len(found) < len(match.answers):
            game.answer(number)
    return found


def _name(options: list[Option], number: int) -> str | None:
    """Returns the name of an option in a test if no other option has it."""
    if number < 0:
        return None  # an unlisted place
    one = options[number]
    return next((name for name in (one.shown, *one.called) if name and matching(name, options) == [number]), None)


def _text(linked: Linked, match: Match, answers: list[tuple[int, str]]) -> str:
    settings = words(linked.program, match.settings)
    return "\n".join([
        f"# Found by `{command_for(Path(match.pack), linked, match)}`:",
        f"# {visible(match.fault.splitlines()[-1])}",
        "# It fails as long as the fault exists. The last answer looks at the next question and ends the test.",
        f"test match {match.seed} at random continues after answer {len(answers)}:",
        f"  seats: {match.seats}",
        *(["  settings:", *(f"    {name}: {value}" for name, value in settings.items())] if settings else []),
        f"  seed: {match.seed}",
        "  play: yes",
        "  answers:",
        *(f"    - {{player: {seat + 1}, choose: {readable(name)}}}" for seat, name in answers),
        "    - {}",
        "",
    ])  # fmt: skip


def _fails_alike(folder: Path, text: str, match: Match) -> bool:
    """Returns whether a test fails like the match, in a copy of the pack without other tests."""
    with tempfile.TemporaryDirectory() as scratch:
        copied = Path(scratch) / folder.resolve().name
        copy_folder(folder, copied, without=("tests",))
        (copied / "tests").mkdir()
        (copied / "tests" / "found.yaml").write_text(text, encoding="utf-8")
        suite = load_suite(copied)
        if suite.ground is None or suite.mistakes.has_errors:
            return False
        try:
            results = list(suite.run())
        except Exception as fault:  # `soak` looks for exceptions: check that this is the same one
            return match.fault.splitlines()[-1].startswith((type(fault).__name__, _full_name(fault)))
    return any(match.fault.startswith(one.message) for result in results for one in result.differences)


def _full_name(fault: Exception) -> str:
    return f"{type(fault).__module__}.{type(fault).__name__}"
