"""What one player may see of a match.

Secrecy is decided in one place (`knows`, `knows_field`), which views, logs, choices, explanations and bots all use. A
hidden entity has no number and no sheet in a view: a number never changes, so it would reveal which card it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from rulewright.explained import ENTITY, Tag, TypeCode
from rulewright.holes import holes
from rulewright.play import labels
from rulewright.play.pieces import known_to, witnesses
from rulewright.play.printer import Hidden
from rulewright.play.state import Decision, Record, State
from rulewright.program import Column
from rulewright.shapes import EVENT, FIELDS, OUTCOME, R_HOLDER, R_STATUS, RECORD, RUNNING, SEAT
from rulewright.space.grid import EDGES


def knows(m: State, e: int, seat: int) -> bool:
    """Whether a player knows which entity this is: in a zone, as the zone declares, or after it was revealed."""
    return bool(witnesses(m, e) >> seat & 1)


def knows_field(m: State, column: Column, index: int, seat: int | None) -> bool:
    """Whether a player (None: one who may know everything) may read a field of a known entity, of a seat or of the
    match (`index` 0)."""
    if seat is None or column.secret is None:
        return True
    if column.size != "entity":
        return column.secret == "owner" and column.size == "player" and index == seat
    return bool(m.seen[index] >> seat & 1) or (column.secret == "owner" and m.owner[index] == seat)


def knows_whole(m: State, e: int, seat: int | None) -> bool:
    """`knows` (None: a player who may know everything); for a part, whether the player knows of which entity it is a
    part."""
    return seat is None or bool(known_to(m, e) >> seat & 1)


_OPEN: Final = ("number", "yes_no", "enum", "player", "place", "edge", "sheet")  # types whose values hide nothing
_Memo = dict[int, Record]  # records that were copied, by identity: they may hold each other, and often do


def veiled(m: State, v: Any, t: TypeCode | None, seat: int | None, memo: _Memo | None = None) -> Any:
    """A value of a type as a player may know it (None: one who may know everything): `Hidden` replaces each entity and
    status in it that is not known. Records are copied. In a set, hidden members come last, as their order would reveal
    them."""
    if seat is None or t is None or v is None or type(v) is Hidden:
        return v
    tag, name, args = t
    if tag == "maybe":
        return veiled(m, v, args[0], seat, memo)
    if tag == "union" and v >= SEAT:
        return v
    if tag == "entity" or tag == "union":
        if v >= len(m.sheet):  # an earlier state of the match, and a record that has changed since
            return Hidden(name)
        return v if knows_whole(m, v, seat) else Hidden(name, m.owner[v])
    if tag == "status":
        row = m.rows.get(v)
        return v if row is None or _shown(m, row, seat) else Hidden()
    if tag in ("record", "any_record"):
        return veiled_record(m, v, seat, memo)
    if tag == "formation":
        return tuple((veiled(m, e, ENTITY, seat, memo), at) for e, at in v)
    if tag in ("set", "list", "per") and type(v) is tuple:
        if args[0][0] in _OPEN:
            return v
        inner = [veiled(m, x, args[0], seat, memo) for x in v]
        return tuple(sorted(inner, key=_is_hidden)) if tag == "set" else tuple(inner)
    return v


def veiled_record(m: State, r: Record, seat: int, memo: _Memo | None = None) -> Record:
    """A record as a player may know it: a copy without its stamp, which also counts what happens unseen, and without
    its outcome if a secret may decide it."""
    memo = {} if memo is None else memo
    made = memo.get(id(r))
    if made is None:
        event = m.p.program.events[r[EVENT]]
        made = memo[id(r)] = [r[EVENT], 0, RUNNING if event.ends_unseen else r[OUTCOME], None]
        made += [veiled(m, v, t, seat, memo) for v, (_, t) in zip(r[FIELDS:], event.fields, strict=False)]
    return made


def veiled_args(m: State, event: int, args: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
    """The arguments of a call as a player may know them."""
    fields = m.p.program.events[event].fields
    return tuple(veiled(m, v, t, seat) for v, (_, t) in zip(args, fields, strict=False))


def veiled_option(m: State, d: Decision, o: Any, seat: int | None) -> Any:
    """One answer of a decision as a player may know it."""
    p = m.p.program
    if o is None:
        return None
    if d.site < 0:
        holder = ENTITY if p.reactions[o[0]].holder_kind == "entity" and o[1] else None
        return (o[0], veiled(m, o[1], holder, seat), *o[2:])
    site = p.sites[d.site]
    if site.kind == "yes or no":
        return o
    if site.kind == "offer":
        return (o[0], veiled_args(m, site.lines[o[0]], o[1], seat))
    return veiled(m, o, site.type, seat)


def told(m: State, v: Any, t: TypeCode | None, seat: int | None, language: str = "en") -> str:
    """A value of a type in words, as a player may know it (None: one who may know everything): unknown entities appear
    as the kind that the type names."""
    return labels.value(m, veiled(m, v, t, seat), t, language)


def told_call(m: State, event: int, args: tuple[Any, ...], seat: int | None, language: str = "en") -> str:
    """An event with its parameters, in the same words."""
    return labels.call(m, event, veiled_args(m, event, args, seat), language)


def told_offered(m: State, event: int, args: tuple[Any, ...], seat: int | None, language: str = "en") -> str:
    """An answer that calls an event, in the same words."""
    return labels.offered(m, event, veiled_args(m, event, args, seat), language)


def told_option(m: State, d: Decision, o: Any, seat: int | None, language: str = "en") -> str:
    """One answer of a decision, in the same words."""
    return labels.option(m, d, veiled_option(m, d, o, seat), language)


def prompt(m: State, d: Decision, seat: int | None, language: str = "en") -> str:
    """The question of a decision, in words that a player may read (None: one who may know everything)."""
    return in_words(m, d, seat, language) or labels.prompt(m, d, language)


def in_words(m: State, d: Decision, seat: int | None, language: str) -> str:
    """The pack's question for a decision, its holes filled as a player may know them; empty if it has none.

    Parameters are read from the running record and never change: nothing is stored only for these words.
    """
    if d.site < 0:
        return _of_reactions(m, d, seat, language)
    template = labels.said(m.p.program.sites[d.site].ask, language)
    if "<" not in template:  # always so in blocks of anything but events, whose frames have no record
        return template
    r = m.frames[-1][RECORD]
    event = m.p.program.events[r[EVENT]]
    return filled(m, template, event.fields[: event.params], r[FIELDS : FIELDS + event.params], seat, language)


def _of_reactions(m: State, d: Decision, seat: int | None, language: str) -> str:
    """The question to an arbiter, or of a window: if all possible answers have the same question, that one; else the
    arbiter's or window's own."""
    p = m.p.program
    r = m.frames[-1][RECORD]
    event = p.events[r[EVENT]]
    if d.window < 0:
        template = labels.said(event.arbiter_ask, language)
        return filled(m, template, event.fields[: event.params], r[FIELDS : FIELDS + event.params], seat, language)
    told = {_of_reaction(m, r, one, seat, language) for one in d.options if one is not None}
    return told.pop() if len(told) == 1 and "" not in told else labels.said(p.windows[d.window].ask, language)


def _of_reaction(m: State, r: Record, candidate: tuple[int, int, Any, Any], seat: int | None, language: str) -> str:
    """The question about one reaction, empty if it has none."""
    number, holder, *_ = candidate
    reaction = m.p.program.reactions[number]
    template = labels.said(reaction.ask, language)
    if "<" not in template:
        return template
    fields = m.p.program.events[r[EVENT]].fields
    shown = [((name, fields[i][1]), r[FIELDS + i]) for name, i in reaction.shows.items()]
    if reaction.holder_kind:
        tag = cast(Tag, "union" if reaction.thing else reaction.holder_kind)
        shown.append((("self", (tag, "", ())), holder))
    return filled(m, template, [one for one, _ in shown], [v for _, v in shown], seat, language)


def filled(
    m: State, template: str, params: Sequence[tuple[str, TypeCode]], args: Sequence[Any], seat: int | None,
    language: str = "en",
) -> str:  # fmt: skip
    """A template whose holes show parameters, filled as a player may know them; empty if it shows anything else."""
    given = {name: (v, t) for (name, t), v in zip(params, args, strict=True)}
    made: list[str] = []
    at = 0
    for hole in holes(template):
        if hole.path not in given:  # the frame of another block
            return ""
        v, t = given[hole.path]
        form = f"{language}.{hole.form}" if hole.form else language
        made += template[at : hole.start], told(m, v, t, seat, form)
        at = hole.end
    return "".join([*made, template[at:]])


def view(m: State, seat: int, language: str = "en") -> dict[str, Any]:
    """Everything that a player may know, as plain data in words: if two views are equal, the player cannot tell the
    matches apart."""
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
            # In an unordered zone the order is only that of numbers; hidden entities in it are shown as a count.
            zones[labels.zone(m, code, language)] = {
                "count": len(inside),
                "known": [labels.entity(m, e, language) for e in shown],
            }
    seen: dict[str, Any] = {
        "entities": entities,
        "zones": zones,
        "players": [_columns(m, "player", i, seat, language) for i in range(m.players)],
        "match": _columns(m, "match", 0, seat, language),
        "statuses": [_row(m, row, language) for _, row in sorted(m.rows.items()) if _shown(m, row, seat)],
        "board": None if m.board_key is None else list(m.board_key),
    }
    d = m.pending
    if d is not None and d.player == seat:
        seen["asked"] = {
            "prompt": prompt(m, d, seat, language),
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
        shown["edge" if m.at[e] >= EDGES else "place"] = m.board.name_of(m.at[e])
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


def knows_holder(m: State, status: int, holder: int, seat: int) -> bool:
    """Whether a player knows the holder of an instance of a status."""
    return m.p.program.statuses[status].holder != "entity" or knows_whole(m, holder, seat)


def _shown(m: State, row: Any, seat: int) -> bool:
    return knows_holder(m, row[R_STATUS], row[R_HOLDER], seat)


def _row(m: State, row: Any, language: str) -> dict[str, Any]:
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


def _is_hidden(v: Any) -> bool:
    return type(v) is Hidden
