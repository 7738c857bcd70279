"""Values of a match in the words of a test: entities by the names that the test gave them, all else by ids.

Separate because answers are compared with these words and messages are made of them: a test reads in one language from
its first line to its failure.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.explained import TypeCode
from rulewright.play import labels
from rulewright.play.state import State
from rulewright.play.statuses import holder_key
from rulewright.shapes import FIELDS, R_HOLDER, R_STATUS, SEAT


class Words:
    """The words of one match. `names` are the entities that the test has named."""

    def __init__(self, m: State, names: Mapping[int, str]) -> None:
        self.m = m
        self.names = names

    def entity(self, e: int) -> str:
        """`Gob`, `Gob.spear`, or the sheet's id, told apart by owner and number where several show it."""
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
        """`slowed`, or `slowed 2` where its holder has several: by age, from 1."""
        m = self.m
        row = m.rows.get(row_id)
        if row is None:
            return "an ended status"
        holder = holder_key(m.p.program.statuses[row[R_STATUS]].holder, row[R_HOLDER])
        alike = sorted(m.held.get((row[R_STATUS], holder), ()))
        number = f" {alike.index(row_id) + 1}" if len(alike) > 1 else ""
        return f"{m.p.program.statuses[row[R_STATUS]].id}{number}"

    def value(self, v: Any, type_: TypeCode | None) -> str:
        """A value of a type."""
        m = self.m
        if v is None:
            return "none"
        if type_ is None:
            return str(v)
        tag, name, args = type_
        p = m.p.program
        match tag:
            case "maybe":
                return self.value(v, args[0])
            case "yes_no":
                return "true" if v else "false"
            case "entity":
                return self.entity(v)
            case "union":
                return self.entity(v) if v < SEAT else f"player {v - SEAT + 1}"
            case "sheet":
                return str(p.sheets[v].id)
            case "enum":
                return p.enums[name][v].id if name in p.enums and v < len(p.enums[name]) else str(v)
            case "direction":
                return str(m.board.direction_names[v])
            case "map":
                return str(p.maps[v].id)
            case "status":
                return self.status(v)
            case "zone":
                number, seat = divmod(-2 - v, m.players)
                zone = p.zones[number]
                return f"{zone.id} of player {seat + 1}" if zone.per_player else zone.id.replace(":", " of ")
            case "record" | "any_record":
                return self.call(v[0], tuple(v[FIELDS:]))
            case "set" | "list":
                places = args[0][0] == "place" and isinstance(v, int)
                items = [self.value(x, args[0]) for x in (m.board.decode(v) if places else v)]
                return f"({', '.join(items)})"
            case "formation":
                return ", ".join(f"{self.entity(e)} {self.goal(goal)}" for e, goal in v)
            case "way":
                return self.goal(v)
            case "per":
                shown = v[: m.players] if args[1][0] == "player" else v
                return ", ".join(f"{self.value(i, args[1])}: {self.value(x, args[0])}" for i, x in enumerate(shown))
        return labels.value(m, v, type_)

    def goal(self, goal: int | tuple[int, ...]) -> str:
        """A place, or the places of a way behind its first."""
        places = goal[1:] if type(goal) is tuple else (goal,)
        return " then ".join(self.m.board.show(at) for at in places)

    def call(self, event: int, args: tuple[Any, ...]) -> str:
        """`strike(Gob, Cora)`: an event with its parameters."""
        e = self.m.p.program.events[event]
        said = [self.value(v, type_) for v, (_, type_) in zip(args, e.fields[:e.params], strict=False)]
        return f"{e.id}({', '.join(said)})"

    def holder(self, kind: str, holder: int) -> str:
        """Who has a status."""
        return self.entity(holder) if kind == "entity" else f"player {holder + 1}" if kind == "player" else "match"
