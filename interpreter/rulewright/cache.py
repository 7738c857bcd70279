"""Keeps what was made from files and can be made from them again: bytes by name, in the user's own cache folder.

Separate because compiled packs and tables of the parser are kept alike, and because what is read back is run: the
folder must belong to the user, as `__pycache__` does, and nothing is ever read from inside a pack.
"""

from __future__ import annotations

import os
import stat
import sys
import zlib
from pathlib import Path
from typing import Final

# `off`, or the folder to be used in place of the default one.
VARIABLE: Final = "RULEWRIGHT_CACHE"
OFF: Final = "off"

MAX_FILES: Final = 64  # of one suffix
_MAGIC: Final = b"rulewright cache 1\n"
_SUM_BYTES: Final = 4
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class Cache:
    """A folder of files with a sum over each. Whatever is wrong with one, or with the folder, it is as if it were not
    there: a cache is never a reason for a mistake."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def read(self, name: str) -> memoryview | None:
        """What was written under a name, or None if there is nothing, or it is damaged or of somebody else."""
        try:
            if not self._is_ours():
                return None
            with open(self._path(name), "rb", buffering=0) as file:
                data = memoryview(file.read())  # megabytes: parts of it are not copied
        except OSError:
            return None  # not there, most often
        start = len(_MAGIC) + _SUM_BYTES
        known = bytes(data[:start])
        if known != _MAGIC + zlib.crc32(data[start:]).to_bytes(_SUM_BYTES, "big"):
            return None
        return data[start:]

    def has(self, name: str) -> bool:
        """Whether there is a file of that name. It may be damaged, or gone before it is read."""
        return os.path.isfile(self._path(name))

    def write(self, name: str, data: bytes, most: int = MAX_FILES) -> None:
        """Keep bytes under a name with a suffix (`a1b2.program`). Others see all of them or none; of each suffix the
        files that were written last are kept, `most` of them."""
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
            return  # a full disk or a folder that may not be written: the next run will be as slow as this one

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _is_ours(self) -> bool:
        """Nobody else may have put a file there, nor another folder in its place."""
        if not hasattr(os, "getuid"):
            return True  # the folders of users are apart by other means there
        found = os.lstat(self._folder)
        own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
        return own and not found.st_mode & _OTHERS_WRITE and _is_out_of_reach(self._folder)

    def _prune(self, suffix: str, most: int) -> None:
        # What a process that died left unfinished has the same suffix and goes the same way.
        kept = [entry for entry in os.scandir(self._folder) if entry.name.endswith(suffix)]
        kept.sort(key=lambda entry: entry.stat().st_mtime_ns)
        for entry in kept[:-most]:
            os.unlink(entry.path)


def _is_out_of_reach(folder: str) -> bool:
    """Whether nobody but the user and the administrator can exchange a folder for another: by writing into one that it
    lies in, on the way as it is written and on the way where it leads."""
    for way in {os.path.abspath(folder), os.path.realpath(folder)}:
        above = os.path.dirname(way)
        while True:
            found = os.stat(above)
            # In a sticky folder (/tmp) others may add, but not exchange what is ours; in a folder of a group that only
            # this user is in (its number is the user's) the group is no other.
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
    """The cache of the user who runs this, or None if it is turned off or there is no place for it."""
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
