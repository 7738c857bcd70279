"""`check`: prints the diagnostics of packs and sets the exit code.

Separate because editors, build servers and authors run it most: it loads nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright_tools.packs import PACK, causes_first, put_together, with_packs
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted


@click.command(short_help="Check packs and report all errors.")
@click.argument("packs", metavar="PACK..", nargs=-1, required=True, type=PACK)
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True,
              help="For people, for programs (one object a line), or for code hosts.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Warnings fail too.")
@click.option("--notes", is_flag=True, help="Show notes, which never make a pack fail.")
@click.option("--tests/--no-tests", "tests", default=True, help="Check the content tests too; on by default.")
@with_packs
def command(
    packs: tuple[Path, ...], form: str, strict: bool, notes: bool, tests: bool, others: tuple[Path, ...]
) -> int:
    """Check packs and their content tests, and report all errors with their locations and fixes.

    Exit code 1 if there are errors (with --strict also if there are warnings), else 0.
    """
    from rulewright import Severity
    from rulewright.scenario.on_disk import judge
    from rulewright_tools.cli import CLEAN, CONTENT, version
    from rulewright_tools.show import json, sarif, text
    from rulewright_tools.show.patience import waiting
    from rulewright_tools.show.terminal import colours

    failed = False
    logs: list[dict[str, Any]] = []
    for path in packs:
        place = put_together(path, others)
        with waiting(f"checking {path}"):
            verdict = judge(place, tests)
        found = list(verdict.diagnostics)
        shown = [one for one in found if notes or one.severity is not Severity.NOTE]
        failed |= verdict.diagnostics.has_errors or (strict and any(one.severity is Severity.WARNING for one in found))
        base = str(path)
        if form == "json":
            echo(json.render(shown, base=base), nl=False)
        elif form == "sarif":
            logs.append(sarif.as_log(shown, version=version(), base=base))
        else:
            if shown:
                echo(text.render(causes_first(shown), base=base, colour=colours()))
            summary = text.summary(shown, verdict.diagnostics.dropped)
            hidden = len(found) - len(shown)
            more = f" ({counted(hidden, 'note')} hidden: --notes shows)" if hidden else ""
            echo(f"{base}: {summary} in {_count(verdict.definitions, verdict.tests)}{more}")
    if logs:
        logs[0]["runs"] = [run for log in logs for run in log["runs"]]
        echo(json.dumps(logs[0], indent=2))
    return CONTENT if failed else CLEAN


def _count(definitions: int, tests: int) -> str:
    of_tests = f", {counted(tests, 'test')}" if tests else ""
    return counted(definitions, "definition") + of_tests
