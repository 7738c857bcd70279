"""`test`: runs the content tests of packs, prints the failures and sets the exit code.

Separate because authors run it after every change; what a test means is the engine's business.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.characters import visible
from rulewright_tools.options import WRITTEN, verify, write_to
from rulewright_tools.packs import NO_TEST, TESTS, causes_first, put_together, refuse, tell, with_packs
from rulewright_tools.show.places import file_of, place_of
from rulewright_tools.show.terminal import echo
from rulewright_tools.show.words import counted

if TYPE_CHECKING:
    from rulewright import Diagnostic
    from rulewright.scenario.run import Result

_LOOK = 0.5  # seconds between two checks of the watched files


@click.command(short_help="Run the content tests of packs.")
@click.argument("packs", metavar="PACK|FILE..", nargs=-1, required=True, type=TESTS)
@click.option("-k", "which", default="", metavar="WORD", help="Only tests whose name or file contains it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="For people, or for programs (one test a line).")  # fmt: skip
@click.option("--junit", metavar="FILE", type=WRITTEN,
              help="Also write the results to FILE, as XML for build servers.")  # fmt: skip
@click.option("--watch", is_flag=True, help="Run them again whenever a file of the packs changes.")
@with_packs
@verify
def command(
    packs: tuple[tuple[Path, str], ...], which: str, form: str, junit: Path | None, watch: bool,
    others: tuple[Path, ...],
) -> int:  # fmt: skip
    """Run the content tests of packs (their `tests/*.yaml`), or of single files. Each plays a position and states the
    expected result.

    Exit code 1 if a test fails or a pack has errors, 2 if -k selects no test, else 0.
    """
    from rulewright_tools.cli import CLEAN, CONTENT

    while True:
        before = _state(packs)
        ran = _run(packs, which, form, others)
        if junit is not None:
            write_to(junit, as_junit(ran.results, ran.mistakes), "--junit")
        if which and not ran.chosen and not ran.failed and not watch:
            raise click.UsageError(f"no test has '{which}' in its name or file")
        if not watch:
            return CONTENT if ran.failed else CLEAN
        echo("waiting for a change (Ctrl-C ends)", err=True)
        while _state(packs) == before:
            time.sleep(_LOOK)


@dataclass(slots=True)
class _Ran:
    """The results of all tests that were run: how many were `chosen`, each result with its pack and whether it failed
    as a pack declares, and the errors that kept tests from running, with their packs."""

    failed: bool = False
    chosen: int = 0
    results: list[tuple[str, Result, bool]] = field(default_factory=list)
    mistakes: list[tuple[str, Diagnostic]] = field(default_factory=list)


def _run(packs: tuple[tuple[Path, str], ...], which: str, form: str, others: tuple[Path, ...]) -> _Ran:
    """Runs the tests and reports each that fails, or with a format for programs all of them."""
    from rulewright.scenario.suite import load_suite
    from rulewright_tools import by_pack
    from rulewright_tools.show.json import dumps
    from rulewright_tools.show.patience import Progress, waiting

    ran = _Ran()
    for path in dict.fromkeys(pack for pack, _ in packs):
        files = {file for pack, file in packs if pack == path}
        with waiting(f"checking {path}"):
            suite = load_suite(put_together(path, others))
        if suite.ground is None:
            refuse(path, suite.diagnostics, NO_TEST)
            ran.failed = True
            ran.mistakes += [(str(path), one) for one in causes_first(suite.diagnostics.errors)]
            continue
        of = by_pack.Packs(suite.path)
        files = {of.prefix + file if file else "" for file in files}
        wanted = [one for one in suite.tests if "" in files or one.case.file in files]
        mistakes = [one for one in suite.mistakes.errors if "" in files or one.span.source.name in files]
        if mistakes:
            tell(mistakes, path)
            ran.failed = True
            ran.mistakes += [(str(path), one) for one in mistakes]
        count, wrong, progress = 0, 0, Progress()
        for result in suite.run(which, wanted):
            count += 1
            is_foretold = of.take(result)
            wrong += not (result.passed or is_foretold)
            ran.results.append((str(path), result, is_foretold))
            if form == "json":
                declared = {"declared": True} if is_foretold else {}
                echo(dumps({**as_object(result, str(path)), **declared}))
            elif not result.passed and not is_foretold:
                echo(told(result, str(path)) + "\n")
            progress.tell(count, len(wanted))
        if form == "text":
            part = f"{count} of " if which or len(wanted) < len(suite.tests) else ""
            amiss = f"; {counted(len(mistakes), 'error')} in test files" if mistakes else ""
            for line in of.lines() if not which else []:
                echo(line)
            echo(f"{path}: {part}{counted(len(suite.tests), 'test')}, {wrong or 'none'} failed{amiss}")
        ran.failed |= wrong > 0 or (not which and bool(of.unbroken()))
        ran.chosen += count
    return ran


def _state(packs: tuple[tuple[Path, str], ...]) -> list[tuple[str, int, int]]:
    """Returns the files of the packs, with the time and size of their last change."""
    found = []
    for file in sorted(one for path, _ in packs for one in path.rglob("*.yaml")):
        try:
            now = file.stat()
        except OSError:  # an editor is writing it: it counts once it exists again
            continue
        found.append((str(file), now.st_mtime_ns, now.st_size))
    return found


def as_junit(results: list[tuple[str, Result, bool]], mistakes: list[tuple[str, Diagnostic]]) -> str:
    """Returns the results as JUnit XML: a suite for each pack, a case for each test, with its message if it failed, and
    one for each error that kept tests from running. A test that fails as a pack declares counts as skipped."""
    from xml.etree import ElementTree

    from rulewright_tools.show import text

    root = ElementTree.Element("testsuites")
    for base in dict.fromkeys([pack for pack, _ in mistakes] + [pack for pack, _, _ in results]):
        mine = [(result, is_foretold) for pack, result, is_foretold in results if pack == base]
        wrong = [one for pack, one in mistakes if pack == base]
        failures = str(sum(not one.passed and not is_foretold for one, is_foretold in mine))
        skipped = sum(is_foretold for _, is_foretold in mine)
        suite = ElementTree.SubElement(root, "testsuite", name=visible(base), tests=str(len(mine) + len(wrong)),
                                       failures=failures, errors=str(len(wrong)))  # fmt: skip
        if skipped:
            suite.set("skipped", str(skipped))
        for error in wrong:
            case = ElementTree.SubElement(
                suite, "testcase", classname=visible(error.span.source.name), name=error.code,
                file=visible(file_of(error.span, base)), line=str(error.span.first.line))  # fmt: skip
            stopped = ElementTree.SubElement(case, "error", message=visible(error.message))
            stopped.text = "\n".join(visible(line) for line in text.render([error], base=base).split("\n"))
        for one, is_foretold in mine:
            case = ElementTree.SubElement(
                suite, "testcase", classname=visible(one.case.file), name=visible(one.case.name),
                file=visible(file_of(one.case.span, base)), line=str(one.case.line))  # fmt: skip
            if is_foretold:
                ElementTree.SubElement(case, "skipped", message="fails as a pack declares")
            elif not one.passed:
                lines = as_object(one, base)["message"].split("\n")
                said = [visible(line) for line in lines]
                failure = ElementTree.SubElement(case, "failure", message=said[min(1, len(said) - 1)].strip())
                failure.text = "\n".join(said)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def told(result: Result, base: str) -> str:
    """Returns the message of a failed test; errors in the test itself with their lines."""
    from rulewright import Severity
    from rulewright.scenario.report import message
    from rulewright_tools.show import text
    from rulewright_tools.show.terminal import colours

    if not result.case.broken:
        return "\n".join(visible(line) for line in message(result, base).split("\n"))
    errors = [one for one in result.case.found if one.severity is Severity.ERROR]
    head = f"{place_of(result.case.span, base)}: {result.case.name}"
    return visible(head) + "\n" + text.render(errors, base=base, colour=colours()).rstrip()


def as_object(result: Result, base: str) -> dict[str, Any]:
    """Returns a result as JSON: where the test is, whether it passed, and every difference."""
    from rulewright import Severity
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
        "test": case.name, "file": file_of(case.span, base), "line": case.line, "rules": list(case.rules),
        "passed": result.passed, "problems": mistakes + differences, "message": message(result, base),
    }  # fmt: skip
