"""One content test, after its names have been found in the pack: plain data for the later stages.

Separate because reading fills it, compiling and playing read it, and these stages must not know each other.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rulewright.diagnostics import Diagnostics

if TYPE_CHECKING:
    from rulewright.check import model as m
    from rulewright.check.types import Type
    from rulewright.diagnostics import Diagnostic
    from rulewright.effects import nodes as n
    from rulewright.source import Span


def zone_row(zone: m.ZoneDef, number: int) -> tuple[str, int]:
    """The zone of a match that a definition and a seat, or the number of a member, refer to: the id of its row, and the
    seat."""
    return (zone.id, number) if zone.by is None else (f"{zone.id}:{zone.by.members[number].id}", 0)


@dataclass(slots=True)
class Piece:
    """An entity that exists before the test begins: `SHEET of SEAT as NAME`. `sign` is its glyph, `cells` the cells
    where the test puts it by name, `seat` counts from 0."""

    sheet: m.SheetDef
    span: Span
    seat: int | None = None
    name: str | None = None
    sign: str | None = None
    cell: str | None = None


@dataclass(slots=True)
class Standing:
    """A place that a test names before it begins, and the thing that is put there; None for a name of a place."""

    name: str
    span: Span
    sheet: m.SheetDef | None = None


@dataclass(slots=True)
class Stack:
    """The contents of a zone: pieces created for it, or names of pieces that are put there."""

    zone: m.ZoneDef
    seat: int
    items: list[Piece | str] = field(default_factory=list)


@dataclass(slots=True)
class Thing:
    """Something that a player may know or not, in the words of the test: an entity of the test (`piece`), all of a
    sheet, the contents of a zone; or a `field` of those, of a player (from 0) or of the match. `part`: only that part
    of them."""

    span: Span
    words: str
    piece: str | None = None
    sheet: m.SheetDef | None = None
    part: m.SheetDef | None = None
    zone: m.ZoneDef | None = None
    zone_seat: int = 0  # or the number of a member
    player: int | None = None
    match: bool = False
    field: str | None = None


# Glyphs of things on a board without a legend entry: the first letters of these sheets.
STRANGE: Final = "?!*"

# The name of the line above the board, in a step that says what people read.
HEADER: Final = "header"


@dataclass(slots=True)
class Reads:
    """Lines that people read of an entity of the test (`piece`), of a player (from 0), or, by `words`, of the match or
    above the board; `whole` is the span of the entry. `only`: these are all lines, in this order."""

    span: Span
    words: str
    lines: tuple[str, ...]
    whole: Span
    only: bool = False
    piece: str | None = None
    player: int | None = None


# A place or a way as written in the test; for a formation, each thing with its place.
Where = str | tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Answer:
    """One expected decision. If `choose` is None, the step inspects the question and ends there. `player` from 0.
    `offered_only`: all offered options, if stated; `sees`, `not_sees`: what the asked player knows then; `in_secret`:
    whether the answer is kept from all other players."""

    span: Span
    choose: str | None = None
    player: int | None = None
    offered: tuple[str, ...] = ()
    offered_only: tuple[str, ...] | None = None
    not_offered: tuple[str, ...] = ()
    prompt: str | None = None
    sees: tuple[Thing, ...] = ()
    not_sees: tuple[Thing, ...] = ()
    in_secret: bool | None = None
    at: Where | None = None  # the answered place or formation, for an open question
    refused: tuple[Where, ...] = ()  # places that cannot be answered
    because: tuple[str, ...] | None = None  # the conditions that refuse each of them, if stated


@dataclass(slots=True)
class Pattern:
    """`E [where c]`: an event that happened, or did not."""

    span: Span
    event: m.EventDef | m.ClassDef
    where: n.Expr | None


@dataclass(slots=True)
class Refusal:
    """A refused event, and the conditions that must have failed (none: any). `call`: the call in the words of the test,
    if a specific one is meant."""

    span: Span
    event: m.EventDef
    conditions: tuple[str, ...]
    call: str | None = None


@dataclass(slots=True)
class Constant:
    """A name of the test that its code uses: a seat, a cell, an entity, a part of one (`Gob.spear`), or a local that a
    `let` of an earlier block has bound (`step` is the block's number, `result` the index among the results that store
    such locals)."""

    name: str
    type: Type
    seat: int | None = None
    cell: str | None = None
    piece: str | None = None
    part: m.SheetDef | None = None
    step: int | None = None
    result: int = 0


@dataclass(slots=True)
class Drawing:
    """Rows of a drawn board, with their location, and the rows of the storeys above the ground."""

    rows: tuple[str, ...]
    span: Span
    above: tuple[tuple[str, ...], ...] = ()

    @property
    def storeys(self) -> tuple[tuple[str, ...], ...]:
        """The rows of all storeys that are drawn."""
        return (self.rows, *self.above)


@dataclass(slots=True)
class Step:
    """One step of a test, and the expected result after its answers. `exactly`: how often events happened; `open`:
    whether the next step may continue with the question that is open then."""

    span: Span
    play: bool = False
    do: n.Block = ()
    answers: list[Answer] = field(default_factory=list)
    then: list[n.Expr] = field(default_factory=list)
    happened: list[Pattern] = field(default_factory=list)
    not_happened: list[Pattern] = field(default_factory=list)
    exactly: list[tuple[Pattern, int]] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    sight: list[tuple[int, bool, Thing]] = field(default_factory=list)          # seat, is it known?, what
    reads: list[Reads] = field(default_factory=list)
    position: Drawing | None = None
    stands: dict[str, tuple[str, Span]] = field(default_factory=dict)  # name of a piece -> its place at the end
    open: bool = False

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.span.first.line

    @property
    def patterns(self) -> list[Pattern]:
        """All events in it: those that happened, those that did not, those that are counted."""
        return [*self.happened, *self.not_happened, *(pattern for pattern, _ in self.exactly)]


@dataclass(slots=True)
class Case:
    """One content test. `mistakes` are the problems in it: with an error among them it cannot be played."""

    name: str
    file: str
    span: Span
    rules: tuple[str, ...] = ()
    seats: int = 2
    seed: int | None = None
    settings: dict[str, object] = field(default_factory=dict)
    drawn: Drawing | None = None
    map: m.MapDef | None = None
    to_scale: Drawing | None = None                                             # the position on a table in inches
    scale: int = 1_000                                                          # how wide a sign is, in thousandths
    areas: dict[str, tuple[m.AreaDef, ...]] = field(default_factory=dict)       # sign -> areas
    pieces: list[Piece] = field(default_factory=list)
    put: dict[str, str] = field(default_factory=dict)                           # name of a piece -> cell
    spots: dict[str, str] = field(default_factory=dict)                         # name that code uses -> place
    said: list[Standing] = field(default_factory=list)                          # the places under `at` and `spots`
    zones: list[Stack] = field(default_factory=list)
    during: list[n.Call] = field(default_factory=list)                          # running events, outermost first
    marks: set[str] = field(default_factory=set)                                # names of statuses
    given: list[n.Statement] = field(default_factory=list)                      # overrides and statuses, as statements
    dice: dict[tuple[str, str], tuple[int, ...] | None] = field(default_factory=dict)  # die, event around it ("": any)
    shuffles: dict[tuple[str, int], list[tuple[str, ...]]] = field(default_factory=dict)  # zone, seat -> orders
    passes: tuple[str, ...] = ()                        # questions passed without asking: reactions, events, "all"
    steps: list[Step] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)         # names of entities with unknown sheets
    unread: bool = False                                # whether a legend could not be read
    mistakes: Diagnostics = field(default_factory=Diagnostics)

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.span.first.line

    @property
    def answers(self) -> list[Answer]:
        """The answers of all steps."""
        return [answer for step in self.steps for answer in step.answers]

    @property
    def broken(self) -> bool:
        """Whether it cannot be played."""
        return self.mistakes.has_errors

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """The problems in it, in order."""
        return tuple(self.mistakes)

    @property
    def named(self) -> dict[str, Piece]:
        """The pieces that have a name."""
        stacked = (item for stack in self.zones for item in stack.items)
        pieces = [one for one in (*self.pieces, *stacked) if isinstance(one, Piece)]
        return {one.name: one for one in pieces if one.name is not None}
