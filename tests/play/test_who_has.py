"""Whether somebody has a status is asked without looking at instances, where nothing is read of these."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compile import sentences
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
kind piece: {state: {tired: yes_no}}
piece hawk: {keywords: [swift]}
piece toad: {}
status swift:
  of: piece
  modify: {SAYS}
permission far(piece who): who is toad
{MORE}
event note(number n): {}
event game: |
  for each p in players:
    let hawk_one = create hawk for p
    let toad_one = create toad for p
    note(if far(hawk_one) then 1 else 0)
    note(if far(toad_one) then 1 else 0)
    give swift to toad_one
    give swift to hawk_one
    note(if far(hawk_one) then 1 else 0)
    note(if far(toad_one) then 1 else 0)
    set hawk_one.tired = true
    set toad_one.tired = true
    note(if far(hawk_one) then 1 else 0)
    note(if far(toad_one) then 1 else 0)
    remove hawk_one
    note(if far(hawk_one) then 1 else 0)
    end swift of toad_one
    note(if far(toad_one) then 1 else 0)
"""
SAYS = ["allow far when who is self", "forbid far when who is self"]
FORBIDDEN = "rule calm:\n  modify: forbid swift when holder.tired"
ALLOWED = "rule storm:\n  modify: allow swift when holder.tired"


def played(write: Write, says: str, more: str) -> tuple[list[int], str]:
    """What is noted, and the code without what only explains."""
    text = PACK.replace("{SAYS}", says).replace("{MORE}", more)
    folder = write({"pack.yaml": "pack: pond\nstart: game\nplayers: 1\n", "game.yaml": text})
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None, [one.message for one in out.errors]
    functions: list[ast.stmt] = []
    program = link(pack, out, functions=functions)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0, trace=True)
    note = next(i for i, event in enumerate(program.events) if event.id == "note")
    noted = [one.record[-1] for one in game.trace or () if isinstance(one, Began) and one.record[0] == note]
    return noted, "\n".join(code for one in functions if not (code := ast.unparse(one)).startswith("def t"))


@pytest.mark.parametrize("more", ["", FORBIDDEN, ALLOWED])
@pytest.mark.parametrize("says", SAYS)
def test_it_is_asked_whether_there_is_an_instance(
    says: str, more: str, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, code = played(pack_folder, says, more)
    assert "o0_swift(m, x" not in code
    monkeypatch.setattr(sentences, "_of_things", lambda status: False)
    looked, code = played(pack_folder, says, more)
    assert "o0_swift(m, x" in code and noted == looked
    assert len(noted) == 8 and len(set(noted)) > 1
