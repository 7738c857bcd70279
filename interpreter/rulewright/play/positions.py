"""Describes the position of a match by ids, and finds the differences between two positions.

Separate because a file of a match stores answers and events. After a change of content, the same events may lead to
another state: a field may be set without a log entry, an entity may begin differently. So the file also stores the
position of every entity, player and zone and of the match when it was written. It is compared with today's position by
names; a field that only one of the two knows is not a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulewright.play.chance import Chance
from rulewright.play.keys import Keys
from rulewright.play.pieces import zone_of
from rulewright.play.renamed import Renames
from rulewright.play.state import NOWHERE, State
from rulewright.play.statuses import statuses_of
from rulewright.shapes import R_ARGS, R_STATUS

# By entity, player, zone or "match", then by field, in words of `Keys`.
Position = dict[str, dict[str, str]]

MATCH: Final = "match"
_LONGEST: Final = 400
_STATUSES: Final = "all statuses"  # a field of content has no space in its name
_UNTOLD: Final = frozenset({"text", "join"})  # types of fields that hold no data of their own


@dataclass(frozen=True, slots=True)
class Unlike:
    """A field that differs: its owner, its name ("" if the entity itself exists in only one of the two), the old value
    and the new one."""

    thing: str
    field: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.field:
            return f"{self.thing} is {self.now}, it was {self.was}"
        return f"{self.thing}: {self.field} {self.now}, it was {self.was}"


class _Numbered(Keys):
    """Keys of a match that does not change meanwhile: entities are counted once."""

    def __init__(self, m: State) -> None:
        super().__init__(m)
        self._known: dict[int, str] = {}
        counted: dict[int, int] = {}
        for e in range(1, len(m.sheet)):
            sheet = m.p.sheets[m.sheet[e]].id
            if m.whole[e]:
                self._known[e] = f"{self._known[m.whole[e]]}.{sheet.rpartition('.')[2]}"
            else:
                number = counted[m.sheet[e]] = counted.get(m.sheet[e], 0) + 1
                self._known[e] = f"{sheet}#{number}"

    def entity(self, e: int) -> str:
        return self._known[e]


def position_of(m: State) -> Position:
    """The position of a match, including all secrets: it is for files that hold the whole match anyway.

    For an entity: its fields except those that are only printed, its owner, its location, whether it is out of play.
    For players and the match: their fields. For all three: their statuses with their arguments, by age. For a zone: its
    contents. For the match also: who is asked, and how many random numbers were drawn.
    """
    keys = _Numbered(m)
    found: Position = {}
    for e in range(1, len(m.sheet)):
        kind = m.p.program.kinds[m.p.sheets[m.sheet[e]].kind]
        fields = found[keys.entity(e)] = _fields(keys, kind.columns, e)
        owner, at = m.owner[e], m.at[e]
        fields["owner"] = "none" if owner is None else keys.seat(owner)
        fields["place"] = "out of play" if not m.live[e] else _place(m, at)
        fields[_STATUSES] = _statuses(keys, "entity", e)
    columns = m.p.program.columns
    for size, count in (("player", m.players), (MATCH, 1)):
        own = tuple(i for i, column in enumerate(columns) if column.size == size)
        for i in range(count):
            name = keys.seat(i) if size == "player" else MATCH
            found[name] = {**_fields(keys, own, i), _STATUSES: _statuses(keys, size, i)}
    found[MATCH]["player asked"] = "nobody" if m.pending is None else keys.seat(m.pending.player)
    if isinstance(m.chance, Chance):
        found[MATCH]["random numbers drawn"] = str(sum(m.chance.counters.values()))
    for number, zone in enumerate(m.p.program.zones):
        for owner in range(m.players if zone.per_player else 1):
            inside = m.zones[number * m.players + owner]
            lie = [keys.entity(e) for e in (inside if zone.ordered else sorted(inside))]
            found[keys.zone(zone, owner if zone.per_player else None)] = {"things": f"({', '.join(lie)})"[:_LONGEST]}
    return found


def _fields(keys: Keys, columns: tuple[int, ...], index: int) -> dict[str, str]:
    m, known = keys.m, keys.m.p.program.columns
    return {
        known[i].id: keys.value(getattr(m, known[i].slot)[index], known[i].type)[:_LONGEST]
        for i in columns if not known[i].static and known[i].type[0] not in _UNTOLD
    }  # fmt: skip


def _place(m: State, at: int) -> str:
    if at == NOWHERE:
        return "nowhere"
    if at > NOWHERE:
        return str(m.board.name_of(at))
    zone, owner = zone_of(m, at)
    return zone.id if owner is None else f"{zone.id} of player {owner + 1}"


def _statuses(keys: Keys, kind: str, holder: int) -> str:
    m, p = keys.m, keys.m.p.program
    told = []
    for number in statuses_of(m, kind, holder):
        row = m.rows[number]
        status = p.statuses[row[R_STATUS]]
        args = [keys.value(v, t) for v, (_, t) in zip(row[R_ARGS:], status.params, strict=False)]
        told.append(" ".join((status.id, *args)))  # in brackets it would read as an event, and be renamed as one
    return f"({', '.join(told)})"[:_LONGEST]


def unlike(was: Position, m: State) -> list[Unlike]:
    """The differences of a match from an earlier position, in the order of that position."""
    names, now = Renames(m.p.program), position_of(m)
    found: list[Unlike] = []
    seen = set()
    for thing, fields in was.items():
        today = next((one for one in names.keys(thing) if one in now), None)
        if today is not None:
            seen.add(today)
            found += _unlike(today, fields, now[today], names)
        elif _is_thing(thing):
            found.append(Unlike(names.keys(thing)[0], "", "there", "not there"))
    found += [Unlike(one, "", "not there", "there") for one in now if one not in seen and _is_thing(one)]
    return found


def _unlike(thing: str, was: Mapping[str, str], now: Mapping[str, str], names: Renames) -> Iterator[Unlike]:
    for field, said in was.items():
        if field in now and now[field] not in names.keys(said):
            yield Unlike(thing, field, said, now[field])


def _is_thing(name: str) -> bool:
    """Whether a name is that of an entity, and not of a player, a zone or the match."""
    return "#" in name


def read_position(data: Any) -> Position:
    """A position from a file that anybody may have written. Raises ValueError."""
    if not isinstance(data, dict) or not all(
        isinstance(fields, dict) and all(isinstance(one, str) for one in fields.values()) for fields in data.values()
    ):
        raise ValueError("'position' must be a mapping of mappings of strings")
    return data
