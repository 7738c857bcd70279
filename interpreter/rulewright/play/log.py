"""What has happened in a match, as one player may know it, and what led to it.

Separate because a log keeps everything (`play.entries`), and this is the only module that hides any of it: stories,
explanations, tools and servers all use it to show the log to a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

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
from rulewright.play.going_on import going_on
from rulewright.play.pieces import zone_of
from rulewright.play.printer import Hidden
from rulewright.play.state import NOWHERE, Decision, Record, State
from rulewright.play.view import knows_holder, knows_whole, veiled_option, veiled_record
from rulewright.shapes import BEGAN, EVENT, FIELDS, OWNER_KNOWS, RUNNING


def for_seat(m: State, entries: Sequence[Entry], seat: int | None, most: int | None = None) -> list[Entry]:
    """Entries as a player may know them; seat None: everything. `m` is the match after the last entry. `most`: return
    only this many, the first ones.

    Hidden entities appear as `Hidden`, secret answers and dice as None. The outcome of an event that has ended appears
    as RUNNING if a secret may decide it. Entries that mean nothing to the player are omitted: refused calls (nothing
    has happened), what happened to hidden entities out of sight, and events and reactions that only a secret has caused
    and that the player may not know. Omitted events do not count for the depth. The entries themselves are not changed;
    records are copied.
    """
    if seat is None:
        return list(entries[:most])
    if not m.p.veils:
        return [told for entry in entries[:most] if (told := _told(m, entry, seat)) is not None]
    unseen = _unseen_around(m, entries, seat)
    found: list[Entry] = []
    for entry in entries[:most]:
        inside = entry.depth
        if isinstance(entry, (Began, Finished)):
            inside -= 1
            # In a batch several events run next to each other: their calls are deeper if the player knows of any of
            # them.
            beside = inside >= len(unseen) or unseen[inside]
            del unseen[inside:]
            if isinstance(entry, Began):
                unseen += [False] * (inside - len(unseen))
                unseen.append(beside and _is_unseen(m, entry.record, seat))
            if _is_unseen(m, entry.record, seat):
                continue
        told = _told(m, entry, seat)
        if told is not None:
            within = sum(unseen[:inside])
            found.append(replace(told, depth=entry.depth - within) if within else told)
    return found


def _unseen_around(m: State, entries: Sequence[Entry], seat: int) -> list[bool]:
    """By depth, whether the player may not know of the events that are running before the first entry: those that end
    later in the log, and those that are still running."""
    first: dict[int, bool] = {}
    for entry in entries:
        if isinstance(entry, (Began, Finished)):
            first.setdefault(entry.depth, isinstance(entry, Finished) and _is_unseen(m, entry.record, seat))
    for depth, r in enumerate(going_on(m), start=1):
        first.setdefault(depth, _is_unseen(m, r, seat))
    return [first.get(depth, False) for depth in range(1, max(first, default=0) + 1)]


def _is_unseen(m: State, r: Record, seat: int) -> bool:
    """Whether a player may not know that an event happens."""
    event = m.p.program.events[r[EVENT]]
    if event.veiled is None:
        return False
    for i in event.veiled:
        who = r[FIELDS + i]
        if (who if event.fields[i][1][0] == "player" else m.owner[who]) == seat:
            return False
    return True


def _told(m: State, entry: Entry, seat: int) -> Entry | None:
    match entry:
        case Began(depth, record):
            return Began(depth, veiled_record(m, record, seat))
        case Finished(depth, record, outcome):
            unseen = m.p.program.events[record[EVENT]].ends_unseen
            return Finished(depth, veiled_record(m, record, seat), RUNNING if unseen else outcome)
        case NotBegun() | ReactionOver():
            return None
        case Answered():
            return _answered(m, entry, seat)
        case Reacted(_, reaction, holder):
            return replace(entry, began=0) if _knows_reaction(m, reaction, holder, seat) else None
        case Rolled(by=by, secret=secret, unseen=unseen):
            if not secret or by == seat:
                return entry
            return None if unseen else replace(entry, value=None)
        case Created(entity=e) | Swapped(entity=e):
            return entry if knows_whole(m, e, seat) else None
        case Put(entity=e, place=place, unseen=unseen):
            if knows_whole(m, e, seat):
                return entry
            if place >= NOWHERE or _is_kept_from(seat, unseen, zone_of(m, place)[1]):
                return None
            return replace(entry, entity=_lying(m, e, place))
        case Removed(entity=e, unseen=unseen):
            known = knows_whole(m, e, seat)
            if not known and _is_kept_from(seat, unseen, m.owner[e]):
                return None
            return entry if known else replace(entry, entity=Hidden("", m.owner[e]))
        case Revealed(entity=e, mask=mask, unseen=unseen):
            if not mask >> seat & 1 and _is_kept_from(seat, unseen, m.owner[e]):
                return None
            return entry if knows_whole(m, e, seat) else replace(entry, entity=Hidden("", m.owner[e]))
        case Shuffled(zone=zone, unseen=unseen):
            return None if _is_kept_from(seat, unseen, zone_of(m, zone)[1]) else entry
        case Gained(_, status, holder) | Lost(_, status, holder):
            return entry if knows_holder(m, status, holder, seat) else None
        case _:
            assert_never(entry)


def _is_kept_from(seat: int, unseen: int, owner: int | None) -> bool:
    """Whether a player may not know of a deed, as only a secret has caused it (`unseen`). `owner`: of what it was done
    to."""
    return bool(unseen) and not (unseen == OWNER_KNOWS and owner == seat)


def _knows_reaction(m: State, number: int, holder: int, seat: int) -> bool:
    """Whether a player may know of a reaction: not every player does if its holder is hidden, or if a secret decides
    about it."""
    reaction, kind = m.p.program.reactions[number], m.p.holder_kind[number]
    if kind == "entity" and holder and not knows_whole(m, holder, seat):
        return False
    if not reaction.veiled:
        return True
    whose = m.owner[holder] if kind == "entity" else holder if kind == "player" else None
    return reaction.holder_knows and whose == seat


def _answered(m: State, entry: Answered, seat: int) -> Answered:
    """The answer of a player; for a secret answer, or a reaction of a hidden entity, only that there was one."""
    d = Decision(entry.player, entry.site, (), entry.window)
    told = None
    secret = d.site >= 0 and m.p.program.sites[d.site].secret and seat != entry.player
    if not secret:
        told = veiled_option(m, d, entry.option, seat)
        secret = d.site < 0 and told is not None and type(told[1]) is Hidden
    return replace(entry, option=None if secret else told, secret=secret)


def _lying(m: State, e: int, place: int) -> Hidden:
    """How a hidden entity is shown that was put into a zone (a code)."""
    holds = zone_of(m, place)[0].holds
    return Hidden("" if holds is None else m.p.program.kinds[holds].id, m.owner[e])


def causes(entries: Sequence[Entry], index: int) -> list[Began | Reacted]:
    """The chain that led to the entry at `index`, outermost first: events, and before each event that a reaction began,
    that reaction, after the event that it reacts to. An event that began there is itself the last; not for `Finished`.
    """
    found: list[Began | Reacted] = []
    entry = entries[index]
    at = index if isinstance(entry, Began) else _around(entries, index, entry.depth + 1, found)
    while at is not None:
        began = entries[at]
        assert isinstance(began, Began)
        found.append(began)
        at = _around(entries, at, began.depth, found)
    return found[::-1]


def _around(entries: Sequence[Entry], index: int, depth: int, found: list[Began | Reacted]) -> int | None:
    """Finds where the event began that called the one at `index`, or to which a reaction reacts that called it; adds
    that reaction to the chain."""
    over: list[tuple[int, object, int]] = []  # reactions that were over before
    for at in range(index - 1, -1, -1):
        entry = entries[at]
        if isinstance(entry, Began) and entry.depth < depth:
            return at
        if isinstance(entry, ReactionOver):
            over.append((entry.reaction, entry.holder, entry.began))
        elif isinstance(entry, Reacted):
            key = (entry.reaction, entry.holder, entry.began)
            if key in over:
                over.remove(key)
            elif entry.depth == depth - 1:
                found.append(entry)
                return began(entries, at, entry.began)
    return None


def began(entries: Sequence[Entry], before: int, stamp: int) -> int | None:
    """Where the run with a stamp began, before an index; None if the log no longer contains it."""
    for at in range(before - 1, -1, -1):
        entry = entries[at]
        if isinstance(entry, Began) and entry.record[BEGAN] == stamp:
            return at
    return None


def conceals(entry: Answered) -> bool:
    """Whether an answer, as shown to a player, leaves anything unknown."""
    return entry.secret or _holds_hidden(entry.option)


def _holds_hidden(v: Any) -> bool:
    return type(v) is Hidden or (type(v) in (tuple, list) and any(_holds_hidden(x) for x in v))
