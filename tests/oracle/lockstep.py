"""Both machines, one answer after the other: the oracle asks, what it asks is compared with what the engine asks, and
both get the same answer."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.oracle import canonical, events, planes
from tests.oracle.canonical import Canonical, EngineLog, OracleLog
from tests.oracle.formations import Formation
from tests.oracle.legs import Way
from tests.oracle.limits import Stopped, Tired
from tests.oracle.questions import Decision, Unlisted
from tests.oracle.things import Record
from tests.oracle.witnesses import watched
from tests.oracle.world import World

from rulewright import session
from rulewright.play import labels, opened, setup
from rulewright.play.chance import Chance, Source
from rulewright.play.state import Runaway, State
from rulewright.scenario.dice import Undictated
from rulewright.shapes import OUTCOMES
from rulewright.space.plane.poses import pose, spot_of

if TYPE_CHECKING:
    from tests.oracle.compare import Choose, Difference, Limits, Prepared, Report

sys.setrecursionlimit(max(sys.getrecursionlimit(), 40_000))  # the oracle calls itself as deep as a text goes


class Halt(Exception):
    """Enough has been compared: a difference was found, or as many decisions as were wanted."""


class Both:
    """A match on both machines. `choose` answers; `begin` and `call` set both going. `asked`: what the oracle asks."""

    asked: Decision

    def __init__(self, prepared: Prepared, m: State, w: World, choose: Choose, limits: Limits) -> None:
        from tests.oracle.compare import Report

        self.prepared, self.m, self.w, self.choose, self.limits = prepared, m, w, choose, limits
        self.report: Report = Report()
        self.over: Record | None = None
        self.stopped: str | None = None  # by the engine
        self.observed = {one.id for one in m.p.program.events if one.observed}
        self.engine_log, self.oracle_log = EngineLog(m), OracleLog()
        w.ask = self.ask
        w.proposed, w.tells = self.proposed, canonical.oracle_option
        w.witnesses, w.overlooked = watched(prepared.linked), self.overlooked
        w.witnesses.clear()
        w.patience = w.left = limits.patience
        w.tell = self.hear
        if limits.traced:
            m.trace = self.engine_log
        else:
            m.drafting = True

    def hear(self, kind: str, *what: Any) -> None:
        """What happens on the oracle: events for the report, and all of it for the log."""
        if kind == "begin":
            self.report.happened.add(what[0].event.id)
        if self.limits.traced:
            self.oracle_log(kind, *what)

    def run(self, event: int, args: tuple[Any, ...], call: Callable[[World], Record | None]) -> Report:
        """Begins an event on both, and goes on to the end, or to the first difference."""
        return self.go(lambda: setup.start(self.m, event, args), call)

    def go(self, engine: Callable[[], None], call: Callable[[World], Record | None]) -> Report:
        """Sets both going, each in its own way; `report.over` tells whether they came to an end."""
        self.report.over = False
        try:
            self._engine(engine)
            self._oracle(call)
        except Halt:
            return self.report
        return self.report

    def _oracle(self, call: Callable[[World], Record | None]) -> None:
        stopped = None
        try:
            self.over = call(self.w)
        except (Stopped, Undictated) as found:
            stopped = f"{type(found).__name__} {found}"
        except Tired:
            if self.stopped is None:
                self.report.unsettled = True
                return
            stopped = "Tired"
        except events.Concluded:
            stopped = "concluded"
        if (stopped is None) is not (self.stopped is None):
            self.differ("whether a limit stopped it", self.stopped, stopped)
        self.report.stopped = stopped or ""
        if stopped is None:
            self.compare(None)
        self.report.over = True

    def _engine(self, action: Callable[[], None]) -> None:
        try:
            action()
            if self.m.pending is not None:
                len(self.m.pending.options)  # also where they are listed only if somebody asks
        except (Runaway, Undictated) as found:
            self.stopped = f"{type(found).__name__} {found}"
            self.m.pending = None
            self.w.patience = self.w.left = self.limits.patience / 8
        except Exception:
            # Whatever it is, it is a difference: the oracle goes on from here.
            self.differ("what the engine does", traceback.format_exc(limit=-6), "it goes on")

    def differ(self, what: str, engine: Any, oracle: Any) -> None:
        """The first difference ends the comparison."""
        from tests.oracle.compare import Difference

        found: Difference = Difference(self.report.decisions, what, engine, oracle)
        self.report.difference = found
        raise Halt

    def proposed(self) -> list[tuple[int, Any]]:
        """What the engine proposes, each with its place and as it is told. Raises Tired where a limit has stopped the
        engine: the search for places, which is not repeated here, may be what took its steps."""
        if self.stopped is not None:
            raise Tired
        pending = self.m.pending
        if pending is None or not opened.takes_unlisted(self.m, pending):
            return []
        told = canonical.engine_question(self.m, pending, self.w.reactions)["options"]
        return [(self.member(opened.member_in(self.m, pending, one)), words)
                for one, words in zip(pending.options, told, strict=True)]  # fmt: skip

    def overlooked(self, found: Any) -> None:
        """The oracle can answer where the engine proposes nothing."""
        if self.stopped is None:
            self.differ("whether anything can be answered", "nothing", canonical.told(found))

    def member(self, one: opened.Member) -> Any:
        """A place, a way, or a formation of the oracle's own things."""
        if opened.is_way(one):
            return Way(one)
        if not opened.is_formation(one):
            return one
        mine = {e.number: e for e in self.w.entities}
        return Formation(tuple((mine[e], Way(goal) if isinstance(goal, tuple) else goal) for e, goal in one))

    def ask(self, d: Decision) -> Any:
        """The oracle asks: compares, and answers both. An answer below 0 is a place that is not listed."""
        self.compare(d)
        if self.report.decisions >= self.limits.decisions or self.w.walked > self.limits.whole:
            raise Halt
        self.asked = d
        index = self.choose(self.report.decisions, len(d.options))
        self.report.decisions += 1
        assert self.m.pending is not None
        if index < 0:
            unlisted = self.judged(*opened.meant(self.m, index))
            if unlisted is None:
                raise Halt  # the answer that was wanted is none
        else:
            option = self.m.pending.options[index]
            unlisted = None if d.judge is None else self.elsewhere(d, index)
        if unlisted is not None:
            option, found = unlisted
            self._engine(lambda: session.answer(self.m, option))
            return Unlisted(found)
        self._engine(lambda: session.answer(self.m, option))
        return index

    def judged(self, index: int, place: opened.Member) -> tuple[Any, Any] | None:
        """Whether both say that a place can be answered as an option is: the option there of each, None if not."""
        try:
            option = opened.option_of(self.m, opened.number_of(index, place))
        except opened.Unlisted:
            option = None
        judge = self.asked.judge
        judged = None if judge is None else judge(index, self.member(place))
        if (option is None) is not (judged is None):
            self.differ(f"whether {labels.member(self.m, place)} can be answered", option, judged)
        return None if option is None else (option, judged)

    def elsewhere(self, d: Decision, index: int) -> tuple[Any, Any] | None:
        """Places beside what is proposed: both say of each whether it can be answered. The last that can, for both."""
        pending = self.m.pending
        assert pending is not None
        near = opened.member_in(self.m, pending, pending.options[index])
        found: tuple[Any, Any] | None = None
        for k in range(4) if near != -1 else ():
            judged = self.judged(index, self.other(near, k))
            if judged is not None and k % 2:
                found = judged
                self.report.unlisted += 1
        return found

    def other(self, near: opened.Member, k: int) -> opened.Member:
        """Another place near one; of a formation with one of its things there, or two of them changed about; of a way
        the straight one, one with a leg more, or one of which an end of a leg lies elsewhere."""
        step = self.report.decisions + 7 * k
        if opened.is_way(near):
            stop = near[1 + step % (len(near) - 1)]
            other = self.other(stop, k)
            assert type(other) is int
            if k < 2:
                return (near[0], near[-1]) if k == 0 else (*near[:-1], other, near[-1])
            return (near[0], *(other if at == stop else at for at in near[1:]))
        if opened.is_formation(near):
            if not near:
                return near
            i, j = step % len(near), (step + 1) % len(near)
            if opened.is_march(near):
                way = self.other(near[i][1], k)
                assert opened.is_way(way)
                return (*near[:i], (near[i][0], way), *near[i + 1 :])
            places = [at for _, at in near]
            if k == 0:
                places[i], places[j] = places[j], places[i]
            else:
                other = self.other(places[i], k)
                assert type(other) is int
                places[i] = other
            return tuple((e, at) for (e, _), at in zip(near, places, strict=True))
        assert type(near) is int
        if not planes.is_plane(self.w.pack):
            board = self.m.board
            return next((at for at in (near + step % 3 - 1, near + board.stride, near - 1) if board.is_place(at)), near)
        x, y = spot_of(near)
        return pose(x + 997 * step % 2401 - 1200, y + 613 * step % 2401 - 1200, 30 * k if k > 1 else 0)

    def compare(self, d: Decision | None) -> None:
        """Log, question and state of both, now; `d` is what the oracle asks, None at the end."""
        pending = self.m.pending
        if self.stopped is not None:
            self.differ("whether a limit stopped it", self.stopped, None)
        self._compare_logs()
        asked = None if pending is None else canonical.engine_question(self.m, pending, self.w.reactions)
        asks = None if d is None else canonical.oracle_question(d)
        if asked is None or asks is None:
            if asked != asks:
                self.differ("what is asked", asked, asks)
        else:
            self._compare(asked, asks)
        self._compare(canonical.engine_state(self.m), canonical.oracle_state(self.w, self.observed))
        if d is None:
            self._compare_end()

    def _compare(self, engine: Canonical, oracle: Canonical) -> None:
        for what in {**engine, **oracle}:
            one, other = engine.get(what, "nothing"), oracle.get(what, "nothing")
            if one != other:
                self.differ(what, one, other)

    def _compare_logs(self) -> None:
        one, other = self.engine_log.entries, self.oracle_log.entries
        for i in range(max(len(one), len(other))):
            a = one[i] if i < len(one) else None
            b = other[i] if i < len(other) else None
            if a != b:
                before = ", ".join(map(str, other[max(0, i - 4) : i]))
                self.differ(f"what happens after {before or 'the answer'}", a, b)
        one.clear()
        other.clear()

    def _compare_end(self) -> None:
        over, record = self.m.over, self.over
        if record is None or record.event is not self.w.pack.start:
            return  # the text of a content test, whose record nobody asks for
        if over is None:
            self.differ("the end of the match", over, canonical.told(record))
            return
        fields = canonical._fields(self.m, over)
        self._compare(
            {"outcome": OUTCOMES[over[2]], "results": fields},
            {"outcome": record.outcome, "results": canonical.told(tuple(record.fields))},
        )


def both(prepared: Prepared, seats: int, chance: Source, settings: dict[str, Any], limits: Limits) -> Both:
    """A match in which nothing has happened yet; each machine gets its own copy of the dice."""
    m = setup.empty(prepared.linked, seats, chance, tuple(settings.values()))
    w = World(prepared.facts, seats, chance.copy(), settings, lambda d: 0)
    return Both(prepared, m, w, lambda number, options: 0, limits)


def play(
    prepared: Prepared, seed: int, choose: Choose, limits: Limits, players: int | None, settings: dict[str, Any]
) -> Report:
    """A match from its beginning."""
    p, start = prepared.linked.program, prepared.definitions.start
    assert start is not None, "a pack without a start is not played"
    seats = p.players[0] if players is None else players
    values = {name: settings.get(name, default) for name, _, default in p.settings}
    made = both(prepared, seats, Chance(seed), values, limits)
    made.choose = choose
    return made.run(p.start, (), lambda w: events.call(w, start, []))
