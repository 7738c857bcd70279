"""Every content test of every pack in content/, each a test of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.scenario.made import Companion
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.commands.test import told
from rulewright_tools.show import text

CONTENT = Path(__file__).parents[2] / "content"
PACKS = sorted(manifest.parent.name for manifest in CONTENT.glob("*/pack.yaml"))


@cache
def suite_of(pack: str) -> Suite:
    """The tests of a pack, read once."""
    return load_suite(CONTENT / pack)


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_is_clean_and_has_tests(pack: str) -> None:
    suite = suite_of(pack)
    assert text.render((*suite.diagnostics.errors, *suite.mistakes.errors), base=f"content/{pack}") == ""
    assert suite.tests


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "content_test" in metafunc.fixturenames:
        tests = [(pack, test) for pack in PACKS for test in suite_of(pack).tests if suite_of(pack).linked is not None]
        names = [f"{pack}/{test.case.file}:{test.case.name}" for pack, test in tests]
        metafunc.parametrize("content_test", tests, ids=names)


def test_content(content_test: tuple[str, Companion]) -> None:
    pack, test = content_test
    result = suite_of(pack).run_one(test)
    if not result.passed:
        pytest.fail(told(result, f"content/{pack}"), pytrace=False)
