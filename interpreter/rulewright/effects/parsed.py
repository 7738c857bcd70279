"""A pack whose code has been parsed to trees, before any name has a meaning.

Separate because it is the interface between the parser (which knows forms and grammar, no names) and the checker (which
knows names, no YAML). It contains only what the author wrote: an absent field is None or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rulewright.effects import nodes as n

if TYPE_CHECKING:
    from rulewright.pack.model import Declaration, Pack
    from rulewright.source import Span


@dataclass(slots=True)
class Word:
    """A plain YAML word or string (an id, a name, yes/no) with its location."""

    text: str
    span: Span


@dataclass(slots=True)
class Entries:
    """A mapping that fills a printed `T per ENUM`: keys with their values."""

    entries: list[tuple[Word, n.Expr]]
    span: Span


@dataclass(slots=True)
class Called:
    """The name of a member or a field for players, by language, and the location of its id in `names`."""

    words: dict[str, str]
    span: Span


@dataclass(slots=True)
class ReactionText:
    """One reaction as written."""

    phase: Literal["before", "instead", "at", "after", "ended"]
    trigger: n.Trigger
    span: Span
    when: n.Expr | None = None
    each: n.Binder | None = None
    do: n.Block | None = None
    may: n.Block | None = None
    limit: n.LimitText | None = None
    rank: Word | None = None
    order: n.Expr | None = None
    window: Word | None = None
    by: n.Expr | None = None
    title: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Rules:
    """The fields that sheets, statuses, rules and areas share."""

    sentences: list[n.Sentence] = field(default_factory=list)
    reactions: list[ReactionText] = field(default_factory=list)
    active: n.Expr | None = None


@dataclass(slots=True)
class KindText:
    """Body of `kind`."""

    parent: Word | None = None
    plural: Word | None = None
    placed: Literal["", "place", "edge"] = ""
    owned: bool = True
    size: n.Expr | None = None
    base: Word | None = None
    drawn: Word | None = None
    part_of: Word | None = None
    printed: dict[str, n.FieldType] = field(default_factory=dict)
    state: dict[str, n.FieldType] = field(default_factory=dict)
    formulas: dict[str, n.FieldType] = field(default_factory=dict)
    parts: dict[str, Word] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    # The formulas and texts that are written with brackets; None: they could not be read.
    members: dict[str, n.Member | None] = field(default_factory=dict)
    main: Word | None = None
    must: dict[str, n.Expr] = field(default_factory=dict)
    says: dict[str, Called] = field(default_factory=dict)
    active: n.Expr | None = None
    secret: dict[str, Word] = field(default_factory=dict)
    names: dict[str, Called] = field(default_factory=dict)
    ask: dict[str, Called] = field(default_factory=dict)  # in the texts of its sheets
    shown: dict[str, Called] = field(default_factory=dict)  # how its fields are shown, and further lines
    shown_as: dict[str, str] = field(default_factory=dict)  # shown in place of the name of an entity
    spans: dict[str, Span] = field(default_factory=dict)  # of every field name


@dataclass(slots=True)
class SheetText:
    """Body of a sheet, or of one of its parts."""

    # a Word for fields of type text, entries for a `T per ENUM`
    printed: dict[str, n.Expr | list[n.Expr] | Word | Entries] = field(default_factory=dict)
    parts: dict[str, dict[str, SheetText]] = field(default_factory=dict)  # field -> part name -> body
    keywords: list[n.KeywordUse] = field(default_factory=list)
    formulas: dict[str, n.Expr] = field(default_factory=dict)
    texts: dict[str, n.Block] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    names: dict[str, str] = field(default_factory=dict)
    wording: dict[str, str] = field(default_factory=dict)
    cited: tuple[Word, ...] = ()
    spans: Mapping[str, Span] = field(default_factory=dict)
    span: Span | None = None
    misplaced: bool = False  # reported: it fills the fields of another kind, or is no mapping; no field is missed


@dataclass(slots=True)
class EventText:
    """Body of `event`."""

    legal: dict[str, n.Expr] = field(default_factory=dict)
    do: n.Block = ()
    ends: n.Block = ()
    spans: dict[str, Span] = field(default_factory=dict)
    names: dict[str, Called] = field(default_factory=dict)
    arbiter: n.Expr | None = None
    ask: dict[str, Called] = field(default_factory=dict)
    says: dict[str, Called] = field(default_factory=dict)
    shown_as: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ClassText:
    """Body of `class`."""

    arbiter: n.Expr | None = None
    ask: dict[str, Called] = field(default_factory=dict)
    says: dict[str, Called] = field(default_factory=dict)


@dataclass(slots=True)
class ValueText:
    """Body of `value`: start and steps, or rows."""

    start: n.Expr | None = None
    steps: dict[str, n.StepText] = field(default_factory=dict)
    rows: list[n.Row] = field(default_factory=list)
    complete: bool = True  # all rows could be read


@dataclass(slots=True)
class PermissionText:
    """Body of `permission`."""

    normally: n.Expr | None = None
    says: dict[str, Called] = field(default_factory=dict)


@dataclass(slots=True)
class HolderText:
    """Body of `status`, `rule`, `area`."""

    rules: Rules = field(default_factory=Rules)
    binder: n.Binder | None = None  # rule: `for`
    lasts: n.Clock | None = None  # status
    ends: n.Block = ()  # status
    spent_by: n.Trigger | None = None  # status
    state: dict[str, n.FieldType] = field(default_factory=dict)  # status
    state_spans: dict[str, Span] = field(default_factory=dict)
    of: Word | None = None  # status: the kind (or player, match) of self; None: any entity
    ask: dict[str, Called] = field(default_factory=dict)  # rule, status
    says: dict[str, Called] = field(default_factory=dict)  # status


@dataclass(slots=True)
class WindowText:
    """Body of `window`."""

    ask: n.Expr | None = None
    answers: Word | None = None
    ties: n.Expr | None = None
    always: bool = False
    says: dict[str, Called] = field(default_factory=dict)


@dataclass(slots=True)
class CheckText:
    """Body of `check`. `at`: events and classes."""

    binder: n.Binder | None = None
    do: n.Block = ()
    at: list[Word] = field(default_factory=list)


@dataclass(slots=True)
class ListText:
    """Body of `enum` (members) and `die` (faces)."""

    items: list[Word] = field(default_factory=list)
    ordered: bool = False
    names: dict[str, Called] = field(default_factory=dict)


@dataclass(slots=True)
class MapText:
    """Body of `map`."""

    rows: tuple[str, ...] = ()
    rows_span: Span | None = None
    above: list[tuple[tuple[str, ...], Span]] = field(default_factory=list)
    legend: dict[str, list[Word]] = field(default_factory=dict)
    solid: list[Word] = field(default_factory=list)
    corners: Word | None = None
    table: Word | None = None  # of a plane, in place of rows
    shapes: dict[str, tuple[Span, list[Word]]] = field(default_factory=dict)  # the shapes of its areas
    halves: list[Word] = field(
        default_factory=list
    )  # areas whose cells are halves, whole only where two maps are joined


@dataclass(slots=True)
class ZoneText:
    """Body of `zone`."""

    ordered: bool = False
    seen_by: Word | None = None
    holds: Word | None = None  # the kind of its contents; None: any
    shown: bool = True  # next to the board


MOST_SIDES = 3  # enumerations of a table


@dataclass(slots=True)
class TableText:
    """Body of `table`: entries by the words that lead to them, and the location of each of these words."""

    entries: dict[tuple[str, ...], n.Expr] = field(default_factory=dict)
    spans: dict[tuple[str, ...], Span] = field(default_factory=dict)


Body = (
    KindText
    | SheetText
    | EventText
    | ClassText
    | ValueText
    | PermissionText
    | HolderText
    | WindowText
    | CheckText
    | ListText
    | MapText
    | ZoneText
    | TableText
    | None
)  # None: `class`


@dataclass(slots=True)
class Parsed:
    """One definition with its trees. `form` is a core form, or "sheet" when the declaration's form is a kind."""

    declaration: Declaration
    header: n.Header
    form: str
    body: Body
    names: dict[str, str] = field(default_factory=dict)
    wording: dict[str, str] = field(default_factory=dict)
    cited: tuple[Word, ...] = ()
    allow: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ManifestText:
    """pack.yaml with its code parsed."""

    id: Word
    names: dict[str, str] = field(default_factory=dict)
    version: str = "0"
    players: tuple[int, int] = (2, 2)
    start: Word | None = None
    stacking: Word | None = None
    ranks: tuple[Word, ...] = ()
    window: Word | None = None
    forced: Word | None = None
    worth: Word | None = None
    board: Word | None = None
    storeys: Word | None = None
    distance: Word | None = None
    grain: Word | None = None
    settings: dict[str, n.FieldType] = field(default_factory=dict)
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    header: dict[str, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True)
class ParsedPack:
    """A whole pack as trees. `shared` are the locations of modifiers whose trees are used for others too."""

    pack: Pack
    manifest: ManifestText
    definitions: list[Parsed] = field(default_factory=list)
    shared: tuple[Span, ...] = ()
