"""What a pack of the generator declares beside its texts: kinds with their fields, enumerations, zones, maps, dice.

The ids are always the same; which fields there are, how many seats, and what kind of board is drawn. Everything else of
the generator asks a `World` what there is to name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.programs.draw import Draw

from rulewright.check.types import (
    DIRECTION,
    MATCH,
    NUMBER,
    PLAYER,
    YES_NO,
    Type,
    entity,
    enum,
    list_of,
    maybe,
    place,
    set_of,
    unit,
)

HUES, GRADES = ("red", "green", "blue"), ("low", "mid", "high")
HUE, GRADE = enum("hue"), enum("grade")
PIECE, BRUTE, BIT, RELIC, CARD = (entity(k) for k in ("piece", "brute", "bit", "relic", "card"))
PARENTS = {"brute": "piece"}
PLURALS = {"piece": "pieces", "brute": "brutes", "bit": "bits_all", "relic": "relics", "card": "cards"}
OWNED = ("piece", "brute", "bit", "card")
PLACED = ("piece", "brute", "relic")
SHEETS = {"piece": ("pawn", "rook"), "brute": ("ogre",), "relic": ("urn",), "card": ("ace", "deuce", "trey")}


@dataclass(frozen=True, slots=True)
class Attribute:
    """A field that texts read: of whom, its name and type, whether events may set it."""

    of: str
    name: str
    type: Type
    settable: bool = True
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone; `player` says whether every player has one."""

    name: str
    holds: Type
    player: bool
    ordered: bool

    def named(self, whose: str) -> str:
        """The zone of a player in a text."""
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

    @property
    def fields(self) -> tuple[tuple[str, Type], ...]:
        """Parameters and results."""
        return self.params + self.results


@dataclass(frozen=True, slots=True)
class Status:
    """A status or keyword: what has it, and its parameters."""

    name: str
    of: str
    params: tuple[tuple[str, Type], ...] = ()


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
    keywords: list[Status] = field(default_factory=list)
    ranks: tuple[str, ...] = ("early", "window", "late")
    windows: tuple[str, ...] = ("in_turn", "single")
    relays: bool = False  # programs may lay another board; no program holds a place then

    @property
    def place(self) -> Type:
        """The type of a place."""
        return place("hex" if self.board == "hex" else "cell")

    @property
    def unit(self) -> Type:
        """The type of a distance."""
        return unit("hexes" if self.board == "hex" else "cells")

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
        }
        if self.board != "none":
            kinds |= {"spot": maybe(self.place), "spots": set_of(self.place), "far": self.unit}
        return kinds

    def attributes_of(self, t: Type) -> list[Attribute]:
        """The attributes of entities of a kind, players or the match."""
        name = t.name if t.tag == "entity" else t.tag
        names = (name, PARENTS.get(name, ""))
        return [a for a in self.attributes if a.of in names]


def draw_world(d: Draw) -> World:
    """A world with fields at random."""
    board = d.weighted([(6, "square"), (3, "hex"), (1, "none")])
    w = World(board, d.weighted([(4, 2), (3, 3), (1, 1), (1, 4)]))
    w.relays = board != "none" and d.chance(20)
    w.areas = ("wall", "moss", "spring") if board != "none" else ()
    w.maps = ("yard", "court") if board != "none" else ()
    w.dice = {"d6": NUMBER, "bone": NUMBER, "tint": HUE}
    w.zones = [
        Zone("deck", CARD, True, True),
        Zone("hand", CARD, True, False),
        Zone("heap", CARD, False, True),
        Zone("camp", PIECE, False, d.chance(50)),
    ]
    w.attributes = [*_always(w), *d.some(_sometimes(w), 55)]
    return w


def _always(w: World) -> list[Attribute]:
    found = [
        Attribute("piece", "hp", NUMBER),
        Attribute("piece", "tag", NUMBER),
        Attribute("piece", "mark", YES_NO),
        Attribute("piece", "friend", maybe(PIECE)),
        Attribute("piece", "rating", NUMBER, settable=False),
        Attribute("card", "cost", NUMBER, settable=False),
        Attribute("card", "used", NUMBER),
        Attribute("bit", "level", NUMBER),
        Attribute("bit", "bearer", PIECE, settable=False),
        Attribute("piece", "bits", set_of(BIT), settable=False),
        Attribute("relic", "gold", NUMBER),
        Attribute("player", "points", NUMBER),
        Attribute("match", "round", NUMBER),
        Attribute("player", "lead", maybe(PIECE)),
        *(Attribute(kind, "owner", PLAYER, settable=False) for kind in ("piece", "card", "bit")),
    ]
    if w.board != "none":
        found += [Attribute(kind, "place", maybe(w.place), settable=False) for kind in ("piece", "relic")]
    return found


def _sometimes(w: World) -> list[Attribute]:
    found = [
        Attribute("piece", "hue", HUE),
        Attribute("piece", "grade", GRADE),
        Attribute("piece", "foe", maybe(PLAYER)),
        Attribute("piece", "hues", set_of(HUE)),
        Attribute("piece", "crew", set_of(PIECE)),
        Attribute("piece", "past", list_of(NUMBER)),
        Attribute("piece", "traits", set_of(HUE), settable=False),
        Attribute("piece", "tally", Type("per", "", (NUMBER, PLAYER))),
        Attribute("piece", "prize", maybe(RELIC)),
        Attribute("brute", "rage", NUMBER),
        Attribute("brute", "calm", YES_NO),
        Attribute("relic", "holder", maybe(PIECE)),
        Attribute("relic", "lit", YES_NO),
        Attribute("card", "free", YES_NO, settable=False),
        Attribute("player", "ready", YES_NO),
        Attribute("player", "allies", set_of(PLAYER)),
        Attribute("player", "guess", NUMBER, secret=True),
        Attribute("player", "first_to", YES_NO, settable=False),
        Attribute("match", "slain", Type("per", "", (NUMBER, PLAYER))),
        Attribute("match", "tone", HUE),
        Attribute("match", "by_hue", Type("per", "", (NUMBER, HUE))),
        Attribute("match", "target", maybe(PIECE)),
        Attribute("match", "line", list_of(PIECE)),
    ]
    if w.board != "none":
        found += [
            Attribute("piece", "home", maybe(w.place)),
            Attribute("piece", "ground", set_of(w.place)),
            Attribute("piece", "pace", w.unit),
            Attribute("piece", "facing", maybe(DIRECTION)),
        ]
    return found


__all__ = ["MATCH", "Attribute", "Callable", "Event", "Status", "World", "Zone", "draw_world"]
