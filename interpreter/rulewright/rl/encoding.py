"""Encodes a view and a question as arrays of fixed shapes: only what one player may know.

Separate because an environment handles turns, and this module handles numbers. It reads only views and questions, which
contain no secret of another player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from rulewright.embedding.question import Option, Question
from rulewright.embedding.view import Entity, Place, View
from rulewright.errors import RulewrightError
from rulewright.rl.words import Words, scalar

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Columns of a piece before its fields, of an option before its values, and of the question.
PIECE = ("present", "kind", "sheet", "owner", "in play", "column", "row", "level", "side", "zone", "zone's owner",
         "part of")
# For an edge, the side of its first place, from 1; 0 is the place itself.
_SIDES = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west", "up")
OPTION = ("kind", "event", "reaction")
QUESTION = ("asked", "kind", "during", "options", "page", "piece", "place")
_OPTIONS = ("event", "reaction", "choice", "pass")
_QUESTIONS = ("choose", "yes or no", "offer", "some", "each", "next", "react", "first")
_VALUES = 6  # the most encoded values of an option
_STATUS = ("status", "piece", "seat", "first value", "second value")


class _Places(dict[str, int]):
    """The rows of places by id, from 1; edges, `B4|C4`, follow all of them, side by side."""

    def __init__(self, board: Iterable[Place], staggered: bool) -> None:
        self.staggered = staggered
        self.at = {place.id: place for place in board}
        super().__init__((id_, number) for number, id_ in enumerate(self.at, 1))

    def __missing__(self, name: str) -> int:
        first, side = self.side(name)
        if not side:
            raise KeyError(name)
        self[name] = self[first.id] + len(self.at) * side
        return self[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The number of a place or an edge."""
        try:
            return self[name]
        except KeyError:
            return default

    def side(self, name: str) -> tuple[Place, int]:
        """The first place of an edge, and the side of that place that it is on; 0 if the name is not an edge's."""
        one, _, other = name.partition("|")
        first, second = self.at.get(one), self.at.get(other)
        if first is None:
            return _NOWHERE, 0
        if second is None:
            return first, _SIDES.index(other) + 1 if other in _SIDES else 0
        if second.level != first.level:
            return first, _SIDES.index("up") + 1
        if second.row == first.row:
            return first, _SIDES.index("east") + 1
        if not self.staggered:
            return first, _SIDES.index("south") + 1
        right = second.column - first.column == first.row % 2  # odd rows lie half a place further right
        return first, _SIDES.index("south_east" if right else "south_west") + 1


_NOWHERE = Place("", -1, -1, (), -1)


class Encoding:
    """The spaces of observations of one pack, and the arrays of a moment.

    Args:
        words: the vocabulary of the pack.
        players: the number of seats.
        actions, pieces, statuses: the number of options, entities and statuses that an observation has room for.
    """

    def __init__(self, words: Words, players: int, actions: int, pieces: int, statuses: int) -> None:
        self.words = words
        self.actions = actions
        self.shapes = {
            "pieces": (pieces, len(PIECE) + len(words.piece_fields)),
            "seats": (players, 2 + len(words.seat_fields)),
            "match": (max(1, len(words.match_fields)),),
            "zones": (max(1, len(words.zones)), 1 + players),
            "statuses": (statuses, len(_STATUS)),
            "question": (len(QUESTION),),
            "options": (actions, len(OPTION) + _VALUES),
        }

    def space(self) -> spaces.Dict:
        """The space of the result of `arrays`, together with the mask of legal actions."""
        boxes: dict[str, spaces.Space[Any]] = {}
        for name, shape in self.shapes.items():
            boxes[name] = spaces.Box(-np.inf, np.inf, shape, np.float32)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(boxes), "action_mask": mask})

    def arrays(self, view: View, question: Question | None, page: int, offered: list[int]) -> dict[str, Any]:
        """What a player knows. `question` is the player's question, if there is one, and `offered` are the indexes of
        the options that the actions of this page stand for. Raises RulewrightError if anything does not fit."""
        made: dict[str, NDArray[np.float32]] = {n: np.zeros(shape, np.float32) for n, shape in self.shapes.items()}
        rows = {name: number for number, name in enumerate(view.entities, 1)}
        places = _Places(view.board, self.words.staggered)
        self.must_hold([view])
        for entity, line in zip(view.entities.values(), made["pieces"], strict=False):
            cell = places.at.get(entity.place or "")
            cell, side = (cell, 0) if cell is not None else places.side(entity.place or "")
            where = (cell.column + 1, cell.row + 1, cell.level + 1, side)
            line[: len(PIECE)] = self._piece(entity, where, view, rows)
            for i, name in enumerate(self.words.piece_fields, len(PIECE)):
                if name in entity.fields:
                    line[i] = scalar(self.words, entity.fields[name], rows, places)
        for seat, line in enumerate(made["seats"]):
            fields = view.players[seat]
            line[:2] = seat == view.seat, seat == view.asked
            line[2:] = [scalar(self.words, fields.get(name), rows, places) for name in self.words.seat_fields]
        for i, name in enumerate(self.words.match_fields):
            made["match"][i] = scalar(self.words, view.match.get(name), rows, places)
        for zone in view.zones.values():
            column = 0 if zone.owner is None else 1 + zone.owner
            made["zones"][self.words.number(self.words.zones, zone.zone) - 1, column] = zone.count
        for status, line in zip(view.statuses, made["statuses"], strict=False):
            on = status.on
            values = [scalar(self.words, one, rows, places) for one in status.values.values()][:2]
            whose = (rows.get(on, 0) if isinstance(on, str) else 0, on + 1 if type(on) is int else 0)
            told = [self.words.number(self.words.statuses, status.status), *whose, *values]
            line[: len(told)] = told
        if question is not None:
            made["question"][:] = self._question(question, page, rows, places)
            for line, index in zip(made["options"], offered, strict=False):
                told = self._option(question.options[index], rows, places)
                line[: len(told)] = told
        return made

    def must_hold(self, views: Sequence[View]) -> None:
        """Raises RulewrightError if a view has more pieces or statuses than an observation has room for."""
        pieces, statuses = max(len(one.entities) for one in views), max(len(one.statuses) for one in views)
        counts = (("pieces", pieces), ("statuses", statuses))
        small = {name: count for name, count in counts if count > self.shapes[name][0]}
        if small:
            there = " and ".join(f"{count} {name}" for name, count in small.items())
            room = " and ".join(str(self.shapes[name][0]) for name in small)
            needed = ", ".join(f"{name}={count}" for name, count in small.items())
            words = f"the match has {there}, and an observation has room for {room}"
            raise RulewrightError(f"{words}: give environment(.., {needed}) or more, as more may come")

    def _piece(self, entity: Entity, where: tuple[int, ...], view: View, rows: dict[str, int]) -> list[float]:
        words = self.words
        zone = view.zones.get(entity.zone or "")
        return [
            1, words.number(words.kinds, entity.kind), words.number(words.sheets, entity.sheet), _seat(entity.owner),
            entity.in_play, *where, 0 if zone is None else words.number(words.zones, zone.zone),
            _seat(zone.owner) if zone is not None else 0, rows.get(entity.part_of or "", 0),
        ]  # fmt: skip

    def _question(self, q: Question, page: int, rows: dict[str, int], places: dict[str, int]) -> list[float]:
        during = (q.during or {}).get("event")
        event = self.words.number(self.words.events, during if isinstance(during, str) else None)
        inside = (q.during or {}).get("values")
        values = list(inside.values()) if isinstance(inside, dict) else []
        piece = next((rows[one] for one in values if isinstance(one, str) and one in rows), 0)
        place = next((places[one] for one in values if isinstance(one, str) and one in places), 0)
        return [1, _number(_QUESTIONS, q.kind), event, len(q.options), page, piece, place]

    def _option(self, option: Option, rows: dict[str, int], places: dict[str, int]) -> list[float]:
        words = self.words
        values = list(option.values.values())[:_VALUES]
        return [
            _number(_OPTIONS, option.kind), words.number(words.events, option.event),
            words.number(words.reactions, option.reaction), *(scalar(words, one, rows, places) for one in values),
        ]  # fmt: skip


def _seat(owner: int | None) -> int:
    return 0 if owner is None else owner + 1


def _number(words: Iterable[str], word: str) -> int:
    return next((number for number, one in enumerate(words, 1) if one == word), 0)
