"""`mutants`: inserts one error at a time into valid packs and counts how many the checker finds.

Separate because it measures the checker, not a pack: its report is for developers of Rulewright.
"""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.pack.files import MANIFEST
from rulewright_tools.options import COUNT, SEED
from rulewright_tools.packs import PACK, refused
from rulewright_tools.show.terminal import echo, overwrite
from rulewright_tools.stopping import interrupted, stoppable

if TYPE_CHECKING:
    from rulewright_tools.mutations import Outcome


@click.command(short_help="Insert errors into packs and count those found.")
@click.argument("folders", metavar="PACKS..", nargs=-1, required=True, type=PACK)
@click.option("--count", default=25, show_default=True, type=COUNT, help="Errors of each kind and pack.")
@click.option("--seed", default=0, show_default=True, type=SEED,
              help="Random seed. The same seed draws the same errors.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--survivors/--no-survivors", default=True,
              help="List the inserted errors that the checker did not find.")  # fmt: skip
@stoppable()
def command(folders: tuple[Path, ...], count: int, seed: int, form: str, survivors: bool) -> int:
    """Insert errors into valid packs (a letter dropped, an operator swapped, a line removed), one at a time, and count
    those that the checker finds, and those that it finds at the right location.

    This measures the checker. To see whether content tests notice that a rule has another meaning, use `rulewright
    mutate`.

    PACKS are packs without errors, or folders that contain several. Ctrl-C ends early and reports what was tried.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.pipeline import check_pack
    from rulewright.stack.find import stacked
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.mutations import mutations, outcomes, texts_of

    found: dict[str, list[Outcome]] = {}
    stopped = False
    for folder in packs_in(folders):
        result = check_pack(folder)
        if result.diagnostics.has_errors:
            raise refused(folder, result)
        texts = texts_of(result, stacked(folder, Diagnostics()))
        wanted = mutations(texts, seed, count)
        name = folder.resolve().name
        name = str(folder) if name in found else name
        found[name] = []
        try:
            with tempfile.TemporaryDirectory() as scratch:
                for one in outcomes(folder, texts, wanted, Path(scratch)):
                    found[name].append(one)
                    overwrite(f"{name}: {len(found[name])} of {len(wanted)}")
        except KeyboardInterrupt:
            stopped = True
        overwrite("")
        if stopped:
            break
    if form == "json":
        from rulewright_tools.show.json import dumps

        echo(dumps({pack: [asdict(one) for one in some] for pack, some in found.items()}))
    else:
        echo("\n".join(lines(found, survivors)))
    if stopped:
        raise interrupted()
    return CLEAN


def packs_in(folders: tuple[Path, ...]) -> list[Path]:
    """Returns the packs among some folders and in them."""
    found = []
    for folder in folders:
        inside = sorted(manifest.parent for manifest in folder.glob(f"*/{MANIFEST}"))
        found += [folder] if (folder / MANIFEST).is_file() else inside
    if not found:
        raise click.UsageError("there is no pack in " + ", ".join(str(folder) for folder in folders))
    return found


def lines(found: dict[str, list[Outcome]], survivors: bool) -> list[str]:
    """Returns the table: errors, found, and found with the location, by kind; then what the checker did not find."""
    from rulewright_tools.mutations import MAKERS, TYPOS

    every = [one for some in found.values() for one in some]
    made = [f"{'error':<18}{'made':>6}{'found':>8}{'placed':>8}"]
    for kind in MAKERS:
        made.append(_row(kind, [one for one in every if one.mutation.kind == kind]))
    made.append(_row("all typos", [one for one in every if one.mutation.kind in TYPOS]))
    made.append(_row("all", every))
    if survivors:
        for pack, some in found.items():
            for one in some:
                if not one.caught:
                    m = one.mutation
                    after = "deleted" if m.after is None else m.after.strip()
                    made.append(f"{pack}/{m.file}:{m.line}: {m.kind}: {m.before.strip()}  =>  {after}")
    return made


def _row(title: str, some: list[Outcome]) -> str:
    if not some:
        return f"{title:<18}{0:>6}"
    caught, placed = sum(one.caught for one in some), sum(one.placed for one in some)
    return f"{title:<18}{len(some):>6}{caught / len(some):>8.1%}{placed / max(caught, 1):>8.1%}"
