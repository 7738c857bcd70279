"""Somebody names a place, and whoever goes there goes step for step: the way, what it costs, what others may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]
MANIFEST = "pack: p\nstart: play\nboard: square\nwindow: answers\nranks: [window]\n"
GAME = """\
kind man:
  placed: yes
  printed: {legs: number}
  state: {breath: number starts self.legs}
man bob: {legs: 5}
man ann: {legs: 5}
area start_one: {}
area start_two: {}
map yard:
  legend: {b: start_one, a: start_two}
  rows: |
    b . . . .
    . . a . .
    . . . . .
event play: |
  lay(yard)
  let one = first(players)
  finish if one is none
  for each c in start_one:
    create bob for one at c
  for each c in start_two:
    create ann for next_seat(one) at c
  turn(one)
event turn(player who): |
  repeat up to 12:
    offer who or pass as done:
      step(x, c) for x in mans, c in neighbours(x) where x.owner is who
      hop(x) for x in mans where x.owner is who
      strike(x, t) for x in mans, t in mans where x.owner is who
    stop if done is none
event step(man mover, cell goal):
  legal: {free: goal not in cells of mans, breath: mover.breath > 0}
  do: |
    set mover.breath = mover.breath - 1
    put mover at goal
event hop(man mover):
  legal: {breath: mover.breath > 3}
  do: |
    set mover.breath = mover.breath - 3
    let goal = choose one or none c in neighbours(mover) - cells of mans by mover.owner
    put mover at goal if goal is not none
event strike(man striker, man target):
  legal: {near: striker is adjacent to target, foe: striker.owner is not target.owner}
  do: remove target
window answers:
  asks: players
rule guard:
  for: self in mans
  before: step where mover.owner is not self.owner and mover is adjacent to self and goal not in neighbours(self)
  may: shout(self)
event shout(man who): {name: Shout, do: set who.breath = 0}
"""


@pytest.fixture
def yard(pack_folder: Write) -> Path:
    return pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME})


def test_a_destination_is_an_answer(run: Run, yard: Path) -> None:
    """The way, its cost, one question; then all steps, and what was meant to be done there."""
    ran = run("play", yard, "--seed", "1", typed="b2\n\nstrike\nquit\n")
    assert "bob: A1 > B2\n" in ran.out
    assert "  costs: breath 5 > 4\nGo? [Y/n] " in ran.out
    assert "after 2 answers" in ran.out


def test_who_declines_stays(run: Run, yard: Path) -> None:
    ran = run("play", yard, "--seed", "1", typed="a3\nn\nquit\n")
    assert "bob: A1 > A2 > A3\n" in ran.out
    assert "after 0 answers" in ran.out


def test_another_answer_than_yes_or_no_is_asked_again(run: Run, yard: Path) -> None:
    """Else the next line, meant for this question, would answer another."""
    ran = run("play", yard, "--seed", "1", typed="a3\nperhaps\ny\nquit\n")
    assert "Go? [Y/n] 'perhaps' is not an answer here, and not a command.\nGo? [Y/n] " in ran.out
    assert "after 2 answers" in ran.out


def test_the_way_that_provokes_nobody_is_taken_and_another_is_told(run: Run, yard: Path) -> None:
    """Out of ann's reach leads no way that does not pass her; within it the way asks nobody."""
    assert "may provoke" not in run("play", yard, "--seed", "1", typed="b2\ny\nb1\nn\nquit\n").out
    ran = run("play", yard, "--seed", "1", typed="b2\ny\na3\nn\nquit\n")
    told = ran.out.partition("bob: B2 > A3\n")[2].partition("Go?")[0]
    assert told == "  costs: breath 4 > 3\n  may provoke at B2: guard (ann)\n", ran.out


def test_a_whole_way_is_taken_back(run: Run, yard: Path) -> None:
    ran = run("play", yard, "--seed", "1", typed="a3\ny\nundo\nundo\nquit\n")
    assert "Taken back: step(bob, A2)" in ran.out
    assert "You have no answer to take back." in ran.out


def test_where_nothing_leads_the_reason_is_told(run: Run, yard: Path) -> None:
    ran = run("play", yard, "--seed", "1", typed="c2\nz9\nquit\n")
    assert "Go?" not in ran.out
    assert "free: goal not in cells of mans" in ran.out
    assert "'z9' is not an answer here, and not a command." in ran.out


def test_signs_of_the_board_are_answers(run: Run, yard: Path) -> None:
    ran = run("play", yard, "--seed", "1", typed="b2\ny\nstrike BO an\nquit\n")
    assert "after 2 answers" in ran.out


def test_a_place_is_no_part_of_another_answer(run: Run, yard: Path) -> None:
    """`step(bob, B2)` has it in its name: that alone would be taken without asking."""
    ran = run("play", yard, "--seed", "1", typed="b2\nn\nquit\n")
    assert "after 0 answers" in ran.out


def test_a_way_is_one_line_of_the_story(run: Run, pack_folder: Write) -> None:
    told = "messages:\n  en: {step: <mover> goes to <goal>, strike: <striker> strikes <target>}\n"
    yard = pack_folder({"pack.yaml": MANIFEST + told, "game.yaml": GAME})
    lines = run("play", yard, "--seed", "1", typed="a3\ny\nb2\ny\nstrike\nlog all\nquit\n").out.splitlines()
    # Not twice who does what: the call is what the sentence says.
    assert lines[-3:-1] == ["player 1> player 1: bob goes to A2 > A3 > B2", "player 1: bob strikes ann"]


WALK = """\
event play: |
  lay(yard)
  let one = first(players)
  finish if one is none
  let lad = create bob for one
  let lass = create ann for one
  deploy(one)
  repeat up to 9:
    offer one or pass as done:
      walk(x) for x in mans where x.owner is one
    stop if done is none
event deploy(player who): |
  let next = choose one x in mans by who
  for each c in start_one:
    put next at c
event walk(man mover) gives number spent: |
  repeat up to 2:
    let goal = choose one or none c in neighbours(mover) by mover.owner
    stop if goal is none
    put mover at goal
    set spent = spent + 3
"""


def test_what_several_moves_cost_is_told_in_all(run: Run, pack_folder: Write) -> None:
    """Four squares of two moves: the last run alone has counted two, of which the last ends before it is asked."""
    files = {"pack.yaml": MANIFEST.partition("window")[0], "game.yaml": GAME.partition("event play")[0] + WALK}
    yard = pack_folder(files)
    ran = run("play", yard, "--seed", "1", "--human", "1", "--human", "2", typed="BO\ne1\nn\nb1\nn\nquit\n")
    told = ran.out.partition("bob: A1 > B1 > C1 > D1 > E1\n")[2].partition("Go?")[0]
    assert told == "  costs: spent 12\n", ran.out
    assert "bob: A1 > B1\n  costs: spent 3\n" in ran.out


def test_steps_are_no_cost_beside_a_length(run: Run, pack_folder: Write) -> None:
    walk = WALK.replace("number spent", "number spent, cells far")
    walk = walk.replace("spent + 3\n", "spent + 3\n    set far = far + 1 cell\n")
    files = {"pack.yaml": MANIFEST.partition("window")[0], "game.yaml": GAME.partition("event play")[0] + walk}
    ran = run("play", pack_folder(files), "--seed", "1", "--human", "1", "--human", "2", typed="BO\nb1\nn\nquit\n")
    assert "bob: A1 > B1\n  costs: far 1 cell\n" in ran.out


def test_a_sign_of_what_stands_nowhere_yet_is_an_answer(run: Run, pack_folder: Write) -> None:
    files = {"pack.yaml": MANIFEST.partition("window")[0], "game.yaml": GAME.partition("event play")[0] + WALK}
    yard = pack_folder(files)
    ran = run("play", yard, "--seed", "1", "--human", "1", typed="AN\nquit\n")
    assert "after 1 answer" in ran.out
    assert "AN ann  A1" in ran.out
