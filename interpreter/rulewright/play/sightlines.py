"""Finds the line of sight on which an answer depends, and what blocks it: for pictures.

Separate because play needs to know only whether a condition holds. Here its answers are asked again, with some lines
taken as free or as blocked: so it does not matter in which words a pack tests them. This runs on a match as one player
knows it (`play.watched`), and never on the match itself. All answers of a picture together have the steps of
one decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, Literal

from rulewright.limits import MOST_STEPS
from rulewright.play.bounds import refill
from rulewright.play.considered import considered
from rulewright.play.events import admitted
from rulewright.play.laid import Lasting
from rulewright.play.seen import Unseen, raw
from rulewright.play.state import Lines, Runaway, State, copy
from rulewright.play.watched import frame_seen, seen_by
from rulewright.space.plane.points import Xy, square
from rulewright.space.plane.poses import spot_of
from rulewright.space.plane.shapes import Shape
from rulewright.space.plane.sight import clear, met, spot_on

_MOST_TRIED: Final = 12  # lines of one answer
_MOST_REFUSED: Final = 200  # answers that are not offered

Ends = tuple[Xy, Xy]
Blocker = int | Shape  # an entity, or a shape of an area
Forced = Literal["as it is", "free", "blocked"] | tuple[Blocker]  # the last: only this one may block it
Held = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Sightline:
    """A straight line between two spots that decides an answer.

    Attributes:
        ends: in thousandths of an inch; from the first to the second.
        stop: where it enters the first thing that blocks it; None if it is free.
        thing: the entity that blocks it; 0 for an area, or if it is free.
    """

    ends: Ends
    stop: Xy | None = None
    thing: int = 0


class _Tried(Lines):
    """Notes which lines are tested, and what is in their way; what is asked of them may be forced."""

    def __init__(self) -> None:
        self.noted: dict[Ends, dict[Blocker, Sequence[Shape]]] = {}
        self.forced: Mapping[Ends, Forced] = {}
        self.others: Forced = "as it is"

    def free(self, a: int, b: int, covered: Sequence[Shape], found: bool) -> bool:
        """See `Lines`."""
        ends = spot_of(a), spot_of(b)
        way = self.noted.setdefault(ends, {})
        if not found:
            way |= {one: (one,) for one in covered if not clear(*ends, (one,))}
        forced = self.forced.get(ends, self.others)
        if isinstance(forced, tuple):
            return found or forced[0] not in covered
        return found if forced == "as it is" else forced == "free"

    def crossed(self, a: int, b: int, things: dict[int, Sequence[Shape]], found: tuple[int, ...]) -> tuple[int, ...]:
        """See `Lines`."""
        ends = spot_of(a), spot_of(b)
        self.noted.setdefault(ends, {}).update({e: things[e] for e in found})
        forced = self.forced.get(ends, self.others)
        if isinstance(forced, tuple):
            return tuple([e for e in found if e == forced[0]])
        return {"as it is": found, "free": (), "blocked": tuple(things)}[forced]


class Sightlines:
    """The lines of the pending question, as `seat` knows the match (None: everything). `viewers` look at one picture,
    and each has a share of the steps of a decision: lines that need more are left out."""

    def __init__(self, m: State, seat: int | None, viewers: int = 1) -> None:
        self._m, self._seat = m, seat
        known = copy(m) if seat is None else seen_by(m, seat)
        known.laid = replace(m.laid, known=Lasting(), fenced={})  # what is forced must not be kept for other matches
        refill(known, MOST_STEPS // viewers)
        self._known = known
        self._frame = frame_seen(m, m.frames[-1], seat)
        assert m.pending is not None
        self._pending = m.pending
        self._site = m.p.program.sites[m.pending.site]

    def of_answer(self, option: Any) -> Sightline | None:
        """The line that alone keeps an answer legal; None if there is none."""
        return self._safely(self._free, option)

    def refused(self) -> Iterator[Sightline]:
        """The lines that would each make an answer legal if they were free: for each answer the nearest of several."""
        offered = tuple(self._pending.options)
        try:
            among = islice((option for option in self._considered() if option not in offered), _MOST_REFUSED)
            for option in among:
                found = self._safely(self._blocked, option)
                if found is not None:
                    yield found
        except (Unseen, Runaway):
            return

    def _considered(self) -> Iterator[Any]:
        """The answers that the question iterates over, legal or not. Raises Unseen."""
        if self._site.kind == "offer":
            for event in dict.fromkeys(self._site.lines):
                yield from ((one.line, one.args) for one in considered(self._m, event, self._seat))
        elif self._site.source is not None and not self._site.open:
            function, *_ = self._site.source
            found = self._asked(function)
            yield from map(raw, found if type(found) is tuple else ())

    def _asked(self, function: str, *values: Any) -> Any:
        """The result of an expression of the question. Raises Unseen if it reads what a block has computed from
        secrets."""
        if self._seat is not None and function in self._m.p.hushed:
            raise Unseen
        return self._m.p.names[function](self._known, self._frame, *values)

    def _holds(self, option: Any) -> bool:
        """Whether an answer is legal. Nothing is remembered: lines may be forced otherwise than before."""
        known = self._known
        known.cache, known.kept, known.fenced = {}, {}, None
        known.laid.known.clear()
        known.laid.fenced.clear()
        if self._site.kind != "offer":
            return all(self._asked(function, option) for function, *_ in self._site.where)
        number, args = option
        line = self._site.offers[number]
        if set(range(line.bindings)) <= set(line.args):  # else the call does not say what it was offered for
            values = [args[line.args.index(i)] for i in range(line.bindings)]
            if not all(self._asked(function, *values) for function, *_ in line.where):
                return False
        return admitted(known, line.event, args, line.skip)

    def _safely(self, find: Callable[[Held, _Tried], Sightline | None], option: Any) -> Sightline | None:
        """What is found; None if it may not be known, or takes more steps than are left."""
        if self._known.fuel < 0:
            return None
        self._known.lines = tried = _Tried()
        try:
            return find(lambda: self._holds(option), tried)
        except (Unseen, Runaway):
            return None
        finally:
            self._known.lines = None

    def _free(self, holds: Held, tried: _Tried) -> Sightline | None:
        if not holds():
            return None
        tested = _by_length(tried)
        tried.others = "blocked"
        if not tested or holds():
            return None
        for ends in tested:
            tried.forced = {ends: "as it is"}
            if holds():
                return Sightline(ends)
        return None

    def _blocked(self, holds: Held, tried: _Tried) -> Sightline | None:
        if holds():
            return None
        tested = [ends for ends in _by_length(tried) if tried.noted[ends]]
        tried.others = "free"
        if not tested or not holds():
            return None
        tried.others = "as it is"
        for ends in tested:
            tried.forced = {ends: "free"}
            if holds():
                return self._stopped(ends, holds, tried)
        return None

    def _stopped(self, ends: Ends, holds: Held, tried: _Tried) -> Sightline | None:
        """A blocked line, with the first thing that would block it alone; with the first in its way if only several
        together do."""
        pairs = [(blocker, shape) for blocker, shapes in tried.noted[ends].items() for shape in shapes]
        order = met(*ends, [shape for _, shape in pairs])
        for i in order:
            tried.forced = {ends: (pairs[i][0],)}
            if not holds():
                break
        else:
            i = order[0]
        blocker, shape = pairs[i]
        return Sightline(ends, spot_on(*ends, shape), raw(blocker) if isinstance(blocker, int) else 0)


def _by_length(tried: _Tried) -> list[Ends]:
    """The lines that were tested, short ones first, as far as they are tried."""
    return sorted(tried.noted, key=lambda ends: (square(*ends), ends))[:_MOST_TRIED]
