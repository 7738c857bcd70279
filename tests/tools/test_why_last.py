"""`why` alone begins with what the story told last, as people read it: the sentence of an event, or a roll."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tools.conftest import match_of

from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs

FILES = {
    "pack.yaml": """\
pack: sample
start: game
players: 2
messages:
  en: {sneak: "<who> sneaks", contest: "<winner> wins", brag: <who> brags}
  ru: {sneak: "<who> крадётся", contest: "<winner> побеждает", brag: <who> хвастается}
""",
    "game.yaml": """\
kind man: {owned: no}
man fox: {name: {en: Fox, ru: Лиса}}
event sneak(man who): {name: {en: Sneaking, ru: Тихий шаг}}
event brag(man who): {name: {en: Brag, ru: Похвальба}}
event contest(man who) gives player or none winner:
  name: {en: Contest, ru: Состязание}
  do: |
    let p = first(players)
    finish if p is none
    let one = roll d6 by p
    brag(who) if one > 0
    let again = choose yes or no by p
    set winner = p if again or one > 0
event throw(man who): |
  let p = first(players)
  finish if p is none
  let one = roll d6 by p
  let two = roll d6 by p in secret
  sneak(who) if one + two > 99
event game:
  name: {en: Game, ru: Игра}
  do: |
    let p = first(players)
    finish if p is none
    let a = create fox
    repeat up to 9:
      offer p or pass as done:
        sneak(a)
        contest(a)
        throw(a)
      stop if done is none
""",
}


@pytest.fixture
def match(pack_folder: Callable[..., Path]) -> Match:
    return match_of(pack_folder(FILES))


def _why(match: Match, language: str = "en", viewer: int = 0) -> list[str]:
    """Without the lines of the content."""
    lines = Explainer(match, Sight(viewer, language), Signs(), "").why("")
    return [line.plain.partition("  game.yaml")[0].strip() for line in lines]


@pytest.mark.parametrize(
    ("answers", "language", "told"),
    [
        ([0], "en", ["Fox sneaks", "while running: Game > Sneaking(Fox)"]),
        ([0], "ru", ["Лиса крадётся", "выполнялись: Игра > Тихий шаг(Лиса)"]),
        # An event that says at its end what came of it has said nothing while it runs.
        ([1], "en", ["Fox brags", "while running: Game > Contest(Fox) > Brag(Fox)"]),
        ([1, 0], "en", ["player 1 wins", "while running: Game > Contest(Fox)"]),
        ([1, 0], "ru", ["игрок 1 побеждает", "выполнялись: Игра > Состязание(Лиса)"]),
    ],
)
def test_why_alone_begins_with_the_last_sentence(
    answers: list[int], language: str, told: list[str], match: Match
) -> None:
    for answer in answers:
        match.answer(answer)
    assert _why(match, language) == told


def test_after_a_roll_it_begins_with_the_dice(match: Match) -> None:
    """As the player may know them. They come from the event that rolled them."""
    match.answer(0)
    match.answer(2)
    mine, theirs = _why(match), _why(match, viewer=1)
    assert mine[0].startswith("player 1 rolls d6: ") and "secret" not in mine[0]
    assert theirs[0].startswith("player 1 rolls d6: ") and theirs[0].endswith(", (a secret)")
    assert mine[1:] == theirs[1:] == ["while running: Game > throw(Fox)"]


def test_before_anything_is_told_there_is_nothing_to_explain(match: Match) -> None:
    with pytest.raises(Unknown, match="Why what"):
        _why(match)
