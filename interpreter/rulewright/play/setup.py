"""Starts a match and lays its board: maps become spaces with areas, joined maps too.

Separate because nothing of it happens in the inner loop, and because a board is shared by all matches on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.limits import MOST_STEPS
from rulewright.play import statuses
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.events import SETTLE, begin
from rulewright.play.state import NOWHERE, Record, Runaway, State, forget
from rulewright.play.trampoline import run
from rulewright.program import MapDrawing, Program
from rulewright.shapes import DRIVE, HELD, R_CLOCK, R_STATUS, RUNNING
from rulewright.space import joins as joining
from rulewright.space import picture
from rulewright.space.forms import FORMS, Storeys, blank

# Until a map is laid there is a board without a place: texts that ask about places get empty answers.
NO_BOARD = ("none",)
_LAID = 1000  # steps of laying a board, for each place
_JOINED = 2000  # steps of finding the ways to join two maps, for each place


@dataclass(slots=True)
class Laid:
    """A board with what content named on it."""

    space: Any
    areas: tuple[int, ...]
    parts: dict[int, int] = field(default_factory=dict)
    prices: dict[Any, Any] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=dict)  # what only the board decides: (answer, steps that it took)
    fenced: dict[Any, dict[Any, Any]] = field(default_factory=dict)  # the same of what stands on edges, by what does
    asked: Any = None  # the last flood asked for, and its answer: legality, choice and path ask alike
    flooded: list[int] = field(default_factory=list)
    reached: int = 0  # the union of `flooded`
    costs: tuple[tuple[int, int], ...] = ()  # of the same flood


def make_board(p: Program, key: tuple[Any, ...]) -> Laid:
    """The board of a key: `("none",)` without any place, `("map", i)`, or `("join", i, j, n)`, the n-th way to join two
    maps."""
    if key[0] == "none":
        return Laid(blank(FORMS[p.board], Storeys(*p.storeys)), (0,) * len(p.areas))
    if key[0] == "map":
        return _single(p, p.maps[key[1]])
    return _joined(p, key[1], key[2], key[3])


def drawn(
    p: Program, rows: tuple[str, ...], legend: dict[str, tuple[int, ...]], solid: tuple[int, ...], strict: bool,
    above: tuple[tuple[str, ...], ...] = (),
) -> Laid:
    """A drawing as a board: for maps and for the positions of tests."""
    drawing = picture.read(list(rows), FORMS[p.board].staggered, above=above)
    areas = [0] * len(p.areas)
    for sign, bits in drawing.marks.items():
        for number in legend.get(sign, ()):
            areas[number] |= bits
    closed = 0
    for number in solid:
        closed |= areas[number]
    return Laid(FORMS[p.board].make(drawing, closed, strict, Storeys(*p.storeys)), tuple(areas))


def _single(p: Program, drawing: MapDrawing) -> Laid:
    halves = set(drawing.halves)
    rows = tuple(
        "".join(" " if sign != " " and halves & set(drawing.legend.get(sign, ())) else sign for sign in row)
        for row in drawing.rows
    )
    return drawn(p, rows, drawing.legend, drawing.solid, drawing.strict, drawing.above)


# More ways than two maps can be joined in: codes of ways are pair * _WAYS + number.
_WAYS = 4096
_FREE = 0xE000  # private signs stand for those that mean half cells to the space


def _with_halves(drawing: MapDrawing) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """Rows in which half places bear the sign of the edge that cuts them, as the space wants; and the legend for the
    rest."""
    halves = set(drawing.halves)
    legend: dict[str, tuple[int, ...]] = {}
    signs = {}
    for i, (sign, areas) in enumerate(sorted(drawing.legend.items())):
        signs[sign] = chr(_FREE + i) if sign in joining.HALVES else sign
        legend[signs[sign]] = areas
    rows = []
    for y, row in enumerate(drawing.rows):
        cells = []
        marks = [x for x, sign in enumerate(row) if sign != " "]
        for x, sign in enumerate(row):
            if sign != " " and halves & set(drawing.legend.get(sign, ())):
                edge = (
                    joining.UPPER
                    if y == 0
                    else joining.LOWER
                    if y == len(drawing.rows) - 1
                    else joining.LEFT
                    if x == marks[0]
                    else joining.RIGHT
                )
                cells.append(edge)
            else:
                cells.append(signs.get(sign, sign))
        rows.append("".join(cells))
    return tuple(rows), legend


def _joined(p: Program, first: int, second: int, number: int) -> Laid:
    one, legend = _with_halves(p.maps[first])
    two, legend_two = _with_halves(p.maps[second])
    join = joining.joins(one, two)[number]
    assembly = joining.assemble((joining.Part(one), joining.Part(two, join.rotation, join.dx, join.dy)))
    areas = [0] * len(p.areas)
    board = assembly.board
    parts: dict[int, int] = {}
    by_part: tuple[dict[int, str], dict[int, str]] = (_signs(one), _signs(two))
    legends = (legend, legend_two)
    for place, origins in assembly.origins.items():
        if len(origins) == 1:
            part, at = origins[0]
            parts[place] = part + 1
            for area in legends[part].get(by_part[part].get(at, ""), ()):
                areas[area] |= 1 << place
    solid = 0
    for n in (*p.maps[first].solid, *p.maps[second].solid):
        solid |= areas[n]
    return Laid(board.changed(solid=solid), tuple(areas), parts)


def _signs(rows: tuple[str, ...]) -> dict[int, str]:
    drawing = picture.read(list(rows), staggered=True)
    found = {}
    for sign, bits in drawing.marks.items():
        for place in range(bits.bit_length()):
            if bits >> place & 1:
                found[place] = sign
    return found


def joins(m: State, first: int, second: int) -> tuple[int, ...]:
    """Ways to join two maps: codes that name both maps and the way."""
    pair = first * len(m.p.program.maps) + second
    spend(m, _JOINED * (m.p.extent_of(("map", first)) + m.p.extent_of(("map", second))))
    return tuple(pair * _WAYS + i for i in range(len(ways_to_join(m, pair))))


def ways_to_join(m: State, pair: int) -> tuple[joining.Join, ...]:
    """The ways to join a pair of maps, found once for a program."""
    found = m.p.joins.get(pair)
    if found is None:
        maps = m.p.program.maps
        one, _ = _with_halves(maps[pair // len(maps)])
        two, _ = _with_halves(maps[pair % len(maps)])
        found = m.p.joins[pair] = joining.joins(one, two)
    return found


def way_number(code: int) -> int:
    """The number of a way among those of its two maps, from 1."""
    return code % _WAYS + 1


def join_of(m: State, code: int) -> joining.Join:
    """The way of a code."""
    pair, number = divmod(code, _WAYS)
    return ways_to_join(m, pair)[number]


def made(m: State, code: int) -> int:
    """How many whole places a join makes of halves."""
    return join_of(m, code).made


def long_edge(m: State, code: int) -> bool:
    """Whether maps are joined along their long edges."""
    return join_of(m, code).long


def lay(m: State, number: int) -> None:
    """The board is what a map draws."""
    lay_key(m, ("map", number))


def lay_joined(m: State, first: int, second: int, code: int) -> None:
    """The board is two maps joined."""
    lay_key(m, ("join", first, second, code % _WAYS))


def lay_key(m: State, key: tuple[Any, ...]) -> None:
    """Lays the board of a key. Charged as if it were made now, whether or not it is kept."""
    spend(m, _LAID * m.p.extent_of(key))
    lay_down(m, key, m.p.board_of(key))


def lay_down(m: State, key: tuple[Any, ...], laid: Laid) -> None:
    """Lays a board. Whatever stood on another one stands nowhere, fields that hold its places begin again, and statuses
    that do are over."""
    m.board_key, m.laid, m.board = key, laid, laid.space
    for slot, default in m.p.place_columns:
        column = getattr(m, slot)
        column[:] = [default] * len(column)
        m.secrets = {known: secret for known, secret in m.secrets.items() if known[0] != slot}
    m.dirty |= m.p.place_column_mask
    for e, at in enumerate(m.at):
        if at >= 0:
            m.at[e] = NOWHERE
    m.occ = {}
    m.filled = 0
    forget(m, borders=True)
    m.dirty |= m.p.place_mask
    for row_id in sorted(m.rows):
        row = m.rows.get(row_id)
        if row is not None and (row[R_STATUS] in m.p.place_statuses or row[R_CLOCK] in m.p.place_clocks):
            statuses.end(m, row_id)


def empty(p: Any, players: int, chance: Any, settings: tuple[Any, ...]) -> State:
    """A match in which nothing has happened yet."""
    program: Program = p.program
    m: State = p.state()
    m.p, m.chance, m.players, m.settings = p, chance, players, settings
    m.board_key, m.laid = None, p.board_of(NO_BOARD)
    m.board = m.laid.space
    m.sheet, m.owner, m.whole, m.at, m.live, m.seen = [-1], [None], (0,), [NOWHERE], [False], [0]
    m.stamps = [0] if program.stamped else []
    m.secrets = {}
    m.occ, m.filled, m.cache, m.kept, m.fenced = {}, 0, {}, {}, None
    m.zones = [()] * (len(program.zones) * players)
    m.groups = [()] * program.groups
    m.marks, m.pmarks, m.mmarks = [0], [0] * players, [0]
    m.rows, m.by_status, m.held, m.clocked, m.whiles = {}, [()] * len(program.statuses), {}, {}, ()
    m.running = [()] * len(program.events)
    m.frames, m.result, m.answer, m.pending = [], None, None, None
    m.fuel, m.depth, m.dirty, m.stamp = MOST_STEPS, 0, p.run_mask, 0
    m.fired = [()] * len(program.checks)
    m.trace, m.over, m.replacing, m.wave = None, None, (), None
    for column in program.columns:
        length = 1 if column.size in ("entity", "match") else players
        setattr(m, column.slot, (column.default,) * length if column.static else [column.default] * length)
    for k, kind in enumerate(program.kinds):
        start = p.starts.get(k)
        if start is not None and kind.id in ("player", "match"):
            for i in range(players if kind.id == "player" else 1):
                start(m, i)
    return m


def start(m: State, event: int, args: tuple[Any, ...] = (), steps: int = MOST_STEPS) -> None:
    """Begins the event that is the match, and runs to the first question, with so many steps."""
    m.over = begin_text(m, event, args, steps, is_match=True)


def begin_text(
    m: State, event: int, args: tuple[Any, ...] = (), steps: int = MOST_STEPS, *, is_match: bool = False
) -> Record:
    """Begins an event that nothing in the match calls, and runs to the first question, with so many steps. Its run.
    Raises Concluded if it cannot ask, and ends what is running around it."""
    e = m.p.program.events[event]
    m.fuel = steps
    r: Record
    if not e.asks:
        try:
            r = m.p.plain[event](m, *args, 0)
        except RecursionError as deep:
            raise Runaway("events nested too deep", running_chain(m, deep)) from None
        return r
    r = [event, 0, 0, None, *args, *e.defaults]
    if is_match:
        m.over = r
    begin(m, r)
    _, block, number, _, slots = m.p.openings[event]
    # What is nothing but its text closes itself; all others are driven through their phases.
    m.frames.append([DRIVE, 0, r, False, 0] if block is None else [number, 0, r, 0, 0, *slots])
    run(m)
    return r


def hold(m: State, event: int, args: tuple[Any, ...]) -> Record:
    """Opens a run of an event whose text is passed over: it is running until it is concluded, and then goes on with
    its end. What begins above it ends without ending it."""
    r: Record = [event, 0, RUNNING, None, *args, *m.p.program.events[event].defaults]
    begin(m, r)
    m.frames.append([DRIVE, SETTLE, r, False, 0])
    m.frames.append([HELD, 0, 0])
    return r
