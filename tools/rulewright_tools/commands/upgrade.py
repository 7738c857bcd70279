"""`upgrade`: rewrites packs in the newest version of the language, with the same meaning.

Separate because it edits all files of a pack at once: it compares the meaning of the pack before and after, and
writes every file or none.
"""

from __future__ import annotations

import difflib
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.archives import refuse_to_write
from rulewright_tools.packs import PACK, put_together, refused, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.pack.files import Place
    from rulewright.pipeline import CheckResult


@click.command(short_help="Rewrite packs in the newest version of the language.")
@click.argument("packs", metavar="PACK..", nargs=-1, required=True, type=PACK)
@with_packs
@click.option("--write", is_flag=True, help="Write the files. Without it they are only shown.")
@click.option("--check", is_flag=True, help="Show nothing but what would change; exit code 1 if anything would.")
def command(packs: tuple[Path, ...], others: tuple[Path, ...], write: bool, check: bool) -> int:
    """Rewrite packs in the newest version of the language. Comments, order and layout stay.

    Only words are replaced. The command compares the meaning before and after, and writes nothing if it differs. Packs
    that PACK needs are not changed. Without --write the changes are shown and no file is touched.

    \b
    rulewright upgrade my_pack
    rulewright upgrade my_pack --write
    """
    from rulewright_tools.cli import CLEAN, CONTENT

    if write and check:
        raise click.UsageError("--check writes nothing: remove --write")
    changing = 0
    for pack in packs if write else ():
        refuse_to_write(pack)
    for pack in packs:
        changing += _upgrade(pack, others, write=write, check=check)
    return CONTENT if check and changing else CLEAN


def _upgrade(folder: Path, others: tuple[Path, ...], *, write: bool, check: bool) -> int:
    """Upgrades one pack; returns the number of changed files. A pack with errors is refused."""
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import MANIFEST, list_files
    from rulewright.pack.versions import NEWEST
    from rulewright.pipeline import check_pack
    from rulewright.stack.find import stacked
    from rulewright_tools.upgrading import upgraded

    place = put_together(folder, others)
    place = stacked(place, Diagnostics()) or place
    before = check_pack(place)
    if before.diagnostics.has_errors or not before.pack.manifest:
        raise refused(place, before)
    listed = list_files(folder, Diagnostics())
    files = {name: _text(folder / name) for name in (MANIFEST, *listed.definitions)}
    new = upgraded(files)
    if not new:
        echo(f"{folder}: nothing to change: its language is {NEWEST}")
        return 0
    _compare(folder, place, before, new)
    for name, text in new.items():
        if check:
            echo(f"{folder / name}: would change")
        elif not write:
            lines = difflib.unified_diff(
                files[name].splitlines(), text.splitlines(), str(folder / name), str(folder / name), "", "", 1, ""
            )
            for line in lines:
                echo(line)
    if write:
        _write(folder, new)
    done = "rewritten" if write else "would change"
    ends = "" if write or check else ": --write rewrites them"
    echo(f"{folder}: {counted(len(new), 'file')} {done}, to language {NEWEST}{ends}")
    return len(new)


def _text(path: Path) -> str:
    """Returns the text of a file with its own line breaks."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return file.read()


def _compare(folder: Path, place: Place, before: CheckResult, new: Mapping[str, str]) -> None:
    """Refuses if the pack would mean something else, which would be an error in the table of versions."""
    from rulewright.meaning import meaning_of
    from rulewright.pack.files import prefix_of
    from rulewright.pipeline import check_pack

    prefix = prefix_of(place)
    after = check_pack(place, {prefix + name: text for name, text in new.items()})
    programs = before.program, after.program
    same = programs[0] is not None and programs[1] is not None and meaning_of(programs[0]) == meaning_of(programs[1])
    if not same:
        raise click.ClickException(f"{folder}: the rewritten pack would not mean the same, so nothing is written")


def _write(folder: Path, new: Mapping[str, str]) -> None:
    """Writes all files. If one cannot be written, or the user interrupts, the files written before it are restored.
    Their old content is in another folder until then, so that nothing is lost even if that fails."""
    from rulewright_tools.files import rewrite

    kept = Path(tempfile.mkdtemp(prefix="rulewright-upgrade-"))
    done: list[tuple[Path, Path]] = []
    left: dict[Path, Path] = {}
    try:
        was = {name: _copied(folder / name, kept / f"{number}-{Path(name).name}") for number, name in enumerate(new)}
        for name, text in new.items():
            done.append((folder / name, was[name]))
            rewrite(folder / name, text)
    except BaseException as bad:
        left = _put_back(done)
        if isinstance(bad, OSError):
            why = bad.strerror or bad
            raise click.UsageError(f"cannot write {bad.filename or folder}: {why}; {_changed(left)}") from bad
        if left:
            echo(_changed(left), err=True)
        raise
    finally:
        if not left:
            shutil.rmtree(kept, ignore_errors=True)


def _copied(path: Path, copy: Path) -> Path:
    """Returns an exact copy of a file."""
    copy.write_bytes(path.read_bytes())
    return copy


def _put_back(done: Iterable[tuple[Path, Path]]) -> dict[Path, Path]:
    """Restores files; returns those that cannot be written, with the locations of their old content."""
    from rulewright_tools.files import replace

    left: dict[Path, Path] = {}
    for path, copy in done:
        try:
            if path.read_bytes() != copy.read_bytes():
                replace(path, copy.read_bytes())
        except OSError:
            left[path] = copy
    return left


def _changed(left: Mapping[Path, Path]) -> str:
    """Describes the files of a pack that could not be written as a whole."""
    if not left:
        return "nothing was changed"
    several = [f"  {path} could not be restored: its old text is in {copy}" for path, copy in left.items()]
    return "\n".join(("some files are left changed:", *several))
