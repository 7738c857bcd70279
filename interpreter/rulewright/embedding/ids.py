"""Names the things of a match by ids that other programs can keep and that reveal no secret.

Separate because the numbers of entities never change, so they would tell which hidden card is which. A thing that can
never be hidden has an id for the whole match. Every other thing is named by where it lies, and its id is valid until
the next answer.
"""

from __future__ import annotations

from typing import Any, Final

from rulewright.play.pieces import outermost, zone_of
from rulewright.play.state import NOWHERE, State
from rulewright.play.view import knows_field, knows_whole, told
from rulewright.program import Program

_OUT: Final = -1_000_000_000  # the location of things that have left play


def can_hide(p: Program) -> tuple[bool, ...]:
    """By kind: whether its entities can be in a zone that some player cannot see."""
    hidden = [z.holds for z in p.zones if z.seen_by == "nobody" or (z.seen_by == "owner" and z.per_player)]
    return tuple(any(holds is None or holds in p.lineage(kind) for holds in hidden) for kind in range(len(p.kinds)))


class Ids:
    """The ids of a match at one moment, as a player knows it (None: everything). With `alike`, several things in an
    unordered zone that the player cannot distinguish all get the id of the last one. A log needs this, because it must
    not tell which of them it was, for example one that was there before."""

    def __init__(self, m: State, seat: int | None, alike: bool = False) -> None:
        self.m = m
        self.seat = seat
        self._alike = alike and seat is not None
        self.known = self._named()  # every entity that the player knows, with its id

    def entity(self, e: int) -> str:
        """The id of an entity that the player knows. For a part that no longer exists, the id of its whole."""
        return self.known.get(e) or f"{self.entity(outermost(self.m, e))}.former"

    def place(self, at: int) -> str | None:
        """A cell, an edge, or a zone by its code: `C4`, `C4|D4`, `deck`, `hand:0`; None for nowhere."""
        if at >= 0:
            return str(self.m.board.name_of(at))
        return None if at == NOWHERE else self.zone(at)

    def zone(self, code: int) -> str:
        """A zone by its code: its id, followed by a colon and the seat of its owner."""
        zone, owner = zone_of(self.m, code)
        return zone.id if owner is None else f"{zone.id}:{owner}"

    def _named(self) -> dict[int, str]:
        m = self.m
        hides = can_hide(m.p.program)
        found: dict[int, str] = {}
        lying: dict[int, list[int]] = {}
        count = 0
        for e in range(1, len(m.sheet)):
            if m.whole[e]:
                continue
            if not hides[m.p.sheets[m.sheet[e]].kind]:
                count += 1
                found[e] = f"e{count}"
            elif knows_whole(m, e, self.seat):
                lying.setdefault(m.at[e] if m.live[e] else _OUT, []).append(e)
        for at, there in lying.items():
            place = "out" if at == _OUT else self.place(at) or "nowhere"
            if len(there) == 1 or self._lies_in_order(at):
                lie = there if len(there) == 1 else [e for e in m.zones[-2 - at] if e in there]
                found.update((e, f"{place}#{number}") for number, e in enumerate(lie, start=1))
            else:
                found.update(self._by_looks(place, there))
        for e in list(found):
            self._name_parts(e, found)
        return found

    def _by_looks(self, place: str, there: list[int]) -> dict[int, str]:
        """Without an order that everyone sees, things are distinguished by what the player can distinguish them by."""
        looks = {e: self._looks(e) for e in there}
        lie = sorted(there, key=lambda e: (looks[e], e))
        found = {e: f"{place}#{number}" for number, e in enumerate(lie, start=1)}
        last = {looks[e]: found[e] for e in lie}
        return {e: last[looks[e]] for e in lie} if self._alike else found

    def _lies_in_order(self, at: int) -> bool:
        return _OUT < at < NOWHERE and self.m.p.program.zones[(-2 - at) // self.m.players].ordered

    def _looks(self, e: int) -> tuple[Any, ...]:
        m, seat = self.m, self.seat
        sheet = m.p.sheets[m.sheet[e]]
        columns = [m.p.program.columns[number] for number in m.p.program.kinds[sheet.kind].columns]
        fields = () if seat is None else tuple(
            told(m, getattr(m, c.slot)[e], c.type, seat)
            for c in columns
            if not c.static and knows_field(m, c, e, seat)
        )  # fmt: skip
        given = m.p.program.statuses
        statuses = tuple(sorted(s for (s, holder), rows in m.held.items() for _ in rows
                                if holder == e and given[s].holder == "entity"))  # fmt: skip
        slots = (m.p.program.columns[column].slot for column, _ in sheet.parts)
        parts = tuple(self._looks(part) for slot in slots for part in getattr(m, slot)[e])
        return (sheet.id, -1 if m.owner[e] is None else m.owner[e], fields, statuses, parts)

    def _name_parts(self, e: int, found: dict[int, str]) -> None:
        m = self.m
        number = 0
        for column, _ in m.p.sheets[m.sheet[e]].parts:
            for part in getattr(m, m.p.program.columns[column].slot)[e]:
                number += 1
                found[part] = f"{found[e]}.{number}"
                self._name_parts(part, found)
