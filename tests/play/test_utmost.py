"""Who looks for the most of an enumeration stops at its last member, and for the least at its first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compile import layout
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack
from rulewright.play.entries import Began
from rulewright.play.load import Linked
from rulewright.play.verify import Stale
from rulewright.session import Game

Write = Callable[[Mapping[str, str | bytes] | str], Path]

PACK = """
enum grade: {ordered: [poor, fair, good]}
kind piece: {state: {rank: number}}
piece man: {}
value of_rank(piece x) gives grade:
  decide:
    - good if x.rank > 2
    - fair if x.rank > 1
    - poor
event note(number n): {}
event tell(grade or none g): note(if g is good then 3 else if g is fair then 2 else if g is poor then 1 else 0)
event game: |
  for each n in numbers(1, 4):
    for each p in players:
      let x = create man for p
      set x.rank = n - 1
    tell(most(of_rank(x) for x in pieces))
    tell(least(of_rank(x) for x in pieces))
    tell(least(of_rank(x) for x in pieces where x.rank > 1))
    for each x in pieces:
      for each y in pieces:
        tell(most(of_rank(x), of_rank(y)))
        tell(least(of_rank(x), of_rank(y)))
        note(most(x.rank, y.rank))
"""


def noted(write: Write, *, verify: bool = False) -> tuple[list[int], str]:
    """What is noted, and the code."""
    folder = write({"pack.yaml": "pack: ranks\nstart: game\nplayers: 1\n", "game.yaml": PACK})
    out = Diagnostics()
    pack = check(load_pack(read_pack(folder, out), out), out)
    assert pack is not None, [one.message for one in out.errors]
    functions: list[ast.stmt] = []
    program = link(pack, out, verify=verify, functions=functions)
    assert program is not None, [one.message for one in out.errors]
    game = Game.new(Linked(program), seed=0, trace=True)
    note = next(i for i, event in enumerate(program.events) if event.id == "note")
    found = [one.record[-1] for one in game.trace or () if isinstance(one, Began) and one.record[0] == note]
    return found, "\n".join(map(ast.unparse, functions))


@pytest.mark.parametrize("verify", [False, True])
def test_the_utmost_member_ends_the_search(
    verify: bool, pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, code = noted(pack_folder, verify=verify)
    assert "if n == 2:" in code and "if n == 0:" in code and " == 2 else max(" in code and " == 0 else min(" in code
    monkeypatch.setattr(layout.Layout, "utmost", lambda self, way, t: None)
    slow, code = noted(pack_folder)
    assert "return n\n" not in code and " else max(" not in code
    assert quick == slow and set(quick) == {0, 1, 2, 3}


def test_an_end_that_is_none_is_told(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout.Layout, "utmost", lambda self, way, t: 1 if t.tag == "enum" else None)
    with pytest.raises(Stale):
        noted(pack_folder, verify=True)
