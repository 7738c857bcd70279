"""Times functions turn and turn about, so that a slow spell of the machine falls on all of them."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what was measured against what, the ratio (or value), what must be reached, and details."""

    id: str
    what: str
    value: float
    floor: float | None
    goal: float | None
    unit: str = "x"
    higher: bool = False  # more is better
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def reached(self) -> bool | None:
        """Whether the floor is kept; None without one."""
        if self.floor is None:
            return None
        return self.value >= self.floor if self.higher else self.value <= self.floor


def turn_about(functions: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Processor seconds of each function in each round; the order turns every round."""
    times: list[list[float]] = [[] for _ in functions]
    for r in range(rounds):
        order = list(range(len(functions)))
        if r % 2:
            order.reverse()
        for i in order:
            gc.collect()
            start = time.process_time()
            made = functions[i]()
            times[i].append(time.process_time() - start)
            del made  # what was made is thrown away when the clock stands
    return times


def ratio(mine: Sequence[float], yardstick: Sequence[float]) -> tuple[float, float]:
    """Ratio of the best times, and the median of the ratios of each round."""
    return min(mine) / min(yardstick), statistics.median(a / b for a, b in zip(mine, yardstick, strict=True))


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of log time over log size: how cost grows."""
    xs, ys = [math.log(s) for s in sizes], [math.log(t) for t in times]
    mx, my = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum((x - mx) ** 2 for x in xs)
