"""Formations in a program: questions and views as plain data, and answers that give things places by their ids."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.play.test_formations import BOARDS, text

import rulewright

Write = Callable[[Mapping[str, str | bytes] | str], Path]
PLACES = {
    "square": ("A1", "C1", "D2", "E1"),
    "hex": ("A1", "C1", "E1", "F2"),
    "plane": ("1x1", "2.5x1", "4x1.5@90", "5x2"),
}


@pytest.mark.parametrize("board", BOARDS)
def test_things_are_placed_by_their_ids(pack_folder: Write, board: str) -> None:
    match = rulewright.Match.new(rulewright.load(pack_folder(text(board))), seed=1)
    question = match.question()
    assert question is not None and question.open
    told = question.options[1].values["f"]
    assert isinstance(told, list) and json.loads(json.dumps(told)) == told
    names = [str(pair[0]) for pair in told if isinstance(pair, list)]
    assert set(names) <= set(question.options[1].entities) and len(names) == 4
    assert {str(pair[1]) for pair in told if isinstance(pair, list)} <= set(question.options[1].places)
    with pytest.raises(rulewright.RulewrightError, match="the question asks for no place of 'nobody'"):
        match.answer_at({"nobody": PLACES[board][0]})
    with pytest.raises(rulewright.RulewrightError, match="'there' is not a place"):
        match.answer_at({names[0]: "there"})
    with pytest.raises(rulewright.RulewrightError, match="a place must be a string, not 5"):
        match.answer_at({names[0]: 5})  # type: ignore[dict-item]
    with pytest.raises(rulewright.RulewrightError, match=f"expected a formation: .* ids {', '.join(names)}"):
        match.answer_at(PLACES[board][0])
    match.answer_at(dict(zip(names, PLACES[board], strict=True)))
    assert [match.game.state.board.show(match.game.state.at[e]) for e in range(2, 6)] == [*PLACES[board]]
    json.dumps(dataclasses.asdict(match.view(0)))
    second = match.question()
    assert second is not None
    first = second.options[2].values["f"]
    assert isinstance(first, list) and isinstance(first[0], list)
    match.answer_at({}, 2)  # who names nothing means the option
    assert match.answers[-1] < 0 and match.log(0)
    again = rulewright.Match.load(match.pack, json.loads(json.dumps(match.save())))
    assert again.answers == match.answers
