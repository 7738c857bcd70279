"""Whoever may not know a secret cannot tell twins apart that differ in it. `make secrets PACKS=n` plays more packs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.secrecy.pairs import judged

PACKS = 100
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_twins_look_alike(part: int, tmp_path: Path) -> None:
    verdicts = [judged(seed, tmp_path) for seed in range(part, PACKS, PARTS)]
    assert [f"seed {one.seed}: {found}" for one in verdicts for found in one.differences] == []
    assert [(one.seed, one.errors) for one in verdicts if one.errors] == []
    assert sum(one.pairs for one in verdicts) > PARTS


def test_how_deep_a_wave_is_tells_nothing_of_what_runs_unseen_beside(tmp_path: Path) -> None:
    """In a batch events run side by side: in this pack one of them is known, and others that are not run beside it."""
    assert judged(140235, tmp_path).differences == []
