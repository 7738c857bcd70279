"""Content tests on both machines: the position that a test begins with, made once by the scenario runner for the engine
and once here for the oracle; then the answers that the test gives."""

from __future__ import annotations

from typing import Any

from tests.oracle import boards, borders, events, quantities, statements
from tests.oracle.compare import Difference, Limits, Prepared, Report
from tests.oracle.lockstep import Both
from tests.oracle.scope import Scope
from tests.oracle.things import Entity, Record, first_value
from tests.oracle.world import World

from rulewright.check import model as m
from rulewright.scenario import answers
from rulewright.scenario.case import Constant, Piece
from rulewright.scenario.companion import Companion
from rulewright.scenario.position import Unfit, set_up
from rulewright.scenario.suite import Suite
from rulewright.scenario.words import Words
from rulewright.space import picture


def replay(suite: Suite, test: Companion, *, traced: bool) -> Report:
    """Plays a content test on both, as far as it has answers."""
    assert suite.linked is not None and suite.numbers is not None and suite.definitions is not None
    case = test.case
    try:
        position = set_up(test, suite.linked, suite.numbers)
    except Unfit:
        return Report()
    pack = suite.definitions
    settings = {name: case.settings.get(name, default) for name, _, default in suite.linked.program.settings}
    prepared = Prepared(pack, suite.linked)
    w = World(prepared.facts, case.seats, position.m.chance.copy(), settings, lambda d: 0)
    names = _Position(w, test, pack)
    given = [one for one in case.answers if one.choose is not None]
    limits = Limits(len(given), traced)

    def choose(number: int, options: int) -> int:
        d = position.m.pending
        assert d is not None
        found = answers.matching(given[number].choose or "", answers.options_of(Words(position.m, position.names), d))
        return found[0]

    both = Both(prepared, position.m, w, choose, limits)
    if case.play:
        assert pack.start is not None
        start = pack.start
        report = both.run(suite.linked.program.start, (), lambda w: events.call(w, start, []))
    elif test.do is not None:
        event = pack.events[test.do]
        args = position.constants(case)
        report = both.run(suite.numbers.events[test.do], args, lambda w: _called(w, event, names))
    else:
        report = both.report
        both.compare(None)
    if report.difference is None and report.over and not report.stopped:
        _claims(both, test, names)
    return report


def _called(w: World, event: m.EventDef, names: _Position) -> Record:
    return events.call(w, event, list(names.constants()))


def _claims(both: Both, test: Companion, names: _Position) -> None:
    """What the test says of the end holds for the oracle too."""
    for words, _, claims in test.then:
        for one in claims:
            permission = both.prepared.definitions.permissions[one.permission]
            if not quantities.permits(both.w, permission, names.constants()):
                what = f"what holds at the end ({words})"
                both.report.difference = Difference(both.report.decisions, what, True, False)
                return


class _Position:
    """The match before the test does anything, and its names."""

    def __init__(self, w: World, test: Companion, pack: m.PackDef) -> None:
        self.w, self.case, self.pack = w, test.case, pack
        self.named: dict[str, Entity] = {}
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
        if test.given is not None:
            event = pack.events[test.given]
            results = [first_value(pack, one.type) for one in event.gives]
            record = Record(event, [*self.constants(), *results])
            statements.run_text(w, event.do, Scope(record=record))

    def _lay(self) -> dict[str, tuple[int, ...]]:
        """Lays the board; the cells of every sign of a drawing. It has the solid areas of all maps of the pack, and
        strict corners if any of them has."""
        case, maps = self.case, list(self.pack.maps.values())
        if case.map is not None:
            self.w.lay(boards.of_map(self.pack, maps.index(case.map)))
        elif case.drawn is not None:
            solid = tuple(area for one in maps for area in one.solid)
            strict = any(one.strict for one in maps) or not maps
            self.w.lay(boards.of_rows(self.pack, ("drawn",), case.drawn.rows, case.areas, solid, strict))
            drawn = picture.read(list(case.drawn.rows), staggered=self.pack.board.startswith("hex"))
            found = {sign: self.w.board.cells(bits) for sign, bits in drawn.marks.items()}
            for edge, sign in drawn.edges.items():
                found[sign] = (*found.get(sign, ()), edge)
            return found
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
        drawn = [at for at in cells.get(piece.sign or "", ()) if borders.is_edge(at) is on_edges]
        return list(drawn) or ([None] if piece.name is not None else [])

    def _stand(self, piece: Piece, place: int | None) -> Entity:
        made = self.w.create(piece.sheet, piece.seat, place)
        if piece.name is not None:
            self.named[piece.name] = made
        return made

    def constants(self) -> tuple[Any, ...]:
        """The values of the names that the test's texts use."""
        return tuple(self._constant(one) for one in self.case.constants)

    def _constant(self, one: Constant) -> Any:
        if one.seat is not None:
            return one.seat
        if one.cell is not None:
            return self._place(one.cell)
        assert one.piece is not None
        whole = self.named[one.piece]
        return whole if one.part is None else next(x for x in self.w.parts_of(whole) if x.sheet is one.part)
