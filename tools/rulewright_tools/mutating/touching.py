"""Plays the content tests of a pack once, to find what each involves and what it costs.

Separate because that decides which tests a mutant is tried on. A test involves much: every definition of which any
generated function was called while the test was played (a condition that was evaluated and refused counts), what
happened, what was on the board, every word of the test itself, and, if any of these iterates over all sheets of a kind,
each of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

from rulewright.check import model as m
from rulewright.check.trees import texts_of
from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.pack.files import read_source
from rulewright.scenario.case import Case
from rulewright.scenario.coverage import used_by
from rulewright.scenario.made import Companion
from rulewright.scenario.playing import Steps
from rulewright.scenario.run import Result
from rulewright.scenario.suite import Suite
from rulewright.scenario.survivors import without_reasons
from rulewright_tools.by_pack import Packs
from rulewright_tools.mutating.listing import Mutant

_WORD: Final = re.compile(r"[^\W\d]\w*")
_ALL_SHEETS: Final = "sheets_of"
_GENERATED: Final = "<pack "  # start of the file name of generated modules


@dataclass(frozen=True, slots=True)
class Touched:
    """A test with the steps that it takes, the rules that it cites, and the ids that it involves. `own`: its file has
    definitions of its own."""

    file: str
    line: int
    name: str
    steps: int
    rules: frozenset[str]
    words: frozenset[str]
    own: bool


@dataclass(slots=True)
class Baseline:
    """All tests of a pack that a mutant may be tried on; `failed` are those that fail without any change."""

    tests: list[Touched]
    failed: list[Case]


def baseline(suite: Suite) -> Baseline:
    """Returns what the tests of a suite involve. Tests that must fail, as a pack of a stack declares, notice nothing
    and are left out."""
    made, packs = Baseline([], []), Packs(suite.path)
    texts = _texts(suite)
    assert suite.definitions is not None, "the suite is whole"
    referring, counting = _referring(suite.definitions), _Counting(suite.definitions)
    for test in suite.tests:
        case = test.case
        heard: set[str] = set()
        steps = Steps(suite.ground_of(test).linked)
        result = _listened(suite, test, steps, heard)
        if packs.take(result):
            continue
        if not result.passed:
            made.failed.append(case)
        used = used_by(suite.ground_of(test).linked.program, result)
        words = {name.partition("_")[2] for name in heard} | {name for _, name in used}
        words |= counting.sheets(words, texts.get((case.file, case.line), set()))
        for word in tuple(words):
            words |= referring.get(word, set())
        made.tests.append(Touched(case.file, case.line, case.name, steps.most - steps.left, frozenset(case.rules),
                                  frozenset(words), case.file in suite.grounds))  # fmt: skip
    return made


def noticing(mutant: Mutant, tests: Sequence[Touched]) -> list[Touched]:
    """Returns the tests that may notice a mutant, the most likely first: those that cite a rule of the definition, then
    those that involve little else. Those with definitions of their own are last, because they cost most."""
    cited = frozenset(mutant.rules)
    wanted = [
        one for one in tests
        if (mutant.topics is None or not mutant.topics.isdisjoint(one.words))
        and (mutant.sheet is None or mutant.sheet in one.words)
    ]  # fmt: skip
    return sorted(wanted, key=lambda one: (one.own, cited.isdisjoint(one.rules), len(one.words), one.file, one.line))


def _listened(suite: Suite, test: Companion, steps: Steps, heard: set[str]) -> Result:
    """Returns the result of a test, and the names of the generated functions that were called."""

    def hear(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_GENERATED):
            heard.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(hear)
    try:
        return suite.run_one(test, steps)
    finally:
        sys.setprofile(before)


def _texts(suite: Suite) -> dict[tuple[str, int], set[str]]:
    """Returns the words of each test: from its line to that of the next test. Set-ups come before, for all tests of a
    file."""
    found: dict[tuple[str, int], set[str]] = {}
    for file in dict.fromkeys(test.case.file for test in suite.tests):
        source = read_source(suite.path, file, Diagnostics())
        lines = [] if source is None else without_reasons(source.text)
        begun = sorted({test.case.line for test in suite.tests if test.case.file == file})
        shared = set(_WORD.findall("\n".join(_set_ups(lines))))
        for start, end in zip(begun, [*begun[1:], len(lines) + 1], strict=True):
            found[file, start] = shared | set(_WORD.findall("\n".join(lines[start - 1 : end - 1])))
    return found


def _set_ups(lines: Sequence[str]) -> list[str]:
    """Returns the lines of a file of tests that belong to no single test."""
    made, inside = [], False
    for line in lines:
        if line[:1].strip():
            inside = not line.startswith("test ")
        if inside:
            made.append(line)
    return made


class _Counting:
    """Finds the definitions that iterate over all sheets of a kind with `sheets_of`: a sheet that is named nowhere
    matters to these."""

    def __init__(self, definitions: m.PackDef) -> None:
        self._of_kind: dict[str, set[str]] = {}
        for sheet in definitions.sheets.values():
            for kind in sheet.kind.lineage:
                self._of_kind.setdefault(kind.id, set()).add(sheet.id)
        self._kinds: dict[str, set[str]] = {}  # by definition
        for text in texts_of(definitions):
            for node in text.nodes:
                if isinstance(node, n.Call) and isinstance(node.ref, m.BuiltinDef) and node.ref.id == _ALL_SHEETS:
                    self._kinds.setdefault(text.owner.id, set()).update(
                        one.name for one in node.args if isinstance(one, n.Name))  # fmt: skip

    def sheets(self, used: set[str], words: set[str]) -> set[str]:
        """Returns the words of a test, and the sheets that it, or a definition that it uses, iterates over."""
        kinds = {kind for one in used for kind in self._kinds.get(one, ())}
        if _ALL_SHEETS in words:
            kinds |= words
        return words.union(*(self._of_kind.get(kind, ()) for kind in kinds))


def _referring(definitions: m.PackDef) -> dict[str, set[str]]:
    """Returns, by id of a sheet, the sheets that its printed fields name, such as the creatures of a warband."""
    found: dict[str, set[str]] = {}
    for sheet in definitions.sheets.values():
        named = set(_sheets_in(list(sheet.printed.values())))
        if named:
            found[sheet.id] = named
    while True:
        further = {name: ids | {below for one in ids for below in found.get(one, ())} for name, ids in found.items()}
        if further == found:
            return found
        found = further


def _sheets_in(value: Any) -> list[str]:
    if isinstance(value, m.SheetDef):
        return [value.id]
    if isinstance(value, (tuple, list)):
        return [name for one in value for name in _sheets_in(one)]
    return []
