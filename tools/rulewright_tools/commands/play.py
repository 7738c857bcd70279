"""`play`: a pack becomes a match at this terminal, between people, bots, or both.

A module of its own because it only reads the options and seats the players; the match itself is played in `playing`.
"""

from __future__ import annotations

from pathlib import Path

import click

from rulewright_tools.packs import PACK
from rulewright_tools.show.words import LANGUAGES


@click.command(short_help="Play a match, or watch bots play one.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--players", type=click.IntRange(1), help="How many seats; as few as the pack allows by default.")
@click.option("--bots", default="", metavar="KIND,..", help="Who plays the seats that people do not, in order of seats.")
@click.option("--human", "humans", multiple=True, type=click.IntRange(1), metavar="SEAT",
              help="A seat that you play, from 1; can be repeated. By default seat 1, or none with --watch.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Where chance starts: the same seed, the same dice.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the pack; can be repeated.")
@click.option("--watch", is_flag=True, help="Bots play all seats; just watch.")
@click.option("--delay", type=click.FloatRange(0), default=0.0, metavar="S", help="Wait so many seconds after each answer.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True)
def command(
    pack: Path, players: int | None, bots: str, humans: tuple[int, ...], seed: int, settings: tuple[str, ...],
    watch: bool, delay: float, language: str,
) -> int:  # fmt: skip
    """Play a match of PACK in this terminal: against a bot, two or more people at one terminal, or bots alone."""
    from rulewright.session import Game, Refused, link_program
    from rulewright_tools.cli import CLEAN
    from rulewright_tools.packs import playable
    from rulewright_tools.playing import seats as known
    from rulewright_tools.playing.match import Match
    from rulewright_tools.playing.settings import WrongSetting, parse
    from rulewright_tools.playing.watch import watch as watch_match
    from rulewright_tools.show.terminal import console

    program = playable(pack).program
    assert program is not None, "a playable pack has a program"
    count = program.players[0] if players is None else players
    kinds = [kind.strip() for kind in bots.split(",") if kind.strip()]
    for kind in kinds:
        if kind not in known.KINDS:
            raise click.BadParameter(f"there is no bot '{kind}'; there are {', '.join(known.KINDS)}", param_hint="--bots")
    try:
        given = parse(program, settings)
        game = Game.new(link_program(program), count, seed, given)
    except WrongSetting as wrong:
        raise click.BadParameter(str(wrong), param_hint="--set") from wrong
    except Refused as wrong:
        raise click.BadParameter(str(wrong), param_hint="--players") from wrong
    seated = tuple((kinds or ["random"])[i % max(len(kinds), 1)] for i in range(count))
    match = Match(game, seated, seed, given)
    watch_match(match, console(), language, delay)
    return CLEAN
