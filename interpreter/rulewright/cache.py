"""Stores data that was derived from files and can be derived again: bytes by name, in the user's own cache folder.

Separate because compiled packs and parser tables are stored in the same way, and because the stored data is executed:
the folder must belong to the user, as `__pycache__` does, and nothing is ever read from inside a pack.
"""

from __future__ import annotations

import os
import stat
import sys
import zlib
from pathlib import Path
from typing import Final

# `off`, or the folder to use instead of the default one.
VARIABLE: Final = "RULEWRIGHT_CACHE"
OFF: Final = "off"

MAX_FILES: Final = 64  # the most files with one suffix
_MAGIC: Final = b"rulewright cache 1\n"
_SUM_BYTES: Final = 4
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class Cache:
    """A folder of files with checksums. If there is anything wrong with a file or the folder, the file counts as
    missing: a cache never causes an error."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def read(self, name: str) -> memoryview | None:
        """The data stored under a name; None if there is none, or it is damaged or belongs to another user."""
        try:
            if not self._is_ours():
                return None
            with open(self._path(name), "rb", buffering=0) as file:
                data = memoryview(file.read())  # megabytes, so its parts are not copied
        except OSError:
            return None  # usually it does not exist
        start = len(_MAGIC) + _SUM_BYTES
        known = bytes(data[:start])
        if known != _MAGIC + zlib.crc32(data[start:]).to_bytes(_SUM_BYTES, "big"):
            return None
        return data[start:]

    def has(self, name: str) -> bool:
        """Whether there is a file of that name. It may be damaged, or disappear before it is read."""
        return os.path.isfile(self._path(name))

    def write(self, name: str, data: bytes, most: int = MAX_FILES) -> None:
        """Stores bytes under a name with a suffix (`a1b2.program`). Other processes see all of them or none. For each
        suffix the most recently written files are kept, `most` of them."""
        temporary = self._path(f"new-{os.getpid()}-{name}")
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            if not self._is_ours():
                return
            with open(temporary, "wb") as file:
                file.write(_MAGIC + zlib.crc32(data).to_bytes(_SUM_BYTES, "big") + data)
            os.replace(temporary, self._path(name))
            self._prune(os.path.splitext(name)[1], most)
        except OSError:
            return  # the disk is full or the folder is not writable: the next run will be as slow as this one

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _is_ours(self) -> bool:
        """Whether no other user can put a file there, or another folder in its place."""
        if not hasattr(os, "getuid"):
            return True  # there, folders of users are separated by other means
        found = os.lstat(self._folder)
        own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        return own and not found.st_mode & _OTHERS_WRITE and _is_out_of_reach(self._folder)

    def _prune(self, suffix: str, most: int) -> None:
        # The unfinished file of a process that died has the same suffix and is removed in the same way.
        kept = [entry for entry in os.scandir(self._folder) if entry.name.endswith(suffix)]
        kept.sort(key=lambda entry: entry.stat().st_mtime_ns)
        for entry in kept[:-most]:
            os.unlink(entry.path)


def _is_out_of_reach(folder: str) -> bool:
    """Whether only the user and the administrator can replace a folder by another, which is possible by writing to one
    of its parents, along the path as written and along the path that it resolves to."""
    for way in {os.path.abspath(folder), os.path.realpath(folder)}:
        above = os.path.dirname(way)
        while True:
            found = os.stat(above)
            # In a sticky folder (/tmp) other users may add files, but not replace ours. A folder of a group that only
            # this user is in (the group's number is the user's) counts as the user's own.
            writers = stat.S_IWOTH if found.st_gid == found.st_uid == os.getuid() else _OTHERS_WRITE
            if found.st_uid not in (0, os.getuid()) or (
                found.st_mode & writers and not found.st_mode & stat.S_ISVTX
            ):
                return False
            if above == os.path.dirname(above):
                break
            above = os.path.dirname(above)
    return True


def user_cache() -> Cache | None:
    """The cache of the current user; None if it is turned off or there is no folder for it."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen == OFF:
        return None
    if chosen:
        return Cache(Path(chosen))
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Cache(Path(base) / "rulewright")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    if sys.platform == "win32":
        return Cache(Path(os.environ.get("LOCALAPPDATA") or home) / "rulewright" / "cache")
    if sys.platform == "darwin":
        return Cache(Path(home) / "Library" / "Caches" / "rulewright")
    return Cache(Path(home) / ".cache" / "rulewright")
