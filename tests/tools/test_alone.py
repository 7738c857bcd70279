"""Matches that nobody attends end, however dear their answers and however dear it is to judge a position."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.clock import at_most

from rulewright.pipeline import load_program
from rulewright.session import Game, link_program
from rulewright_tools.playing import alone
from rulewright_tools.playing.match import Match

from .conftest import Run

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = "pack: long\nlanguage: 2\nplayers: 2\nstart: go\n"
STATE = (
    "kind match: {state: {n: number}}\nkind player: {state: {points: number}}\n"
    "event note(number a): set match.n = a\n"
)
TURNS = (
    "  repeat up to 1000000000:\n    for each q in players:\n      let y = choose yes or no by q\n      note(1) if y\n"
)
ENDLESS = f"{STATE}event go: |\n{TURNS}"
DEAR = ENDLESS + "      for each x in numbers(1, 1000):\n        note(x)\n"
WALKS = (
    "value w(player q) gives number: count(a in numbers(1, 300) where some b in numbers(1, 300) where match.n > 9000)"
    " + q.points\n"
)
_SECONDS = 5.0


def test_dear_answers_end_a_match_of_bots(run: Run, pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": PACK, "a.yaml": DEAR})
    with at_most(_SECONDS, "the match"):
        ran = run("play", folder, "--bots", "random", "--watch")
    told = " ".join(ran.out.split())
    assert "it takes too long to compute while no person is asked. With a person" in told
    assert (ran.code, ran.err) == (0, "")


def test_a_worth_that_is_dear_costs_no_more_than_the_bots_have(run: Run, pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": PACK + "worth: w\n", "a.yaml": WALKS + ENDLESS})
    with at_most(_SECONDS, "the match"):
        ran = run("play", folder, "--bots", "greedy", "--watch")
    assert "Bots gave " in ran.out and " answers at random" in ran.out
    assert ran.code == 0


def test_a_table_at_which_only_bots_are_asked_is_left(run: Run, pack_folder: Write) -> None:
    text = DEAR.replace("for each q in players", "for each q in all(p for p in players where p is not first(players))")
    folder = pack_folder({"pack.yaml": PACK, "a.yaml": text})
    with at_most(_SECONDS, "the match"):
        ran = run("play", folder, "--bots", "random", typed="")
    assert "it takes too long to compute while no person is asked" in " ".join(ran.out.split())


def test_a_person_begins_it_again(pack_folder: Write) -> None:
    program = load_program(pack_folder({"pack.yaml": PACK, "a.yaml": DEAR}))
    assert program is not None
    match = Match(Game.new(link_program(program), seed=1), ("random", "random"), 1, {})
    attended, left = alone.Alone(match), alone.Alone(match)
    most = match.game.linked.match_steps
    while match.game.steps <= most:
        assert not attended.is_enough()
        attended.attended()
        match.answer(0)
    assert not attended.is_enough()
    assert left.is_enough()


@pytest.mark.parametrize("kind", ["replay", "play"])
def test_a_file_of_dear_answers_is_not_played_for_ever(run: Run, pack_folder: Write, tmp_path: Path, kind: str) -> None:
    folder, file = pack_folder({"pack.yaml": PACK, "a.yaml": DEAR}), tmp_path / "match.json"
    ran = run("play", folder, "--seed", "1", "--human", "1", "--human", "2", typed=f"1\nsave {file}\nquit\n")
    assert ran.code == 0
    data = json.loads(file.read_text("utf-8"))
    first = data["answers"][0] | {"events": []}
    data["answers"] = [1] * 3000 if kind == "replay" else [first] * 3000
    file.write_text(json.dumps(data), "utf-8")
    with at_most(_SECONDS, kind):
        ran = run("replay", file, "--pack", folder) if kind == "replay" else run("play", folder, "--load", file)
    told = " ".join((ran.out + ran.err).split())
    assert ("takes too long" if kind == "replay" else "its answers take more than") in told


def test_what_bots_have_thought_is_saved_and_taken_back(pack_folder: Write) -> None:
    program = load_program(pack_folder({"pack.yaml": PACK + "worth: w\n", "a.yaml": WALKS + ENDLESS}))
    assert program is not None
    match = Match(Game.new(link_program(program), seed=1), ("greedy", "greedy"), 1, {})
    for _ in range(3):
        match.bot_answer()
    before = match.thought
    again = match.bot_answer()
    assert match.thought > before > 0
    match.undo()
    assert match.thought == before
    assert match.bot_answer() == again


def test_a_story_keeps_no_more_events_than_a_file_may_hold(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright_tools.playing import match as module

    monkeypatch.setattr(module, "_MOST_WORDS", 20_000)
    program = load_program(pack_folder({"pack.yaml": PACK, "a.yaml": DEAR}))
    assert program is not None
    match = Match(Game.new(link_program(program), seed=1), ("random", "random"), 1, {})
    for _ in range(5):
        match.answer(0)
    kept = sum(len(words) for one in match.story for words in one.events)
    assert 19_000 < kept <= 20_000
    while match.undo():
        pass
    assert len(match.answer(0).events) == 1_000


def test_what_stands_on_things_is_shown_soon(run: Run, pack_folder: Write) -> None:
    """A board is drawn in each round: what the fields of things began as is found on one copy of the match for all."""
    text = (
        "kind unit: {placed: yes, state: {hp: number starts size(units)}}\nunit pawn: {}\n"
        "status slow(number left):\n  name: slow\n  of: unit\nmap field:\n  rows: |\n    ....\n"
        "event bout: |\n  for each q in players:\n    let y = choose yes or no by q\n"
        "    for each u in units:\n      set u.hp = u.hp + 1\n"
        + "event go: |\n  lay(field)\n  let p = first(players)\n  finish if p is none\n  let here = first(everywhere)\n"
        "  finish if here is none\n  repeat up to 600:\n    let u = create pawn for p at here\n"
        "    repeat up to 10:\n      give slow(1) to u\n  repeat up to 60:\n    bout()\n"
    )
    folder = pack_folder({"pack.yaml": PACK + "board: square\nstacking: instance\n", "a.yaml": text})
    with at_most(_SECONDS, "the match"):
        ran = run("play", folder, "--bots", "random", "--watch")
    assert "slow x10" in ran.out and "while no person is asked" in " ".join(ran.out.split())


def test_a_beginning_that_takes_too_long_is_not_told(run: Run, pack_folder: Write) -> None:
    text = (
        "kind match: {state: {n: number}}\n"
        "kind unit:\n  placed: yes\n  state:\n    hp: number starts count(a in numbers(1, 1000) where some b in "
        "numbers(1, 900) where a + b is match.n)\nunit pawn: {}\nmap field:\n  rows: |\n    ....\n"
        "event go: |\n  lay(field)\n  let p = first(players)\n  finish if p is none\n"
        "  repeat up to 4:\n    create pawn for p\n  let y = choose yes or no by p\n"
    )
    folder = pack_folder({"pack.yaml": PACK + "board: square\n", "a.yaml": text})
    with at_most(_SECONDS, "the match"):
        ran = run("play", folder, "--seed", "1", typed="1\n")
    assert (ran.code, ran.err) == (0, "") and "The match is over" in ran.out
