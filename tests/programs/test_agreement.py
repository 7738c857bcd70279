"""Random programs: the engine and the oracle agree on every decision, log and state.

`make differential` plays as many as one likes; here are so many as a change of the engine should be tried on.
"""

from __future__ import annotations

import pytest
from tests.programs.packs import TELLING, Size
from tests.programs.running import judged

STRETCHES = 8  # of seeds, so that several processes share them
PACKS = 9  # of a stretch
MANY = Size(programs=30, tables=1, expressions=15)


@pytest.mark.parametrize("stretch", range(STRETCHES))
def test_programs_come_to_the_same(stretch: int) -> None:
    programs = 0
    for seed in range(stretch * PACKS, stretch * PACKS + PACKS):
        verdict = judged(seed, MANY)
        programs += verdict.programs
        assert not verdict.faults, "\n".join(f"seed {seed}, program {f.program}: {f.what}" for f in verdict.faults)
    assert programs > 20 * PACKS  # some packs are refused: a question in a batch


@pytest.mark.parametrize("seed", range(6))
def test_expressions_come_to_the_same(seed: int) -> None:
    verdict = judged(10_000 + seed, TELLING)
    assert not verdict.faults, "\n".join(f"seed {f.seed}, program {f.program}: {f.what}" for f in verdict.faults)
    assert verdict.refused or verdict.programs == TELLING.tables
