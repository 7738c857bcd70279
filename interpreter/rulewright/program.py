"""The compiled form of a pack: tables of plain data and one block of generated code.

Separate because it is the interface between the stages: compile writes it, analyse and play read it, and none of them
knows the others. It has no behaviour, so it can be printed, hashed and cached. The parts that only explanations and
analysis read are described in `explained` and `deeds`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.deeds import Effect
from rulewright.explained import Deciding, Explained, Figures, Place, Quantities, TypeCode, Working

FORMAT = 25  # incremented whenever the meaning of these tables or of the code changes

# Modes of showing a field, other than a template.
SHOWN = ("always", "never", "changed")

# Begins a value in a frame with the possible values of a local that stores a secret answer (see play.secrets).
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
    own_start: bool = False  # its initial value is computed, and may differ between its owners


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
    # How fields and further lines are shown: a mode (SHOWN) under "", or by language a template with holes for fields
    # of `self` and for values and permissions of it.
    shown: dict[str, dict[str, str]] = field(default_factory=dict)
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: the substitute for its name
    drawn: int | None = None  # without a base: the column of the radius with which pictures show it


@dataclass(slots=True)
class Sheet(Named):
    """A stat sheet. `values` are its printed values by column number; `parts` the sheets of its parts in order with the
    column of their field; `groups` the groups that an entity of it is in while in play."""

    kind: int = 0
    values: dict[int, Any] = field(default_factory=dict)
    parts: tuple[tuple[int, tuple[int, ...]], ...] = ()
    groups: tuple[int, ...] = ()
    keywords: tuple[tuple[int, tuple[Any, ...]], ...] = ()
    own: dict[int, Any] = field(
        default_factory=dict
    )  # column -> number of an own part (or several) in the field
    size: int = 1
    base: tuple[Any, ...] = ()  # on a plane: ("round", r), ("oval", length, width), ("polygon", corners)
    wording: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of a pack of a stack to a field of a sheet: the verb, the given value, the value before ("" for none),
    and its location."""

    pack: str
    verb: str  # set, add, take, remove, raise, lower or scale
    given: str
    before: str
    place: Place


@dataclass(slots=True)
class Condition:
    """A named condition of an event, or a forbid; `parts` are its conjuncts: (function name, place, text). `says`: the
    words with which it refuses, by language, with holes for parameters of the event; for a forbid without words, the
    name of the thing that forbids."""

    name: str
    parts: tuple[tuple[str, Place, str], ...]
    definition: str
    place: Place
    says: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Event(Named):
    """An event. `fields` are (name, type), parameters first. `asks`: it may ask a player a question, so it runs in
    frames; otherwise `E<index>` is a plain function."""

    fields: tuple[tuple[str, TypeCode], ...] = ()
    field_names: dict[str, dict[str, str]] = field(default_factory=dict)  # for fields with names: id -> by language
    params: int = 0
    defaults: tuple[Any, ...] = ()  # initial values of the results
    classes: tuple[str, ...] = ()
    asks: bool = False
    quiet: bool = False  # asks, and its only frame is that of its block
    free: bool = False  # only a missing first entity can refuse it
    observed: bool = False  # some code reads whether it is running
    do: int | None = None  # first block of its code, if it asks and has one
    ends: int | None = None
    conditions: tuple[Condition, ...] = ()
    forbids: tuple[Condition, ...] = ()
    moments: tuple[str, ...] = ()
    tables: dict[str, int] = field(default_factory=dict)  # phase ("before", "at judged", ..) -> reaction table
    writes: int = 0  # mask of checks whose fields its own block writes
    subject: str = ""  # the type of the first parameter, if that must exist: entity, union, status
    # some players may not know that it happens, but those who are, or own, one of these parameters do
    veiled: tuple[int, ...] | None = None
    arbiter: Place | None = None  # the location of its `arbiter`, who orders its reactions
    arbiter_ask: dict[str, str] = field(default_factory=dict)  # the question about that, with holes for parameters
    ends_unseen: bool = False  # a secret may decide whether it is done, replaced, cancelled or impossible
    workings: tuple[Working, ...] = ()  # for explanations
    shown_as: dict[str, str] = field(default_factory=dict)  # by language: the words of an answer that calls it
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
    limited: tuple[int, tuple[int, ...]] | None = None  # how often, per which events (for a class, all of its events)
    counted: int = 0  # the number under which reactions count against the limit, the same for all events of its trigger
    ordered: bool = False  # `O<index>(m, r, h, row, e)` returns the order of players
    by: bool = False  # `B<index>(m, r, h, row, e)` returns the player who is asked
    titles: dict[str, str] = field(default_factory=dict)
    ask: dict[str, str] = field(default_factory=dict)  # the question by language, with holes for these
    shows: dict[str, int] = field(default_factory=dict)  # parameter of the event -> field of its record
    holder: str = ""  # form and id of the definition
    holder_kind: str = ""  # entity, player, match or "" (no holder)
    thing: bool = False  # the holder is an entity, or may be a player or an entity
    each: int | None = None  # frame slot of the `each` variable
    each_type: TypeCode | None = None
    covert: bool = False  # `L<index>(m, r, h)`: whether a seat could have this reaction, as far as every player knows
    from_hand: bool = False  # its holder may be hidden in a zone
    veiled: bool = False  # some players may not know that it reacts
    holder_knows: bool = False  # but its holder, or the owner of its holder, does


@dataclass(slots=True)
class Table:
    """Reactions to one event in one phase: by the sheet of a field, by the marks of a field, and the rest. If `turn`
    has those in the order in which they react, `Q<index>(m, r)` runs them."""

    by_sheet: tuple[tuple[int, dict[int, tuple[int, ...]]], ...] = ()  # field, sheet -> reactions
    by_mark: tuple[
        tuple[int, str, int, tuple[tuple[int, int], ...]], ...
    ] = ()  # field, holder type, mask, (bit, reaction)..
    general: tuple[int, ...] = ()
    asks: bool = False
    turn: tuple[int, ...] = ()
    covert: tuple[int, ...] = ()  # reactions of windows that always ask: whether one reacts may be a secret
    contested: bool = False  # several may be ready, and `I<event>(m, r)` returns who orders them


@dataclass(slots=True)
class Window(Named):
    """A window; `W<index>(m, r)` returns the players who are asked, `U<index>` the die for ties."""

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
    spent_on: tuple[int, ...] = ()  # events that may spend it; `S<index>(m, r, h, row)` tests
    holder: str = "entity"
    of: int | None = None  # the kind of entities that may have it; None: any
    # The texts for when it is given (`given`) and has ended (`over`), by language, with holes for `holder`.
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
    """Points, the earliest of which ends a status."""

    points: tuple[ClockPoint, ...]
    holds_place: bool = False  # one of them is or holds a place


@dataclass(slots=True)
class Check(Named):
    """A state that must not persist: `H<index>(m)` lists the things for which it is true; `X<index>(m, c)` or, in
    frames, block `body` acts. `waits`: it may ask, so there is no `X<index>`, and it waits if no player can be asked.
    """

    asks: bool = False
    waits: bool = False
    body: int | None = None
    slot: int = 0
    locals: int = 0


@dataclass(slots=True)
class OfferLine:
    """A line of an offer: its event, waived conditions, `args[i]` = number of the binding of argument i (or None), and
    the conjuncts of its `where` as fn(m, f, bound..)."""

    event: int
    skip: int
    args: tuple[int | None, ...]
    where: tuple[tuple[str, Place, str], ...]
    place: Place
    bindings: int = 0
    # For a line whose last set cannot be listed: that set as fn(m, f, bound before..), and the index of the place.
    source: tuple[str, Place, str] | None = None
    spot: int = -1
    # For explanations: what each loop iterates over, fn(m, f, *bound before); the arguments, fn(m, f, *bound).
    loops: tuple[tuple[str, Place, str], ...] = ()
    call: str = ""


@dataclass(slots=True)
class Site:
    """A location where a player is asked, and how the answers are shown."""

    kind: str  # choose, yes or no, offer, some, each, next
    place: Place
    prompt: str
    type: TypeCode | None = None
    lines: tuple[int, ...] = ()  # offer: events of its lines
    source: tuple[str, Place, str] | None = None  # choose: fn(m, f), its location, its text
    where: tuple[tuple[str, Place, str], ...] = ()  # choose: conjuncts fn(m, f, x)
    offers: tuple[OfferLine, ...] = ()  # offer: the lines again, for `why not`
    secret: bool = False  # the answer is shown only to the player who gives it
    always: bool = False  # asked even if there is only one answer
    open: bool = False  # for a set that cannot be listed: the answers are proposals, and others may be given
    passes: tuple[str, Place, str] | None = None  # when one may pass, or has enough: fn(m, f); None: always, or never
    aim: str = ""  # the purpose of the choice, if the chosen thing has no name of its own
    aim_names: dict[str, str] = field(default_factory=dict)  # by language, if its target has names
    ask: dict[str, str] = field(default_factory=dict)  # the question by language, with holes for parameters


@dataclass(slots=True)
class MapDrawing(Named):
    """A drawn map: rows and those of the storeys above, glyph -> areas, glyph -> sheets with their seats (None: no
    owner), solid areas, strict corners."""

    rows: tuple[str, ...] = ()
    above: tuple[tuple[str, ...], ...] = ()
    legend: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pieces: dict[str, tuple[tuple[int, int | None], ...]] = field(default_factory=dict)
    solid: tuple[int, ...] = ()
    strict: bool = True
    halves: tuple[int, ...] = ()
    table: str = ""  # for a plane, with its areas as drawn: (name, text), and the areas of the pack that they are
    shapes: tuple[tuple[str, str], ...] = ()
    meant: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Zone(Named):
    """A zone: one for each player, one for all, or one for a member of an enumeration (`row:hearts`)."""

    per_player: bool = True
    ordered: bool = False
    seen_by: str = "all"
    holds: int | None = None  # the kind of its contents; None: anything
    member: Named | None = None
    shown: bool = True  # shown next to the board; otherwise only on request


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
    grain: int  # the precision of the search for room on a plane
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
    sheets: Sequence[Sheet] = ()  # there may be many: a stored program reads them on demand
    groups: int = 0
    hushed: tuple[str, ...] = ()  # functions of sites that read values computed from secrets, which no player is told
    figures: dict[str, Figures] = field(default_factory=dict)  # by the function of a condition that compares lengths
    quantities: dict[str, Quantities] = field(default_factory=dict)  # by the function of a condition of an answer
    # By the function of a condition: why it fails; of a part of a value or permission: why it has its result.
    decidings: dict[str, Deciding] = field(default_factory=dict)
    # By the function of a condition that only evaluates a permission or a value: the key of its text, and the function
    # that returns its arguments.
    askings: dict[str, tuple[str, str]] = field(default_factory=dict)
    wordings: dict[str, dict[str, str]] = field(default_factory=dict)  # of statuses and areas: form and id -> texts
    shown_groups: tuple[int, ...] = ()  # groups of statuses and sheets, active only if all see their holders
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
    play_mask: int = 0  # checks that read which entities are in play, and their sheets
    status_mask: int = 0  # checks that read statuses
    run_mask: int = 0  # checks that read which events are running
    verify: bool = False  # compiled for the verifying mode
    place_column_mask: int = 0  # checks that read fields that hold places
    tables_of_words: tuple[dict[tuple[int, ...], Any], ...] = ()
    formulas: int = 0
    carried: tuple[dict[int, tuple[str, ...]], ...] = ()  # sheet -> functions of modifiers that many sheets have
    block_locals: dict[int, int] = field(default_factory=dict)  # first block of some code -> number of its locals
    fixed: tuple[str, ...] = ()  # functions of one cell that read only the board
    # functions of searches that read only values whose changes empty State.cache
    tracked: tuple[str, ...] = ()
    fencing: tuple[str, ...] = ()  # columns that cached results about edges read
    stamped: bool = False  # entities keep the stamp of their creation
    cites: dict[str, tuple[str, ...]] = field(default_factory=dict)  # rule id -> definitions that cite it
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    header: dict[str, str] = field(default_factory=dict)  # the line above the board by language, with holes
    rulebook: dict[str, str] = field(default_factory=dict)
    lines: tuple[Place, ...] = ()  # line of generated code -> place in content
    code: bytes = b""  # marshalled code object of the generated module
    explanations: bytes = b""  # the code object of functions for explanations only, which shares its names
    digest: str = ""  # of the content
    characters: int = 0  # of the content
    marked: str = "{}"  # `marks` in JSON: read only to save a match
    # By the id of a sheet or part and the path of a field there: the changes of packs of the stack, in order.
    changed: dict[str, dict[str, tuple[Changed, ...]]] = field(default_factory=dict)
    packs: tuple[tuple[str, str], ...] = ()  # id and version of all packs of the stack, in order
    renamed: tuple[tuple[str, str, str, str], ...] = ()  # form, old id, old member or part if one is meant, current id
    meaning: str = field(default="", compare=False)  # its digest, once it was computed (`meaning`)

    @property
    def marks(self) -> dict[str, tuple[str, str, Place]]:
        """By form and id: the digest of what is played, the digest of what only people read, and the location."""
        return {name: (played, read, tuple(place)) for name, (played, read, place) in json.loads(self.marked).items()}

    @property
    def digits(self) -> dict[str, str]:
        """By form and id: the digest of its mark, as a file of a match stores it."""
        return {name: played + read for name, (played, read, _) in self.marks.items()}

    def lineage(self, kind: int) -> list[int]:
        """A kind and the kinds that it is one of, nearest first."""
        found = []
        one: int | None = kind
        while one is not None:
            found.append(one)
            one = self.kinds[one].parent
        return found

    def is_of(self, kind: int, wanted: str) -> bool:
        """Whether a kind has this id, or is one of the kind with it."""
        return any(self.kinds[one].id == wanted for one in self.lineage(kind))

    def die_id(self, number: int) -> str:
        """`d6`, or the id of a die of the pack."""
        return f"d{-number}" if number < 0 else self.dice[number][0]

    def ids(self, t: TypeCode) -> list[str]:
        """The ids of the declarations of a type, by number; empty in the position of a sheet of another kind. Nothing
        for a type without declarations."""
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
