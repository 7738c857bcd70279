"""Turns the values of a view or an option into numbers: what names something is its row, what is a spot has x and y.

Separate because all arrays of an observation consist of such values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rulewright.embedding.values import Value
from rulewright.embedding.view import Place, View
from rulewright.rl.places import Places
from rulewright.rl.words import Words
from rulewright.space.plane.poses import parse, split

_NO_SPOT = (0.0, 0.0, 0.0)


class Told:
    """The numbers of values in one view.

    Attributes:
        words: the vocabulary of the pack.
        rows, places, statuses: the rows of the entities of the view by id, of its places, and of its statuses; from 1.
    """

    def __init__(self, words: Words, view: View) -> None:
        self.words = words
        self.rows = {name: number for number, name in enumerate(view.entities, 1)}
        self.places = Places(view.board, words.staggered)
        alike: Counter[tuple[str, str]] = Counter()
        self.statuses: dict[tuple[str, str, int], int] = {}
        for number, one in enumerate(view.statuses, 1):
            what = (one.status, repr(one.on))
            alike[what] += 1
            self.statuses[*what, alike[what]] = number

    def number(self, value: Value) -> float:
        """One number for a value: itself, 1 for yes, the row of a piece, place or status (from 1), 1 for a spot of a
        plane, the number of a zone, member or way to join maps, the length of a list; 0 for none, -1 for a hidden
        value, -2, -3 and so on for players where pieces are possible too."""
        match value:
            case bool() | int() | float():
                return value
            case str():
                return self.rows.get(value) or self.places.get(value) or self.words.named(value) or _is_spot(value)
            case list():
                return len(value)
            case {"hidden": _}:
                return -1
            case {"player": int(seat)}:
                return -2 - seat
            case {"event": str(event)}:
                return self.words.number(self.words.events, event)
            case {"status": str(status), "on": on, "number": int(number)}:
                return self.statuses.get((status, repr(on), number), -1)
            case {"way": int(number)}:
                return number
            case dict():
                return len(value)
            case None:
                return 0
        raise AssertionError(value)

    def is_place(self, name: str) -> bool:
        """Whether a string is the id of a place, an edge or a point, or a spot."""
        return name not in self.rows and bool(self.places.get(name) or (self.words.on_plane and _is_spot(name)))

    def wide(self, value: Value) -> tuple[float, ...]:
        """The same, on a plane followed by x and y in inches and the turn in degrees: of a spot, and of the
        last one in a way or a formation; three zeros for all else."""
        return (self.number(value), *_spot(value)) if self.words.on_plane else (self.number(value),)

    def fields(self, fields: Mapping[str, Value], names: Iterable[str]) -> list[float]:
        """The columns of fields (`Words.columns`); zeros for those that are not there."""
        found: list[float] = []
        for name in names:
            value = fields.get(name)
            found += self.wide(value) if name in self.words.spots else (self.number(value),)
        return found

    def where(self, place: str | None) -> tuple[float, ...]:
        """Where a piece is: column, row and storey from 1, and for an edge its side; on a plane 1, x, y and turn. Four
        zeros for a piece that is not on the board."""
        if self.words.on_plane:
            return self.wide(place)
        cell: Place | None = self.places.at.get(place or "")
        first, side = self.places.side(place or "") if cell is None else (cell, 0)
        return (first.column + 1, first.row + 1, first.level + 1, side)

    def parts(self, values: Iterable[Value]) -> Iterator[tuple[float, ...]]:
        """What is in the lists among some values, one after the other: which of the values it is in, from 1; in a
        formation the thing; and its own numbers, in a formation those of the place. A way has several places."""
        for number, value in enumerate(values, 1):
            if isinstance(value, list | dict):
                for thing, one in _inside(value):
                    yield (number, self.number(thing), *self.wide(one))


def _inside(value: Value) -> Iterator[tuple[Value, Value]]:
    """The plain values in a list or an object, each with the thing of a formation that it belongs to, if any."""
    match value:
        case list():
            for one in value:
                if isinstance(one, list) and len(one) == 2 and isinstance(one[0], str):  # a thing with its place or way
                    yield from ((one[0], place) for _, place in _inside(one[1]))
                else:
                    yield from _inside(one)
        case {"hidden": _} | {"player": _} | {"status": _} | {"way": _}:
            yield None, value
        case dict():
            for one in value.values():
                yield from _inside(one)
        case _:
            yield None, value


def _is_spot(name: str) -> int:
    return 0 if parse(name) is None else 1


def _spot(value: Value) -> tuple[float, ...]:
    while isinstance(value, list) and value:
        value = value[-1]
    found = parse(value) if isinstance(value, str) else None
    if found is None:
        return _NO_SPOT
    turn, x, y = split(found)
    return (x / 1000, y / 1000, turn)
