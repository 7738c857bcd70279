"""Turns the state of a match into the words and signs that boards and legends share: names, signs, figures, secrets.

Separate because board, legend, log and questions must call a piece the same, and none may tell what the player who
looks may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulewright.explained import TypeCode
from rulewright.numbers import whole_number
from rulewright.play import labels, seen, view
from rulewright.play.state import Runaway, State, copy
from rulewright.program import Column

_STEPS: Final = 20_000_000  # for what all things that are shown together began as


@dataclass(frozen=True, slots=True)
class Figure:
    """One declared state field of an entity, player or the match, worth showing. `key` names it across states."""

    key: tuple[str, int]
    name: str
    value: Any
    words: str
    first: str | None  # what it began as, if it is a number of its own that has become less
    flag: bool  # a yes_no that is true: its name says all
    number: bool


class Sight:
    """What one player may know (`viewer` None: everything). Decides words only; the state stays as it is."""

    def __init__(self, viewer: int | None, language: str = "en") -> None:
        self.viewer = viewer
        self.language = language

    def knows(self, m: State, e: int) -> bool:
        """Whether the viewer may know which sheet an entity shows."""
        return self.viewer is None or view.knows_whole(m, e, self.viewer)

    def knows_field(self, m: State, column: Column, index: int) -> bool:
        """Whether the viewer may know a field of an entity, player or the match."""
        return self.viewer is None or view.knows_field(m, column, index, self.viewer)

    def entity(self, m: State, e: int, kind: str = "") -> str:
        """The name of an entity; of one that the viewer may not know only that it is one of a kind (its id; "": any).
        That kind is what everybody knows, from a type or a zone: the very kind of the thing may be a secret."""
        return labels.entity(m, e, self.language) if self.knows(m, e) else labels.hidden(m, kind, self.language)

    def value(self, m: State, v: Any, t: TypeCode | None) -> str:
        """A value in words; entities that the viewer may not know by the kind that the type names."""
        if self.viewer is None:
            return labels.value(m, v, t, self.language)
        return view.told(m, v, t, self.viewer, self.language)

    def call(self, m: State, event: int, args: tuple[Any, ...]) -> str:
        """An event with its parameters."""
        if self.viewer is None:
            return labels.call(m, event, args, self.language)
        return view.told_call(m, event, args, self.viewer, self.language)

    def player(self, seat: int) -> str:
        """A seat in words."""
        return labels.seat(seat, self.language)


# -- which pieces there are --------------------------------------------------------------------------------------------


def placed(m: State, *, removed: bool = False) -> list[int]:
    """Entities of kinds that stand on the board, by age: those in play, or those that have left it."""
    p = m.p.program
    return [e for e in range(1, len(m.sheet)) if p.kinds[p.sheets[m.sheet[e]].kind].placed and m.live[e] is not removed]


def short_name(m: State, e: int, sight: Sight) -> str:
    """The name without its owner, for lists in which the owner stands above."""
    name = sight.entity(m, e)
    owner = m.owner[e]
    if owner is None:
        return name
    seat = labels.seat(owner, sight.language)
    return name.removesuffix(f" of {seat}").removesuffix(f" ({seat})")


class Signs:
    """Two characters for every piece, the same through a match: capitals for the first seat, small letters for the
    second, so that they tell the owners apart without colour; a star for nobody's, a number of the seat if there are
    more.
    """

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], str] = {}

    def of(self, m: State, e: int, sight: Sight) -> str:
        """The sign of a piece."""
        key = (e, m.sheet[e])
        if key not in self._taken:
            name = short_name(m, e, sight)
            taken = set(self._taken.values())
            self._taken[key] = next(sign for sign in _signs(name, m.owner[e], m.players) if sign not in taken)
        return self._taken[key]


_MOST_COPIES: Final = 10_000
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _signs(name: str, owner: int | None, players: int) -> Iterator[str]:
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()] or ["?"]
    first = words[0][0]
    copy = whole_number(words[-1], 1, _MOST_COPIES) if len(words) > 1 else None
    words = words[:-1] if copy else words
    rest = [word[0] for word in words[1:]]
    if copy:  # A, B, .. for the first, the second, ..: a digit would look like a seat
        rest = [*_LETTERS[copy - 1 : copy], *rest]
    rest += [char for word in words for char in word[1:] if char.isalpha()]
    rest += _LETTERS
    rest += "123456789abcdefghijklmnopqrstuvwxyz"
    if owner is None:
        yield from (f"*{second.upper()}" for second in (*rest[:1], first, *rest))
    elif players > 2:
        yield f"{first.upper()}{owner + 1}"
        yield from (f"{second.upper()}{owner + 1}" for second in rest)
    else:
        signs = (first + second for second in rest)
        yield from (sign.upper() if owner == 0 else sign.lower() for sign in signs)
    number = 0
    while True:
        number += 1
        yield f"{number:02}"


# -- figures -----------------------------------------------------------------------------------------------------------


def figures(m: State, size: str, index: int, sight: Sight, begun: Beginnings | None = None) -> list[Figure]:
    """The state fields of an entity ("entity", its number), a player ("player", the seat) or the match ("match", 0)
    that say something: whatever is not nothing (none, false, 0, empty), or was not when it began. `begun` is shared by
    those that are shown together."""
    if size == "entity" and not sight.knows(m, index):
        return []
    kinds = {kind.id: kind for kind in m.p.program.kinds}
    kind = kinds.get(size) if size != "entity" else m.p.program.kinds[m.p.sheets[m.sheet[index]].kind]
    if kind is None:
        return []
    columns = [m.p.program.columns[number] for number in kind.columns]
    columns = [c for c in columns if not c.static and c.id not in dict(kind.parts)]
    columns = [c for c in columns if sight.knows_field(m, c, index)]
    first = (begun or Beginnings(m, sight)).of(m.p.program.kinds.index(kind), index, columns)
    found = []
    for column in columns:
        value = getattr(m, column.slot)[index]
        initial = first.get(column.slot)
        if is_nothing(value, column.type) and is_nothing(initial, column.type):
            continue
        # Only what began as something of its own (printed hit points) can be read as the most that there is; a start
        # that is the same for all says nothing, and more than the start makes no sense of it.
        counted = column.type[0] == "number" and column.own_start and bool(initial) and value < initial
        found.append(Figure(
            (column.slot, index), labels.field(column, sight.language), value, sight.value(m, value, column.type),
            sight.value(m, initial, column.type) if counted else None, column.type[0] == "yes_no" and value is True,
            column.type[0] == "number",
        ))  # fmt: skip
    return found


def is_nothing(value: Any, t: TypeCode) -> bool:
    """Whether a value says nothing: none, false, 0, empty. A player, a place or a member of an enumeration always says
    something, though its number may be 0."""
    return value is None or (t[0] in ("number", "yes_no", "set", "list") and not value)


class Beginnings:
    """What the fields of things began as: the `starts` of their kinds run on a copy of the match, one for all of them,
    with so many steps together."""

    def __init__(self, m: State, sight: Sight) -> None:
        self._m = m
        self._viewer = sight.viewer
        self._scratch: State | None = None

    def of(self, kind: int, index: int, columns: list[Column]) -> dict[str, Any]:
        """By slot; nothing where the expressions read what the viewer may not know, or take too long."""
        m = self._m
        start = m.p.starts.get(kind)
        if start is None:
            return {column.slot: column.default for column in columns}
        scratch = self._copied()
        values = [getattr(scratch, column.slot) for column in columns]
        kept = [one[index] for one in values]
        try:
            for one, column in zip(values, columns, strict=True):
                one[index] = column.default
            start(scratch, index)
            return {column.slot: one[index] for one, column in zip(values, columns, strict=True)}
        except (seen.Unseen, Runaway):
            return {}
        finally:
            for one, value in zip(values, kept, strict=True):
                one[index] = value

    def _copied(self) -> State:
        if self._scratch is None:
            self._scratch = copy(self._m) if self._viewer is None else seen.seen_by(self._m, self._viewer)
            self._scratch.fuel = _STEPS
        return self._scratch


def statuses(m: State, size: str, index: int, sight: Sight) -> list[str]:
    """The named statuses that it has; unnamed ones are a pack's own book-keeping."""
    names: list[str] = []
    if size == "entity" and not sight.knows(m, index):
        return names
    for (status, _), rows in m.held.items():
        info = m.p.program.statuses[status]
        held = sum(1 for row in rows if m.rows[row][1] == index)
        if info.holder == size and held and info.names:
            names.append(labels.called(info, sight.language) + (f" x{held}" if held > 1 else ""))
    return sorted(names)


def snapshot(m: State, sight: Sight) -> Mapping[tuple[str, int], str]:
    """The words of every number of pieces and players, to tell later what has changed."""
    begun = Beginnings(m, sight)
    found = [figure for e in placed(m) for figure in figures(m, "entity", e, sight, begun)]
    found += [figure for seat in range(m.players) for figure in figures(m, "player", seat, sight, begun)]
    return {figure.key: figure.words for figure in found if figure.number}
