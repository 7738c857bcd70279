"""Random programs: the engine and the oracle agree on every decision, log and state.

`make differential` plays as many as one likes; here are so many as a change of the engine should be tried on.
"""

from __future__ import annotations

from functools import partial

import pytest
from tests.programs.packs import TELLING, Size, draw_pack
from tests.programs.running import judged

STRETCHES = 8  # of seeds, so that several processes share them
PACKS = 9  # of a stretch
MANY = Size(programs=30, tables=1, expressions=15)


@pytest.mark.parametrize("stretch", range(STRETCHES))
def test_programs_come_to_the_same(stretch: int) -> None:
    programs = refused = 0
    for seed in range(stretch * PACKS, stretch * PACKS + PACKS):
        verdict = judged(seed, partial(draw_pack, size=MANY))
        programs += verdict.programs
        refused += bool(verdict.refused)
        assert not verdict.faults, "\n".join(f"seed {seed}, program {f.program}: {f.what}" for f in verdict.faults)
    assert refused <= 1  # of nine: a question in a batch, seldom something else
    assert programs >= MANY.programs * (PACKS - refused)


@pytest.mark.parametrize("stretch", range(3))
def test_expressions_come_to_the_same(stretch: int) -> None:
    """At most one of four packs may be refused: what the checker refuses is not compared."""
    refused = 0
    for seed in range(10_000 + 4 * stretch, 10_004 + 4 * stretch):
        verdict = judged(seed, partial(draw_pack, size=TELLING))
        assert not verdict.faults, "\n".join(f"seed {f.seed}, program {f.program}: {f.what}" for f in verdict.faults)
        assert verdict.refused or verdict.programs == TELLING.tables
        refused += bool(verdict.refused)
    assert refused <= 1
