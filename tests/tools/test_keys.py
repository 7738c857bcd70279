"""Files of matches name answers and events by ids: another name is the same, and equal names are told apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.play.keys import Keys
from rulewright.play.load import Linked
from rulewright.session import Game, link_program
from rulewright_tools.packs import playable
from rulewright_tools.playing.kept import VERSION, read
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.matchfile import again, as_data, begin
from rulewright_tools.playing.replay import first_difference

PACKS = ["skirmish", "duel", "ddm", "underworlds", "zod", "w40k_missions"]


@pytest.fixture(scope="module", params=PACKS)
def linked(request: pytest.FixtureRequest) -> Linked:
    return link_program(playable(Path(__file__).parents[2] / "content" / request.param))


def played(linked: Linked, answers: int, seed: int = 3, by_words: bool = False) -> Match:
    seats = linked.program.players[0]
    match = Match(Game.new(linked, seats, seed, {}), ("random",) * seats, seed, {}, "en", by_words)
    while match.game.decision is not None and len(match.story) < answers:
        match.bot_answer()
    return match


def written(match: Match, path: Path, **other: Any) -> Path:
    path.write_text(json.dumps({**as_data(match, "pack"), **other}), "utf-8")
    return path


def test_a_match_is_the_same_when_it_is_played_again(linked: Linked, tmp_path: Path) -> None:
    kept = read(written(played(linked, 60), tmp_path / "m.json"))
    assert first_difference(kept, begin(kept, linked)) is None
    assert all(step.key for step in kept.steps) and len(kept.steps) > 20


def test_no_two_answers_to_a_question_have_one_key(linked: Linked) -> None:
    """Unless nothing tells them apart, not even to one who knows everything."""
    match = played(linked, 0)
    for _ in range(40):
        decision = match.game.decision
        if decision is None:
            break
        keys = [Keys(match.state).option(decision, one) for one in decision.options]
        assert len(set(keys)) == len(keys), keys
        match.bot_answer()


def test_a_file_of_the_first_version_is_compared_in_words_and_written_anew(linked: Linked, tmp_path: Path) -> None:
    old = played(linked, 60, by_words=True)
    data = as_data(old, "pack")
    for step in data["answers"]:
        del step["key"]
    path = written(old, tmp_path / "m.json", version=1, answers=data["answers"])
    kept = read(path)
    match = begin(kept, linked, by_words=True)
    assert kept.by_words and first_difference(kept, match) is None
    assert first_difference(read(path), begin(kept, linked)) is not None, "events by ids are others"
    new = as_data(again(match, kept, linked), "pack")
    assert new == as_data(played(linked, 60), "pack") and new["version"] == VERSION == 3


FILES = {
    "pack.yaml": "pack: p\nstart: game\n",
    "game.yaml": """\
kind card: {owned: no, printed: {worth: number}}
card ace: {worth: 3, name: Ace}
card two: {worth: 2, name: Two}
event game: |
  for each c in sheets_of(card):
    create c
  for each p in players:
    let taken = choose one c in cards by p
    take(taken)
event take(card c): cheer() if c.worth > 8
event cheer: finish
""",
}


@pytest.mark.parametrize(("old", "new", "differs"), [
    ("name: Two", "name: Deuce", None),
    ("name: Two", "name: Ace", None),
    ("card ace: {worth: 3, name: Ace}\n", "card ace: {worth: 3}\n", None),
    ("card ace: {worth: 3, name: Ace}\n", "card ace: {worth: 3}\ncard third: {worth: 1}\n",
     "2 answers lead to the same events, but to a different state:"),
    ("card two:", "card deuce:", "answer 1 (player 1: Two) is no longer offered: there is no two#1 in play"),
    ("worth: 2", "worth: 9", "answer 1 (player 1: Two) differs: cheer(), was (nothing more)"),
])  # fmt: skip
def test_what_a_change_of_content_does_to_a_match(
    old: str, new: str, differs: str | None, pack_folder: Any, tmp_path: Path
) -> None:
    match = played(link_program(playable(pack_folder(FILES))), 0)
    for key in ("two#1", "ace#1"):
        decision = match.game.decision
        assert decision is not None
        match.answer([Keys(match.state).option(decision, one) for one in decision.options].index(key))
    kept = read(written(match, tmp_path / "m.json"))
    changed = {**FILES, "game.yaml": FILES["game.yaml"].replace(old, new)}
    assert changed != FILES
    after = link_program(playable(pack_folder(changed)))
    found = first_difference(kept, begin(kept, after))
    assert found is None if differs is None else found is not None and differs in found.lines[0]
