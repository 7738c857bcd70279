"""What one content test says, once its names have been found in the pack: plain data for the stages behind it.

Separate because reading fills it, compiling and playing read it, and none of them should know the others.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostics

if TYPE_CHECKING:
    from rulewright.check import model as m
    from rulewright.check.types import Type
    from rulewright.diagnostics import Diagnostic
    from rulewright.effects import nodes as n
    from rulewright.source import Span


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
    zone_seat: int = 0
    player: int | None = None
    match: bool = False
    field: str | None = None


@dataclass(slots=True)
class Answer:
    """One decision that is foreseen. `choose` None: the test looks at the question and ends there. `player` from 0.
    `sees`, `not_sees`: what who is asked knows then; `in_secret`: whether the answer is told to nobody else."""

    span: Span
    choose: str | None = None
    player: int | None = None
    offered: tuple[str, ...] = ()
    not_offered: tuple[str, ...] = ()
    prompt: str | None = None
    sees: tuple[Thing, ...] = ()
    not_sees: tuple[Thing, ...] = ()
    in_secret: bool | None = None


@dataclass(slots=True)
class Pattern:
    """`E [where c]`: an event that happened, or did not."""

    span: Span
    event: m.EventDef | m.ClassDef
    where: n.Expr | None


@dataclass(slots=True)
class Refusal:
    """An event that was refused, and the conditions that are said to have failed (none: any)."""

    span: Span
    event: m.EventDef
    conditions: tuple[str, ...]


@dataclass(slots=True)
class Constant:
    """A name of the test that its texts use: a seat, a cell, an entity, or a part of one (`Gob.spear`)."""

    name: str
    type: Type
    seat: int | None = None
    cell: str | None = None
    piece: str | None = None
    part: m.SheetDef | None = None


@dataclass(slots=True)
class Drawing:
    """Rows of a drawn board, with the place of the text."""

    rows: tuple[str, ...]
    span: Span


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
    areas: dict[str, tuple[m.AreaDef, ...]] = field(default_factory=dict)       # sign -> areas
    pieces: list[Piece] = field(default_factory=list)
    put: dict[str, str] = field(default_factory=dict)                           # name of a piece -> cell
    zones: list[Stack] = field(default_factory=list)
    given: list[n.Statement] = field(default_factory=list)                      # overrides and statuses, as statements
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)              # die -> numbers from 0, as drawn
    shuffles: dict[tuple[str, int], list[tuple[str, ...]]] = field(default_factory=dict)  # zone, seat -> orders
    play: bool = False
    do: n.Block = ()
    answers: list[Answer] = field(default_factory=list)
    then: list[n.Expr] = field(default_factory=list)
    happened: list[Pattern] = field(default_factory=list)
    not_happened: list[Pattern] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    sight: list[tuple[int, bool, Thing]] = field(default_factory=list)          # seat, is it known?, what
    position: Drawing | None = None
    constants: list[Constant] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)         # names of entities whose sheets nobody knows
    mistakes: Diagnostics = field(default_factory=Diagnostics)

    @property
    def line(self) -> int:
        """The line that it begins in."""
        return self.span.first.line

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
