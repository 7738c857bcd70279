"""`soak`: plays packs at random for a long time, with saves in between, and records failures so that they can be
repeated.

Separate because it looks for bugs in Rulewright, in content that passes every check.
"""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright import counting
from rulewright_tools.commands.mutants import packs_in
from rulewright_tools.options import COUNT, FEW, SEED, verify, writing
from rulewright_tools.packs import PACK, name_of, put_together, with_packs, words_of_with
from rulewright_tools.show.terminal import echo, overwrite
from rulewright_tools.show.words import counted
from rulewright_tools.stopping import interrupted, stoppable

if TYPE_CHECKING:
    from rulewright.play.load import Linked
    from rulewright_tools.resuming import Outcome
    from rulewright_tools.soaking import Ends, Match, Pack

_RESUMED = 10  # matches for --resume
_UNTOLD, _NOBODY = "not reported", "nobody"


@click.command(short_help="Play random matches and report failures.")
@click.argument("folders", metavar="PACKS..", nargs=-1, required=True, type=PACK)
@with_packs
@click.option("--decisions", default=5_000, show_default=True, type=COUNT, help="Decisions of each pack.")
@click.option("--seed", default=0, show_default=True, type=SEED,
              help="Seed of the first match; the next ones count up.")  # fmt: skip
@click.option("--write", type=click.Path(file_okay=False, path_type=Path),
              help="A folder for the matches that failed: content tests, or files for `replay`.")  # fmt: skip
@click.option("--resume", is_flag=True,
              help="Save at every decision, and continue each save in a new process.")  # fmt: skip
@click.option("--matches", type=COUNT,
              help="Whole matches of each pack, in place of --decisions.  [default with --resume: 10]")  # fmt: skip
@click.option("--workers", default=min(2, os.cpu_count() or 1), show_default=True, type=FEW,
              help="Processes at a time.")  # fmt: skip
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              help="A setting that all matches have; can be repeated. Others are drawn. Of several packs it is for "
                   "those that have it.")  # fmt: skip
@verify
@stoppable()
def command(
    folders: tuple[Path, ...], others: tuple[Path, ...], decisions: int, seed: int, write: Path | None, resume: bool,
    matches: int | None, workers: int, settings: tuple[str, ...],
) -> int:
    """Play packs at random, saving and loading on the way, and report lengths, winners and failures, and the loops with
    a `while` or a `stop` that reached their declared bound instead.

    PACKS are packs, or folders that contain several. With --resume whole matches are played, and each of their saves is
    loaded in another process, which must come to the same trace and the same saves. Ctrl-C ends early and reports what
    was played. Exit code 3 if anything failed.
    """
    from rulewright.session import link_program
    from rulewright_tools.cli import CLEAN, OURS
    from rulewright_tools.packs import startable
    from rulewright_tools.soaking import Pack

    linked_packs: list[tuple[Path, Linked]] = []
    for folder in packs_in(folders):
        with nullcontext() if resume else counting.of_ends():
            linked_packs.append((folder, link_program(startable(put_together(folder, others)))))
    known = {name for _, linked in linked_packs for name, _, _ in linked.program.settings}
    packs = [Pack(folder, linked, others, _pinned(folder, linked, settings, known)) for folder, linked in linked_packs]
    fine = (
        _resumed(packs, seed, matches or _RESUMED, workers, write) if resume
        else _played(packs, seed, decisions if matches is None else matches, workers, write, whole=matches is not None)
    )  # fmt: skip
    return CLEAN if fine else OURS


def _pinned(folder: Path, linked: Linked, settings: tuple[str, ...], known: set[str]) -> dict[str, Any]:
    """Returns raw values of the settings that all matches have. `known`: names of settings of all packs; what only
    others of them have is left out."""
    from rulewright_tools.playing.settings import WrongSetting, parse

    foreign = known - {name for name, _, _ in linked.program.settings}
    try:
        return parse(linked.program, [one for one in settings if one.partition("=")[0].strip() not in foreign])
    except WrongSetting as wrong:
        raise click.BadParameter(f"{name_of(folder)}: {wrong}", param_hint="--set") from wrong


def _played(packs: list[Pack], seed: int, many: int, workers: int, write: Path | None, *, whole: bool) -> bool:
    """Plays this many decisions of each pack, or whole matches; returns whether nothing failed."""
    from rulewright_tools.parallel import matches
    from rulewright_tools.repeating import command_for
    from rulewright_tools.soaking import Soak

    fine, wanted = True, counted(many, "match", "matches") if whole else counted(many, "decision")
    for pack in packs:
        started, done = time.monotonic(), 0
        played: list[Match] = []
        soak = Soak(pack.linked, many, whole)
        stopped = False
        try:
            for one in matches(pack, seed, many, workers, whole=whole):
                played.append(soak.counted(one))
                done += 1 if whole else one.decisions
                if not one.fault:
                    one.answers.clear()  # there may be millions of them
                overwrite(f"{pack.name}: {done} of {wanted}")
        except KeyboardInterrupt:
            stopped = True
        overwrite("")
        echo("\n".join(lines(pack.name, played, time.monotonic() - started)))
        if soak.given_up:
            echo(f"  stopped before its {wanted}: {soak.given_up}")
        for one in played:
            if one.fault:
                fine = False
                echo(f"\n{one.pack}, seed {one.seed}, answer {len(one.answers)}:\n{one.fault}")
                echo(f"again: {command_for(pack.folder, pack.linked, one)}{words_of_with(pack.others)}")
                _write(pack, one, write)
        if stopped:
            raise interrupted()
    return fine


def _resumed(packs: list[Pack], seed: int, matches: int, workers: int, write: Path | None) -> bool:
    """Continues every save of this many matches of each pack; returns whether nothing differed."""
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from rulewright_tools.repeating import pins
    from rulewright_tools.resuming import resumed
    from rulewright_tools.show.resumed import table
    from rulewright_tools.show.terminal import console

    found: dict[str, list[Outcome]] = {}
    took: dict[str, float] = {}
    screen = console(err=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    stopped = False
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar, suppress(KeyboardInterrupt):
        stopped = True
        for pack in packs:
            started, name = time.monotonic(), str(pack.folder) if pack.name in found else pack.name
            outcomes, took[name] = found.setdefault(name, []), 0.0
            for one in bar.track(resumed(pack, range(seed, seed + matches), workers),
                                 total=matches, description=pack.name):  # fmt: skip
                outcomes.append(one)
                took[name] = time.monotonic() - started
                if one.difference:
                    echo(f"{pack.name}, seed {one.match.seed}, {one.difference}")
                    echo(f"again: rulewright soak {pack.folder} --resume --seed {one.match.seed} --matches 1"
                         f"{pins(pack.linked, one.match)}{words_of_with(pack.others)}")
                    if one.match.fault:
                        _write(pack, one.match, write)
        stopped = False
    console().print(table(found, took))
    if stopped:
        raise interrupted()
    return not any(one.difference for outcomes in found.values() for one in outcomes)


def _write(pack: Pack, match: Match, write: Path | None) -> None:
    """Writes a failed match into a folder, as a content test if possible: a test belongs to one pack."""
    from rulewright_tools.files import replace
    from rulewright_tools.repeating import content_test, replayable

    if write is None:
        return
    folder, linked = pack.folder, pack.linked
    test = None if pack.others else content_test(folder, linked, match)
    path = write / f"{match.pack}_{match.seed}.{'json' if test is None else 'yaml'}"
    with writing(path):
        write.mkdir(parents=True, exist_ok=True)
        replace(path, replayable(folder, linked, match) if test is None else test)
    if test is not None:
        echo(f"wrote {path}: in the folder `tests` of the pack it is a content test that fails")
    else:
        echo(f"wrote {path}: `rulewright replay {path} --pack {folder}{words_of_with(pack.others)}` replays it")


def lines(pack: str, played: list[Match], seconds: float) -> list[str]:
    """Returns a few lines about what was played."""
    total = sum(one.decisions for one in played)
    ended = [one for one in played if one.ended]
    lengths = sorted(one.decisions for one in ended)
    kinds = Counter(one.kind for one in played if one.fault)
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    faults = f"{counted(kinds.total(), 'fault')} ({told})"
    pace = f", {seconds * 1e6 / total:.0f} us per decision" if total else ""
    their = "its" if len(ended) == 1 else "their"
    made = [f"{pack}: {counted(total, 'decision')} in {counted(len(played), 'match', 'matches')}, {len(ended)} played "
            f"to {their} end, "
            f"{faults if kinds else 'no faults'}{pace}"]  # fmt: skip
    if lengths:
        made.append(f"  decisions per match: {lengths[0]} to {lengths[-1]}, median {statistics.median(lengths):.0f}")
        made.append(f"  winners: {_winners(ended)}")
    made += _by_place("ended by their bound, not by `while` or `stop`", [(one.seed, one.ran_out) for one in played])
    return made + _by_place("ended because their first entity had left play, with more to do",
                            [(one.seed, one.cut_short) for one in played])  # fmt: skip


def _by_place(title: str, counts: list[tuple[int, Ends]]) -> list[str]:
    """Returns what ended early, by location: how often, in how many matches, and a seed to reproduce it. `counts`: for
    each match, with its seed."""
    total: Ends = Counter()
    for _, one in counts:
        total += one
    found = []
    for end in sorted(total):
        (file, line, _), words = end
        seeds = [seed for seed, one in counts if end in one]
        found.append(f"    {file}:{line}: {words}: {counted(total[end], 'time')} in "
                     f"{counted(len(seeds), 'match', 'matches')}, first with seed {seeds[0]}")  # fmt: skip
    return [f"  {title}:", *found] if found else []


def _winners(ended: list[Match]) -> str:
    """Returns how often each player has won. If only some matches have winners, includes a seed of one that has none.
    """
    wins = Counter(_winner(one) for one in ended)
    seeds = [one.seed for one in ended if not one.winners]
    where = f", first with seed {seeds[0]}" if seeds and len(wins) > 1 else ""
    shown = {_UNTOLD: where, _NOBODY: where}
    return ", ".join(f"{who} ({count}{shown.get(who, '')})" for who, count in sorted(wins.items()))


def _winner(one: Match) -> str:
    if one.winners is None:
        return _UNTOLD
    if len(one.winners) != 1:
        return _NOBODY if not one.winners else "all" if len(one.winners) == one.seats else "several"
    return f"player {one.winners[0] + 1}"
