"""Plays the content tests of a pack once, to know what each has to do with, and what it costs.

Separate because that decides which tests a mutant is tried on. What a test has to do with is taken widely: every
definition of which any generated function was called while it was played (a condition that was asked and refused
counts), what happened, what stood on the board, every word of the test itself, and, where any of these goes through all
sheets of a kind, each of them.
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
from rulewright.scenario.coverage import used_by
from rulewright.scenario.made import Companion
from rulewright.scenario.playing import Steps
from rulewright.scenario.suite import Suite
from rulewright.scenario.survivors import without_reasons
from rulewright_tools.mutating.listing import Mutant

_WORD: Final = re.compile(r"[^\W\d]\w*")
_ALL_SHEETS: Final = "sheets_of"
_GENERATED: Final = "<pack "  # begins what generated modules call their file


@dataclass(frozen=True, slots=True)
class Touched:
    """A test with the steps that it takes, the rules that it cites, and the ids that it has to do with. `own`: its file
    has definitions of its own."""

    file: str
    line: int
    name: str
    steps: int
    rules: frozenset[str]
    words: frozenset[str]
    own: bool


@dataclass(slots=True)
class Baseline:
    """All tests of a pack; `failed` are the names of those that do not even pass as things are."""

    tests: list[Touched]
    failed: list[str]


def baseline(suite: Suite) -> Baseline:
    """What the tests of a suite have to do with."""
    made = Baseline([], [])
    texts = _texts(suite)
    assert suite.definitions is not None, "the suite is whole"
    referring, counting = _referring(suite.definitions), _Counting(suite.definitions)
    for test in suite.tests:
        case = test.case
        heard: set[str] = set()
        steps = Steps(suite.ground_of(test).linked)
        result = _listened(suite, test, steps, heard)
        if not result.passed:
            made.failed.append(f"{case.file}:{case.line}: {case.name}")
        used = used_by(suite.ground_of(test).linked.program, result)
        words = {name.partition("_")[2] for name in heard} | {name for _, name in used}
        words |= counting.sheets(words, texts.get((case.file, case.line), set()))
        for word in tuple(words):
            words |= referring.get(word, set())
        made.tests.append(Touched(case.file, case.line, case.name, steps.most - steps.left, frozenset(case.rules),
                                  frozenset(words), case.file in suite.grounds))  # fmt: skip
    return made


def noticing(mutant: Mutant, tests: Sequence[Touched]) -> list[Touched]:
    """The tests that may notice a mutant, those first that most likely do: that cite a rule of the definition, that
    have to do with little else. Those with definitions of their own come last, as they cost most."""
    cited = frozenset(mutant.rules)
    wanted = [
        one for one in tests
        if (mutant.topics is None or not mutant.topics.isdisjoint(one.words))
        and (mutant.sheet is None or mutant.sheet in one.words)
    ]  # fmt: skip
    return sorted(wanted, key=lambda one: (one.own, cited.isdisjoint(one.rules), len(one.words), one.file, one.line))


def _listened(suite: Suite, test: Companion, steps: Steps, heard: set[str]) -> Any:
    """The result of a test, and the names of the generated functions that were called."""

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
    """The words of each test: from its line to that of the next one. Set-ups stand before it, for all tests of a file.
    """
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
    """The lines of a file of tests that are of no single test."""
    made, inside = [], False
    for line in lines:
        if line[:1].strip():
            inside = not line.startswith("test ")
        if inside:
            made.append(line)
    return made


class _Counting:
    """Who goes through all sheets of a kind, by `sheets_of`: a sheet matters to that which is named nowhere."""

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
        """The words of a test, and the sheets that it goes through, or definitions that it uses."""
        kinds = {kind for one in used for kind in self._kinds.get(one, ())}
        if _ALL_SHEETS in words:
            kinds |= words
        return words.union(*(self._of_kind.get(kind, ()) for kind in kinds))


def _referring(definitions: m.PackDef) -> dict[str, set[str]]:
    """By id of a sheet: the sheets that its printed fields name, as a warband names its creatures."""
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
