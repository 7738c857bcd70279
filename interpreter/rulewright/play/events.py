"""Runs events in frames: the phases of one run, and what they share with plain functions and with batches.

The steps are those of docs/language.md, section 7, and are numbered as there. They stand three times: here, where
somebody may be asked; in `batch`, where all of a wave take a step before the next; and in `compile.plain`, written out
for events in which nobody is asked. What a step does is told once, by the functions here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.limits import EVENT_STEPS
from rulewright.play import covert, statuses, verify
from rulewright.play.bounds import overrun
from rulewright.play.chain import running_chain
from rulewright.play.entries import Began, Finished, NotBegun
from rulewright.play.react import candidates, plain_react
from rulewright.play.state import Concluded, Frame, Record, Runaway, State, is_there, new_record, text_frame
from rulewright.shapes import (
    BEGAN,
    BLOCK,
    CANCELLED,
    CHECK,
    CHECKS,
    DONE,
    DRIVE,
    EVENT,
    FIELDS,
    HEARD_AT_END,
    IMPOSSIBLE,
    LIFTED,
    OUTCOME,
    PHASE,
    REACT,
    REACTED,
    RECORD,
    REFUSED,
    RUNNING,
    WAITING,
)

# what a frame that drives an event does next; AFTER is part of CLOSE, since it begins where the run is closed
BEFORE, INSTEAD, EFFECT, SETTLE, ENDS, SETTLE_ENDS, CLOSE, AFTER, ENDED, OVER = range(10)

DEPTH = 150  # nested events
_FRAMES = 1000  # frames in each other: reactions to what is over already count no depth


def refuse(m: State, event: int, args: tuple[Any, ...]) -> Record:
    """The record of a call that never began."""
    r = new_record(m.p, event, args, REFUSED)
    if m.trace is not None:
        m.trace.append(NotBegun(m.depth, event, args))
    return r


def begin(m: State, r: Record) -> None:
    """What the start of every run does: stamp, depth, trace, running, clocks on its start."""
    m.stamp += 1
    r[BEGAN] = m.stamp
    m.fuel -= EVENT_STEPS
    m.depth += 1
    if m.fuel < 0:
        overrun(m)
    if m.depth > DEPTH:
        raise Runaway("events nested too deep", running_chain(m))
    e = r[EVENT]
    if m.trace is not None:
        m.trace.append(Began(m.depth, r))
    if m.p.observed[e]:
        m.running[e] = (*m.running[e], r)
        if e in m.clocked:
            statuses.expire(m, r, "start")


def close(m: State, r: Record) -> None:
    """What the end of every run does once its outcome is fixed: clocks, one-shots, running, trace."""
    e = r[EVENT]
    if m.p.observed[e]:
        m.running[e] = tuple([x for x in m.running[e] if x is not r])
    if m.clocked or m.p.spending:
        statuses.expire(m, r, "end")
    m.depth -= 1
    if m.trace is not None:
        m.trace.append(Finished(m.depth + 1, r, r[OUTCOME]))


def admitted(m: State, event: int, args: Sequence[Any], lifted: int) -> bool:
    """Whether nothing refuses a call: its first entity is in play, and conditions that are not lifted hold."""
    e = m.p.program.events[event]
    return not (e.subject and not is_there(m, e.subject, args[0])) and bool(e.free or m.p.can[event](m, *args, lifted))


def call(m: State, event: int, args: tuple[Any, ...], skip: int = 0) -> Any:
    """A call of an event that may ask: opens its frame, or leaves a refused record as the result. True when somebody
    is asked."""
    if m.wave is not None:
        enlist(m, event, args, skip)
        return None
    if not admitted(m, event, args, skip):
        m.result = refuse(m, event, args)
        return None
    return open_frame(m, event, args, skip)


def open_frame(m: State, event: int, args: tuple[Any, ...], skip: int) -> Any:
    """Begins an event that is known to be legal and may ask. True when it asked at once."""
    opener, block, number, defaults, slots = m.p.openings[event]
    if opener is not None:
        return opener(m, *args)
    r: Record = [event, 0, RUNNING, None, *args, *defaults]
    if block is None:
        begin(m, r)
        m.frames.append([DRIVE, 0, r, False, skip])
        return None
    begin(m, r)
    f: Frame = [number, 0, r, 0, 0, *slots]
    m.frames.append(f)
    return block(m, f)


def close_quiet(m: State, f: Frame) -> None:
    """The end of an event that is nothing but its text: what the phases after its effect come to."""
    m.frames.pop()
    r = f[RECORD]
    if m.dirty or m.whiles or m.p.verify:
        settle(m)
    if r[OUTCOME] == RUNNING:
        r[OUTCOME] = DONE
    if m.p.openings[r[EVENT]][0] is None:
        close(m, r)
    else:
        m.depth -= 1
        if m.trace is not None:
            finished(m, r)
    m.result = r  # last: what ends with the event may have called others


def finished(m: State, r: Record) -> None:
    """Trace of a run that is over."""
    if r[OUTCOME] == RUNNING:
        r[OUTCOME] = DONE
    assert m.trace is not None
    m.trace.append(Finished(m.depth + 1, r, r[OUTCOME]))


def enlist(m: State, event: int, args: tuple[Any, ...], skip: int = 0) -> Record:
    """Inside `together`: the event waits for its wave."""
    r = new_record(m.p, event, args)
    assert m.wave is not None
    m.wave.append((r, skip))
    m.result = r
    return r


def admits(m: State, r: Record, lifted: int) -> bool:
    """Whether nothing refuses a run: see `admitted`. A reaction may have changed its parameters."""
    event = r[EVENT]
    return admitted(m, event, r[FIELDS : FIELDS + m.p.program.events[event].params], lifted)


def goes_on(m: State, r: Record, answered: bool, lifted: int) -> bool:
    """Behind the before reactions: whether the effect of a run is due. Then one-shots claim it."""
    if r[OUTCOME] == CANCELLED:
        return False
    if answered and not admits(m, r, lifted):
        r[OUTCOME] = IMPOSSIBLE
        return False
    if r[EVENT] in m.p.spending:
        statuses.claim(m, r)
    return True


def effect(m: State, r: Record) -> None:
    """The text of an event that cannot ask, unless what it happens to is gone."""
    subject = m.p.program.events[r[EVENT]].subject
    if subject and not is_there(m, subject, r[FIELDS]):
        r[OUTCOME] = IMPOSSIBLE
        return
    body = m.p.do[r[EVENT]]
    if body is not None:
        body(m, r)


def drive(m: State, f: Frame) -> None:
    """Takes one run of an event that may ask through its phases, until something else has to run first. Each phase
    notes which one comes next before it starts anything."""
    r = f[RECORD]
    event = r[EVENT]
    p = m.p
    e = p.program.events[event]
    phase = f[PHASE]
    if phase == BEFORE:  # 2; the first is `admitted`, of whoever calls
        f[PHASE] = phase = INSTEAD
        if start_reactions(m, f, "before"):
            return
    if phase == INSTEAD:  # 3
        if goes_on(m, r, f[REACTED], f[LIFTED]):
            f[PHASE] = phase = EFFECT
            if start_reactions(m, f, "instead"):
                return
        else:
            phase = CLOSE
    if phase == EFFECT:  # 4
        f[PHASE] = phase = SETTLE
        if r[OUTCOME] == RUNNING:
            if e.do is not None:
                m.frames.append(text_frame(p, e.do, r))
                return
            body = p.do[event]
            if body is not None:
                body(m, r)
    if phase == SETTLE:  # 5
        f[PHASE] = phase = ENDS
        if (m.dirty or m.whiles or p.verify) and not p.reports[event] and settle(m, True):
            return
    if phase == ENDS:  # 6
        f[PHASE] = phase = SETTLE_ENDS
        if e.ends is not None:
            m.frames.append(text_frame(p, e.ends, r))
            return
        ends = p.ends[event]
        if ends is not None:
            ends(m, r)
    if phase == SETTLE_ENDS:
        f[PHASE] = phase = CLOSE
        if (m.dirty or m.whiles or p.verify) and not p.reports[event] and settle(m, True):
            return
    if phase == CLOSE:  # 7 and 8
        if r[OUTCOME] == RUNNING:
            r[OUTCOME] = DONE
        close(m, r)
        f[PHASE] = phase = ENDED
        if r[OUTCOME] == DONE and start_reactions(m, f, "after"):
            return
    if phase == ENDED:
        f[PHASE] = OVER
        if r[OUTCOME] in HEARD_AT_END and start_reactions(m, f, "ended"):
            return
    m.frames.pop()
    m.result = r
    if r is m.over:
        m.frames.clear()


def held(m: State, f: Frame) -> bool:
    """Nothing below is to go on by itself: the trampoline stops here."""
    return True


def start_reactions(m: State, f: Frame, phase: str, framed: bool = True) -> bool:
    """Whether reactions of a phase took over; f is the frame they belong to, of an event or a batch: f[REACTED]
    tells whether one has. Not `framed`: where nobody can be asked."""
    r = f[RECORD]
    table = m.p.program.events[r[EVENT]].tables.get(phase)
    if table is None:
        return False
    if framed and m.p.program.tables[table].asks:
        return _react(m, r, table, phase == "instead")
    if candidates(m, r, table):
        f[REACTED] = plain_react(m, r, table, phase == "instead") or f[REACTED]
    return False


def moment(m: State, f: Frame, table: int) -> bool:
    """At a moment of a text in frames: whether reactions took over."""
    if m.p.program.tables[table].asks:
        return _react(m, f[RECORD], table, False)
    if candidates(m, f[RECORD], table):
        plain_react(m, f[RECORD], table, False)
    return False


def _react(m: State, r: Record, table: int, instead: bool) -> bool:
    """Whether reactions that may ask took over: somebody could answer, or is asked in any case."""
    if not (candidates(m, r, table) or (table in m.p.covert_tables and covert.asks(m, r, table))):
        return False
    if len(m.frames) > _FRAMES:
        raise Runaway("events nested too deep", running_chain(m))
    m.frames.append([REACT, 0, r, table, (), -1, (), 0, (), instead, None])
    return True


def settle(m: State, framed: bool = False) -> bool:
    """Checks of which something was written that they read: the first in order, from the first again once one has
    fired, until none fires. Statuses end whose `while` holds no longer, before and behind each that fires. In frames
    (`framed`) True when one that runs in frames took over; elsewhere nobody can be asked, and those that may ask wait.
    """
    if m.whiles:
        statuses.expire_whiles(m)
    p = m.p
    if p.verify:
        _looked_at(m)
    rounds = 0
    later = 0 if framed else p.waiting_mask
    while due := m.dirty & p.check_mask & ~later:
        c = next(number for number, mask in enumerate(p.check_masks) if mask & due)
        m.dirty &= ~p.check_masks[c]
        now = p.check_list[c](m)
        new = tuple([x for x in now if x not in m.fired[c]])
        m.fired[c] = now
        if not new:
            continue
        rounds += 1
        if rounds > 1000:
            raise Runaway("checks set each other off without end", running_chain(m))
        if framed and p.program.checks[c].asks:
            m.frames.append([CHECKS, 0, c, new])
            return True
        for x in new:
            if x in p.check_list[c](m):
                p.check_body[c](m, x)
        if m.whiles:
            statuses.expire_whiles(m)
    # Which events are running changes without being written: checks that read it are looked at every time.
    m.dirty = m.dirty & later | p.run_mask
    return False


def _looked_at(m: State) -> None:
    """Verifying mode: a check that is not looked at again would find what it found last."""
    for c, mask in enumerate(m.p.check_masks):
        if not m.dirty & mask:
            now = verify.anew(m, m.p.check_list[c])
            if now != m.fired[c]:
                raise verify.Stale(f"check {m.p.program.checks[c].id}", m.fired[c], now)


def run_checks(m: State, f: Frame) -> None:
    """Frame of a check that may ask: one after the other of those it holds for, then the rest of the checks."""
    c, waiting, i = f[CHECK], f[WAITING], f[PHASE]
    while i < len(waiting):
        x = waiting[i]
        i += 1
        if x in m.p.check_list[c](m):
            f[PHASE] = i
            check = m.p.program.checks[c]
            assert check.body is not None
            frame = text_frame(m.p, check.body, None)
            frame[check.slot] = x
            m.frames.append(frame)
            return
    m.frames.pop()
    settle(m, True)


def conclude(m: State, events: tuple[int, ...]) -> None:
    """Ends the innermost running one of some events, by an exception: what runs inside it, in frames or in plain
    functions, is left at once. Nothing when none is running."""
    r = statuses.innermost(m, events)
    if r is not None:
        raise Concluded(r)


def drop_inside(m: State, r: Record) -> None:
    """Whatever was running inside a concluded run is running no more; clocks on its end have come."""
    m.wave = None
    inside = [x for rs in m.running for x in rs if x[BEGAN] > r[BEGAN]]
    for x in sorted(inside, key=lambda one: -one[BEGAN]):
        if x[OUTCOME] == RUNNING:
            x[OUTCOME] = IMPOSSIBLE
        m.running[x[EVENT]] = tuple([y for y in m.running[x[EVENT]] if y is not x])
        statuses.expire(m, x, "end")


def impossible(m: State, f: Frame) -> None:
    """A text in frames cannot go on: its event ends unresolved (a reaction's text just ends)."""
    f2 = m.frames.pop()
    assert f2 is f
    parent = m.frames[-1] if m.frames else None
    if parent is not None and parent[BLOCK] == DRIVE and parent[RECORD] is f[RECORD] and f[RECORD][OUTCOME] == RUNNING:
        f[RECORD][OUTCOME] = IMPOSSIBLE
