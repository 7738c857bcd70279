"""Rows about playing in several processes: what a second one brings, and how soon the first match is back."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from tests.bench.timing import Row

_DECISIONS = 600_000

# A process of its own, with nothing loaded that the command `soak` does not load: new processes load the same again.
_MEASURE = "import sys; from tests.bench.workers import measured; measured(int(sys.argv[1]))"


def workers(rounds: int) -> list[Row]:
    """Whole matches of the skirmish at random, as `soak` plays them: one process, two, in turn. Seconds of the wall
    clock, as no other clock goes over processes; the start of the processes counts."""
    command = [sys.executable, "-c", _MEASURE, str(rounds)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    alone, both, first = (list(map(float, times)) for times in json.loads(found))
    gain = statistics.median(a / b for a, b in zip(alone, both, strict=True))
    return [
        Row(
            "P1",
            "whole matches in two processes against one, start included",
            min(alone) / min(both),
            1.9,
            1.97,
            higher=True,
            details={"median": round(gain, 3), "seconds": [round(min(alone), 2), round(min(both), 2)]},
        ),
        Row(
            "P2",
            "until the first match of two processes is back, seconds",
            min(first),
            0.5,
            0.1,
            unit="s",
            details={"median": round(statistics.median(first), 3)},
        ),
    ]


def measured(rounds: int) -> None:
    """Writes the seconds of each round: alone, with two, and with two until the first match was back."""
    from rulewright.assets import content_dir
    from rulewright.session import link_program
    from rulewright_tools.packs import playable
    from rulewright_tools.parallel import matches
    from rulewright_tools.soaking import Pack

    folder = content_dir() / "skirmish"
    pack = Pack(folder, link_program(playable(folder)))
    alone: list[float] = []
    both: list[float] = []
    first: list[float] = []
    for _ in range(rounds):
        start = time.perf_counter()
        one = [match.decisions for match in matches(pack, 0, _DECISIONS, 1)]
        alone.append(time.perf_counter() - start)
        start = time.perf_counter()
        two: list[int] = []
        for match in matches(pack, 0, _DECISIONS, 2):
            if not two:
                first.append(time.perf_counter() - start)
            two.append(match.decisions)
        both.append(time.perf_counter() - start)
        assert one == two, "not the same matches"
    sys.stdout.write(json.dumps([alone, both, first]))
