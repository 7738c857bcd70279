"""Bytes kept by name: read back as they were, never when damaged or writable for others, and never too many."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.cache import MAX_FILES, Cache, user_cache


def read(cache: Cache, name: str) -> bytes | None:
    found = cache.read(name)
    return None if found is None else bytes(found)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "deep" / "inside")
    assert read(cache, "a.one") is None
    cache.write("a.one", b"first")
    cache.write("a.one", b"second")
    cache.write("b.one", b"")
    assert (read(cache, "a.one"), read(cache, "b.one"), read(cache, "c.one")) == (b"second", b"", None)
    assert sorted(os.listdir(tmp_path / "deep" / "inside")) == ["a.one", "b.one"]


@pytest.mark.parametrize("at", [0, 5, 20, 23, 27, -1])
def test_a_damaged_file_is_not_there(tmp_path: Path, at: int) -> None:
    cache = Cache(tmp_path)
    cache.write("a.one", b"contents")
    file = tmp_path / "a.one"
    whole = file.read_bytes()
    damaged = bytearray(whole)
    damaged[at] ^= 1
    file.write_bytes(damaged)
    assert read(cache, "a.one") is None
    file.write_bytes(whole[:at])
    assert read(cache, "a.one") is None
    cache.write("a.one", b"contents")
    assert read(cache, "a.one") == b"contents"


def test_a_folder_that_others_may_write_into_is_not_used(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.write("a.one", b"contents")
    for mode in (0o777, 0o720):
        tmp_path.chmod(mode)
        assert read(cache, "a.one") is None
        cache.write("b.one", b"contents")
        assert not (tmp_path / "b.one").exists()
    tmp_path.chmod(0o755)
    assert read(cache, "a.one") == b"contents"


def test_a_folder_that_is_a_link_is_not_used(tmp_path: Path) -> None:
    """Somebody else could have laid the link to a folder of ours that holds files of the right names."""
    ours = Cache(tmp_path / "ours")
    ours.write("a.one", b"contents")
    (tmp_path / "link").symlink_to(tmp_path / "ours")
    assert read(Cache(tmp_path / "link"), "a.one") is None
    Cache(tmp_path / "link").write("b.one", b"contents")
    assert not (tmp_path / "ours" / "b.one").exists()


@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_a_folder_below_one_that_others_may_write_into_is_not_used(tmp_path: Path, mode: int) -> None:
    """They could put another folder in its place."""
    cache = Cache(tmp_path / "a" / "b" / "cache")
    cache.write("a.one", b"contents")
    for folder in (tmp_path / "a" / "b", tmp_path / "a"):
        folder.chmod(mode)
        os.chown(folder, -1, 12345) if os.getuid() == 0 else None
        writable_for_others = mode & 0o002 or folder.stat().st_gid != os.getuid()
        assert (read(cache, "a.one") is None) == bool(writable_for_others)
        folder.chmod(mode | 0o1000)  # sticky: others may add, but not exchange what is ours
        assert read(cache, "a.one") == b"contents"
        folder.chmod(0o755)
    assert read(cache, "a.one") == b"contents"


def test_a_folder_behind_a_link_that_others_may_exchange_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    Cache(tmp_path / "real" / "cache").write("a.one", b"contents")
    (tmp_path / "open" / "way").symlink_to(tmp_path / "real")
    cache = Cache(tmp_path / "open" / "way" / "cache")
    assert read(cache, "a.one") == b"contents"
    (tmp_path / "open").chmod(0o777)
    assert read(cache, "a.one") is None


def test_a_place_that_cannot_be_written_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")
    cache.write("a.one", b"contents")
    assert read(cache, "a.one") is None


def test_the_files_written_last_are_kept_of_each_suffix(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.write("x.other", b"")
    (tmp_path / "new-1-left.one").write_bytes(b"by a process that died")
    os.utime(tmp_path / "new-1-left.one", ns=(1, 1))
    for i in range(MAX_FILES + 3):
        cache.write(f"{i}.one", b"")
        os.utime(tmp_path / f"{i}.one", ns=(10 + i, 10 + i))
    kept = {name for name in os.listdir(tmp_path) if name.endswith(".one")}
    assert kept == {f"{i}.one" for i in range(3, MAX_FILES + 3)}
    for i in range(5):
        cache.write(f"{i}.few", b"", most=2)
        os.utime(tmp_path / f"{i}.few", ns=(10 + i, 10 + i))
    assert {one.name for one in tmp_path.glob("*.few")} == {"3.few", "4.few"}
    assert read(cache, "x.other") == b""


def test_where_the_cache_of_a_user_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folder() -> str | None:
        found = user_cache()
        if found is None:
            return None
        found.write("a.one", b"")
        written = [path.parent.relative_to(tmp_path) for path in tmp_path.rglob("a.one")]
        assert len(written) == 1
        (tmp_path / written[0] / "a.one").unlink()
        return written[0].as_posix()

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("RULEWRIGHT_CACHE")
    assert folder() == "home/.cache/rulewright"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert folder() == "home/.cache/rulewright"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folder() == "xdg/rulewright"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "chosen"))
    assert folder() == "chosen"
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert folder() is None
