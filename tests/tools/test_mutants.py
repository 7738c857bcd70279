"""The command that measures the checker: which mistakes it makes, and what it counts."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.pipeline import check_pack
from rulewright_tools import cli
from rulewright_tools.mutations import MAKERS, TYPOS, Mutation, mutations, outcomes, places, texts_of

from .conftest import Run


def test_mistakes_are_drawn_from_the_seed_and_stand_where_they_say(root: Path) -> None:
    folder = root / "content" / "skirmish"
    texts = texts_of(check_pack(folder))
    drawn = mutations(texts, 1, 5)
    assert drawn == mutations(texts, 1, 5) != mutations(texts, 2, 5)
    assert {one.kind for one in drawn} == set(MAKERS) - {"member swapped"}  # the pack has no enumeration
    for one in drawn:
        lines = (folder / one.file).read_text(encoding="utf-8").splitlines()
        assert lines[one.line - 1] == one.before != one.after


def test_what_people_read_is_left_alone(root: Path) -> None:
    lines = places(texts_of(check_pack(root / "content" / "skirmish")))
    assert not [one for one in lines if re.search(r"name:|\.{5}|^ *#", one.text)]
    assert {one.file for one in lines} > {"attack.yaml", "kinds.yaml"}
    assert any(one.definition == "strike" and "fresh: not attacker.attacked" in one.text for one in lines)


def test_a_line_of_a_mod_belongs_to_the_definition_that_it_changes() -> None:
    text = "change beast orc:\n  hp: 3\nremove beast elf:\nevent strike(beast who): |\n  let n = 2\n"
    found = [one.definition for one in places({"mod.yaml": text})]
    assert found == ["orc", "orc", "elf", "strike", "strike"]


def test_most_mistakes_are_found_and_placed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["mutants", str(root / "content" / "skirmish"), "--count", "12", "--format", "json"]
    assert cli.run(given) == cli.CLEAN
    told = json.loads(capsys.readouterr().out)["skirmish"]
    typos = [one for one in told if one["mutation"]["kind"] in TYPOS]
    assert len(typos) == 36
    assert sum(one["caught"] for one in typos) >= 0.9 * len(typos)
    assert sum(one["placed"] for one in typos) >= 0.9 * sum(one["caught"] for one in typos)
    assert all(bool(one["said"]) == one["caught"] for one in told)


SMALL = {
    "pack.yaml": b"pack: small\nstart: play\n",
    "a.yaml": b"\xef\xbb\xbfkind player: {state: {gold: number}}\r\nevent play: |\r\n"
              b"  for each p in players:\r\n    earn(p)\r\nevent earn(player p): |\r\n  set p.gold = 2\r\n",
}  # fmt: skip


def pack_at(folder: Path, files: dict[str, bytes] = SMALL) -> Path:
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("bad", ["latin", "pipe", "error", "nothing"])
def test_a_pack_with_errors_is_told_and_gets_no_mistakes(bad: str, tmp_path: Path, run: Run) -> None:
    folder = pack_at(tmp_path / "p")
    if bad == "latin":
        (folder / "b.yaml").write_bytes(b"# caf\xe9\nevent more: {}\n")
    elif bad == "pipe":
        os.mkfifo(folder / "b.yaml")
    elif bad == "error":
        (folder / "b.yaml").write_text("event more: lost(3)\n")
    else:
        (folder / "pack.yaml").write_text("")
    ran = run("mutants", folder, "--count", "1")
    assert ran.code == 1
    assert ran.err.endswith("1 error; fix the pack first\n")
    assert ran.out == ""


def test_mistakes_stand_in_their_lines_whatever_the_file_begins_and_ends_them_with(tmp_path: Path) -> None:
    folder, scratch = pack_at(tmp_path / "p"), tmp_path / "scratch"
    (folder / "folder.yaml").mkdir()
    (folder / "outside.txt").symlink_to("/dev/zero")
    texts = texts_of(check_pack(folder))
    wanted = [Mutation("", "a.yaml", 1, texts["a.yaml"].splitlines()[0], "kind player: {state: {gild: number}}", "")]
    scratch.mkdir()
    (found,) = outcomes(folder, texts, wanted, scratch)
    assert found.said == "RW504 a player has no 'gold'" and found.placed
    assert (scratch / "pack" / "a.yaml").read_bytes() == SMALL["a.yaml"]


def test_mistakes_are_made_in_the_files_of_a_mod_alone(tmp_path: Path, run: Run) -> None:
    """They are found upon the packs that it needs, wherever these are; there was no such file in the copy."""
    pack_at(tmp_path / "small")
    mod = tmp_path / "mod"
    mod.mkdir()
    (mod / "pack.yaml").write_text("pack: mod\nneeds: {small: any}\n")
    (mod / "more.yaml").write_text("value twice(player who) gives number: who.gold * 2\n")
    ran = run("mutants", mod, "--count", "4", "--format", "json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)["mod"]
    assert {one["mutation"]["file"] for one in found} == {"more.yaml", "pack.yaml"}
    assert any("RW236" in one["said"] and one["mutation"]["file"] == "pack.yaml" for one in found)
    assert any(one["placed"] and one["mutation"]["file"] == "more.yaml" for one in found)


def test_packs_of_one_name_and_the_folder_above(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pack_at(tmp_path / "a" / "p"), pack_at(tmp_path / "b" / "p")
    told = json.loads(run("mutants", first, second, "--count", "1", "--format", "json").out)
    assert [*told] == ["p", str(second)]
    (first / "inside").mkdir()
    monkeypatch.chdir(first / "inside")
    assert json.loads(run("mutants", "..", "--count", "1", "--format", "json").out) == {"p": told["p"]}
    assert sorted(one.name for one in first.iterdir()) == ["a.yaml", "inside", "pack.yaml"]


def test_more_mistakes_than_there_are_come_to_an_end(tmp_path: Path) -> None:
    texts = texts_of(check_pack(pack_at(tmp_path / "p")))
    kinds = Counter(one.kind for one in mutations(texts, 0, 10**9))
    assert kinds["line deleted"] == 7 and 100 < kinds["letter changed"] < 10_000
