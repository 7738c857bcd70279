"""`diff`: compares two packs: fields, rules, offered answers, and results of matches.

Separate because authors of mods and editions need the changes in the rules, which no comparison of files shows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.options import FEW, Whole, kinds_of
from rulewright_tools.packs import PACK, put_together, refused, with_packs
from rulewright_tools.show.terminal import echo, overwrite
from rulewright_tools.show.words import counted
from rulewright_tools.stopping import Died

if TYPE_CHECKING:
    from rulewright.pack.files import Place
    from rulewright.play.load import Linked
    from rulewright.stack.compare import Difference
    from rulewright_tools.comparing.first import Astray
    from rulewright_tools.comparing.offers import Offers
    from rulewright_tools.comparing.outcomes import Outcomes

_SEEDS = Whole(1, 10_000)


@click.command(short_help="Report the differences between two packs.")
@click.argument("old", metavar="OLD", type=PACK)
@click.argument("new", metavar="[NEW]", type=PACK, required=False)
@with_packs
@click.option("--offers/--no-offers", "offered", default=True, show_default=True,
              help="Compare the offered answers in the positions of the content tests.")  # fmt: skip
@click.option("--matches", type=_SEEDS, help="Also let bots play this many matches of each, and replay those of OLD "
              "with NEW.")  # fmt: skip
@click.option("--bots", default="random", show_default=True, metavar="KIND,..",
              help="Bots for the players, in order; the list repeats.  [random, greedy]")  # fmt: skip
@click.option("--workers", default=min(2, os.cpu_count() or 1), show_default=True, type=FEW,
              help="Processes at a time, for --matches.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="For people, or for programs (one object).")  # fmt: skip
def command(
    old: Path, new: Path | None, others: tuple[Path, ...], offered: bool, matches: int | None, bots: str, workers: int,
    form: str,
) -> int:  # fmt: skip
    """Compare OLD and NEW, or OLD alone and OLD --with other packs.

    The report lists fields and definitions, each with the pack that changed it. For the position of each content test
    that both have, it lists the answers to the first question that were added or removed, counted by event. With
    --matches it also compares who wins how often and how long matches are, seed by seed with the same bots, and shows
    for each match of OLD the first answer or event that differs in NEW, with the line of content that caused it. Exit
    code 1 if anything differs.

    \b
    rulewright diff ddm --with my_rules
    rulewright diff ddm --with my_rules --matches 400 --bots greedy
    """
    from rulewright.pipeline import check_pack
    from rulewright.stack.compare import differences
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.show import differences as words
    from rulewright_tools.show.patience import waiting

    if new is None and not others:
        raise click.UsageError("name a second pack, or packs to put on top of the first with --with")
    kinds = kinds_of(bots)
    later = put_together(new or old, others)
    with waiting(f"checking {old}"):
        first, second = check_pack(old), check_pack(later)
    for place, result in ((old, first), (later, second)):
        if result.diagnostics.has_errors or not result.pack.manifest:
            raise refused(place, result)
    found = differences(first.pack, second.pack)
    names = str(old), str(later)
    say = _silent if form == "json" else _echo
    say(words.fields(found, *names))
    answers = _offers(old, later) if offered else None
    say(() if answers is None else words.offers(answers, names[0]))
    played, astray = None, None
    if matches is not None:
        from rulewright.session import link_program

        programs = first.program, second.program
        assert programs[0] is not None and programs[1] is not None, "there are no errors"
        _must_begin(old, programs[0].start)
        _must_begin(later, programs[1].start)
        linked = link_program(programs[0]), link_program(programs[1])
        played = _outcomes(*linked, matches, kinds, workers)
        say(words.outcomes(played, kinds))
        astray = _replays(*linked, matches, kinds, found, lambda one: say(words.astray(one, *names)))
        say([f"{matches - len(astray)} of {counted(matches, 'match', 'matches')} go the same way with {later}"])
    if form == "json":
        from rulewright_tools.show.json import dumps

        echo(dumps(words.as_data(found, answers, played, astray, *names), indent=2))
    is_other = bool(found or astray or (answers and answers.positions) or (played and played.differ))
    return CONTENT if is_other else CLEAN


def _must_begin(place: Place, start: int) -> None:
    if start < 0:
        raise click.UsageError(f"{place}: no match can begin, as the manifest has no `start`: remove --matches")


def _echo(lines: Iterable[str]) -> None:
    for line in lines:
        echo(line)


def _silent(lines: Iterable[str]) -> None:
    pass


def _offers(old: Path, later: Place) -> Offers:
    """Returns the differences between the offers in the positions of the tests of both packs."""
    from rulewright_tools.comparing import offers
    from rulewright_tools.show.patience import Progress, waiting

    with waiting(f"reading the tests of {old}"):
        before = offers.suite_of(old)
    with waiting("reading them again with the changes"):
        after = offers.suite_of(later)
    progress = Progress("positions: ")
    return offers.compare(before, after, progress.tell)


def _outcomes(old: Linked, new: Linked, count: int, bots: tuple[str, ...], workers: int) -> Outcomes:
    """Returns the results of matches of both packs."""
    from rulewright.session import Refused
    from rulewright_tools.comparing import outcomes
    from rulewright_tools.show.patience import Progress

    progress = Progress("matches: ")
    several = []
    try:
        for pair in outcomes.pairs(old, new, count, bots, {}, workers):
            several.append(pair)
            progress.tell(len(several), count)
    except (Refused, Died) as wrong:
        raise click.ClickException(str(wrong) or "a process that played matches died") from wrong
    return outcomes.outcomes_of(several)


def _replays(
    old: Linked, new: Linked, count: int, bots: tuple[str, ...], found: Sequence[Difference],
    tell: Callable[[Astray], None],
) -> list[Astray]:  # fmt: skip
    """Returns the matches of the old pack that differ in the new one."""
    from rulewright_tools.comparing.first import replayed
    from rulewright_tools.show.patience import Progress

    progress = Progress("replays: ")
    astray = []
    for seed in range(count):
        progress.tell(seed, count)
        one = replayed(old, new, seed, bots, {}, found)
        if one is not None:
            overwrite("")
            astray.append(one)
            tell(one)
    overwrite("")
    return astray
