"""The entries of the log of a match: one class for each sort of thing that happens.

Separate because everything that writes the state reports it here, and this module imports no other module of play.
Numbers are those of the state (`play.state`) and of the program. `depth` is the number of running events; the outermost
has 1. The record of an entry is the live record: its fields keep changing until the event is over. `unseen`: only a
secret caused it (`shapes.UNSEEN` and `OWNER_KNOWS` define who may see it).

    m.trace.append(Rolled(m.depth, die, value, by, secret))

`play.log` decides what one player may know of the entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from rulewright.shapes import Record


@dataclass(slots=True)
class Began:
    """An event began; `depth` is its own depth."""

    depth: int
    record: Record


@dataclass(slots=True)
class Finished:
    """An event is over; `depth` is its own depth. `outcome` is an index of `shapes.OUTCOMES`."""

    depth: int
    record: Record
    outcome: int


@dataclass(slots=True)
class NotBegun:
    """A call was refused: it was not legal."""

    depth: int
    event: int
    args: tuple[Any, ...]


@dataclass(slots=True)
class Reacted:
    """A reaction began. `holder` is an entity, a seat, or 0 for a reaction of a rule. `began`: the stamp of the run
    that it reacts to."""

    depth: int
    reaction: int
    holder: Any
    began: int = 0


@dataclass(slots=True)
class ReactionOver:
    """A reaction is over, or was abandoned. The fields are those of its beginning, except the depth if it was
    abandoned."""

    depth: int
    reaction: int
    holder: Any
    began: int = 0


@dataclass(slots=True)
class Answered:
    """A player answered. `site` and `window` as in Decision; `secret`: the option is not shown (and is None)."""

    depth: int
    player: int
    site: int
    window: int
    option: Any
    secret: bool = False


@dataclass(slots=True)
class Rolled:
    """A die showed a value. `die`: an index of Program.dice, -n for one of n faces. `by`: the player who rolled, or
    None. `secret`: only `by` may know the value. `of_several`: the value is a position, for `roll one of`."""

    depth: int
    die: int
    value: Any
    by: int | None
    secret: bool
    unseen: int = 0
    of_several: bool = False


@dataclass(slots=True)
class Created:
    """An entity came into play."""

    depth: int
    entity: Any
    sheet: int


@dataclass(slots=True)
class Put:
    """An entity was put on a cell, into a zone (a code), or nowhere."""

    depth: int
    entity: Any
    place: int
    unseen: int = 0


@dataclass(slots=True)
class Removed:
    """An entity left play for good."""

    depth: int
    entity: Any
    unseen: int = 0


@dataclass(slots=True)
class Swapped:
    """An entity shows another sheet."""

    depth: int
    entity: Any
    sheet: int


@dataclass(slots=True)
class Shuffled:
    """A zone (a code) was shuffled."""

    depth: int
    zone: int
    unseen: int = 0


@dataclass(slots=True)
class Revealed:
    """An entity was shown to the players of a mask."""

    depth: int
    entity: Any
    mask: int
    unseen: int = 0


@dataclass(slots=True)
class Gained:
    """A status was given. `holder` as its definition states: an entity, a seat, or 0 for the match."""

    depth: int
    status: int
    holder: int
    row: int


@dataclass(slots=True)
class Lost:
    """A status ended."""

    depth: int
    status: int
    holder: int
    row: int


Entry: TypeAlias = (
    Began | Finished | NotBegun | Reacted | ReactionOver | Answered | Rolled | Created | Put | Removed | Swapped
    | Shuffled | Revealed | Gained | Lost
)  # fmt: skip
