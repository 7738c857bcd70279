"""Calls that are offered are those that `can` allows; a condition is asked as soon as all that it reads is known."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compile import line_tests
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
area mud: {}
map yard:
  rows: |
    ..~.
    .~..
  legend: {'~': mud}
kind gun: {part_of: piece, printed: {power: number}, state: {fired: yes_no}}
kind piece:
  placed: yes
  state: {tired: yes_no}
  parts: {guns: gun}
piece man: {guns: {pistol: {power: 1}, rifle: {power: 2}}}
status dazed: {of: piece, modify: [forbid shoot as hazy when actor is self]}
class deed(piece actor): {}
rule fire:
  modify:
    - forbid shoot as empty when gun.fired
    - waive shoot.strong when actor.tired
value near(piece actor) gives set of cell: neighbours(actor)
value pairs(piece actor, gun gun) gives set of number: numbers(1, gun.power)
event shoot(piece actor, gun gun, number shots, cell goal) is deed:
  legal:
    near: goal in near(actor)
    strong: gun.power > 1 or goal is mud
    somewhere: actor.place is not none and distance(actor.place, goal) < 2 cells
    few: shots <= gun.power
    fresh: not actor.tired and gun.power > 0 or shots is 1
event told(number n): {}
event tell(piece actor): |
  told(sum(1 for g in guns of actor, shots in pairs(actor, g), c in near(actor)
    where ({WHERE}) and can(shoot(actor, g, shots, c))))
event turn(piece actor): |
  tell(actor)
  offer actor.owner or pass:
    shoot(actor, g, shots, c){DESPITE} for g in guns of actor, shots in pairs(actor, g), c in near(actor) where {WHERE}
event game: |
  lay(yard)
  for each p in players:
    let a = create man for p
    turn(a)
    for each c in everywhere:
      put a at c
      turn(a)
      set a.tired = not a.tired
      for each g in guns of a:
        set g.fired = c is mud
      if distance(c, mud) is 2 cells:
        give dazed to a
      else:
        end dazed of a
"""


def made(write: Write, where: str = "true", despite: str = "", *, verify: bool = False) -> tuple[Program, str]:
    """The program, and the code that lists the calls of the line."""
    text = PACK.replace("{WHERE}", where).replace("{DESPITE}", despite)
    out = Diagnostics()
    folder = write({"pack.yaml": "pack: shots\nstart: game\nboard: square\nplayers: 2\n", "game.yaml": text})
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None, [one.message for one in out.errors]
    functions: list[ast.stmt] = []
    program = link(pack, out, verify=verify, functions=functions)
    assert program is not None, [one.message for one in out.errors]
    code = [ast.unparse(one) for one in functions]
    return program, next(one for one in code if re.search(r"found\.append\(\(0, \(\w", one))


def played(program: Program) -> tuple[list[int], list[int]]:
    """How many calls can be made, and how many are offered, each time that there is any."""
    game = Game.new(Linked(program), seed=0, trace=True)
    offered: list[int] = []
    while game.decision is not None:
        offered.append(len([one for one in game.decision.options if one is not None]))
        game.answer(len(game.decision.options) - 1)
    assert game.problem is None
    told = next(i for i, event in enumerate(program.events) if event.id == "told")
    counted = [one.record[-1] for one in game.trace or () if isinstance(one, Began) and one.record[0] == told]
    return [many for many in counted if many], offered


WHERE = ["true", "c is not mud and g.power > 1", "g.power > 1", "shots < g.power or not actor.tired"]
DESPITE = ["", " despite strong", " despite empty, near"]


@pytest.mark.parametrize("verify", [False, True])
@pytest.mark.parametrize("where", WHERE)
def test_what_is_offered_is_what_can_be_done(where: str, verify: bool, pack_folder: Write) -> None:
    counted, offered = played(made(pack_folder, where, verify=verify)[0])
    assert counted == offered and len(set(offered)) > 2


@pytest.mark.parametrize("despite", DESPITE)
@pytest.mark.parametrize("verify", [False, True])
def test_what_a_line_lifts_is_not_asked(despite: str, verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
                                        ) -> None:
    """The same as if all were asked of the event, in the innermost loop."""
    quick = played(made(pack_folder, despite=despite, verify=verify)[0])[1]
    monkeypatch.setattr(line_tests, "_MOST_FORBIDS", -1)
    program, code = made(pack_folder, despite=despite)
    assert played(program)[1] == quick and re.search(r"N\d+_shoot\(", code)


def test_a_condition_is_asked_where_all_that_it_reads_is_known(pack_folder: Write) -> None:
    """Of the actor before all loops, of a gun in its loop; no part of a condition before one that stands left of it."""
    _, code = made(pack_folder)
    before, guns, shots, goals = re.split(r"\n +for .*", code)
    assert "m.live[r4]" in before and "is not None" in before and re.search(r"not q\d+\(m, r4\)", before)
    assert re.search(r"if not q\d+\(m, x\d+\)", guns)
    assert "c2_tired" in shots and "c2_tired" not in goals
    assert "apart" in goals and not re.search(r"N\d+_shoot", code)


def test_a_condition_does_not_wait_for_what_else_the_line_wants(pack_folder: Write) -> None:
    """Only in the innermost loop it comes behind the `where`."""
    _, code = made(pack_folder, "c is not mud")
    before, guns, _, goals = re.split(r"\n +for .*", code)
    assert re.search(r"not q\d+\(m, r4\)", before) and re.search(r"if not q\d+\(m, x\d+\)", guns)
    assert goals.index("areas[0]") < goals.index("apart")


@pytest.mark.parametrize("verify", [False, True])
def test_a_condition_waits_for_what_lets_the_call_be_made(
    verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an argument that may be none it is asked behind what says that it is not."""
    text = PACK.replace("({WHERE})", "true").replace("shoot(actor, g, shots, c){DESPITE}",
                                                     "shoot(actor, best, shots, c)")
    text = text.replace("  tell(actor)\n", "").replace("turn(piece actor)", "turn(piece actor, gun or none best)")
    text = text.replace(" turn(a)", " turn(a, if a.tired then none else first(guns of a))")
    monkeypatch.setattr(sys.modules[__name__], "PACK", text)
    _, offered = played(made(pack_folder, "g is best and best is not none", verify=verify)[0])
    assert offered
