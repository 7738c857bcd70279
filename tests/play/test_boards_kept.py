"""A server does not grow by the boards that its matches were played on."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.assets import content_dir
from rulewright.pipeline import load_program
from rulewright.play import ready
from rulewright.play.load import Linked


def test_only_the_boards_that_were_laid_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "_MOST_BOARDS", 3)
    program = load_program(content_dir() / "ddm")
    assert program is not None
    linked = Linked(program)
    keys: list[tuple[Any, ...]] = [("none",), *(("map", number) for number in range(len(program.maps)))]
    assert len(keys) > 3
    one = linked.board_of(keys[0])
    for key in keys[1:]:
        assert linked.board_of(keys[0]) is one  # used again and again, so it stays
        assert linked.board_of(key) is linked.board_of(key)
    assert len(linked._boards) == 3
    assert linked.board_of(keys[1]).areas == Linked(program).board_of(keys[1]).areas  # made anew
