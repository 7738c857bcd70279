"""Finds the reactions that may react to an event now: their order, their limits, and the player who decides about each.

Separate because this only reads the match: `react` runs reactions, and counts them against their limits.
"""

from __future__ import annotations

from typing import Any

from rulewright.play.ages import age_of
from rulewright.play.bounds import spend
from rulewright.play.state import Record, State
from rulewright.play.statuses import innermost
from rulewright.shapes import FIELDS, LIMITS

_FEW, _ASKED = 8, 25  # reactions of a table that are tested free of charge; steps of testing one
# reaction, holder, row (number of an instance, what a sheet lists, 0: neither), each
Candidate = tuple[int, int, Any, Any]


def candidates(m: State, r: Record, table: int) -> list[Candidate]:
    """All reactions that could react now, unsorted. The cost is that of the matching ones: those found by sheet and by
    mark, then the general ones."""
    found: list[Candidate] = []
    held, general = held_by(m, r, table), m.p.program.tables[table].general
    if len(held) + len(general) > _FEW:  # each is tested, even if it has no holder
        spend(m, _ASKED * (len(held) + len(general)))
    for number in held:
        found.extend(_of(m, r, number))
    for number in general:
        found.extend(_of(m, r, number))
    return found


def held_by(m: State, r: Record, table: int) -> list[int]:
    """The reactions of a table that belong to the sheets and marks of what is in the fields of the event."""
    t = m.p.program.tables[table]
    numbers: list[int] = []
    for field, sheets in t.by_sheet:
        e = r[FIELDS + field]
        if e is not None:
            numbers.extend(sheets.get(m.sheet[e], ()))
    for field, kind, mask, bits in t.by_mark:
        e = r[FIELDS + field]
        if e is None:
            continue
        marks = (m.marks if kind == "entity" else m.pmarks if kind == "player" else m.mmarks)[e] & mask
        if marks:
            numbers.extend([number for bit, number in bits if marks & bit])
    return numbers


def _of(m: State, r: Record, number: int) -> list[Candidate]:
    p = m.p
    reaction = p.program.reactions[number]
    made: list[Candidate] = []
    for holder, row, each in p.candidates[number](m, r):
        if reaction.limited is not None and not _within_limit(m, reaction.limited, reaction.counted, holder):
            continue
        if reaction.phase == "instead" and (number, holder) in m.replacing:
            continue
        made.append((number, holder, row, each))
    return made


def _within_limit(m: State, limited: tuple[int, tuple[int, ...]], counted: int, holder: int) -> bool:
    inner = innermost(m, limited[1])
    if inner is None or inner[LIMITS] is None:
        return True
    return bool(inner[LIMITS].get((counted, holder), 0) < limited[0])


def in_order(m: State, r: Record, found: list[Candidate]) -> list[Candidate]:
    """By rank, mandatory before optional, then the declared order of players, then age of row or holder, then order in
    the code."""
    p = m.p

    def key(c: Candidate) -> tuple[int, int, int, tuple[int, int, int], int]:
        reaction = p.program.reactions[c[0]]
        place = 0
        if reaction.ordered:
            owner = player_of(m, r, c)
            order = p.orders[c[0]](m, r, c[1], row_of(m, c), c[3])
            place = order.index(owner) if owner in order else len(order)
        return (reaction.rank, 1 if reaction.optional else 0, place, _age(m, c), c[0])

    return sorted(found, key=key)


def _age(m: State, c: Candidate) -> tuple[int, int, int]:
    """When the holder got the reaction (see `age_of`): no holder first, then those that exist from the beginning."""
    if type(c[2]) is int and c[2]:
        return (c[2], 0, 0)
    reaction = m.p.program.reactions[c[0]]
    return age_of(m, c[1]) if reaction.thing else (0, 1 if reaction.holder_kind else 0, c[1])


def player_of(m: State, r: Record, c: Candidate) -> int | None:
    """The player who decides about a candidate."""
    p = m.p
    by = p.bys[c[0]]
    if by is not None:
        return by(m, r, c[1], row_of(m, c), c[3])  # type: ignore[no-any-return]
    kind = p.holder_kind[c[0]]
    if kind == "player":
        return c[1]
    if kind != "entity" or c[1] == 0:
        return None
    return controller(m, c[1])


def row_of(m: State, c: Candidate) -> Any:
    """What a body reads arguments from: the current instance (it may end before the body does), or the values on the
    sheet."""
    return tuple(m.rows[c[2]]) if type(c[2]) is int and c[2] else c[2]


def controller(m: State, e: int) -> int | None:
    """The player who decides for an entity."""
    p = m.p
    return p.controller(m, e) if p.controller is not None else m.owner[e]
