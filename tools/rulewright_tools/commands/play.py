"""`play`: plays a match in this terminal between people, bots, or both.

Separate because it only reads the options and seats the players; the package `playing` plays the match.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.characters import visible
from rulewright_tools.options import FEW, SEED, WRITTEN, Seconds, kinds_of, writing
from rulewright_tools.packs import PACK, put_together, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import LANGUAGES, counted, say

if TYPE_CHECKING:
    from rulewright.play.load import Linked
    from rulewright.session import Game
    from rulewright_tools.playing.kept import Kept
    from rulewright_tools.playing.match import Match


@click.command(short_help="Play a match, or watch bots play one.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--players", type=FEW, help="Number of players.  [default: the fewest the pack allows]")
@click.option(
    "--bots",
    default="",
    metavar="KIND,..",
    help="Bots for the remaining players, in order; the list repeats.  [random, greedy]",
)
@click.option(
    "--human",
    "humans",
    multiple=True,
    type=FEW,
    metavar="SEAT",
    help="A seat that a person plays, from 1; can be repeated. Without it seat 1, or none with --watch.",
)
@click.option("--seed", type=SEED, help="Random seed. The same seed gives the same dice.  [default: drawn at random]")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the pack; can be repeated.")
@click.option("--watch", is_flag=True, help="Bots play all seats; just watch.")
@click.option(
    "--delay", type=Seconds(), default=0.0, metavar="S", help="Pause for S seconds after each answer of a bot."
)
@click.option(
    "--save", "save_to", metavar="FILE", type=WRITTEN, help="Write the match there when it ends."
)
@click.option(
    "--load",
    "load_from",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Continue a saved match.",
)
@click.option("--svg", metavar="FILE", type=WRITTEN,
              help="Keep the picture of a table in inches in a file, to scale, after each answer.")
@click.option("--resume", is_flag=True, help="Continue the match of PACK that was interrupted last.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the interface and of the pack's names and messages.",
)
@with_packs
@click.option("--accept", is_flag=True, help="With --load: continue even if changed content leads to another match.")
def command(
    pack: Path, players: int | None, bots: str, humans: tuple[int, ...], seed: int | None, settings: tuple[str, ...],
    watch: bool, delay: float, save_to: Path | None, load_from: Path | None, svg: Path | None, resume: bool,
    language: str, others: tuple[Path, ...], accept: bool,
) -> int:  # fmt: skip
    """Play a match of PACK in this terminal: against a bot, two or more people at one terminal, or bots alone.

    \b
    rulewright play skirmish                          you against a random bot
    rulewright play skirmish --bots greedy --human 2  you have the second seat
    rulewright play skirmish --human 1 --human 2      two people at one terminal
    rulewright play skirmish --bots random,greedy --seed 7 --watch
    rulewright play skirmish --resume                 the match that you left last
    rulewright play w40k_missions --svg table.svg     with the table in inches as a picture

    Exit code 3 if the rules of the match did not terminate, else 0.
    """
    from rich.text import Text

    from rulewright.session import fresh_seed, link_program
    from rulewright.space.forms import FORMS
    from rulewright_tools.cli import CLEAN, OURS
    from rulewright_tools.packs import startable
    from rulewright_tools.playing.match import Match
    from rulewright_tools.playing.matchfile import write
    from rulewright_tools.playing.table import Table
    from rulewright_tools.playing.unfinished import place
    from rulewright_tools.playing.watch import watch as watch_match
    from rulewright_tools.show.terminal import console

    linked = link_program(startable(put_together(pack, others)))
    if svg is not None and not FORMS[linked.program.board].to_scale:
        raise click.UsageError("--svg draws a table in inches (`board: plane`), and this pack has none")
    screen = console()
    kept = place(linked.program.id)
    if load_from is not None or resume:
        option = "--resume" if resume else "--load"
        if players or bots or humans or seed is not None or settings or watch or (resume and load_from):
            raise click.UsageError(f"{option} takes the seats, the seed and the settings from the file")
        if resume and (kept is None or not kept.is_file()):
            raise click.BadParameter(f"no match of {linked.program.id} was left unfinished", param_hint="--resume")
        source = kept if resume else load_from
        assert source is not None, "one of them was given"
        again = " ".join(["rulewright replay", str(source), "--pack", str(pack), *(f"--with {one}" for one in others)])
        match = _loaded(source, linked, language, option, accept, again)
        screen.print(Text(say(language, "went_on", file=source, number=len(match.story)), "italic"))
    else:
        seed = fresh_seed() if seed is None else seed
        game, given = _game(linked, players, seed, settings)
        match = Match(game, _seats(game.state.players, bots, humans, watch), seed, given, language)
    if any(match.is_human(seat) for seat in range(len(match.seats))):
        table = Table(match, screen, language, str(pack), delay, svg)
        if load_from is not None:
            table.is_saved(str(load_from))
        elif resume:
            table.is_resumed()
        elif kept is not None and kept.is_file():
            screen.print(Text(say(language, "kept_before"), "italic"))
        table.play()
    else:
        watch_match(match, screen, language, delay, svg)
    if save_to is not None:
        with writing(save_to, "--save"):
            write(match, str(pack), save_to)
        screen.print(Text(say(language, "saved", file=save_to)))
    return OURS if match.game.problem is not None else CLEAN


def _game(
    linked: Linked, players: int | None, seed: int, settings: tuple[str, ...]
) -> tuple[Game, dict[str, Any]]:
    """Returns a new match, and its settings as raw values."""
    from rulewright.session import Game, Refused
    from rulewright_tools.playing.settings import WrongSetting, parse

    try:
        given = parse(linked.program, settings)
        return Game.new(linked, linked.program.players[0] if players is None else players, seed, given), given
    except WrongSetting as wrong:
        raise click.BadParameter(str(wrong), param_hint="--set") from wrong
    except Refused as wrong:
        raise click.BadParameter(str(wrong), param_hint="--players") from wrong


def _seats(count: int, bots: str, humans: tuple[int, ...], watch: bool) -> tuple[str, ...]:
    """Returns who plays each of some seats."""
    from rulewright_tools.playing import seats

    kinds = kinds_of(bots) if bots.strip(" ,") else ()
    if watch and humans:
        raise click.UsageError("--watch means that bots play all seats: remove --human")
    for seat in humans:
        if seat > count:
            raise click.BadParameter(f"there is no seat {seat}: the match has {count}", param_hint="--human")
    people = {seat - 1 for seat in humans} if humans else set() if watch else {0}
    free = [seat for seat in range(count) if seat not in people]
    if len(kinds) > len(free):
        raise click.BadParameter(
            f"{counted(len(kinds), 'bot')} for {counted(len(free), 'free seat')}: people play the others, "
            "and --players sets how many seats there are",
            param_hint="--bots",
        )
    kinds = kinds or ("random",)
    taken = {seat: kinds[i % len(kinds)] for i, seat in enumerate(free)}
    return tuple(taken.get(seat, seats.HUMAN) for seat in range(count))


def _loaded(path: Path, linked: Linked, language: str, option: str, accept: bool, command: str) -> Match:
    """Returns the match of a file, with its own seats, seed and settings. `command`: the command that replays it."""
    from rulewright.session import Refused
    from rulewright_tools.playing.changed import is_of_other_content
    from rulewright_tools.playing.kept import Unreadable, read
    from rulewright_tools.playing.matchfile import resume
    from rulewright_tools.playing.settings import WrongSetting

    try:
        kept = read(path)
        if is_of_other_content(kept, linked.program) and kept.saved is not None:
            return _over_changed(kept, linked, language, option, accept, command)
        return resume(kept, linked, language)
    except (Refused, Unreadable, WrongSetting) as wrong:
        raise click.BadParameter(str(wrong), param_hint=option) from wrong


def _over_changed(kept: Kept, linked: Linked, language: str, option: str, accept: bool, command: str) -> Match:
    """Returns the match of a file whose content has changed since: its answers are given again by their keys. If
    nothing differs, the match continues; else only if the player accepts it, from the first difference. The same holds
    if a pack is gone: a mod that was omitted by mistake may not have affected any event so far."""
    from rich.text import Text

    from rulewright_tools.playing.changed import changes, has_changed, took_part, went_the_same_way
    from rulewright_tools.playing.matchfile import again, begin
    from rulewright_tools.playing.replay import first_difference
    from rulewright_tools.show.terminal import console

    if kept.pack != linked.program.id:
        raise click.BadParameter(f"it is a match of '{kept.pack}', not of '{linked.program.id}'", param_hint=option)
    match = begin(kept, linked, language, by_words=True)
    found = changes(kept, linked.program)
    difference = first_difference(kept, match)
    if match.by_words:
        match = again(match, kept, linked)
    if difference is None and not found.lost:
        for line in (*found.packs, went_the_same_way(kept, found)):
            echo(visible(line))
        return match
    lines = [*found.packs, f"{has_changed(found)}, and so far its events are the same"]
    if difference is not None:
        lines = [*difference.lines, *found.packs, *took_part(kept, found, match.state, difference.said)]
    told = "\n  ".join(visible(line) for line in lines)
    if difference is not None and difference.kind != "stands otherwise" and match.game.decision is None:
        raise click.BadParameter(told, param_hint=option)
    if accept:
        echo(f"{told}\ncontinuing from there")
        return match
    if sys.stdin.isatty():
        echo(told)
        with suppress(EOFError):
            if console().input(Text("continue the match as it is now? [y/N] ")).strip().casefold() in ("y", "yes"):
                return match
        raise click.exceptions.Exit(0)
    before = 0 if difference is None or difference.kind == "stands otherwise" else max(difference.answer - 1, 0)
    keeps = f"\n`{visible(command)} --until {before} --save FILE` keeps the match up to there" if before else ""
    words = f"{told}\n--accept continues from there, with the content as it is now{keeps}"
    raise click.BadParameter(words, param_hint=option)
