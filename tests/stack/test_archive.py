"""A pack as one file: always the same bytes, and refused whatever is not a plain pack."""

from __future__ import annotations

import io
import random
import struct
import tempfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.stack.archive import MOST_BYTES, Unreadable, read_archive, write_archive
from rulewright_tools import cli


def made(change: Callable[[zipfile.ZipFile], None], method: int = zipfile.ZIP_STORED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("pack.yaml", "pack: sample\n")
        change(archive)
    return data.getvalue()


def named(name: str, mode: int = 0o100644) -> Callable[[zipfile.ZipFile], None]:
    def write(archive: zipfile.ZipFile) -> None:
        info = zipfile.ZipInfo(name)
        info.filename = name  # as it is, whatever the library would make of it
        info.external_attr = mode << 16
        archive.writestr(info, "area hill: {}\n")

    return write


def test_the_same_content_is_the_same_bytes_and_comes_back(packs: Packs) -> None:
    folder = packs(mod=(NEEDS, "area hill: {}\n"))
    first = write_archive(folder / "mod")
    for path in (folder / "mod").iterdir():
        path.touch()
    assert write_archive(folder / "mod") == first
    assert read_archive(first) == {path.name: path.read_bytes() for path in (folder / "mod").iterdir()}


@pytest.mark.parametrize("name", [
    "../evil.yaml", "/etc/evil.yaml", "a/../../evil.yaml", "a//b.yaml", "./a.yaml", "a\\b.yaml", "c:evil.yaml",
    ".hidden.yaml", "a/.hidden/b.yaml", "nul.yaml", "nul .yaml", "COM1.yaml", "a .yaml/b.yaml ", "tab\there.yaml",
    "evil.py",
    "e\u0301.yaml", "x" * 300 + ".yaml", "right\u202eleft.yaml", "COM\u00b9.yaml", "lpt\u00b3/a.yaml", "CONIN$.yaml",
    "\u0436" * 190 + ".yaml",
])  # fmt: skip
def test_a_name_that_no_file_of_a_pack_has_is_refused(name: str) -> None:
    with pytest.raises(Unreadable):
        read_archive(made(named(name)))


@pytest.mark.parametrize("mode", [0o120777, 0o040755, 0o010644, 0o020644])
def test_links_folders_pipes_and_devices_are_refused(mode: int) -> None:
    with pytest.raises(Unreadable, match="not an ordinary file"):
        read_archive(made(named("a.yaml", mode)))


def test_names_that_are_one_on_some_machines_are_refused() -> None:
    def both(archive: zipfile.ZipFile) -> None:
        named("Rules.yaml")(archive)
        named("rules.yaml")(archive)

    with pytest.raises(Unreadable, match="the same name on some machines"):
        read_archive(made(both))


@pytest.mark.parametrize(("first", "second", "said"), [
    ("a.yaml", "a.yaml/b.yaml", "'a.yaml' is both a file and a folder in it"),
    ("A.yaml", "a.yaml/b.yaml", "the same name on some machines"),
    ("A/x.yaml", "a/y.yaml", "'A' and 'a' are the same name on some machines"),
    ("x/A/x.yaml", "x/a/y.yaml", "'x/A' and 'x/a' are the same name on some machines"),
])  # fmt: skip
def test_folders_are_names_too(first: str, second: str, said: str) -> None:
    def both(archive: zipfile.ZipFile) -> None:
        named(first)(archive)
        named(second)(archive)

    with pytest.raises(Unreadable, match=said):
        read_archive(made(both))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_stands_twice_is_refused() -> None:
    def both(archive: zipfile.ZipFile) -> None:
        named("rules.yaml")(archive)
        named("rules.yaml")(archive)

    with pytest.raises(Unreadable, match="twice"):
        read_archive(made(both))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    data = made(lambda archive: archive.writestr("big.yaml", "#" * (32 << 20)), zipfile.ZIP_DEFLATED)
    before = time.perf_counter()
    with pytest.raises(Unreadable, match="100 times its size"):
        read_archive(data)
    assert time.perf_counter() - before < 2


def test_an_archive_that_is_too_large_is_refused() -> None:
    with pytest.raises(Unreadable, match="larger than 64 MB"):
        read_archive(b"PK" * (MOST_BYTES // 2 + 1))


def hundreds_of_thousands(count: int, said: int | None) -> bytes:
    """So many entries without anything in them; `said` is what the end says of their number (None: the truth)."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("pack.yaml", "")
        archive.writestr("a.yaml", "")
    whole = data.getvalue()
    first, second = whole.index(b"PK\x01\x02"), whole.rindex(b"PK\x01\x02")
    end = whole.rindex(b"PK\x05\x06")
    directory = whole[first:second] + whole[second:end] * (count - 1)
    made = bytearray(whole[end:])
    struct.pack_into("<HHLL", made, 8, *[min(count, 0xFFFF) if said is None else said] * 2, len(directory), first)
    return whole[:first] + directory + made


@pytest.mark.parametrize("said", [None, 2, 10_001, 0])
def test_entries_are_counted_before_they_are_read(said: int | None) -> None:
    data = hundreds_of_thousands(300_000, said)
    tracemalloc.start()
    before = time.perf_counter()
    with pytest.raises(Unreadable):
        read_archive(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.perf_counter() - before < 1
    assert peak < 1 << 20


@pytest.mark.parametrize("change", [lambda data: b"x" + data, lambda data: data + b"x", lambda data: data[:-1],
                                    lambda _: b""])  # fmt: skip
def test_nothing_stands_before_or_behind(change: Callable[[bytes], bytes]) -> None:
    with pytest.raises(Unreadable):
        read_archive(change(made(named("rules.yaml"))))


def test_one_without_a_manifest_is_no_pack() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("rules.yaml", "area hill: {}\n")
    with pytest.raises(Unreadable, match=r"no pack\.yaml"):
        read_archive(data.getvalue())


def test_a_pack_in_a_folder_of_the_archive_is_told() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("my_rules/pack.yaml", "pack: my_rules\n")
        archive.writestr("my_rules/rules.yaml", "area hill: {}\n")
    with pytest.raises(Unreadable, match=r"no pack\.yaml, but its folder 'my_rules' has one: archive the"):
        read_archive(data.getvalue())


@pytest.mark.parametrize("offset", [6, 8, 14, 18, 22])
def test_a_header_that_says_something_else_than_the_directory_is_refused(offset: int) -> None:
    data = bytearray(made(named("rules.yaml")))
    data[offset] ^= 1
    with pytest.raises(Unreadable):
        read_archive(bytes(data))


def test_entries_that_overlap_are_refused() -> None:
    data = bytearray(made(named("rules.yaml")))
    second = data.rindex(b"PK\x01\x02")
    struct.pack_into("<L", data, second + 42, 0)
    with pytest.raises(Unreadable):
        read_archive(bytes(data))


def test_damage_anywhere_is_a_reason_and_never_an_exception() -> None:
    rng = random.Random(7)
    whole = made(named("rules.yaml"))
    for _ in range(2_000):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        cut = bytes(data[: rng.randrange(len(data))] if rng.random() < 0.2 else data)
        try:
            found = read_archive(cut)
        except Unreadable:
            continue
        assert "pack.yaml" in found


def test_a_pack_is_shared_installed_found_and_removed(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(mod=(NEEDS + "version: 0.3.0\n", "change creature wolf:\n  raise: {max_hp: 1}\n"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert cli.run(["mods", "pack", str(folder / "base"), "--to", str(tmp_path)]) == cli.CLEAN
    assert cli.run(["mods", "add", str(tmp_path / "base-1.2.0.zip")]) == cli.CLEAN
    alone = tmp_path / "alone" / "mod"
    alone.parent.mkdir()
    (folder / "mod").rename(alone)
    capsys.readouterr()
    assert cli.run(["check", str(alone)]) == cli.CLEAN
    assert cli.run(["mods", "list"]) == cli.CLEAN
    assert capsys.readouterr().out.splitlines()[-1] == "base 1.2.0"
    for strange in ("base@", "base@..", "base@1.2.0/..", "base@C:", "../base", ""):
        assert cli.run(["mods", "remove", strange]) == cli.USAGE
    assert cli.run(["mods", "remove", "base"]) == cli.CLEAN
    assert cli.run(["check", str(alone)]) == cli.CONTENT


@pytest.mark.parametrize(("manifest", "said"), [
    ("pack: con\n", "names no valid pack id"), ("pack: COM1\n", "names no valid pack id"),
    ("pack: a-b\n", "names no valid pack id"),
    ("pack: ../a\n", "names no valid pack id"), ("other: 1\n", "names no valid pack id"),
    (f"pack: {'a' * 300}\n", "more than 64 letters"),
    (f"pack: mod\nversion: 1.0.0-{'a' * 300}\n", "is not a version"),
    ("pack: mod\nversion: newest\n", "is not a version"),
])  # fmt: skip
def test_a_manifest_without_an_id_or_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], manifest: str, said: str
) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("pack.yaml", manifest)
    (tmp_path / "sent.zip").write_bytes(data.getvalue())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert cli.run(["mods", "add", str(tmp_path / "sent.zip")]) == cli.USAGE
    told = " ".join(capsys.readouterr().err.split())
    assert "RW239" in told
    assert said in told
    assert list((tmp_path / "data" / "rulewright" / "packs").iterdir()) == []


def test_an_installed_pack_and_a_file_are_packs_like_any_other(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packs(mod=(NEEDS + "version: 0.3.0\n", "change creature wolf:\n  raise: {max_hp: 1}\n"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    for version in ("0.4.0", "0.10.0", "0.3.0"):
        packs(mod=(NEEDS + f"version: {version}\n", "change creature wolf:\n  raise: {max_hp: 1}\n"))
        assert cli.run(["mods", "pack", str(folder / "mod"), "--to", str(tmp_path)]) == cli.CLEAN
        assert cli.run(["mods", "add", str(tmp_path / f"mod-{version}.zip")]) == cli.CLEAN
    assert cli.run(["mods", "pack", str(folder / "base"), "--to", str(tmp_path)]) == cli.CLEAN
    for mod in ("mod", str(tmp_path / "mod-0.3.0.zip")):
        assert cli.run(["check", str(folder / "base"), "--with", mod]) == cli.CLEAN
        assert cli.run(["show", str(folder / "base"), "wolf", "--effective", "--with", mod]) == cli.CLEAN
        told = capsys.readouterr().out
        assert "66" in told
        assert ("0.10.0/rules.yaml" in told) is (mod == "mod")
    assert cli.run(["mods", "add", str(tmp_path / "base-1.2.0.zip")]) == cli.CLEAN
    monkeypatch.chdir("/")
    for mod in ("mod", str(tmp_path / "mod-0.3.0.zip")):
        assert cli.run(["check", mod]) == cli.CLEAN
    assert list((tmp_path / "temporary").iterdir()) == []
    (tmp_path / "bad.zip").write_bytes(b"PK")
    assert cli.run(["check", str(tmp_path / "bad.zip")]) == cli.USAGE
    assert "RW239" in capsys.readouterr().err
    assert list((tmp_path / "temporary").iterdir()) == []


def test_files_in_an_archive_are_told_by_its_name(packs: Packs, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder that it is unpacked into is gone when its path is read."""
    folder = packs(mod=(NEEDS + "version: 0.3.0\n", "change creature wolf:\n  raise: {max_hq: 1}\n"))
    archive = folder / "mod-0.3.0.zip"
    assert cli.run(["mods", "pack", str(folder / "mod"), "--to", str(folder)]) == cli.CLEAN
    capsys.readouterr()
    assert cli.run(["check", str(archive), "--with", str(folder / "base")]) == cli.CONTENT
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{archive}/rules.yaml:2:11-17: error RW244")
    assert lines[-1].startswith(f"{archive}: 1 error")


@pytest.mark.parametrize("command", [["mods", "lock"], ["upgrade", "--write"]])
def test_nothing_is_written_into_an_archive(
    packs: Packs, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """It would be written into a folder that is removed when the command ends."""
    folder = packs(mod=(NEEDS + "version: 0.3.0\n", "change creature wolf:\n  raise: {max_hp: 1}\n"))
    assert cli.run(["mods", "pack", str(folder / "mod"), "--to", str(folder)]) == cli.CLEAN
    assert cli.run([*command, str(folder / "mod-0.3.0.zip")]) == cli.USAGE
    assert "is an archive, in which nothing can be changed" in " ".join(capsys.readouterr().err.split())


def test_a_pack_that_ships_comes_before_an_installed_one_of_its_id(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rulewright.stack.search import Search

    folder = packs()
    (folder / "base" / "pack.yaml").write_text("pack: duel\nversion: 9.0.0\n")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert cli.run(["mods", "pack", str(folder / "base"), "--to", str(tmp_path)]) == cli.CLEAN
    assert cli.run(["mods", "add", str(tmp_path / "duel-9.0.0.zip")]) == cli.CLEAN
    assert "a pack 'duel' ships with Rulewright" in capsys.readouterr().out
    found = list(Search().find("duel", tmp_path / "elsewhere" / "mod"))
    assert [str(one.version) for one in found][-1] == "9.0.0"
    assert len(found) == 2
