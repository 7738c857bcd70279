"""What one player may see of a match.

Secrecy is one decision (`knows`, `knows_field`) that views, logs, choices, explanations and bots all take from here.
A hidden thing has no number and no sheet in a view: numbers would tell which card it is, as they never change.
"""

from __future__ import annotations

from typing import Any

from rulewright.play import labels
from rulewright.play.pieces import SEEN_LEAVING, witnesses
from rulewright.play.state import FIELDS, R_HOLDER, R_STATUS, Decision, State
from rulewright.program import Column, TypeCode


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


def knows_whole(m: State, e: int, seat: int) -> bool:
    """`knows`; of a part, whether the player knows what it is part of."""
    return knows(m, m.whole[e] or e, seat)


def told(m: State, v: Any, t: TypeCode | None, seat: int, language: str = "en") -> str:
    """A value of a type in words; entities that the player does not know go by the kind that the type names."""
    if t is None or v is None:
        return labels.value(m, v, t, language)
    tag, name, args = t
    if tag == "maybe":
        return told(m, v, args[0], seat, language)
    if tag == "entity":
        return labels.entity(m, v, language) if knows_whole(m, v, seat) else labels.hidden(m, name, language)
    if tag == "status":
        row = m.rows.get(v)
        shown = row is None or _shown(m, row, seat)
        return labels.value(m, v, t, language) if shown else labels.hidden(m, "", language)
    if tag in ("set", "list") and type(v) is tuple:
        return ", ".join(told(m, x, args[0], seat, language) for x in v) or labels.value(m, v, t, language)
    if tag == "per":
        shown_values = v[: m.players] if args[1][0] == "player" else v
        return ", ".join(
            f"{labels.value(m, i, args[1], language)}: {told(m, x, args[0], seat, language)}"
            for i, x in enumerate(shown_values)
        )
    if tag in ("record", "any_record"):
        return told_call(m, v[0], tuple(v[FIELDS:]), seat, language)
    return labels.value(m, v, t, language)


def told_call(m: State, event: int, args: tuple[Any, ...], seat: int, language: str = "en") -> str:
    """An event with its parameters, in the same words."""
    e = m.p.program.events[event]
    words = [told(m, v, t, seat, language) for v, (_, t) in zip(args, e.fields[: e.params], strict=False)]
    return f"{labels.called(e, language)}({', '.join(words)})"


def told_option(m: State, d: Decision, o: Any, seat: int, language: str = "en") -> str:
    """One answer of a decision, in the same words."""
    if d.site < 0 or o is None:
        return labels.option(m, d, o, language)
    site = m.p.program.sites[d.site]
    if site.kind == "yes or no":
        return labels.option(m, d, o, language)
    if site.kind == "offer":
        return told_call(m, site.lines[o[0]], o[1], seat, language)
    return told(m, o, site.type, seat, language)


def view(m: State, seat: int, language: str = "en") -> dict[str, Any]:
    """Everything that a player may know, as plain data in words: equal views mean that the player cannot tell matches
    apart."""
    p = m.p.program
    entities = []
    for e in range(1, len(m.sheet)):
        if not m.live[e] and m.at[e] == -1 and m.owner[e] is not None and m.whole[e]:
            continue
        if not knows(m, e, seat) or not knows_whole(m, e, seat):
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
            "options": [told_option(m, d, o, seat, language) for o in d.options],
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
            shown[column.id] = told(m, getattr(m, column.slot)[e], column.type, seat, language)
    return shown


def _columns(m: State, kind: str, index: int, seat: int, language: str) -> dict[str, str]:
    return {
        c.id: told(m, getattr(m, c.slot)[index], c.type, seat, language)
        for c in m.p.program.columns
        if c.size == kind and knows_field(m, c, index, seat)
    }


def _shown(m: State, row: Any, seat: int) -> bool:
    return m.p.program.statuses[row[R_STATUS]].holder != "entity" or knows_whole(m, row[R_HOLDER], seat)


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
