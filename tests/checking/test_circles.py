"""Values that depend on each other are found in packs of any size, without a search from each value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from rulewright.check import cycles
from rulewright.components import shortest
from rulewright.pipeline import check_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]

_ROW = "".join(f"value v{i}() gives number: v{i + 1}() + v{i + 2}()\n" for i in range(80))
_ENDS = "value v80() gives number: 1\nvalue v81() gives number: 1\n"
_TURNS = "value v80() gives number: v81()\nvalue v81() gives number: v80() + after()\n"
_AFTER = "value after() gives number: far()\nvalue far() gives number: 1\n"


@pytest.mark.parametrize(("text", "circles"), [(_ROW + _ENDS, []), (_ROW + _TURNS + _AFTER, ["v80"])])
def test_only_what_is_on_a_circle_is_searched(
    text: str, circles: list[str], pack_folder: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[str] = []

    def counted(
        out: Mapping[cycles.Question, Sequence[cycles.Question]],
        starts: Sequence[cycles.Question],
        goal: cycles.Question,
    ) -> list[cycles.Question] | None:
        searched.append(goal.id)
        return shortest(out, starts, goal)

    monkeypatch.setattr(cycles, "shortest", counted)
    found = check_pack(pack_folder({"pack.yaml": "pack: sample\nlanguage: 2\n", "all.yaml": text}))
    told = [one.message for one in found.diagnostics if one.code == "RW601"]
    assert sorted(searched) == sorted(circles)
    assert len(told) == len(circles)
