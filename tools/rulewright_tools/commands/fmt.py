"""`fmt`: formats the code in a pack, or in one of its files.

Separate because it edits what authors wrote: it refuses files with errors, and replaces a file completely or not at
all.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.pack.files import MANIFEST
from rulewright_tools.options import writing
from rulewright_tools.packs import PACK, put_together, tell, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright import Diagnostic


@click.command(short_help="Format the code in packs.")
@click.argument("targets", metavar="PACK|FILE..", nargs=-1, required=True, type=click.Path(path_type=Path))
@with_packs
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a file would change.")
def command(targets: tuple[Path, ...], others: tuple[Path, ...], check: bool) -> int:
    """Format the code in packs, or in single files of packs, in place.

    Comments, the layout of the YAML and line breaks inside brackets stay. Files with errors are refused. Definitions
    that a pack adds only for another pack (`parts`) are formatted if that pack is given --with; files of other packs
    are not changed.
    """
    from rulewright_tools.cli import CLEAN, CONTENT

    failed = False
    for target in targets:
        folder, only = _pack_of(target)
        changed, refused, seen = _format(folder, others, only, check=check)
        words = "would change" if check else "formatted"
        echo(f"{target}: {counted(changed, 'file')} {words}, {seen - changed - refused} unchanged"
                   + (f", {refused} refused" if refused else ""))  # fmt: skip
        failed |= refused > 0 or (check and changed > 0)
    return CONTENT if failed else CLEAN


def _pack_of(target: Path) -> tuple[Path, str | None]:
    """Returns the folder of the pack, and the name of the file in it if only that is meant."""
    if target.is_file():
        for folder in target.resolve().parents:
            if (folder / MANIFEST).is_file():
                inside = target.resolve().relative_to(folder).as_posix()
                shown = target
                for _ in Path(inside).parts:
                    shown = shown.parent
                return shown if (shown / MANIFEST).is_file() else folder, inside
        raise click.UsageError(f"'{target}' is not in a pack: no folder above it has a {MANIFEST}")
    if target.suffix in (".yaml", ".yml") and not target.exists():
        raise click.UsageError(f"there is no file '{target}'")
    return PACK.convert(target, None, None) if target.is_dir() else PACK.convert(str(target), None, None), None


def _format(folder: Path, others: tuple[Path, ...], only: str | None, *, check: bool) -> tuple[int, int, int]:
    """Returns how many files changed, were refused, and were read."""
    from rulewright.diagnostics import Diagnostics, Severity
    from rulewright.pack.files import Stack, prefix_of
    from rulewright.stack.find import stacked
    from rulewright.stack.read import read_stack
    from rulewright_tools.canonical import formatted, texts_of
    from rulewright_tools.files import rewrite

    out = Diagnostics()
    # What a mod says about other packs has a meaning only with these; their files are left alone.
    place = stacked(put_together(folder, others), out)
    pack = read_stack(place, out)
    prefix = "" if place is None else prefix_of(place)
    parsed = texts_of(pack, out)
    wrong: dict[str, list[Diagnostic]] = {}
    for one in out:
        if one.severity is Severity.ERROR:
            wrong.setdefault(one.span.source.name, []).append(one)
    mine = {*pack.sources, *wrong}
    if isinstance(place, Stack):
        mine = {name for name in mine if place.of(name)[0].prefix == prefix}
    names = [name for name in sorted(mine) if only is None or name == prefix + only]
    if only is not None and not names:
        raise click.UsageError(_why_not(folder, only))
    changed = refused = 0
    for name in names:
        if name in wrong or parsed is None:
            refused += 1
            _refuse(folder, name[len(prefix) :], wrong.get(name, []))
            continue
        source = pack.sources[name]
        text = formatted(parsed, source)
        if text == source.text:
            continue
        path = folder / name[len(prefix) :]
        if not check:
            with writing(path):
                rewrite(path, text)
        changed += 1
        echo(f"{path}: {'would change' if check else 'formatted'}")
    return changed, refused, len(names)


def _why_not(folder: Path, only: str) -> str:
    """Returns why a file is none of those that are formatted."""
    from rulewright.stack.manifests import read_manifest

    manifest = read_manifest(folder)
    part = None if manifest is None else manifest.parts.get(only.partition("/")[0])
    if part is None:
        return f"'{only}' is not a file of definitions of the pack: nothing in it is formatted"
    return f"'{only}' is read only under the condition `{part.text}`, which is not met here: --with adds packs"


def _refuse(folder: Path, name: str, found: list[Diagnostic]) -> None:
    tell(found, folder)
    echo(f"{folder / name}: left as it is: fix its errors first", err=True)
