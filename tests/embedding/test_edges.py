"""What stands on edges, as a server or a bot is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

GAME = """
kind wall: {placed: edge, owned: no, state: {was: edge or none}}
wall plank: {}
map yard:
  rows: |
    ..
event build(edge e):
  do: |
    let w = create plank at e
    set w.was = e
event game: |
  lay(yard)
  for each p in players:
    offer p:
      build(e) for e in edges(everywhere)
"""


def test_an_edge_is_called_by_its_places(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: sample\nstart: game\nboard: square\nplayers: 2\n", encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    match = rulewright.Match.new(rulewright.load(tmp_path), seed=1)
    for wanted in ("A1|B1", "A1|west"):
        question = match.question()
        assert question is not None
        assert match.why_not("build", {"e": wanted}) == ()
        for wrong in ("A1", "A1|C1"):
            with pytest.raises(rulewright.RulewrightError, match="is not a value for 'e'"):
                match.why_not("build", {"e": wrong})
        match.answer(next(one for one in question.options if one.values == {"e": wanted}))
    walls = match.view(0).entities.values()
    assert [(one.place, one.fields["was"]) for one in walls] == [("A1|B1", "A1|B1"), ("A1|west", "A1|west")]
    assert [one.values["at"] for one in match.log(1) if one.kind == "put"] == ["A1|B1", "A1|west"]
    assert rulewright.Match.load(match.pack, match.save()).view(1) == match.view(1)
