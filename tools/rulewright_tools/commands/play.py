"""`play`: a pack becomes a match at this terminal, between people, bots, or both.

Separate because it only reads the options and seats the players; the match itself is played in `playing`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.options import FEW, SEED, Seconds
from rulewright_tools.packs import PACK
from rulewright_tools.show.words import LANGUAGES, counted, say

if TYPE_CHECKING:
    from rulewright.play.load import Linked
    from rulewright_tools.playing.match import Match


@click.command(short_help="Play a match, or watch bots play one.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--players", type=FEW, help="How many seats; as few as the pack allows by default.")
@click.option(
    "--bots",
    default="",
    metavar="KIND,..",
    help="Bots for the seats that no person plays, in order; repeated if there are more seats.  [random, greedy]",
)
@click.option(
    "--human",
    "humans",
    multiple=True,
    type=FEW,
    metavar="SEAT",
    help="A seat that a person plays, from 1; can be repeated. Without it seat 1, or none with --watch.",
)
@click.option("--seed", type=SEED, help="Random seed: the same seed gives the same dice.  [default: drawn at random]")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the pack; can be repeated.")
@click.option("--watch", is_flag=True, help="Bots play all seats; just watch.")
@click.option(
    "--delay", type=Seconds(), default=0.0, metavar="S", help="Wait so many seconds after a bot answers."
)
@click.option(
    "--save", "save_to", type=click.Path(dir_okay=False, path_type=Path), help="Write the match there when it ends."
)
@click.option(
    "--load",
    "load_from",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with a saved match.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Of the names and messages of the pack, and of the table.",
)
def command(
    pack: Path, players: int | None, bots: str, humans: tuple[int, ...], seed: int | None, settings: tuple[str, ...],
    watch: bool, delay: float, save_to: Path | None, load_from: Path | None, language: str,
) -> int:  # fmt: skip
    """Play a match of PACK in this terminal: against a bot, two or more people at one terminal, or bots alone.

    \b
    rulewright play skirmish                          you against a random bot
    rulewright play skirmish --bots greedy --human 2  you have the second seat
    rulewright play skirmish --human 1 --human 2      two people at one terminal
    rulewright play skirmish --bots random,greedy --seed 7 --watch
    """
    from rich.text import Text

    from rulewright.session import link_program
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.files import obstacle
    from rulewright_tools.packs import startable
    from rulewright_tools.playing.matchfile import write
    from rulewright_tools.playing.table import Table
    from rulewright_tools.playing.watch import watch as watch_match
    from rulewright_tools.show.terminal import console

    # Told now: at the end of a long match it would be lost.
    hindrance = None if save_to is None else obstacle(save_to)
    if hindrance is not None:
        raise click.BadParameter(f"cannot write {save_to}: {hindrance}", param_hint="--save")
    linked = link_program(startable(pack))
    screen = console()
    if load_from is not None:
        if players or bots or humans or seed is not None or settings or watch:
            raise click.UsageError("--load takes the seats, the seed and the settings from the file")
        match = _loaded(load_from, linked, language)
        screen.print(Text(say(language, "went_on", file=load_from, number=len(match.story)), "italic"))
    else:
        match = _begun(linked, players, bots, humans, seed, settings, watch, language)
    if any(match.is_human(seat) for seat in range(len(match.seats))):
        table = Table(match, screen, language, str(pack), delay)
        if load_from is not None:
            table.is_saved(str(load_from))
        table.play()
    else:
        watch_match(match, screen, language, delay)
    if save_to is not None:
        try:
            write(match, str(pack), save_to)
        except OSError as bad:
            raise click.BadParameter(f"cannot write {save_to}: {bad.strerror or bad}", param_hint="--save") from bad
        screen.print(Text(say(language, "saved", file=save_to)))
    return CLEAN


def _begun(
    linked: Linked, players: int | None, bots: str, humans: tuple[int, ...], seed: int | None,
    settings: tuple[str, ...], watch: bool, language: str,
) -> Match:  # fmt: skip
    """A new match with its seats taken."""
    from rulewright.session import Game, Refused, fresh_seed
    from rulewright_tools.playing import seats
    from rulewright_tools.playing.match import Match
    from rulewright_tools.playing.settings import WrongSetting, parse

    kinds = [kind.strip() for kind in bots.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in seats.KINDS:
            raise click.BadParameter(
                f"there is no bot '{kind}'; there are {', '.join(seats.KINDS)}", param_hint="--bots"
            )
    if seed is None:
        seed = fresh_seed()
    try:
        given = parse(linked.program, settings)
        game = Game.new(linked, linked.program.players[0] if players is None else players, seed, given)
    except WrongSetting as wrong:
        raise click.BadParameter(str(wrong), param_hint="--set") from wrong
    except Refused as wrong:
        raise click.BadParameter(str(wrong), param_hint="--players") from wrong
    count = game.state.players
    if watch and humans:
        raise click.UsageError("--watch means that bots play all seats: leave out --human")
    for seat in humans:
        if seat > count:
            raise click.BadParameter(f"there is no seat {seat}: the match has {count}", param_hint="--human")
    people = {seat - 1 for seat in humans} if humans else set() if watch else {0}
    free = [seat for seat in range(count) if seat not in people]
    if len(kinds) > len(free):
        raise click.BadParameter(
            f"{counted(len(kinds), 'bot')} for {counted(len(free), 'free seat')}: people play the others",
            param_hint="--bots",
        )
    kinds = kinds or ["random"]
    taken = {seat: kinds[i % len(kinds)] for i, seat in enumerate(free)}
    return Match(game, tuple(taken.get(seat, seats.HUMAN) for seat in range(count)), seed, given, language)


def _loaded(path: Path, linked: Linked, language: str) -> Match:
    """The match of a file, with its own seats, seed and settings."""
    from rulewright.session import Refused
    from rulewright_tools.playing.matchfile import Unreadable, read, resume
    from rulewright_tools.playing.settings import WrongSetting

    try:
        return resume(read(path), linked, language)
    except (Refused, Unreadable, WrongSetting) as wrong:
        raise click.BadParameter(str(wrong), param_hint="--load") from wrong
