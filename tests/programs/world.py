"""What a pack of the generator declares beside its texts: kinds with their fields, enumerations, zones, maps, dice.

The ids are always the same; which fields there are, how many seats, and what kind of board is drawn. Everything else of
the generator asks a `World` what there is to name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check.types import (
    EDGE,
    NUMBER,
    PLAYER,
    YES_NO,
    Type,
    entity,
    enum,
    list_of,
    maybe,
    one_of,
    place,
    set_of,
    unit,
)
from rulewright.space.forms import FORMS, raised

HUES, GRADES = ("red", "green", "blue"), ("low", "mid", "high")
HUE, GRADE = enum("hue"), enum("grade")
PIECE, BRUTE, BIT, GEM, RELIC, CARD, FENCE = (
    entity(k) for k in ("piece", "brute", "bit", "gem", "relic", "card", "fence")
)
TARGET, THING = one_of(["piece"], True), one_of(["piece", "relic"], False)  # of several kinds, with players or without
PARENTS = {"brute": "piece"}
PLURALS = {"piece": "pieces", "brute": "brutes", "bit": "bits_all", "gem": "gems_all"}
PLURALS |= {"relic": "relics", "card": "cards", "fence": "fences"}
OWNED = ("piece", "brute", "bit", "gem", "card")
PLACED = ("piece", "brute", "relic")
SHEETS = {"piece": ("pawn", "rook"), "brute": ("ogre",), "relic": ("urn",), "fence": ("hedge", "rampart"),
          "card": ("ace", "deuce", "trey")}


@dataclass(frozen=True, slots=True)
class Attribute:
    """A field that texts read: of whom, its name and type. `storage`: who gives its value: events (`state`), sheets
    (`printed`, `formula`, `part`), or the engine (`given`)."""

    of: str
    name: str
    type: Type
    storage: str = "state"
    secret: bool = False
    clause: str = ""  # behind the type: `from 0 to 4 starts 2`
    params: tuple[tuple[str, Type], ...] = ()  # of a formula

    @property
    def settable(self) -> bool:
        """Whether events may set it."""
        return self.storage == "state"


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone; `player` says whether every player has one."""

    name: str
    holds: Type
    player: bool
    ordered: bool
    hue: bool = False  # whether every hue has one

    def named(self, whose: str) -> str:
        """The zone of a player in a text, or of a hue."""
        if self.hue:
            return f"{self.name}({HUES[len(whose) % len(HUES)]})"
        return f"{self.name} of {whose}" if self.player else self.name


@dataclass(frozen=True, slots=True)
class Callable:
    """A value or a permission: what it takes and gives. `rank`: it may ask only those of a smaller rank. `steps`:
    names and merges of the steps that sentences contribute to."""

    name: str
    params: tuple[tuple[str, Type], ...]
    gives: Type
    rank: int
    steps: tuple[tuple[str, str], ...] = ()
    permission: bool = False
    price: bool = False  # of one place, for walks


@dataclass(slots=True)
class Event:
    """An event as others see it. `level`: it may call only events of a smaller level; `asks`: its text may ask;
    `quiet`: nobody is ever asked while it runs."""

    name: str
    params: tuple[tuple[str, Type], ...]
    results: tuple[tuple[str, Type], ...] = ()
    level: int = 0
    asks: bool = False
    quiet: bool = False
    conditions: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    waits: bool = False  # for what a call gives: it may have to be asked about before it goes on, so not in a batch
    overwrites: bool = False  # fields of the match, so that it cannot run several times in a batch
    is_class: bool = False
    unasked: bool = False  # nobody is asked while it runs, by no reaction either
    nests: bool = False  # it calls what somebody may be asked about, so it is no effect of a batch

    @property
    def fields(self) -> tuple[tuple[str, Type], ...]:
        """Parameters and results."""
        return self.params + self.results


@dataclass(frozen=True, slots=True)
class Status:
    """A status: what has it, its parameters, and the number that each instance keeps, "" if it keeps none."""

    name: str
    of: str
    params: tuple[tuple[str, Type], ...] = ()
    state: str = ""


@dataclass(slots=True)
class World:
    """Everything that texts of one pack can name."""

    board: str
    seats: int
    attributes: list[Attribute] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    areas: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    dice: dict[str, Type] = field(default_factory=dict)
    callables: list[Callable] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    classes: list[Event] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    keywords: list[Status] = field(default_factory=list)  # those that sheets may list
    ranks: tuple[str, ...] = ("early", "window", "late")
    windows: tuple[str, ...] = ("in_turn", "single")
    parts: dict[str, list[str]] = field(default_factory=dict)  # sheet -> the names of its parts
    texts: dict[str, tuple[tuple[str, Type], ...]] = field(default_factory=dict)  # of cards, with their parameters
    levels: int = 1
    counted: bool = False  # do storeys count in distances?
    relays: bool = False  # programs may lay another board; no program holds a place then

    @property
    def form(self) -> str:
        """The form of the board, as the table of builtins knows it."""
        return self.board if self.levels == 1 else raised(self.board) or ""

    @property
    def cells(self) -> bool:
        """Whether places are cells: there are edges between them, and they can be gone through."""
        return self.board in ("square", "hex")

    @property
    def place(self) -> Type:
        """The type of a place."""
        return place(FORMS[self.board].place)

    @property
    def unit(self) -> Type:
        """The type of a distance."""
        return unit(FORMS[self.board].unit)

    @property
    def unit_one(self) -> str:
        """A distance of one."""
        return {"hexes": "1 hex", "inches": "1 inch"}.get(self.unit.name, "1 cell")

    def member(self, name: str, params: tuple[tuple[str, Type], ...]) -> str:
        """A formula or text as its kind declares it."""
        return f"{name}({', '.join(f'{type_} {param}' for param, type_ in params)})" if params else name

    def names(self) -> tuple[tuple[str, Type], ...]:
        """What every program gets."""
        found = (("p", PLAYER), ("q", PLAYER), ("a", PIECE), ("b", PIECE), ("y", RELIC), ("k", CARD))
        if self.board == "none":
            return found
        if not self.cells:
            return found if self.relays else (*found, ("g", self.place))
        of_board = () if self.relays else (("g", self.place), ("v", EDGE))
        return (*found, ("f", FENCE), *of_board)

    def shown(self) -> dict[str, Type]:
        """The reports by which texts tell values of each type: their ids by what they end in."""
        kinds = {
            "number": NUMBER,
            "yes": YES_NO,
            "hue": HUE,
            "piece": maybe(PIECE),
            "player": maybe(PLAYER),
            "relic": maybe(RELIC),
            "card": maybe(CARD),
            "pieces": set_of(PIECE),
            "seats": set_of(PLAYER),
            "order": list_of(PIECE),
            "numbers": list_of(NUMBER),
            "hues": set_of(HUE),
            "any": maybe(TARGET),
            "party": set_of(TARGET),
            "thing": maybe(THING),
        }
        if self.board != "none":
            kinds |= {"spot": maybe(self.place), "far": self.unit}
        if self.cells:
            kinds |= {"spots": set_of(self.place), "border": maybe(EDGE), "borders": set_of(EDGE)}
            kinds |= {"fence": maybe(FENCE)}
        return kinds

    def attributes_of(self, t: Type) -> list[Attribute]:
        """The attributes of entities of a kind, players or the match."""
        name = t.name if t.tag == "entity" else t.tag
        names = (name, PARENTS.get(name, ""))
        return [a for a in self.attributes if a.of in names]
