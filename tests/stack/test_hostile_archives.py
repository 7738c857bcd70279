"""Archives that are meant to do harm: each is refused in a line, soon, and nothing of it is left anywhere."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.stack.test_archive import made, named

from rulewright.stack import archive
from rulewright.stack.archive import MOST_FILES, Unreadable, read_archive, write_archive
from rulewright_tools import cli

TEXT = "area hill: {}\n"
PLAIN = made(named("a.yaml"))


def files(*names: str) -> bytes:
    def write(archive: zipfile.ZipFile) -> None:
        for name in names:
            named(name)(archive)

    return made(write)


def with_extra(extra: bytes) -> bytes:
    def write(archive: zipfile.ZipFile) -> None:
        info = zipfile.ZipInfo("a.yaml")
        info.extra = extra
        archive.writestr(info, TEXT)

    return made(write)


def with_comment(comment: bytes) -> bytes:
    return made(lambda archive: setattr(archive, "comment", comment))


def edited(data: bytes, *edits: tuple[str, int, str, int | bytes]) -> bytes:
    """An archive of which numbers in the last entry of the directory (`entry`), in its own header (`local`) or in the
    end (`end`) are others."""
    found = bytearray(data)
    marks = {"entry": b"PK\x01\x02", "local": b"PK\x03\x04", "end": b"PK\x05\x06"}
    begin = {where: data.rindex(mark) for where, mark in marks.items()}
    for where, offset, form, value in edits:
        struct.pack_into(form, found, begin[where] + offset, value)
    return bytes(found)


def deflated(size: int) -> bytes:
    """An entry that is said to be of another size than it unpacks to."""
    data = made(lambda archive: archive.writestr("a.yaml", TEXT * 200), zipfile.ZIP_DEFLATED)
    return edited(data, ("entry", 24, "<L", size), ("local", 22, "<L", size))


def all_at_one(count: int) -> bytes:
    """Thousands of entries that share one large content."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = b"#" * 6000
    body = pack.compress(content) + pack.flush()
    crc = zlib.crc32(content)
    names = [b"pack.yaml", *(b"%05d.yaml" % number for number in range(count))]
    sizes = crc, len(body), len(content)
    head = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 33, *sizes, len(names[0]), 0) + names[0] + body
    entries = b"".join(struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 33, *sizes, len(name), 0, 0, 0, 0, 0, 0)
                       + name for name in names)  # fmt: skip
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(names), len(names), len(entries), len(head), 0)
    return head + entries + end


def of_a_million(count: int) -> bytes:
    def write(archive: zipfile.ZipFile) -> None:
        for number in range(count):
            archive.writestr(f"{number}.yaml", "#" * (1 << 20))

    return made(write, zipfile.ZIP_DEFLATED)


def tar(mode: str, **more: object) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode, format=tarfile.PAX_FORMAT) as archive:  # type: ignore[call-overload]
        info = tarfile.TarInfo("pack.yaml")
        for name, value in more.items():
            setattr(info, name, value)
        archive.addfile(info, io.BytesIO(b""))
    whole: bytes = data.getvalue()
    return whole


ARCHIVES: dict[str, Callable[[], bytes]] = {
    "a comment": lambda: with_comment(b"x" * 100),
    "a comment of ends": lambda: with_comment(b"PK\5\6" * 10_000),
    "two archives": lambda: PLAIN + PLAIN,
    "a program before it": lambda: b"MZ" + PLAIN,
    "zeros behind it": lambda: PLAIN + bytes(10),
    "its end alone": lambda: PLAIN[-22:],
    "an end without entries": lambda: b"PK\5\6" + bytes(18),
    "its first half": lambda: PLAIN[: len(PLAIN) // 2],
    "nothing but zeros": lambda: bytes(1 << 16),
    "nothing but beginnings": lambda: b"PK\3\4" * 100_000,
    "nothing but ends": lambda: b"PK\5\6" * 100_000,
    "a tar": lambda: tar("w"),
    "a tar of a link": lambda: tar("w", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    "a tar with another path": lambda: tar("w", pax_headers={"path": "../evil.yaml"}),
    "a sparse tar": lambda: tar("w", pax_headers={"GNU.sparse.size": "99999999999", "GNU.sparse.map": "0,1"}),
    "a tar that is packed": lambda: tar("w:gz"),
    "gzip": lambda: gzip.compress(bytes(1 << 22)),
    "xz": lambda: lzma.compress(PLAIN),
    "bzip2": lambda: bz2.compress(PLAIN),
    "packed by bzip2": lambda: made(named("a.yaml"), zipfile.ZIP_BZIP2),
    "packed by lzma": lambda: made(named("a.yaml"), zipfile.ZIP_LZMA),
    "packed in no way": lambda: edited(PLAIN, ("entry", 10, "<H", 99), ("local", 8, "<H", 99)),
    "another path in a field of its own": lambda: with_extra(
        struct.pack("<HHBL", 0x7075, 17, 1, zlib.crc32(b"a.yaml")) + b"../evil.yaml"),
    "sizes of 64 bits": lambda: with_extra(struct.pack("<HHQQ", 1, 16, 1 << 62, 1 << 62)),
    "a size of 64 bits without the bits": lambda: edited(PLAIN, ("entry", 24, "<L", 0xFFFFFFFF)),
    "a field that is longer than all": lambda: with_extra(struct.pack("<HH", 0x9999, 60_000)),
    "a size beyond the end": lambda: edited(PLAIN, ("entry", 20, "<L", 1 << 30), ("local", 18, "<L", 1 << 30)),
    "a place beyond the end": lambda: edited(PLAIN, ("entry", 42, "<L", 0xFFFFFFF0)),
    "a place of 64 bits": lambda: edited(PLAIN, ("entry", 42, "<L", 0xFFFFFFFF)),
    "the place of another": lambda: edited(PLAIN, ("entry", 42, "<L", 0)),
    "a name beyond the end": lambda: edited(PLAIN, ("entry", 28, "<H", 0xFFFF)),
    "a comment beyond the end": lambda: edited(PLAIN, ("entry", 32, "<H", 9999)),
    "more entries than there are": lambda: edited(PLAIN, ("end", 8, "<H", 3), ("end", 10, "<H", 3)),
    "fewer entries than there are": lambda: edited(PLAIN, ("end", 8, "<H", 1), ("end", 10, "<H", 1)),
    "encrypted": lambda: edited(PLAIN, ("entry", 8, "<H", 1), ("local", 6, "<H", 1)),
    "a size that comes later": lambda: edited(PLAIN, ("entry", 8, "<H", 8), ("local", 6, "<H", 8)),
    "another sum": lambda: edited(PLAIN, ("entry", 16, "<L", 1), ("local", 14, "<L", 1)),
    "another name in its header": lambda: edited(PLAIN, ("local", 30, "6s", b"b.yaml")),
    "a name that is no text": lambda: edited(
        PLAIN, ("entry", 8, "<H", 0x800), ("local", 6, "<H", 0x800), ("entry", 46, "2s", b"\xff\xfe"),
        ("local", 30, "2s", b"\xff\xfe")),
    "a name in letters of old": lambda: edited(PLAIN, ("entry", 46, "1s", b"\x81"), ("local", 30, "1s", b"\x81")),
    "more than it says": lambda: deflated(100),
    "less than it says": lambda: deflated(4000),
    "what cannot be unpacked": lambda: edited(PLAIN, ("entry", 10, "<H", 8), ("local", 8, "<H", 8)),
    "one content for all": lambda: all_at_one(9_000),
    "a million letters a file": lambda: of_a_million(100),
    "one name by case": lambda: files("ß.yaml", "ss.yaml"),
    "one name by an old letter": lambda: files("ſ.yaml", "s.yaml"),
    "one name by the end of a word": lambda: files("ς.yaml", "σ.yaml"),
    "a sign of its own for a letter": lambda: files("\u212a.yaml"),
    "a letter that cannot be seen": lambda: files("a\u200b.yaml"),
    "a tag that cannot be seen": lambda: files("a\U000e0041.yaml"),
    "a mark of byte order": lambda: files("a\ufeff.yaml"),
    "a blank that is none": lambda: files("\u3000.yaml"),
    "a line break": lambda: files("a\n.yaml"),
    "a control sequence": lambda: files("a\x1b[31m.yaml"),
    "a stream of another file": lambda: files("a.yaml:b.yaml"),
    "another machine": lambda: files("\\\\host\\share\\a.yaml"),
    "a hidden folder": lambda: files(".git/hooks.yaml"),
    "a manifest that is a folder": lambda: files("pack.yaml/x.yaml"),
    "a manifest by another case": lambda: files("PACK.YAML"),
    "the rights of another": lambda: made(named("a.yaml", 0o140644)),
    "folders in folders": lambda: files("/".join(["a"] * 21 + ["a.yaml"])),
    "too many folders": lambda: files(*(f"{i}/{i}.yaml" for i in range(MOST_FILES // 2))),
    "too many files": lambda: files(*(f"{i}.yaml" for i in range(MOST_FILES))),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_hostile_archive_is_refused_and_leaves_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, store = tmp_path / "data", tmp_path / "data" / "rulewright" / "packs"
    temporary, here = tmp_path / "temporary", tmp_path / "here"
    for one in (temporary, here):
        one.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.chdir(here)
    sent = tmp_path / "sent.zip"
    sent.write_bytes(ARCHIVES[kind]())
    with pytest.raises(Unreadable):
        read_archive(sent.read_bytes())
    before = time.process_time()
    for command in (["mods", "add"], ["check"]):
        assert cli.run([*command, str(sent)]) == cli.USAGE
        told = capsys.readouterr()
        assert "RW239" in told.err
        assert told.out == ""
        assert "\x1b" not in told.err
    assert time.process_time() - before < 3
    assert [*store.iterdir(), *temporary.iterdir(), *here.iterdir()] == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "here", "sent.zip", "temporary"]


def test_as_many_files_and_folders_as_are_allowed_are_taken() -> None:
    assert len(read_archive(files(*(f"{i}/{i}.yaml" for i in range(MOST_FILES // 2 - 1))))) == MOST_FILES // 2


def test_a_field_that_says_nothing_else_is_passed_over() -> None:
    for extra in (b"\1\0\xff", struct.pack("<HHLB", 0x5455, 5, 1, 0), struct.pack("<HH", 0x000D, 0)):
        assert sorted(read_archive(with_extra(extra))) == ["a.yaml", "pack.yaml"]


def test_what_would_be_refused_is_not_packed(tmp_path: Path) -> None:
    deep = tmp_path / "/".join("a" * 21)
    deep.mkdir(parents=True)
    (tmp_path / "pack.yaml").write_text("pack: sample\n")
    (deep / "a.yaml").write_text(TEXT)
    with pytest.raises(Unreadable, match="more than 20 folders deep"):
        write_archive(tmp_path)


def test_what_nobody_could_install_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pack.yaml").write_text("pack: sample\n")
    for name in ("rules.yaml", "Rules.yaml"):
        (tmp_path / name).write_text(TEXT)
    with pytest.raises(Unreadable, match=r"'Rules\.yaml' and 'rules\.yaml' are the same name on some machines"):
        write_archive(tmp_path)
    (tmp_path / "Rules.yaml").unlink()
    monkeypatch.setattr(archive, "MOST_BYTES", 200)
    with pytest.raises(Unreadable, match="it is larger than 0 MB"):
        write_archive(tmp_path)


def test_what_an_installation_has_left_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = tmp_path / "data" / "rulewright" / "packs"
    for name in (".new-old", ".new-going"):
        (store / name).mkdir(parents=True)
        (store / name / "pack.yaml").write_text("pack: sample\n")
    os.utime(store / ".new-old", (1, 1))
    (tmp_path / "sent.zip").write_bytes(PLAIN)
    assert cli.run(["mods", "add", str(tmp_path / "sent.zip")]) == cli.CLEAN
    assert sorted(one.name for one in store.iterdir()) == [".new-going", "sample"]


def test_of_many_problems_the_same_is_always_shown() -> None:
    several = [f"a{number:02}.yaml" for number in range(99)]
    with pytest.raises(Unreadable, match=r"^'a00\.yaml' is both a file and a folder in it$"):
        read_archive(files(*several, *(f"{one}/b.yaml" for one in several)))
