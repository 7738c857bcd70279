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
# The house rules by their folders, each with its files by name.
HOUSE: dict[str, dict[str, str]] = {}
for _found in (re.match(r"# (crits|tide|stronger)/(\S+)\n", block) for block in BLOCKS):
    if _found is not None:
        HOUSE.setdefault(_found[1], {})[_found[2]] = _found.string
MANIFEST = "pack: {}\nversion: 0.1.0\nlanguage: 2\nneeds: {{ddm: 0.1}}\n"
OF_HOUSE = {
    "tide": """
test a crab of the tide is a sellsword but for its faction:
  map: |
    cs
  legend: {c: tide_crab of 1 as Crab, s: human_sellsword of 1 as Sell}
  then: [Crab.max_hp is Sell.max_hp, tide in Crab.factions, civilization not in Crab.factions, beast in Crab.traits]
""",
    "stronger": """
test the warlock is stronger:
  map: |
    w.
  legend: {w: elf_warlock of 1 as Lock}
  then: [Lock.max_hp is 65, Lock.pact_blade.damage is 15]
""",
}

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


@pytest.mark.parametrize("name", ["crits", "tide", "stronger"])
def test_a_house_rule_takes_less_than_twenty_lines_and_does_what_it_says(tmp_path: Path, name: str) -> None:
    files = {"pack.yaml": MANIFEST.format(name), "tests/rules.yaml": OF_HOUSE.get(name, ""), **HOUSE[name]}
    assert sum(len(text.splitlines()) for file, text in files.items() if file[:6] != "tests/") < 20
    for file, text_of in files.items():
        (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name / file).write_text(text_of, encoding="utf-8")
    assert cli.run(["check", str(tmp_path / name), "--strict"]) == cli.CLEAN
    suite = load_suite(tmp_path / name)
    assert text.render((*suite.diagnostics.errors, *suite.mistakes)) == ""
    assert [one.passed for one in suite.run()] == [True]


def test_one_more_action_is_one_more_line(written: Path) -> None:
    block = next(one for one in BLOCKS if one.startswith("event second_wind"))
    (written / "wind.yaml").write_text(block, encoding="utf-8")
    assert cli.run(["check", str(written), "--strict"]) == cli.CLEAN


def test_the_page_names_every_verb() -> None:
    rows = re.findall(r"^\| `(\w+)(?:`, `(\w+))?: ", PAGE, re.MULTILINE)
    named = {name for row in rows for name in row if name}
    assert set(VERBS) <= named
