"""Clocks on `this E` when no E is running: nothing inside a match, the next E outside one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright.play import setup
from rulewright.play.chance import Chance
from rulewright.play.entries import Finished
from rulewright.play.load import Linked
from rulewright.play.state import State

GAME = """\
status weary: {of: player, lasts: end of this bout}
event game: |
  for each p in players:
    tire(p)
  look(1)
  bout()
  look(3)
event bout: |
  for each p in players:
    tire(p)
  look(2)
event tire(player who): |
  give weary to who
event look(number time) gives number tired: |
  set tired = count(p in players where p is weary)
"""

Write = Callable[[Mapping[str, str | bytes] | str], Path]


@pytest.fixture
def match(pack_folder: Write) -> State:
    """A match in which nothing has happened."""
    program = check_pack(pack_folder({"pack.yaml": "pack: sample\nstart: game\n", "game.yaml": GAME})).program
    assert program is not None
    m = setup.empty(Linked(program), 2, Chance(1), ())
    m.trace = []
    return m


def looks(m: State) -> list[int]:
    """How many were weary at each look."""
    ids = [event.id for event in m.p.program.events]
    over = [entry.record for entry in m.trace or () if isinstance(entry, Finished)]
    return [record[5] for record in over if ids[record[0]] == "look"]


def start(m: State, event: str, *args: int) -> None:
    setup.start(m, next(i for i, one in enumerate(m.p.program.events) if one.id == event), args)


def test_in_a_match_the_end_of_what_does_not_run_has_come(match: State) -> None:
    start(match, "game")
    assert looks(match) == [0, 2, 0]


def test_outside_a_match_it_is_that_of_the_next_one(match: State) -> None:
    start(match, "tire", 0)
    start(match, "look", 1)
    start(match, "bout")
    start(match, "look", 3)
    assert looks(match) == [1, 2, 0]
