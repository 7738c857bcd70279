"""The types of values, as small frozen data, and the only relation between them: which type fits which.

Separate because the checker infers them and the compiler chooses representations by them. It contains no symbols:
kinds, enumerations and events are named by their ids.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Type:
    """A type. `tag` says which; `name` the id or unit; `args` the parts.

    tag        name            args        runtime representation in a match (see play.state)
    yes_no                                 bool
    number     unit or ""                  int (inches in thousandths)
    text                                   int (index of a text; cannot be read by expressions)
    entity     kind id or ""               int > 0; of several kinds their ids, joined by " or "
    union      as of entity                that, or a player: int >= SEAT, namely SEAT + seat
    sheet      kind id                     int (index of the sheet in Program.sheets)
    player                                 int, 0-based seat
    match                                  0
    place      "cell", "hex" or "spot"     int >= 0
    gap                                    Gap: a distance on a plane; compared only (see check.openness)
    outline                                tuple of Shape: what a base covers on a plane (likewise)
    formation                              tuple of (entity, place), ascending: a place for each of several
    way                                    tuple of 2 to 16 places: where something is, and where its legs end
    edge                                   int >= 2^52 (see space.grid)
    direction                              int
    point                                  int (packed lattice point)
    enum       enum id                     int (index of the member)
    die        ""                          int (index of the die; number dice are negative: -faces)
    map                                    int (index of the map)
    join                                   int (index of a way to join two maps)
    zone                                   int <= -2 (code of a zone instance)
    status     status id or ""             int (id of the status instance)
    record     event id (or class id)      Record object
    set        ""              (T,)        places: int bitset, on a plane a Term; else tuple ascending, no duplicates
    list       ""              (T,)        tuple
    per        ""              (T, K)      tuple indexed by seat (K player) or dict
    maybe      ""              (T,)        None or T
    none                                   None
    nothing                                no value: an action
    unknown                                matches everything: an error was already reported
    """

    tag: str
    name: str = ""
    args: tuple[Type, ...] = ()

    def __str__(self) -> str:
        match self.tag:
            case "number":
                return self.name or "number"
            case "entity":
                return self.name or "entity"
            case "union":
                return f"{self.name or 'entity'} or player"
            case "sheet":
                return f"sheet of {self.name}"
            case "place" | "enum" | "record":
                return self.name
            case "status":
                return self.name or "status"
            case "set" | "list":
                held = str(self.args[0])
                return f"{self.tag} of ({held})" if _OR in held else f"{self.tag} of {held}"
            case "per":
                return f"({self.args[0]}) per {self.args[1]}" if _OR in str(self.args[0]) else (
                    f"{self.args[0]} per {self.args[1]}")
            case "maybe":
                return f"{self.args[0]} or none"
            case _:
                return self.tag


_OR = " or "

YES_NO = Type("yes_no")
NUMBER = Type("number")
TEXT = Type("text")
ENTITY = Type("entity")
PLAYER = Type("player")
MATCH = Type("match")
DIRECTION = Type("direction")
EDGE = Type("edge")
GAP = Type("gap")
OUTLINE = Type("outline")
FORMATION = Type("formation")
WAY = Type("way")
POINT = Type("point")
DIE = Type("die")
MAP = Type("map")
JOIN = Type("join")
ZONE = Type("zone")
STATUS = Type("status")
NONE = Type("none")
NOTHING = Type("nothing")
UNKNOWN = Type("unknown")


def unit(name: str) -> Type:
    """A number with a unit (`cells`, `hexes`, `inches`)."""
    return Type("number", name)


def place(name: str) -> Type:
    """A place of the board: "cell", "hex" or "spot"."""
    return Type("place", name)


@cache
def entity(kind: str) -> Type:
    """An entity of a kind."""
    return Type("entity", kind)


def enum(name: str) -> Type:
    """A member of an enumeration."""
    return Type("enum", name)


def record(event: str) -> Type:
    """The record of a run of an event or class."""
    return Type("record", event)


def set_of(item: Type) -> Type:
    """A set."""
    return Type("set", "", (item,))


def list_of(item: Type) -> Type:
    """A list."""
    return Type("list", "", (item,))


def maybe(item: Type) -> Type:
    """`T or none`; never nested."""
    return item if item.tag in ("maybe", "none", "unknown") else Type("maybe", "", (item,))


def some(item: Type) -> Type:
    """The T of `T or none`, else the type itself."""
    return item.args[0] if item.tag == "maybe" else item


def kinds_of(type_: Type) -> tuple[str, ...]:
    """The kinds that an entity of such a type may have; "" alone means any."""
    return tuple(type_.name.split(_OR))


def one_of(kinds: Iterable[str], player: bool) -> Type:
    """An entity of one of some kinds, or with `player` also a player. None of the kinds is one of the others."""
    name = _OR.join(kinds)
    return Type("union", name) if player else entity(name)


def members(type_: Type) -> tuple[Type, ...]:
    """The types that a value of a type may have: several for a union."""
    if type_.tag not in ("entity", "union"):
        return (type_,)
    return tuple(entity(kind) for kind in kinds_of(type_)) + ((PLAYER,) if type_.tag == "union" else ())


def is_several(type_: Type) -> bool:
    """Whether it is a set of entities, to which a formation gives places."""
    return type_.tag == "set" and type_.args[0].tag == "entity"


def is_union(type_: Type) -> bool:
    """Whether it is of several kinds, or of kinds and players."""
    return type_.tag == "union" or (type_.tag == "entity" and _OR in type_.name)


def is_recast(one: Type, other: Type) -> bool:
    """Whether a value of one type, which fits the other, is represented differently there."""
    one, other = some(one), some(other)
    if one.tag in ("set", "list") and one.tag == other.tag:
        return is_recast(one.args[0], other.args[0])
    return "union" in (one.tag, other.tag) and "player" in (one.tag, other.tag)
