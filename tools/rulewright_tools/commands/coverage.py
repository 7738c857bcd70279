"""`coverage`: what the content tests of a pack show, as a table or as JSON.

Separate because it runs all tests of a pack to ask another question than whether they pass.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright_tools.packs import PACK
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.scenario.coverage import Coverage, Rule

_WIDTH = 100


@click.command(short_help="What the content tests of a pack show.")
@click.argument("pack", metavar="PACK", type=PACK)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(pack: Path, form: str) -> int:
    """What the content tests of PACK show: rules that no definition cites or no test proves, how open points of the
    rules are read, and definitions that no test uses.

    A rule is proved by the tests that name it and pass. Exit code 1 if the pack has errors, else 0.
    """
    from rulewright.diagnostics import Diagnostics
    from rulewright.pack.rulebook import Rulebook, read_rulebook
    from rulewright.scenario.coverage import coverage_of
    from rulewright.scenario.suite import load_suite
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.commands.test import refuse
    from rulewright_tools.show.patience import waiting

    with waiting(f"checking {pack}"):
        suite = load_suite(pack)
    if suite.linked is None:
        refuse(suite.diagnostics, pack)
        return CONTENT
    # Its mistakes were reported with those of the pack, which has none.
    book = read_rulebook(pack, Diagnostics()) if suite.pack.rulebook else Rulebook()
    with waiting(f"playing the tests of {pack}"):
        found = coverage_of(suite.linked.program, book, suite.run())
    if form == "json":
        from rulewright_tools.show.json import dumps

        echo(dumps(asdict(found), indent=2))
    else:
        echo("\n".join(lines(found, str(pack))))
    return CLEAN


def lines(found: Coverage, path: str) -> list[str]:
    """The table."""
    made = [f"{path}: {counted(found.tests, 'test')}, {found.failed or 'none'} failed"]
    if found.rules:
        cited = sum(1 for one in found.rules if one.definitions)
        shown = sum(1 for one in found.rules if one.tests)
        made += ["", f"rules: {len(found.rules)}, cited by definitions {cited}, shown by tests {shown}"]
        made += _ids("neither cited nor shown", found.not_cited)
        made += _ids("cited by definitions and shown by no test", found.not_shown)
        made += _ids("shown by tests and cited by no definition", found.shown_only)
    else:
        made += ["", "rules: the pack has no rulebook.yaml"]
    if found.readings:
        made += ["", f"readings: {len(found.readings)}"]
        for one in found.readings:
            tests = counted(len(one.tests), "test") if one.tests else "no test"
            made.append(f"  {one.id} ({tests}): {one.statement}")
            made.append(f"    taken: {one.taken}")
            if one.setting is not None:
                made.append(f"    setting {one.setting}: {', '.join(one.options)}".rstrip(": "))
    made += ["", "definitions used by tests:"]
    for form in found.forms:
        made.append(f"  {form.form}: {form.count - len(form.unused)} of {form.count}")
        made += _wrapped("never", form.unused)
    return made


def _ids(title: str, rules: list[Rule]) -> list[str]:
    return _wrapped(f"{title} ({len(rules)})", [one.id for one in rules])


def _wrapped(title: str, words: list[str] | tuple[str, ...]) -> list[str]:
    """Words behind a title, in lines that a terminal shows whole."""
    if not words:
        return []
    made = [f"    {title}:"]
    for word in words:
        if len(made[-1]) + len(word) + 2 > _WIDTH:
            made.append("     ")
        made[-1] += f" {word}," if word != words[-1] else f" {word}"
    return made
