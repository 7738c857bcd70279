"""Every content test of every pack in content/, those that change others too; and that the packs are clean."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostics, Severity
from rulewright.pack.rulebook import read_rulebook
from rulewright.scenario.made import Companion
from rulewright.scenario.on_disk import judge
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.commands.test import told
from rulewright_tools.show import text

CONTENT = Path(__file__).parents[2] / "content"
PACKS = sorted(manifest.parent.name for manifest in CONTENT.glob("*/pack.yaml"))
MODS = sorted(f"mods/{manifest.parent.name}" for manifest in CONTENT.glob("mods/*/pack.yaml"))
# Found by their names: to read the packs for it would take each process of a run longer than most tests.
# Files with nothing but reasons for survivors (`rulewright mutate`) have no tests.
FILES = [
    f"{pack}/tests/{file.name}"
    for pack in PACKS + MODS
    for file in sorted((CONTENT / pack / "tests").iterdir())
    if file.name != "survivors.yaml"
]
FIGURES = re.findall(
    r"^\| \[(\w+)\]\(content/\w+\) \|(.*)\|$", (CONTENT.parent / "README.md").read_text(encoding="utf-8"), re.MULTILINE
)


@lru_cache(1)  # a million objects; the tests of a pack run one after the other (`pytest_collection_modifyitems`)
def suite_of(pack: str) -> Suite:
    """The tests of a pack, read once."""
    return load_suite(CONTENT / pack)


def file_of(test: Companion) -> str:
    """Where it stands in its pack: in a stack the name of the pack comes first."""
    return test.case.file.rpartition(":")[2]


@pytest.mark.parametrize("pack", PACKS + MODS)
def test_a_pack_is_clean_and_has_tests(pack: str) -> None:
    """Warnings too, also those of the reasons in `survivors.yaml`; what is doubtful in a game is told of the game."""
    found = judge(CONTENT / pack, tests=True)
    name = f"{Path(pack).name}:" if pack in MODS else ""
    doubts = [one for one in found.diagnostics if one.severity is not Severity.NOTE
              and (one.severity is Severity.ERROR or one.span.source.name.startswith(name))]  # fmt: skip
    assert text.render(doubts, base=f"content/{pack}") == ""
    assert found.tests > 0


@pytest.mark.parametrize(("pack", "figures"), FIGURES)
def test_the_figures_of_the_readme_are_those_of_the_packs(pack: str, figures: str) -> None:
    """Here, since the packs are read here already."""
    _, *numbers = (cell.strip() for cell in figures.split("|"))
    book, cited, shown, tests = (int(number) if number != "-" else 0 for number in numbers)
    suite = suite_of(pack)
    assert suite.linked is not None
    program = suite.linked.program
    rules = read_rulebook(CONTENT / pack, Diagnostics()).rules if suite.pack.rulebook else {}
    cases = suite.cases
    found = (
        len(rules),
        len(rules.keys() & program.cites.keys()),
        len(rules.keys() & {rule for case in cases for rule in case.rules}),
        len(cases),
    )
    # Nothing of a suite is in the assertion: to show its tests in a failure takes gigabytes.
    assert (book, cited, shown, tests) == found


def test_the_readme_has_figures_of_every_pack() -> None:
    assert sorted(pack for pack, _ in FIGURES) == PACKS


@pytest.mark.parametrize("pack", PACKS + MODS)
def test_every_test_of_a_pack_stands_in_one_of_these_files(pack: str) -> None:
    found = {f"{pack}/{file_of(one)}" for one in suite_of(pack).tests}
    assert found == {name for name in FILES if name.startswith(f"{pack}/tests/")}


@pytest.mark.parametrize("file", FILES)
def test_content(file: str) -> None:
    pack, _, name = file.rpartition("/tests/")
    suite = suite_of(pack)
    tests = [one for one in suite.tests if file_of(one) == f"tests/{name}"]
    assert tests
    wrong = [told(result, f"content/{pack}") for result in map(suite.run_one, tests) if not result.passed]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
