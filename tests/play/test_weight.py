"""What many decisions leave behind is bounded: the log, the way back, and what the match itself holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright import session
from rulewright.limits import MOST_HELD
from rulewright.pipeline import load_program
from rulewright.play import weight
from rulewright.play.load import Linked
from rulewright.session import Game, link_program

Write = Callable[[Mapping[str, str | bytes] | str], Path]

HEAD = "kind match: {state: {n: number, s: set of number starts none}}\nevent note(number a): set match.n = a\n"
NOISY = (
    f"{HEAD}event game: |\n  repeat up to 100000:\n    for each q in players:\n      let y = choose yes or no by q\n"
    "      note(9) if y\n      for each x in numbers(1, 200):\n        note(x)\n"
)
SETS = (
    f"{HEAD}kind bag: {{state: {{s: set of number starts none}}}}\nbag sack: {{}}\n"
    "event fill(bag b, number k): set b.s = all(x * 1000 + k for x in numbers(1, 1000))\n"
    "event game: |\n  for each p in players:\n    repeat up to 30:\n      create sack for p\n  repeat up to 1000:\n"
    "    for each q in players:\n      let y = choose yes or no by q\n      for each b in bags:\n"
    "        fill(b, match.n)\n      note(match.n + 1)\n"
)


def linked(pack_folder: Write, text: str) -> Linked:
    program = load_program(pack_folder({"pack.yaml": "pack: sample\nlanguage: 2\nstart: game\n", "a.yaml": text}))
    assert program is not None
    return link_program(program)


def test_a_long_log_forgets_its_beginning_and_no_more(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_LOGGED", 5_000)
    game = Game.new(linked(pack_folder, NOISY), seed=1)
    whole = Game.new(linked(pack_folder, NOISY), seed=1, trace=False)
    for _ in range(60):
        game.answer(0)
        whole.answer(0)
        assert len(game.trace) <= 6_000
    assert game.noted > 20_000
    assert game.fingerprint() == whole.fingerprint()
    assert game.entries(game.noted - 10) == game.trace[-10:]
    pieces = [len(entries) for _, entries in game.stretches()]
    assert sum(pieces) == len(game.trace)
    last = [len(entries) for _, entries in game.stretches(since=58)]
    assert (last[0], last[1:]) == (1, pieces[-2:])  # the answer to the question that was asked then


def test_what_is_left_of_the_way_back_is_right(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_UNDONE", 60)
    game = Game.new(linked(pack_folder, NOISY), seed=1)
    before = []
    for number in range(60):
        before.append((game.fingerprint(), game.noted))
        game.answer(number % 2)
    count = 0
    while game.undo():
        count += 1
        assert (game.fingerprint(), game.noted) == before[60 - count]
    assert 1 <= count < 60
    game.answer(1)
    assert game.undo() and game.fingerprint() == before[60 - count][0]


def test_sets_of_a_match_have_an_end_together(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight, "MOST_HELD", 50_000)
    monkeypatch.setattr(weight, "_MUCH", 100_000)
    game = Game.new(linked(pack_folder, SETS), seed=1)
    game.answer(0)
    assert game.problem is not None
    assert game.problem.what == "60002 members of all sets and lists: a match may keep 50000"
    assert game.over
    assert game.undo() and game.problem is None


def test_what_sets_share_counts_once(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight, "_MUCH", 100_000)
    shared = SETS.replace("event game: |\n", "event game: |\n  set match.s = numbers(1, 1000)\n").replace(
        "set b.s = all(x * 1000 + k for x in numbers(1, 1000))", "set b.s = match.s"
    )
    game = Game.new(linked(pack_folder, shared), seed=1)
    monkeypatch.setattr(weight, "MOST_HELD", 3_000)
    for _ in range(20):
        game.answer(0)
    assert game.problem is None
    assert MOST_HELD > 3_000


def test_a_match_that_ran_away_keeps_nothing_of_what_was_running(pack_folder: Write) -> None:
    text = "event go(number n): go(n + 1)\nevent game: go(1)\n"
    game = Game.new(linked(pack_folder, text), seed=1)
    assert game.problem is not None and game.problem.chain
    assert game.problem.__traceback__ is None
    assert game.problem.__context__ is None and game.problem.__cause__ is None


WALLS = (
    "kind wall: {owned: no, placed: edge, printed: {height: number}}\nwall stone: {height: 2}\n"
    "map yard:\n  rows: |\n    ....\n    ....\n"
    "value of_walls(cell c, number n) gives set of number: "
    "all(n * 1000 + k for k in numbers(1, 500) where size(walls_on(edges_touched(centre(c), centre(c)))) is 0)\n"
    "value of_ground(cell c, number n) gives set of number: "
    "all(n * 1000 + k for k in numbers(1, 500) where size(neighbours(c)) > 0)\n"
    "event game: |\n  lay(yard)\n  repeat up to 1000:\n    for each q in players:\n"
    "      let y = choose yes or no by q\n      for each c in everywhere:\n"
    "        note(match.n + 1)\n        note(match.n + size(WHICH(c, match.n)))\n"
)


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("which", ["of_walls", "of_ground"])
def test_what_walls_and_boards_decide_has_an_end_too(
    which: str, verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weight, "MOST_HELD", 20_000)
    monkeypatch.setattr(weight, "_MUCH", 100_000)
    files = {"pack.yaml": "pack: sample\nlanguage: 2\nstart: game\nboard: square\n"}
    monkeypatch.setenv("RULEWRIGHT_VERIFY", "1" if verify else "")
    program = load_program(pack_folder({**files, "a.yaml": HEAD + WALLS.replace("WHICH", which)}))
    assert program is not None
    game = Game.new(link_program(program), seed=1)
    assert game.state.p.verify is verify
    most = 0
    for _ in range(60):
        game.answer(0)
        laid = game.state.laid
        answers = sum(map(len, laid.fenced.values())) if which == "of_walls" else len(laid.known)
        most = max(most, 500 * answers)
    assert game.problem is None
    assert 10_000 < most < 60_000  # and not the 240,000 that were asked for
