"""`balance`: counts who wins when bots play many matches.

Separate because it asks about the game, not about its rules: nothing that it finds is an error.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from rulewright_tools.options import COUNT, FEW, SEED, WRITTEN, kinds_of, write_to
from rulewright_tools.packs import PACK, name_of, put_together, with_packs, words_of_with
from rulewright_tools.show.terminal import console, echo, overwrite
from rulewright_tools.show.words import counted
from rulewright_tools.stopping import Died, stoppable

if TYPE_CHECKING:
    from rulewright.play.load import Linked
    from rulewright_tools.balancing import Tally


@click.command(short_help="Let bots play many matches and count the winners.")
@click.argument("pack", metavar="PACK", type=PACK)
@with_packs
@click.option("--by", metavar="NAME", help="Compare all values of this setting.")
@click.option("--rivals", metavar="NAME,NAME",
              help="Let all values of two settings, one for each seat, play each other in both seats.")  # fmt: skip
@click.option("--among", metavar="VALUE,..", help="With --by or --rivals: these values alone.  [default: all]")
@click.option("--report", metavar="FILE", type=WRITTEN, help="Write the result to FILE, as a page.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the pack; can be repeated.")
@click.option("--matches", default=100, show_default=True, type=COUNT, help="Matches of each value.")
@click.option("--bots", default="greedy", show_default=True, metavar="KIND,..",
              help="Bots for the players, in order; the list repeats.  [random, greedy]")  # fmt: skip
@click.option("--players", type=FEW, help="Number of players.  [default: the fewest the pack allows]")
@click.option("--seed", default=0, show_default=True, type=SEED,
              help="Seed of the first match; the next ones count up.")  # fmt: skip
@click.option("--workers", default=min(2, os.cpu_count() or 1), show_default=True, type=FEW,
              help="Processes at a time.")  # fmt: skip
@click.option("--journal", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Record matches in FILE, and count those that are there.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="For programs: one value a line.")
@stoppable()
def command(
    pack: Path, others: tuple[Path, ...], by: str | None, rivals: str | None, among: str | None, report: Path | None,
    settings: tuple[str, ...], matches: int, bots: str, players: int | None, seed: int, workers: int,
    journal: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Let bots play matches of PACK with rising seeds, and count how many each seat wins alone, how many are drawn, and
    how many were cut off.

    To watch one of these matches, run `rulewright play PACK --watch` with the same bots, seed and settings. Ctrl-C ends
    early and reports what was played; with --journal the same command continues there, also with more matches. Exit
    code 3 if a match did not terminate or a process died, else 0.

    \b
    rulewright balance skirmish
    rulewright balance zod --by mission --matches 400 --report balance.md
    rulewright balance ddm --with my_rules
    rulewright balance zod --by layers --set mission=siege --bots greedy,random
    rulewright balance underworlds --rivals first_warband,second_warband --matches 200 --report balance.md
    rulewright balance ddm --rivals first_band,second_band --among border_company,green_terror
    """
    from rulewright.session import Refused, link_program
    from rulewright_tools import rivals as crossed
    from rulewright_tools import shares
    from rulewright_tools.balancing import Outcome, Tally, Wanted, key_of, played, remembered, stamp_of
    from rulewright_tools.cli import CLEAN, INTERRUPTED, OURS
    from rulewright_tools.journal import Journal, NoJournal
    from rulewright_tools.packs import startable
    from rulewright_tools.show.columns import table

    stack = put_together(pack, others)
    linked = link_program(startable(stack))
    kinds = kinds_of(bots)
    if rivals is not None and by is not None:
        raise click.UsageError("--by and --rivals cannot be used together")
    if among is not None and rivals is None and by is None:
        raise click.UsageError("--among needs --by or --rivals")
    few = None if among is None else tuple(dict.fromkeys(word.strip() for word in among.split(",")))
    given = _given(linked, settings)
    compared = (_rivals(linked, rivals, given, few) if rivals is not None
                else {"": given} if by is None else _values(linked, by, "--by", given, few))  # fmt: skip
    tallies = {value: (Tally(value), given) for value, given in compared.items()}
    try:
        stamp = stamp_of(stack, (by, rivals, settings, kinds, players))
        noted = Journal(journal, "matches", stamp, remembered, also="options")
    except NoJournal as wrong:
        raise click.UsageError(f"--journal: {wrong}") from None
    wanted = (  # by seed and then by value: an early end leaves about equal numbers of each
        Wanted(value, seed + number, given, kinds)
        for number in range(matches) for value, (_, given) in tallies.items()
    )  # fmt: skip

    def count(one: Outcome) -> None:
        tally = tallies[one.value][0]
        tally.count(one)
        overwrite(f"{one.value or name_of(pack)}: {tally.matches} of {counted(matches, 'match', 'matches')}")
        if as_json and tally.matches == matches:
            echo(json.dumps(_record(tally, by or rivals)))

    def left() -> Iterator[Wanted]:
        for one in wanted:
            known = noted.known.get(key_of(one))
            if known is not None:
                count(known)
            else:
                yield one

    ended = CLEAN
    try:
        for one in played(linked, left(), players, workers):
            noted.add(key_of(one), one)
            count(one)
    except Refused as wrong:
        raise click.BadParameter(str(wrong), param_hint="--players") from wrong
    except KeyboardInterrupt:
        ended = INTERRUPTED
    except Died:
        ended = OURS
    overwrite("")
    found = [tally for tally, _ in tallies.values() if tally.matches]
    if report is not None and found:
        words = _words(pack, others, by, rivals, among, settings, matches, bots, seed)
        made = (shares.page(found, by, name_of(pack), words) if rivals is None
                else crossed.page(crossed.pairs(found), words))  # fmt: skip
        write_to(report, made, "--report")
    if not as_json and found:
        seats = shares.seats_of(found)
        console().print(
            table(shares.columns(by or "pack", seats), [shares.row(one, name_of(pack), seats) for one in found])
            if rivals is None else table(crossed.COLUMNS, map(crossed.row, crossed.pairs(found)))
        )  # fmt: skip
        drawn, lost = sum(tally.drawn for tally in found), sum(tally.lost for tally in found)
        if lost:
            echo(f"of {drawn} drawn: {drawn - lost} won by several, {lost} by no player")
        for tally in found:
            if any(tally.shared):
                teams = ", ".join(f"player {seat} {won}" for seat, won in enumerate(tally.shared, 1))
                echo(f"{tally.value or name_of(pack)}, won with others: {teams}")
    elif as_json and ended != CLEAN:
        for tally in found:
            if tally.matches < matches:
                echo(json.dumps(_record(tally, by or rivals)))
    for tally in found:
        for fault in tally.faults:
            echo(f"{tally.value or name_of(pack)}, {fault}", err=True)
    if ended != CLEAN:
        echo("interrupted" if ended == INTERRUPTED else "a process that played matches died", err=True)
        return ended
    return OURS if any(tally.faults for tally in found) else CLEAN


def _given(linked: Linked, settings: tuple[str, ...]) -> dict[str, Any]:
    """Returns the settings that all matches have."""
    from rulewright_tools.playing.settings import WrongSetting, parse

    try:
        return parse(linked.program, settings)
    except WrongSetting as wrong:
        raise click.BadParameter(str(wrong), param_hint="--set") from wrong


def _values(
    linked: Linked, by: str, option: str, given: dict[str, Any], among: tuple[str, ...] | None
) -> dict[str, dict[str, Any]]:
    """Returns the settings of the matches, by the value of the setting that an option names; `among`: only these."""
    from rulewright_tools.playing.settings import choices

    types = {name: t for name, t, _ in linked.program.settings}
    if by not in types:
        raise click.BadParameter(f"the pack has no setting '{by}'{_or_what(by, types, 'settings')}", param_hint=option)
    if by in given:
        raise click.BadParameter(f"'{by}' is compared: remove it from --set", param_hint=option)
    found = choices(linked.program, types[by])
    if found is None:
        raise click.BadParameter(f"the setting '{by}' has too many values to compare", param_hint=option)
    for word in among or ():
        if word not in found:
            words = f"the setting '{by}' has no value '{word}'{_or_what(word, found, 'values')}"
            raise click.BadParameter(words, param_hint="--among")
    return {word: {**given, by: raw} for word, raw in found.items() if among is None or word in among}


def _or_what(name: str, known: Collection[str], called: str) -> str:
    """Returns the end of a message about an unknown name: the nearest name, else the known ones."""
    from rulewright.spelling import nearest

    near = nearest(name, known)
    return f": did you mean '{near}'?" if near else f"; its {called}: {', '.join(known) or 'none'}"


def _rivals(
    linked: Linked, rivals: str, given: dict[str, Any], among: tuple[str, ...] | None
) -> dict[str, dict[str, Any]]:
    """Returns the settings of the matches of each value against each other value."""
    from rulewright_tools.rivals import crossed

    names = [name.strip() for name in rivals.split(",")]
    types = {name: t for name, t, _ in linked.program.settings}
    if len(names) != 2 or names[0] == names[1]:
        raise click.BadParameter("expected two settings, one for each seat: FIRST,SECOND", param_hint="--rivals")
    one, _ = (_values(linked, name, "--rivals", given, among) for name in names)
    if types[names[0]] != types[names[1]]:
        raise click.BadParameter(f"'{names[0]}' and '{names[1]}' do not have the same values", param_hint="--rivals")
    values = {word: raw[names[0]] for word, raw in one.items()}
    if len(values) < 2:
        raise click.BadParameter("expected at least two values", param_hint="--among")
    return crossed(names[0], names[1], values, given)


def _words(
    pack: Path, others: tuple[Path, ...], by: str | None, rivals: str | None, among: str | None,
    settings: tuple[str, ...], matches: int, bots: str, seed: int,
) -> str:  # fmt: skip
    """Returns the command that makes a report again."""
    given = "".join(f" --set {quote(one)}" for one in settings)
    begin = f" --seed {seed}" if seed else ""
    stack = words_of_with(tuple(Path(one.name) for one in others))
    compared = f" --rivals {rivals}" if rivals else f" --by {by}" if by else ""
    few = f" --among {quote(among)}" if among else ""
    begun = f"rulewright balance {pack.name or pack}"
    return f"{begun}{stack}{compared}{few}{given} --matches {matches} --bots {bots}{begin}"


def _record(tally: Tally, by: str | None) -> dict[str, Any]:
    return {
        **({} if by is None else {by: tally.value}), "matches": tally.matches, "won": tally.won, "drawn": tally.drawn,
        "shared": tally.shared, "lost": tally.lost,
        "cut off": tally.cut, "decisions": tally.decisions,
    }  # fmt: skip
