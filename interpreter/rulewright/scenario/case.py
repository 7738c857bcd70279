"""What one content test says, once its names have been found in the pack: plain data for the stages behind it.

Separate because reading fills it, compiling and playing read it, and none of them should know the others.
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
    """Which zone of a match is meant by a definition and a seat, or the number of a member: the id of its row, and the
    seat."""
    return (zone.id, number) if zone.by is None else (f"{zone.id}:{zone.by.members[number].id}", 0)


@dataclass(slots=True)
class Piece:
    """An entity that stands there before the test begins: `SHEET of SEAT as NAME`. `sign` is how it is drawn, `cells`
    where it was said to stand by name, `seat` counts from 0."""

    sheet: m.SheetDef
    span: Span
    seat: int | None = None
    name: str | None = None
    sign: str | None = None
    cell: str | None = None


@dataclass(slots=True)
class Standing:
    """A place that a test names before it begins, and what it says to stand there; None of a name for a place."""

    name: str
    span: Span
    sheet: m.SheetDef | None = None


@dataclass(slots=True)
class Stack:
    """What lies in a zone: pieces made for it, or names of pieces that are put there."""

    zone: m.ZoneDef
    seat: int
    items: list[Piece | str] = field(default_factory=list)


@dataclass(slots=True)
class Thing:
    """What a player may know or not, as `words` say: an entity of the test (`piece`), all of a sheet, what lies in a
    zone; or a `field` of those, of a player (from 0) or of the match. `part`: of that part of them."""

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


# Signs of what stands on a board and the legend does not know, where it has the first letters of these sheets.
STRANGE: Final = "?!*"

# What stands above the board, where a step says what people read.
HEADER: Final = "header"


@dataclass(slots=True)
class Reads:
    """Lines that people read of an entity of the test (`piece`), of a player (from 0), or, as `words` say, of the match
    or above the board; `whole` is where all of it stands. `only`: these are all, in this order."""

    span: Span
    words: str
    lines: tuple[str, ...]
    whole: Span
    only: bool = False
    piece: str | None = None
    player: int | None = None


# A place or a way as the test writes it; of a formation, a thing and its place, one after the other.
Where = str | tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Answer:
    """One decision that is foreseen. `choose` None: the step looks at the question and ends there. `player` from 0.
    `offered_only`: all that is offered, if it is said; `sees`, `not_sees`: what who is asked knows then; `in_secret`:
    whether the answer is told to nobody else."""

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
    at: Where | None = None  # the place or formation that is answered, of an open question
    refused: tuple[Where, ...] = ()  # those that cannot be answered
    because: tuple[str, ...] | None = None  # the conditions that refuse each of them, if that is said


@dataclass(slots=True)
class Pattern:
    """`E [where c]`: an event that happened, or did not."""

    span: Span
    event: m.EventDef | m.ClassDef
    where: n.Expr | None


@dataclass(slots=True)
class Refusal:
    """An event that was refused, and the conditions that are said to have failed (none: any). `call`: the call in the
    words of the test, if one of them is meant."""

    span: Span
    event: m.EventDef
    conditions: tuple[str, ...]
    call: str | None = None


@dataclass(slots=True)
class Constant:
    """A name of the test that its texts use: a seat, a cell, an entity, a part of one (`Gob.spear`), or what a `let` of
    an earlier text has bound (`step` its number, `result` its place among the results that keep such locals)."""

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
    """Rows of a drawn board, with the place of the text, and those of the storeys above the ground."""

    rows: tuple[str, ...]
    span: Span
    above: tuple[tuple[str, ...], ...] = ()

    @property
    def storeys(self) -> tuple[tuple[str, ...], ...]:
        """The rows of all storeys that are drawn."""
        return (self.rows, *self.above)


@dataclass(slots=True)
class Step:
    """What a test does at once, and what has come of it when its answers are used up. `exactly`: how often events
    happened; `open`: whether the next step may go on with the question that is asked then."""

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
    stands: dict[str, tuple[str, Span]] = field(default_factory=dict)  # name of a piece -> its place in the end
    open: bool = False

    @property
    def line(self) -> int:
        """The line that it begins in."""
        return self.span.first.line

    @property
    def patterns(self) -> list[Pattern]:
        """All events that it speaks of: those that happened, those that did not, those that are counted."""
        return [*self.happened, *self.not_happened, *(pattern for pattern, _ in self.exactly)]


@dataclass(slots=True)
class Case:
    """One content test. `mistakes` are those in it: with an error among them it cannot be played."""

    name: str
    file: str
    span: Span
    rules: tuple[str, ...] = ()
    seats: int = 2
    seed: int | None = None
    settings: dict[str, object] = field(default_factory=dict)
    drawn: Drawing | None = None
    map: m.MapDef | None = None
    to_scale: Drawing | None = None                                             # who stands where, on a table in inches
    scale: int = 1_000                                                          # how wide a sign is, in thousandths
    areas: dict[str, tuple[m.AreaDef, ...]] = field(default_factory=dict)       # sign -> areas
    pieces: list[Piece] = field(default_factory=list)
    put: dict[str, str] = field(default_factory=dict)                           # name of a piece -> cell
    spots: dict[str, str] = field(default_factory=dict)                         # name that texts use -> place
    said: list[Standing] = field(default_factory=list)                          # the places under `at` and `spots`
    zones: list[Stack] = field(default_factory=list)
    during: list[n.Call] = field(default_factory=list)                          # what is running, outermost first
    marks: set[str] = field(default_factory=set)                                # names of statuses
    given: list[n.Statement] = field(default_factory=list)                      # overrides and statuses, as statements
    dice: dict[tuple[str, str], tuple[int, ...] | None] = field(default_factory=dict)  # die, event around it ("": any)
    shuffles: dict[tuple[str, int], list[tuple[str, ...]]] = field(default_factory=dict)  # zone, seat -> orders
    passes: tuple[str, ...] = ()                        # whose questions are declined unasked: reactions, events, "all"
    steps: list[Step] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)         # names of entities whose sheets nobody knows
    unread: bool = False                                # whether there is a legend that cannot be read
    mistakes: Diagnostics = field(default_factory=Diagnostics)

    @property
    def line(self) -> int:
        """The line that it begins in."""
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
        """The mistakes in it, in their order."""
        return tuple(self.mistakes)

    @property
    def named(self) -> dict[str, Piece]:
        """The pieces that have a name."""
        stacked = (item for stack in self.zones for item in stack.items)
        pieces = [one for one in (*self.pieces, *stacked) if isinstance(one, Piece)]
        return {one.name: one for one in pieces if one.name is not None}
