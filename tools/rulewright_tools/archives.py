"""Unpacks the file of a pack into a folder, after checking it as untrusted input.

Separate because installing a pack and reading a pack from a file unpack it in the same way.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from rulewright_tools.show.terminal import call

if TYPE_CHECKING:
    from rulewright.stack.manifests import Manifest

SUFFIX: Final = ".zip"
_UNPACKED: Final[dict[Path, Path]] = {}  # the archives of this run, by their folders


def unpack(archive: Path, folder: Path) -> tuple[Manifest, dict[str, bytes]]:
    """Writes the files of an archive into an empty folder; returns its manifest, and the files by name. Raises
    click.UsageError if it is not a plain pack: before writing anything, unless only the manifest is refused."""
    from rulewright.stack.archive import refusal
    from rulewright.stack.manifests import read_manifest

    files = files_of(archive)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    manifest = read_manifest(folder)
    why = refusal(manifest)
    if manifest is None or why is not None:
        raise _refused(why or "its manifest cannot be read")
    return manifest, files


def files_of(archive: Path) -> dict[str, bytes]:
    """Returns the files of an archive by name. Raises click.UsageError if it is not a plain pack."""
    from rulewright.stack.archive import MOST_BYTES, Unreadable, read_archive

    try:
        with archive.open("rb") as file:
            return read_archive(file.read(MOST_BYTES + 1))
    except Unreadable as bad:
        raise _refused(str(bad)) from bad
    except OSError as bad:
        raise _refused(f"it cannot be read: {bad.strerror}") from bad


def unpacked(archive: Path, ctx: click.Context | None) -> Path:
    """Returns a folder with the pack of an archive, which is removed when the command ends. Raises click.UsageError."""
    made = Path(tempfile.mkdtemp(prefix="rulewright-"))

    def remove() -> None:
        shutil.rmtree(made, ignore_errors=True)

    atexit.register(remove)  # click does not close a command whose further arguments are wrong
    if ctx is not None:
        ctx.call_on_close(remove)
    folder = made / archive.stem
    folder.mkdir()
    try:
        unpack(archive, folder)
    except click.UsageError:
        remove()
        raise
    _UNPACKED[folder] = archive
    call(str(folder), str(archive))
    return folder


def refuse_to_write(folder: Path) -> None:
    """Raises click.UsageError if the folder of a pack was unpacked from an archive: what is written there is lost when
    the command ends."""
    archive = _UNPACKED.get(folder)
    if archive is not None:
        raise click.UsageError(f"'{archive}' is an archive, in which nothing can be changed: give a folder")


def _refused(why: str) -> click.UsageError:
    return click.UsageError(f"RW239: this archive is not accepted: {why}; `rulewright explain RW239` says what is")
