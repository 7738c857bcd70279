"""`together` (docs/language.md section 5): calls that happen as one batch, wave by wave.

The calls are noted; then every step of section 7 is taken for all of a wave before the next step. What an effect calls
is noted for the next wave. While something happens to one of them, the events around the batch are running and those
whose effects led to it: not its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.oracle import checks, clocks, events, quantities
from tests.oracle.things import Record

if TYPE_CHECKING:
    from tests.oracle.world import World


def together(w: World, statements: Callable[[], None]) -> None:
    """Notes the calls of some statements, then lets them happen. Where calls are noted anyway they join the others."""
    if w.noted is not None:
        statements()
    else:
        _Batch(w).run(statements)


class _Batch:
    """`cause` has every record that was noted, with that whose effect called it. `due` came as far as step 3;
    `concluded` were ended from inside, and what they led to is `gone`."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.around, self.depth, self.silent = list(w.running), w.depth, w.silent
        self.cause: dict[Record, Record | None] = {}
        self.begun: list[Record] = []
        self.due: list[Record] = []
        self.concluded: list[Record] = []
        self.gone: list[Record] = []

    def run(self, statements: Callable[[], None]) -> None:
        """Wave by wave; and when no wave is left, the ends of all."""
        try:
            wave = self.noted(statements, None)
            while wave:
                wave = self.happen(wave)
            self.end()
        except events.Concluded:  # of an event around the batch
            self.drop(self.begun)
            raise
        finally:
            self.leave()

    def noted(self, happening: Callable[[], None], cause: Record | None) -> list[Record]:
        """The calls that something makes, in order: none of them happens yet."""
        outer, self.w.noted = self.w.noted, []
        try:
            happening()
        finally:
            found, self.w.noted = self.w.noted, outer
            self.cause.update((one, cause) for one in found)
        return found

    def happen(self, wave: list[Record]) -> list[Record]:
        """Steps 1 to 4 of a wave. What its effects call is the next one."""
        legal = [record for record in wave if self.is_legal(record)]
        for record in legal:
            self.stand(self.chain(record)[:-1])
            events.begin(self.w, record)
        self.leave()
        self.begun += legal
        for record in legal:
            if record not in self.gone and record not in self.concluded:
                self.take(record, lambda one=record: self.answer(one))  # type: ignore[misc]
        for record in legal:
            if record.outcome == "running" and record not in self.gone and record not in self.concluded:
                self.take(record, lambda one=record: self.do(one))  # type: ignore[misc]
        return [one for one, cause in self.cause.items() if cause in legal and one not in self.gone]

    def is_legal(self, record: Record) -> bool:
        """Step 1, on the state before the wave."""
        self.stand(self.chain(record)[:-1])
        if quantities.allows(self.w, record):
            return True
        events.refuse(self.w, record)
        return False

    def answer(self, record: Record) -> None:
        """Steps 2 and 3."""
        if events.answered_before(self.w, record):
            self.due.append(record)
            events.replace(self.w, record)

    def do(self, record: Record) -> None:
        """Step 4. Whose first entity an earlier effect has removed is impossible."""
        first = events.subject(record)
        about = record.event.params[0].type.tag if record.event.params else ""
        over = about == "status" and record.fields[0] not in self.w.statuses
        if over or (first is not None and not first.in_play):
            record.outcome = "impossible"
        else:
            self.noted(lambda: events.do(self.w, record), record)

    def end(self) -> None:
        """Steps 5 to 8 for all: checks, `ends` and checks again, clocks, then the reactions to the ends."""
        checks.make(self.w)
        for record in list(self.begun):
            if record not in self.gone and (record in self.due or record in self.concluded):
                self.take(record, lambda one=record: events.ends(self.w, one))  # type: ignore[misc]
        checks.make(self.w)
        left = [record for record in self.begun if record not in self.gone]
        for record in left:
            self.stand([record])
            events.close(self.w, record)
        self.leave()
        for record in left:
            events.answer_end(self.w, record)

    # -- what is running -----------------------------------------------------------------------------------------------

    def take(self, record: Record, step: Callable[[], None]) -> None:
        """Something happens to a record of the batch. One of the batch may be concluded by it: then what that led to is
        dropped, and the batch goes on."""
        self.stand(self.chain(record))
        self.w.silent = True
        try:
            step()
        except events.Concluded as stop:
            if stop.record not in self.cause:
                raise
            self.concluded.append(stop.record)
            led_to = [one for one in self.cause if one is not stop.record and stop.record in self.chain(one)]
            self.drop([one for one in led_to if one not in self.gone])
            self.gone += led_to
        finally:
            self.leave()

    def drop(self, records: list[Record]) -> None:
        """They are running no more; clocks on their ends have come."""
        for record in reversed(records):
            if record.outcome == "running":
                record.outcome = "impossible"
                clocks.expire(self.w, record, "end")

    def chain(self, record: Record) -> list[Record]:
        """The records whose effects called each other down to one, itself the last."""
        cause = self.cause[record]
        return [record] if cause is None else [*self.chain(cause), record]

    def stand(self, chain: list[Record]) -> None:
        self.w.running = [*self.around, *chain]
        self.w.depth = self.depth + len(chain)

    def leave(self) -> None:
        self.stand([])
        self.w.silent = self.silent
