"""Questions in the words of a pack: `ask` of events, kinds, rules and statuses (docs/language.md section 3)."""

from __future__ import annotations

import re
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
        ("bald: Is it?", "RW410", "event 'pet' never asks for 'bald'"),
        ('bold: "Is <waht> petted?"', "RW443", "shows 'waht', which is not one of its parameters"),
        ('bold: {ru: "<what:gen>?"}', None, ""),
        ('bold: {en: "<what:xyz>?"}', "RW471", "uses the form 'xyz', which no name has in 'en'"),
        ('bold: "<what.owner>?"', "RW443", "shows 'what.owner', which is not one of its parameters"),
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


CARDS = """
kind card:
  texts: [play]
  ask: {n: {en: "Which number?", ru: "Какое число?"}}
kind trick:
  is: card
  main: play
  ask: {m: "Which other?"}
trick flash: |
  let n = choose one n in (1, 2) by self.owner
  let m = choose one n in (3, 4) by self.owner
  note(n + m)
event note(number n): {}
rule doubled:
  ask: {k: {en: "How often?", ru: "Сколько раз?"}}
  after: note where n > 3
  do: |
    let one = first(players)
    finish if one is none
    let k = choose one k in (1, 2) by one
    give wary to one until end of this game
status wary:
  of: player
  ask: {l: "Who minds?"}
  after: note where n is 1
  do: |
    let l = choose one k in (5, 6) by self
event game:
  do: |
    let one = first(players)
    finish if one is none
    let f = create flash for one
    perform f.play
    note(1)
"""


def test_texts_of_sheets_rules_and_statuses_ask_in_the_words_of_the_pack(pack_folder: Write) -> None:
    game = begun(pack_folder, CARDS)
    assert questions(game, "en", 4) == ["Which number?", "Which other?", "How often?", "Who minds?"]
    assert questions(begun(pack_folder, CARDS), "ru", 3) == ["Какое число?", "Which other?", "Сколько раз?"]


def test_words_of_kinds_rules_and_statuses_are_no_part_of_what_a_pack_means(pack_folder: Write) -> None:
    plain = re.sub(r"(?m)^  ask: .*\n", "", CARDS)
    assert "ask" not in plain
    assert begun(pack_folder, CARDS).linked.program.meaning == begun(pack_folder, plain).linked.program.meaning


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("{m: ", "{mm: ", "RW410", "kind 'trick' never asks for 'mm'"),
        ("{k: {", "{kk: {", "RW410", "rule 'doubled' never asks for 'kk'"),
        ("{l: ", "{n: ", "RW410", "status 'wary' never asks for 'n'"),
        ("Who minds?", "Who is <l>?", "RW443", "status 'wary' shows 'l', which is not one of its parameters"),
        ("Which other?", "Is <self:acc>?", "RW443", "kind 'trick' shows 'self', which is not one of its parameters"),
        ("Which other?", "Is <n?a=b>?", "RW471", "which is neither a parameter nor a form of its name"),
    ],
)
def test_what_no_text_asks_is_reported(pack_folder: Write, old: str, new: str, code: str, words: str) -> None:
    assert CARDS.count(old) == 1
    folder = pack_folder({"pack.yaml": "pack: asked\nstart: game\n", "game.yaml": CARDS.replace(old, new)})
    found = [(one.code, one.message) for one in check_pack(folder).diagnostics.errors]
    assert [one for one, _ in found] == [code]
    assert words in found[0][1]


def test_a_label_by_which_people_are_asked_need_not_be_read(pack_folder: Write) -> None:
    for text, told in ((GAME, False), (re.sub(r"    deed: .*\n", "", GAME), True)):
        folder = pack_folder({"pack.yaml": "pack: asked\nstart: game\n", "game.yaml": text})
        found = [one.message for one in check_pack(folder).diagnostics]
        assert ("the local 'deed' is never read" in found) == told
