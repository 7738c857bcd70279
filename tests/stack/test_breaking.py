"""`breaks` of a manifest names packs that are needed and tests that they have: all else is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stack.conftest import NEEDS, Packs

from rulewright.scenario.checked import check_with_tests
from rulewright.workspace.workspace import Workspace

TESTS = """
test a wolf has sixty-five:
  then: [1 is 1]
"test a ghost: it has twenty":
  then: [1 is 1]
? test a wolf
  runs away
: then: [1 is 1]
test the wolves   are many: {then: [1 is 1]}
"""


def written(packs: Packs, breaks: str, more: str = "") -> Path:
    folder = packs(mod=(f"{NEEDS}{more}breaks:\n{breaks}", "change creature wolf:\n  raise: {max_hp: 5}\n"))
    (folder / "base" / "tests").mkdir(exist_ok=True)
    (folder / "base" / "tests" / "creatures.yaml").write_text(TESTS)
    return folder / "mod"


def told(folder: Path) -> list[str]:
    return [f"{one.code} {one.span.text}: {one.message} -- {one.hint}" for one in check_with_tests(folder).diagnostics]


@pytest.mark.parametrize("name", [
    "a wolf has sixty-five", "'a ghost: it has twenty'", "a wolf runs away", "the wolves are many",
])  # fmt: skip
def test_a_test_that_is_there_is_in_order_however_its_head_is_written(packs: Packs, name: str) -> None:
    assert told(written(packs, f"  base: {{{name}: it has more}}\n")) == []


@pytest.mark.parametrize(("breaks", "message"), [
    ("  base: {a wolf has sixty-fife: it has more}\n",
     "a wolf has sixty-fife: pack 'base' has no test 'a wolf has sixty-fife' -- did you mean 'a wolf has sixty-five'?"),
    ("  base: {nobody wins: it has more, a wolf runs away: it is brave}\n",
     "nobody wins: pack 'base' has no test 'nobody wins' -- write the name of one of its tests, or "
     "remove this"),
    ("  bass: {a wolf has sixty-five: it has more}\n",
     "bass: 'mod' does not need 'bass', so it cannot break its tests -- did you mean 'base'?"),
    ("  mod: {a wolf has sixty-five: it has more}\n",
     "mod: 'mod' does not need 'mod', so it cannot break its tests -- it needs base"),
])  # fmt: skip
def test_what_breaks_nothing_is_told(packs: Packs, breaks: str, message: str) -> None:
    assert told(written(packs, breaks)) == [f"RW257 {message}"]


def test_tests_of_an_optional_pack_that_is_not_there_are_not_looked_for(packs: Packs) -> None:
    assert told(written(packs, "  tide: {the sea rises: it is calm}\n", "optional: {tide: any}\n")) == []


def test_a_pack_that_needs_none_breaks_none(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "pack.yaml").write_text("pack: alone\nbreaks: {base: {a wolf runs away: it is brave}}\n")
    said = "'alone' does not need 'base', so it cannot break its tests -- add the pack of these tests to `needs`"
    assert told(tmp_path / "alone") == [f"RW257 base: {said}"]


def test_an_editor_hears_of_it_when_the_other_pack_changes(packs: Packs) -> None:
    workspace = Workspace(written(packs, "  base: {a wolf has sixty-five: it has more}\n"))
    assert [one.code for one in workspace.diagnostics()] == []
    workspace.write("base:tests/creatures.yaml", TESTS.replace("sixty-five", "sixty"))
    assert [one.code for one in workspace.diagnostics()] == ["RW257"]
    workspace.release("base:tests/creatures.yaml")
    assert [one.code for one in workspace.diagnostics()] == []
