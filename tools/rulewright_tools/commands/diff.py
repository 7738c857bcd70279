"""`diff`: two packs become a list of what differs in them, and of matches that go otherwise.

Separate because authors of mods and editions ask what they have changed, which no comparison of files tells.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.characters import visible
from rulewright_tools.options import Whole
from rulewright_tools.packs import PACK, put_together, refused, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.pack.files import Place
    from rulewright.program import Program
    from rulewright.stack.compare import Difference

_WIDTH = 48
_SEEDS = Whole(1, 10_000)


@click.command(short_help="Report the differences between two packs.")
@click.argument("old", metavar="OLD", type=PACK)
@click.argument("new", metavar="[NEW]", type=PACK, required=False)
@with_packs
@click.option("--matches", type=_SEEDS, help="Also replay this many random matches of OLD with NEW.")
def command(old: Path, new: Path | None, others: tuple[Path, ...], matches: int | None) -> int:
    """Tell what differs between OLD and NEW, or between OLD alone and OLD --with other packs.

    Every definition and field that is another, with the pack that has changed it. With --matches, the first answer or
    event that goes otherwise, match by match. Exit code 1 if anything differs.
    """
    from rulewright.pipeline import check_pack
    from rulewright.stack.compare import differences
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.show.patience import waiting

    if new is None and not others:
        raise click.UsageError("name a second pack, or packs to put upon the first one with --with")
    later = put_together(new or old, others)
    with waiting(f"checking {old}"):
        first, second = check_pack(old), check_pack(later)
    for place, result in ((old, first), (later, second)):
        if result.diagnostics.has_errors or not result.pack.manifest:
            raise refused(place, result)
    found = differences(first.pack, second.pack)
    for one in found:
        echo(visible(_told(one, str(later))))
    changed = sum(1 for one in found if one.path)
    come = sum(1 for one in found if not one.path and not one.before)
    echo(f"{counted(changed, 'field')} changed, {counted(come, 'definition')} more, "
         f"{counted(len(found) - changed - come, 'definition')} gone")  # fmt: skip
    astray = 0
    if matches is not None:
        programs = first.program, second.program
        assert programs[0] is not None and programs[1] is not None, "there are no errors"
        astray = _play(programs[0], programs[1], matches, later)
    return CONTENT if found or astray else CLEAN


def _told(one: Difference, base: str) -> str:
    from rulewright_tools.show.places import file_of

    place = f"{file_of(one.span, base)}:{one.span.first.line}"
    if not one.path:
        return f"{'+' if one.after else '-'} {one.definition}  ({place})"
    by = "".join(f", {told.verb} by {told.pack}" for told in one.told)
    return f"  {one.definition}  {one.path}: {_short(one.before) or '-'} -> {_short(one.after) or '-'}{by}  ({place})"


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 2]}.."


def _play(old: Program, new: Program, count: int, later: Place) -> int:
    """Play matches of one program again with another; how many go otherwise."""
    from rulewright.session import Game, Refused, link_program
    from rulewright_tools.playing.match import Match
    from rulewright_tools.playing.matchfile import begin, kept_of
    from rulewright_tools.playing.replay import replay
    from rulewright_tools.playing.settings import WrongSetting

    before, after = link_program(old), link_program(new)
    otherwise = 0
    for seed in range(count):
        seats = old.players[0]
        match = Match(Game.new(before, seats, seed, {}), ("random",) * seats, seed, {}, "en")
        while match.game.decision is not None:
            match.bot_answer()
        kept = kept_of(match, old.id)
        try:
            difference = replay(kept, begin(kept, after))
        except (Refused, WrongSetting) as wrong:
            difference = [str(wrong)]
        if difference is not None:
            otherwise += 1
            echo(f"match {seed}: " + "\n  ".join(visible(line) for line in difference))
    echo(f"{count - otherwise} of {counted(count, 'match', 'matches')} go the same way with {later}")
    return otherwise
