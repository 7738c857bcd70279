"""What authors of mods do wrong first, and that tools take files with changes like any other."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator
from tests.stack.conftest import NEEDS, Packs, messages, read

from rulewright.pack.editor_schema import editor_schemas
from rulewright_tools import cli

SET = "change creature wolf:\n  set: {max_hp: 80}\n"


@pytest.mark.parametrize(("manifest", "text", "said", "hint"), [
    ("", SET, "RW204 unknown form or kind 'change'",
     "to change another pack, add it to pack.yaml: `needs: {ID: VERSION}`"),
    ("", "remove creature wolf: {}\n", "RW204 unknown form or kind 'remove'",
     "to change another pack, add it to pack.yaml: `needs: {ID: VERSION}`"),
    (NEEDS, SET.replace("change", "changes"), "RW204 unknown form or kind 'changes'", "did you mean 'change'?"),
    (NEEDS, "change creature wolf:\n  max_hp: 80\n", "RW249 a change has no verb 'max_hp'",
     "write `set: {max_hp: 80}`: a change contains verbs"),
    (NEEDS, "change creature wolf:\n  lines: {bite: {bonus: 3}}\n", "RW249 a change has no verb 'lines'",
     "write `set: {lines: ..}`: a change contains verbs"),
    (NEEDS, "change creature wolf:\n  sett: {max_hp: 80}\n", "RW249 a change has no verb 'sett'",
     "did you mean 'set'?"),
])  # fmt: skip
def test_the_line_to_write_is_told(packs: Packs, manifest: str, text: str, said: str, hint: str) -> None:
    _, out = read(packs(mod=(manifest, text)), "mod")
    assert [(f"{one.code} {one.message}", one.hint) for one in out] == [(said, hint)]


def test_a_file_with_a_mistake_in_its_yaml_is_told_once(packs: Packs) -> None:
    text = "change creature ghost:\n  set: {max_hp: [}\nchange value strength:\n  remove: [steps.cap]\n"
    _, out = read(packs(mod=(NEEDS, text)), "mod")
    assert [one.code for one in out] == ["RW104"]


@pytest.mark.parametrize(("more", "said"), [
    ("order: [apple, berry]\n", []), ("order: [berry, apple]\n", []),
    ("order: [base, apple]\n", ["RW254 'apple' comes after 'base' anyway"]),
    ("order: [apple, cherry]\n", ["RW254 'cherry' is not in this stack, so its position has no effect"]),
    ("prefers: {creature wolf.max_hp: apple}\n", []),
    ("prefers: {creature wolf.max_hpp: apple}\n",
     ["RW254 this preference has no effect: no other pack changes 'creature wolf.max_hpp'"]),
    ("prefers: {creature wolf.max_hp: cherry}\n",
     ["RW254 'cherry' is not in this stack, so preferring it has no effect"]),
    ("prefers: {pack base.players: apple}\n", []), ("prefers: {pack base.board: apple}\n",
     ["RW254 this preference has no effect: no other pack changes 'pack base.board'"]),
])  # fmt: skip
def test_what_is_said_in_vain_of_the_order_of_packs(packs: Packs, more: str, said: list[str]) -> None:
    both = "change pack base:\n  set: {{players: {}}}\n"
    folder = packs(apple=(NEEDS, SET + both.format(3)), berry=(NEEDS, SET.replace("80", "70") + both.format(4)),
                   peace=("needs: {base: any, apple: any, berry: any}\n" + more, ""))  # fmt: skip
    assert [one for one in messages(read(folder, "peace")[1]) if not one.startswith("RW251")] == said


def test_files_with_changes_are_formatted(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    text = ("change event rest:  # as before\n  set: {legal.hurt: who.hp<who.max_hp}\n"
            "rule calm:\n  modify: strength.bonus   is 3\nremove creature ghost: there   are none\n")  # fmt: skip
    folder = packs(mod=(NEEDS, text))
    before = (folder / "base" / "rules.yaml").read_text()
    for target in (folder / "mod", folder / "mod" / "rules.yaml"):
        (folder / "mod" / "rules.yaml").write_text(text)
        assert cli.run(["fmt", str(target)]) == cli.CLEAN
        assert (folder / "mod" / "rules.yaml").read_text() == text.replace("hp<who", "hp < who").replace("   is", " is")
        assert cli.run(["fmt", "--check", str(target)]) == cli.CLEAN
    assert (folder / "base" / "rules.yaml").read_text() == before
    (folder / "mod" / "rules.yaml").write_text("change creature wolf:\n  sets: {max_hp: 3}\n")
    assert cli.run(["fmt", str(folder / "mod")]) == cli.CONTENT
    assert "RW249" in capsys.readouterr().err


@pytest.mark.parametrize(("file", "is_right"), [
    ({"change creature wolf": {"set": {"max_hp": 80}, "remove": ["lines.bite"]}}, True),
    ({"change every creature where level < 3": {"raise": {"max_hp": 5}}}, True),
    ({"change creature wolf": {"sets": {"max_hp": 80}}}, False), ({"change creature wolf": {"set": 3}}, False),
    ({"remove creature wolf": "there are none"}, True), ({"remove creature wolf": {}}, True),
    ({"remove creature wolf": {"max_hp": 3}}, False), ({"replace event rest(creature who)": {"do": "finish"}}, True),
    ({"replace event rest(creature who)": {"does": "finish"}}, False),
])  # fmt: skip
def test_editors_know_changes(file: dict[str, object], is_right: bool) -> None:
    schema = editor_schemas()["definitions"]
    assert Draft202012Validator(schema).is_valid(file) is is_right


def test_a_change_without_needs_is_no_type(packs: Packs) -> None:
    from rulewright.pipeline import check_pack

    found = check_pack(packs(mod=("", SET + "event pat(creature who): {}\n")) / "mod").diagnostics
    assert [one.hint for one in found if one.code == "RW405"] == [None]
