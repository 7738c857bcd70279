"""Runs events in frames: the phases of one run, and the steps shared with plain functions and batches.

The steps are those of docs/language.md, section 7, with the same numbers. Their order is written three times: here, in
`drive`, where players may be asked; in `batch`, where all events of a wave take a step before the next step; and in
`compile.plain`, as generated code for events that ask no player. An event with only a `do` block needs no order: it
ends by `close_quiet`. What a step does is defined once, by the functions here, but for the beginning and the end of
events that nothing observes: generated code has these few lines written out (docs/decisions/0016-forms-of-an-event.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.limits import EVENT_STEPS
from rulewright.play import covert, statuses, verify
from rulewright.play.bounds import overrun
from rulewright.play.chain import running_chain
from rulewright.play.entries import Began, Finished, NotBegun
from rulewright.play.react import plain_react
from rulewright.play.reacting import candidates
from rulewright.play.state import (
    Concluded,
    Frame,
    Record,
    Runaway,
    State,
    checks_frame,
    driven_frame,
    is_there,
    new_record,
    reactions_frame,
    text_frame,
)
from rulewright.shapes import (
    BEGAN,
    BLOCK,
    CANCELLED,
    CHECK,
    DONE,
    DRIVE,
    EVENT,
    FIELDS,
    HEARD_AT_END,
    IMPOSSIBLE,
    LIFTED,
    OUTCOME,
    PHASE,
    REACTED,
    RECORD,
    REFUSED,
    RUNNING,
    WAITING,
)

# what a frame that drives an event does next; AFTER is part of CLOSE, since it begins where the run is closed
BEFORE, INSTEAD, EFFECT, SETTLE, ENDS, SETTLE_ENDS, CLOSE, AFTER, ENDED, OVER = range(10)

DEEPEST = 150  # nested events
_FRAMES = 1000  # nested frames: reactions to an event that is over add no depth
_ROUNDS = 1000  # checks that fire one after the other


def refuse(m: State, event: int, args: tuple[Any, ...]) -> Record:
    """Returns the record of a call that never began."""
    r = new_record(m.p, event, args, REFUSED)
    if m.trace is not None:
        m.trace.append(NotBegun(m.depth, event, args))
    return r


def begin(m: State, r: Record) -> None:
    """Starts a run: stamp, depth, trace, running events, clocks on its start."""
    m.stamp += 1
    r[BEGAN] = m.stamp
    m.fuel -= EVENT_STEPS
    m.depth += 1
    if m.fuel < 0:
        overrun(m)
    if m.depth > DEEPEST:
        raise Runaway("events nested too deep", running_chain(m))
    e = r[EVENT]
    if m.trace is not None:
        m.trace.append(Began(m.depth, r))
    if m.p.observed[e]:
        m.running[e] = (*m.running[e], r)
        if e in m.clocked:
            statuses.expire(m, r, "start")


def close(m: State, r: Record) -> None:
    """Ends a run after its outcome is fixed: clocks, one-shots, running events, trace."""
    e = r[EVENT]
    if m.p.observed[e]:
        m.running[e] = tuple([x for x in m.running[e] if x is not r])
    if m.clocked or m.p.spending:
        statuses.expire(m, r, "end")
    m.depth -= 1
    if m.trace is not None:
        m.trace.append(Finished(m.depth + 1, r, r[OUTCOME]))


def admitted(m: State, event: int, args: Sequence[Any], lifted: int) -> bool:
    """Whether a call is legal: its first entity is in play, and all conditions that are not lifted are met."""
    e = m.p.program.events[event]
    return not (e.subject and not is_there(m, e.subject, args[0])) and bool(e.free or m.p.can[event](m, *args, lifted))


def call(m: State, event: int, args: tuple[Any, ...], lifted: int = 0) -> Any:
    """Calls an event that may ask players: opens its frame, or leaves a refused record as the result. True if a player
    is asked."""
    if m.wave is not None:
        enlist(m, event, args, lifted)
        return None
    if not admitted(m, event, args, lifted):
        m.result = refuse(m, event, args)
        return None
    return open_frame(m, event, args, lifted)


def open_frame(m: State, event: int, args: tuple[Any, ...], lifted: int) -> Any:
    """Begins an event that is known to be legal and may ask. True if it asked immediately."""
    opener, block, number, defaults, slots = m.p.openings[event]
    if opener is not None:
        return opener(m, *args)
    r: Record = [event, 0, RUNNING, None, *args, *defaults]
    begin(m, r)
    if block is None:
        m.frames.append(driven_frame(r, lifted))
        return None
    f: Frame = [number, 0, r, 0, 0, *slots]
    m.frames.append(f)
    return block(m, f)


def close_quiet(m: State, f: Frame) -> None:
    """Ends an event that has nothing but its `do` block, for which the phases after the effect reduce to this."""
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
    m.result = r  # last: whatever ends with the event may have called others


def finished(m: State, r: Record) -> None:
    """Records in the trace that a run is over."""
    if r[OUTCOME] == RUNNING:
        r[OUTCOME] = DONE
    assert m.trace is not None
    m.trace.append(Finished(m.depth + 1, r, r[OUTCOME]))


def enlist(m: State, event: int, args: tuple[Any, ...], lifted: int = 0) -> Record:
    """Inside `together`: the event waits for its wave."""
    r = new_record(m.p, event, args)
    assert m.wave is not None
    m.wave.append((r, lifted))
    m.result = r
    return r


def admits(m: State, r: Record, lifted: int) -> bool:
    """Whether a run is legal: see `admitted`. A reaction may have changed its parameters."""
    event = r[EVENT]
    return admitted(m, event, r[FIELDS : FIELDS + m.p.program.events[event].params], lifted)


def goes_on(m: State, r: Record, reacted: bool, lifted: int) -> bool:
    """After the before reactions: whether the effect of a run is due. If so, one-shots claim it. `reacted`: whether
    there were any, as only then the conditions are tested again."""
    if r[OUTCOME] == CANCELLED:
        return False
    if reacted and not admits(m, r, lifted):
        r[OUTCOME] = IMPOSSIBLE
        return False
    if r[EVENT] in m.p.spending:
        statuses.claim(m, r)
    return True


def effect(m: State, r: Record) -> None:
    """Runs the `do` block of an event that cannot ask, unless its first entity is gone."""
    subject = m.p.program.events[r[EVENT]].subject
    if subject and not is_there(m, subject, r[FIELDS]):
        r[OUTCOME] = IMPOSSIBLE
        return
    body = m.p.do[r[EVENT]]
    if body is not None:
        body(m, r)


def drive(m: State, f: Frame) -> None:
    """Takes one run of an event that may ask through its phases, until something else has to run first. Each phase sets
    the next phase before it starts anything."""
    r = f[RECORD]
    event = r[EVENT]
    p = m.p
    e = p.program.events[event]
    phase = f[PHASE]
    if phase == BEFORE:  # 2; step 1 is `admitted`, which the caller does
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
        if _checks_take_over(m, event):
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
        if _checks_take_over(m, event):
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


def _checks_take_over(m: State, event: int) -> bool:
    """After a block of an event: whether checks that ask run first. An event that only reports triggers none."""
    return bool(m.dirty or m.whiles or m.p.verify) and not m.p.reports[event] and settle(m, True)


def held(m: State, f: Frame) -> bool:
    """Stops the trampoline here: nothing below may continue by itself."""
    return True


def start_reactions(m: State, f: Frame, phase: str, framed: bool = True) -> bool:
    """Whether reactions of a phase took over. f is the frame that they belong to, of an event or a batch: f[REACTED]
    says whether one has reacted. `framed` is False where no player can be asked."""
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
    """At a moment of a `do` block that runs in frames: whether reactions took over."""
    if m.p.program.tables[table].asks:
        return _react(m, f[RECORD], table, False)
    if candidates(m, f[RECORD], table):
        plain_react(m, f[RECORD], table, False)
    return False


def _react(m: State, r: Record, table: int, instead: bool) -> bool:
    """Whether reactions that may ask took over: a player could react, or is asked in any case."""
    if not (candidates(m, r, table) or (table in m.p.covert_tables and covert.asks(m, r, table))):
        return False
    if len(m.frames) > _FRAMES:
        raise Runaway("events nested too deep", running_chain(m))
    m.frames.append(reactions_frame(r, table, instead))
    return True


def settle(m: State, framed: bool = False) -> bool:
    """Runs checks that read something written since they last ran: the first in order, again from the first after one
    has fired, until none fires. Ends statuses whose `while` has become false, before and after each check that fires.
    In frames (`framed`) True if a check that runs in frames took over. Elsewhere no player can be asked, and checks
    that may ask wait."""
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
        if rounds > _ROUNDS:
            raise Runaway("checks trigger each other without end", running_chain(m))
        if framed and p.program.checks[c].asks:
            m.frames.append(checks_frame(c, new))
            return True
        for x in new:
            if x in p.check_list[c](m):
                p.check_body[c](m, x)
        if m.whiles:
            statuses.expire_whiles(m)
    # The set of running events changes without a write, so checks that read it are tested every time.
    m.dirty = m.dirty & later | p.run_mask
    return False


def _looked_at(m: State) -> None:
    """Verifying mode: a check that is not tested again would have the same result as last time."""
    for c, mask in enumerate(m.p.check_masks):
        if not m.dirty & mask:
            now = verify.anew(m, m.p.check_list[c])
            if now != m.fired[c]:
                raise verify.Stale(f"check {m.p.program.checks[c].id}", m.fired[c], now)


def run_checks(m: State, f: Frame) -> None:
    """Frame of a check that may ask: runs it for each holder for which it is true, then the remaining checks."""
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
    """Ends the innermost running event of some events, by an exception: whatever runs inside it, in frames or in plain
    functions, is abandoned immediately. Does nothing if none is running."""
    r = statuses.innermost(m, events)
    if r is not None:
        raise Concluded(r)


def drop_inside(m: State, r: Record) -> None:
    """Removes whatever was running inside a concluded run from the running events; runs the clocks on its end."""
    m.wave = None
    inside = [x for rs in m.running for x in rs if x[BEGAN] > r[BEGAN]]
    for x in sorted(inside, key=lambda one: -one[BEGAN]):
        if x[OUTCOME] == RUNNING:
            x[OUTCOME] = IMPOSSIBLE
        m.running[x[EVENT]] = tuple([y for y in m.running[x[EVENT]] if y is not x])
        statuses.expire(m, x, "end")


def impossible(m: State, f: Frame) -> None:
    """A block in frames cannot continue: its event ends unresolved (a reaction's block just ends)."""
    top = m.frames.pop()
    assert top is f
    parent = m.frames[-1] if m.frames else None
    if parent is not None and parent[BLOCK] == DRIVE and parent[RECORD] is f[RECORD] and f[RECORD][OUTCOME] == RUNNING:
        f[RECORD][OUTCOME] = IMPOSSIBLE
