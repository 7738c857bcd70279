"""Tries one mutant: whether the checker refuses it, whether a content test fails, whether it changes the program at
all.

Separate because a process of its own does this. Tests are typed and compiled with the mutant, which costs more than
anything else: so a few likely tests are tried first, and only the code of survivors is compared.
"""

from __future__ import annotations

import gc
import marshal
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import CodeType
from typing import Any, Final, Literal

from rulewright.check.apart import take_apart
from rulewright.diagnostics import Diagnostics
from rulewright.gc_pause import paused_collector
from rulewright.pack.files import Place, read_source
from rulewright.program import Program
from rulewright.scenario.playing import Steps
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.touching import Touched

Verdict = Literal["killed", "limit", "refused", "same", "survived"]

_FIRST: Final = 12  # tests that are tried before all others
# Extra steps of a test beyond those without the change: a test that takes more is a loop, or as good as one.
_TIMES: Final = 10
_MORE: Final = 1_000_000
_PER_SWEEP: Final = 25  # mutants between two runs of the garbage collector


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a mutant. `by`: the first test that fails, or the message of the checker; `tests`: how many of the
    tests that may notice were tried; `rightly`: the test cites a rule that the definition cites."""

    verdict: Verdict
    by: str = ""
    tests: int = 0
    rightly: bool = False


class Trial:
    """Tries mutants of the pack in a folder, one after the other."""

    def __init__(self, folder: Place) -> None:
        self.folder = folder
        self._plain: Any = None  # what the pack itself compiles to, without tests
        self._tried = 0

    def of(self, mutant: Mutant, tests: Sequence[Touched]) -> Outcome:
        """Returns the result of a mutant on the tests that may notice it."""
        source = read_source(self.folder, mutant.file, Diagnostics())
        assert source is not None, "it was read before"
        buffers = {mutant.file: source.text[: mutant.start] + mutant.text + source.text[mutant.end :]}
        with paused_collector():
            found = self._outcome(mutant, buffers, tests)
        self._tried += 1
        if self._tried % _PER_SWEEP == 0:
            gc.collect()
        return found

    def _outcome(self, mutant: Mutant, buffers: dict[str, str], tests: Sequence[Touched]) -> Outcome:
        plain = [one for one in tests if not one.own]
        parts = [plain[:_FIRST], plain[_FIRST:]]
        parts += [[one for one in tests if one.file == file] for file in dict.fromkeys(x.file for x in tests if x.own)]
        done = 0
        for number, part in enumerate(parts):
            if number and not part:
                continue
            suite = load_suite(self.folder, buffers, _only(part), explains=False)
            try:
                if suite.ground is None:
                    first = next(iter(suite.diagnostics.errors), None)
                    return Outcome("refused", "" if first is None else f"{first.code}: {first.message}")
                if not number and not part and self._is_same(suite):
                    return Outcome("same")
                outcome = _played(suite, part, mutant, done)
            finally:
                _forget(suite)
            if outcome is not None:
                return outcome
            done += len(part)
            if not number and part:
                suite = load_suite(self.folder, buffers, {}, explains=False)
                try:
                    if self._is_same(suite):
                        return Outcome("same")
                finally:
                    _forget(suite)
        return Outcome("survived", tests=done)

    def _is_same(self, suite: Suite) -> bool:
        """Returns whether a pack compiles to the same as before the change, except for locations."""
        if self._plain is None:
            before = load_suite(self.folder, only={}, explains=False)
            assert before.linked is not None, "it was in order"
            self._plain = _said(before.linked.program)
            _forget(before)
        assert suite.linked is not None
        return bool(_said(suite.linked.program) == self._plain)


def _only(tests: Sequence[Touched]) -> dict[str, set[int]]:
    made: dict[str, set[int]] = {}
    for one in tests:
        made.setdefault(one.file, set()).add(one.line)
    return made


def _played(suite: Suite, part: Sequence[Touched], mutant: Mutant, done: int) -> Outcome | None:
    """Returns the first failure of these tests, in order."""
    there = {(one.case.file, one.case.line): one for one in suite.tests}
    cited = frozenset(mutant.rules)
    for number, one in enumerate(part, start=done + 1):
        test = there.get((one.file, one.line))
        rightly = not cited.isdisjoint(one.rules)
        name = f"{one.file}:{one.line}: {one.name}"
        if test is None:  # its file can no longer be read
            return Outcome("killed", name, number, rightly)
        steps = Steps(suite.ground_of(test).linked)
        steps.left = given = min(steps.left, one.steps * _TIMES + _MORE)
        steps.most = given
        if not suite.run_one(test, steps).passed:
            return Outcome("limit" if steps.left <= 0 else "killed", name, number, rightly)
    return None


def _forget(suite: Suite) -> None:
    for one in (suite.definitions, *(ground.definitions for ground in suite.grounds.values())):
        if one is not None:
            take_apart(one)


def _said(program: Program) -> Any:
    """Returns everything in a program but locations in files, for comparison."""
    made = {one.name: getattr(program, one.name) for one in fields(program) if one.name not in ("code", "digest")}
    for name in ("digest", "lines", "characters"):
        made.pop(name, None)
    return _placeless(made), _code(marshal.loads(program.code))


def _placeless(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((_placeless(key), _placeless(one)) for key, one in value.items())
    if isinstance(value, (tuple, list)):
        if len(value) == 3 and isinstance(value[0], str) and value[0].endswith(".yaml"):
            return value[0]
        return tuple(_placeless(one) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(_placeless(getattr(value, one.name)) for one in fields(value))
    return value


def _code(code: CodeType) -> Any:
    constants = tuple(_code(one) if isinstance(one, CodeType) else (type(one).__name__, one) for one in code.co_consts)
    return code.co_name, code.co_code, code.co_names, code.co_varnames, constants
