"""What players type and read at the table in plain words: passing, loops that they order, what a question repeats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = """
pack: sample
start: play
board: square
forced: ask
window: by_turn
messages:
  en: {land: <who> lands on <spot>}
  ru: {land: "<who> встаёт на <spot>"}
"""
GAME = """
area gate: {}
map field: {rows: "aa.\\n", legend: {a: gate}}
kind scout: {placed: yes, state: {tired: yes_no}}
kind card: {active: self in hand of self.owner}
zone hand(player owner): {holds: card, seen_by: all}
window by_turn: {asks: players, answers: one}
scout fox: {name: {en: Fox, ru: Лиса}}
scout hare: {name: {en: Hare, ru: Заяц}}
card dash:
  name: {en: Dash, ru: Рывок}
  after: rest where who.owner is self.owner
  may: wake(who)
event wake(scout who): |
  set who.tired = false
event play: |
  lay(field)
  let p = first(players)
  finish if p is none
  create fox for p
  create hare for p
  create dash for p into hand of p
  line_up(p, 2)
  for each s in scouts:
    rest(s)
event line_up(player who, number count):
  ask: {s: {en: "Who is next?", ru: "Кто следующий?"}}
  do: |
    for each s in scouts chosen by who:
      land(s)
event land(scout who) gives cell or none spot:
  ask: {c: {en: "Where does <who> land?", ru: "Где встаёт <who>?"}}
  do: |
    let c = choose one c in gate where no s in scouts where s.place is c by who.owner
    put who at c
    set spot = c
event rest(scout who): |
  set who.tired = true
"""


def _read(run: Run, pack_folder: Write, language: str, *typed: str) -> str:
    pack = pack_folder({"pack.yaml": MANIFEST.lstrip(), "game.yaml": GAME})
    ran = run("play", pack, "--human", "1", "--human", "2", "--language", language,
              typed="".join(f"{line}\n" for line in (*typed, "quit")))  # fmt: skip
    assert ran.err == ""
    return ran.out


@pytest.mark.parametrize(
    ("language", "next_one", "where"), [("en", "Who is next?", "Where does Fox land?"),
                                        ("ru", "Кто следующий?", "Где встаёт Лиса?")]
)  # fmt: skip
def test_a_loop_that_is_chosen_by_a_player_asks_in_words(
    language: str, next_one: str, where: str, run: Run, pack_folder: Write
) -> None:
    """Beside a question stands what goes on, without what it says itself, who is asked, and numbers."""
    out = _read(run, pack_folder, language, "1")
    player = "player" if language == "en" else "игрок"
    going = "in" if language == "en" else "сейчас:"
    assert f"{player} 1: {next_one}  ({going} line up)\n" in out
    assert f"{player} 1: {where}  ({going} land)\n" in out


def test_answers_that_a_sentence_at_the_end_tells_are_not_told_twice(run: Run, pack_folder: Write) -> None:
    out = _read(run, pack_folder, "en", "fox", "B1", "hare", "A1", "log all")
    assert "player 1: Fox lands on B1\nplayer 1: Hare lands on A1\n" in out
    assert "player 1: Fox\n" not in out and "player 1: B1" not in out


@pytest.mark.parametrize(("language", "word"), [("ru", "пас"), ("ru", "пропустить"), ("en", "pass"), ("en", "none")])
def test_who_declines_types_what_the_story_calls_it(
    language: str, word: str, run: Run, pack_folder: Write
) -> None:
    out = _read(run, pack_folder, language, "1", "B1", "1", "A1", word)
    assert ("is not an answer" if language == "en" else "не ответ") not in out
    assert "(Dash)" not in out and "(Рывок)" not in out  # a card that is its own holder is named once
    assert ("1 Dash  " if language == "en" else "1 Рывок\n") in out


@pytest.mark.parametrize(("language", "told", "word", "left"), [
    ("en", "none of these", "none", "after 2 answers"), ("ru", "не выбирать", "нет", "2 ответа"),
    ("ru", "не выбирать", "пас", "2 ответа"),
])  # fmt: skip
def test_who_need_not_choose_reads_it_in_words(
    language: str, told: str, word: str, left: str, run: Run, pack_folder: Write
) -> None:
    """To the question where somebody goes `no` is no answer, though it may be typed."""
    game = GAME.replace("choose one c in gate", "choose one or none c in gate")
    game = game.replace("  put who at c\n    set spot = c\n", "  put who at c if c is not none\n    set spot = c\n")
    pack = pack_folder({"pack.yaml": MANIFEST.lstrip(), "game.yaml": game})
    ran = run("play", pack, "--human", "1", "--human", "2", "--language", language, typed=f"1\n{word}\nquit\n")
    assert ran.err == ""
    assert told in ran.out and left in ran.out


@pytest.mark.parametrize(("how", "language", "asked"), [
    ("exactly 2", "en", "Choose 2 in all, one after another: scout (few)"),
    ("exactly 2", "ru", "Выберите по одному, всего 2: scout (few)"),
    ("at least 1", "en", "Choose at least 1, one after another: scout (few)"),
    ("at least 1 up to 2", "ru", "Выберите по одному, не меньше 1: scout (few)"),
    ("exactly seat_number(who) + 1", "en", "Choose one after another: scout (few)  ("),
    ("up to 2", "en", "Choose one after another: scout (few); 'enough' ends"),
])  # fmt: skip
def test_how_many_are_chosen_is_said(how: str, language: str, asked: str, run: Run, pack_folder: Write) -> None:
    """`enough` is told only where it ends the choice."""
    game = GAME.replace("""  ask: {s: {en: "Who is next?", ru: "Кто следующий?"}}\n""", "").replace(
        "    for each s in scouts chosen by who:\n",
        f"    let few = choose some s in scouts {how} by who\n    for each s in few:\n")
    pack = pack_folder({"pack.yaml": MANIFEST.lstrip(), "game.yaml": game})
    ran = run("play", pack, "--human", "1", "--human", "2", "--language", language, typed="1\nquit\n")
    assert ran.err == ""
    assert asked in ran.out.partition("1> ")[0]
