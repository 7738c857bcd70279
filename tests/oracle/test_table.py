"""Corners of the page about tables in inches, as content tests: they pass, and the oracle agrees, told and untold."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracle.positions import replay

from rulewright.scenario.report import message
from rulewright.scenario.suite import Suite, load_suite

TABLE = Path(__file__).parent / "table"


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load_suite(TABLE)


def test_they_pass(suite: Suite) -> None:
    assert [str(one) for one in (*suite.diagnostics, *suite.mistakes)] == []
    assert [message(one, "") for one in suite.run() if not one.passed] == []


@pytest.mark.parametrize("traced", [True, False])
def test_the_oracle_agrees(suite: Suite, traced: bool) -> None:
    found = [(test.case.name, replay(suite, test, traced=traced).difference) for test in suite.tests]
    assert [f"{name}: {one}" for name, one in found if one is not None] == []
