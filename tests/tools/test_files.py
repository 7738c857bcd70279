"""Files are written whole or not at all, and what is no ordinary file is never replaced."""

from __future__ import annotations

import os
import random
import resource
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from rulewright.stack import sign
from rulewright_tools import files
from rulewright_tools.files import obstacle, replace
from rulewright_tools.journal import Journal
from rulewright_tools.signing import own_key

from .conftest import Run

ROOT = Path(__file__).parents[2]
KILLS = 40
WRITER = """
import sys
from pathlib import Path
from rulewright_tools.files import replace
path, size = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
i = 0
while True:
    i += 1
    replace(path, f"{i % 10}" * size)
"""


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_a_file_is_made_and_replaced_with_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    replace(file, "one")
    file.chmod(0o640)
    replace(file, "two ½")
    assert file.read_text("utf-8") == "two ½"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert names(tmp_path) == ["a.json"]


def test_a_link_keeps_pointing_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("one")
    (tmp_path / "link").symlink_to("real")
    replace(tmp_path / "link", "two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "two"


def test_the_text_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, rename = os.fsync, os.replace

    def fsync(number: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        sync(number)

    def named(old: str, new: str) -> None:
        done.append("name")
        rename(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", named)
    replace(tmp_path / "a", "text")
    assert done == ["file", "name", "folder"]


def test_a_text_that_cannot_be_written_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(tmp_path / "a", "old")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        replace(tmp_path / "a", "new")
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a"]


def test_a_device_is_written_to_and_stays_a_device() -> None:
    for name in ("/dev/null", "/dev/full"):
        before = os.stat(name)
        if name == "/dev/full":
            with pytest.raises(OSError, match="No space left"):
                replace(Path(name), "text")
        else:
            replace(Path(name), "text")
        after = os.stat(name)
        assert stat.S_ISCHR(after.st_mode)
        assert (after.st_ino, after.st_rdev) == (before.st_ino, before.st_rdev)


def test_a_link_to_a_device_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/null")
    replace(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink() and stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_pipe_is_written_to_if_somebody_reads(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="no process reads from this pipe"):
        replace(pipe, "text")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    number = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # so that there is a reader at once
    reader.start()
    time.sleep(0.1)
    os.close(number)
    replace(pipe, "x" * 200_000)
    reader.join(20)
    assert read == [b"x" * 200_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_folder_or_a_socket_is_refused(tmp_path: Path) -> None:
    assert obstacle(tmp_path) == "it is a folder"
    with pytest.raises(OSError, match="it is a folder"):
        replace(tmp_path, "text")
    assert obstacle(tmp_path / "nowhere" / "a") == f"there is no folder '{tmp_path / 'nowhere'}'"
    assert obstacle(tmp_path / "a") is None
    assert obstacle(Path("/dev/null")) is None
    (tmp_path / "round").symlink_to("round")
    assert obstacle(tmp_path / ("x" * 300)) is not None


def test_what_killed_writers_left_is_swept_and_what_living_ones_write_is_not(tmp_path: Path) -> None:
    left = tmp_path / ".rulewright-dead.new"
    left.write_text("half")
    number, living = files._new_file(tmp_path)
    (tmp_path / ".rulewright-folder.new").mkdir()
    (tmp_path / ".other.new").write_text("of somebody else")
    replace(tmp_path / "a", "text")
    assert not left.exists()
    assert Path(living).exists()
    os.close(number)
    replace(tmp_path / "a", "text")
    assert names(tmp_path) == [".other.new", ".rulewright-folder.new", "a"]


@pytest.mark.parametrize("size", [100, 3_000_000])
def test_writers_that_are_killed_leave_whole_files_and_no_litter(tmp_path: Path, size: int) -> None:
    """Two write the same file and are killed at any moment; in the end there is one whole text and nothing else."""
    file, rng = tmp_path / "a.json", random.Random(size)
    replace(file, "0" * size)
    command = [sys.executable, "-c", WRITER, str(file), str(size)]
    environment = {"PYTHONPATH": f"{ROOT}/interpreter:{ROOT}/tools"}
    for _ in range(KILLS // 4):
        writers = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(2)]
        for writer in writers:
            assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        time.sleep(rng.uniform(0, 0.03))
        for writer in writers:
            os.kill(writer.pid, signal.SIGKILL)
            assert writer.wait() == -signal.SIGKILL, "a writer ended by itself"
            assert writer.stdout is not None
            writer.stdout.close()
        text = file.read_text()
        assert len(text) == size and len(set(text)) == 1
    replace(file, "1" * size)
    assert names(tmp_path) == ["a.json"]


def test_a_copy_of_a_folder_has_no_pipes_and_devices(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "inside").mkdir(parents=True)
    (source / "inside" / "a.yaml").write_text("text")
    (source / "zero").symlink_to("/dev/zero")
    (source / "out").symlink_to("/etc/passwd")
    (source / "round").symlink_to(source)
    (source / "lost").symlink_to("nowhere")
    (source / "linked").symlink_to(source / "inside" / "a.yaml")
    (source / "left").touch()
    os.mkfifo(source / "pipe")
    files.copy_folder(source, tmp_path / "copy", without=("left",))
    assert names(tmp_path / "copy") == ["inside", "linked"]
    assert not (tmp_path / "copy" / "linked").is_symlink()
    assert (tmp_path / "copy" / "inside" / "a.yaml").read_text() == "text"


@pytest.mark.parametrize("command", ["check", "coverage", "fmt", "graph", "play", "test"])
def test_a_path_that_is_too_long_is_a_mistake_of_whoever_typed_it(run: Run, command: str) -> None:
    ran = run(command, "a" * 5000)
    assert ran.code == 2
    assert ran.err.strip() == f"rulewright: {'a' * 60}..: File name too long"


def test_a_match_is_not_saved_over_a_device_or_folder(run: Run, sample: Path, tmp_path: Path) -> None:
    ran = run("play", sample, "--watch", "--save", "/dev/full")
    assert ran.code == 2
    assert "cannot write /dev/full: No space left on device" in " ".join(ran.err.split())
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    typed = f"save /dev/full\nsave {tmp_path}\nsave {tmp_path}/no/where\nsave {tmp_path}/ok\nquit\n"
    said = " ".join(run("play", sample, typed=typed).out.split())
    assert "No space left on device" in said and "it is a folder" in said and "No such file or directory" in said
    assert names(tmp_path) == ["ok"]
    said = " ".join(run("play", sample, "--language", "ru", typed=typed).out.split())
    for reason in ("на диске нет места", "это папка", "нет такого файла или папки"):
        assert f"Не удалось сохранить: {reason}." in said


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Inside, no file grows beyond a number of bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_journal_with_half_a_line_is_kept_on_a_full_disk(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    Journal(journal, "answers", "stamp", dict)
    whole = journal.read_bytes() + b'{"key": "one"}\n'
    journal.write_bytes(whole + b'{"key": "tw')
    with full_after(8):
        assert list(Journal(journal, "answers", "stamp", dict).known) == ["one"]
    assert journal.read_bytes() == whole


def test_no_part_of_a_key_is_left_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign, "new_key", lambda: b"k" * 32)
    with full_after(8), pytest.raises(click.UsageError, match="cannot store a key in "):
        own_key(tmp_path)
    assert names(tmp_path) == []
    assert own_key(tmp_path) == b"k" * 32 == own_key(tmp_path)
