"""Finds what stands on a table for things that do not: the models of a unit, and which lengths are printed on them.

Separate because a game may ask about units and draw models: who acts stands nowhere, and the language has no word for
what stands for it. It is read from the state: parts stand for their whole, and things for the one that they refer to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final

from rulewright.explained import TypeCode
from rulewright.play import labels
from rulewright.play.state import State
from rulewright.program import Column
from rulewright.space.plane.measures import gap
from rulewright.space.plane.points import square
from rulewright.space.plane.poses import spot_of
from rulewright_tools.show.pieces import Sight, columns_of, placed, short_name

_LENGTH: Final[TypeCode] = ("number", "inches", ())


class Drawers:
    """Which things stand for which, as far as all viewers know.

    A thing that stands is drawn itself. Any other is drawn by its parts that stand, and by the things of its owner that
    refer to it: with the first state field of their kind that is of a kind of things which stand on no board.
    """

    def __init__(self, m: State, seats: Sequence[Sight], sight: Sight) -> None:
        """`seats`: all viewers; none: everything is known. `sight`: for words."""
        self._m = m
        self._seats = seats
        self._sight = sight
        self.known = [e for e in placed(m) if m.at[e] >= 0 and self._knows(e)]
        self._of: dict[int, list[int]] = {e: [e] for e in self.known}
        self._meant: dict[int, int] = {}
        fields: dict[int, Column | None] = {}
        for e in self.known:
            kind = m.p.sheets[m.sheet[e]].kind
            if kind not in fields:
                fields[kind] = self._field(kind)
            meant = m.whole[e] or self._value(fields[kind], e)
            if meant and m.live[meant] and m.at[meant] < 0 and self._knows(meant):
                self._of.setdefault(meant, []).append(e)
                self._meant[e] = meant

    def _knows(self, e: int) -> bool:
        return all(one.knows(self._m, e) for one in self._seats)

    def _field(self, kind: int) -> Column | None:
        """The field with which things of a kind refer to what they stand for."""
        p = self._m.p.program
        columns = (p.columns[number] for number in p.kinds[kind].columns)
        bare = {one.id for one in p.kinds if not one.placed}
        return next((column for column in columns if not column.static and _bare(column.type) in bare), None)

    def _value(self, column: Column | None, e: int) -> int:
        """The thing that a field names, if it has the same owner and all viewers know the field; else 0."""
        m = self._m
        if column is None or not all(one.knows_field(m, column, e) for one in self._seats):
            return 0
        found: int = getattr(m, column.slot)[e] or 0
        return found if found and m.owner[found] == m.owner[e] else 0

    def of(self, e: int) -> Sequence[int]:
        """The things that are drawn for a thing; none if it is not on the table."""
        return self._of.get(e, ())

    def kinds(self) -> dict[int, str]:
        """The names for a legend of things that stand for others: those of the others."""
        return {e: short_name(self._m, meant, self._sight) for e, meant in self._meant.items()}

    def nearest(self, one: int, other: int) -> tuple[int, int, int]:
        """The nearest of what is drawn for two things, and their gap in thousandths of an inch, rounded up; the first
        of several that are equally near. Both must be drawn."""
        m, bases = self._m, self._m.p.bases
        pairs = sorted(
            (max(isqrt(square(spot_of(m.at[a]), spot_of(m.at[b]))) - bases[m.sheet[a]].outer - bases[m.sheet[b]].outer,
                 0), a, b)
            for a in self.of(one) for b in self.of(other)
        )  # fmt: skip
        best: tuple[int, int, int] | None = None
        for least, a, b in pairs:  # by the least gap that they could have, as measuring takes time
            if best is not None and least > best[0]:
                break
            far = gap(bases[m.sheet[a]].at(m.at[a]), bases[m.sheet[b]].at(m.at[b])).rounded_up
            best = (far, a, b) if best is None else min(best, (far, a, b))
        assert best is not None
        return best[1], best[2], best[0]


def _bare(t: TypeCode) -> str:
    """The kind that a field names; empty if it names no thing."""
    t = t[2][0] if t[0] == "maybe" else t
    return t[1] if t[0] == "entity" else ""


def lengths(m: State, e: int, sight: Sight) -> Iterator[tuple[str, int]]:
    """Yields the lengths that are printed on a thing and on its parts, with their names, in thousandths of an inch:
    each that is more than 0, and that the viewer may know, once."""
    found: dict[tuple[str, int], None] = {}
    for one, name in ((e, ""), *((part, f"{short_name(m, part, sight)} ") for part in _parts(m, e))):
        for column in _printed(m, one):
            if column.type == _LENGTH and sight.knows_field(m, column, one) and getattr(m, column.slot)[one] > 0:
                found[f"{name}{labels.field(column, sight.language)}", getattr(m, column.slot)[one]] = None
    yield from found


def _printed(m: State, e: int) -> list[Column]:
    return [column for column in columns_of(m, e) if column.static]


def _parts(m: State, e: int) -> list[int]:
    """The parts of a thing that are in play and stand nowhere themselves, with their own parts."""
    parts = dict(m.p.program.kinds[m.p.sheets[m.sheet[e]].kind].parts)
    own = [part for column in _printed(m, e) if column.id in parts for part in getattr(m, column.slot)[e]]
    own = [part for part in own if m.live[part] and m.at[part] < 0]
    return [one for part in own for one in (part, *_parts(m, part))]
