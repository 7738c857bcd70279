"""What a pack was written against: kept in a file, and told where it is another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS, Packs, messages, read

from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Stack
from rulewright.stack.find import stacked
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
        "RW247 'max_hp' of creature wolf was 65 when this was written, now it is 70 in 'base' 1.2.0",
    ]
    assert {one.span.text for one in out} == {"max_hp"}
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []


def test_the_manifest_is_locked_too(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "change pack base:\n  set: {name.en: More}\n"))
    manifest = folder / "base" / "pack.yaml"
    manifest.write_text('pack: "base"\nboard: square\nname: {en: Base}\n')
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    data = json.loads((folder / "mod" / "pack.lock").read_text("utf-8"))
    assert data["written"] == {"pack base.name.en": "Base"}
    assert messages(read(folder, "mod")[1]) == []
    manifest.write_text("pack: base\nboard: square\nname: {en: Basis}\n")
    assert messages(read(folder, "mod")[1]) == [
        "RW247 'name.en' of pack base was Base when this was written, now it is Basis in 'base'",
    ]


def test_the_versions_are_told_of_the_pack_that_the_value_is_from(packs: Packs) -> None:
    """Also where that is another mod, and where a pack has no version."""
    folder = packs(
        tougher=(NEEDS + "version: 0.1\n", "change creature wolf:\n  raise: {max_hp: 5}\n"),
        mod=("needs: {base: any, tougher: any}\n", MOD),
    )
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    (folder / "base" / "pack.yaml").write_text("pack: base\nversion: 1.3\nboard: square\n")
    text = (folder / "base" / "rules.yaml").read_text("utf-8")
    (folder / "base" / "rules.yaml").write_text(text.replace("claw: {bonus: 2", "claw: {bonus: 3"))
    (folder / "tougher" / "pack.yaml").write_text(f"pack: tougher\n{NEEDS}")
    (folder / "tougher" / "rules.yaml").write_text("change creature wolf:\n  raise: {max_hp: 6}\n")
    assert sorted(messages(read(folder, "mod")[1])) == [
        "RW247 'lines.claw.bonus' of creature wolf was 2 when this was written against 1.2.0, "
        "now it is 3 in 'base' 1.3.0",
        "RW247 'max_hp' of creature wolf was 70 when this was written against 0.1.0, now it is 71 in 'tougher'",
    ]


def test_a_damaged_lock_is_no_lock_and_told(packs: Packs) -> None:
    folder = locked(packs)
    for text in ("", "[1]", "{", '{"written": 3}'):
        (folder / "mod" / "pack.lock").write_text(text)
        assert messages(read(folder, "mod")[1]) == ["RW247 pack.lock of 'mod' cannot be read"]
    (folder / "mod" / "pack.lock").write_text('{"written": {"creature wolf.max_hp": 3}}')
    assert messages(read(folder, "mod")[1]) == []


def test_what_a_condition_no_longer_fits_is_told(packs: Packs) -> None:
    change = "change every creature where beast in traits:\n  raise: {cost: 1}\n"
    folder = packs(mod=(NEEDS, change))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []
    packs(BASE.replace("[undead, human]", "[beast]").replace("traits: [beast]\n  lines", "traits: []\n  lines"))
    assert messages(read(folder, "mod")[1]) == [
        "RW247 'cost' of creature dire_wolf was changed when this was written, and nothing changes it now (and 1 more)"]


def test_what_no_longer_extends_the_same_is_told_until_the_lock_is_written_again(packs: Packs) -> None:
    """A field that a definition had from a template stands in the lock, too."""
    folder = packs(mod=(NEEDS, "change creature wolf:\n  raise: {pace: 1 cell}\n"))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    apart = "  cost: 1\n  max_hp: 3\n  pace: 5 cells\n  traits: []\n  lines: {bite: {bonus: 4}}\n  level: 4\n"
    packs(BASE.replace("  extends: wolf\n  level: 4\n", apart))
    found = [one for one in read(folder, "mod")[1] if one.code == "RW247"]
    assert [one.message for one in found] == [
        "'pace' of creature dire_wolf was changed when this was written, and nothing changes it now"]
    assert found[0].hint is not None and "whether its `extends` is the same" in found[0].hint
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []


REMOVING = {
    "remove event rest: too easy\n": "removed",
    "replace event rest(creature who):\n  do: set who.hp = 1\n": "replaced",
}
UPDATES = {
    "a text": ("do: set who.hp = who.max_hp", "do: set who.hp = 9", "'do' of event rest, which is {} here, was "
               "set who.hp = who.max_hp when this was written, now it is set who.hp = 9 in 'base' 1.2.0"),
    "a head": ("event rest(creature who)", "event rest(creature who, number by)", "'head' of event rest, which is {} "
               "here, was event rest(creature who) when this was written, now it is event rest(creature who, number "
               "by) in 'base' 1.2.0"),
    "two fields, one of them new": (
        "{hurt: who.hp < who.max_hp}", "{hurt: who.hp < 2}\n  title: Rest", "'legal.hurt' of event rest, which is {} "
        "here, was who.hp < who.max_hp when this was written, now it is who.hp < 2 in 'base' 1.2.0 (and 1 more)"),
    "a field is gone": (
        "  legal: {hurt: who.hp < who.max_hp}\n", "", "'legal.hurt' of event rest, which is {} here, was who.hp < "
        "who.max_hp when this was written, now it is nothing in 'base' 1.2.0"),
    "a comment, and another definition": ("  legal: {", "  # one has to be hurt\n  legal: {", ""),
}  # fmt: skip


@pytest.mark.parametrize("removal", REMOVING)
@pytest.mark.parametrize("update", UPDATES)
def test_of_what_a_pack_takes_out_all_is_known(packs: Packs, removal: str, update: str) -> None:
    folder = packs(mod=(NEEDS, removal))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []
    before, after, words = UPDATES[update]
    assert before in BASE
    packs(BASE.replace(before, after).replace("cost: 10", "cost: 11"))
    _, out = read(folder, "mod")
    assert messages(out) == ([f"RW247 {words.format(REMOVING[removal])}"] if words else [])
    assert [one.span.text for one in out] == [removal.partition(":")[0]] * bool(words)
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    assert messages(read(folder, "mod")[1]) == []


def test_a_lock_from_before_knows_nothing_of_what_is_taken_out(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "remove event rest: too easy\n"))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    lock = folder / "mod" / "pack.lock"
    several: tuple[object, ...] = ({}, [], {"event rest": 3}, {"event rest": {"do": 3}})
    for gone in several:
        lock.write_text(json.dumps({**json.loads(lock.read_text("utf-8")), "removed": gone}))
        found = messages(read(folder, "mod")[1])
        assert len(found) == (gone == {"event rest": {"do": 3}})


def test_a_pack_that_takes_out_what_another_has_put_in_knows_that(packs: Packs) -> None:
    new = "replace event rest(creature who):\n  do: set who.hp = {}\n"
    folder = packs(tougher=(NEEDS, new.format(1)), mod=("needs: {base: any, tougher: any}\n", new.format(3)))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    (folder / "tougher" / "rules.yaml").write_text(new.format(2))
    assert messages(read(folder, "mod")[1]) == [
        "RW247 'do' of event rest, which is replaced here, was set who.hp = 1 when this was written, now it is "
        "set who.hp = 2 in 'tougher'"]  # fmt: skip


def test_a_long_text_is_told_to_be_another(packs: Packs) -> None:
    long = " + ".join(["who.max_hp"] * 30)
    base = BASE.replace("do: set who.hp = who.max_hp", f"do: set who.hp = {long}")
    folder = packs(base, mod=(NEEDS, "remove event rest: too easy\n"))
    assert cli.run(["mods", "lock", str(folder / "mod")]) == cli.CLEAN
    packs(BASE)
    assert messages(read(folder, "mod")[1]) == [
        "RW247 'do' of event rest, which is removed here, was a different value when this was written, now it is "
        "set who.hp = who.max_hp in 'base' 1.2.0"]  # fmt: skip


def tools(folder: Path) -> list[str]:
    place = stacked(folder / "apple", Diagnostics())
    assert isinstance(place, Stack)
    return [one.folder.name for one in place.members if one.id == "tool"]


@pytest.mark.parametrize("other", ["any", "from 1.1 or 9"])
def test_the_version_that_is_locked_comes_first_until_the_lock_is_made_anew(packs: Packs, other: str) -> None:
    """Also where the first choice does not suit everybody, so that others are tried."""
    folder = packs(apple=("needs: {base: any, tool: any, berry: any}\n", ""), berry=(f"needs: {{tool: {other}}}\n", ""))
    names = [f"tool-{version}" for version in ("1.1.0", "1.2.0")]
    for name in names:
        (folder / name).mkdir()
        (folder / name / "pack.yaml").write_text(f"pack: tool\nversion: {name[5:]}\n")
    assert cli.run(["mods", "lock", str(folder / "apple")]) == cli.CLEAN
    assert tools(folder) == ["tool-1.2.0"]
    (folder / "tool-1.3.0").mkdir()
    (folder / "tool-1.3.0" / "pack.yaml").write_text("pack: tool\nversion: 1.3.0\n")
    assert tools(folder) == ["tool-1.2.0"]
    assert cli.run(["mods", "lock", str(folder / "apple")]) == cli.CLEAN
    assert tools(folder) == ["tool-1.3.0"]


def test_a_locked_version_that_is_not_there_or_does_not_fit_is_none(packs: Packs) -> None:
    folder = packs(apple=("needs: {base: any, tool: from 1.2}\n", ""))
    for version in ("1.1.0", "1.2.0", "1.3.0"):
        (folder / f"tool-{version}").mkdir()
        (folder / f"tool-{version}" / "pack.yaml").write_text(f"pack: tool\nversion: {version}\n")
    for text in ('{"packs": {"tool": {"version": "1.1.0"}}}', '{"packs": {"tool": {"version": "7"}}}', '{"packs": [1]}',
                 '{"packs": {"tool": 3}}', '{"packs": {"tool": {"version": 1}}}'):  # fmt: skip
        (folder / "apple" / "pack.lock").write_text(text)
        assert tools(folder) == ["tool-1.3.0"]


def test_a_lock_is_no_link(packs: Packs) -> None:
    """A program that was kept could not tell that the file at its end has changed."""
    folder = locked(packs)
    (folder / "mod" / "pack.lock").rename(folder / "elsewhere")
    (folder / "mod" / "pack.lock").symlink_to(folder / "elsewhere")
    assert messages(read(folder, "mod")[1]) == ["RW247 pack.lock of 'mod' cannot be read"]
