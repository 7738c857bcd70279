"""What the mods that ship say of tests that they break is exact: neither missing nor too much."""

from __future__ import annotations

import pytest

from rulewright.assets import mods_dir
from rulewright.diagnostics import Diagnostics
from rulewright.pack.files import Stack
from rulewright.stack.find import stacked
from rulewright.stack.manifests import read_manifest
from rulewright_tools.comparing.offers import suite_of

MODS = sorted(one.parent.name for one in mods_dir().glob("*/pack.yaml"))


@pytest.mark.parametrize("name", MODS)
def test_exactly_the_tests_that_a_mod_names_fail(name: str) -> None:
    place = stacked(mods_dir() / name, Diagnostics())
    assert isinstance(place, Stack)
    named = {
        (pack, test)
        for member in place.members
        if (manifest := read_manifest(member.folder)) is not None
        for pack, broken in manifest.breaks.items()
        for test in broken.tests
    }
    suite = suite_of(place)
    assert suite.linked is not None
    assert isinstance(suite.path, Stack)
    failed = {(suite.path.of(result.case.file)[0].id, result.case.name) for result in suite.run() if not result.passed}
    assert failed == named
