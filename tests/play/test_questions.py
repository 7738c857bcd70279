"""Questions in the words of a pack: `ask` of events (docs/language.md section 3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[..., Path]

GAME = """
kind beast: {}
beast witch: {name: {en: Witch, ru: Ведьма, ru.acc: Ведьму}}
beast rat: {name: {en: Rat, ru: Крыса, ru.acc: Крысу}}
zone hand(player owner): {seen_by: owner, holds: beast}
kind player: {state: {points: number}}
event score(player p, number n): set p.points = p.points + n
event game:
  do: |
    let one = first(players)
    finish if one is none
    let w = create witch for one into hand of one
    create rat for one into hand of one
    for each p in players:
      pet(p, w)
event pet(player p, beast what):
  ask:
    bold: {en: "Is <what> petted by <p>?", ru: "Погладить ли <what:acc>?"}
    deed: {en: "Which points?", ru: "Какие очки?"}
    points: How many?
  do: |
    let bold = choose yes or no by p
    offer p or pass as deed:
      score(p, 1)
      score(p, 2)
    set p.points = choose one n in (1, 2) by p
"""


def begun(pack_folder: Write, text: str = GAME) -> Game:
    folder = pack_folder({"pack.yaml": "pack: asked\nstart: game\n", "game.yaml": text})
    result = check_pack(folder)
    assert result.program is not None, [one.message for one in result.diagnostics.errors]
    return Game.new(Linked(result.program), seed=0)


def questions(game: Game, language: str, count: int) -> list[str]:
    told = []
    for _ in range(count):
        question = game.question(language)
        assert question is not None
        told.append(question.prompt)
        game.answer(0)
    return told


def test_a_choice_an_offer_and_a_field_are_asked_for_in_the_words_of_the_pack(pack_folder: Write) -> None:
    assert questions(begun(pack_folder), "en", 3) == ["Is Witch petted by player 1?", "Which points?", "How many?"]


def test_a_hole_shows_a_form_of_a_name(pack_folder: Write) -> None:
    assert questions(begun(pack_folder), "ru", 3) == ["Погладить ли Ведьму?", "Какие очки?", "How many?"]


def test_a_hole_does_not_name_what_lies_where_the_asked_player_does_not_see_it(pack_folder: Write) -> None:
    asked = questions(begun(pack_folder), "en", 4)[3]
    assert "Witch" not in asked and asked == "Is hidden beast petted by player 2?"


def test_words_are_no_part_of_what_a_pack_means(pack_folder: Write) -> None:
    plain = GAME[: GAME.index("  ask:")] + GAME[GAME.index("  do: |\n    let bold") :]
    one, other = begun(pack_folder), begun(pack_folder, plain)
    for game in (one, other):
        for answer in (0, 1, 1, 0):
            game.answer(answer)
    assert one.linked.program.meaning == other.linked.program.meaning
    assert one.state.frames[-1][0] == other.state.frames[-1][0]
    assert [len(frame) for frame in one.state.frames] == [len(frame) for frame in other.state.frames]


@pytest.mark.parametrize(
    ("ask", "code", "words"),
    [
        ("bald: Is it?", "RW410", "event 'pet' asks nobody for 'bald'"),
        ('bold: "Is <waht> petted?"', "RW443", "shows 'waht', which is none of its parameters"),
        ('bold: {ru: "<what:gen>?"}', None, ""),
        ('bold: {en: "<what:xyz>?"}', "RW471", "asks for the form 'xyz', which no name has in 'en'"),
        ('bold: "<what.owner>?"', "RW443", "shows 'what.owner', which is none of its parameters"),
        ('bold: "<what?it|f=her>?"', "RW471", "which is neither a parameter nor a form of its name"),
        ('bold: "Is <what petted?"', "RW443", "has a '<' without its partner"),
    ],
)
def test_what_cannot_be_asked_is_reported(pack_folder: Write, ask: str, code: str | None, words: str) -> None:
    start, end = GAME.index("    bold: {en"), GAME.index("  do: |\n    let bold")
    text = GAME[:start] + f"    {ask}\n" + GAME[end:]
    folder = pack_folder({"pack.yaml": "pack: asked\nstart: game\n", "game.yaml": text})
    found = [(one.code, one.message) for one in check_pack(folder).diagnostics.errors]
    assert [one for one, _ in found] == ([] if code is None else [code])
    assert all(words in message for _, message in found)
