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
    problem = Game.new(Linked(program), trace=trace).problem
    assert problem is not None
    assert problem.what == "events nested too deep"
    names = {"hit", "burn"} if "burn" in LOOPS[loop] else {"hit"}
    assert problem.chain[0] == "game"
    assert set(problem.chain[1:8]) == names == set(problem.chain[-8:])
    assert len(problem.chain) == 17
    assert problem.chain[8].endswith(" more ..")
