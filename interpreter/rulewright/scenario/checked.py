"""Checks a pack with its content tests: everything that can be said of them without playing one.

Separate from the pipeline because tests stand above the pack: a program is made and played without them.
"""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulewright.collector import paused_collector
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import NO_BUFFERS, Buffers
from rulewright.pipeline import CheckResult, check_pack
from rulewright.scenario.companion import type_tests
from rulewright.scenario.read import read_tests


@dataclass(slots=True)
class Checked:
    """What became of a pack, and how many tests it has. What is wrong with these stands in the diagnostics too."""

    result: CheckResult
    tests: int

    @property
    def diagnostics(self) -> Diagnostics:
        """All mistakes, of definitions and of tests."""
        return self.result.diagnostics


def check_with_tests(path: str | Path, buffers: Buffers = NO_BUFFERS) -> Checked:
    """Checks the pack in a folder and its tests. The names and types of tests are looked at once the definitions have
    no error; their form is in any case. `buffers` are texts that stand in place of files, by their paths inside."""
    result = check_pack(path, buffers)
    with paused_collector():
        found = Diagnostics()
        definitions = None if result.diagnostics.has_errors else result.definitions
        cases = read_tests(Path(path), result.pack.tests, definitions, found, buffers)
        if definitions is not None:
            type_tests(cases, definitions)
        for case in cases:
            found.take(case.mistakes)
        result.diagnostics.take(found)
    return Checked(result, len(cases))
