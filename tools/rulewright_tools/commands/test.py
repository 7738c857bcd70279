"""`test`: the content tests of packs become messages and an exit code.

Separate because authors run it after every change; what a test means is the engine's business.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.characters import visible
from rulewright_tools.options import verify
from rulewright_tools.packs import PACK, causes_first
from rulewright_tools.show.terminal import echo, overwrite
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostics
    from rulewright.scenario.run import Result

# Seconds after which it is worth to say how far it has come.
_PATIENCE = 1.0


@click.command(short_help="Run the content tests of packs.")
@click.argument("packs", metavar="PACK..", nargs=-1, required=True, type=PACK)
@click.option("-k", "which", default="", metavar="WORD", help="Only tests whose name or file contains it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="For people, or for programs (one test a line).")  # fmt: skip
@verify
def command(packs: tuple[Path, ...], which: str, form: str) -> int:
    """Run the content tests of packs (their `tests/*.yaml`): each plays a position and says what must come of it.

    Exit code 1 if a test fails or a pack has errors, 2 if -k chooses no test, else 0.
    """
    from rulewright.scenario.suite import load_suite
    from rulewright_tools.cli import CLEAN, CONTENT
    from rulewright_tools.show import text
    from rulewright_tools.show.json import dumps
    from rulewright_tools.show.patience import waiting
    from rulewright_tools.show.terminal import colours

    failed, chosen = False, 0
    for path in packs:
        with waiting(f"checking {path}"):
            suite = load_suite(path)
        if suite.linked is None:
            refuse(suite.diagnostics, path)
            failed = True
            continue
        if suite.mistakes.has_errors:
            echo(text.render(suite.mistakes.errors, base=str(path), colour=colours(err=True)), err=True)
            failed = True
        count, wrong, started = 0, 0, time.monotonic()
        for result in suite.run(which):
            count += 1
            wrong += not result.passed
            if form == "json":
                echo(dumps(as_object(result, str(path))))
            elif not result.passed:
                echo(told(result, str(path)) + "\n")
            _progress(count, len(suite.tests), started)
        if form == "text":
            part = f"{count} of " if which else ""
            echo(f"{path}: {part}{counted(len(suite.tests), 'test')}, {wrong or 'none'} failed")
        failed |= wrong > 0
        chosen += count
    if which and not chosen and not failed:
        raise click.UsageError(f"no test has '{which}' in its name or file")
    return CONTENT if failed else CLEAN


def refuse(diagnostics: Diagnostics, path: Path) -> None:
    """Says why no test could be run."""
    from rulewright_tools.show import text
    from rulewright_tools.show.terminal import colours

    errors = causes_first(diagnostics.errors)
    echo(text.render(errors, base=str(path), colour=colours(err=True)), err=True)
    echo(f"{path}: {text.summary(errors, diagnostics.dropped)}; no test was run", err=True)


def told(result: Result, base: str) -> str:
    """The message of a failed test; mistakes in the test itself with their lines."""
    from rulewright.diagnostics import Severity
    from rulewright.scenario.report import message
    from rulewright_tools.show import text
    from rulewright_tools.show.terminal import colours

    if not result.case.broken:
        return "\n".join(visible(line) for line in message(result, base).split("\n"))
    errors = [one for one in result.case.found if one.severity is Severity.ERROR]
    head = f"{base}/{result.case.file}:{result.case.line}: {result.case.name}"
    return visible(head) + "\n" + text.render(errors, base=base, colour=colours()).rstrip()


def as_object(result: Result, base: str) -> dict[str, Any]:
    """A result as JSON: where the test stands, whether it passed, and every difference."""
    from rulewright.diagnostics import Severity
    from rulewright.scenario.report import message

    case = result.case
    mistakes = [
        {
            "line": one.span.first.line,
            "message": f"{one.code}: {one.message}",
            "details": [one.hint] if one.hint else [],
        }
        for one in case.found
        if one.severity is Severity.ERROR
    ]
    differences = [
        {"line": one.line, "message": one.message, "details": list(one.details)} for one in result.differences
    ]
    return {
        "test": case.name, "file": f"{base}/{case.file}", "line": case.line, "rules": list(case.rules),
        "passed": result.passed, "problems": mistakes + differences, "message": message(result, base),
    }  # fmt: skip


def _progress(done: int, of: int, started: float) -> None:
    """How far it has come, on a terminal, once it has taken a while."""
    if time.monotonic() - started > _PATIENCE:
        overwrite("" if done == of else f"{done} of {of}")
