"""What a pack was written against: kept in a file, and told where it is another."""

from __future__ import annotations

import json
from pathlib import Path

from tests.stack.conftest import BASE, NEEDS, Packs, messages, read

from rulewright_tools import cli

MOD = "change creature wolf:\n  raise: {max_hp: 5}\n  add: {traits: human}\nchange every line:\n  raise: {bonus: 1}\n"


def locked(packs: Packs) -> Path:
    folder = packs(mod=(NEEDS, MOD))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    return folder


def test_the_lock_has_versions_and_old_values(packs: Packs) -> None:
    data = json.loads((locked(packs) / "mod" / "pack.lock").read_text("utf-8"))
    assert list(data["packs"]) == ["base"]
    assert data["packs"]["base"]["version"] == "1.2.0"
    assert data["written"]["creature wolf.max_hp"] == "65"
    assert data["written"]["creature wolf.traits"] == "beast"
    assert data["written"]["creature wolf.lines.claw.bonus"] == "2"


def test_just_what_is_another_is_told_at_the_change(packs: Packs) -> None:
    folder = locked(packs)
    assert messages(read(folder, "mod")[1]) == []
    packs(BASE.replace("max_hp: 65", "max_hp: 70").replace("cost: 10", "cost: 11"))
    _, out = read(folder, "mod")
    assert messages(out) == [
        "RW247 'max_hp' of creature wolf was 65 when this was written, now it is 70",
    ]
    assert {one.span.text for one in out} == {"max_hp"}
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []


def test_a_damaged_lock_is_no_lock(packs: Packs) -> None:
    folder = locked(packs)
    for text in ("", "[1]", "{", '{"written": 3}', '{"written": {"creature wolf.max_hp": 3}}'):
        (folder / "mod" / "pack.lock").write_text(text)
        assert messages(read(folder, "mod")[1]) == []
