"""What has happened in a match, as one player may know it, and what led to it.

Separate because a log keeps everything (`play.entries`), and this is the one place where anything in it is hidden:
stories, explanations, tools and servers take what a player is told from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Removed,
    Revealed,
    Rolled,
    Shuffled,
    Swapped,
)
from rulewright.play.labels import Hidden
from rulewright.play.state import Decision, State
from rulewright.play.view import knows_holder, knows_whole, veiled_option, veiled_record


def for_seat(m: State, entries: Iterable[Entry], seat: int | None) -> list[Entry]:
    """Entries as a player may know them; seat None: everything. `m` is the match behind the last of them.

    Hidden things stand as `Hidden` in them, secret answers and dice as None. What says nothing to the player is left
    out: calls that were refused (nothing has happened), and what happened to hidden things where they cannot be seen.
    The entries that were given stay as they are; records are copied.
    """
    if seat is None:
        return list(entries)
    return [told for entry in entries if (told := _told(m, entry, seat)) is not None]


def _told(m: State, entry: Entry, seat: int) -> Entry | None:
    match entry:
        case Began(depth, record):
            return Began(depth, veiled_record(m, record, seat))
        case Finished(depth, record, outcome):
            return Finished(depth, veiled_record(m, record, seat), outcome)
        case NotBegun():
            return None
        case Answered():
            return _answered(m, entry, seat)
        case Reacted(_, reaction, holder):
            told = m.p.holder_kind[reaction] != "entity" or not holder or knows_whole(m, holder, seat)
            return entry if told else None
        case Rolled(by=by, secret=secret):
            return replace(entry, value=None) if secret and by != seat else entry
        case Created(entity=e) | Swapped(entity=e):
            return entry if knows_whole(m, e, seat) else None
        case Put(entity=e, place=place):
            if knows_whole(m, e, seat):
                return entry
            return replace(entry, entity=_lying(m, e, place)) if place < -1 else None
        case Removed(entity=e) | Revealed(entity=e):
            return entry if knows_whole(m, e, seat) else replace(entry, entity=Hidden("", m.owner[e]))
        case Shuffled():
            return entry
        case Gained(_, status, holder) | Lost(_, status, holder):
            return entry if knows_holder(m, status, holder, seat) else None
        case _:
            assert_never(entry)


def _answered(m: State, entry: Answered, seat: int) -> Answered:
    """The answer of a player: of one in secret, and of a reaction of something hidden, only that there was one."""
    d = Decision(entry.player, entry.site, (), entry.window)
    told = None
    secret = d.site >= 0 and m.p.program.sites[d.site].secret and seat != entry.player
    if not secret:
        told = veiled_option(m, d, entry.option, seat)
        secret = d.site < 0 and told is not None and type(told[1]) is Hidden
    return replace(entry, option=None if secret else told, secret=secret)


def _lying(m: State, e: int, place: int) -> Hidden:
    """What is said of a hidden thing that was put into a zone (a code)."""
    holds = m.p.program.zones[(-2 - place) // m.players].holds
    return Hidden("" if holds is None else m.p.program.kinds[holds].id, m.owner[e])


def causes(entries: Sequence[Entry], index: int) -> list[Began | Reacted]:
    """The chain that led to an event which began at `index`, outermost first: events, and before each event that a
    reaction began the reaction. The event itself is the last."""
    found: list[Began | Reacted] = []
    depth = entries[index].depth + 1
    for at in range(index, -1, -1):
        entry = entries[at]
        if isinstance(entry, Began) and entry.depth < depth:
            found.append(entry)
            depth = entry.depth
        elif isinstance(entry, Reacted) and at < index and entry.depth == depth - 1:
            behind = entries[at + 1]
            if isinstance(behind, Began) and behind.depth == depth:
                found.append(entry)
    return found[::-1]


def conceals(entry: Answered) -> bool:
    """Whether an answer as a player is told it leaves anything open."""
    return entry.secret or _holds_hidden(entry.option)


def _holds_hidden(v: Any) -> bool:
    return type(v) is Hidden or (type(v) in (tuple, list) and any(_holds_hidden(x) for x in v))
