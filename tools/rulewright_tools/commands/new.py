"""`new`: writes a first pack, or a first definition of a form, without errors and with a test.

Separate because only this command creates files: what it writes is checked first, together with the pack around it.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.amounts import written
from rulewright.pack.files import MANIFEST
from rulewright.space.forms import BOARDS, FORMS
from rulewright_tools.options import writing
from rulewright_tools.packs import PACK, tell
from rulewright_tools.show.terminal import echo

if TYPE_CHECKING:
    from rulewright.check.model import Attribute, KindDef, PackDef
    from rulewright.pipeline import CheckResult

_ID = re.compile(r"[a-z][a-z0-9_]*")


@click.command(short_help="Create a pack, or a definition with a test.")
@click.argument("form", metavar="FORM")
@click.argument("name", metavar="ID|DIR")
@click.option(
    "--pack", "pack", type=PACK, default=".", help="The pack for the definition.  [default: the current folder]"
)
@click.option("--board", default="none", show_default=True,
              type=click.Choice([one.replace(" ", "-") for one in FORMS]),
              help="The board of a new pack, and of the game that it begins with.")  # fmt: skip
def command(form: str, name: str, pack: Path, board: str) -> int:
    """Create a pack or a definition. What is written has no errors, and its test passes.

    \b
    rulewright new pack mygame           a folder with a small game to change
    rulewright new status dazed          dazed.yaml and tests/dazed.yaml in the current pack
    rulewright new creature goblin       a sheet of the pack's kind 'creature'

    FORM is 'pack', a form (event, value, permission, rule, status, kind, enum, die, table, zone, area, map, class,
    window, check), or a kind of the pack.
    """
    from rulewright_tools.cli import CLEAN

    if form == "pack":
        _new_pack(Path(name), board)
    else:
        _new_definition(form, name, pack)
    return CLEAN


def _new_pack(folder: Path, board: str) -> None:
    from rulewright_tools.beginnings import BOARD_GAME, DICE_GAME
    from rulewright_tools.beginnings_more import TABLE_GAME, storeyed

    name = re.sub(r"[^a-z0-9_]+", "_", folder.resolve().name.lower()).strip("_")
    if _ID.fullmatch(name) is None:
        raise click.BadParameter(f"'{folder}' cannot be an id: name the folder in Latin letters", param_hint="DIR")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.BadParameter(f"'{folder}' already exists and is not empty", param_hint="DIR")
    title = name.replace("_", " ").capitalize()
    form = FORMS[board.replace("-", " ")]
    game = DICE_GAME if not form.offers else TABLE_GAME if form.to_scale else BOARD_GAME
    game = game if form.plan is None else storeyed(game)
    words = {"id": name, "title": title, "board": form.plan or form.id, "place": form.place}
    files = {file: text.format(**words) for file, text in game.items()}
    _write(folder, files)
    echo(f"Next: rulewright play {shlex.quote(str(folder))}")


def _new_definition(form: str, name: str, folder: Path) -> None:
    from rulewright.effects.names import RESERVED
    from rulewright.pipeline import check_pack
    from rulewright.spelling import nearest
    from rulewright_tools import skeletons
    from rulewright_tools.archives import refuse_to_write
    from rulewright_tools.show.places import place_of

    refuse_to_write(folder)
    if not (folder / MANIFEST).is_file():
        raise click.UsageError(
            f"'{folder}' is not a pack: name one with --pack, or create one with 'rulewright new pack DIR'"
        )
    if _ID.fullmatch(name) is None:
        raise click.BadParameter(f"'{name}' is not an id: use a-z, 0-9 and _, a letter first", param_hint="ID")
    if name in RESERVED:
        raise click.BadParameter(f"'{name}' is a word of the language: choose another id", param_hint="ID")
    result = check_pack(folder)
    kinds = {} if result.definitions is None else {
        one.id: one for one in result.definitions.kinds.values() if one.id not in ("player", "match")}  # fmt: skip
    if form in skeletons.FORMS:
        skeleton = skeletons.FORMS[form]
    elif form in kinds:
        skeleton = skeletons.SHEET
    else:
        known = [*skeletons.FORMS, *kinds]
        near = nearest(form, known)
        hint = f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"
        raise click.BadParameter(f"there is no form or kind '{form}': {hint}", param_hint="FORM")
    if result.definitions is None or result.diagnostics.has_errors:
        raise click.UsageError(f"'{folder}' has errors: fix them first (rulewright check {folder})")
    twin = next((one for one in result.pack.declarations if (one.form, one.id) == (form, name)), None)
    if twin is not None:
        place = place_of(twin.head_span, str(folder))
        raise click.UsageError(f"{form} '{name}' is already in the pack, in {place}: choose another id")
    if FORMS[result.definitions.board].to_scale:
        skeleton = skeletons.ON_TABLES.get(form, skeleton)
    words = _words(skeleton.needs, form, name, result.definitions, kinds)
    files = {
        f"{name}.yaml": skeleton.definition.format(**words),
        f"tests/{name}.yaml": skeleton.test.format(**words),
    }
    for file in files:
        if (folder / file).exists():
            raise click.UsageError(f"{folder / file} already exists: choose another id")
    _try(folder, files, result)
    _write(folder, files)


def _words(needs: str, form: str, name: str, pack: PackDef, kinds: dict[str, KindDef]) -> dict[str, str]:
    """Returns the words that fill in the skeletons."""
    words = {"id": name, "words": name.replace("_", " "), "title": name.replace("_", " ").capitalize()}
    if needs == "board" and not FORMS[pack.board].offers:
        boards = " or ".join(f"'board: {one.id}'" for one in BOARDS if one.plan is None)
        raise click.UsageError(f"the pack has no board: add {boards} to pack.yaml to make a {form}")
    kind = kinds.get(form)
    if kind is not None:
        if kind.part_of is not None:
            raise click.UsageError(f"a {kind.id} is a part: it is written on the sheet of a {kind.part_of.id}")
        owner = " for player_1" if kind.owned else ""
        words |= {"kind": kind.id, "plural": kind.plural, "owner": owner, "sheet": _sheet(pack, kind, words["title"])}
    return words


def _sheet(pack: PackDef, kind: KindDef, title: str) -> str:
    """Returns the required lines of a sheet of a kind."""
    lines = [f"  name: {{en: {title}}}\n"]
    for attribute in kind.all_attributes.values():
        if attribute.storage == "printed" and not attribute.optional:
            lines.append(f"  {attribute.id}: {_sample(pack, attribute)}\n")
    return "".join(lines)


def _sample(pack: PackDef, attribute: Attribute) -> str:
    """Returns a sample value of a printed field, as an author would write it: numbers within their bounds."""
    t = attribute.type
    match t.tag:
        case "number":
            one = 1000 if t.name == "inches" else 1
            low = one if attribute.least is None else max(one, attribute.least)
            return written(low if attribute.most is None else min(low, attribute.most), t.name)
        case "yes_no":
            return "false"
        case "maybe":
            return "none"
        case "enum":
            return pack.enums[t.name].members[0].id
        case "set" | "list":
            return "[]"
        case "text":
            return "Text"
        case "die":
            return next(iter(pack.dice), "d6")
        case "map":
            return next(iter(pack.maps), "none")
        case "sheet":
            return next((one.id for one in pack.sheets.values() if one.kind.id == t.name and one.whole is None), "none")
    return "none"


def _try(folder: Path, files: dict[str, str], before: CheckResult) -> None:
    """Checks the pack, upon those that it needs, as if the new files were there; if that finds errors, writes nothing
    and reports them."""
    from rulewright import Severity
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.files import TESTS, prefix_of
    from rulewright.pipeline import check_pack
    from rulewright.stack.find import stacked
    from rulewright_tools.cli import CONTENT

    place = stacked(folder, Diagnostics()) or folder
    new = {prefix_of(place) + file: content for file, content in files.items() if not file.startswith(f"{TESTS}/")}
    known = {(one.code, one.message) for one in before.diagnostics}
    found = [
        one
        for one in check_pack(place, new).diagnostics
        if one.severity is not Severity.NOTE and (one.code, one.message) not in known
    ]
    if found:
        tell(found, folder)
        echo("nothing was written, because the pack would have errors with it", err=True)
        raise click.exceptions.Exit(CONTENT)


def _write(folder: Path, files: dict[str, str]) -> None:
    from rulewright_tools.files import replace

    for file, content in files.items():
        path = folder / file
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace(path, content)
        echo(f"wrote {path}")
