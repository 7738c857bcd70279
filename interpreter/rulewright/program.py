"""The compiled form of a pack: tables of plain data and one block of generated code.

Separate because it is the joint: compile writes it, analyse and play read it, and none of them knows the others. It
holds no behaviour, so it can be printed, hashed and cached. What only explanations and analysis read is described in
`explained` and `deeds`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.deeds import Effect
from rulewright.explained import Deciding, Explained, Figures, Place, Quantities, TypeCode, Working

FORMAT = 25  # raised whenever the meaning of these tables or of the code changes

# How a field may be shown, instead of by a template.
SHOWN = ("always", "never", "changed")

# Begins the value in a frame that tells what a local holding a secret answer could have been (see play.secrets).
MARK = "in secret"


@dataclass(slots=True)
class Named:
    """Anything with an id, a place in content and names by language."""

    id: str
    place: Place
    names: dict[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class Column:
    """A stored attribute: slot `cN` of a match. `static` ones never change while an entity shows the same sheet."""

    slot: str
    kind: str
    id: str
    type: TypeCode
    static: bool
    secret: str | None = None
    size: str = "entity"  # entity, player or match: what the column is indexed by
    default: Any = None
    names: dict[str, str] = field(default_factory=dict)  # by language
    own_start: bool = False  # it begins as something worked out, which may be another for each that has it


@dataclass(slots=True)
class Kind(Named):
    """A kind. `group`: its number in State.groups."""

    plural: str = ""
    placed: bool = False
    on_edges: bool = False
    owned: bool = True
    parent: int | None = None
    group: int = 0
    columns: tuple[int, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()  # field, kind
    # How fields are shown, and further lines: a mode (SHOWN) under "", or by language a template with holes for fields
    # of `self` and for values and permissions of it.
    shown: dict[str, dict[str, str]] = field(default_factory=dict)
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: what stands for the name of one


@dataclass(slots=True)
class Sheet(Named):
    """A stat sheet. `values` are its printed values by column number; `parts` sheets of its parts in order with the
    column of their field; `groups` the groups that an entity of it is in while in play."""

    kind: int = 0
    values: dict[int, Any] = field(default_factory=dict)
    parts: tuple[tuple[int, tuple[int, ...]], ...] = ()
    groups: tuple[int, ...] = ()
    keywords: tuple[tuple[int, tuple[Any, ...]], ...] = ()
    own: dict[int, Any] = field(
        default_factory=dict
    )  # column -> number of an own part (or several) that the field names
    size: int = 1
    base: tuple[Any, ...] = ()  # on a plane: ("round", r), ("oval", length, width), ("polygon", corners)
    wording: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that a pack of a stack has done to a field of a sheet: the verb, what was given, what was there before
    ("" for nothing), and where it stands."""

    pack: str
    verb: str  # set, add, take, remove, raise, lower or scale
    given: str
    before: str
    place: Place


@dataclass(slots=True)
class Condition:
    """A named condition of an event, or a forbid; `parts` are its conjuncts: (function name, place, text). `says`: in
    which words it refuses, by language, with holes for parameters of the event; of a forbid that has none the name of
    who forbids."""

    name: str
    parts: tuple[tuple[str, Place, str], ...]
    definition: str
    place: Place
    says: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Event(Named):
    """An event. `fields` are (name, type), parameters first. `asks`: it may put a question to a player, so it runs in
    frames; else `E<index>` is a plain function."""

    fields: tuple[tuple[str, TypeCode], ...] = ()
    field_names: dict[str, dict[str, str]] = field(default_factory=dict)  # of fields that have any: id -> by language
    params: int = 0
    defaults: tuple[Any, ...] = ()  # initial values of the gives
    classes: tuple[str, ...] = ()
    asks: bool = False
    quiet: bool = False  # asks, and its one frame is that of its text
    free: bool = False  # nothing can refuse it but a missing first entity
    observed: bool = False  # somebody asks whether it is running
    do: int | None = None  # first block of its text when it asks and has one
    ends: int | None = None
    conditions: tuple[Condition, ...] = ()
    forbids: tuple[Condition, ...] = ()
    moments: tuple[str, ...] = ()
    tables: dict[str, int] = field(default_factory=dict)  # phase ("before", "at judged", ..) -> reaction table
    writes: int = 0  # mask of checks whose fields its own text writes
    subject: str = ""  # the type of the first parameter, if that has to be there: entity, union, status
    # not everybody may know that it happens, but those do who are, or own, one of these parameters
    veiled: tuple[int, ...] | None = None
    arbiter: Place | None = None  # where it is said who puts its reactions in order
    arbiter_ask: dict[str, str] = field(default_factory=dict)  # what is asked then, with holes for parameters
    ends_unseen: bool = False  # a secret may decide whether it is done, replaced, cancelled or impossible
    workings: tuple[Working, ...] = ()  # for explanations
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: how an answer reads that calls it
    puts: tuple[int, ...] = ()  # parameters that it may put somewhere on the board: for pictures


@dataclass(slots=True)
class Reaction(Named):
    """A reaction; `candidates` and `body` are generated: `K<index>(m, r)` and either `R<index>` or block `body`."""

    event: int = 0
    phase: str = ""
    optional: bool = False
    rank: int = 0
    window: int | None = None
    asks: bool = False
    body: int | None = None
    locals: int = 0
    limited: tuple[int, tuple[int, ...]] | None = None  # how often, per which events (a class: all of its)
    counted: int = 0  # under which number answers count against the limit: that of all events of its trigger
    ordered: bool = False  # `O<index>(m, r, h, row, e)` gives the order of players
    by: bool = False  # `B<index>(m, r, h, row, e)` gives who is asked
    titles: dict[str, str] = field(default_factory=dict)
    ask: dict[str, str] = field(default_factory=dict)  # the question by language, with holes for these
    shows: dict[str, int] = field(default_factory=dict)  # parameter of the event -> field of its record
    holder: str = ""  # form and id of the definition
    holder_kind: str = ""  # entity, player, match or "" (nobody holds it)
    thing: bool = False  # the holder is an entity, or a player beside entities
    each: int | None = None  # frame slot of the `each` variable
    each_type: TypeCode | None = None
    covert: bool = False  # `L<index>(m, r, h)`: could a seat have this to answer, as far as everybody knows?
    from_hand: bool = False  # whoever holds it may lie hidden in a zone
    veiled: bool = False  # not everybody may know that it answers
    holder_knows: bool = False  # but whoever holds it, or owns what does


@dataclass(slots=True)
class Table:
    """Reactions to one event in one phase: by the sheet of a field, by the marks of a field, and the rest. If `turn`
    has those in the order in which they answer, `Q<index>(m, r)` lets them."""

    by_sheet: tuple[tuple[int, dict[int, tuple[int, ...]]], ...] = ()  # field, sheet -> reactions
    by_mark: tuple[
        tuple[int, str, int, tuple[tuple[int, int], ...]], ...
    ] = ()  # field, holder type, mask, (bit, reaction)..
    general: tuple[int, ...] = ()
    asks: bool = False
    turn: tuple[int, ...] = ()
    covert: tuple[int, ...] = ()  # reactions of windows that ask always: whether one answers may be a secret
    contested: bool = False  # several may stand ready, and `I<event>(m, r)` says who puts them in order


@dataclass(slots=True)
class Window(Named):
    """A window; `W<index>(m, r)` gives the askers, `U<index>` the die of ties."""

    answers: str = "one"
    entities: bool = False
    ties: bool = False
    always: bool = False
    ask: dict[str, str] = field(default_factory=dict)  # the question by language


@dataclass(slots=True)
class Status(Named):
    """A status. `holder`: entity, player or match. `params` are what its rows hold: parameters, then the fields of its
    state."""

    params: tuple[tuple[str, TypeCode], ...] = ()
    ends: bool = False  # `G<index>(m, h, row)`
    spent_on: tuple[int, ...] = ()  # events it may be spent by; `S<index>(m, r, h, row)` tests
    holder: str = "entity"
    of: int | None = None  # the kind of entities that may have it; None: any
    # How it is told that it was given (`given`) and has ended (`over`), by language, with holes for `holder`.
    says: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(slots=True)
class ClockPoint:
    """`edge` of `which` one of `events`; `C<test>(m, r, h, row)` is its condition. A while has edge "while"."""

    edge: str
    which: str
    events: tuple[int, ...]
    test: int | None


@dataclass(slots=True)
class Clock:
    """Points of which the earliest ends a status."""

    points: tuple[ClockPoint, ...]
    holds_place: bool = False  # one of them is or holds a place


@dataclass(slots=True)
class Check(Named):
    """State that may not stay: `H<index>(m)` lists whom it holds for; `X<index>(m, c)` or, in frames, block `body`
    acts. `waits`: it may ask, so there is no `X<index>`, and where nobody can be asked it waits."""

    asks: bool = False
    waits: bool = False
    body: int | None = None
    slot: int = 0
    locals: int = 0


@dataclass(slots=True)
class OfferLine:
    """A line of an offer: its event, lifted conditions, `args[i]` = number of the binding that argument i is (or None),
    and the conjuncts of its `where` as fn(m, f, bound..)."""

    event: int
    skip: int
    args: tuple[int | None, ...]
    where: tuple[tuple[str, Place, str], ...]
    place: Place
    bindings: int = 0
    # Of a line whose last set cannot be listed: that set as fn(m, f, bound before..), and which argument the place is.
    source: tuple[str, Place, str] | None = None
    spot: int = -1
    # For explanations: what each loop goes through, fn(m, f, *bound before); the arguments, fn(m, f, *bound).
    loops: tuple[tuple[str, Place, str], ...] = ()
    call: str = ""


@dataclass(slots=True)
class Site:
    """Where a player is asked: how the answers are shown."""

    kind: str  # choose, yes or no, offer, some, each, next
    place: Place
    prompt: str
    type: TypeCode | None = None
    lines: tuple[int, ...] = ()  # offer: events of its lines
    source: tuple[str, Place, str] | None = None  # choose: fn(m, f), where it stands, its text
    where: tuple[tuple[str, Place, str], ...] = ()  # choose: conjuncts fn(m, f, x)
    offers: tuple[OfferLine, ...] = ()  # offer: the lines again, for `why not`
    secret: bool = False  # the answer is told to nobody but who gives it
    always: bool = False  # asked also where there is only one answer
    open: bool = False  # of a set that cannot be listed: the answers are proposals, and others may be given
    passes: tuple[str, Place, str] | None = None  # when one may pass, or has enough: fn(m, f); None: always, or never
    aim: str = ""  # what it is chosen for, where what is chosen has no name of its own
    aim_names: dict[str, str] = field(default_factory=dict)  # by language, where what it goes into has any
    ask: dict[str, str] = field(default_factory=dict)  # the question by language, with holes for parameters


@dataclass(slots=True)
class MapDrawing(Named):
    """A drawn map: rows and those of the storeys above, sign -> areas, sign -> sheets with their seats (None:
    nobody's), solid areas, strict corners."""

    rows: tuple[str, ...] = ()
    above: tuple[tuple[str, ...], ...] = ()
    legend: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pieces: dict[str, tuple[tuple[int, int | None], ...]] = field(default_factory=dict)
    solid: tuple[int, ...] = ()
    strict: bool = True
    halves: tuple[int, ...] = ()
    table: str = ""  # of a plane, with its areas as they are drawn: (name, text), and the areas that they are
    shapes: tuple[tuple[str, str], ...] = ()
    meant: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Zone(Named):
    """A zone: one for each player, one for all, or that of a member of an enumeration (`row:hearts`)."""

    per_player: bool = True
    ordered: bool = False
    seen_by: str = "all"
    holds: int | None = None  # the kind of what lies in it; None: anything
    member: Named | None = None
    shown: bool = True  # beside the board; else only who looks for it reads of it


@dataclass(slots=True)
class Program:
    """A whole game."""

    id: str
    version: str
    names: dict[str, str]
    players: tuple[int, int]
    board: str
    # storeys, and whether they count in distances
    storeys: tuple[int, bool]
    grain: int  # how finely room is looked for on a plane
    start: int
    ask_forced: bool
    worth: str | None  # function name
    controller: str | None
    settings: tuple[tuple[str, TypeCode, Any], ...] = ()
    enums: dict[str, tuple[Named, ...]] = field(default_factory=dict)
    enum_names: dict[str, dict[str, str]] = field(default_factory=dict)  # of the enumerations themselves
    dice: tuple[tuple[str, TypeCode, tuple[int, ...]], ...] = ()
    die_names: tuple[dict[str, str], ...] = ()  # by die, then by language
    areas: tuple[Named, ...] = ()
    maps: tuple[MapDrawing, ...] = ()
    zones: tuple[Zone, ...] = ()
    kinds: tuple[Kind, ...] = ()
    columns: tuple[Column, ...] = ()
    sheets: Sequence[Sheet] = ()  # there may be many: a kept program reads them when they are wanted
    groups: int = 0
    hushed: tuple[str, ...] = ()  # functions of sites that read what was worked out of secrets: nobody is told
    figures: dict[str, Figures] = field(default_factory=dict)  # by the function of a condition that compares lengths
    quantities: dict[str, Quantities] = field(default_factory=dict)  # by the function of a condition of an answer
    # By the function of a condition: why it fails; of what a value or permission says: why it comes out so.
    decidings: dict[str, Deciding] = field(default_factory=dict)
    # By the function of a condition that only asks a permission or a value: the key of its text, and the function that
    # gives what it is asked of.
    askings: dict[str, tuple[str, str]] = field(default_factory=dict)
    wordings: dict[str, dict[str, str]] = field(default_factory=dict)  # of statuses and areas: form and id -> texts
    shown_groups: tuple[int, ...] = ()  # groups of statuses and sheets in force only where everybody sees who has them
    events: tuple[Event, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    tables: tuple[Table, ...] = ()
    windows: tuple[Window, ...] = ()
    statuses: tuple[Status, ...] = ()
    clocks: tuple[Clock, ...] = ()
    checks: tuple[Check, ...] = ()
    sites: tuple[Site, ...] = ()
    texts: dict[str, Explained] = field(default_factory=dict)
    blocks: int = 0  # functions b0 .. of resumable texts
    performs: dict[str, dict[int, int]] = field(
        default_factory=dict
    )  # text field -> sheet -> block, or -1 for a plain one
    ranks: tuple[str, ...] = ()
    rank_places: tuple[Place, ...] = ()
    default_window: int | None = None
    effects: tuple[Effect, ...] = ()
    stacking: str = "definition"
    starts: tuple[int, ...] = ()  # kinds with a function A<kind>
    check_masks: tuple[int, ...] = ()
    place_mask: int = 0  # checks that read the board, places or zones
    play_mask: int = 0  # checks that read who is in play, as which sheet
    status_mask: int = 0  # checks that read statuses
    run_mask: int = 0  # checks that read which events are running
    verify: bool = False  # compiled for the verifying mode
    place_column_mask: int = 0  # checks that read fields that hold places
    tables_of_words: tuple[dict[tuple[int, ...], Any], ...] = ()
    formulas: int = 0
    carried: tuple[dict[int, tuple[str, ...]], ...] = ()  # sheet -> functions of sentences that many sheets carry
    block_locals: dict[int, int] = field(default_factory=dict)  # first block of a text -> number of its locals
    fixed: tuple[str, ...] = ()  # functions of one cell that read nothing but the board
    # functions of searches that read only what empties State.cache when it is written
    tracked: tuple[str, ...] = ()
    fencing: tuple[str, ...] = ()  # columns that what is remembered of edges reads
    stamped: bool = False  # things keep the stamp of their beginning
    cites: dict[str, tuple[str, ...]] = field(default_factory=dict)  # rule id -> definitions that cite it
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    header: dict[str, str] = field(default_factory=dict)  # the line above the board by language, with holes
    rulebook: dict[str, str] = field(default_factory=dict)
    lines: tuple[Place, ...] = ()  # line of generated code -> place in content
    code: bytes = b""  # marshalled code object of the generated module
    explanations: bytes = b""  # that of the functions that serve only explanations, which share its names
    digest: str = ""  # of the content
    characters: int = 0  # of the content
    marked: str = "{}"  # `marks` in JSON: only those who save a match read them
    # By the id of a sheet or part and the path of a field there: what packs of the stack have done to it, in order.
    changed: dict[str, dict[str, tuple[Changed, ...]]] = field(default_factory=dict)
    packs: tuple[tuple[str, str], ...] = ()  # id and version of all packs of the stack, in order
    renamed: tuple[tuple[str, str, str, str], ...] = ()  # form, old id, old member or part if one is meant, id of today
    meaning: str = field(default="", compare=False)  # the digest of it, once somebody has asked (`meaning`)

    @property
    def marks(self) -> dict[str, tuple[str, str, Place]]:
        """By form and id: digits of what is played, digits of what only people read, and where it stands."""
        return {name: (played, read, tuple(place)) for name, (played, read, place) in json.loads(self.marked).items()}

    @property
    def digits(self) -> dict[str, str]:
        """By form and id: the digits of its mark, as a file of a match has them."""
        return {name: played + read for name, (played, read, _) in self.marks.items()}

    def lineage(self, kind: int) -> list[int]:
        """A kind and what it is, nearest first."""
        found = []
        one: int | None = kind
        while one is not None:
            found.append(one)
            one = self.kinds[one].parent
        return found

    def is_of(self, kind: int, wanted: str) -> bool:
        """Whether a kind is the one of that id, or one of it."""
        return any(self.kinds[one].id == wanted for one in self.lineage(kind))

    def die_id(self, number: int) -> str:
        """`d6`, or the id of a die of the pack."""
        return f"d{-number}" if number < 0 else self.dice[number][0]

    def ids(self, t: TypeCode) -> list[str]:
        """The ids of what is declared of a type, by number; empty in the place of a sheet of another kind. Nothing for
        a type of which nothing is declared."""
        tag, name, _ = t
        match tag:
            case "enum":
                return [one.id for one in self.enums[name]]
            case "map":
                return [one.id for one in self.maps]
            case "sheet":
                return [one.id if self.is_of(one.kind, name) else "" for one in self.sheets]
            case "die":
                return [one for one, _, _ in self.dice]
        return []
