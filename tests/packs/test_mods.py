"""The shipped packs that change others: clean, tested, and alike however they are put together."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.assets import mods_dir
from rulewright.scenario.made import Companion
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.commands.test import told
from rulewright_tools.show import text

MODS = sorted(manifest.parent.name for manifest in mods_dir().glob("*/pack.yaml"))


@cache
def suite_of(mod: str) -> Suite:
    return load_suite(mods_dir() / mod)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "content_test" in metafunc.fixturenames:
        tests = [(mod, test) for mod in MODS for test in suite_of(mod).tests]
        metafunc.parametrize("content_test", tests, ids=[f"{mod}:{test.case.name}" for mod, test in tests])


@pytest.mark.parametrize("mod", MODS)
def test_a_mod_is_clean_and_has_tests(mod: str) -> None:
    suite = suite_of(mod)
    # What is doubtful in the game itself is told of the game.
    doubts = [one for one in suite.diagnostics if one.span.source.name.startswith(f"{mod}:")]
    assert text.render((*suite.diagnostics.errors, *doubts, *suite.mistakes), base=mod) == ""
    assert suite.tests


def test_content_of_mods(content_test: tuple[str, Companion]) -> None:
    mod, test = content_test
    result = suite_of(mod).run_one(test)
    if not result.passed:
        pytest.fail(told(result, mod), pytrace=False)
