"""The tests of a pack from its folder to their results: the door for the terminal, other test runners and coverage.

Separate because the order of the stages is said once.
"""
from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import verifying
from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile.link import link
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.files import NO_BUFFERS, Buffers, Place, read_source
from rulewright.pack.model import Pack
from rulewright.pipeline import digest_of
from rulewright.play.load import Linked
from rulewright.scenario.answerable import Answerable
from rulewright.scenario.case import Case
from rulewright.scenario.companion import add_tests
from rulewright.scenario.made import Companion
from rulewright.scenario.own import own_definitions, with_own
from rulewright.scenario.position import Numbers, numbers_of
from rulewright.scenario.read import read_file, refuse_answers
from rulewright.scenario.run import Result, Steps, run
from rulewright.source import SourceText
from rulewright.stack.find import stacked
from rulewright.stack.read import read_stack


@dataclass(slots=True)
class Ground:
    """What tests are played on: the pack, checked and linked with them."""

    definitions: PackDef
    linked: Linked
    numbers: Numbers


@dataclass(slots=True)
class Suite:
    """All tests of a pack, ready to be run. `linked` is None when the pack has errors that stand in `diagnostics`.

    What is wrong with a test file as a whole stands in `mistakes`; mistakes of a single test stand in its case and fail
    that test alone. `grounds` are those of files that have definitions of their own.
    """

    path: Place
    diagnostics: Diagnostics
    mistakes: Diagnostics
    pack: Pack
    definitions: PackDef | None = None
    tests: list[Companion] = field(default_factory=list)
    linked: Linked | None = None
    numbers: Numbers | None = None
    grounds: dict[str, Ground] = field(default_factory=dict)

    @property
    def cases(self) -> list[Case]:
        """The tests in the order of files and lines."""
        return [one.case for one in self.tests]

    def run(self, which: str = "", tests: Sequence[Companion] | None = None) -> Iterator[Result]:
        """Plays the tests (of all, or of these) whose file or name contains a text, one after the other."""
        assert self.linked is not None, "a suite with errors cannot be run"
        steps = Steps(self.linked)
        for test in self.tests if tests is None else tests:
            if which in f"{test.case.file} {test.case.name}":
                yield self.run_one(test, steps)

    def run_one(self, test: Companion, steps: Steps | None = None) -> Result:
        """Plays one test. `steps`: those that it shares with others."""
        ground = self.ground_of(test)
        return run(test, ground.linked, ground.numbers, steps or Steps(ground.linked))

    def ground_of(self, test: Companion) -> Ground:
        """What a test is played on."""
        own = self.grounds.get(test.case.file)
        if own is not None:
            return own
        assert self.linked is not None and self.numbers is not None and self.definitions is not None
        return Ground(self.definitions, self.linked, self.numbers)


Only = Mapping[str, Collection[int]]  # by file: the lines in which the wanted tests begin


def load_suite(path: str | Place, buffers: Buffers = NO_BUFFERS, only: Only | None = None) -> Suite:
    """Reads, checks and compiles a pack with its tests. `buffers` are texts that stand in place of files; `only`: no
    other tests are typed and compiled, which takes longer than all else, and no other files read."""
    out = Diagnostics()
    place = stacked(path, out)
    pack = read_stack(place, out, buffers=buffers)
    folder = place if place is not None else Path(str(path))
    suite = Suite(folder, out, Diagnostics(), pack)
    if not pack.manifest:
        return suite
    definitions = check(load_pack(pack, out), out)
    if definitions is None:
        return suite
    suite.definitions = definitions
    cases, own = [], {}
    for name in pack.tests if only is None else [name for name in pack.tests if only.get(name)]:
        source = read_source(folder, name, suite.mistakes, buffers)
        wanted = None if only is None else only[name]
        further = None if source is None else own_definitions(source, definitions.kinds)
        if source is not None and further is None:
            cases += _wanted(read_file(source, definitions, suite.mistakes), wanted)
        elif source is not None and further is not None:
            own[name] = _with_own(suite, source, further, buffers, wanted)
    refuse_answers(cases, Answerable(definitions))
    tests = add_tests(cases, definitions)
    program = link(definitions, out, digest_of(pack), verify=verifying.is_on())
    if program is not None:
        suite.linked = Linked(program)
        suite.numbers = numbers_of(suite.linked)
    of_files: dict[str, list[Companion]] = {name: [] for name in pack.tests} | own
    for one in tests:
        of_files[one.case.file].append(one)
    suite.tests = [one for name in pack.tests for one in of_files[name]]
    return suite


def _wanted(cases: list[Case], lines: Collection[int] | None) -> list[Case]:
    return cases if lines is None else [one for one in cases if one.line in lines]


def _with_own(
    suite: Suite, source: SourceText, further: SourceText, buffers: Buffers, wanted: Collection[int] | None
) -> list[Companion]:
    """The tests of a file that has definitions of its own. Where these have errors none can be played."""
    found = Diagnostics()
    pack, definitions = with_own(suite.path, further, found, buffers)
    suite.mistakes.take(found)
    if definitions is None:
        return []
    cases = _wanted(read_file(source, definitions, suite.mistakes), wanted)
    refuse_answers(cases, Answerable(definitions))
    tests = add_tests(cases, definitions)
    program = link(definitions, found, digest_of(pack), verify=verifying.is_on())
    if program is None:
        suite.mistakes.take(found)
        return []
    linked = Linked(program)
    suite.grounds[source.name] = Ground(definitions, linked, numbers_of(linked))
    return tests
