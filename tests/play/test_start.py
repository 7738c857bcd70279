"""The event that is the match is told and closed like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulewright.pipeline import check_pack
from rulewright.play.entries import Answered, Began, Finished
from rulewright.session import Game, link_program

GAME = """
event game: |
  let p = first(players)
  finish if p is none
  let sure = choose yes or no by p
  told(sure)
event told(yes_no sure): {}
"""


def test_a_start_that_nobody_hears_begins_and_finishes_once(pack_folder: Callable[..., Path]) -> None:
    folder = pack_folder({"pack.yaml": "pack: sample\nstart: game\n", "game.yaml": GAME})
    program = check_pack(folder).program
    assert program is not None
    game = Game.new(link_program(program))
    game.answer(0)
    assert game.over and game.state.depth == 0
    assert [(type(entry), entry.depth) for entry in game.trace] == [
        (Began, 1), (Answered, 1), (Began, 2), (Finished, 2), (Finished, 1)
    ]  # fmt: skip
