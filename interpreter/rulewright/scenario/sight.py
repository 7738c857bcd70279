"""Compares what players may know of a match with what a test states.

Separate because secrets are decided in one part of the engine (`play.view`), which a test must use directly, without a
copy of its logic.
"""
from __future__ import annotations

from rulewright.play import labels, view
from rulewright.play.pieces import outermost
from rulewright.play.state import NOWHERE, State
from rulewright.play.words import Words
from rulewright.program import Column
from rulewright.scenario.case import Thing, zone_row
from rulewright.scenario.position import Numbers, Position, zone_code


def difference(position: Position, numbers: Numbers, words: Words, seat: int, seen: bool, thing: Thing) -> str | None:
    """The difference if a seat should know a thing (`seen`), or nothing of it; None if there is none."""
    m = position.m
    who = f"player {seat + 1}"
    if thing.player is not None or thing.match:
        assert thing.field is not None
        size, index = ("match", 0) if thing.player is None else ("player", thing.player)
        known = view.knows_field(m, _column(m, size, index, thing.field), index, seat)
        return None if known is seen else f"{who} {'sees' if known else 'does not see'} {thing.words}"
    found = entities(position, numbers, thing)
    if not found:
        return f"there is no {thing.words} that {who} could see"
    for e in found:
        if _knows(m, e, thing.field, seat) is not seen:
            name = words.entity(e) + (f".{thing.field}" if thing.field is not None else "")
            return f"{who} {'does not see' if seen else 'sees'} {name}, {_where(m, e, words)}"
    return None


def entities(position: Position, numbers: Numbers, thing: Thing) -> list[int]:
    """The entities that are meant: the one with a name, all in play with a sheet, the contents of a zone; or their
    parts."""
    m = position.m
    sheets = m.p.program.sheets
    if thing.zone is not None:
        row, seat = zone_row(thing.zone, thing.zone_seat)
        return list(m.zones[-2 - zone_code(numbers.zones[row], seat, m.players)])
    if thing.piece is not None:
        found = [position.by_name[thing.piece]]
    else:
        assert thing.sheet is not None
        number = numbers.sheets[thing.sheet.id]
        found = [e for e in range(1, len(m.sheet)) if m.live[e] and m.sheet[e] == number]
    if thing.part is None:
        return found
    return [x for x in range(1, len(m.sheet)) if m.whole[x] in found and sheets[m.sheet[x]].id == thing.part.id]


def _knows(m: State, e: int, field: str | None, seat: int) -> bool:
    whole = outermost(m, e)
    if not view.knows(m, whole, seat):
        return False
    return field is None or view.knows_field(m, _column(m, "entity", e, field), e, seat)


def _column(m: State, size: str, index: int, field: str) -> Column:
    p = m.p.program
    if size == "entity":
        columns = p.kinds[p.sheets[m.sheet[index]].kind].columns
        return next(p.columns[number] for number in columns if p.columns[number].id == field)
    return next(column for column in p.columns if column.size == size and column.id == field)


def _where(m: State, e: int, words: Words) -> str:
    at = m.at[outermost(m, e)]
    if not m.live[e]:
        return "which is out of play"
    if at == NOWHERE:
        return "which is nowhere"
    return f"which is {'at' if at >= 0 else 'in'} {words.value(at, labels.kind_of(at))}"
