"""Random matches of every pack that can be played: a handful here, as many as one likes by `make differential`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.oracle.compare import Limits, Prepared, chosen_settings, compare, prepare, report
from tests.oracle.small import SMALL, settings_of
from tests.oracle.test_content import PACKS, ROOT
from tests.shipped import prepared as ready

# Decisions of a match: what both play in some seconds.
LENGTH = {"content/ddm": 15, "content/underworlds": 20}
SMALL_LENGTH = {"tests/oracle/small/alley": 8}  # a step asks for all walls again: two seconds each
# Of these, with all their walls and models, that is hardly the first decision: see `small`.
LARGE = ("content/zod", "content/w40k_missions")
PLAYED = [
    pack for pack in PACKS if pack not in LARGE and "\nstart:" in (ROOT / pack / "pack.yaml").read_text("utf-8")
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pack", PLAYED)
def test_matches(pack: str, seed: int) -> None:
    prepared = ready(pack)
    limits = Limits(LENGTH.get(pack, 60), traced=seed % 2 == 0)
    found = compare(prepared, seed, limits=limits, settings=chosen_settings(prepared, seed))
    assert found is None, str(found)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("pack", SMALL)
def test_small_matches_of_large_packs(pack: str, seed: int) -> None:
    prepared = ready(pack)
    length = SMALL_LENGTH.get(pack, 25)
    limits = Limits(length, traced=seed % 2 == 0)
    found = report(prepared, seed, limits=limits, settings=settings_of(ROOT / pack, prepared, seed))
    assert found.difference is None, str(found.difference)
    assert found.decisions == length or found.over


def test_a_difference_is_told(tmp_path: Path) -> None:
    """An engine that plays another pack than the oracle differs, and where is said."""
    made = []
    for step in (1, 2):
        folder = tmp_path / str(step)
        folder.mkdir()
        (folder / "pack.yaml").write_text("pack: sample\nstart: game\n", encoding="utf-8")
        (folder / "own.yaml").write_text(PACK.replace("STEP", str(step)), encoding="utf-8")
        made.append(prepare(folder))
    assert compare(made[0], limits=Limits(10)) is None
    mixed = Prepared(made[0].definitions, made[1].linked)
    assert str(compare(mixed, limits=Limits(10))) == TOLD
    untold = compare(mixed, limits=Limits(10, traced=False))
    assert untold is not None
    assert (untold.decision, untold.what, untold.engine, untold.oracle) == (1, "match.n", 2, 1)


PACK = """
kind match: {state: {n: number}}
event game: |
  for each p in players:
    let more = choose yes or no by p
    score(STEP)
event score(number n): |
  set match.n = match.n + n
"""
TOLD = """decision 1: what happens after the answer differs
    engine: ('begin', 'score', (2,))
    oracle: ('begin', 'score', (1,))"""
