"""Runs the tests of a pack, from its folder to their results. The entry point for the terminal, other test runners and
coverage.

Separate because the order of the stages is defined once.
"""
from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rulewright import program_file, verifying
from rulewright.cache import Cache, user_cache
from rulewright.check.check import check
from rulewright.check.model import PackDef
from rulewright.compile.link import generate
from rulewright.compile.plan import Plan, plan
from rulewright.diagnostics import Diagnostics
from rulewright.effects.load import load_pack
from rulewright.gc_pause import paused_collector
from rulewright.pack.files import NO_BUFFERS, Buffers, Place, Stack, read_source
from rulewright.pack.model import Pack
from rulewright.pipeline import engine_digest
from rulewright.play.load import Linked
from rulewright.program import Program
from rulewright.remembered import digest_of
from rulewright.scenario.case import Case
from rulewright.scenario.companion import add_tests
from rulewright.scenario.made import Companion
from rulewright.scenario.own import own_definitions, with_own
from rulewright.scenario.position import Numbers, numbers_of
from rulewright.scenario.read import read_file, refuse_unknown
from rulewright.scenario.run import Result, Steps, run
from rulewright.source import SourceText
from rulewright.stack.find import stacked
from rulewright.stack.read import read_stack


@dataclass(slots=True)
class Ground:
    """The pack on which tests are played, checked with them. Its code is generated when one of them is first played,
    because that takes longer than everything else, and often only some tests are played. With a `name` the code is kept
    in the user's cache, unless it takes only a moment to generate; cached code needs no plan."""

    definitions: PackDef
    digest: str  # of the pack
    name: str = ""
    explains: bool = True
    _plan: Plan | None = None
    _linked: Linked | None = None
    _numbers: Numbers | None = None

    def is_sound(self, out: Diagnostics) -> bool:
        """Whether it can be played; problems of linking are reported."""
        kept = self._cache()
        if kept is None or not kept.has(self.name):
            self._plan = self._planned(out)
            return self._plan is not None
        return True

    @property
    def linked(self) -> Linked:
        """The program, ready to be played."""
        if self._linked is None:
            with paused_collector():
                self._linked = Linked(self._program())
            self._plan = None
        return self._linked

    def _program(self) -> Program:
        kept = self._cache()
        data = None if kept is None else kept.read(self.name)
        if data is not None:
            return program_file.from_bytes(memoryview(zlib.decompress(data)))
        planned = self._plan or self._planned(Diagnostics())
        assert planned is not None, "it has had a plan"
        made = generate(planned, explains=self.explains)
        if kept is not None and len(made.code) >= _WORTH:
            kept.write(self.name, zlib.compress(program_file.to_bytes(made), 1), _MOST)
        return made

    def _cache(self) -> Cache | None:
        return user_cache() if self.name else None

    def _planned(self, out: Diagnostics) -> Plan | None:
        return plan(self.definitions, out, self.digest, verify=verifying.is_on())

    @property
    def numbers(self) -> Numbers:
        """The numbers of the names in positions."""
        if self._numbers is None:
            self._numbers = numbers_of(self.linked)
        return self._numbers


@dataclass(slots=True)
class Suite:
    """All tests of a pack, ready to be run. `ground` is None if the pack has errors, which are in `diagnostics`.

    Problems of a whole test file are in `mistakes`; problems of a single test are in its case and fail only that test.
    `grounds` are those of files with definitions of their own.
    """

    path: Place
    diagnostics: Diagnostics
    mistakes: Diagnostics
    pack: Pack
    definitions: PackDef | None = None
    tests: list[Companion] = field(default_factory=list)
    ground: Ground | None = None
    grounds: dict[str, Ground] = field(default_factory=dict)

    @property
    def linked(self) -> Linked | None:
        """The pack itself, ready to be played; None if it has errors."""
        return None if self.ground is None else self.ground.linked

    @property
    def cases(self) -> list[Case]:
        """The tests in the order of files and lines."""
        return [one.case for one in self.tests]

    def run(self, which: str = "", tests: Sequence[Companion] | None = None) -> Iterator[Result]:
        """Plays the tests (all, or these) whose file or name contains a string, one after the other."""
        steps: Steps | None = None
        for test in self.tests if tests is None else tests:
            if which in f"{test.case.file} {test.case.name}":
                steps = steps or Steps(self.ground_of(test).linked)
                yield self.run_one(test, steps)

    def run_one(self, test: Companion, steps: Steps | None = None) -> Result:
        """Plays one test. `steps`: the steps that it shares with other tests."""
        ground = self.ground_of(test)
        return run(test, ground.linked, ground.numbers, steps or Steps(ground.linked))

    def ground_of(self, test: Companion) -> Ground:
        """The pack on which a test is played."""
        own = self.grounds.get(test.case.file, self.ground)
        assert own is not None, "a suite with errors cannot be run"
        return own


_WORTH: Final = 50_000  # bytes of code: smaller code takes hardly longer to generate than to read
_MOST: Final = 256  # programs in the cache: a large pack has one for each file of tests with definitions of its own

Only = Mapping[str, Collection[int]]  # by file: the lines where the requested tests begin


def load_suite(
    path: str | Place, buffers: Buffers = NO_BUFFERS, only: Only | None = None, explains: bool = True
) -> Suite:
    """Reads, checks and compiles a pack with its tests. `buffers` are contents that replace files; `only`: only these
    tests are typed and compiled, which takes longer than everything else, and only their files are read. Without
    `explains` the same tests pass and fail, but no warnings are looked for and nothing says why a test fails."""
    out = Diagnostics()
    place = stacked(path, out)
    pack = read_stack(place, out, buffers=buffers)
    folder = place if place is not None else Path(str(path))
    suite = Suite(folder, out, Diagnostics(), pack)
    if not pack.manifest:
        return suite
    definitions = check(load_pack(pack, out), out, doubts=explains)
    if definitions is None:
        return suite
    suite.definitions = definitions
    cases, own, sources = [], {}, []
    keeps = only is None and not buffers and explains  # otherwise it is almost never used again
    loading = _Loading(suite, buffers, keeps, explains)
    for name in pack.tests if only is None else [name for name in pack.tests if only.get(name)]:
        source = read_source(folder, name, suite.mistakes, buffers)
        wanted = None if only is None else only[name]
        further = None if source is None else own_definitions(source, definitions.kinds)
        if source is not None and further is None:
            cases += _wanted(read_file(source, definitions, suite.mistakes), wanted)
            sources.append(source)
        elif source is not None and further is not None:
            own[name] = loading.with_own(source, further, wanted)
    tests, suite.ground = loading.grounded(cases, sources, pack, definitions, out)
    of_files: dict[str, list[Companion]] = {name: [] for name in pack.tests} | own
    for one in tests:
        of_files[one.case.file].append(one)
    suite.tests = [one for name in pack.tests for one in of_files[name]]
    return suite


def _wanted(cases: list[Case], lines: Collection[int] | None) -> list[Case]:
    return cases if lines is None else [one for one in cases if one.line in lines]


@dataclass(frozen=True, slots=True)
class _Loading:
    """How the tests of a suite are loaded: see `load_suite`. `keeps`: programs are kept in the cache."""

    suite: Suite
    buffers: Buffers
    keeps: bool
    explains: bool

    def grounded(
        self, cases: list[Case], sources: Sequence[SourceText], pack: Pack, definitions: PackDef, out: Diagnostics
    ) -> tuple[list[Companion], Ground | None]:
        """The tests of some files, and the pack that they are played on; None if it cannot be played."""
        refuse_unknown(cases, definitions)
        tests = add_tests(cases, definitions)
        name = _kept_as(self.suite.path, pack, sources) if self.keeps else ""
        ground = Ground(definitions, digest_of(pack), name, self.explains)
        return tests, ground if ground.is_sound(out) else None

    def with_own(self, source: SourceText, further: SourceText, wanted: Collection[int] | None) -> list[Companion]:
        """The tests of a file with definitions of its own. If these have errors, none of the tests can be played."""
        suite, found = self.suite, Diagnostics()
        pack, definitions = with_own(suite.path, further, found, self.buffers)
        suite.mistakes.take(found)
        if definitions is None:
            return []
        cases = _wanted(read_file(source, definitions, suite.mistakes), wanted)
        tests, ground = self.grounded(cases, [source], pack, definitions, found)
        if ground is None:
            suite.mistakes.take(found)
            return []
        suite.grounds[source.name] = ground
        return tests


def _kept_as(place: Place, pack: Pack, tests: Sequence[SourceText]) -> str:
    """The name in the cache for the program of a pack with the tests of some files."""
    order = [member.id for member in place.members] if isinstance(place, Stack) else []
    texts = [(one.name, one.text) for one in tests]
    return f"{engine_digest(repr((digest_of(pack), order, texts, verifying.is_on())))}.tested"
