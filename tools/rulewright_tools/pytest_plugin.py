"""Lets pytest collect the content tests of packs: one item for each test, in every folder with a `pack.yaml`.

Separate because authors who have a test runner need no second one. It loads the engine only when it finds the first
test file of a pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulewright.characters import visible

if TYPE_CHECKING:
    from rulewright.scenario.made import Companion
    from rulewright.scenario.suite import Suite

_SUITES = pytest.StashKey[dict[Path, "Suite"]]()


class Failed(Exception):
    """A content test failed: only its message is shown."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ContentFile | None:
    """Collects files `tests/*.yaml`, at any depth, of a folder with a `pack.yaml`."""
    if file_path.suffix != ".yaml":
        return None
    for folder in file_path.parents:
        if folder.name == "tests" and (folder.parent / "pack.yaml").is_file():
            made: ContentFile = ContentFile.from_parent(parent, path=file_path)
            made.pack = folder.parent
            return made
    return None


class ContentFile(pytest.File):
    """A file of content tests."""

    pack: Path

    def collect(self) -> Iterator[ContentTest]:
        """Yields its tests; a pack with errors fails as a whole."""
        from rulewright_tools.show import text

        suite = _suite(self.config, self.pack)
        if suite.ground is None:
            raise self.CollectError(text.render(suite.diagnostics.errors, base=str(self.pack)))
        name = self.path.relative_to(self.pack).as_posix()
        mistakes = [one for one in suite.mistakes.errors if one.span.source.name == name]
        if mistakes:
            raise self.CollectError(text.render(mistakes, base=str(self.pack)))
        for test in suite.tests:
            if test.case.file == name:
                item: ContentTest = ContentTest.from_parent(self, name=visible(test.case.name))
                item.suite, item.test = suite, test
                yield item


class ContentTest(pytest.Item):
    """One content test."""

    suite: Suite
    test: Companion

    def runtest(self) -> None:
        """Runs the test."""
        from rulewright_tools.commands.test import told

        result = self.suite.run_one(self.test)
        if not result.passed:
            raise Failed(told(result, str(self.suite.path)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Returns the message of a failed test without a traceback; for a bug in Rulewright, with one."""
        if isinstance(excinfo.value, Failed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Returns the location of the test."""
        return self.path, self.test.case.line - 1, self.name


def _suite(config: pytest.Config, pack: Path) -> Suite:
    """Returns the tests of a pack, which are read once per run."""
    from rulewright.scenario.suite import load_suite

    suites = config.stash.setdefault(_SUITES, {})
    if pack not in suites:
        suites[pack] = load_suite(pack)
    return suites[pack]
