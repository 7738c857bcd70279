"""Encodes a view and a question as arrays of fixed shapes: only what one player may know.

Separate because an environment handles turns, and this module handles numbers. It reads only views and questions, which
contain no secret of another player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from rulewright.embedding.question import Option, Question
from rulewright.embedding.view import Entity, View
from rulewright.errors import RulewrightError
from rulewright.rl.told import Told
from rulewright.rl.words import Words, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CELL = ("column", "row", "level", "side")
_OPTIONS = ("event", "reaction", "choice", "pass")
_QUESTIONS = ("choose", "yes or no", "offer", "some", "each", "next", "react", "first")
_VALUES = 6  # the values of an option that there is room for in any pack
_PARTS = 16  # the parts of the lists of an option, in a pack in which options have any


class Encoding:
    """The spaces of observations of one pack, and the arrays of a moment.

    Args:
        words: the vocabulary of the pack.
        players: the number of seats.
        actions, pieces, statuses: the number of options, entities and statuses that an observation has room for.
        parts: the number of parts of its lists, ways and formations that an option has room for; None: 16 if options of
            the pack may have any, else 0.

    Attributes:
        columns: the meanings of the numbers in the last axis of each array.
        shapes: of the arrays. There is no array `parts` without room for parts.
    """

    def __init__(
        self, words: Words, players: int, actions: int, pieces: int, statuses: int, parts: int | None = None
    ) -> None:
        self.words = words
        self.actions = actions
        self.parts = parts if parts is not None else _PARTS if words.several else 0
        self.values = max(_VALUES, words.values)
        where = tuple(spread("placed")) if words.on_plane else _CELL
        named = [f"value {number}" for number in range(1, self.values + 1)]
        self.columns: dict[str, tuple[str, ...]] = {
            "pieces": ("present", "kind", "sheet", "owner", "in play", *where, "zone", "zone's owner", "part of",
                       *words.columns(words.piece_fields)),
            "seats": ("self", "asked", *words.columns(words.seat_fields)),
            "match": words.columns(words.match_fields) or ("nothing",),
            "zones": ("shared", *(f"player_{seat + 1}" for seat in range(players))),
            "statuses": ("status", "piece", "seat", *self._wide("first value", "second value")),
            "question": ("asked", "kind", "during", "options", "page", "piece", *self._wide("place")),
            "options": ("kind", "event", "reaction", *self._wide(*named)),
            "parts": ("value", "thing", *self._wide("part")),
        }  # fmt: skip
        rows: dict[str, tuple[int, ...]] = {
            "pieces": (pieces,), "seats": (players,), "match": (), "zones": (max(1, len(words.zones)),),
            "statuses": (statuses,), "question": (), "options": (actions,), "parts": (actions, self.parts),
        }  # fmt: skip
        if not self.parts:
            del rows["parts"], self.columns["parts"]
        self.shapes = {name: (*count, len(self.columns[name])) for name, count in rows.items()}

    def _wide(self, *names: str) -> tuple[str, ...]:
        """The columns of values that may be spots on a plane."""
        return tuple(column for name in names for column in (spread(name) if self.words.on_plane else (name,)))

    def space(self) -> spaces.Dict:
        """The space of the result of `arrays`, together with the mask of legal actions."""
        boxes: dict[str, spaces.Space[Any]] = {}
        for name, shape in self.shapes.items():
            boxes[name] = spaces.Box(-np.inf, np.inf, shape, np.float32)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(boxes), "action_mask": mask})

    def arrays(self, view: View, question: Question | None, page: int, offered: list[int]) -> dict[str, Any]:
        """What a player knows. `question` is the player's question, if there is one, and `offered` are the indexes of
        the options that the actions of this page stand for. Raises RulewrightError if anything does not fit; parts of
        lists that do not fit are left out."""
        made: dict[str, NDArray[np.float32]] = {n: np.zeros(shape, np.float32) for n, shape in self.shapes.items()}
        words, told = self.words, Told(self.words, view)
        self.must_hold([view])
        for entity, line in zip(view.entities.values(), made["pieces"], strict=False):
            line[:] = [*self._piece(entity, view, told), *told.fields(entity.fields, words.piece_fields)]
        for seat, line in enumerate(made["seats"]):
            line[:] = [seat == view.seat, seat == view.asked, *told.fields(view.players[seat], words.seat_fields)]
        if words.match_fields:
            made["match"][:] = told.fields(view.match, words.match_fields)
        for zone in view.zones.values():
            column = 0 if zone.owner is None else 1 + zone.owner
            made["zones"][words.number(words.zones, zone.zone) - 1, column] = zone.count
        for status, line in zip(view.statuses, made["statuses"], strict=False):
            on = status.on
            values = [number for one in list(status.values.values())[:2] for number in told.wide(one)]
            whose = (told.rows.get(on, 0) if isinstance(on, str) else 0, on + 1 if type(on) is int else 0)
            _fill(line, [words.number(words.statuses, status.status), *whose, *values])
        if question is not None:
            made["question"][:] = self._question(question, page, told)
            for row, index in enumerate(offered):
                option = question.options[index]
                _fill(made["options"][row], self._option(option, told))
                for number, part in enumerate(islice(told.parts(option.values.values()), self.parts)):
                    made["parts"][row, number] = part
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

    def _piece(self, entity: Entity, view: View, told: Told) -> list[float]:
        words = self.words
        zone = view.zones.get(entity.zone or "")
        return [
            1, words.number(words.kinds, entity.kind), words.number(words.sheets, entity.sheet), _seat(entity.owner),
            entity.in_play, *told.where(entity.place), 0 if zone is None else words.number(words.zones, zone.zone),
            _seat(zone.owner) if zone is not None else 0, told.rows.get(entity.part_of or "", 0),
        ]  # fmt: skip

    def _question(self, q: Question, page: int, told: Told) -> list[float]:
        during = (q.during or {}).get("event")
        event = self.words.number(self.words.events, during if isinstance(during, str) else None)
        inside = (q.during or {}).get("values")
        named = [one for one in inside.values() if isinstance(one, str)] if isinstance(inside, dict) else []
        piece = next((told.rows[one] for one in named if one in told.rows), 0)
        place = next((one for one in named if told.is_place(one)), None)
        return [1, _number(_QUESTIONS, q.kind), event, len(q.options), page, piece, *told.wide(place)]

    def _option(self, option: Option, told: Told) -> list[float]:
        words = self.words
        return [
            _number(_OPTIONS, option.kind), words.number(words.events, option.event),
            words.number(words.reactions, option.reaction),
            *(number for one in list(option.values.values())[: self.values] for number in told.wide(one)),
        ]  # fmt: skip


def _fill(line: NDArray[np.float32], numbers: list[float]) -> None:
    line[: len(numbers)] = numbers


def _seat(owner: int | None) -> int:
    return 0 if owner is None else owner + 1


def _number(words: Iterable[str], word: str) -> int:
    return next((number for number, one in enumerate(words, 1) if one == word), 0)
