"""Loops of large packs: what happens in their rounds is worked out once for a group, and a group has an end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from rulewright.analyse import loops, rounds, written
from rulewright.analyse.edges import Chart
from rulewright.analyse.rounds import Changes
from rulewright.analyse.written import writes
from rulewright.deeds import Deed, Reads
from rulewright.pipeline import CheckResult

Checked = Callable[..., CheckResult]

PLAY = "event play: |\n  for each p in players:\n    e0(p)\n"


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """The calls of a function of a module from now on, one entry each."""
    calls: list[int] = []
    plain = getattr(module, name)

    def call(*args: Any) -> Any:
        calls.append(len(calls))
        return plain(*args)

    monkeypatch.setattr(module, name, call)
    return calls


def test_a_group_does_not_fall_apart_for_ever(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each status of this row is given by what only the end of the one before calls."""
    row = "".join(
        f"event e{i}(player p): |\n  give s{i} to p\n  hub(p)\n"
        f"status s{i}: {{of: player, lasts: end of next hub, ends: e{i + 1}(self)}}\n"
        for i in range(150)
    )
    apart = counted(monkeypatch, loops, "groups")
    found = checked(f"{row}event e150(player p): hub(p)\nevent hub(player p): finish\n{PLAY}")
    assert found.program is not None
    assert {"RW701", "RW702"}.isdisjoint(one.code for one in found.diagnostics)
    assert len(apart) < 110


def test_conditions_of_a_loop_ask_only_for_what_writes_them(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 60
    ring = "".join(
        f"event e{i}(player p): |\n  set p.x{i} = 1\n  e{(i + 1) % count}(p) if p.x{(i + 1) % count} > 3\n"
        for i in range(count)
    )
    fields = ", ".join(f"x{i}: number" for i in range(count))
    asked = counted(monkeypatch, rounds, "writes")
    found = checked(f"kind player: {{state: {{{fields}}}}}\n{ring}{PLAY}")
    assert [one.code for one in found.diagnostics if one.code.startswith("RW7")] == ["RW702"]
    assert len(asked) < 20 * count


def test_what_writes_is_found_by_what_is_written() -> None:
    place = ("game.yaml", 1, 1)
    deeds = [
        Deed(verb, place, "", target, name)  # type: ignore[arg-type]
        for verb, target, name in [
            *product(("set", "give", "end"), (-1, 0, 1), ("",)), *product(("put",), (-1,), ("at", "into")),
            *product(("remove", "create", "swap", "reset", "act", "call", "cancel"), (-1, 0), ("",)),
        ]
    ]  # fmt: skip
    changes = Changes(deeds)
    some = ((), (0,), (1, 2))
    flags = (False, True)
    for (columns, statuses), (board, zones, play) in product(product(some, some), product(flags, flags, flags)):
        reads = Reads(columns=columns, statuses=statuses, board=board, zones=zones, play=play)
        expected = [deed for deed in deeds if writes(deed, reads)]
        found = list(changes.writing(reads))
        assert sorted(map(id, found)) == sorted(map(id, expected))
        assert changes.write(reads) == bool(expected)


def test_a_check_is_asked_only_of_what_it_reads(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 60
    fields = ", ".join(f"x{i}: number" for i in range(count))
    checks = "".join(
        f"event end{i}(player p): set p.x{i} = 0\ncheck c{i}: {{for: p in players where p.x{i} > 0, do: end{i}(p)}}\n"
        for i in range(count)
    )
    asked = counted(monkeypatch, written, "writes")
    found = checked(f"kind player: {{state: {{{fields}}}}}\n{checks}event play: finish\n")
    assert found.program is not None
    edges = list(Chart(found.program).edges)
    assert sum(edge.kind == "fires" for edge in edges) == count
    assert len(asked) < 10 * count
