"""Workspaces over packs that need others: files by the names that their authors know, and every edit judged as a whole
check judges it.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS
from tests.stack.test_stacks import EDITS, MANIFEST, MORE, some_mod

from rulewright.codes import Severity
from rulewright.workspace.workspace import Workspace

GAME = BASE + MORE.replace("list of card", "list of sheet of card")
MOD = """
change creature wolf:
  raise: {max_hp: 5}
creature fox:
  extends: wolf
rule hardy:
  modify: strength.bonus is 1 when who is fox
"""
TEST = """
test a wolf has its lives:
  map: |
    w.
  legend: {w: wolf of 1 as Wolf}
  then: [Wolf.max_hp is 70]
"""


def written(root: Path, **packs: tuple[str, str]) -> Path:
    for name, (manifest, text) in packs.items():
        (root / name / "tests").mkdir(parents=True)
        (root / name / "pack.yaml").write_text(f"pack: {name}\n{manifest}")
        (root / name / "rules.yaml").write_text(text)
        (root / name / "tests" / "rules.yaml").write_text(TEST)
    return root


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path, base=(MANIFEST, GAME), mod=(NEEDS, MOD))


def test_own_files_have_their_own_names(folder: Path) -> None:
    workspace = Workspace(folder / "mod")
    assert workspace.text("rules.yaml") == MOD
    assert workspace.text("base:rules.yaml") == GAME
    workspace.write("rules.yaml", MOD + "rule bad:\n  modify: strength.bonus is wrong\n")
    (found,) = workspace.diagnostics("rules.yaml")
    assert (found.code, workspace.name_of(found.span)) == ("RW450", "rules.yaml")
    workspace.release("rules.yaml")
    assert workspace.diagnostics("rules.yaml") == ()


def test_files_of_other_packs_have_the_name_of_their_pack(folder: Path) -> None:
    workspace = Workspace(folder / "mod")
    workspace.write("base:rules.yaml", GAME.replace("max_hp: 65", "max_hp: -"))
    found = workspace.diagnostics("base:rules.yaml")
    assert found and {workspace.name_of(one.span) for one in found} == {"base:rules.yaml"}


def test_a_new_file_is_one_of_the_own_pack(folder: Path) -> None:
    (folder / "base" / "more.yaml").write_text("area hill: {}\n")
    workspace = Workspace(folder / "mod")
    assert workspace.text("more.yaml") == "area hill: {}\n"
    workspace.write("more.yaml", "area moor: {}\n")
    assert workspace.text("more.yaml") == "area moor: {}\n"
    assert [one.id for one in workspace.symbols("more.yaml")] == ["moor"]
    assert [one.id for one in workspace.symbols("base:more.yaml")] == ["hill"]


def test_names_are_found_in_all_packs(folder: Path) -> None:
    workspace = Workspace(folder / "mod")
    line = MOD.split("\n").index("  extends: wolf") + 1
    span = workspace.definition("rules.yaml", line, 13)
    assert span is not None
    assert (workspace.name_of(span), span.text) == ("base:rules.yaml", "wolf")
    assert {workspace.name_of(one) for one in workspace.references("rules.yaml", line, 13)} == {
        "rules.yaml", "base:rules.yaml", "tests/rules.yaml",
    }  # fmt: skip
    assert workspace.hover("rules.yaml", line, 13) == "creature wolf\nmax_hp: raised by 5 by mod, was 65"
    # The place of a definition may be asked about in turn.
    assert workspace.references(workspace.name_of(span), span.first.line, span.first.column) != ()


def test_who_has_changed_a_field_is_told_where_it_is_written_and_where_it_is_changed(folder: Path) -> None:
    mod = MOD.replace("max_hp: 5}", "max_hp: 5, lines.claw.bonus: 1}")
    mod = mod.replace("  extends: wolf", "  extends: wolf\n  cost: 3")
    workspace = Workspace(folder / "mod")
    workspace.write("rules.yaml", mod)

    def told(file: str, words: str, inside: str) -> list[str]:
        text = workspace.text(file)
        at = text.index(words) + words.index(inside)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        found = workspace.changes(file, line, column)
        assert {workspace.name_of(one.span) for one in found} <= {"rules.yaml"}
        hover = workspace.hover(file, line, column)
        assert not found or (hover is not None and hover.split("\n")[-len(found) :] == [one.words for one in found])
        return [f"{one.field} {one.pack} {one.verb} {one.given} {one.before}" for one in found]

    life, claw = "max_hp mod raise 5 65", "lines.claw.bonus mod raise 1 2"
    assert told("base:rules.yaml", "creature wolf:", "wolf") == [life, claw]
    assert told("base:rules.yaml", "max_hp: 65", "max_hp") == [life]
    assert told("base:rules.yaml", "claw: {bonus: 2", "bonus") == [claw]
    assert told("base:rules.yaml", "bite: {bonus: 4", "bonus") == []
    assert told("base:rules.yaml", "max_hp: 20", "max_hp") == []
    assert told("rules.yaml", "change creature wolf", "wolf") == [life, claw]
    assert told("rules.yaml", "max_hp: 5", "max_hp") == [life]
    assert told("rules.yaml", "lines.claw.bonus: 1", "claw") == [claw]
    assert told("rules.yaml", "creature fox", "fox") == [life, claw]
    assert told("rules.yaml", "cost: 3", "cost") == []


def test_who_has_changed_the_manifest_is_told(folder: Path) -> None:
    """Of a setting, too, which is no definition of its own."""
    workspace = Workspace(folder / "mod")
    manifest = workspace.text("base:pack.yaml")
    workspace.write("base:pack.yaml", manifest + "settings: {lives: number starts 3}\n")
    change = "change pack base:\n  set: {settings.lives: number starts 4}\n  add: {name: {en: Base}}\n"
    workspace.write("more.yaml", change)
    lives, name = ("settings.lives", "number starts 3"), ("name.en", "")
    for line, column, told in ((1, 13, [lives, name]), (2, 18, [lives]), (3, 9, [name])):
        found = workspace.changes("more.yaml", line, column)
        assert [(one.field, one.before) for one in found] == told, (line, column)
    hover = workspace.hover("more.yaml", 2, 18)
    assert hover is not None
    assert hover.split("\n")[-1] == "settings.lives: set to number starts 4 by mod, was number starts 3"


def edits(rng: random.Random) -> str:
    """What a mod says, at random: changes that fit or not, with a slip now and then."""
    text = some_mod(rng, rng.sample(sorted(EDITS), 4)) + rng.choice((MOD, "", MOD, "# nothing\n"))
    if rng.random() < 0.2:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("x", "", ":", "9", "\n")) + text[at + 1 :]
    return text


def told(workspace: Workspace) -> list[tuple[str, str, str, str | None, list[str]]]:
    return [(one.code, str(one.span), one.message, one.hint, [str(also) for also in one.related])
            for one in workspace.diagnostics()]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_every_edit_is_judged_as_a_whole_check_judges_it(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    folder = written(tmp_path, base=(MANIFEST, GAME), mod=(NEEDS, MOD), other=(NEEDS, "area far: {}\n"),
                     both=("needs: {mod: any, other: any}\n", "area near: {}\n"))  # fmt: skip
    workspace = Workspace(folder / "both")
    buffers: dict[str, str] = {}
    silent = 0
    for _ in range(25):
        file = rng.choice(("mod:rules.yaml", "mod:rules.yaml", "other:rules.yaml", "base:rules.yaml", "rules.yaml"))
        if rng.random() < 0.2:
            for name in buffers:
                workspace.release(name)
            buffers.clear()
        if buffers and rng.random() < 0.2:
            file = rng.choice(sorted(buffers))
            workspace.release(file)
            del buffers[file]
        else:
            text = edits(rng) if file != "base:rules.yaml" else GAME.replace(
                *rng.choice((("max_hp: 65", "max_hp: 66"), ("who.hp < who.max_hp", "yes"), ("ghost", "ghoul"),
                             ("cost: 10", "cost: 11"), ("extends: wolf", "extends: ghost"), ("total", "least"),
                             ("hop(who)", "rest(who)"), ("# ", "# more ")))) + "# a comment\n"  # fmt: skip
            buffers[file] = text
            workspace.write(file, text)
        fresh = Workspace(folder / "both")
        for name, text in buffers.items():
            fresh.write(name, text)
        assert told(workspace) == told(fresh), buffers
        assert [(one.signature, one.span) for one in workspace.symbols()] == [
            (one.signature, one.span) for one in fresh.symbols()
        ]
        silent += all(one.severity is not Severity.ERROR for one in workspace.diagnostics())
    assert silent


def test_what_is_said_of_the_order_counts(tmp_path: Path) -> None:
    """Which of two packs comes first is said in manifests alone: what was silent by it is told without it."""
    game = GAME.replace("cap: lowest", "cap: lowest, word: last")
    rule = "rule {}:\n  modify: strength.word is {}\n"
    halves = rule.format("less", 2), rule.format("more", 3)
    folder = written(tmp_path, base=(MANIFEST, game), mod=(NEEDS, halves[0]),
                     other=(NEEDS + "after: [mod]\n", halves[1]),
                     both=("needs: {mod: any, other: any}\n", "area near: {}\n"))  # fmt: skip
    workspace = Workspace(folder / "both")
    before = [one.code for one in workspace.diagnostics()]
    assert "RW251" not in before
    (folder / "other" / "pack.yaml").write_text(f"pack: other\n{NEEDS}")
    workspace.refresh()
    assert "RW251" in [one.code for one in workspace.diagnostics()]
