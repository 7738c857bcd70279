"""Random programs whose chance hypothesis draws: what it finds it cuts down to a small pack that still shows it."""

from __future__ import annotations

import tests.oracle.lockstep  # noqa: F401  it lets the stack grow: hypothesis must find that done, not see it happen
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.programs.draw import Draw
from tests.programs.packs import Size, draw_pack
from tests.programs.running import judged_files

TINY = Size(programs=2, events=1, values=2, rules=1, tables=0)


class Drawn(Draw):
    """Every decision is an example's."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def integer(self, low: int, high: int) -> int:
        return self._data.draw(st.integers(low, high))


@settings(max_examples=12, derandomize=True, deadline=None, database=None,
          phases=(Phase.explicit, Phase.generate, Phase.shrink),
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(st.data())
def test_programs_that_hypothesis_draws_come_to_the_same(data: st.DataObject) -> None:
    files, programs = draw_pack(Drawn(data), TINY)
    verdict = judged_files(files, programs, 0)
    assert not verdict.faults, "\n".join(f"program {f.program}: {f.what}" for f in verdict.faults)
