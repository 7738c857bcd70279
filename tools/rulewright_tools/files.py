"""Writes text to files, completely or not at all.

Separate because a writer must never leave half of an author's file: not when it is killed, not when the disk is full,
not when the power fails.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
from codecs import BOM_UTF8
from collections.abc import Collection
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_NEW_FILE = 0o666
# Names of files that are being written, next to the files that they will become.
_PREFIX, _SUFFIX = ".rulewright-", ".new"
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
# A folder that cannot be opened for reading, or a file system that does not synchronise folders.
_NO_FOLDER_SYNC = (errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EPERM)


def obstacle(path: Path) -> str | None:
    """Returns why `replace` could not write to a path, before there is anything to write; None if no reason is found.
    """
    target = path.resolve()
    try:
        mode = target.stat().st_mode
    except OSError as bad:
        if bad.errno != errno.ENOENT:
            return bad.strerror or str(bad)
        mode = stat.S_IFREG
    if not stat.S_ISREG(mode):
        return _not_writable(mode) or (None if os.access(target, os.W_OK) else f"'{target}' may not be written")
    folder = target.parent
    if not folder.is_dir():
        return f"there is no folder '{folder}'"
    return None if os.access(folder, os.W_OK | os.X_OK) else f"nothing may be written into '{folder}'"


def replace(path: Path, text: str | bytes) -> None:
    """Replaces a file by text or bytes, or creates it, in one step; its permissions stay. Raises OSError.

    A link keeps pointing to its file, whose content is replaced. A terminal, a pipe or a device such as /dev/null is
    not replaced: the text is written to it. When this function returns, the text is on the disk.
    """
    target = path.resolve()
    data = text.encode("utf-8") if isinstance(text, str) else text
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        _write_through(target, mode, data)
        return
    _sweep(target.parent)
    number, name = _new_file(target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(name, _NEW_FILE & ~_umask() if mode is None else stat.S_IMODE(mode))
            os.replace(name, target)  # still locked: no other writer removes it as abandoned
    except BaseException:
        os.unlink(name)
        raise
    _sync_folder(target.parent)


def rewrite(path: Path, text: str) -> None:
    """Replaces the text of a file; a byte order mark stays. Raises OSError."""
    replace(path, ("\ufeff" if path.read_bytes().startswith(BOM_UTF8) else "") + text)


def copy_folder(folder: Path, target: Path, without: Collection[str] = ()) -> None:
    """Copies the files that a pack may consist of: ordinary files, and links to files in the folder, as files. Copies
    no pipe or device, which might never end, and nothing outside the folder."""
    root = os.path.realpath(folder)

    def left_out(inside: str, names: list[str]) -> set[str]:
        return {name for name in names if name in without or not _belongs(os.path.join(inside, name), root)}

    shutil.copytree(folder, target, ignore=left_out)


def _belongs(path: str, root: str) -> bool:
    if not os.path.islink(path):
        return stat.S_IFMT(os.lstat(path).st_mode) in (stat.S_IFREG, stat.S_IFDIR)
    real = os.path.realpath(path)
    return os.path.isfile(real) and Path(real).is_relative_to(root)


def _new_file(folder: Path) -> tuple[int, str]:
    """Creates a new file, locked while it is open: the lock distinguishes it from files of dead writers."""
    while True:
        number, name = tempfile.mkstemp(_SUFFIX, _PREFIX, folder)
        if sys.platform == "win32":
            return number, name
        fcntl.flock(number, fcntl.LOCK_EX)
        try:
            if os.path.samestat(os.stat(name), os.fstat(number)):
                return number, name
        except FileNotFoundError:
            pass  # another writer removed it before it was locked
        os.close(number)


def _sweep(folder: Path) -> None:
    """Removes the files that killed writers have left in a folder. On Windows they stay: they cannot be distinguished.
    """
    if sys.platform == "win32":
        return
    with os.scandir(folder) as entries:
        left = [one.path for one in entries if one.name.startswith(_PREFIX) and one.name.endswith(_SUFFIX)]
    for name in left:
        try:
            number = os.open(name, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            continue  # removed meanwhile, or it belongs to another user
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.unlink(name)
        except OSError:
            pass  # its writer is alive, or has just put it in its place
        finally:
            os.close(number)


def _sync_folder(folder: Path) -> None:
    """Ensures that the new name of a file survives a loss of power."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError as bad:
        if bad.errno not in _NO_FOLDER_SYNC:
            raise
        return
    try:
        os.fsync(number)
    except OSError as bad:
        if bad.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(number)


def _not_writable(mode: int) -> str | None:
    """Returns why something that is not an ordinary file cannot be written to; None if it can."""
    if stat.S_ISDIR(mode):
        return "it is a folder"
    return None if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) else "it is not a file, a pipe or a terminal"


def _write_through(target: Path, mode: int, data: bytes) -> None:
    reason = _not_writable(mode)
    if reason is not None:
        raise OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL, reason, str(target))
    try:
        # A pipe without a reader would block its writer.
        number = os.open(target, os.O_WRONLY | _NO_WAIT)
    except OSError as bad:
        if bad.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "no process reads from this pipe", str(target)) from bad
        raise
    os.set_blocking(number, True)
    with os.fdopen(number, "wb") as file:
        file.write(data)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
