"""Whose text made an entry of the log: in the story, and in the log of the embedding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import rulewright
from rulewright.pipeline import load_program
from rulewright.session import Game, link_program
from rulewright_tools.show.pieces import Sight
from rulewright_tools.show.story import Story
from rulewright_tools.show.telling import Teller

GAME = {
    "pack.yaml": "pack: meeting\nlanguage: 2\nstart: go\nplayers: 1\n",
    "rules.yaml": """
event go: |
  for each p in players:
    greet(p)
    wave(p)
    linger(p)
    tell(p)
event greet(player who): {}
event wave(player who): |
  shrug(who)
event linger(player who): |
  let twice = choose yes or no by who
  shrug(who) if twice
  shrug(who)
event shrug(player who): {}
event tell(player who): {}
""",
}
CLUB = {
    "pack.yaml": "pack: club\nlanguage: 2\nneeds: {meeting: any}\n",
    "rules.yaml": """
event smile(player who): {}
event bow(player who): |
  shrug(who)
rule nods:
  after: greet
  do: |
    bow(who)
    tell(who)
change event wave:
  set:
    do: |
      smile(who)
      shrug(who)
""",
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Path]:
    for name, files in (("meeting", GAME), ("club", CLUB)):
        write(tmp_path / name, files)
    yield tmp_path / "club"


def write(folder: Path, files: Mapping[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def story(folder: Path, language: str) -> list[str]:
    program = load_program(folder)
    assert program is not None
    game = Game.new(link_program(program), 1, 1)
    sight = Sight(None, language)
    told, teller, lines = 0, Teller(game.state, sight), Story(sight)
    while True:
        lines.told(teller.lines(game.state, game.entries(told)))
        told = game.noted
        if game.over:
            return [line.plain.strip() for line in lines.take()]
        game.answer(0)


def test_the_story_names_the_pack_in_brackets(club: Path) -> None:
    assert story(club, "en") == [
        "greet: who player 1",
        "shrug: who player 1 [club]",
        "tell: who player 1 [club]",
        "smile: who player 1 [club]",
        "shrug: who player 1 [club]",
        "shrug: who player 1",
        "shrug: who player 1",
        "tell: who player 1",
    ]
    russian = story(club, "ru")
    assert [line.endswith(" [club]") for line in russian] == [False, True, True, True, True, False, False, False]


def test_a_pack_alone_names_none(club: Path) -> None:
    assert not any("[" in line for line in story(club.parent / "meeting", "en"))


def test_the_log_of_the_embedding_has_it_too(club: Path) -> None:
    match = rulewright.Match.new(rulewright.load(club, cache=None), seed=1)
    while match.asked is not None:
        match.answer(0)
    told = [(one.kind, one.id, one.pack) for one in match.log(None) if one.kind in ("began", "reacted")]
    assert told == [
        ("began", "go", ""), ("began", "greet", ""), ("reacted", "rule nods", "club"), ("began", "bow", "club"),
        ("began", "shrug", "club"), ("began", "tell", "club"), ("began", "wave", ""), ("began", "smile", "club"),
        ("began", "shrug", "club"), ("began", "linger", ""), ("began", "shrug", ""), ("began", "shrug", ""),
        ("began", "tell", ""),
    ]  # fmt: skip
