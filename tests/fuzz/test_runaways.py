"""Small packs that run long: each is checked and played within bounds of time and memory, and a runaway is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest
from tests.fuzz import planes
from tests.fuzz.conftest import TIMES, Judge
from tests.fuzz.runaways import FAMILIES, Drawn

Write = Callable[[Mapping[str, str | bytes] | str], Path]

_SECONDS = 3.0  # of one decision, on the reference machine
_DRAWN = 5 * TIMES
_FAMILIES = [(number, family) for family in FAMILIES for number in range((TIMES + 4) // 5)]
_PLANES = [(number, family) for family in planes.FAMILIES for number in range(TIMES)]


@pytest.mark.parametrize("seed", range(_DRAWN))
def test_a_drawn_pack_ends_soon(seed: int, pack_folder: Write, judge: Judge) -> None:
    verdict = judge(pack_folder(Drawn(seed).pack()), f"seed {seed}")
    assert not verdict["errors"], verdict["codes"]
    assert verdict["slowest"] < _SECONDS, f"seed {seed}: a decision of {verdict['slowest']:.1f} s"


@pytest.mark.parametrize(("seed", "family"), _FAMILIES)
def test_what_grows_while_it_is_read_ends_soon(
    seed: int, family: Callable[[Random], Mapping[str, str]], pack_folder: Write, judge: Judge
) -> None:
    verdict = judge(pack_folder(family(Random(seed))), f"{family.__name__}, seed {seed}")
    assert verdict["slowest"] < _SECONDS, f"seed {seed}: a decision of {verdict['slowest']:.1f} s"
    assert not verdict["errors"], verdict["codes"]


@pytest.mark.parametrize(("seed", "family"), _PLANES)
def test_what_is_measured_on_planes_ends_soon(
    seed: int, family: Callable[[Random], Mapping[str, str]], pack_folder: Write, judge: Judge
) -> None:
    verdict = judge(pack_folder(family(Random(seed))), f"{family.__name__}, seed {seed}")
    assert verdict["slowest"] < _SECONDS, f"seed {seed}: a decision of {verdict['slowest']:.1f} s"
    assert not verdict["errors"], verdict["codes"]


def test_drawn_packs_run_away_in_many_ways(pack_folder: Write, judge: Judge) -> None:
    """The generator draws what it is for: packs that are stopped, and packs that end."""
    ends = {judge(pack_folder(Drawn(seed).pack()), f"seed {seed}")["runaway"] for seed in (1, 2, 6)}
    assert len(ends) > 1
    assert any("steps" in one for one in ends)
