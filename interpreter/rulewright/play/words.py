"""Values of a match in the words of a test: entities by the names that the test gave them, everything else by ids.

Separate because answers are compared with these words and messages are made of them: a test uses one language from its
first line to its failure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.play.printer import Printer
from rulewright.play.state import State
from rulewright.play.statuses import holder_key
from rulewright.program import Named, Zone
from rulewright.shapes import R_HOLDER, R_STATUS


class Words(Printer):
    """The words of one match. `names` are the entities that the test has named, `marks` the statuses by their rows."""

    def __init__(self, m: State, names: Mapping[int, str], marks: Mapping[int, str] | None = None) -> None:
        super().__init__(m)
        self.names = names
        self.marks = marks or {}

    def entity(self, e: int) -> str:
        """`Gob`, `Gob.spear`, or the sheet's id, with owner and number if several entities show it."""
        m = self.m
        sheets = m.p.sheets
        if e in self.names:
            return self.names[e]
        whole = m.whole[e]
        if whole:
            return f"{self.entity(whole)}.{sheets[m.sheet[e]].id.rpartition('.')[2]}"
        alike = [x for x in range(1, len(m.sheet)) if m.sheet[x] == m.sheet[e] and x not in self.names]
        same = [x for x in alike if m.owner[x] == m.owner[e]]
        number = f" {same.index(e) + 1}" if len(same) > 1 else ""
        owner = m.owner[e]
        of = f" of player {owner + 1}" if owner is not None and len(same) < len(alike) else ""
        return f"{sheets[m.sheet[e]].id}{number}{of}"

    def status(self, row_id: int) -> str:
        """`Slow`, `slowed`, or `slowed 2` if its holder has several: by age, from 1."""
        if row_id in self.marks:
            return self.marks[row_id]
        m, name = self.m, super().status(row_id)
        row = m.rows.get(row_id)
        if row is None:
            return name
        holder = holder_key(m.p.program.statuses[row[R_STATUS]].holder, row[R_HOLDER])
        alike = sorted(m.held.get((row[R_STATUS], holder), ()))
        return f"{name} {alike.index(row_id) + 1}" if len(alike) > 1 else name

    def named(self, thing: Named) -> str:
        """The id."""
        return thing.id

    def die(self, number: int) -> str:
        """`d6`, or the id of one of the pack."""
        return self.m.p.program.die_id(number)

    def zone(self, zone: Zone, owner: int | None) -> str:
        """`hand of player 1`, `row of hearts`."""
        return zone.id.replace(":", " of ") if owner is None else f"{zone.id} of {self.seat(owner)}"

    def direction(self, name: str) -> str:
        """As the board calls it."""
        return name

    def truth(self, yes: bool) -> str:
        """As written in content."""
        return "true" if yes else "false"

    def collection(self, items: Sequence[Any], told: Callable[[Any], str]) -> str:
        """In parentheses."""
        return f"({self.several(items, told)})"

    def call_in_short(self, event: str) -> str:
        """`strike(..)`."""
        return f"{event}(..)"

    def holder(self, kind: str, holder: int) -> str:
        """The holder of a status."""
        return self.entity(holder) if kind == "entity" else f"player {holder + 1}" if kind == "player" else "match"
