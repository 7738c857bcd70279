"""The data of a linked program: its functions by what they belong to, and tables that play reads all the time.

Separate from `load`, which fills it, because every module of play reads it and `load` imports most of them. Lists of
functions are indexed by the number of the event, reaction and so on in the Program; None if there is no such function.
`docs/how-it-works.md` says what the functions take and return.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from rulewright.play.laid import Laid
from rulewright.program import Column, Program, Sheet
from rulewright.space.joins import Join
from rulewright.space.picture import Drawing
from rulewright.space.plane.shapes import Base

Function: TypeAlias = Callable[..., Any]
Functions: TypeAlias = list[Any]

# Boards that are cached for later matches: some 1 MB each, up to some 10 MB with the results cached for them.
_MOST_BOARDS = 32


class Opening(NamedTuple):
    """How an event that may ask begins, prepared: matches open frames all the time.

    `opener` does it all, if there is one. Else a quiet event, which has nothing but a `do` block and closes itself,
    begins with the frame of that block: `block` is its function, `number` its number, `slots` its locals, still empty.
    `defaults` are the initial values of the results.
    """

    opener: Function | None
    block: Function | None
    number: int | None
    defaults: tuple[Any, ...]
    slots: tuple[None, ...]


class Ready:
    """A program with its functions. One for each program and process; shared by all its matches."""

    program: Program
    names: Any  # generated functions by name, those for explanations too: `load.Names`
    verify: bool
    match_steps: int  # of a match without people
    thought_steps: int  # of everything that bots imagine in a match
    state: Any  # the class of states: a subclass of State for this program, with a slot for each column

    # blocks
    blocks: Functions  # by number: the drivers of frames first, then `b`
    drafts: Functions  # by the number of a site: drafts the calls of an offer
    locals_of: dict[int, tuple[None, ...]]  # of the first block of a `do`, empty
    do: Functions
    ends: Functions
    plain: Functions  # whole runs of events that cannot ask
    plain_performs: dict[str, dict[int, Function]]  # blocks of sheets that cannot ask, by field and sheet
    openings: list[Opening]  # by event
    starts: dict[int, Function]  # initial values, by kind
    worth: Function | None
    controller: Function | None

    # events
    can: list[Function]  # conditions
    reports: list[bool]  # has neither `do` nor `ends`: it only reports, and triggers no checks
    observed: list[bool]  # something reads its running instances
    spending: dict[int, tuple[int, ...]]  # the statuses that an event may spend
    spend_tests: Functions
    veils: bool  # some event happens only for players who know a secret
    secretive: bool  # something in a match may be hidden from a player

    # reactions, windows, checks, statuses, clocks
    candidates: Functions
    bodies: Functions
    orders: Functions
    bys: Functions
    turns: Functions  # by table
    covert: dict[int, Function]  # whether a seat could react as far as everybody knows
    covert_tables: frozenset[int]
    arbiters: Functions  # by event
    hushed: frozenset[str]  # functions of explanations that read hidden locals
    holder_kind: list[str]
    window_asks: Functions
    window_ties: Functions
    check_list: Functions
    check_body: Functions
    status_ends: Functions
    clock_tests: Functions
    end_all: Function

    # what a write triggers: bits of checks
    check_masks: tuple[int, ...]
    check_mask: int
    waiting_mask: int
    place_mask: int
    play_mask: int
    status_mask: int
    run_mask: int

    # sheets and columns
    sheets: tuple[Sheet, ...]
    kin: list[frozenset[int]]  # the sheets of a kind and of the kinds derived from it
    edge_sheets: frozenset[int]  # those of kinds that stand on edges
    sizes: list[int]
    bases: list[Base]  # what entities cover on a plane, by sheet
    all_single: bool
    entity_columns: list[Column]
    column_number: dict[str, int]
    sheet_values: list[list[Any]]  # by column and sheet
    record_columns: list[str]
    wide_columns: list[str]  # that may hold sets or lists of any length
    record_sites: list[bool]  # sites whose answers may hold records: copied with the match, others are shared
    flat_columns: set[str]
    copy_columns: Function
    place_columns: list[tuple[str, Any]]  # reset when the board changes, and to what
    place_column_mask: int
    place_statuses: set[int]
    place_clocks: set[int]
    fixed_prices: set[Function]
    tracked: set[Function]

    # boards
    standing: Any  # the module that knows which entities stand where, on boards of this form
    laying: Any  # the module that proposes places for one more of several entities
    drawings: dict[int, Drawing]  # the drawings of maps, by number
    joins: dict[int, tuple[Join, ...]]  # the ways to join maps, by the part of their codes before the number
    make_board: Callable[[Program, tuple[Any, ...]], Laid]
    _boards: dict[tuple[Any, ...], Laid]

    def extent_of(self, key: tuple[Any, ...]) -> int:
        """How many places the maps of a board's key draw, including holes and storeys."""
        numbers = key[1] if key[0] == "join" else key[1:]
        maps = [self.program.maps[i] for i in numbers]
        return self.program.storeys[0] * sum(len(row) for one in maps for row in one.rows)

    def board_of(self, key: tuple[Any, ...]) -> Laid:
        """The laid board of a key: the space, areas, parts and price tables. The most recently laid boards are
        cached."""
        found = self._boards.pop(key, None)
        if found is None:
            found = self.make_board(self.program, key)
            if len(self._boards) >= _MOST_BOARDS:
                del self._boards[next(iter(self._boards))]
        self._boards[key] = found
        return found
