"""The forty hard rules are played: by content tests named after their number, each of which a broken rule fails.

The tests stand beside the rules, in the folder `tests` of each pack. A test that passes whatever the rule says shows
nothing; so the texts of the rules are broken here, one place at a time (`forty_broken.yaml`), and a test of the same
number has to notice.
"""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.scenario.report import message
from rulewright.scenario.run import Result
from rulewright.scenario.suite import Suite, load_suite
from rulewright_tools.show import text
from rulewright_tools.soaking import Pack, play

HERE = Path(__file__).parent
PACKS = {"squares": range(1, 11), "hexes": range(11, 21), "storeys": range(21, 31), "inches": range(31, 41)}
# One match of each pack is played at random: the seed of one for two players that is neither short nor long.
SEEDS = {"squares": 0, "hexes": 0, "storeys": 6, "inches": 0}


def number_of(result: Result) -> int:
    """The rule that a test is about: its name begins with the number."""
    return int(result.case.name.partition(" ")[0])


@cache
def suite_of(name: str) -> Suite:
    """One of the packs with its tests, all of them without a mistake."""
    suite = load_suite(HERE / "forty" / name)
    assert text.render(suite.diagnostics.errors) + text.render(suite.mistakes.errors) == ""
    return suite


@cache
def played(name: str) -> list[Result]:
    """All tests of one of the packs, played."""
    return list(suite_of(name).run())


def broken() -> list[Any]:
    """The broken places: number, what stands there, what is written instead."""
    found = YAML(typ="safe").load((HERE / "forty_broken.yaml").read_text("utf-8"))
    return [
        pytest.param(one["rule"], one["text"], one["instead"], id=f"{one['rule']}: {one['text'].strip()[:60]}")
        for one in found
    ]


@pytest.mark.parametrize("name", PACKS)
def test_the_rules_do_what_their_tests_say(name: str) -> None:
    assert "\n\n".join(message(one, name) for one in played(name) if not one.passed) == ""


@pytest.mark.parametrize("name", PACKS)
def test_every_rule_is_played(name: str) -> None:
    """Each number of the pack has a test that passes, and no test has another number."""
    assert {number_of(one) for one in played(name) if one.passed} == set(PACKS[name])


@pytest.mark.parametrize("name", PACKS)
def test_a_match_is_played_to_its_end(name: str) -> None:
    """Set-up, rounds and end, at random, saved and loaded on the way."""
    linked = suite_of(name).linked
    assert linked is not None
    match = play(Pack(Path(name), linked), SEEDS[name])
    assert (match.fault, match.ended) == ("", True)
    assert match.decisions > 20


def test_every_rule_is_broken_somewhere() -> None:
    assert {one.values[0] for one in broken()} == set(range(1, 41))


@pytest.mark.parametrize(("number", "there", "instead"), broken())
def test_a_broken_rule_is_noticed(number: int, there: str, instead: str, tmp_path: Path) -> None:
    """With one place of its text changed a rule fails a test of its number."""
    source = next(HERE / "forty" / name for name, numbers in PACKS.items() if number in numbers)
    for file in ("pack.yaml", "stubs.yaml"):
        shutil.copy(source / file, tmp_path)
    rules = (source / "rules.yaml").read_text("utf-8")
    assert rules.count(there) == 1
    (tmp_path / "rules.yaml").write_text(rules.replace(there, instead), "utf-8")
    (tmp_path / "tests").mkdir()
    for path in sorted((source / "tests").glob("*.yaml")):
        tests = re.split(r"^(?=test )", path.read_text("utf-8"), flags=re.MULTILINE)
        mine = [one for one in tests if one.startswith(f"test {number} ")]
        if mine:
            (tmp_path / "tests" / path.name).write_text("".join(mine), "utf-8")
    suite = load_suite(tmp_path)
    assert text.render(suite.diagnostics.errors) + text.render(suite.mistakes.errors) == ""
    failed = [one.case.name for one in suite.run() if not one.passed]
    assert failed
