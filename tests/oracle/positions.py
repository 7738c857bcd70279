"""Content tests on both machines: the position that a test begins with, made once by the scenario runner for the engine
and once here for the oracle; then the answers that the test gives."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

from tests.oracle import boards, borders, events, quantities, statements
from tests.oracle.compare import Difference, Limits, Prepared, Report
from tests.oracle.limits import Tired
from tests.oracle.lockstep import Both, Halt
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, first_value
from tests.oracle.world import World

from rulewright.check import model as m
from rulewright.limits import MOST_STEPS
from rulewright.play import opened, setup, trampoline
from rulewright.play.bounds import refill
from rulewright.play.load import Linked
from rulewright.play.state import Concluded
from rulewright.scenario import answers
from rulewright.scenario.case import Answer, Constant, Piece
from rulewright.scenario.dice import Dictated
from rulewright.scenario.made import GIVEN, Companion, Doing, Made, Opened
from rulewright.scenario.meaning import Meaning
from rulewright.scenario.passing import declined
from rulewright.scenario.position import Position, Unfit, set_up
from rulewright.scenario.suite import Ground, Suite


def replay(suite: Suite, test: Companion, *, traced: bool, patience: float = inf) -> Report:
    """Plays a content test on both, as far as it has answers, and as far as the patience of the oracle."""
    ground, case = suite.ground_of(test), test.case
    try:
        position = set_up(test, ground.linked, ground.numbers)
    except Unfit:
        return Report()
    pack = ground.definitions
    settings = {name: case.settings.get(name, default) for name, _, default in ground.linked.program.settings}
    prepared = _prepared(pack, ground.linked)
    w = World(prepared.facts, case.seats, position.m.chance.copy(), settings, lambda d: 0)
    names = _Position(w, test, pack)
    assert isinstance(position.m.chance, Dictated) and isinstance(w.chance, Dictated)
    position.m.chance.around = lambda: _around_engine(both)
    w.chance.around = lambda: _around(w)
    limits = Limits(_MOST_DECISIONS, traced or any(around for _, around in case.dice), patience)
    both = Both(prepared, position.m, w, lambda number, options: 0, limits)
    return _Replay(ground, test, position, names, both).steps()


@lru_cache(2)  # to prepare one takes far longer than a test: that of a pack, and that of a file with own definitions
def _prepared(pack: m.PackDef, linked: Linked) -> Prepared:
    return Prepared(pack, linked)


_MOST_DECISIONS = 100_000  # of one test: its answers run out before


def _around(w: World) -> tuple[str, ...]:
    """The events that are running, and the classes of each before it."""
    return tuple(name for one in w.running for name in (*(c.id for c in one.event.classes), one.event.id))


def _around_engine(both: Both) -> tuple[str, ...]:
    """The same by the log of the engine."""
    events = both.m.p.program.events
    return tuple(name for one in both.engine_log.going_on for name in (*events[one].classes, events[one].id))


class _Replay:
    """The steps of a test, taken on both."""

    def __init__(self, ground: Ground, test: Companion, position: Position, names: _Position, both: Both) -> None:
        self.test, self.position, self.names, self.both = test, position, names, both
        self.meaning = Meaning(test.case, position)
        self.numbers = ground.numbers.events
        self.number = 0
        self.waiting = self.answers_of(0)
        both.choose = self.choose
        both.engine_log.going_on = [self.numbers[one.event] for one in test.during]

    def answers_of(self, number: int) -> list[Answer]:
        steps = self.test.steps
        if number >= len(steps):
            return []
        return [one for one in steps[number].step.answers if one.choose is not None or one.at or one.refused]

    def steps(self) -> Report:
        """Plays all, or up to the first difference."""
        report = self.both.report
        report.over = True
        try:
            while self.number < len(self.test.steps):
                self.act(self.test.steps[self.number])
                if report.difference is not None or report.stopped or not report.over or not self.claims():
                    break
                self.next()
        except Tired:  # in a claim
            report.unsettled = True
        return report

    def next(self) -> None:
        self.number += 1
        self.waiting = self.answers_of(self.number)

    def act(self, doing: Doing) -> None:
        """Does what a step does, and answers what is asked: its own answers, and those of the steps behind it that go
        on with the question."""
        both, pack, do = self.both, self.both.prepared.definitions, doing.do
        if doing.step.play:
            start = pack.start
            assert start is not None
            both.run(both.prepared.linked.program.start, (), lambda w: events.call(w, start, []))
        elif do is not None:
            number, args = self.number, self.position.constants(do.names)
            self.names.texts[number] = pack.events[do.id]
            both.go(lambda: self.begin(number, self.numbers[do.id], args),
                    lambda w: self.called(number, pack.events[do.id], self.names.constants(do.names)))
        elif self.number == 0:
            both.compare(None)

    def begin(self, number: int, event: int, args: tuple[Any, ...]) -> None:
        """The engine's text of a step; it may end what is running around it, which goes on with its end then."""
        m = self.both.m
        try:
            self.position.runs[number] = setup.begin_text(m, event, args)
        except Concluded as stop:
            trampoline.unwind(m, stop.record)
            trampoline.run(m)

    def called(self, number: int, event: m.EventDef, args: tuple[Any, ...]) -> Record | None:
        """The oracle's."""
        w = self.both.w
        try:
            self.names.runs[number] = events.call(w, event, list(args))
            return self.names.runs[number]
        except events.Concluded as stop:
            held = self.names.held
            place = held.index(stop.record)
            inside, held[place:] = held[place + 1 :], []
            w.depth = place + 1
            events.go_on(w, stop.record, inside)
            w.depth = place
            return None

    def choose(self, number: int, options: int) -> int:
        """The next answer if the question is one that it answers; else what passes it; else the next step goes on."""
        m = self.position.m
        d = m.pending
        assert d is not None
        while True:
            answer = self.waiting[0] if self.waiting else None
            if answer is not None:
                shown = answers.options_of(self.meaning.words, d)
                index = self.meaning.fitting(answer, d, shown)
                if index is not None:
                    self.waiting.pop(0)
                    for where in answer.refused:
                        self.both.judged(index, self.meaning.member_of(where, d, index))
                    if answer.refused and answer.at is None:
                        continue
                    at = self.meaning.where(answer, shown)
                    return index if at is None else opened.number_of(index, self.meaning.member_of(at, d, index))
            index = declined(m, d, self.test.case.passes)
            if index is not None:
                return index
            if self.waiting or not self.test.steps[self.number].step.open or not self.claims():
                raise Halt
            self.next()

    def claims(self) -> bool:
        """Whether what a step says of its end holds for both. What the engine finds then is a witness."""
        for words, _, claims in self.test.steps[self.number].then:
            for one in claims:
                permission = self.both.prepared.definitions.permissions[one.permission.id]
                engine = self.holds(one.permission)
                oracle = quantities.permits(self.both.w, permission, self.names.constants(one.permission.names))
                if not engine or not oracle:
                    what = f"what holds at the end ({words})"
                    self.both.report.difference = Difference(self.both.report.decisions, what, engine, oracle)
                    return False
        return True

    def holds(self, claim: Made) -> bool:
        """What the engine says of a claim."""
        m = self.both.m
        refill(m, MOST_STEPS)
        function = m.p.program.texts[f"permission {claim.id}"].function
        return bool(m.p.names[function](m, *self.position.constants(claim.names)))


class _Position:
    """The match before the test does anything, and its names."""

    def __init__(self, w: World, test: Companion, pack: m.PackDef) -> None:
        self.w, self.case, self.pack = w, test.case, pack
        self.named: dict[str, Entity] = {}
        self.texts: dict[int, m.EventDef] = {}  # of steps, as they have begun, and their runs as they are over
        self.runs: dict[int, Record] = {}
        self.held: list[Record] = []  # what is running when the test begins, outermost first
        cells = self._lay()
        for piece in self.case.pieces:
            for place in self._where(piece, cells):
                self._stand(piece, place)
        for stack in self.case.zones:
            zone = w.zone(stack.zone, stack.seat)
            for item in stack.items:
                w.put(self.named[item] if isinstance(item, str) else self._stand(item, None), zone)
        for name, cell in self.case.put.items():
            w.put(self.named[name], self._place(cell))
        for one in test.during:
            self._hold(one)
        if test.given is not None:
            event = pack.events[test.given.id]
            results = [first_value(pack, one.type) for one in event.gives]
            record = Record(event, [*self.constants(test.given.names), *results])
            self.runs[GIVEN] = record
            statements.run_text(w, event.do, Scope(record=record))

    def _hold(self, opened: Opened) -> None:
        """An event that is running, whose text is passed over."""
        names, event = self.constants(opened.permission.names), self.pack.events[opened.event]
        args = [quantities.value(self.w, self.pack.values[one.value], names) for one in opened.args]
        record = Record(event, [*args, *(first_value(self.pack, one.type) for one in event.gives)])
        events.begin(self.w, record)
        self.held.append(record)

    def _lay(self) -> dict[str, tuple[int, ...]]:
        """Lays the board; the cells of every sign of a drawing. It has the solid areas of all maps of the pack, and
        strict corners if any of them has."""
        case, maps = self.case, list(self.pack.maps.values())
        if case.map is not None:
            self.w.lay(boards.of_map(self.pack, maps.index(case.map)))
        elif case.drawn is not None:
            solid = tuple(area for one in maps for area in one.solid)
            strict = any(one.strict for one in maps) or not maps
            self.w.lay(boards.of_rows(self.pack, ("drawn",), case.drawn.rows, case.areas, solid, strict,
                                        case.drawn.above))
            return boards.signs(self.pack, self.w.board, case.drawn.rows, case.drawn.above)
        return {}

    def _place(self, name: str) -> int:
        space = self.w.board.space
        place = space.parse_edge(name) if "|" in name else space.parse(name)
        assert place is not None, name
        return int(place)

    def _where(self, piece: Piece, cells: dict[str, tuple[int, ...]]) -> list[int | None]:
        if piece.cell is not None:
            return [self._place(piece.cell)]
        elsewhere = [*self.case.put, *(item for stack in self.case.zones for item in stack.items)]
        if piece.name is not None and piece.name in elsewhere:
            return [None]
        on_edges = borders.stands_on_edges(piece.sheet)
        drawn = boards.where(self.w.board, cells.get(piece.sign or "", ()), on_edges)
        return list(drawn) or ([None] if piece.name is not None else [])

    def _stand(self, piece: Piece, place: int | None) -> Entity:
        made = self.w.create(piece.sheet, piece.seat, place)
        if piece.name is not None:
            self.named[piece.name] = made
        return made

    def constants(self, names: tuple[Constant, ...]) -> tuple[Any, ...]:
        """The values of names of a test."""
        return tuple(self._constant(one) for one in names)

    def _constant(self, one: Constant) -> Any:
        if one.seat is not None:
            return one.seat
        if one.cell is not None:
            return self._place(one.cell)
        if one.step is not None:
            return self._run(one.step).fields[one.result]
        assert one.piece is not None
        whole = self.named[one.piece]
        return whole if one.part is None else next(x for x in self.w.parts_of(whole) if x.sheet is one.part)

    def _run(self, number: int) -> Record:
        """The text of a step, over or not."""
        over = self.runs.get(number)
        return next(one for one in self.w.running if one.event is self.texts[number]) if over is None else over
