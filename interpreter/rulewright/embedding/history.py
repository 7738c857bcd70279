"""The history of a match, as one player may know it, as plain data with ids.

Separate because it is the third thing, next to questions and views, that a program shows to a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from rulewright.embedding.values import Value, Values
from rulewright.explained import ENTITY
from rulewright.play import labels
from rulewright.play.alike import still
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    NotBegun,
    Put,
    Reacted,
    ReactionOver,
    Removed,
    Revealed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.play.log import for_seat
from rulewright.play.origins import Origins
from rulewright.play.state import NOWHERE, Decision, State
from rulewright.shapes import EVENT, FIELDS, OUTCOMES, RUNNING


@dataclass(frozen=True, slots=True)
class Happening:
    """One entry of a log.

    | kind | id | values |
    |---|---|---|
    | began | the event | its parameters by name |
    | finished | the event | its parameters and results by name |
    | refused | the event | its arguments; only in a log that shows everything |
    | reacted | the definition (`rule riposte`) | `holder` |
    | answered | for an option that runs an event, the event | `seat`, `label`, or no label if the answer is a secret |
    | rolled | the die | `value` (null: a secret), `by`: a seat or null |
    | created, swapped | the sheet | `entity` |
    | put | | `entity`, `at`: a place or zone, null for nowhere |
    | removed, revealed | | `entity`; `seats` to whom it was revealed |
    | shuffled | | `zone` |
    | gained, lost | the status | `on`: its holder |

    `depth` is the number of running events, including one that begins or finishes. `outcome` is the outcome of a
    finished event: done, replaced, impossible or cancelled; None if a secret may decide which. `pack`: in a stack of
    packs, the pack whose code made the entry, empty for the game; an event belongs to the pack that called it.
    """

    kind: str
    id: str
    depth: int
    values: dict[str, Value] = field(default_factory=dict)
    outcome: str | None = None
    pack: str = ""


def history(pieces: Iterable[tuple[State, list[Entry]]], seat: int | None, language: str) -> Iterator[Happening]:
    """Converts pieces of a log (`Game.stretches`) to what a player may know."""
    origins: Origins | None = None
    for m, entries in pieces:
        values = Values(m, seat, alike=True)
        origins = origins or Origins(m.p.program)
        behind = origins.of(m, entries, seat)
        with still(m):
            told = [(_happening(values, entry, language), behind[entry]) for entry in for_seat(m, entries, seat)]
        yield from (replace(one, pack=pack) if pack else one for one, pack in told if one is not None)


def _happening(values: Values, entry: Entry, language: str) -> Happening | None:
    p = values.m.p.program
    match entry:
        case Began(depth, r):
            event = p.events[r[EVENT]]
            args = r[FIELDS : FIELDS + event.params]
            return Happening("began", event.id, depth, values.arguments(r[EVENT], args))
        case Finished(depth, r, outcome):
            told = values.arguments(r[EVENT], r[FIELDS:])
            ended = None if outcome == RUNNING else OUTCOMES[outcome]
            return Happening("finished", p.events[r[EVENT]].id, depth, told, ended)
        case NotBegun(depth, number, refused):
            return Happening("refused", p.events[number].id, depth, values.arguments(number, refused))
        case Reacted(depth, number, holder):
            reaction = p.reactions[number]
            kind = reaction.holder_kind or "match"
            held: Value = values.holder(kind, holder) if kind != "entity" or holder else None
            return Happening("reacted", reaction.holder, depth, {"holder": held})
        case ReactionOver():
            return None  # the other entries say so
        case Answered():
            return _answered(values, entry, language)
        case Rolled(depth, die, value, by):
            t = p.dice[die][1] if die >= 0 else ("number", "", ())
            return Happening("rolled", p.die_id(die), depth, {"value": values.plain(value, t), "by": by})
        case Created(depth, e, sheet):
            return Happening("created", p.sheets[sheet].id, depth, {"entity": values.plain(e, ENTITY)})
        case Swapped(depth, e, sheet):
            return Happening("swapped", p.sheets[sheet].id, depth, {"entity": values.plain(e, ENTITY)})
        case Put(depth, e, place):
            at = None if place == NOWHERE else _at(values, place)
            return Happening("put", "", depth, {"entity": values.plain(e, ENTITY), "at": at})
        case Removed(depth, e):
            return Happening("removed", "", depth, {"entity": values.plain(e, ENTITY)})
        case Revealed(depth, e, mask):
            seats: list[Value] = [seat for seat in range(values.m.players) if mask >> seat & 1]
            return Happening("revealed", "", depth, {"entity": values.plain(e, ENTITY), "seats": seats})
        case Shuffled(depth, zone):
            return Happening("shuffled", "", depth, {"zone": values.ids.zone(zone)})
        case Gained(depth, number, holder):
            return Happening("gained", *_status(values, number, holder, depth))
        case Lost(depth, number, holder):
            return Happening("lost", *_status(values, number, holder, depth))
        case _:
            assert_never(entry)


def _at(values: Values, place: int) -> str | None:
    """A place or an edge of the board on which it happened, as long as that board is still laid."""
    board = values.m.board
    known = place < NOWHERE or board.is_place(place) or board.is_edge(place)
    return values.ids.place(place) if known else None


def _status(values: Values, number: int, holder: int, depth: int) -> tuple[str, int, dict[str, Value]]:
    status = values.m.p.program.statuses[number]
    return status.id, depth, {"on": values.holder(status.holder, holder)}


def _answered(values: Values, entry: Answered, language: str) -> Happening:
    m = values.m
    told: dict[str, Value] = {"seat": entry.player}
    event = ""
    if not entry.secret:
        d = Decision(entry.player, entry.site, (), entry.window)
        told["label"] = labels.option(m, d, entry.option, language)
        if d.site >= 0 and m.p.program.sites[d.site].kind == "offer" and entry.option is not None:
            event = m.p.program.events[m.p.program.sites[d.site].lines[entry.option[0]]].id
    return Happening("answered", event, entry.depth, told)


