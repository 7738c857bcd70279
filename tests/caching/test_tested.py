"""Programs of packs with their tests, kept from run to run: taken for the very same texts, and for no others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import pipeline, verifying
from rulewright.assets import content_dir
from rulewright.scenario.suite import Suite, load_suite

TESTS = "tests/own.yaml"
OWN = """
event stand_still(player p): {}
test nothing happens:
  do: stand_still(player_1)
  then: [1 is 1]
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack worth keeping, with a file of tests that has a definition of its own."""
    made = tmp_path / "skirmish"
    shutil.copytree(content_dir() / "skirmish", made)
    (made / TESTS).write_text(OWN, encoding="utf-8")
    return made


def results(suite: Suite) -> list[tuple[str, bool, str]]:
    return [(one.case.name, one.passed, repr(one.differences)) for one in suite.run()]


def test_the_second_time_no_code_is_generated(folder: Path, generated: list[str]) -> None:
    first = load_suite(folder)
    before = results(first)
    assert len(generated) == 2 and all(passed for _, passed, _ in before)
    second = load_suite(folder)
    assert results(second) == before
    assert len(generated) == 2
    assert second.linked is not None and first.linked is not None
    assert second.linked.program == first.linked.program
    assert second.grounds[TESTS].linked.program == first.grounds[TESTS].linked.program


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


CHANGES = {
    "a definition": (changed("attack.yaml", "event ", "event  "), 2),
    "the manifest": (changed("pack.yaml", "pack:", "pack: "), 2),
    "a test": (changed(TESTS, "1 is 1", "2 is 2"), 1),
    "a definition of its own": (changed(TESTS, "{}", "{do: finish}"), 1),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_has_changed_is_generated_anew(folder: Path, generated: list[str], name: str) -> None:
    change, again = CHANGES[name]
    results(load_suite(folder))
    generated.clear()
    change(folder)
    results(load_suite(folder))
    assert len(generated) == again


def test_the_verifying_mode_has_its_own(folder: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    results(load_suite(folder))
    monkeypatch.setattr(verifying, "is_on", lambda: True)
    suite = load_suite(folder)
    results(suite)
    assert len(generated) == 4 and suite.linked is not None and suite.linked.verify


def test_another_engine_makes_its_own(folder: Path, generated: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    results(load_suite(folder))
    monkeypatch.setattr(pipeline, "FORMAT", -1)
    results(load_suite(folder))
    assert len(generated) == 4


def test_what_is_asked_for_in_part_or_not_saved_is_not_kept(folder: Path, cache: Path, generated: list[str]) -> None:
    results(load_suite(folder, buffers={TESTS: OWN.replace("1 is 1", "3 is 3")}))
    results(load_suite(folder, only={TESTS: {3}}))
    results(load_suite(folder, explains=False))
    assert generated and not list(cache.glob("*.tested"))


def test_a_small_pack_is_not_kept(pack_folder: Callable[[dict[str, str]], Path], cache: Path) -> None:
    tests = "test it:\n  then: [1 is 1]\n"
    made = pack_folder({"a.yaml": "kind pawn: {printed: {n: number}}\n", "tests/a.yaml": tests})
    assert [passed for _, passed, _ in results(load_suite(made))] == [True]
    assert not list(cache.glob("*.tested"))


def test_a_damaged_file_is_made_anew(folder: Path, cache: Path, generated: list[str]) -> None:
    before = results(load_suite(folder))
    for file in cache.glob("*.tested"):
        file.write_bytes(file.read_bytes()[:-10])
    assert results(load_suite(folder)) == before
    assert len(generated) == 4
