"""The verifying mode finds what was remembered too long, or not looked at again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.play.playing import compiled, files_of, play

from rulewright.compile import analysis, dependencies
from rulewright.play import pieces
from rulewright.play.load import Linked
from rulewright.play.state import State
from rulewright.play.verify import Stale

Write = Callable[[Mapping[str, str | bytes] | str], Path]

_ZONE: dict[str, Any] = {
    "text": """\
zone box: {holds: piece}
value boxed(player p) gives number: count(x in pieces where x.owner is p and x in box)
event look(player p): note(boxed(p))
event pack_up(piece who): put who into box
""",
    "do": "look(p)\npack_up(a)\nlook(p)\n",
}
_CHECK: dict[str, Any] = {
    "text": """\
check low:
  for: x in pieces where x.hp < 1
  do: fell(x)
event fell(piece who): note(1)
event drain(piece who): set who.hp = 0
event rest(piece who): set who.tag = 1
""",
    "do": "rest(a)\ndrain(a)\n",  # all checks are made at the first event
}


def linked(pack_folder: Write, case: Mapping[str, Any]) -> Linked:
    program, _ = compiled(pack_folder(files_of(case)), verify=True)
    assert program is not None
    return Linked(program)


@pytest.mark.parametrize("case", [_ZONE, _CHECK])
def test_nothing_is_found_in_an_engine_that_is_right(pack_folder: Write, case: Mapping[str, Any]) -> None:
    assert play(linked(pack_folder, case), case).failed == []


def test_an_answer_that_is_remembered_too_long(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "_is_zone", lambda e: False)
    with pytest.raises(Stale, match=r"value 'boxed'\(0,\): 0 was cached, 1 is computed"):
        play(linked(pack_folder, _ZONE), _ZONE)


def test_a_check_that_is_not_looked_at_again(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "find_watched", lambda pack, reader: analysis.Watching())
    with pytest.raises(Stale, match="check low: "):
        play(linked(pack_folder, _CHECK), _CHECK)


def test_an_index_that_does_not_agree(pack_folder: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def left_behind(m: State, e: int) -> None:
        m.at[e] = -1

    text = "zone box: {holds: piece}\nevent lift(piece who): put who into box\n"
    text += "event ask(player p): |\n  let sure = choose yes or no by p\n  note(1) if sure\n"
    case = {"text": text, "do": "lift(a)\nask(p)\n", "answers": ["yes"]}
    made = linked(pack_folder, case)
    monkeypatch.setattr(pieces, "_leave", left_behind)
    with pytest.raises(Stale, match="occupied places"):
        play(made, case)
