"""How far a greedy bot looks: through what an answer begins, and one question behind it (decision 0041)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.playing import compiled

from rulewright.bots import greedy
from rulewright.bots.greedy import GreedyBot
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

# What `dig` is for comes behind three questions of its own.
MINE = """
kind match: {state: {gold: number}}
value gained(player p) gives number: if p is first(players) then match.gold else 0
event dig(player p): |
  let deep = choose yes or no by p
  let wide = choose yes or no by p
  let long = choose yes or no by p
  set match.gold = match.gold + 5
event rest(player p): set match.gold = match.gold + 1
"""
CHOICE = """
event game: |
  let p = first(players)
  finish if p is none
  offer p:
    rest(p)
    dig(p)
"""
RESTS = """
event wait(player p): {}
event game: |
  let p = first(players)
  finish if p is none
  for each n in numbers(1, 9):
    offer p:
      rest(p)
      wait(p)
"""
MANY = """
event game: |
  let p = first(players)
  finish if p is none
  let n = choose one n in numbers(1, 10) by p
  set match.gold = n
"""


def begun(pack_folder: Write, text: str) -> Game:
    files = {"pack.yaml": "pack: mine\nstart: game\nplayers: 2\nworth: gained\n", "all.yaml": MINE + text}
    program, out = compiled(pack_folder(files))
    assert program is not None, [(one.code, one.message) for one in out.errors]
    return Game.new(Linked(program), seed=0)


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[State]:
    """The matches that a function of the bot was called for."""
    calls: list[State] = []
    real = getattr(greedy, name)

    def noted(m: State, *rest: object) -> object:
        calls.append(m)
        return real(m, *rest)

    monkeypatch.setattr(greedy, name, noted)
    return calls


def test_an_answer_is_judged_by_what_comes_of_all_that_it_begins(pack_folder: Write) -> None:
    game = begun(pack_folder, CHOICE)
    d = game.decision
    assert d is not None and len(d.options) == 2
    assert {GreedyBot(seed).choose(game) for seed in range(10)} == {1}


def test_one_question_behind_an_answer_is_imagined(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(pack_folder, RESTS)
    calls = counted(monkeypatch, "answer_by_chance")
    GreedyBot(1).choose(game)
    assert len(calls) == 2 * greedy._SAMPLES


def test_the_last_match_is_for_the_better_half(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(pack_folder, MANY)
    calls = counted(monkeypatch, "answer")
    assert GreedyBot(1).choose(game) == 9
    assert len(calls) == 10 * (greedy._SAMPLES - 1) + 5


def test_any_half_of_equal_answers_is_the_better_one(pack_folder: Write) -> None:
    game = begun(pack_folder, MANY.replace("set match.gold = n", "set match.gold = if n is 10 then 0 else 1"))
    assert {GreedyBot(seed).choose(game) for seed in range(60)} == set(range(9))


def test_what_is_worth_the_same_is_not_tried_on_the_last_match(
    pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(pack_folder, MANY.replace("set match.gold = n", "set match.gold = n - n"))
    calls = counted(monkeypatch, "answer")
    chosen = set()
    for seed in range(60):
        calls.clear()
        chosen.add(GreedyBot(seed).choose(game))
        assert len(calls) == 10 * (greedy._SAMPLES - 1)
    assert chosen == set(range(10))


def chosen_beside_what_takes_long(pack_folder: Write, other: str, event: str = "") -> list[int]:
    """The answers of bots that have the steps to try the first of two only; `think` is the second."""
    text = f"""
event think(player p): |
  for each a in numbers(1, 500):
    for each b in numbers(1, 500):
      set match.gold = match.gold + 0 * b
{event}
event game: |
  let p = first(players)
  finish if p is none
  offer p:
    {other}(p)
    think(p)
"""
    game = begun(pack_folder, text)
    return [GreedyBot(seed, steps=20_000).choose(game) for seed in range(12)]


CONCEDE = "event concede(player p): set match.gold = match.gold - 1000\n"


def test_nobody_concedes_because_going_on_takes_long_to_imagine(pack_folder: Write) -> None:
    """It makes the position worse, so the other answer is given."""
    assert chosen_beside_what_takes_long(pack_folder, "concede", CONCEDE) == [1] * 12


def test_what_improves_the_position_is_taken_before_what_was_not_tried(pack_folder: Write) -> None:
    assert chosen_beside_what_takes_long(pack_folder, "rest") == [0] * 12


def test_nobody_concedes_because_a_further_answer_might(pack_folder: Write) -> None:
    """Every second further question has a concession among its two answers, drawn at random when it is imagined."""
    text = CONCEDE + """
event game: |
  let p = first(players)
  finish if p is none
  repeat up to 9:
    offer p:
      concede(p)
      wait(p)
    finish if match.gold < 0
event wait(player p): {}
"""
    for seed in range(12):
        game = begun(pack_folder, text)
        while not game.over:
            game.answer(GreedyBot(seed).choose(game))
        assert len(game.answers) == 9
