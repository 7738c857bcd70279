"""Programs kept from run to run: the same as when they were made, and only for the very same files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline, program_file
from rulewright import program as p
from rulewright.assets import content_dir
from rulewright.pack.files import Place
from rulewright.pipeline import check_pack, load_program

Write = Callable[[Mapping[str, str | bytes] | str], Path]

KIND = "kind piece:\n  printed: {cost: number}\n"
FILES = {"kinds.yaml": KIND, "deep/pieces.yaml": "piece pawn: {cost: 3}\n"}
PACKS = sorted(manifest.parent.name for manifest in content_dir().glob("*/pack.yaml"))


def costs(program: p.Program | None) -> list[int] | None:
    return None if program is None else [next(iter(sheet.values.values())) for sheet in program.sheets]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each pack that was read and checked, whole or in part."""
    calls: list[str] = []
    real = pipeline._checked

    def check(path: Place | None, *rest: Any, **more: Any) -> pipeline.CheckResult:
        calls.append(str(path))
        return real(path, *rest, **more)

    monkeypatch.setattr(pipeline, "_checked", check)
    return calls


@pytest.mark.parametrize("name", PACKS)
def test_a_program_is_the_same_after_it_was_kept(name: str) -> None:
    made = check_pack(content_dir() / name).program
    assert made is not None
    again = program_file.from_bytes(program_file.to_bytes(made))
    assert again == made
    assert repr(again) == repr(made)


def test_rows_of_a_long_table_are_read_by_the_page() -> None:
    read: list[int] = []

    def turn(row: int) -> int:
        read.append(row)
        return -row

    rows = range(200)
    length, pages = program_file._paged(tuple(rows), None)
    table = program_file.Shelf(length, pages, turn)
    assert len(table) == 200 and read == []
    assert table[70] == -70 and table[127] == -127
    assert read == list(range(64, 128)), "nothing of another page, and nothing twice"
    assert table[-1] == -199
    assert list(table) == [-row for row in rows]
    assert len(read) == 200
    assert table[198:] == (-198, -199)
    assert table == tuple(-row for row in rows) and table != [*table][:-1]
    with pytest.raises(IndexError):
        table[200]
    with pytest.raises(IndexError):
        table[-201]


def test_every_table_of_a_program_can_be_read() -> None:
    tables = [one for one in vars(p).values() if isinstance(one, type) and is_dataclass(one)]
    assert p.Program in tables and len(tables) > 20
    for table in tables:
        assert program_file._reader(table) is not None
        assert all(one.init for one in fields(table)), "a field that is not given to a table would be lost"


def test_the_second_time_nothing_is_read_anew(pack_folder: Write, tmp_path: Path, counted: list[str]) -> None:
    folder = pack_folder(FILES)
    first = load_program(folder, tmp_path / "cache")
    assert costs(first) == [3]
    assert load_program(folder, tmp_path / "cache") == first
    assert len(counted) == 1
    assert load_program(folder, None) == first
    assert len(counted) == 2


CHANGES: dict[str, Callable[[Path], object]] = {
    "a number": lambda folder: (folder / "deep/pieces.yaml").write_text("piece pawn: {cost: 4}\n"),
    "a new file": lambda folder: (folder / "more.yaml").write_text("piece rook: {cost: 4}\n"),
    "another name": lambda folder: (folder / "deep/pieces.yaml").rename(folder / "deep/other.yaml"),
    "the manifest": lambda folder: (folder / "pack.yaml").write_text("pack: other\n"),
    "a rulebook": lambda folder: (folder / "rulebook.yaml").write_text("rules: {R-1: A rule.}\n"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(pack_folder: Write, tmp_path: Path, change: Callable[[Path], object]) -> None:
    folder = pack_folder(FILES)
    before = load_program(folder, tmp_path / "cache")
    change(folder)
    after = load_program(folder, tmp_path / "cache")
    assert after is not None and before is not None and after != before
    assert after == check_pack(folder).program


def test_what_moves_between_two_files_is_seen(pack_folder: Write, tmp_path: Path) -> None:
    one = pack_folder({"a.yaml": KIND + "piece a: {cost: 1}\n", "b.yaml": "piece b: {cost: 2}\n"})
    two = pack_folder({"a.yaml": KIND, "b.yaml": "piece a: {cost: 1}\npiece b: {cost: 2}\n"})
    cache = tmp_path / "cache"
    first, second = load_program(one, cache), load_program(two, cache)
    assert first is not None and second is not None
    assert [sheet.place for sheet in first.sheets] != [sheet.place for sheet in second.sheets]


def test_another_engine_or_python_makes_its_own(
    pack_folder: Write, tmp_path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack_folder(FILES)
    load_program(folder, tmp_path / "cache")
    for target, value in (("engine_stamp", lambda: "another"), ("FORMAT", p.FORMAT + 1)):
        with monkeypatch.context() as other:
            other.setattr(pipeline, target, value)
            load_program(folder, tmp_path / "cache")
    with monkeypatch.context() as other:
        other.setattr(sys.implementation, "cache_tag", "another")
        load_program(folder, tmp_path / "cache")
    assert len(counted) == 4
    assert len(list((tmp_path / "cache").glob("*.program"))) == 4


def test_a_damaged_program_is_made_anew(pack_folder: Write, tmp_path: Path, counted: list[str]) -> None:
    folder = pack_folder(FILES)
    load_program(folder, tmp_path / "cache")
    [file] = (tmp_path / "cache").glob("*.program")
    file.write_bytes(file.read_bytes()[:-1])
    assert costs(load_program(folder, tmp_path / "cache")) == [3]
    assert costs(load_program(folder, tmp_path / "cache")) == [3]
    assert len(counted) == 2


def test_a_pack_with_errors_is_never_kept(pack_folder: Write, tmp_path: Path, counted: list[str]) -> None:
    folder = pack_folder({**FILES, "wrong.yaml": "piece rook: {cots: 3}\n"})
    assert load_program(folder, tmp_path / "cache") is None
    assert load_program(folder, tmp_path / "cache") is None
    assert load_program(tmp_path / "nowhere", tmp_path / "cache") is None
    assert len(counted) == 3
    assert not (tmp_path / "cache").exists()


def test_a_pack_that_changes_while_it_is_read_is_not_kept(
    pack_folder: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pack_folder(FILES)
    real = pipeline.check_pack

    def check(path: str | Path) -> pipeline.CheckResult:
        found = real(path)
        (folder / "deep/pieces.yaml").write_text("piece pawn: {cost: 4}\n")
        return found

    monkeypatch.setattr(pipeline, "check_pack", check)
    assert costs(load_program(folder, tmp_path / "cache")) == [3]
    assert costs(load_program(folder, tmp_path / "cache")) == [4]


def test_a_pack_with_links_is_read_with_care(pack_folder: Write, tmp_path: Path, counted: list[str]) -> None:
    folder = pack_folder({"deep/pieces.yaml": FILES["deep/pieces.yaml"], "hidden/.kinds": KIND})
    (folder / "kinds.yaml").symlink_to(folder / "hidden/.kinds")
    assert costs(load_program(folder, tmp_path / "cache")) == [3]
    assert costs(load_program(folder, tmp_path / "cache")) == [3]
    assert len(counted) == 2
    (tmp_path / "outside").write_text(KIND)
    (folder / "kinds.yaml").unlink()
    (folder / "kinds.yaml").symlink_to(tmp_path / "outside")
    assert load_program(folder, tmp_path / "cache") is None
    assert not (tmp_path / "cache").exists()


def test_a_program_from_the_cache_needs_no_heavy_package(pack_folder: Write, tmp_path: Path, root: Path) -> None:
    folder = pack_folder(FILES)
    program = (
        "import sys\nfrom pathlib import Path\nfrom rulewright.pipeline import load_program\n"
        f"made = load_program({str(folder)!r}, Path({str(tmp_path / 'cache')!r}))\n"
        "heavy = {'lark', 'networkx', 'pydantic', 'pydantic_core', 'ruamel', '_ruamel_yaml'}\n"
        "print(made.id, sorted(heavy & {name.partition('.')[0] for name in sys.modules}))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(root / "interpreter")}

    def run() -> str:
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.strip()

    assert "lark" in run()
    assert run() == "sample []"
