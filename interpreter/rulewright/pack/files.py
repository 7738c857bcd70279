"""Lists the files of a folder by their purpose, and reads a file to its text.

Separate because it is the only module that accesses the disk: which files may be read, in which order, and how much of
them.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Final, TypeAlias

from rulewright.characters import UNSEEN
from rulewright.diagnostics import Diagnostics
from rulewright.errors import RulewrightError
from rulewright.source import SourceText, Span

MANIFEST: Final = "pack.yaml"
RULEBOOK: Final = "rulebook.yaml"
TESTS: Final = "tests"
LOCK: Final = "pack.lock"  # the state that the changes of a pack were written against
MAX_FILES: Final = 20_000
MAX_CHARACTERS: Final = 2_000_000
MOST_OF_LOCK: Final = 16 << 20  # bytes
_MAX_BYTES: Final = MAX_CHARACTERS * 4  # for the longest character in UTF-8
# Reading does not block on a pipe or a device, and follows no link that was created after the check.
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Member:
    """One pack of a stack: its id, its folder, and the prefix of the names of its files: empty, or `ID:`, which no path
    has. `left_out` are folders inside it that are not read here."""

    id: str
    folder: Path
    prefix: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """Several packs read as if they were one folder, in reading order. As a string it is the folder that the user
    named, whose id is `main`; the tests of the packs `tested` are the tests of the stack."""

    named: Path
    main: str
    members: tuple[Member, ...]
    tested: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.named)

    def of(self, name: str) -> tuple[Member, str]:
        """The pack that a file belongs to, and its path in that pack."""
        for member in self.members:
            if member.prefix and name.startswith(member.prefix):
                return member, name[len(member.prefix) :]
        return self.plain, name

    @property
    def plain(self) -> Member:
        """The pack whose files have no prefix."""
        return next(member for member in self.members if not member.prefix)

    @property
    def prefix(self) -> str:
        """The prefix of the names of files of the pack that the user named."""
        return next(member.prefix for member in self.members if member.id == self.main)


# The location of a pack.
Place: TypeAlias = Path | Stack


def prefix_of(place: Place) -> str:
    """The prefix of the names of files of the pack that the user named; "" outside a stack."""
    return place.prefix if isinstance(place, Stack) else ""


@dataclass(slots=True)
class PackFiles:
    """The files of a pack by purpose, as paths inside it with forward slashes, each list sorted. `manifests` and
    `rulebooks` are those of the other packs of a stack."""

    definitions: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    has_manifest: bool = False
    has_rulebook: bool = False
    manifests: list[str] = field(default_factory=list)
    rulebooks: list[str] = field(default_factory=list)


# Texts that replace files, by their paths inside the pack: what an editor has not saved yet.
Buffers: TypeAlias = Mapping[str, str]
NO_BUFFERS: Final[Buffers] = {}


def folder_named(path: object) -> Path:
    """The folder that a caller names. Raises RulewrightError for a value that cannot name one."""
    try:
        if isinstance(path, (str, os.PathLike)) and b"\0" not in os.fsencode(path):
            return Path(path)
    except UnicodeEncodeError:
        pass
    raise RulewrightError(f"a folder must be named by a string or a Path, not by {path!r:.60}")


def list_files(folder: Place, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> PackFiles:
    """Every YAML file below the folder, including those that are only in `buffers`. Hidden files and folders are
    skipped; links to folders are not followed."""
    if isinstance(folder, Stack):
        return _list_members(folder, out, buffers)
    return _list_member(Member("", folder), out, buffers)


def _list_member(member: Member, out: Diagnostics, buffers: Buffers) -> PackFiles:
    """The files of one pack, by their paths inside it. Without an id it is not part of a stack."""
    found = PackFiles()
    names = _walk(member, out) if os.path.isdir(member.folder) else []
    for name in sorted({*names, *buffers}) if buffers else names:
        problem = _problem(name) if name.endswith((".yml", ".yaml")) else None
        if problem is not None:
            out.add("RW101", f"the name of this file or its folder {problem}", _nowhere(member, name), "rename it")
        elif name == MANIFEST:
            found.has_manifest = True
        elif name == RULEBOOK:
            found.has_rulebook = True
        elif name.endswith(".yml"):
            message = "this file is not read: the names of a pack's files end in .yaml"
            out.add("RW214", message, _nowhere(member, name), "rename it")
        elif name.endswith(".yaml"):
            (found.tests if name.startswith(f"{TESTS}/") else found.definitions).append(name)
    return found


def _list_members(stack: Stack, out: Diagnostics, buffers: Buffers) -> PackFiles:
    """The files of all packs of a stack: the definitions in the order of packs."""
    found = PackFiles()
    for member in stack.members:
        prefix = member.prefix
        own = {name: text for name, text in buffers.items() if stack.of(name)[0] is member}
        of_member = _list_member(member, out, {name[len(prefix) :]: text for name, text in own.items()})
        for name in (*of_member.definitions, *of_member.tests):
            if not name.startswith(member.left_out):
                if not name.startswith(f"{TESTS}/"):
                    found.definitions.append(prefix + name)
                elif member.id in stack.tested:
                    found.tests.append(prefix + name)
        if prefix:
            found.manifests += [prefix + MANIFEST] * of_member.has_manifest
            found.rulebooks += [prefix + RULEBOOK] * of_member.has_rulebook
        else:
            found.has_manifest, found.has_rulebook = of_member.has_manifest, of_member.has_rulebook
    return found


def _nowhere(member: Member, name: str) -> Span:
    """The beginning of a file, by its path inside a pack."""
    return Span(SourceText(member.prefix + name, "", os.path.join(member.folder, name) if member.id else ""), 0, 0)


def _walk(member: Member, out: Diagnostics) -> list[str]:
    names: list[str] = []
    unread: list[tuple[str, bool]] = []
    for _, name in _entries(str(member.folder), unread):
        names.append(name)
        if len(names) > MAX_FILES:
            message = f"this pack has more than {MAX_FILES} files"
            out.add("RW103", message, _nowhere(member, MANIFEST), "divide it into several packs")
            return []
    for inside, is_link in unread:
        why = "is a link, which is not followed" if is_link else "cannot be read"
        hint = "put the folder itself into the pack" if is_link else "get permission to read it"
        span = _nowhere(member, inside.rstrip("/") or ".")
        out.add("RW101", f"this folder {why}, and nothing in it was read", span, hint)
    return sorted(names)


def _entries(folder: str, unread: list[tuple[str, bool]]) -> Iterator[tuple[os.DirEntry[str], str]]:
    """The files below a folder, each with its path inside it, without hidden ones. Folders that are not searched are
    added to `unread`, each with whether it is a link; if not, permission is missing."""
    waiting = [(folder, "")]
    while waiting:
        place, inside = waiting.pop()
        try:
            entries = os.scandir(place)
        except OSError:
            unread.append((inside, False))
            continue
        with entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if not is_folder(entry):
                    yield entry, inside + entry.name
                elif entry.is_symlink():
                    unread.append((f"{inside}{entry.name}/", True))
                else:
                    waiting.append((entry.path, f"{inside}{entry.name}/"))


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it leads to a folder; a link in a cycle leads nowhere."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def fingerprints(folder: Place, tests: bool = False) -> dict[str, bytes] | None:
    """The contents of the definitions, the manifest and the rulebook of a pack, and of its tests on request: a digest
    of the bytes of each file, by name, in the order of names.

    None if there is no pack, or if it contains something that only careful reading can judge: a link, a file over a
    limit, one that cannot be read.
    """
    if isinstance(folder, Stack):
        every: dict[str, bytes] = {}
        for member in folder.members:
            of_member = fingerprints(member.folder, tests)
            if of_member is None:
                return None
            every |= {member.prefix + name: data for name, data in of_member.items()
                      if not name.startswith(member.left_out)}
            lock = read_plain(member.folder / LOCK, MOST_OF_LOCK)
            if lock is not None:
                every[member.prefix + LOCK] = hashlib.sha256(lock).digest()
        return every
    files: list[tuple[str, str]] = []
    unread: list[tuple[str, bool]] = []
    seen = 0  # files of any name: careful reading counts them all
    try:
        for entry, name in _entries(str(folder), unread):
            seen += 1
            if seen > MAX_FILES:
                return None
            if name.endswith(".yml") or (name.endswith(".yaml") and (tests or not name.startswith(f"{TESTS}/"))):
                if not entry.is_file(follow_symlinks=False) or _problem(name) is not None:
                    return None
                files.append((name, entry.path))
        found: dict[str, bytes] = {}
        for name, path in sorted(files):
            with _opened(path) as file:
                size = _size_of(file)
                if size is None or size > _MAX_BYTES:
                    return None
                found[name] = hashlib.sha256(file.read(size)).digest()
    except OSError:
        return None
    return found if found and not unread else None


def read_plain(path: Path, most: int) -> bytes | None:
    """The first bytes of an ordinary file, at most this many; None if there is none there, but for example a link."""
    try:
        with _opened(str(path)) as file:
            size = _size_of(file)
            return None if size is None else file.read(min(size, most))
    except OSError:
        return None


def _problem(name: str) -> str | None:
    """The problem with the name of a file, None if it is text without invisible characters and colons."""
    if ":" in name:  # on some systems it is allowed
        return "has a colon, which ends the id of a pack"
    if name.isprintable() or (UNSEEN.search(name) is None and not re.search(r"[\t\n\ud800-\udfff]", name)):
        return None
    return "has characters that are invisible or not text"


def _opened(path: str) -> FileIO:
    """A file, opened before it is checked: the file that is checked is the file that is read."""
    number = os.open(path, _FLAGS)
    try:
        return FileIO(number)
    except OSError:  # a folder
        os.close(number)
        raise


def _size_of(file: FileIO) -> int | None:
    """The bytes of an ordinary file, None for any other. It reads this many, not up to the limit: allocating that much
    takes longer than reading most files."""
    found = os.fstat(file.fileno())
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def read_source(folder: Place, name: str, out: Diagnostics, buffers: Buffers = NO_BUFFERS) -> SourceText | None:
    """The text of a file, named by its path inside the pack, or None with the reason reported."""
    shown, inside = "", name
    if isinstance(folder, Stack):
        member, inside = folder.of(name)
        folder = member.folder
        shown = os.path.join(folder, inside)
    if name in buffers:
        return _within_limit(SourceText(name, buffers[name], shown), out)
    path = os.path.join(folder, inside)
    nowhere = Span(SourceText(name, "", shown), 0, 0)
    try:
        # Linked folders are not followed, so only the file itself can lead elsewhere.
        if os.path.islink(path):
            path = os.path.realpath(path)
            if not Path(path).is_relative_to(os.path.realpath(folder)):
                message = "this file is a link that leads out of the pack"
                out.add("RW101", message, nowhere, "put the file itself into the pack")
                return None
        with _opened(path) as file:
            size = _size_of(file)
            if size is None:
                out.add("RW101", "this is not an ordinary file", nowhere)
                return None
            if size > _MAX_BYTES:
                _too_long(nowhere, out)
                return None
            data = file.read(size)
    except OSError as error:
        out.add("RW101", f"this file cannot be read: {error.strerror or error}", nowhere)
        return None
    data = data.removeprefix(BOM_UTF8)
    try:
        return SourceText(name, data.decode(), shown)
    except UnicodeDecodeError as error:
        before = SourceText(name, data[: error.start].decode(), shown)
        at = Span(before, len(before.text), len(before.text))
        message = f"the byte {data[error.start]:#04x} is not text in UTF-8"
        out.add("RW101", message, at, "save the file in UTF-8")
        return None


def _too_long(nowhere: Span, out: Diagnostics) -> None:
    message = f"this file has more than {MAX_CHARACTERS} characters"
    out.add("RW103", message, nowhere, "divide it into several files")


def _within_limit(source: SourceText, out: Diagnostics) -> SourceText | None:
    if len(source.text) <= _MAX_BYTES:
        return source
    _too_long(Span(SourceText(source.name, "", source.path), 0, 0), out)
    return None
