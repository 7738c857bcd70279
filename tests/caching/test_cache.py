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
