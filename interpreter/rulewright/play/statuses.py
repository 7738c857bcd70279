"""Gives and ends statuses and counts their clocks. One of the few modules that write the state.

Separate because a status is a row with three indexes (by status, by holder, by clock) that change together. Holders are
keyed by one number: an entity e > 0 as e, a player p as -1 - p, the match as 0.
"""

from __future__ import annotations

from typing import Any

from rulewright.limits import EVENT_STEPS, MOST_STATUSES
from rulewright.play.bounds import spend
from rulewright.play.chain import running_chain
from rulewright.play.entries import Gained, Lost
from rulewright.play.state import Record, Runaway, State, forget
from rulewright.shapes import BEGAN, EVENT, R_ANCHORS, R_CLOCK, R_GIVEN, R_HOLDER, R_SPENDER, R_STATUS

_WHILES = 1_000  # rounds in which statuses end by their `while`


def holder_key(kind: str, holder: int) -> int:
    """The key of a holder of a status of that kind of holder."""
    return holder if kind == "entity" else -1 - holder if kind == "player" else 0


def give(m: State, status: int, holder: int, args: tuple[Any, ...], clock: int, captured: tuple[Any, ...]) -> int:
    """Creates an instance, or returns 0 if nothing is given: the holder is out of play, or the clock is on "this E"
    with no E running. `clock` is an index of Program.clocks or -1.

    Outside the event that is the match (positions that were set up) no event is running: "this E" is then the next one.
    """
    p = m.p
    info = p.program.statuses[status]
    if info.holder == "entity" and not m.live[holder]:
        return 0
    anchors: tuple[int, ...] = ()
    points = p.program.clocks[clock].points if clock >= 0 else ()
    for point in points:
        anchor = 0
        if point.which == "this":
            inner = innermost(m, point.events)
            if inner is not None:
                anchor = inner[BEGAN]
            elif p.program.start >= 0 and m.running[p.program.start]:
                return 0
        anchors = (*anchors, anchor)
    if len(m.rows) >= MOST_STATUSES:
        raise Runaway(f"more than {MOST_STATUSES} statuses at once", running_chain(m))
    spend(m, EVENT_STEPS + (len(m.by_status[status]) >> 2))
    forget(m)
    m.dirty |= p.status_mask
    m.stamp += 1
    row_id = m.stamp
    m.rows[row_id] = [status, holder, row_id, clock, captured, anchors, None, *args]
    m.by_status[status] = (*m.by_status[status], row_id)
    key = (status, holder_key(info.holder, holder))
    m.held[key] = (*m.held.get(key, ()), row_id)
    _mark(m, info.holder, holder, 1 << status, True)
    for point in points:
        if point.edge == "while":
            m.whiles = (*m.whiles, row_id)
        for event in point.events:
            rows = m.clocked.get(event, ())
            if row_id not in rows:
                m.clocked[event] = (*rows, row_id)
    if m.trace is not None:
        m.trace.append(Gained(m.depth, status, holder, row_id))
    return row_id


def row_field(m: State, number: int, place: int, over: Any) -> Any:
    """A field of an instance, or `over` if that is over."""
    row = m.rows.get(number)
    return over if row is None else row[place]


def set_row(m: State, number: int, place: int, value: Any) -> None:
    """Writes a field of an instance; does nothing if that is over."""
    row = m.rows.get(number)
    if row is None:
        return
    row[place] = value
    forget(m)
    m.dirty |= m.p.status_mask


def rows_held(m: State, numbers: tuple[int, ...]) -> tuple[Any, ...]:
    """The rows of some instances."""
    return tuple([m.rows[number] for number in numbers])


def distinct(told: list[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """What sheets list and modifiers allow, without repeating the same with the same arguments."""
    return tuple([one for i, one in enumerate(told) if one not in told[:i]])


def bearers(m: State, status: int, listed: tuple[int, ...]) -> list[int]:
    """All entities whose sheet lists a status, and all that have an instance of it, by number."""
    found = {*listed, *[m.rows[number][R_HOLDER] for number in m.by_status[status]]}
    return sorted(found)


def holder_of(m: State, row_id: int) -> int | None:
    """The holder of an instance; None once it is over."""
    row = m.rows.get(row_id)
    return None if row is None else row[R_HOLDER]


def _mark(m: State, kind: str, holder: int, bit: int, on: bool) -> None:
    marks = m.marks if kind == "entity" else m.pmarks if kind == "player" else m.mmarks
    if on:
        marks[holder] |= bit
    else:
        marks[holder] &= ~bit


def innermost(m: State, events: tuple[int, ...]) -> Record | None:
    """The innermost running record of any of some observed events, or None."""
    best: Record | None = None
    for event in events:
        running = m.running[event]
        if running and (best is None or running[-1][BEGAN] > best[BEGAN]):
            best = running[-1]
    return best


def end(m: State, row_id: int) -> None:
    """Ends one instance: its modifiers stop being active immediately, then its `ends` block runs."""
    row = m.rows.pop(row_id, None)
    if row is None:
        return
    p = m.p
    forget(m)
    m.dirty |= p.status_mask
    status, holder = row[R_STATUS], row[R_HOLDER]
    spend(m, EVENT_STEPS + 2 * len(m.by_status[status]))
    info = p.program.statuses[status]
    m.by_status[status] = tuple([x for x in m.by_status[status] if x != row_id])
    key = (status, holder_key(info.holder, holder))
    rest = tuple([x for x in m.held[key] if x != row_id])
    if rest:
        m.held[key] = rest
    else:
        del m.held[key]
        _mark(m, info.holder, holder, 1 << status, False)
    if row[R_CLOCK] >= 0:
        for point in p.program.clocks[row[R_CLOCK]].points:
            for event in point.events:
                left = tuple([x for x in m.clocked.get(event, ()) if x != row_id])
                if left:
                    m.clocked[event] = left
                else:
                    m.clocked.pop(event, None)
        if row_id in m.whiles:
            m.whiles = tuple([x for x in m.whiles if x != row_id])
    if m.trace is not None:
        m.trace.append(Lost(m.depth, status, holder, row_id))
    ends = p.status_ends[status]
    if ends is not None:
        ends(m, holder, row)


def end_kind(m: State, status: int, holder: int) -> None:
    """`end STATUS of x`: all instances of one status on one holder."""
    kind = m.p.program.statuses[status].holder
    for row_id in m.held.get((status, holder_key(kind, holder)), ()):
        end(m, row_id)


def end_all(m: State, entity: int) -> None:
    """Ends all statuses of an entity that leaves play, in the order in which they were given."""
    for row_id in sorted(statuses_of(m, "entity", entity)):
        end(m, row_id)


def statuses_of(m: State, kind: str, holder: int) -> tuple[int, ...]:
    """All instances that a holder has, in the order in which they were given."""
    key = holder_key(kind, holder)
    found: list[int] = []
    for s, info in enumerate(m.p.program.statuses):
        if info.holder == kind:
            found.extend(m.held.get((s, key), ()))
    return tuple(sorted(found))


def expire(m: State, r: Record, edge: str) -> None:
    """Ends what is anchored to the start or end of this run, in the order in which it was given; then, at its end,
    spent one-shots."""
    clocked = m.clocked.get(r[EVENT], ())
    if clocked:
        spend(m, 20 * len(clocked))
    for row_id in clocked:
        row = m.rows.get(row_id)
        if row is None:
            continue
        clock = m.p.program.clocks[row[R_CLOCK]]
        for i, point in enumerate(clock.points):
            if point.edge != edge or r[EVENT] not in point.events:
                continue
            if point.which == "this" and row[R_ANCHORS][i]:
                if row[R_ANCHORS][i] != r[BEGAN]:
                    continue
            elif r[BEGAN] <= row[R_GIVEN]:
                continue
            if point.test is None or m.p.clock_tests[point.test](m, r, row[R_HOLDER], row):
                end(m, row_id)
                break
    if edge == "end" and r[EVENT] in m.p.spending:
        spend(m, 8 * len(m.rows))
        for row_id in sorted(m.rows):
            row = m.rows.get(row_id)
            if row is not None and row[R_SPENDER] is r:
                end(m, row_id)


def expire_whiles(m: State) -> None:
    """Ends every status whose `while` has become false, in the order in which they were given, until it is true for all
    that are left."""
    rounds = 0
    while _expire_whiles(m):
        rounds += 1
        if rounds > _WHILES:
            raise Runaway("statuses end and are given without end", running_chain(m))


def _expire_whiles(m: State) -> bool:
    """One round; whether any status ended."""
    spend(m, 20 * len(m.whiles))
    ended = False
    for row_id in m.whiles:
        row = m.rows.get(row_id)
        if row is None:
            continue
        for point in m.p.program.clocks[row[R_CLOCK]].points:
            if (
                point.edge == "while"
                and point.test is not None
                and not m.p.clock_tests[point.test](m, None, row[R_HOLDER], row)
            ):
                end(m, row_id)
                ended = True
                break
    return ended


def claim(m: State, r: Record) -> None:
    """One-shots that wait for this event claim it."""
    for status in m.p.spending.get(r[EVENT], ()):
        spend(m, 20 * len(m.by_status[status]))
        for row_id in m.by_status[status]:
            row = m.rows[row_id]
            if row[R_SPENDER] is None and m.p.spend_tests[status](m, r, row[R_HOLDER], row):
                row[R_SPENDER] = r
                forget(m)
                m.dirty |= m.p.status_mask
