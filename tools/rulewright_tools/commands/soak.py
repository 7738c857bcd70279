"""`soak`: packs are played by chance for long, with saves in between; what goes wrong is written down to be repeated.

A module of its own because it looks for our faults in content that passes every check.
"""

from __future__ import annotations

import json as standard_json
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.commands.mutants import packs_in, progress

if TYPE_CHECKING:
    from rulewright_tools.soaking import Match


@click.command(short_help="Play packs by chance for long and report faults.")
@click.argument("folders", metavar="PACKS..", nargs=-1, required=True,
                type=click.Path(exists=True, file_okay=False, path_type=Path))  # fmt: skip
@click.option("--decisions", default=5_000, show_default=True, type=click.IntRange(1), help="Decisions of each pack.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first match; the next ones count up.")
@click.option("--write", type=click.Path(file_okay=False, path_type=Path),
              help="A folder for the matches that failed: seed, settings and answers, as JSON.")  # fmt: skip
def command(folders: tuple[Path, ...], decisions: int, seed: int, write: Path | None) -> int:
    """Play packs by chance, saving and loading on the way, and tell lengths, winners and faults.

    PACKS are folders of packs, or folders that hold several. Exit code 3 if anything went wrong.
    """
    from rulewright.session import link_program
    from rulewright_tools.cli import CLEAN, OURS
    from rulewright_tools.packs import playable
    from rulewright_tools.soaking import matches

    failed: list[Match] = []
    for folder in packs_in(folders):
        program = playable(folder)
        started, done = time.monotonic(), 0
        played: list[Match] = []
        for one in matches(link_program(program), folder.name, seed, decisions):
            played.append(one)
            done += one.decisions
            progress(f"{folder.name}: {done} of {decisions} decisions")
        progress("")
        click.echo("\n".join(lines(folder.name, played, time.monotonic() - started)))
        failed += [one for one in played if one.fault]
    for one in failed:
        head = f"{one.pack}, seed {one.seed}, decision {one.decisions + 1}, settings {one.settings}"
        click.echo(f"\n{head}:\n{one.fault}")
        if write is not None:
            write.mkdir(parents=True, exist_ok=True)
            kept = {"pack": one.pack, "seed": one.seed, "players": one.seats, "settings": one.settings,
                    "answers": one.answers, "fault": one.fault.splitlines()[-1]}  # fmt: skip
            text = standard_json.dumps(kept, indent=1) + "\n"
            (write / f"{one.pack}_{one.seed}.json").write_text(text, encoding="utf-8")
    return OURS if failed else CLEAN


def lines(pack: str, played: list[Match], seconds: float) -> list[str]:
    """What was played, as a few lines."""
    total = sum(one.decisions for one in played)
    ended = [one for one in played if one.ended]
    lengths = sorted(one.decisions for one in ended)
    faults = sum(bool(one.fault) for one in played)
    made = [f"{pack}: {total} decisions in {len(played)} matches, {len(ended)} played to their end, "
            f"{faults or 'no'} faults, {seconds * 1e6 / max(total, 1):.0f} us a decision"]  # fmt: skip
    if lengths:
        made.append(f"  decisions of a match: {lengths[0]} to {lengths[-1]}, median {statistics.median(lengths):.0f}")
        wins = Counter(_winner(one) for one in ended)
        made.append("  winners: " + ", ".join(f"{who} {count}" for who, count in sorted(wins.items())))
    return made


def _winner(one: Match) -> str:
    if one.winners is None:
        return "not told"
    if len(one.winners) != 1:
        return "nobody" if not one.winners else "several"
    return f"player {one.winners[0] + 1}"
