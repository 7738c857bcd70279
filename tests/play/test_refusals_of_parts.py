"""What is told of a refused answer where a condition of the question has several parts: all of those that fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.on_planes import linked_of

from rulewright.play import opened, why
from rulewright.session import Game, told_refusal
from rulewright.space.plane.poses import pose

Write = Callable[[Mapping[str, str | bytes] | str], Path]
GAME = """area pool: {}
map fen: {table: 36x24, areas: {pool: rectangle 14x10 to 22x14}}
kind model: {placed: yes, plural: models, base: round 0.5}
model scout: {}
event game: |
  lay(fen)
  for each p in players:
    let m = create scout for p
    let far = create scout for p
    let s = choose one q in anchors(m) by p
    put m at s
    ASKED
event go(model m, spot q): put m at q
"""
WHERE = "q within 4 inches of s and q not in pool"
NARROWING = "far.place is not none and q within 4 inches of far.place and q not in pool"


def _game(pack_folder: Write, asked: str) -> Game:
    manifest = "pack: p\nplayers: 1\nstart: game\nboard: plane\n"
    asked = asked.replace("\n", "\n    ")
    linked = linked_of(pack_folder({"pack.yaml": manifest, "game.yaml": GAME.replace("ASKED", asked)}))
    game = Game.new(linked, seed=0)
    game.answer(opened.number_of(0, pose(3000, 11000)))
    return game


@pytest.mark.parametrize("asked", [
    f"let q = choose one q in everywhere where {WHERE} by p\nput m at q",
    f"offer p:\n  go(m, q) for q in everywhere where {WHERE}",
])  # fmt: skip
def test_all_parts_that_fail_are_told(pack_folder: Write, asked: str) -> None:
    m = _game(pack_folder, asked).state
    assert told_refusal(m, 0, pose(16000, 11000), None).startswith(
        "16x11 is no answer: q within 4 inches of s (distance 13 inches, at most 4 needed); "
        "q not in pool (inside 1.001 inches, at most 0 needed); ")
    assert told_refusal(m, 0, pose(9000, 11000), None).startswith(
        "9x11 is no answer: q within 4 inches of s (distance 6 inches, at most 4 needed); ")


def test_a_part_is_not_asked_where_it_makes_no_sense(pack_folder: Write) -> None:
    """It reads what a part before it has tested to be there; those that do not are told beside that."""
    asked = f"let q = choose one or none q in everywhere where {NARROWING} by p always"
    m = _game(pack_folder, asked).state
    assert [one.text for one in why.absence(m, pose(16000, 11000))] == ["far.place is not none", "q not in pool"]
