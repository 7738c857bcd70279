"""The page for authors of mods: its examples are written down as it says, and do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.scenario.suite import load_suite
from rulewright.stack.heads import VERBS
from rulewright_tools import cli
from rulewright_tools.show import text

PAGE = (Path(__file__).parents[2] / "docs" / "mods.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)

TESTS = """
test nineteen is a critical hit, the sellsword lives longer, elves are planar:
  map: |
    swg
  legend: {s: human_sellsword of 1 as Sell, w: elf_warlock of 1 as Lock, g: yuan_ti_swiftscale of 2 as Scale}
  dice: {d20: [19]}
  do: strike(Sell, Scale, Sell.greatsword, cells of Sell)
  then:
    - Sell.max_hp is 80
    - planar in Lock.factions
    - planar not in Sell.factions
  happened: [critical_hit]
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The two files of the first section."""
    for block in BLOCKS[:2]:
        head, _, content = block.partition("\n")
        path = tmp_path / head.removeprefix("# ")
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path / "my_rules"


def test_the_first_mod_takes_less_than_twenty_lines_and_does_what_it_says(written: Path) -> None:
    lines = [line for path in written.iterdir() for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) < 20
    (written / "tests").mkdir()
    (written / "tests" / "rules.yaml").write_text(TESTS, encoding="utf-8")
    suite = load_suite(written)
    assert text.render((*suite.diagnostics.errors, *suite.mistakes)) == ""
    assert [(one.case.name, one.passed) for one in suite.run()] == [(suite.cases[0].name, True)]


def test_one_more_action_is_one_more_line(written: Path) -> None:
    (written / "wind.yaml").write_text(BLOCKS[2], encoding="utf-8")
    assert cli.run(["check", str(written), "--strict"]) == cli.CLEAN


def test_the_page_names_every_verb() -> None:
    rows = re.findall(r"^\| `(\w+)(?:`, `(\w+))?: ", PAGE, re.MULTILINE)
    named = {name for row in rows for name in row if name}
    assert set(VERBS) <= named
