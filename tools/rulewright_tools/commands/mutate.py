"""`mutate`: changes the rules of a pack in one place at a time and counts the changes that content tests notice.

Separate because it measures tests; `mutants` measures the checker.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.options import COUNT, FEW, SEED, WRITTEN, write_to
from rulewright_tools.packs import NO_TEST, PACK, put_together, refuse, tell, with_packs
from rulewright_tools.show.terminal import echo, overwrite
from rulewright_tools.show.words import counted
from rulewright_tools.stopping import Died, interrupted, stoppable

if TYPE_CHECKING:
    from rulewright.pack.files import Place
    from rulewright.scenario.case import Case
    from rulewright.scenario.suite import Suite
    from rulewright_tools.mutating.listing import Mutant


@click.command(short_help="Change rules and report changes that no test notices.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--count", default=None, type=COUNT, help="Number of mutants, drawn at random.  [default: all]")
@click.option("--seed", default=0, show_default=True, type=SEED,
              help="Random seed. The same seed draws the same mutants.")  # fmt: skip
@click.option("--rule", "rules", metavar="ID", multiple=True, help="Only definitions that cite this rule.")
@click.option("--file", "files", metavar="FILE", multiple=True, help="Only this file of the pack.")
@click.option("--definition", "ids", metavar="ID", multiple=True, help="Only this definition.")
@click.option("--workers", default=1, show_default=True, type=FEW, help="Processes that try mutants.")
@click.option("--journal", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Record progress in FILE, and continue from it.")  # fmt: skip
@click.option("--page", "html", metavar="FILE", type=WRITTEN,
              help="Also write the report to FILE, as a page for a browser.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json", "yaml"]), default="text", show_default=True,
              help="A report for people, or for programs; or entries for survivors, to write reasons in.")  # fmt: skip
@click.option("--least", metavar="PERCENT", type=click.IntRange(0, 100), default=None,
              help="Exit with 1 if fewer are killed.")  # fmt: skip
@click.option("--strict", is_flag=True,
              help="Exit with 1 if a survivor has no reason on record, or a reason is out of date.")  # fmt: skip
@with_packs
@stoppable()
def command(
    pack: Path, count: int | None, seed: int, rules: tuple[str, ...], files: tuple[str, ...], ids: tuple[str, ...],
    workers: int, journal: Path | None, html: Path | None, form: str, least: int | None,
    strict: bool, others: tuple[Path, ...],
) -> int:  # fmt: skip
    """Change the rules of PACK in one place at a time (another number, a condition removed or negated, a statement or
    modifier removed, another phase), and run the content tests that depend on it. A change that no test notices
    survives: it is listed under the rules that its definition cites.

    These changes make valid rules, and only a test can find them; `rulewright mutants` inserts errors that the checker
    should find. Changes that the checker refuses, and those that compile to the same program, are not counted. A mutant
    that takes far more steps than the test usually does counts as killed. Exit code 1 if the pack has errors, if a test
    fails before anything is changed, or as --least and --strict say, and 3 if a process died.

    Ctrl-C ends early and reports what was tried; with --journal the same command continues there.

    A test file may say why a change survives, under `survivors FORM ID`. Such a survivor is listed separately and
    counts as accounted for. A reason that matches no change, or a change that no longer survives, is a warning.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.scenario.suite import load_suite
    from rulewright.scenario.survivors import all_reasons
    from rulewright_tools.cli import CLEAN, CONTENT, OURS
    from rulewright_tools.journal import Journal, NoJournal
    from rulewright_tools.mutating.listing import drawn
    from rulewright_tools.mutating.reasons import Reasons
    from rulewright_tools.mutating.report import Report
    from rulewright_tools.mutating.running import outcomes
    from rulewright_tools.mutating.stamp import stamp_of
    from rulewright_tools.mutating.touching import baseline
    from rulewright_tools.mutating.trial import Outcome
    from rulewright_tools.show import mutated
    from rulewright_tools.show.patience import waiting

    with waiting(f"checking {pack}"):
        suite = load_suite(put_together(pack, others))
    if suite.ground is None:
        refuse(pack, suite.diagnostics, NO_TEST)
        return CONTENT
    every, wanted = _wanted(suite.path, rules, files, ids)
    reasons = Reasons(every, all_reasons(suite.path, suite.pack, suite.mistakes))
    with waiting(f"playing the tests of {pack}"):
        before = baseline(suite)
    if suite.mistakes.has_errors or before.failed:
        _tell_failures(suite, before.failed, pack)
        return CONTENT
    if not before.tests:
        echo(f"{pack}: no content test could notice anything", err=True)
        return CONTENT
    some = drawn(wanted, count, seed)
    try:
        noted = Journal(journal, "mutants", stamp_of(suite.path), Outcome)
    except NoJournal as wrong:
        raise click.UsageError(f"--journal: {wrong}") from None
    left = [one for one in some if one.key not in noted.known]
    survived = 0
    tried = outcomes(suite.path, left, before.tests, workers)
    stopped = died = False
    try:
        for done, (mutant, outcome) in enumerate(tried, len(some) - len(left) + 1):
            noted.add(mutant.key, outcome)
            survived += outcome.verdict == "survived"
            overwrite(f"{done} of {len(some)}, {survived} survived")
    except KeyboardInterrupt:
        stopped = True
    except Died:
        died = True
    overwrite("")
    order = sorted(some, key=lambda one: (one.file, one.start, one.end, one.text))
    found = [(one, noted.known[one.key]) for one in order if one.key in noted.known]
    amiss = Diagnostics()
    reasons.amiss(found, amiss)
    why = {one.key: reason for one in order if (reason := reasons.of(one)) is not None}
    report = Report(str(pack), len(wanted), None if count is None else seed, found, why,
                    {one.key: reasons.which(one) for one in order}, list(amiss.reports), len(some))  # fmt: skip
    if html is not None:
        write_to(html, mutated.page(report), "--page")
    if form == "json":
        from rulewright_tools.show.json import dumps

        echo(dumps(mutated.as_object(report), indent=2))
    else:
        echo("\n".join(mutated.entries(report) if form == "yaml" else mutated.lines(report)))
    if report.amiss and form != "json":
        tell(report.amiss, pack)
    if stopped:
        raise interrupted()
    if died:
        echo("a process that tried mutants died", err=True)
        return OURS
    few = least is not None and 100 * report.killed < least * report.playable
    return CONTENT if few or (strict and (report.unexplained or report.amiss)) else CLEAN


def _wanted(
    pack: Place, rules: tuple[str, ...], files: tuple[str, ...], ids: tuple[str, ...]
) -> tuple[list[Mutant], list[Mutant]]:
    """Returns the mutants of a pack in order: all, and the chosen ones."""
    from rulewright.pipeline import check_pack
    from rulewright.spelling import nearest
    from rulewright_tools.mutating.listing import chosen, mutants_of

    result = check_pack(pack)
    assert result.parsed is not None and result.definitions is not None, "the suite had no errors"
    found = mutants_of(result.parsed, result.definitions)
    for option, given, known in (
        ("--rule", rules, {rule for one in found for rule in one.rules}),
        ("--file", files, {one.file for one in found}),
        ("--definition", ids, {one.definition for one in found}),
    ):
        for word in given:
            if word not in known:
                near = nearest(word, sorted(known))
                hint = f": did you mean '{near}'?" if near else ""
                raise click.UsageError(f"{option}: nothing can be changed in '{word}'{hint}")
    some = chosen(found, rules, files, ids)
    if not some:
        raise click.UsageError("these options together choose nothing that can be changed")
    return found, some


def _tell_failures(suite: Suite, failed: list[Case], pack: Path) -> None:
    from rulewright_tools.show.places import place_of

    errors = suite.mistakes.errors
    if errors:
        tell(errors, pack)
    for case in failed:
        echo(f"{place_of(case.span, str(pack))}: {case.name}", err=True)
    amiss = [counted(len(errors), "error")] * bool(errors) + [f"{counted(len(failed), 'test')} failed"] * bool(failed)
    echo(f"{pack}: {', '.join(amiss)}; fix the tests first", err=True)
