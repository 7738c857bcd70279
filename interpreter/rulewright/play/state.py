"""The state of a match: integers, tuples and short lists, nothing else, so that it can be copied, saved and hashed.

Separate because everything in play reads it. `pieces`, `statuses`, `setup`, the modules that record which entities
stand where, and generated code write what is in play; `events`, `batch`, `react` and the trampoline write what is
running. Entities are numbers from 1 (0 is none), players are seats from 0. Attributes of kinds are columns: slots `c0`,
`c1` and so on of a subclass that `load` makes for the program, lists indexed by entity or seat.

The indexes of records, frames and rows have names in `shapes`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.play.chance import Source
from rulewright.play.entries import Entry
from rulewright.play.laid import Laid
from rulewright.play.ready import Ready
from rulewright.shapes import CHECKS, DRIVE, FIELDS, LIMITS, REACT, RUNNING, SEAT
from rulewright.shapes import Frame as Frame
from rulewright.shapes import Record as Record
from rulewright.shapes import Row as Row

NOWHERE = -1


def new_record(p: Ready, event: int, args: Iterable[Any], outcome: int = RUNNING) -> Record:
    """A run of an event that has not begun: its parameters, and the initial values of its results."""
    return [event, 0, outcome, None, *args, *p.program.events[event].defaults]


def text_frame(p: Ready, block: int, r: Record | None, holder: int = 0, row: Any = 0) -> Frame:
    """The frame of a `do` block that begins with a block: of an event, or of a reaction with its holder and the row of
    the status that carries it."""
    return [block, 0, r, holder, row, *p.locals_of[block]]


def driven_frame(r: Record, lifted: int, phase: int = 0) -> Frame:
    """The frame that takes a run of an event through its phases, from `phase` on (`events`)."""
    return [DRIVE, phase, r, False, lifted]


def reactions_frame(r: Record, table: int, replaces: bool) -> Frame:
    """The frame of the reactions of a phase, before anybody was asked. `replaces`: of the phase `instead`."""
    return [REACT, 0, r, table, (), -1, (), 0, (), replaces, None]


def checks_frame(check: int, waiting: tuple[int, ...]) -> Frame:
    """The frame of a check that may ask, with the things for which it has become true."""
    return [CHECKS, 0, check, waiting]


class OnDemand(Sequence[Any]):
    """The answers to a question of a match, which are listed on demand."""

    __slots__ = ()

    @abstractmethod
    def beside(self, made: State) -> OnDemand:
        """The answers to the same question of a copy of the match."""


class Decision:
    """A question to a player. `site` is an index of Program.sites, or -1 for a window of reactions (`window` is its
    index), or for an arbiter, who decides which reaction comes first (`window` is -1 too). Options are raw: values of
    the site's type (None: none, pass), `(line, args)` of an offer, or `(reaction, holder, row, each)`. In a match that
    drafts its offers they are listed on demand."""

    __slots__ = ("options", "player", "site", "window")

    def __init__(self, player: int, site: int, options: tuple[Any, ...] | OnDemand, window: int = -1) -> None:
        self.player = player
        self.site = site
        self.window = window
        self.options = options


class Asides:
    """Receives notices of what a match does not record, as it happens: for content tests and `soak`. This base class
    ignores all of them."""

    def taken(self, d: Decision) -> None:
        """A question was not asked, as there was no choice: its only option was taken, or all of exactly as many as are
        required."""

    def ran_out(self, place: tuple[str, int, int], words: str) -> None:
        """A loop, `repeat up to 9` in `words`, ended because its bound was reached, and not by its `while` or a `stop`.
        Reported only by programs that count such ends (`rulewright.counting`)."""

    def cut_short(self, place: tuple[str, int, int], words: str) -> None:
        """An event ended as its first entity had left play, with more statements to come: `words` has the event, the
        statement after which it ended, at `place`, and the one that would have been next. Reported as above."""


class Lines:
    """Answers for the straight lines that conditions test on a plane, if a match has it: a caller learns which lines an
    answer depends on, and what would be if one were free."""

    @abstractmethod
    def free(self, a: int, b: int, covered: Sequence[Any], found: bool) -> bool:
        """Whether the line between two places is free of some shapes. `found`: whether it really is."""

    @abstractmethod
    def crossed(self, a: int, b: int, things: dict[int, Sequence[Any]], found: tuple[int, ...]) -> tuple[int, ...]:
        """The entities that the line between two places crosses, among some with their shapes. `found`: those that it
        really crosses."""


class Runaway(Exception):
    """A limit was exceeded: `chain` names the events that were running, outermost first, and the values and permissions
    that were being computed. A value for the session, never a traceback for users."""

    def __init__(self, what: str, chain: list[str]) -> None:
        super().__init__(what)
        self.what = what
        self.chain = chain


class Concluded(Exception):
    """Unwinds plain functions down to the event that was concluded."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


class State:
    """One match. Lists are indexed by entity unless something else is said; entity 0 is none."""

    p: Ready
    chance: Source
    board: Any  # the space of `laid`: a grid or a plane
    board_key: tuple[Any, ...] | None  # which maps are laid, see `joined.make_board`; None before the first
    laid: Laid  # the board's areas, parts and price tables
    players: int  # how many
    settings: tuple[Any, ...]
    sheet: list[int]
    owner: list[int | None]
    whole: list[int]  # the entity that an entity is a part of; 0 for none
    lent: bool  # a copy may share the lists of constant entity data: see `own`
    at: list[int]  # a place or an edge, NOWHERE, or below it a zone (see `pieces.put`)
    live: list[bool]  # in play
    seen: list[int]  # mask of the seats to which a hidden entity was revealed
    stamps: list[int]  # when each entity began, by `stamp`; empty if no code of the program can tell
    secrets: dict[tuple[str, int], Any]  # fields that hold secret answers (see play.secrets); replaced, never changed
    occ: dict[int, tuple[int, ...]]  # the entities on each cell and edge; on a plane a `Standing` (see Ready.standing)
    zones: list[tuple[int, ...]]  # the contents of each zone of each player: index -2 - code
    groups: list[tuple[int, ...]]  # the entities in play, by kind, listed status and sheet with rules
    marks: list[int]  # status bits of each entity
    pmarks: list[int]  # of each player
    mmarks: list[int]  # of the match
    rows: dict[int, Row]  # the instances of statuses, by their stamps
    by_status: list[tuple[int, ...]]  # status -> rows
    held: dict[tuple[int, int], tuple[int, ...]]  # (status, holder) -> rows
    clocked: dict[int, tuple[int, ...]]  # event -> rows with a clock on it
    whiles: tuple[int, ...]  # rows whose clock has a condition
    running: list[tuple[Record, ...]]  # of observed events
    frames: list[Frame]  # what continues after the pending question, innermost last
    result: Any  # of the event that was called last in frames: its record
    answer: Any  # to the last question
    pending: Decision | None
    fuel: int  # steps that are left to this decision
    depth: int  # how many events are running
    dirty: int  # mask of the checks that read something written since they last ran
    fired: list[tuple[int, ...]]  # by check, the things for which it was true when it last ran
    stamp: int  # counts events, statuses and resets as they begin: the younger, the greater
    trace: list[Entry] | None  # the log, if somebody wants one; not part of the match
    asides: Asides | None  # receives what no match records; not part of the match
    lines: Lines | None  # decides what a straight line crosses, for pictures; not part of the match
    drafting: bool  # offers are not listed, as answers are drawn (see `play.drafts`); not part of the match
    over: Record | None  # the run of the event that is the match
    replacing: tuple[tuple[int, int], ...]  # the `instead` reactions that are running, with their holders
    wave: list[tuple[Record, int]] | None  # calls that a batch has noted, with the conditions that they lift
    cache: dict[Any, Any]  # cached values, cleared by every write to anything that they read; not part of the match
    kept: dict[Any, Any]  # those of one entity that read no places: cleared only by other writes
    # Cached values of a match that read only edges, as `bounds.lasting` stores them. Shared by all matches with the
    # same entities on the edges, so it is replaced and never cleared. None if something on edges has changed (see
    # `play.fences`).
    fenced: dict[Any, Any] | None
    filled: int  # cells in which an entity stands

    __slots__ = tuple(__annotations__)


def forget(m: State, *, borders: bool = False) -> None:
    """Clears the caches of the match. A move clears only `cache`, every other write calls this; `borders` says whether
    what is on edges may have changed, too."""
    m.cache.clear()
    m.kept.clear()
    if borders:
        m.fenced = None


def values_in(m: State) -> int:
    """Roughly how many values the lists of a match hold, not counting those in sets and lists of the content."""
    return len(m.sheet) * (8 + len(m.p.entity_columns)) + len(m.occ) + 10 * (len(m.rows) + len(m.frames))


def present(m: State, one: int) -> bool:
    """Whether an entity is in play; a player, who may take the place of an entity, always is."""
    return one >= SEAT or m.live[one]


def is_there(m: State, subject: str, one: int) -> bool:
    """Whether the subject of an event exists: an entity in play, or an instance of a status that is not over."""
    return one in m.rows if subject == "status" else present(m, one)


def copying_steps(m: State) -> int:
    """Steps that `copy` takes: most lists are copied in one operation."""
    return values_in(m) // 8 + 30 * (len(m.rows) + len(m.frames))


def copy(m: State) -> State:
    """An independent copy, at any moment between two decisions. The trace and the receiver of asides are not copied.
    Drafts are drafted again for the copy."""
    made: State = m.p.state.__new__(m.p.state)
    made.p = m.p
    made.chance = m.chance.copy()
    made.board, made.board_key, made.laid, made.players, made.settings = (
        m.board,
        m.board_key,
        m.laid,
        m.players,
        m.settings,
    )
    made.sheet, made.owner, made.whole = m.sheet[:], m.owner[:], m.whole
    made.lent = m.lent = True
    made.at, made.live, made.seen, made.stamps = m.at[:], m.live[:], m.seen[:], m.stamps[:]
    made.secrets = m.secrets
    made.occ = m.occ.copy()
    made.zones, made.groups = m.zones[:], m.groups[:]
    made.marks, made.pmarks, made.mmarks = m.marks[:], m.pmarks[:], m.mmarks[:]
    made.by_status = m.by_status[:]
    made.held, made.clocked, made.whiles = m.held.copy(), m.clocked.copy(), m.whiles
    made.result = made.answer = None
    made.pending, made.fuel, made.depth, made.dirty = m.pending, m.fuel, m.depth, m.dirty
    made.fired, made.stamp = m.fired[:], m.stamp
    made.trace = made.asides = made.lines = None
    made.replacing, made.wave, made.drafting = m.replacing, m.wave, m.drafting
    made.cache, made.kept, made.fenced, made.filled = {}, {}, m.fenced, m.filled
    memo: dict[int, Record] = {}
    made.rows = {k: _row(row, memo) for k, row in m.rows.items()} if m.rows else {}
    made.running = [tuple([_record(r, memo) for r in rs]) if rs else rs for rs in m.running]
    made.frames = [_row(f, memo) for f in m.frames]
    made.over = None if m.over is None else _record(m.over, memo)
    m.p.copy_columns(made, m)
    for slot in m.p.record_columns:
        setattr(made, slot, [_copied(v, memo) for v in getattr(m, slot)])
    d = m.pending
    if d is not None and not isinstance(d.options, tuple):
        made.pending = Decision(d.player, d.site, d.options.beside(made))
    elif d is not None and (d.site < 0 or m.p.record_sites[d.site]):
        made.pending = Decision(d.player, d.site, tuple([_copied(o, memo) for o in d.options]), d.window)
    return made


def own(m: State) -> None:
    """Gives this match its own lists of constant entity data, which `copy` shares with copies: before an entity is
    added or changes its sheet."""
    if m.lent:
        m.lent = False
        m.whole = m.whole[:]
        for column in m.p.entity_columns:
            if column.static:
                setattr(m, column.slot, getattr(m, column.slot)[:])


def _row(values: list[Any], memo: dict[int, Record]) -> list[Any]:
    """A copy of a row or a frame, which is mutable; most of what it holds can be shared."""
    made = values[:]
    for i, v in enumerate(values):
        if v and (type(v) is list or type(v) is tuple):
            made[i] = _copied(v, memo)
    return made


def _record(r: Record, memo: dict[int, Record]) -> Record:
    made = memo.get(id(r))
    if made is None:
        made = memo[id(r)] = r[:]
        if made[LIMITS] is not None:
            made[LIMITS] = dict(made[LIMITS])
        for i in range(FIELDS, len(made)):
            v = made[i]
            if type(v) is list or type(v) is tuple:
                made[i] = _copied(v, memo)
    return made


def _copied(v: Any, memo: dict[int, Record]) -> Any:
    if type(v) is list:
        return _record(v, memo)
    if type(v) is tuple:
        for x in v:
            if type(x) is list or type(x) is tuple:
                return tuple([_copied(y, memo) for y in v])
    return v
