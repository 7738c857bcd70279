"""Lists the calls that the pending offer iterates over, legal or not: what a player may have meant that is not offered.

Separate because an offer lists only legal calls; only `why not` needs the rest of its loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.play.bounds import refill
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import State
from rulewright.play.watched import frame_seen, seen_by
from rulewright.program import OfferLine


@dataclass(frozen=True, slots=True)
class Considered:
    """A call of a line of the offer (by its number). `belongs`: the conditions of the line itself are met."""

    line: int
    args: tuple[Any, ...]
    belongs: bool


def considered(
    m: State, event: int, seat: int | None, others: Callable[[int], Iterable[Any]] = lambda _: ()
) -> Iterator[Considered]:
    """The calls of an event that the lines of the pending offer iterate over, line by line, as `seat` knows them (None:
    everything). A line has none if it iterates over something that cannot be listed, or that `seat` may not know. If a
    loop iterates over nothing, `others` provides the values of the argument instead (by its number)."""
    refill(m)
    d = m.pending
    if d is None or d.site < 0 or m.p.program.sites[d.site].kind != "offer":
        return
    known, frame = seen_by(m, seat), frame_seen(m, m.frames[-1], seat)
    names, hushed = m.p.names, m.p.hushed if seat is not None else ()

    def bound(line: OfferLine, before: tuple[Any, ...], inside: bool) -> Iterator[tuple[tuple[Any, ...], bool]]:
        at = len(before)
        if at == len(line.loops):
            yield before, inside
            return
        found = tuple(names[line.loops[at][0]](known, frame, *before))
        instead = tuple(others(line.args.index(at))) if not found and at in line.args else ()
        for one in found or instead:
            yield from bound(line, (*before, one), inside and bool(found))

    for number, line in enumerate(m.p.program.sites[d.site].offers):
        asked = (line.call, *(loop[0] for loop in line.loops), *(where[0] for where in line.where))
        if line.event != event or not line.call or any(function in hushed for function in asked):
            continue
        try:
            for values, inside in bound(line, (), True):
                args = tuple(raw(x) for x in names[line.call](known, frame, *values))
                belongs = inside and all(names[where[0]](known, frame, *values) for where in line.where)
                yield Considered(number, args, belongs)
        except Unseen:
            continue
