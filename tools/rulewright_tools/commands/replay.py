"""`replay`: replays the file of a match, answer by answer, and reports the first difference.

Separate because it shows authors how a change of content affects a match that was played before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.assets import content_dir
from rulewright.characters import visible
from rulewright_tools.options import WRITTEN, Whole, writing
from rulewright_tools.packs import PACK, put_together, shipped_packs, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import LANGUAGES, counted

if TYPE_CHECKING:
    from rulewright_tools.playing.kept import Kept
    from rulewright_tools.playing.match import Match
    from rulewright_tools.playing.replay import Difference


@click.command(short_help="Replay a saved match and report the first difference.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pack", "pack", type=PACK, help="The pack; default: the shipped one that the file names.")
@click.option("--show", "shown", is_flag=True, help="Print the story, and the board at its end.")
@click.option("--until", type=Whole(0, 20_000), metavar="N", help="Replay only the first N answers.")
@click.option("--save", "save_to", metavar="FILE", type=WRITTEN, help="Write the match to FILE, up to a difference.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
@with_packs
def command(
    file: Path, pack: Path | None, shown: bool, until: int | None, save_to: Path | None, language: str,
    others: tuple[Path, ...],
) -> int:  # fmt: skip
    """Replay a match from its seed and answers, and report the first difference.

    FILE was written by `play --save`, or contains {"pack": .., "seed": .., "answers": [1, 3, ..]}. If the content has
    changed since, the report shows the first answer and the first event that differ, and the changes in all definitions
    that took part. Exit code 1 if the match differs. `play PACK --load` continues what --save writes.
    """
    from rulewright.session import Refused, link_program
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.packs import playable
    from rulewright_tools.playing.changed import changes, is_of_other_content, took_part
    from rulewright_tools.playing.kept import Unreadable, read
    from rulewright_tools.playing.matchfile import begin
    from rulewright_tools.playing.replay import first_difference
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
    difference = first_difference(kept, match, until)
    screen = console()
    if shown:
        print_story(screen, match, language)
    changed = ", whose content has changed since" if is_of_other_content(kept, program) else ""
    answers = counted(len(kept.steps), "answer")
    echo(f"{file}: {len(match.story)} of {answers} replayed with {folder}{changed}")
    if difference is None:
        for line in changes(kept, program).packs:
            echo(visible(line))
        echo("every event is the same" if changed else "the match is the same")
        if match.game.problem is not None:
            echo(f"the match was stopped: {match.game.problem.what}: {' > '.join(match.game.problem.chain)}")
    else:
        found = changes(kept, program)
        for line in [*difference.lines, *found.packs, *took_part(kept, found, match.state, difference.said)]:
            echo(visible(line))
    if save_to is not None:
        _save(kept, match, difference, str(folder), save_to)
    return CLEAN if difference is None else CONTENT


def _save(kept: Kept, match: Match, difference: Difference | None, folder: str, path: Path) -> None:
    """Writes a match up to the first difference."""
    from rulewright_tools.playing.matchfile import again, write

    if difference is not None and difference.kind == "goes otherwise" and not match.undo():
        raise click.BadParameter("it differs from its beginning: nothing of it is left", param_hint="--save")
    if match.by_words:
        match = again(match, kept, match.game.linked)
    with writing(path, "--save"):
        write(match, folder, path)
    echo(f"saved to {path}: {counted(len(match.story), 'answer')}")


def _folder(kept: Kept) -> Path:
    """Returns the pack of a file if it ships with Rulewright. Anybody may have written the file, so no path in it is
    opened."""
    if kept.pack in shipped_packs():
        return PACK.convert(str(content_dir() / kept.pack), None, None)
    where = f" (it was played in '{kept.folder}')" if kept.folder != kept.pack else ""
    raise click.UsageError(f"no pack '{kept.pack}' ships with Rulewright: name its folder with --pack{where}")
