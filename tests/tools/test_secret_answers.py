"""Answers in secret at one terminal: the other player reads that there was one, and nothing tells which."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

MANIFEST = """
pack: signs
name: {en: Signs, ru: Знаки}
start: bout
"""
GAME = """
enum sign: [rock, paper, scissors]
kind player:
  state:
    points: number
    hand: sign or none
  secret: {hand: owner}
value bluff(player p) gives number: if p.hand is rock then 2 else 1
value lead(player p) gives number: p.points - next_seat(p).points
event bout gives set of player winners: |
  repeat up to 2:
    for each p in players:
      pick(p)
    for each p in players:
      let mine = p.hand
      show(p, mine) if mine is not none
  set winners = players
event pick(player who):
  legal: {fresh: bluff(who) > 0}
  do: |
    set who.hand = choose one s in (rock, paper, scissors) by who in secret
event peek(player who):
  legal: {weak: bluff(who) < 2}
  do: set who.points = 1
event show(player who, sign what): {}
"""


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    folder = tmp_path / "signs"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def second_sees(run: Run, signs: Path, first: str, typed: str, *options: str) -> str:
    """What stands on the terminal from where the second player takes it over."""
    ran = run("play", signs, "--human", "1", "--human", "2", *options, typed=f"{first}\n\n{typed}\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    handed_over = "press Enter when nobody else looks" if not options else "когда никто другой не смотрит"
    return ran.out.partition(handed_over)[2]


def test_the_other_reads_that_something_was_chosen(run: Run, signs: Path) -> None:
    typed = "log all\nboard\nwhy bluff(player 1)\nwhy not peek(player 1)\nwhy pick\nundo"
    seen = [second_sees(run, signs, first, typed) for first in ("rock", "paper", "scissors")]
    assert seen[0] == seen[1] == seen[2]
    assert "player 1: (a secret)" in seen[0]
    assert "Taken back: (a secret)" in seen[0]
    assert seen[0].count("That depends on something that you may not know.") == 2


def test_what_hangs_on_no_secret_is_explained(run: Run, signs: Path) -> None:
    seen = second_sees(run, signs, "rock", "why lead(player 1)\nwhy bluff(player 2)")
    assert "lead(player 1) = 0" in seen
    assert "bluff(player 2) = 1" in seen


def test_both_are_told_when_both_have_chosen(run: Run, signs: Path) -> None:
    seen = second_sees(run, signs, "rock", "paper\n\nlog all")
    assert "show: who player 1, what rock" in seen
    assert "show: who player 2, what paper" in seen


def test_in_russian(run: Run, signs: Path) -> None:
    typed = "log all\nwhy bluff(игрок 1)\nwhy bluff(никто)\nwhy not xyz\nundo"
    seen = second_sees(run, signs, "rock", typed, "--language", "ru")
    assert "игрок 1: (скрыто)" in seen
    assert "Это зависит от скрытых сведений." in seen
    assert "Здесь ничто не называется «никто»." in seen
    assert "«xyz»" in seen
    assert "Ответ отменён: (скрыто)" in seen
    assert "could be" not in seen
