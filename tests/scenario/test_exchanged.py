"""Arguments in each other's place are told in content tests as they are in packs: their entities have names too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.scenario.checked import check_with_tests

Write = Callable[[Mapping[str, str | bytes] | str], Path]

GAME = """\
kind unit:
  placed: yes
  state: {hp: number starts 3}
unit pawn: {}
event hit(unit striker, unit struck): |
  set struck.hp = struck.hp - 1
permission beats(unit striker, unit struck): striker.hp > struck.hp
event begin(): {}
"""
GIVEN = "  at: {pawn of 1 as striker: A1, pawn of 2 as struck: A2}\n"
EXCHANGED = "RW487 struck: 'struck' is passed as 'striker' of"


def told(pack_folder: Write, test: str) -> list[str]:
    folder = pack_folder({"pack.yaml": "pack: sample\nboard: square\n", "game.yaml": GAME,
                          "tests/one.yaml": f"test of a blow:\n  map: |\n    .\n    .\n{GIVEN}{test}"})  # fmt: skip
    found = [one for one in check_with_tests(folder).diagnostics if one.span.source.name == "tests/one.yaml"]
    return [f"{one.code} {one.span.text}: {one.message}"[: len(EXCHANGED)] for one in found]


@pytest.mark.parametrize("test", [
    "  do: hit(struck, striker)\n  happened: [hit]\n",
    "  do: hit(striker, struck)\n  then: [\"beats(struck, striker)\"]\n",
    "  do: hit(striker, struck)\n  happened:\n    - hit where beats(struck, striker)\n",
])  # fmt: skip
def test_the_roles_of_a_call_are_turned_round(pack_folder: Write, test: str) -> None:
    assert told(pack_folder, test) == [EXCHANGED]


@pytest.mark.parametrize("test", [
    "  do: hit(striker, struck)\n  then: [\"beats(striker, struck)\"]\n",
    "  do: hit(striker = struck, struck = striker)\n  happened: [hit]\n",
])  # fmt: skip
def test_what_is_meant_is_not_told(pack_folder: Write, test: str) -> None:
    assert told(pack_folder, test) == []
