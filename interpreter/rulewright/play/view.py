"""What one player may see of a match.

A stage of its own because secrecy is one decision (`knows`) that views, logs, choices and bots all take from here.
A hidden thing has no number and no sheet in a view: numbers would tell which card it is, as they never change.
"""

from __future__ import annotations

from typing import Any

from rulewright.play import labels
from rulewright.play.pieces import SEEN_LEAVING, witnesses
from rulewright.play.state import R_HOLDER, R_STATUS, State
from rulewright.program import Column


def knows(m: State, e: int, seat: int) -> bool:
    """Whether a player knows which thing an entity is. What lies in a zone is known as the zone says, or once
    revealed."""
    mask = witnesses(m, e) if m.live[e] else m.seen[e] >> SEEN_LEAVING
    return bool(mask >> seat & 1)


def knows_field(m: State, column: Column, index: int, seat: int) -> bool:
    """Whether a player may read a field of a known entity, of a seat or of the match (`index` 0)."""
    if column.secret is None:
        return True
    if column.size != "entity":
        return column.secret == "owner" and column.size == "player" and index == seat
    return bool(m.seen[index] >> seat & 1) or (column.secret == "owner" and m.owner[index] == seat)


def view(m: State, seat: int, language: str = "en") -> dict[str, Any]:
    """Everything that a player may know, as plain data in words: equal views mean that the player cannot tell matches
    apart."""
    p = m.p.program
    entities = []
    for e in range(1, len(m.sheet)):
        if not m.live[e] and m.at[e] == -1 and m.owner[e] is not None and m.whole[e]:
            continue
        if not knows(m, e, seat) or (m.whole[e] and not knows(m, m.whole[e], seat)):
            continue
        entities.append(_entity(m, e, seat, language))
    zones = {}
    for number, zone in enumerate(p.zones):
        for owner in range(m.players if zone.per_player else 1):
            code = -2 - number * m.players - owner
            inside = m.zones[-2 - code]
            shown = [e for e in inside if knows(m, e, seat)]
            # In an unordered zone the order of numbers is all there is; hidden things in it are a count.
            zones[labels.zone(m, code, language)] = {
                "count": len(inside),
                "known": [labels.entity(m, e, language) for e in shown],
            }
    seen: dict[str, Any] = {
        "entities": entities,
        "zones": zones,
        "players": [_columns(m, "player", i, seat, language) for i in range(m.players)],
        "match": _columns(m, "match", 0, seat, language),
        "statuses": [_row(m, row, seat, language) for _, row in sorted(m.rows.items()) if _shown(m, row, seat)],
        "board": None if m.board_key is None else list(m.board_key),
    }
    d = m.pending
    if d is not None and d.player == seat:
        seen["asked"] = {
            "prompt": labels.prompt(m, d, language),
            "options": [labels.option(m, d, o, language) for o in d.options],
        }
    elif d is not None:
        seen["waiting for"] = d.player
    return seen


def _entity(m: State, e: int, seat: int, language: str) -> dict[str, Any]:
    p = m.p.program
    sheet = p.sheets[m.sheet[e]]
    shown: dict[str, Any] = {
        "name": labels.entity(m, e, language),
        "kind": p.kinds[sheet.kind].id,
        "owner": m.owner[e],
        "in play": m.live[e],
    }
    if m.at[e] >= 0:
        shown["place"] = m.board.show(m.at[e])
    elif m.at[e] < -1:
        shown["zone"] = labels.zone(m, m.at[e], language)
    for number in p.kinds[sheet.kind].columns:
        column = p.columns[number]
        if column.static:
            continue
        if knows_field(m, column, e, seat):
            shown[column.id] = labels.value(m, getattr(m, column.slot)[e], column.type, language)
    return shown


def _columns(m: State, kind: str, index: int, seat: int, language: str) -> dict[str, str]:
    return {
        c.id: labels.value(m, getattr(m, c.slot)[index], c.type, language)
        for c in m.p.program.columns
        if c.size == kind and knows_field(m, c, index, seat)
    }


def _shown(m: State, row: Any, seat: int) -> bool:
    return m.p.program.statuses[row[R_STATUS]].holder != "entity" or knows(m, row[R_HOLDER], seat)


def _row(m: State, row: Any, seat: int, language: str) -> dict[str, Any]:
    status = m.p.program.statuses[row[R_STATUS]]
    holder = row[R_HOLDER]
    on = (
        labels.entity(m, holder, language)
        if status.holder == "entity"
        else f"player {holder + 1}"
        if status.holder == "player"
        else "match"
    )
    return {"status": labels.called(status, language), "on": on}
