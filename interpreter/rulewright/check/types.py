"""The types of values, as small frozen data, and the one relation between them: what may stand for what.

Separate because the checker infers them and the compiler chooses representations by them. It knows no symbols: kinds,
enumerations and events are named by their ids.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Type:
    """A type. `tag` says which; `name` the id or unit; `args` the parts.

    tag        name            args        runtime representation in a match (see play.state)
    yes_no                                 bool
    number     unit or ""                  int (inches in thousandths)
    text                                   int (index of a text; cannot be read by expressions)
    entity     kind id or ""               int > 0
    sheet      kind id                     int (index of the sheet in Program.sheets)
    player                                 int, 0-based seat
    match                                  0
    place      "cell" or "hex"             int >= 0
    direction                              int
    point                                  int (packed lattice point)
    enum       enum id                     int (index of the member)
    die        ""                          int (index of the die; number dice are negative: -faces)
    map                                    int (index of the map)
    join                                   int (index of a way to join two maps)
    zone                                   int <= -2 (code of a zone instance)
    status                                 int (id of the status instance)
    record     event id (or class id)      Record object
    set        ""              (T,)        places: int bitset; else tuple ascending, without doubles
    list       ""              (T,)        tuple
    per        ""              (T, K)      tuple indexed by seat (K player) or dict
    maybe      ""              (T,)        None or T
    none                                   None
    nothing                                no value: an action
    unknown                                agrees with everything: an error was already reported
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
            case "sheet":
                return f"sheet of {self.name}"
            case "place" | "enum" | "record":
                return self.name
            case "set" | "list":
                return f"{self.tag} of {self.args[0]}"
            case "per":
                return f"{self.args[0]} per {self.args[1]}"
            case "maybe":
                return f"{self.args[0]} or none"
            case _:
                return self.tag


YES_NO = Type("yes_no")
NUMBER = Type("number")
TEXT = Type("text")
ENTITY = Type("entity")
PLAYER = Type("player")
MATCH = Type("match")
DIRECTION = Type("direction")
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
    """A place of the board: "cell" or "hex"."""
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
