"""`show`: shows one definition of a pack, as written or with all changes, or lists the definitions.

Separate because it only looks at a pack: it works on packs with errors too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.options import WRITTEN, write_to
from rulewright_tools.packs import PACK, put_together, with_packs
from rulewright_tools.show.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulewright.check.model import Definition, PackDef
    from rulewright.pack.files import Place
    from rulewright.pack.model import Declaration
    from rulewright.pipeline import CheckResult


@click.command(short_help="List definitions, or show one and what affects it.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.argument("name", metavar="[NAME]", nargs=-1)
@click.option("--effective", is_flag=True, help="Include the fields of its templates, each with its location.")
@click.option("--code", is_flag=True, help="Show the generated Python functions next to their source lines.")
@click.option("--svg", metavar="FILE", type=WRITTEN,
              help="Draw a map of a plane into a file.")  # fmt: skip
@click.option("--yaml", "fork", metavar="FOLDER", type=click.Path(path_type=Path),
              help="With --effective and no NAME: write all packs together as one, to a new folder.")  # fmt: skip
@with_packs
def command(
    pack: Path, name: tuple[str, ...], effective: bool, code: bool, svg: Path | None, fork: Path | None,
    others: tuple[Path, ...],
) -> int:  # fmt: skip
    """Show the definition NAME of a pack (an id, or form and id, as in 'value speed'), or list all ids if NAME is
    omitted.

    The definition is shown as written. With --effective its templates are applied, each field has its origin, and
    values, permissions and events are followed by every modifier and reaction of the pack that affects them.
    --effective --yaml FOLDER writes a mod with all that it needs as one pack, without templates and changes: a mod
    becomes a fork.
    """
    from rulewright.pipeline import check_pack
    from rulewright.spelling import nearest
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.packs import refused
    from rulewright_tools.show import definition as shown
    from rulewright_tools.show import text
    from rulewright_tools.show.patience import waiting
    from rulewright_tools.show.places import place_of

    if fork is None and not name and (effective or code or svg is not None):
        raise click.UsageError("Missing argument 'NAME': a definition, or --effective --yaml FOLDER for all of them.")
    if fork is not None and (not effective or name or code or svg is not None):
        raise click.UsageError("--yaml writes the whole pack: it needs --effective, and no NAME, --code or --svg")
    place = put_together(pack, others)
    with waiting(f"checking {pack}"):
        result = check_pack(place)
    if fork is not None:
        return _fork(result, place, fork)
    if not result.pack.declarations and result.diagnostics.has_errors:  # it is not a pack, or nothing in it can be read
        raise refused(place, result)
    if not name:
        from rulewright_tools.show.contents import contents
        from rulewright_tools.show.terminal import console

        echo(contents(result.pack.declarations, console().width))
        if result.diagnostics.has_errors:
            summary = text.summary(result.diagnostics.errors)
            echo(f"\n({pack} has {summary}: definitions may be missing; see `rulewright check`)", err=True)
        return CLEAN
    wanted = " ".join(name).split()
    found = [one for one in result.pack.declarations if wanted in ([one.id], [one.form, one.id])]
    if not found:
        known = [one.id for one in result.pack.declarations]
        near = nearest(wanted[-1], known)
        hint = f": did you mean '{near}'?" if near else ""
        for gone in result.pack.removed:
            if wanted in ([gone.old.id], [gone.old.form, gone.old.id]):
                hint = f": '{gone.pack}' has removed it ({place_of(gone.span, str(pack))})"
        raise click.UsageError(f"the pack has no definition '{' '.join(wanted)}'{hint}")
    functions = None
    if code and result.plan is not None:
        from rulewright_tools.show import code as made

        with waiting(f"compiling {pack}"):
            functions = made.Functions(result.plan)
    if svg is not None:
        _draw(result.definitions, found, svg)
    pages = []
    for declaration in found:
        page = (shown.effective(declaration, str(pack), result.pack.removed) if effective
                else shown.as_written(declaration, str(pack)))  # fmt: skip
        if effective and result.definitions is not None:
            checked = _checked(result.definitions, declaration)
            if checked is not None:
                page += "\n" + shown.touching(result.definitions, checked, str(pack))
        pages.append(page.rstrip())
        if functions is not None:
            pages.append(made.code(functions, declaration))
    echo("\n\n".join(pages))
    if result.diagnostics.has_errors:
        summary = text.summary(result.diagnostics.errors)
        lost = "there is no code, and the list of what affects it" if code else "the list of what affects it"
        echo(f"\n({pack} has {summary}: {lost} may be incomplete; see `rulewright check`)", err=True)
    return CLEAN


def _fork(result: CheckResult, place: Place, folder: Path) -> int:
    """Writes the result of all packs of a place as one pack, to a new or empty folder."""
    from rulewright.diagnostics import Diagnostics
    from rulewright.stack.find import stacked
    from rulewright_tools import forking
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.packs import refused

    if result.diagnostics.has_errors or not result.pack.manifest:
        raise refused(place, result)
    stack = stacked(place, Diagnostics())
    try:
        files = forking.files_of(result.pack, place if stack is None else stack)
    except forking.CannotFork as lost:
        raise click.UsageError(str(lost)) from lost
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise click.UsageError(f"{folder} already exists: name a new folder or an empty one")
        beside = forking.beside(result.pack, stack, folder)
        if beside is not None:
            name, needed = beside
            raise click.UsageError(f"{folder} is next to '{name}', which would take it for the '{needed}' that it "
                                   "needs: name a folder elsewhere")
        forking.write(files, folder)
    except OSError as bad:
        raise click.UsageError(f"cannot write {bad.filename or folder}: {bad.strerror or bad}") from bad
    echo(f"{folder}: {len(files)} files")
    return CLEAN


def _draw(pack: PackDef | None, found: list[Declaration], file: Path) -> None:
    """Writes the picture of the map that was named."""
    from rulewright_tools.show.svg import of_map

    maps = [one for one in found if one.form == "map"]
    drawn = pack.maps.get(maps[0].id) if pack is not None and len(maps) == 1 else None
    picture = of_map(pack, drawn) if pack is not None and drawn is not None else None
    if picture is None:
        raise click.UsageError("--svg draws one map of a plane (`board: plane`) that has no errors")
    write_to(file, picture, "--svg")


def _checked(pack: PackDef, declaration: Declaration) -> Definition | None:
    """Returns the checked definition of a declaration."""
    known: dict[str, Mapping[str, Definition]] = {
        "event": pack.events,
        "class": pack.classes,
        "value": pack.values,
        "permission": pack.permissions,
    }
    return known.get(declaration.form, {}).get(declaration.id)
