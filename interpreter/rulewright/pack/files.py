"""Turns a folder into the list of its files by what they are for, and a file into its text.

Separate because it is the only one that touches the disk: who may be read, in which order, and how much.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Final, TypeAlias

from rulewright.characters import UNSEEN
from rulewright.diagnostics import Diagnostics
from rulewright.source import SourceText, Span

MANIFEST: Final = "pack.yaml"
RULEBOOK: Final = "rulebook.yaml"
TESTS: Final = "tests"
MAX_FILES: Final = 20_000
MAX_CHARACTERS: Final = 2_000_000
_MAX_BYTES: Final = MAX_CHARACTERS * 4  # of the longest character in UTF-8
# Neither a pipe nor a device makes the reader wait, and no link is followed that was not there a moment ago.
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(slots=True)
class PackFiles:
    """The files of a pack by purpose, as paths inside it with forward slashes, each list sorted."""

    definitions: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    has_manifest: bool = False
    has_rulebook: bool = False


# Texts that stand in place of files, by their paths inside the pack: what an editor has not saved yet.
Buffers: TypeAlias = Mapping[str, str]
NO_BUFFERS: Final[Buffers] = {}


def list_files(folder: Path, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> PackFiles:
    """Every YAML file below the folder, those that are only in `buffers` too. Hidden files and folders are passed over,
    links to folders not followed."""
    found = PackFiles()
    names = _walk(folder, out) if folder.is_dir() else []
    for name in sorted({*names, *buffers}) if buffers else names:
        if name.endswith((".yml", ".yaml")) and not _is_text(name):
            message = "the name of this file or of its folder has characters that cannot be seen or are not text"
            out.add("RW101", message, Span(SourceText(name, ""), 0, 0), "rename it")
        elif name == MANIFEST:
            found.has_manifest = True
        elif name == RULEBOOK:
            found.has_rulebook = True
        elif name.endswith(".yml"):
            message = "this file is not read: the names of a pack's files end in .yaml"
            out.add("RW214", message, Span(SourceText(name, ""), 0, 0), "rename it")
        elif name.endswith(".yaml"):
            (found.tests if name.startswith(f"{TESTS}/") else found.definitions).append(name)
    return found


def _walk(folder: Path, out: Diagnostics) -> list[str]:
    names: list[str] = []
    closed: list[str] = []
    for _, name in _entries(str(folder), closed):
        names.append(name)
        if len(names) > MAX_FILES:
            message = f"this pack has more than {MAX_FILES} files"
            out.add("RW103", message, Span(SourceText(MANIFEST, ""), 0, 0), "divide it into several packs")
            return []
    for inside in closed:
        message = "this folder cannot be read, and nothing in it was"
        out.add("RW101", message, Span(SourceText(inside.rstrip("/") or ".", ""), 0, 0), "ask for the right to read it")
    return sorted(names)


def _entries(folder: str, closed: list[str]) -> Iterator[tuple[os.DirEntry[str], str]]:
    """The files below a folder, each with its path inside. Nothing hidden; links to folders are not followed. Folders
    that may not be looked into are added to `closed`."""
    waiting = [(folder, "")]
    while waiting:
        place, inside = waiting.pop()
        try:
            entries = os.scandir(place)
        except OSError:
            closed.append(inside)
            continue
        with entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if not _is_folder(entry):
                    yield entry, inside + entry.name
                elif not entry.is_symlink():
                    waiting.append((entry.path, f"{inside}{entry.name}/"))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it leads to a folder; a link in a cycle leads nowhere."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def fingerprints(folder: Path, tests: bool = False) -> dict[str, bytes] | None:
    """What the definitions, the manifest and the rulebook of a pack are, and the files of its tests if they are asked
    for: a digest of the bytes of each file, by name, in the order of names.

    None if there is no pack, or something in it that only reading it with care can tell: a link, a file over a limit,
    one that cannot be read.
    """
    files: list[tuple[str, str]] = []
    closed: list[str] = []
    seen = 0  # files of any name: reading with care counts them all
    try:
        for entry, name in _entries(str(folder), closed):
            seen += 1
            if seen > MAX_FILES:
                return None
            if name.endswith(".yml") or (name.endswith(".yaml") and (tests or not name.startswith(f"{TESTS}/"))):
                if not entry.is_file(follow_symlinks=False) or not _is_text(name):
                    return None
                files.append((name, entry.path))
        found: dict[str, bytes] = {}
        for name, path in sorted(files):
            with _opened(path) as file:
                data = file.read(_MAX_BYTES + 1) if _is_ordinary(file) else b""
                if not _is_ordinary(file) or len(data) > _MAX_BYTES:
                    return None
                found[name] = hashlib.sha256(data).digest()
    except OSError:
        return None
    return found if found and not closed else None


def _is_text(name: str) -> bool:
    """Whether the name of a file is text that people can see."""
    return name.isprintable() or (UNSEEN.search(name) is None and not re.search(r"[\t\n\ud800-\udfff]", name))


def _opened(path: str) -> FileIO:
    """A file, opened before it is looked at: what is looked at is what is read."""
    number = os.open(path, _FLAGS)
    try:
        return FileIO(number)
    except OSError:  # a folder
        os.close(number)
        raise


def _is_ordinary(file: FileIO) -> bool:
    return stat.S_ISREG(os.fstat(file.fileno()).st_mode)


def read_source(folder: Path, name: str, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> SourceText | None:
    """The text of a file, named by its path inside the pack, or None with the reason reported."""
    if name in buffers:
        return _within_limit(SourceText(name, buffers[name]), out)
    path = os.path.join(folder, name)
    nowhere = Span(SourceText(name, ""), 0, 0)
    try:
        # Folders that are links are not walked into, so only the file itself can lead elsewhere.
        if os.path.islink(path):
            path = os.path.realpath(path)
            if not Path(path).is_relative_to(os.path.realpath(folder)):
                message = "this file is a link that leads out of the pack"
                out.add("RW101", message, nowhere, "put the file itself into the pack")
                return None
        with _opened(path) as file:
            if not _is_ordinary(file):
                out.add("RW101", "this is not an ordinary file", nowhere)
                return None
            data = file.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            _too_long(nowhere, out)
            return None
    except OSError as error:
        out.add("RW101", f"this file cannot be read: {error.strerror or error}", nowhere)
        return None
    try:
        return SourceText(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = SourceText(name, data[: error.start].decode("utf-8-sig"))
        at = Span(before, len(before.text), len(before.text))
        message = f"the byte {data[error.start]:#04x} is not text in UTF-8"
        out.add("RW101", message, at, "save the file in UTF-8")
        return None


def _too_long(nowhere: Span, out: Diagnostics) -> None:
    message = f"this file has more than {MAX_CHARACTERS} characters"
    out.add("RW103", message, nowhere, "divide it: a pack may have any number of files")


def _within_limit(source: SourceText, out: Diagnostics) -> SourceText | None:
    if len(source.text) <= _MAX_BYTES:
        return source
    _too_long(Span(SourceText(source.name, ""), 0, 0), out)
    return None
