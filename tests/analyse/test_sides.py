"""Reactions of many lines are compared by what they are about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.analyse.test_rounds import counted

from rulewright.analyse import races
from rulewright.pipeline import CheckResult

Checked = Callable[..., CheckResult]

_COUNT = 60


@pytest.mark.parametrize("collides", [False, True])
def test_only_deeds_to_one_thing_are_compared(
    collides: bool, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = ", ".join(f"x{i}: number" for i in range(2 * _COUNT))
    sets = "".join(f"event s{i}(player p, number a): set p.x{i} = a\n" for i in range(2 * _COUNT))
    sides = [range(_COUNT), range(_COUNT - collides, 2 * _COUNT)]
    lines = ["".join(f"    s{i}(p, a + {i * number})\n" for i in side) for number, side in enumerate(sides)]
    rules = "".join(f"rule r{i}:\n  after: go where p.x0 > {i}\n  do: |\n{block}" for i, block in enumerate(lines))
    compared = counted(monkeypatch, races, "_collide")
    found = checked(
        f"kind player: {{state: {{{fields}}}}}\n{sets}event go(player p, number a): finish\n{rules}"
        "event play: |\n  for each p in players:\n    go(p, 1)\n"
    )
    told = [one.message for one in found.diagnostics if one.code == "RW705"]
    if collides:
        assert [one.endswith("both set 'x59'") for one in told] == [True]
    else:
        assert [one.endswith("changes what rule 'r1' reads") for one in told] == [True]  # x0, which the first sets
    assert len(compared) <= 2
