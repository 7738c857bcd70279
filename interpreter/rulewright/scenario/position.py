"""Sets up the match at the beginning of a test: board, entities, zones, overrides and statuses.

Separate because it does not follow the rules: it writes the position that the rules then start from.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.limits import MOST_STEPS
from rulewright.play import pieces, plans, setup
from rulewright.play.load import Linked
from rulewright.play.state import Record, State
from rulewright.play.words import Words
from rulewright.scenario.case import Case, Constant, Drawing, Piece, zone_row
from rulewright.scenario.dice import Dictated
from rulewright.scenario.made import GIVEN, Companion, Made, Opened
from rulewright.shapes import FIELDS
from rulewright.space import picture
from rulewright.space.forms import FORMS
from rulewright.space.grid import EDGES

DRAWN = ("drawn",)          # the key of a board that no map of the pack draws


class Unfit(Exception):
    """An impossible position; the message says why."""


@dataclass(slots=True)
class Numbers:
    """The numbers of ids in the program."""

    areas: dict[str, int]
    sheets: dict[str, int]
    zones: dict[str, int]
    events: dict[str, int]
    solid: tuple[int, ...]
    strict: bool


def numbers_of(linked: Linked) -> Numbers:
    """The numbers by id. A drawing of a test has the solid areas of all maps of the pack, and strict corners if any map
    has them."""
    p = linked.program

    def numbered(things: Any) -> dict[str, int]:
        return {thing.id: number for number, thing in enumerate(things)}

    solid = tuple(sorted({number for drawn in p.maps for number in drawn.solid}))
    strict = any(drawn.strict for drawn in p.maps) or not p.maps
    return Numbers(numbered(p.areas), numbered(p.sheets), numbered(p.zones), numbered(p.events), solid, strict)


@dataclass(slots=True)
class Position:
    """A match at the beginning of a test: the entities by name, and by glyph in the order of the drawing; `runs`: the
    events that its steps have begun, by number; `marks`: the names of statuses."""

    m: State
    by_name: dict[str, int] = field(default_factory=dict)
    by_sign: dict[str, list[int]] = field(default_factory=dict)
    runs: dict[int, Record] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)

    @property
    def names(self) -> dict[int, str]:
        """The names of the entities."""
        return {e: name for name, e in self.by_name.items()}

    def words(self) -> Words:
        """The match in the words of the test."""
        return Words(self.m, self.names, self.marks)

    def called(self, e: int) -> tuple[str, ...]:
        """The names by which a test may refer to an entity: the name that it gave, or the sheet."""
        own = (name for name, one in self.by_name.items() if one == e)
        return (*own, self.m.p.program.sheets[self.m.sheet[e]].id)

    def constant(self, one: Constant) -> Any:
        """The value of a name of the test. Raises Unfit for a cell that the board does not have, and for a local whose
        block stopped before it."""
        if one.seat is not None:
            return one.seat
        if one.cell is not None:
            return place_of(self.m, one.cell)
        if one.step is not None:
            run = self.runs.get(one.step)
            value = None if run is None else run[FIELDS + one.result]
            if run is None or (value is None and one.type.tag != "maybe"):
                raise Unfit(f"'{one.name}' has no value: the block stopped before it was set")
            return value
        assert one.piece is not None
        e = self.by_name[one.piece]
        if one.part is None:
            return e
        sheets = self.m.p.sheets
        parts = [x for x in range(1, len(self.m.sheet)) if self.m.whole[x] == e]
        # The last one: earlier ones left play when the thing showed another sheet.
        return next(x for x in reversed(parts) if sheets[self.m.sheet[x]].id == one.part.id)

    def constants(self, names: tuple[Constant, ...]) -> tuple[Any, ...]:
        """The values of names of a test, in order."""
        return tuple(self.constant(one) for one in names)


def zone_code(zone: int, seat: int, seats: int) -> int:
    """The code of a zone's number and seat in a match with this many seats."""
    return -2 - (zone * seats + seat)


def place_of(m: State, name: str) -> int:
    """The cell or edge with a name."""
    what = "edge" if "|" in name else FORMS[m.p.program.board].place
    place = m.board.parse_edge(name) if "|" in name else m.board.parse(name)
    if place is None:
        laid = m.board_key is not None
        raise Unfit(f"the board has no {what} {name}" if laid else f"there is no board, so no {what} {name}")
    return int(place)


def read_drawing(m: State, drawn: Drawing) -> picture.Drawing:
    """The contents of a drawing of a test."""
    return picture.read(list(drawn.rows), FORMS[m.p.program.board].staggered, above=drawn.above)


def set_up(companion: Companion, linked: Linked, numbers: Numbers) -> Position:
    """The match before the test does anything. Raises Unfit."""
    case = companion.case
    p = linked.program
    settings = tuple(case.settings.get(name, default) for name, _, default in p.settings)
    orders = {zone_code(numbers.zones[zone], seat, case.seats): given for (zone, seat), given in case.shuffles.items()}
    chance = Dictated(case.dice, case.seed, orders)
    m = setup.empty(linked, case.seats, chance, settings)
    m.fuel = MOST_STEPS
    position = Position(m)
    chance.names = position.called
    drawn: picture.Drawing | None = None
    if case.map is not None:
        setup.lay(m, next(i for i, one in enumerate(p.maps) if one.id == case.map.id))
    elif case.drawn is not None:
        drawn = _draw(case, position, numbers)
    for piece in case.pieces:
        for place in _where(piece, case, position, drawn):
            _stand(position, piece, numbers, place)
    _fill_zones(case, position, numbers)
    for name, cell in case.put.items():
        _put(m, position.by_name[name], place_of(m, cell), name)
    for opened in companion.during:
        _hold(position, opened, numbers)
    if companion.given is not None:
        _give(position, companion.given, numbers)
        position.marks = {position.constant(one): one.name for one in companion.marks}
    return position


def _draw(case: Case, position: Position, numbers: Numbers) -> picture.Drawing:
    """Lays the drawn board. Returns the contents of the drawing."""
    assert case.drawn is not None
    m = position.m
    legend = {sign: tuple(numbers.areas[area.id] for area in areas) for sign, areas in case.areas.items()}
    rows, above = case.drawn.rows, case.drawn.above
    setup.lay_down(m, DRAWN, setup.drawn(m.p.program, rows, legend, numbers.solid, numbers.strict, above))
    return read_drawing(m, case.drawn)


def _where(piece: Piece, case: Case, position: Position, drawn: picture.Drawing | None) -> list[int | None]:
    """The cells of a piece of the legend, one for each time it is drawn; none if it is nowhere."""
    if piece.cell is not None:
        return [place_of(position.m, piece.cell)]
    m, sign = position.m, piece.sign or ""
    at: list[int | None] = []
    if drawn is not None and sign:
        # A glyph is in a cell or on an edge depending on where it is drawn, and the legend may explain both.
        on_edges = piece.sheet.kind.placed == "edge"
        at += plans.where_drawn(m, drawn, sign, on_edges)
        alike = [one for one in case.pieces if one.sign == sign]
        if not case.areas.get(sign) and all((one.sheet.kind.placed == "edge") is on_edges for one in alike):
            # There is no other meaning: an impossible position is reported.
            ground = [place for place in m.board.decode(drawn.marks.get(sign, 0)) if not m.board.level(place)]
            at += ground if on_edges else [edge for edge, one in drawn.edges.items() if one == sign]
    if piece.name is not None and (piece.name in case.put or any(piece.name in stack.items for stack in case.zones)):
        return [None]
    return at or ([None] if piece.name is not None else [])


def _stand(position: Position, piece: Piece, numbers: Numbers, place: int | None) -> int:
    m = position.m
    owner = piece.seat
    if owner is None and m.p.program.kinds[m.p.sheets[numbers.sheets[piece.sheet.id]].kind].owned:
        raise Unfit(f"{piece.sheet.id} must belong to a player: write `{piece.sheet.id} of 1`")
    e = pieces.create(m, numbers.sheets[piece.sheet.id], owner, None)
    if place is not None:
        _put(m, e, place, piece.name or piece.sheet.id)
    if piece.name is not None:
        position.by_name[piece.name] = e
    if piece.sign is not None:
        position.by_sign.setdefault(piece.sign, []).append(e)
    return e


def _put(m: State, e: int, place: int, name: str) -> None:
    unfit = (_off_base if FORMS[m.p.program.board].based else _off_cells)(m, e, place)
    if unfit is not None:
        raise Unfit(f"{name} {unfit}")
    pieces.put(m, e, place)


def _off_base(m: State, e: int, place: int) -> str | None:
    """Why a thing with a base cannot stand there."""
    return None if m.p.standing.fits(m, e, place) else f"does not fit at {m.board.show(place)}"


def _off_cells(m: State, e: int, place: int) -> str | None:
    """Why a thing with a size in cells, 0 on edges, cannot stand there."""
    size = m.p.sizes[m.sheet[e]]
    if place >= EDGES and size:
        return f"must be on a place, but {m.board.show_edge(place)} is an edge"
    if place < EDGES and not size:
        return f"must be on an edge, but {m.board.show(place)} is a cell"
    if size > 1 and not m.board.footprint(place, size):
        return f"covers {size} by {size} cells, which do not fit at {m.board.show(place)}"
    if place >= EDGES and not m.board.is_edge(place):
        return "is drawn on an edge without cells on either side"
    return None


def _fill_zones(case: Case, position: Position, numbers: Numbers) -> None:
    for stack in case.zones:
        row, seat = zone_row(stack.zone, stack.seat)
        code = zone_code(numbers.zones[row], seat, case.seats)
        for item in stack.items:
            e = position.by_name[item] if isinstance(item, str) else _stand(position, item, numbers, None)
            pieces.put(position.m, e, code)


def _hold(position: Position, opened: Opened, numbers: Numbers) -> None:
    """Opens an event that is running when the test begins."""
    m = position.m
    names = position.constants(opened.permission.names)
    asked = (m.p.program.texts[f"value {side.value}"].function for side in opened.args)
    setup.hold(m, numbers.events[opened.event], tuple(m.p.names[function](m, *names) for function in asked))


def _give(position: Position, given: Made, numbers: Numbers) -> None:
    """Runs the overrides and statuses, as the bare block of an event without reactions. The things that they trigger (a
    check that is true now, although it may ask) wait for the first event of the test."""
    m = position.m
    index = numbers.events[given.id]
    e = m.p.program.events[index]
    body = m.p.do[index]
    assert body is not None, "a text of overrides and statuses asks nobody, so it is a plain function"
    run: Record = [index, 0, 0, None, *position.constants(given.names), *e.defaults]
    body(m, run)
    position.runs[GIVEN] = run
