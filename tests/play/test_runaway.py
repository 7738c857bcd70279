"""Rules that run on and on end as a value that names the events of the loop, whichever way they are run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.playing import compiled

from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

KINDS = """
kind piece: {state: {damage: number}}
piece rat: {}
event game: |
  let p = first(players)
  finish if p is none
  let r = create rat for p
  hit(r)
"""
LOOPS = {
    "an answer behind the event": """
event hit(piece target): set target.damage = target.damage + 1
rule echo: {after: hit, do: hit(target)}
""",
    "an answer to the end of the event": """
event hit(piece target): set target.damage = target.damage + 1
rule echo: {ended: hit, do: hit(target)}
""",
    "two events by turns": """
event hit(piece target): burn(target)
event burn(piece target): set target.damage = target.damage + 1
rule echo: {after: burn, do: hit(target)}
""",
    "an event that calls itself": """
event hit(piece target): |
  hit(target)
  set target.damage = target.damage + 1
""",
    "an answer before the event": """
event hit(piece target): set target.damage = target.damage + 1
rule echo: {before: hit, do: hit(target)}
""",
}


@pytest.mark.parametrize("trace", [True, False])
@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_ends_with_its_chain(pack_folder: Write, loop: str, frames: bool, trace: bool) -> None:
    folder = pack_folder({"pack.yaml": "pack: loop\nstart: game\n", "all.yaml": KINDS + LOOPS[loop]})
    program, out = compiled(folder, frames)
    assert program is not None, [one.message for one in out.errors]
    problem = Game.new(Linked(program), seed=0, trace=trace).problem
    assert problem is not None
    assert problem.what == "events nested too deep"
    names = {"hit", "burn"} if "burn" in LOOPS[loop] else {"hit"}
    assert problem.chain[0] == "game"
    assert set(problem.chain[1:8]) == names == set(problem.chain[-8:])
    assert len(problem.chain) == 17
    assert problem.chain[8].endswith(" more ..")


@pytest.mark.parametrize("trace", [True, False])
@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize(("inside", "what"), [(149, None), (150, "events nested too deep")])
def test_events_that_never_run_inside_themselves_nest_as_deep_as_others(
    pack_folder: Write, inside: int, what: str | None, frames: bool, trace: bool
) -> None:
    # The game is one of those that are inside each other.
    chain = "".join(f"event e{i}: e{i + 1}()\n" for i in range(inside - 1))
    text = f"kind match: {{state: {{n: number}}}}\nevent game: e0()\n{chain}event e{inside - 1}: set match.n = 1\n"
    program, out = compiled(pack_folder({"pack.yaml": "pack: deep\nstart: game\n", "all.yaml": text}), frames)
    assert program is not None, [one.message for one in out.errors]
    problem = Game.new(Linked(program), seed=0, trace=trace).problem
    assert (problem.what if problem is not None else None) == what


# One line each that asks for more than any game does, and what is told of it.
OVER = {
    "let dice = roll d6 times 1000000000\n  set match.n = sum(d for d in dice)": "1000000000 dice at once",
    "set match.n = count(i in numbers(1, 1000000000))": "numbers(1, 1000000000): more than 1000 numbers in one set",
    "set match.n = count(i in numbers(0, 1000))": "numbers(0, 1000): more than 1000 numbers in one set",
    "set match.n = 12\n  repeat up to 100000:\n    set match.n = match.n * match.n": "a number beyond 1000000000000000",
    "set match.n = 0 - 12\n  repeat up to 1000:\n    set match.n = match.n * 11": "a number beyond 1000000000000000",
    "repeat up to 100000:\n    set match.n = square(square(9) * square(9)) * square(square(9) * square(9))":
        "a number beyond 1000000000000000",
}  # fmt: skip
FITS = {
    "set match.n = count(i in numbers(1, 1000))": 1000,
    "set match.n = count(i in numbers(5, 3))": 0,
    "set match.n = 1000000 * 1000000 * 1000": 10**15,
    "let dice = roll d6 times 5000\n  set match.n = size(dice)": 5000,
    "let dice = roll d6 times 0 - 3\n  set match.n = size(dice)": 0,
}


def _count(pack_folder: Write, text: str, frames: bool) -> Game:
    kinds = "kind match: {state: {n: number}}\nvalue square(number n) gives number: n * n\n"
    files = {"pack.yaml": "pack: over\nstart: game\n", "all.yaml": f"{kinds}event game: |\n  {text}\n"}
    program, out = compiled(pack_folder(files), frames)
    assert program is not None, [one.message for one in out.errors]
    return Game.new(Linked(program), seed=0)


@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize("text", OVER)
def test_what_no_game_needs_is_stopped_at_once(pack_folder: Write, text: str, frames: bool) -> None:
    problem = _count(pack_folder, text, frames).problem
    assert problem is not None
    assert problem.what == OVER[text]
    assert problem.chain == ["game"]


@pytest.mark.parametrize("frames", [False, True])
@pytest.mark.parametrize("text", FITS)
def test_what_is_within_the_limits_is_done(pack_folder: Write, text: str, frames: bool) -> None:
    game = _count(pack_folder, text, frames)
    assert game.problem is None
    (column,) = [one for one in game.linked.program.columns if one.id == "n"]
    assert getattr(game.state, column.slot) == [FITS[text]]
