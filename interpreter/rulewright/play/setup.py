"""Starts a match and lays its board: converts maps, single or joined, to spaces with areas.

Separate because none of it runs in the inner loop, and because all matches on a board share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rulewright.limits import MOST_STEPS
from rulewright.play import statuses
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.chance import Source
from rulewright.play.events import SETTLE, begin
from rulewright.play.laid import Laid
from rulewright.play.ready import Ready
from rulewright.play.state import NOWHERE, Record, Runaway, State, driven_frame, forget, new_record, text_frame
from rulewright.play.trampoline import run
from rulewright.program import MapDrawing, Program
from rulewright.shapes import HELD, R_CLOCK, R_STATUS
from rulewright.space import picture
from rulewright.space.forms import FORMS, Areas, Storeys, blank
from rulewright.space.plane.drawn import Area, Table, read_map
from rulewright.space.plane.terms import NONE, Union

# Before a map is laid, the board has no place: expressions that read places return empty results.
NO_BOARD = ("none",)
_LAID = 1000  # steps of laying a board, for each place


_NOTHING: Final[Mapping[Areas, Any]] = {"bits": 0, "terms": NONE}


def nowhere(p: Program) -> Laid:
    """The empty board before a map is laid."""
    form = FORMS[p.board]
    nothing = _NOTHING[form.areas]
    return Laid(blank(form, Storeys(*p.storeys)), (nothing,) * len(p.areas), drawn=(None,) * len(p.areas))


def drawn(
    p: Program, rows: tuple[str, ...], legend: dict[str, tuple[int, ...]], solid: tuple[int, ...], strict: bool,
    above: tuple[tuple[str, ...], ...] = (), absent: str = "",
) -> Laid:
    """Makes a board from a drawing: for maps and for the positions of tests. `absent`: glyphs of no place."""
    drawing = picture.read(rows, FORMS[p.board].staggered, absent, above)
    areas = [0] * len(p.areas)
    for sign, bits in drawing.marks.items():
        for number in legend.get(sign, ()):
            areas[number] |= bits
    closed = 0
    for number in solid:
        closed |= areas[number]
    make = FORMS[p.board].make
    assert make is not None, "a drawing is of cells"
    return Laid(make(drawing, closed, strict, Storeys(*p.storeys)), tuple(areas))


def _table(p: Program, drawing: MapDrawing, lay: Callable[[Table, int], Any]) -> Laid:
    """A map of a plane."""
    table = read_map(drawing.table, dict(drawing.shapes))
    assert isinstance(table, Table), "the checker has read it"
    figures: list[list[Area]] = [[] for _ in p.areas]
    for name, area in table.areas.items():
        figures[drawing.meant[name]].append(area)
    terms = [Union(tuple(one.term for one in several)) if len(several) > 1 else several[0].term if several else NONE
             for several in figures]  # fmt: skip
    alone = tuple(several[0] if len(several) == 1 else None for several in figures)
    return Laid(lay(table, p.grain), tuple(terms), drawn=alone)


def single(p: Program, drawing: MapDrawing) -> Laid:
    """Makes the board of one map."""
    lay = FORMS[p.board].lay
    if lay is not None:
        return _table(p, drawing, lay)
    halves = picture.signs_in(drawing.legend, drawing.halves)  # they do not exist on a single map
    return drawn(p, drawing.rows, drawing.legend, drawing.solid, drawing.strict, drawing.above, halves)


def lay(m: State, number: int) -> None:
    """Lays the board that a map draws."""
    lay_key(m, ("map", number))


def lay_key(m: State, key: tuple[Any, ...]) -> None:
    """Lays the board of a key. The charge is that of making it now, whether or not it is cached."""
    spend(m, _LAID * m.p.extent_of(key))
    lay_down(m, key, m.p.board_of(key))


def lay_down(m: State, key: tuple[Any, ...], laid: Laid) -> None:
    """Replaces the board. Entities on the old board stand nowhere, fields that hold its places are reset, and statuses
    that hold its places end."""
    m.board_key, m.laid, m.board = key, laid, laid.space
    for slot, default in m.p.place_columns:
        column = getattr(m, slot)
        column[:] = [default] * len(column)
        m.secrets = {known: secret for known, secret in m.secrets.items() if known[0] != slot}
    m.dirty |= m.p.place_column_mask
    for e, at in enumerate(m.at):
        if at >= 0:
            m.at[e] = NOWHERE
    m.p.standing.begin(m)
    forget(m, borders=True)
    m.dirty |= m.p.place_mask
    for row_id in sorted(m.rows):
        row = m.rows.get(row_id)
        if row is not None and (row[R_STATUS] in m.p.place_statuses or row[R_CLOCK] in m.p.place_clocks):
            statuses.end(m, row_id)


def empty(p: Ready, players: int, chance: Source, settings: tuple[Any, ...]) -> State:
    """A match in which nothing has happened yet."""
    program = p.program
    m: State = p.state()
    m.p, m.chance, m.players, m.settings = p, chance, players, settings
    m.board_key, m.laid = None, p.board_of(NO_BOARD)
    m.board = m.laid.space
    m.sheet, m.owner, m.whole, m.at, m.live, m.seen = [-1], [None], [0], [NOWHERE], [False], [0]
    m.lent = False
    m.stamps = [0] if program.stamped else []
    m.secrets = {}
    p.standing.begin(m)
    m.cache, m.kept, m.fenced = {}, {}, None
    m.zones = [()] * (len(program.zones) * players)
    m.groups = [()] * program.groups
    m.marks, m.pmarks, m.mmarks = [0], [0] * players, [0]
    m.rows, m.by_status, m.held, m.clocked, m.whiles = {}, [()] * len(program.statuses), {}, {}, ()
    m.running = [()] * len(program.events)
    m.frames, m.result, m.answer, m.pending = [], None, None, None
    m.fuel, m.depth, m.dirty, m.stamp = MOST_STEPS, 0, p.check_mask | p.run_mask, 0
    m.fired = [()] * len(program.checks)
    m.trace, m.asides, m.lines, m.over, m.replacing, m.wave, m.drafting = None, None, None, None, (), None, False
    for column in program.columns:
        length = 1 if column.size in ("entity", "match") else players
        setattr(m, column.slot, [column.default] * length)
    for k, kind in enumerate(program.kinds):
        start = p.starts.get(k)
        if start is not None and kind.id in ("player", "match"):
            for i in range(players if kind.id == "player" else 1):
                start(m, i)
    return m


def start(m: State, event: int, args: tuple[Any, ...] = (), steps: int = MOST_STEPS) -> None:
    """Begins the event that is the match, and runs to the first question, with at most `steps` steps."""
    m.over = begin_text(m, event, args, steps, is_match=True)


def begin_text(
    m: State, event: int, args: tuple[Any, ...] = (), steps: int = MOST_STEPS, *, is_match: bool = False
) -> Record:
    """Begins an event that nothing in the match calls, and runs to the first question, with at most `steps` steps.
    Returns its run. Raises Concluded if the event cannot ask, and ends a running event around it."""
    e = m.p.program.events[event]
    m.fuel = steps
    r: Record
    if not e.asks:
        try:
            r = m.p.plain[event](m, *args, 0)
        except RecursionError as deep:
            raise Runaway("events nested too deep", running_chain(m, deep)) from None
        return r
    r = new_record(m.p, event, args)
    if is_match:
        m.over = r
    begin(m, r)
    # An event that has nothing but its `do` block closes itself; all others are driven through their phases.
    m.frames.append(text_frame(m.p, e.do, r) if e.quiet and e.do is not None else driven_frame(r, 0))
    run(m)
    return r


def hold(m: State, event: int, args: tuple[Any, ...]) -> Record:
    """Opens a run of an event without running its `do` block: it is running until it is concluded, and then continues
    with its end. Events that begin above it end without ending it."""
    r = new_record(m.p, event, args)
    begin(m, r)
    m.frames.append(driven_frame(r, 0, SETTLE))
    m.frames.append([HELD, 0, 0])
    return r
