"""Manifests that are not saved: which packs there are follows what an editor holds, and nothing that was written of a
pack is lost when it goes and comes back.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.stack.conftest import BASE, NEEDS
from tests.stack.test_stacks import MANIFEST
from tests.workspace.test_stacks import MOD, told, written

from rulewright.codes import Severity
from rulewright.workspace.workspace import Workspace


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path, base=(MANIFEST, BASE), mod=("", MOD), tide=(NEEDS, "area tide: {}\n"),
                   both=("needs: {base: any, mod: any}\n", "creature cub: {extends: fox}\n"))  # fmt: skip


def errors(workspace: Workspace) -> list[tuple[str, str]]:
    return [(one.code, workspace.name_of(one.span)) for one in workspace.diagnostics()
            if one.severity is Severity.ERROR]  # fmt: skip


def test_a_pack_is_needed_before_that_is_saved(folder: Path) -> None:
    workspace = Workspace(folder / "mod")
    assert {name for _, name in errors(workspace)} == {"rules.yaml"}
    workspace.write("more.yaml", "creature cub: {extends: fox}\n")
    workspace.write("pack.yaml", f"pack: mod\n{NEEDS}")
    assert errors(workspace) == []
    assert workspace.text("more.yaml") == "creature cub: {extends: fox}\n"
    assert [one.id for one in workspace.symbols("more.yaml")] == ["cub"]
    span = workspace.definition("rules.yaml", MOD.split("\n").index("  extends: wolf") + 1, 13)
    assert span is not None
    assert workspace.name_of(span) == "base:rules.yaml"
    workspace.release("pack.yaml")
    assert {name for _, name in errors(workspace)} == {"rules.yaml"}


def test_a_pack_that_is_not_needed_any_more_keeps_what_was_written(folder: Path) -> None:
    workspace = Workspace(folder / "tide")
    (folder / "tide" / "tests" / "rules.yaml").unlink()
    workspace.write("base:rules.yaml", BASE.replace("number", "nmber"))
    assert {name for _, name in errors(workspace)} == {"base:rules.yaml"}
    workspace.write("pack.yaml", "pack: tide\nboard: square\n")
    assert errors(workspace) == []
    assert workspace.text("base:rules.yaml") == BASE.replace("number", "nmber")
    workspace.write("base:rules.yaml", BASE)
    workspace.write("pack.yaml", f"pack: tide\n{NEEDS}")
    assert errors(workspace) == []
    assert workspace.text("base:rules.yaml") == BASE
    workspace.write("base:rules.yaml", BASE + "event wrong: nothing_such()\n")
    assert errors(workspace) == [("RW451", "base:rules.yaml")]


def test_a_pack_that_is_nowhere_is_told_in_the_manifest(folder: Path) -> None:
    workspace = Workspace(folder / "tide")
    for needs, hint in (("bsae", "did you mean 'base'?"), ("nowhere", None)):
        workspace.write("pack.yaml", f"pack: tide\nneeds: {{{needs}: any}}\n")
        (found,) = workspace.diagnostics("pack.yaml")
        assert (found.code, found.span.text, workspace.name_of(found.span)) == ("RW236", needs, "pack.yaml")
        assert hint is None or found.hint == hint
        assert workspace.text("rules.yaml") == "area tide: {}\n"


def test_a_needed_pack_may_need_another_before_that_is_saved(folder: Path) -> None:
    workspace = Workspace(folder / "both")
    assert ("RW242", "mod:rules.yaml") in errors(workspace)
    workspace.write("mod:pack.yaml", f"pack: mod\n{NEEDS}")
    assert errors(workspace) == []
    workspace.write("mod:pack.yaml", "pack: mod\nneeds: {base: from 9}\n")
    (found,) = workspace.diagnostics()
    assert (found.code, workspace.name_of(found.span)) == ("RW231", "pack.yaml")
    assert [workspace.name_of(one.span) for one in found.related] == ["mod:pack.yaml"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_is_judged_as_what_is_saved(folder: Path, seed: int) -> None:
    rng = random.Random(seed)
    workspace = Workspace(folder / "both")
    packs, codes = set(), set()
    for _ in range(15):
        file = rng.choice(("pack.yaml", "mod:pack.yaml", "tide:pack.yaml", "mod:rules.yaml"))
        pack, _, inside = file.rpartition(":")
        needs = rng.sample(("base: any", "mod: any", "tide: any", "base: 1.2", "none: any"), rng.randint(0, 2))
        text = f"pack: {pack or 'both'}\nneeds: {{{', '.join(needs)}}}\n" if inside == "pack.yaml" else rng.choice(
            (MOD, "", MOD.replace("raise", "lower"), "change area tide: {set: {name.en: Sea}}\n"))  # fmt: skip
        if pack and pack not in workspace._folders:
            continue  # it was never there
        workspace.write(file, text)
        (folder / (pack or "both") / inside).write_text(text)
        fresh = Workspace(folder / "both")
        assert told(workspace) == told(fresh)
        assert [workspace.name_of(one.span) for one in workspace.diagnostics()] == [
            fresh.name_of(one.span) for one in fresh.diagnostics()
        ]
        packs.add(len(fresh._folders))
        codes |= {one.code for one in fresh.diagnostics()}
    assert len(packs) > 1
    assert codes
