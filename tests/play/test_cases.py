"""Sentence by sentence of docs/language.md sections 4 to 7: what a small pack does, told as a story.

A case: `says` (the sentence), `text` (definitions beside base.yaml), `do` (what is played), `answers`, `dice`, and what
is expected: `story` line by line, `then` (conditions that hold at the end), or `errors` (code and message).
In a story a call stands as it begins, an outcome only if it is not `done`, `p? ..` is a question with its answers,
`+x a` and `-x a` a status given and ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.play.playing import compiled, files_of, play, saved_and_loaded

from rulewright.play.load import Linked

HERE = Path(__file__).parent

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def cases() -> Iterator[Any]:
    for file in sorted((HERE / "cases").glob("*.yaml")):
        for case in YAML(typ="safe").load(file.read_text(encoding="utf-8")):
            yield pytest.param(case, id=f"{file.stem}: {case['says']}")


@pytest.mark.parametrize("case", list(cases()))
def test_case(case: Mapping[str, Any], pack_folder: Write) -> None:
    folder = pack_folder(files_of(case))
    program, out = compiled(folder)
    errors = [f"{found.code} {found.message}" for found in out.errors]
    assert errors == case.get("errors", [])
    if program is None:
        return
    linked = Linked(program)
    played = play(linked, case)
    assert played.story == case.get("story", played.story)
    assert played.failed == []
    assert played.left == 0, "dictated dice are left over"
    assert "story" in case or "then" in case
    # The same without a trace, and saved and loaded at every decision: equal matches all the way.
    untold = play(linked, case, trace=False)
    assert (untold.prints == played.prints) or played.ran_away
    again = play(linked, case, between=saved_and_loaded)
    assert (again.story, again.failed, again.prints) == (played.story, played.failed, played.prints)
    # The same with all events in frames, as if each could ask.
    framed, _ = compiled(folder, frames=True)
    assert framed is not None
    slow = play(Linked(framed), case)
    assert (slow.story, slow.failed) == (played.story, played.failed)
    # The same with everything that is remembered computed again.
    verified, _ = compiled(folder, verify=True)
    assert verified is not None
    checked = play(Linked(verified), case)
    assert (checked.story, checked.failed, checked.prints) == (played.story, played.failed, played.prints)
    slow_again = play(Linked(framed), case, between=saved_and_loaded)
    assert (slow_again.story, slow_again.prints) == (slow.story, slow.prints)
