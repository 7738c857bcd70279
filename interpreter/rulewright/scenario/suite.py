"""The tests of a pack from its folder to their results: the door for the terminal, other test runners and coverage.

Separate because the order of the stages is said once.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import verifying
from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.model import Pack
from rulewright.pack.read import read_pack
from rulewright.pipeline import digest_of
from rulewright.play.load import Linked
from rulewright.scenario.case import Case
from rulewright.scenario.companion import add_tests
from rulewright.scenario.made import Companion
from rulewright.scenario.position import Numbers, numbers_of
from rulewright.scenario.read import read_tests
from rulewright.scenario.run import Result, Steps, run


@dataclass(slots=True)
class Suite:
    """All tests of a pack, ready to be run. `linked` is None when the pack has errors that stand in `diagnostics`.

    What is wrong with a test file as a whole stands in `mistakes`; mistakes of a single test stand in its case and fail
    that test alone.
    """

    path: str
    diagnostics: Diagnostics
    mistakes: Diagnostics
    pack: Pack
    definitions: PackDef | None = None
    tests: list[Companion] = field(default_factory=list)
    linked: Linked | None = None
    numbers: Numbers | None = None

    @property
    def cases(self) -> list[Case]:
        """The tests in the order of files and lines."""
        return [one.case for one in self.tests]

    def run(self, which: str = "") -> Iterator[Result]:
        """Plays the tests whose file or name contains a text, one after the other."""
        assert self.linked is not None, "a suite with errors cannot be run"
        steps = Steps(self.linked)
        for test in self.tests:
            if which in f"{test.case.file} {test.case.name}":
                yield self.run_one(test, steps)

    def run_one(self, test: Companion, steps: Steps | None = None) -> Result:
        """Plays one test. `steps`: those that it shares with others."""
        assert self.linked is not None and self.numbers is not None, "a suite with errors cannot be run"
        return run(test, self.linked, self.numbers, steps or Steps(self.linked))


def load_suite(path: str | Path) -> Suite:
    """Reads, checks and compiles a pack with its tests."""
    out = Diagnostics()
    pack = read_pack(path, out)
    suite = Suite(str(path), out, Diagnostics(), pack)
    if not pack.manifest:
        return suite
    definitions = check(load_pack(pack, out), out)
    if definitions is None:
        return suite
    suite.definitions = definitions
    suite.tests = add_tests(read_tests(Path(path), pack.tests, definitions, suite.mistakes), definitions)
    program = link(definitions, out, digest_of(pack), verify=verifying.is_on())
    if program is not None:
        suite.linked = Linked(program)
        suite.numbers = numbers_of(suite.linked)
    return suite
