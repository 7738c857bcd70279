"""`mods`: packs mods into single files, and installs, lists and removes such files.

Separate because sharing is about files; what a pack changes is the engine's business. Nothing is fetched.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from rulewright_tools.options import write_to
from rulewright_tools.packs import PACK, shipped_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

_NEW: Final = ".new-"  # start of the names of folders for a pack that is being installed
_LEFT: Final = 3600  # seconds after which an installation has certainly ended


@click.group(short_help="Pack, install and list mods.")
def command() -> None:
    """Pack, install and list mods."""


@command.command("pack", short_help="Pack a mod into one file to share.")
@click.argument("pack", type=PACK)
@click.option("--to", "folder", type=click.Path(file_okay=False, exists=True, path_type=Path), default=Path(),
              help="The folder for the file.  [default: this one]")  # fmt: skip
def pack_one(pack: Path, folder: Path) -> int:
    """Write PACK into `ID-VERSION.zip`. The same content is always the same bytes."""
    from rulewright.stack.archive import Unreadable, refusal, write_archive
    from rulewright.stack.manifests import read_manifest
    from rulewright_tools.cli import CLEAN

    manifest = read_manifest(pack)
    if manifest is None:
        raise click.UsageError(f"'{pack}' has no manifest that can be read: `rulewright check` says why")
    why = refusal(manifest)
    if why is not None:
        raise click.UsageError(f"'{pack}' cannot be packed: {why}")
    try:
        data = write_archive(pack)
    except Unreadable as bad:
        raise click.UsageError(f"'{pack}' cannot be packed: {bad}") from bad
    target = folder / f"{manifest.id}-{manifest.version}.zip"
    write_to(target, data, "--to")
    echo(f"{target}: {len(data):,} bytes")
    return CLEAN


@command.command("add", short_help="Install a pack from a file.")
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def add(archive: Path) -> int:
    """Install the pack in ARCHIVE, so that other packs find it. Other versions of the same pack stay installed.

    If there is an ARCHIVE.sig next to it, it must be a signature of this content, by the key that signed the pack when
    it was first installed. A pack without a signature is installed too, unless an earlier version had one.
    """
    from rulewright_tools.archives import unpack
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.signing import look

    store = _store()
    store.mkdir(parents=True, exist_ok=True)
    _sweep(store)
    made = Path(tempfile.mkdtemp(prefix=_NEW, dir=store))
    try:
        manifest, files = unpack(archive, made)
        target = store / manifest.id / str(manifest.version)
        target.parent.mkdir(exist_ok=True)
        if target.exists():
            raise click.UsageError(f"{manifest.id} {manifest.version} is installed: first run `rulewright mods remove`")
        signed = look(archive, files, manifest.id, store.parent)
        made.chmod(0o755)
        made.replace(target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    echo(f"{manifest.id} {manifest.version}: {counted(len(files), 'file')} in {target}")
    if signed is not None:
        echo(signed)
    if manifest.id in shipped_packs(mods=True):
        echo(f"a pack '{manifest.id}' ships with Rulewright, and is used wherever its version suits every pack")
    if manifest.needs:
        echo("needs " + ", ".join(f"{name} {said.text}" for name, said in manifest.needs.items()))
    return CLEAN


@command.command("sign", short_help="Sign the file of a pack.")
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def sign_one(archive: Path) -> int:
    """Write ARCHIVE.sig, which confirms that the owner of a key packed this content. Your key is created when you first
    sign, and stays on this machine. Players who install your packs are warned if another key signs one."""
    from rulewright_tools import signing
    from rulewright_tools.archives import files_of
    from rulewright_tools.cli import CLEAN

    folder = _store().parent
    key = signing.sign(archive, files_of(archive), signing.own_key(folder))
    echo(f"{archive}{signing.SUFFIX}: signed with the key in {folder / 'key'}")
    echo(f"public key: {key}")
    return CLEAN


@command.command("trust", short_help="Let another key sign a pack.")
@click.argument("name", metavar="ID")
def trust(name: str) -> int:
    """Forget the key that signed the pack ID. The key of the next version that is installed is recorded."""
    from rulewright_tools import signing
    from rulewright_tools.cli import CLEAN

    key = signing.forget(name, _store().parent)
    echo(f"the key {key} of '{name}' is forgotten; the next one is recorded")
    return CLEAN


@command.command("lock", short_help="Record the versions and values that a mod changes.")
@click.argument("pack", type=PACK)
def lock(pack: Path) -> int:
    """Write `pack.lock` into PACK: the versions of the packs that it needs, the old value of every field that it
    changes, and all that it removes or replaces. After an update of these packs `rulewright check --notes` reports the
    differences (RW247)."""
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import LOCK, Stack
    from rulewright.pipeline import check_pack
    from rulewright.stack.find import stacked
    from rulewright.stack.lock import lock_of
    from rulewright.stack.manifests import read_manifest
    from rulewright_tools.archives import refuse_to_write
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.files import replace
    from rulewright_tools.packs import refused

    refuse_to_write(pack)
    place = stacked(pack, Diagnostics(), is_locked=False)
    result = check_pack(pack if place is None else place)
    if result.diagnostics.has_errors:
        raise refused(pack, result)
    if not isinstance(place, Stack) or len(place.members) == 1:
        raise click.UsageError(f"'{pack}' needs no other pack, so there is nothing to record")
    manifests = {member.id: read_manifest(member.folder) for member in place.members}
    known = {name: one for name, one in manifests.items() if one is not None}
    replace(pack / LOCK, lock_of(place, known, result.pack))
    echo(f"{pack / LOCK}: written")
    return CLEAN


@command.command("list", short_help="List the installed packs.")
def list_all() -> int:
    """List the installed packs, each with the packs that it needs."""
    from rulewright.stack.manifests import read_manifest
    from rulewright_tools.cli import CLEAN

    folders = sorted(_store().glob("*/*/pack.yaml"))
    for one in folders:
        manifest = read_manifest(one.parent)
        if manifest is not None:
            needs = ", ".join(f"{name} {said.text}" for name, said in manifest.needs.items())
            echo(f"{manifest.id} {manifest.version}" + (f"  needs {needs}" if needs else ""))
    if not folders:
        echo("no packs are installed")
    return CLEAN


@command.command("remove", short_help="Remove an installed pack.")
@click.argument("name", metavar="ID[@VERSION]")
def remove(name: str) -> int:
    """Remove all versions of an installed pack, or one version."""
    from rulewright.stack.manifests import VERSION
    from rulewright_tools.cli import CLEAN

    wanted, at, version = name.partition("@")
    target = _store() / wanted / version
    if not wanted.isidentifier() or (at and VERSION.fullmatch(version) is None) or not target.is_dir():
        raise click.UsageError(f"'{name}' is not installed: `rulewright mods list` lists what is")
    shutil.rmtree(target)
    if version and not any(target.parent.iterdir()):
        target.parent.rmdir()
    echo(f"{name} is removed")
    return CLEAN


def _sweep(store: Path) -> None:
    """Removes what a killed installation has left."""
    for left in store.glob(f"{_NEW}*"):
        with suppress(OSError):  # another process may be removing it too
            if time.time() - left.lstat().st_mtime > _LEFT and left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)


def _store() -> Path:
    from rulewright.stack.search import store

    found = store()
    if found is None:
        raise click.UsageError("there is no home folder to keep packs in: set XDG_DATA_HOME")
    return found
