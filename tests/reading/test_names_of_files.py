"""Names of files that are no text, and files that change while they are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.cache import VARIABLE
from rulewright.diagnostics import Diagnostics
from rulewright.errors import RulewrightError
from rulewright.pack import files
from rulewright.pack.files import fingerprints, folder_named, list_files, read_source
from rulewright.pipeline import check_pack, load_program

GOOD = "pack: sample\nstart: play\nlanguage: 2\n"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(GOOD, encoding="utf-8")
    (folder / "game.yaml").write_text("event play: finish\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", [b"\xff.yaml", b"tests/\xfe\xff.yaml", b"\xff/a.yaml", b"a\nb.yaml",
                                  "\u202ea.yaml".encode(), b"\x1b[2J.yaml", b"a\tb.yml",
                                  "a\u200bb.yaml".encode()], ids=repr)  # fmt: skip
def test_a_name_that_is_no_text_is_told(pack: Path, name: bytes) -> None:
    path = os.path.join(os.fsencode(pack), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("event other: finish\n")
    result = check_pack(pack)
    assert [(one.code, one.message) for one in result.diagnostics] == [
        ("RW101", "the name of this file or its folder has characters that are invisible or not text")
    ]
    assert name.startswith(b"tests/") or fingerprints(pack) is None
    assert load_program(pack) is None


def test_a_name_with_a_colon_is_not_mistaken_for_one_of_another_pack(pack: Path) -> None:
    (pack / "mod:rules.yaml").write_text("event other: finish\n", encoding="utf-8")
    (pack.parent / "mod").mkdir()
    (pack.parent / "mod" / "pack.yaml").write_text("pack: mod\nlanguage: 2\nneeds: {sample: any}\n", encoding="utf-8")
    (pack.parent / "mod" / "rules.yaml").write_text("event more: finish\n", encoding="utf-8")
    for folder in (pack, pack.parent / "mod"):
        found = [(one.code, one.message) for one in check_pack(folder).diagnostics.errors]
        assert found == [
            ("RW101", "the name of this file or its folder has a colon, which ends the id of a pack")
        ]
    assert fingerprints(pack) is None


def test_a_problem_with_a_file_is_told_in_its_pack(pack: Path) -> None:
    mod = pack.parent / "mod"
    mod.mkdir()
    (mod / "pack.yaml").write_text("pack: mod\nlanguage: 2\nneeds: {sample: any}\n", encoding="utf-8")
    (mod / "old.yml").write_text("event more: finish\n", encoding="utf-8")
    (mod / "tab.yaml").write_text("event more:\n\tdo: finish\nevent [: x", encoding="utf-8")
    (mod / "link").symlink_to(pack)
    places = {(one.code, one.span.source.name, one.span.source.path) for one in check_pack(mod).diagnostics}
    assert places == {
        ("RW214", "mod:old.yml", str(mod / "old.yml")), ("RW101", "mod:link", str(mod / "link")),
        ("RW105", "mod:tab.yaml", str(mod / "tab.yaml")), ("RW203", "mod:tab.yaml", str(mod / "tab.yaml")),
    }  # fmt: skip


@pytest.mark.parametrize("before", ["", "ab", "é", "# 😀 é\n12345"])
def test_a_byte_that_is_no_text_is_told_behind_a_byte_order_mark(pack: Path, before: str) -> None:
    (pack / "game.yaml").write_bytes(before.encode("utf-8-sig") + b"\xff")
    out = Diagnostics()
    assert read_source(pack, "game.yaml", out) is None
    (found,) = out
    assert found.message == "the byte 0xff is not text in UTF-8"
    assert (found.span.start, found.span.source.text) == (len(before), before)


def test_a_folder_whose_name_is_too_long_does_not_exist(pack: Path) -> None:
    for folder in ("x" * 300, "x/" * 3000):
        assert [one.code for one in check_pack(pack / folder).diagnostics] == ["RW201"]
    with pytest.raises(RulewrightError, match="a folder must be named by a string or a Path"):
        folder_named("\ud800")


@pytest.mark.parametrize("name", ["Стычка.yaml", "a b.yaml", "é.yaml", "می‌روم.yaml", "龍.yaml"])
def test_a_name_in_any_language_is_fine(pack: Path, name: str) -> None:
    (pack / name).write_text("event other: finish\n", encoding="utf-8")
    assert not check_pack(pack).diagnostics.has_errors


def test_the_verdict_does_not_depend_on_the_cache(
    pack: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Too many files of any name are too many, also for a program that was kept before they came."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(files, "MAX_FILES", 10)
    assert load_program(pack) is not None
    for number in range(20):
        (pack / f"{number}.txt").touch()
    assert load_program(pack) is None
    assert "RW103" in {one.code for one in check_pack(pack).diagnostics}


@pytest.mark.parametrize("other", ["pipe", "link", "folder"])
def test_a_file_that_is_exchanged_while_it_is_read_is_not_waited_for(
    pack: Path, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is listed while there is a file, and when it is opened there is something else."""
    found = list_files(pack, Diagnostics())
    assert found.definitions == ["game.yaml"]
    secret = pack.parent / "secret.yaml"
    secret.write_text("event stolen: finish\n", encoding="utf-8")
    opened = os.open

    def exchanged(path: str, flags: int, *more: int, **named: int) -> int:
        if str(path).endswith("game.yaml") and (pack / "game.yaml").is_file() and not (pack / "game.yaml").is_symlink():
            (pack / "game.yaml").unlink()
            if other == "pipe":
                os.mkfifo(pack / "game.yaml")
            elif other == "link":
                (pack / "game.yaml").symlink_to(secret)
            else:
                (pack / "game.yaml").mkdir()
        return opened(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", exchanged)
    out = Diagnostics()
    assert read_source(pack, "game.yaml", out) is None
    assert [one.code for one in out] == ["RW101"]
    assert other == "folder" or fingerprints(pack) is None


def test_a_file_that_grows_while_it_is_read_is_cut_off(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_MAX_BYTES", 10)
    out = Diagnostics()
    assert read_source(pack, "game.yaml", out) is None
    assert [one.code for one in out] == ["RW103"]
    assert fingerprints(pack) is None
