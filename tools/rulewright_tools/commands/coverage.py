"""`coverage`: reports what the content tests of a pack cover, as a table or as JSON.

Separate because it runs all tests of a pack for another purpose than to see whether they pass.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.packs import NO_TEST, PACK, put_together, refuse, tell, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.scenario.coverage import Coverage, Rule

_WIDTH = 100


@click.command(short_help="Report which rules the content tests cover.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Exit with 1 if a test fails or anything is missing.")
@click.option("--descriptive", "most", metavar="N", type=click.IntRange(min=0), default=None,
              help="With --strict: at most this many rules may be descriptive.")
@with_packs
def command(pack: Path, form: str, strict: bool, most: int | None, others: tuple[Path, ...]) -> int:
    """Report what the content tests of PACK cover: rules that no definition cites or no test covers, how open points of
    the rules are read, and definitions that no test uses.

    A test covers a rule if it names the rule and passes. Where a setting offers other readings of an open point, each
    value of the setting needs a test. If nothing can implement a rule, the rulebook says so: `descriptive: REASON`.
    Exit code 1 if the pack or a test file has errors, or with --strict if anything is missing, else 0.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.scenario.coverage import coverage_of
    from rulewright.scenario.suite import load_suite
    from rulewright.stack.find import stacked
    from rulewright.stack.read import book_of
    from rulewright_tools.by_pack import Packs
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.show.patience import waiting

    with waiting(f"checking {pack}"):
        place = stacked(put_together(pack, others), Diagnostics())
        suite = load_suite(pack if place is None else place)
    if suite.ground is None:
        refuse(pack, suite.diagnostics, NO_TEST)
        return CONTENT
    mistakes = suite.mistakes.errors
    if mistakes:  # some tests of these files are missing: what they cover is not counted
        tell(mistakes, pack)
    # Its errors were reported with those of the pack, which has none.
    book = book_of(place) if place is not None and suite.pack.rulebook else None
    with waiting(f"playing the tests of {pack}"):
        foretold = Packs(suite.path).take
        found = coverage_of(suite.ground.linked.program, book, suite.run(), suite.pack.removed, foretold)
    if form == "json":
        from rulewright_tools.show.json import dumps

        echo(dumps(asdict(found), indent=2))
    else:
        amiss = ["", f"{counted(len(mistakes), 'error')} in test files"] if mistakes else None
        echo("\n".join([*lines(found, str(pack)), *(amiss or (verdict(found, most) if strict else ()))]))
    return CONTENT if mistakes or (strict and not is_whole(found, most)) else CLEAN


def is_whole(found: Coverage, most: int | None) -> bool:
    """Returns whether nothing is missing, and not too many rules are descriptive."""
    return found.whole and (most is None or len(found.descriptive) <= most)


def verdict(found: Coverage, most: int | None) -> list[str]:
    """Returns the last lines with --strict: that nothing is missing, or how much is."""
    if is_whole(found, most):
        return ["", "nothing is missing"]
    gaps = [
        (found.failed, "test fails", "tests fail"),
        (len(found.not_cited), "rule is neither cited nor covered", "rules are neither cited nor covered"),
        (len(found.not_shown), "rule is cited but not covered", "rules are cited but not covered"),
        (len(found.shown_only), "rule is covered but not cited", "rules are covered but not cited"),
        (len(found.misdescribed), "rule is descriptive, but cited or covered",
         "rules are descriptive, but cited or covered"),
        (len(found.readings_not_shown), "reading is not covered in all its options",
         "readings are not covered in all their options"),
    ]  # fmt: skip
    told = [f"  {count} {one if count == 1 else many}" for count, one, many in gaps if count]
    if most is not None and len(found.descriptive) > most:
        told.append(f"  descriptive: {counted(len(found.descriptive), 'rule')}, and at most {most} may be")
    return ["", "missing:", *told]


def lines(found: Coverage, path: str) -> list[str]:
    """Returns the lines of the report."""
    made = [f"{path}: {counted(found.tests, 'test')}, {found.failed or 'none'} failed"]
    if found.rules:
        cited = sum(1 for one in found.rules if one.definitions)
        shown = sum(1 for one in found.rules if one.tests)
        told = f", descriptive {len(found.descriptive)}" if found.descriptive else ""
        made += ["", f"rules: {len(found.rules)}, cited by definitions {cited}, covered by tests {shown}{told}"]
        made += _ids("neither cited nor covered", found.not_cited)
        made += _ids("cited by definitions, but covered by no test", found.not_shown)
        made += _ids("covered by tests, but cited by no definition", found.shown_only)
        made += _ids("descriptive, but cited or covered", found.misdescribed)
        made += [f"    {one.id}: {words}" for one in found.rules for words in one.removed]
        made += [f"    {one.id} is descriptive: {one.descriptive}" for one in found.descriptive]
    elif not found.readings:
        made += ["", "rules: the pack has no rulebook.yaml"]
    if found.readings:
        made += ["", f"readings: {len(found.readings)}"]
        for one in found.readings:
            tests = counted(len(one.tests), "test") if one.tests else "no test"
            made.append(f"  {one.id} ({tests}): {one.statement}")
            made.append(f"    taken: {one.taken}")
            if one.setting is not None:
                made.append(f"    setting {one.setting}: {', '.join(one.options)}".rstrip(": "))
                shown_by = (f"{option} {len(tests) or 'by none'}" for option, tests in one.by_option.items())
                made.append(f"    covered with: {', '.join(shown_by)}")
    made += ["", "definitions used by tests:"]
    for form in found.forms:
        made.append(f"  {form.form}: {form.count - len(form.unused)} of {form.count}")
        made += _wrapped("never", form.unused)
    return made


def _ids(title: str, rules: list[Rule]) -> list[str]:
    return _wrapped(f"{title} ({len(rules)})", [one.id for one in rules])


def _wrapped(title: str, words: list[str] | tuple[str, ...]) -> list[str]:
    """Returns words after a title, in lines that fit a terminal."""
    if not words:
        return []
    made = [f"    {title}:"]
    for word in words:
        if len(made[-1]) + len(word) + 2 > _WIDTH:
            made.append("     ")
        made[-1] += f" {word}," if word != words[-1] else f" {word}"
    return made
