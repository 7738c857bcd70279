"""What a test gives before it begins: no rule answers it, and what it sets off comes with the first event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulewright.scenario.suite import load_suite

Write = Callable[[Mapping[str, str | bytes] | str], Path]

MANIFEST = "pack: given\nstart: game\nboard: square\nwindow: in_turn\n"
GAME = """
kind piece:
  placed: yes
  state: {hp: number starts 3}
piece rat: {}
window in_turn:
  ask: players
  answers: each
event game: {}
event hurt(piece who): set who.hp = who.hp - 1
event heal(piece who): set who.hp = 3
event destroy(piece victim): remove victim
check dead:
  for: c in pieces where c.hp <= 0
  do: destroy(c)
rule stand:
  for: self in pieces
  instead: destroy where victim is self
  may: heal(self)
value room() gives number: count(c in everywhere)
"""
TESTS = """
test a check that may ask waits for the first event:
  map: |
    a.b
  legend: {a: rat of 1 as Ann, b: rat of 2 as Bob}
  with: {Ann: {hp: 1}, Bob: {hp: 0}}
  do: hurt(Ann)
  answers:
    - {player: 1, choose: stand, offered: [pass]}
    - {player: 2, choose: pass}
  then: [Ann.hp is 3, Bob is removed]
  happened: [hurt, heal]
test nothing is set off where nothing happens:
  map: |
    a
  legend: {a: rat of 1 as Ann}
  with: {Ann: {hp: 0}}
  then: [Ann is in_play, Ann.hp is 0]
test without a board there are no places:
  with: {match: {}}
  then: [room() is 0, is_empty(everywhere)]
"""


def test_overrides_of_what_a_check_reads(pack_folder: Write) -> None:
    folder = pack_folder({"pack.yaml": MANIFEST, "game.yaml": GAME, "tests/given.yaml": TESTS})
    suite = load_suite(folder)
    assert suite.linked is not None, [one.message for one in suite.diagnostics]
    found = list(suite.run())
    assert len(found) == 3
    assert [(one.case.name, one.case.found, one.differences) for one in found if not one.passed] == []
