"""Finds the folder, the program or the diagnostics of the pack that a user names.

Separate because every command with a PACK argument finds, checks and refuses it in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.assets import content_dir, mods_dir
from rulewright.pack.files import MANIFEST
from rulewright.spelling import nearest
from rulewright_tools.archives import SUFFIX, unpacked
from rulewright_tools.show.terminal import echo

if TYPE_CHECKING:
    from rulewright import Diagnostic
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import Place
    from rulewright.pipeline import CheckResult
    from rulewright.program import Program

_CONTENT_ERRORS = 1
NO_TEST = "no test was run"
# A file that could not be read (or is not YAML from some line on, or has a wrong name), and a missing pack.
_LOSES_A_FILE = frozenset({"RW101", "RW102", "RW103", "RW104", "RW201", "RW202", "RW214"})


class PackPath(click.ParamType):  # type: ignore[type-arg] # generic since click 8.3, and 8.2 will do
    """The folder of a pack, its manifest, the file that a pack was packed into, or the id of a pack that ships with
    Rulewright or is installed."""

    name = "pack"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if isinstance(value, Path):
            return value
        path = Path(str(value))
        if path.name == MANIFEST and path.is_file():
            path = path.parent
        if path.is_dir():
            return path
        shipped = content_dir() / str(value)
        if not shipped.is_dir():
            shipped = mods_dir() / str(value)
        if (shipped / MANIFEST).is_file():
            here = Path.cwd()
            return shipped.relative_to(here) if shipped.is_relative_to(here) else shipped
        if path.is_file() and path.suffix == SUFFIX:
            return unpacked(path, ctx)
        installed = installed_packs()
        if str(value) in installed:
            return installed[str(value)]
        if path.exists():
            self.fail(f"'{value}' is a file: give the folder of a pack (the one with pack.yaml)", param, ctx)
        known = shipped_packs()
        near = nearest(str(value), [*shipped_packs(mods=True), *installed])
        shipping = f", and no pack of this name ships with Rulewright: there are {', '.join(known)}" if known else ""
        self.fail(f"there is no folder '{value}'" + (f": did you mean '{near}'?" if near else shipping), param, ctx)


PACK = PackPath()


def with_packs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option `--with` to a command: packs that are put on top of its pack."""
    option = click.option("--with", "others", metavar="PACK", multiple=True, type=PACK,
                          help="Put this pack on top of PACK: an edition, house rules. Can be repeated.")  # fmt: skip
    return option(command)


def name_of(folder: Path) -> str:
    """Returns the name of the folder of a pack, also of `.`, which has none of its own."""
    return folder.name if folder.name not in ("", "..") else folder.resolve().name


def words_of_with(others: tuple[Path, ...]) -> str:
    """Returns the options that put packs on top of the command's pack."""
    return "".join(f" --with {one}" for one in others)


def put_together(pack: Path, others: tuple[Path, ...]) -> Place:
    """Combines a pack with those that are put on top of it. If they cannot be combined, prints the reasons on the error
    stream and ends the command with exit code 1."""
    if not others:
        return pack
    from rulewright.diagnostics import Diagnostics
    from rulewright.stack.find import stacked
    from rulewright_tools.show import places

    found = Diagnostics()
    place = stacked(pack, found, others)
    if place is not None:
        places.note(str(pack), place)
        return place
    tell(found, pack)
    echo(f"{pack}: these packs cannot be combined", err=True)
    raise click.exceptions.Exit(_CONTENT_ERRORS)


class TestsPath(PackPath):
    """The same, or a file of content tests in a pack: its folder, and the file in it ("" for all)."""

    name = "pack or file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        path = Path(str(value))
        if path.is_file() and path.suffix == ".yaml":
            for folder in path.parents:
                if folder.name == "tests" and (folder.parent / MANIFEST).is_file():
                    return folder.parent, path.relative_to(folder.parent).as_posix()
        return super().convert(value, param, ctx), ""


TESTS = TestsPath()


def shipped_packs(mods: bool = False) -> list[str]:
    """Returns the names of the packs that ship with Rulewright: games, and with `mods` also packs that change them."""
    folders = [content_dir(), mods_dir()] if mods else [content_dir()]
    return sorted(manifest.parent.name for folder in folders for manifest in folder.glob(f"*/{MANIFEST}"))


def installed_packs() -> dict[str, Path]:
    """Returns the folders of the installed packs by id, each with its newest version."""
    from rulewright.stack.manifests import read_manifest
    from rulewright.stack.search import store

    place = store()
    if place is None or not place.is_dir():
        return {}
    found = [one for one in map(read_manifest, place.glob("[!.]*/*")) if one is not None]
    return {one.id: one.folder for one in sorted(found, key=lambda one: one.version)}


def causes_first(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Orders diagnostics for people: unreadable files and errors of the manifest come first, because the others may
    follow from them; otherwise the order is unchanged."""
    return sorted(found, key=lambda one: one.code not in _LOSES_A_FILE and one.span.source.name != MANIFEST)


def startable(path: Place) -> Program:
    """Returns the program of a pack in which a match can begin; otherwise ends the command with exit code 1, like
    `playable`."""
    program = playable(path)
    if program.start >= 0:
        return program
    echo(f"{path}: no match can begin; add `start: EVENT` to pack.yaml, the event that plays the match", err=True)
    raise click.exceptions.Exit(_CONTENT_ERRORS)


def playable(path: Place) -> Program:
    """Returns the program of a pack. If it has errors, prints them on the error stream and ends the command with exit
    code 1."""
    from rulewright.pipeline import check_pack, load_program
    from rulewright_tools.show.patience import waiting

    with waiting(f"reading {path}"):
        program = load_program(path)
    if program is not None:
        return program
    raise refused(path, check_pack(path))


def tell(found: Iterable[Diagnostic], base: object) -> None:
    """Prints diagnostics on the error stream. `base`: the folder of the pack, as the user wrote it."""
    from rulewright_tools.show import text
    from rulewright_tools.show.terminal import colours

    echo(text.render(found, base=str(base), colour=colours(err=True)), err=True)


def refuse(path: Place, found: Diagnostics, end: str) -> None:
    """Prints the errors of a pack on the error stream. `end`: what follows from them."""
    from rulewright_tools.show import text

    errors = causes_first(found.errors)
    tell(errors, path)
    echo(f"{path}: {text.summary(errors, found.dropped)}; {end}", err=True)


def refused(path: Place, result: CheckResult) -> click.exceptions.Exit:
    """Prints the errors of a pack, and returns the exception that ends a command that needs a pack without errors."""
    refuse(path, result.diagnostics, "fix the pack first")
    return click.exceptions.Exit(_CONTENT_ERRORS)
