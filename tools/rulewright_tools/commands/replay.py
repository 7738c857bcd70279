"""`replay`: a file of a match is played again, answer by answer, and the first difference told.

Separate because it is how authors learn what a change of content does to a match that was played before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.assets import content_dir
from rulewright.characters import visible
from rulewright_tools.packs import PACK, put_together, shipped_packs, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import LANGUAGES, counted

if TYPE_CHECKING:
    from rulewright_tools.playing.matchfile import Kept


@click.command(short_help="Replay a saved match and report the first difference.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pack", "pack", type=PACK, help="The pack; default: the shipped one that the file names.")
@click.option("--show", "shown", is_flag=True, help="Print the story, and the board at its end.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@with_packs
def command(file: Path, pack: Path | None, shown: bool, language: str, others: tuple[Path, ...]) -> int:
    """Play a match again from its seed and answers, and tell whether it is still the same.

    FILE was written by `play --save`, or holds {"pack": .., "seed": .., "answers": [1, 3, ..]}. If the content has
    changed since, the first answer and the first event that differ are told. Exit code 1 if the match differs.
    """
    from rulewright.session import Refused, link_program
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.packs import playable
    from rulewright_tools.playing.matchfile import Unreadable, begin, read
    from rulewright_tools.playing.replay import replay
    from rulewright_tools.playing.scene import print_story
    from rulewright_tools.playing.settings import WrongSetting
    from rulewright_tools.show.terminal import console

    try:
        kept = read(file)
        folder = pack if pack is not None else _folder(kept)
        program = playable(put_together(folder, others))
        match = begin(kept, link_program(program), language, by_words=True)
    except (Unreadable, Refused, WrongSetting) as wrong:
        raise click.UsageError(str(wrong)) from wrong
    difference = replay(kept, match)
    screen = console()
    if shown:
        print_story(screen, match, language)
    changed = kept.digest is not None and kept.digest != program.digest
    echo(f"{file}: {len(match.story)} of {counted(len(kept.steps), 'answer')} played again with {folder}"
               + (", whose content has changed since" if changed else ""))  # fmt: skip
    if difference is None:
        echo("the match is the same")
        if match.game.problem is not None:
            echo(f"it was stopped: {match.game.problem.what}: {' > '.join(match.game.problem.chain)}")
        return CLEAN
    for line in difference:
        echo(visible(line))
    return CONTENT


def _folder(kept: Kept) -> Path:
    """The pack of a file, if one of its name ships with us. A file comes from anybody, so no path in it is opened."""
    if kept.pack in shipped_packs():
        return PACK.convert(str(content_dir() / kept.pack), None, None)
    where = f" (it was played in '{kept.folder}')" if kept.folder != kept.pack else ""
    raise click.UsageError(f"no pack '{kept.pack}' ships with us: say with --pack where it is{where}")
