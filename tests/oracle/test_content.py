"""Every content test of every pack comes to the same on the engine and on the oracle: the games of content/, the forty
rules, the games and examples of the documents."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache
from math import inf
from pathlib import Path

import pytest
from tests.docs.pages import write
from tests.docs.test_game import steps
from tests.docs.test_language import CLAIMS, game
from tests.docs.test_planes import written
from tests.oracle.compare import Limits, compare, prepare, report
from tests.oracle.positions import replay
from tests.settled import drawn_settings
from tests.shipped import prepared as ready

from rulewright.scenario.suite import Suite, load_suite

ROOT = Path(__file__).parents[2]
PACKS = sorted(
    manifest.parent.relative_to(ROOT).as_posix()
    for place in ("content/*", "content/mods/*", "tests/docs/*", "tests/language/forty/*")
    for manifest in ROOT.glob(f"{place}/pack.yaml")
)


PART = 300_000  # bytes of test files: more than that takes minutes


def parts(pack: str) -> list[tuple[str, int, int]]:
    """The packs that are large in parts, each with its number and how many there are."""
    count = 1 + sum(file.stat().st_size for file in (ROOT / pack / "tests").glob("*.yaml")) // PART
    return [(pack, number, count) for number in range(count)]


@lru_cache(1)  # the parts of a pack come one after the other, and to read it with its tests takes seconds
def suite_of(pack: str) -> Suite:
    return load_suite(ROOT / pack)


@pytest.mark.parametrize(("pack", "number", "count"), [part for pack in PACKS for part in parts(pack)])
def test_pack(pack: str, number: int, count: int) -> None:
    """In parts, so that a slow machine gets through each before it counts as hanging. One in so many tests of each
    file is in a part: the slow ones are together in some files."""
    suite = suite_of(pack)
    assert differences(replace(suite, tests=suite.tests[number::count])) == []


@pytest.mark.parametrize("pack", [pack for pack in PACKS if pack.startswith("content/mods/")])
def test_matches_with_a_pack_that_changes_others(pack: str) -> None:
    prepared = ready(pack)
    assert len(prepared.definitions.sheets) > 1
    limits = Limits(25, patience=2_000_000, whole=3_000_000)
    found = report(prepared, 2, limits=limits, settings=drawn_settings(prepared.linked.program, 2))
    assert found.difference is None
    assert found.decisions == 25 or found.over or found.unsettled


def test_the_language_page(tmp_path: Path) -> None:
    files = game()
    assert differences(load_suite(write(tmp_path / "page", files))) == []
    files["pack.yaml"] = "".join(f"{line}\n" for line in files["pack.yaml"].splitlines() if line[:6] != "start:")
    files["claims.yaml"] = (CLAIMS / "definitions.yaml").read_text(encoding="utf-8")
    files["tests/claims.yaml"] = (CLAIMS / "tests.yaml").read_text(encoding="utf-8")
    assert differences(load_suite(write(tmp_path / "claims", files))) == []


def test_the_planes_of_the_language_page(tmp_path: Path) -> None:
    """Its matches too: an offer of theirs asks for spots, ways and formations at once."""
    folder = written(tmp_path)
    assert differences(load_suite(folder)) == []
    prepared = prepare(folder)
    for seed in range(2):
        assert compare(prepared, seed, limits=Limits(traced=seed % 2 == 0)) is None


def test_a_game_from_nothing(tmp_path: Path) -> None:
    assert differences(load_suite(write(tmp_path, steps()[-1]))) == []


# Of the oracle between two questions. Five tests of whole houses and their platforms go further and take it as long as
# all others of their pack: they are compared up to there, and to their end by `make differential`.
WHOLE = "RULEWRIGHT_WHOLE" in os.environ
PATIENCE = inf if WHOLE else 4_000_000
LONG = {
    "every platform of the citadel can be reached on foot",
    "a robot enters the depot by its gate and sees out only through it",
    "every platform of the mission houses can be reached on foot",
    "every platform of the old quarter can be reached on foot",
    "one broken window beside a blank wall lets infantry in and not a robot",
}


def differences(suite: Suite) -> list[str]:
    """What differs, test by test; every second one is told, for the engine runs other code then."""
    assert suite.tests
    found, unsettled = [], set()
    for number, test in enumerate(suite.tests):
        assert not test.case.broken, test.case.name
        report = replay(suite, test, traced=number % 2 == 0, patience=PATIENCE)
        if report.difference is not None:
            found.append(f"{test.case.file}: {test.case.name}: {report.difference}")
        if report.unsettled:
            unsettled.add(test.case.name)
    assert unsettled == (set() if WHOLE else LONG & {test.case.name for test in suite.tests})
    return found
