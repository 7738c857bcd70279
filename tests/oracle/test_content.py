"""Every content test of every pack comes to the same on the engine and on the oracle: the games of content/, the forty
rules, the games and examples of the documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.pages import write
from tests.docs.test_game import steps
from tests.docs.test_language import CLAIMS, game
from tests.oracle.positions import replay

from rulewright.scenario.suite import Suite, load_suite

ROOT = Path(__file__).parents[2]
PACKS = sorted(
    manifest.parent.relative_to(ROOT).as_posix()
    for place in ("content/*", "tests/docs/*", "tests/language/forty/*")
    for manifest in ROOT.glob(f"{place}/pack.yaml")
)


@pytest.mark.parametrize("pack", PACKS)
def test_pack(pack: str) -> None:
    assert differences(load_suite(ROOT / pack)) == []


def test_the_language_page(tmp_path: Path) -> None:
    files = game()
    assert differences(load_suite(write(tmp_path / "page", files))) == []
    files["pack.yaml"] = "".join(f"{line}\n" for line in files["pack.yaml"].splitlines() if line[:6] != "start:")
    files["claims.yaml"] = (CLAIMS / "definitions.yaml").read_text(encoding="utf-8")
    files["tests/claims.yaml"] = (CLAIMS / "tests.yaml").read_text(encoding="utf-8")
    assert differences(load_suite(write(tmp_path / "claims", files))) == []


def test_a_game_from_nothing(tmp_path: Path) -> None:
    assert differences(load_suite(write(tmp_path, steps()[-1]))) == []


def differences(suite: Suite) -> list[str]:
    """What differs, test by test; every second one is told, for the engine runs other code then."""
    assert suite.tests
    found = []
    for number, test in enumerate(suite.tests):
        assert not test.case.broken, test.case.name
        report = replay(suite, test, traced=number % 2 == 0)
        if report.difference is not None:
            found.append(f"{test.case.file}: {test.case.name}: {report.difference}")
    return found
