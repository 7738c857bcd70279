"""`why not` at the table about answers that are there, and about those that are not: in the words of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """
kind beast: {state: {hunger: number}}
beast fox: {name: {en: Fox, ru: Лиса, ru.acc: Лису}}
beast hen: {name: {en: Hen, ru: Курица, ru.acc: Курицу}}
zone den(player owner): {seen_by: owner, holds: beast}
event bite(beast who, beast whom):
  name: {en: Bite, ru: Укус}
  shown_as: {en: "Bite <whom> with <who>", ru: "<who>: укусить <whom:acc>"}
  legal:
    other: who.sheet is not whom.sheet
    fresh: no b in beasts where b.owner is not who.owner and b.hunger is 7
value own(player p) gives set of beast: all(b in contents(den of p))
value foxes(player p) gives set of beast: all(b in own(p) where b.sheet is fox)
event play: |
  let p = first(players)
  finish if p is none
  let two = last(players)
  finish if two is none
  create hen for two into den of two
  create fox for p into den of p
  create hen for p into den of p
  repeat up to 3:
    offer p or pass as deed:
      bite(x, y) for x in foxes(p), y in own(p)
"""


def _asked(run: Run, pack_folder: Write, language: str, *typed: str) -> str:
    pack = pack_folder({"pack.yaml": "pack: sample\nstart: play\nforced: ask\n", "game.yaml": GAME})
    ran = run("play", pack, "--human", "1", "--language", language, typed="\n".join([*typed, "quit", ""]))
    assert ran.err == ""
    return ran.out


@pytest.mark.parametrize("words", ["bite", "Bite(Fox)", "bite(fox, hen)", "1"])
def test_what_is_offered_is_named_by_its_number(words: str, run: Run, pack_folder: Write) -> None:
    """Even where what it depends on is a secret, and though answers read otherwise than calls."""
    out = _asked(run, pack_folder, "en", f"why not {words}")
    assert "1 Bite Hen with Fox" in out
    assert "It is offered: answer 1." in out


@pytest.mark.parametrize(("language", "told"), [
    ("en", "Bite Fox with Fox is not among the answers"), ("ru", "Такого ответа нет: Лиса: укусить Лису"),
])  # fmt: skip
def test_what_is_not_offered_is_told_as_answers_read(
    language: str, told: str, run: Run, pack_folder: Write
) -> None:
    assert told in _asked(run, pack_folder, language, "why not bite(fox, fox)")


def test_during_another_question_the_one_at_an_opponent_is_meant(run: Run, pack_folder: Write) -> None:
    """Both misses are equally near: the fox bites neither itself nor what is out of reach. What alone is named and is
    not the player's own is not what acts, and nobody bites with the beak of another."""
    game = """
kind tooth: {part_of: beast}
kind beast: {parts: {teeth: tooth}}
beast fox: {name: Fox, teeth: {fang: {name: Fang}}}
beast hen: {name: Hen, teeth: {beak: {name: Beak}}}
event bite(beast who, tooth using, beast whom):
  name: {en: Bite, ru: Укус}
  legal: {fits: whom.owner is not who.owner and 1 > 2}
event walk(beast who):
  do: let step = choose one n in (1, 2) by who.owner
event play: |
  for each p in players:
    create hen for p if seat_number(p) is 2
  for each p in players:
    create fox for p if seat_number(p) is 1
  for each x in beasts where x.sheet is fox:
    walk(x)
"""
    pack = pack_folder({"pack.yaml": "pack: sample\nplayers: 2\nstart: play\n", "game.yaml": game})
    out = run("play", pack, "--human", "1", typed="why not bite\nwhy not bite(hen)\nquit\n").out
    assert out.count("Bite(Fox, Fang, Hen) is not among the answers") == 2


def test_names_of_conditions_are_shown_in_english_only(run: Run, pack_folder: Write) -> None:
    assert "  other: who.sheet is not whom.sheet  " in _asked(run, pack_folder, "en", "why not bite(fox, fox)")
    assert "  who.sheet is not whom.sheet  " in _asked(run, pack_folder, "ru", "why not bite(fox, fox)")


def test_passing_is_named_in_the_language_of_the_table(run: Run, pack_folder: Write) -> None:
    game = "event play: |\n  for each p in players:\n    let course = choose one n in (0, 45, 90) by p\n"
    pack = pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": game})
    out = run("play", pack, "--human", "1", "--language", "ru", typed="why not pass\nwhy not пас\nquit\n").out
    assert out.count("пропустить: правила не мешают") == 2


def test_without_words_comparing_says_what_is_missing(run: Run, pack_folder: Write) -> None:
    game = "event play: |\n  for each p in players:\n    let course = choose one n in (0, 45, 90) by p\n"
    pack = pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": game})
    out = run("play", pack, "--human", "1", typed="compare\ncompare x\nquit\n").out
    assert "The conditions of these answers compare nothing." in out
    assert "This question cannot offer 'x'." in out


def test_a_set_of_things_in_brackets_has_no_second_pair(run: Run, pack_folder: Write) -> None:
    game = "event play: |\n  for each p in players:\n    let course = choose one n in (0, 45, 90) by p\n"
    pack = pack_folder({"pack.yaml": "pack: sample\nstart: play\n", "game.yaml": game})
    out = run("play", pack, "--human", "1", typed="3\nquit\n").out
    assert "it is not one of those that this question considers (0, 45, 90)  " in out
