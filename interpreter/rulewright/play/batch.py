"""`together`: runs several events as one batch, in waves (docs/language.md, section 5).

The statements inside `together`, and later the effects, only enlist their calls. Each call becomes an entry `(record,
lifted conditions, the record whose effect called it, or None)`. A batch takes all events of a wave through one phase
before the next phase:

    ENTER    1: the conditions of all, on the state before the wave; refused calls leave the wave
    BEFORE   2 and 3: before, then instead of each, in order
    EFFECT   4: the effects of all, in order; what they call is the next wave, which begins with ENTER
    SETTLE   5: no wave is left: checks
    ENDS     6 and 7: `ends` of all, wave by wave, then checks again, then the outcomes
    AFTER    8: after, then ended of each, wave by wave

`events` defines what one record does in a phase, as for an event that is called alone. One function, `step`, serves
both forms: in a frame, where reactions may ask, and outside of frames (`run_batch`), where they do not.

While a record is processed, the running events are those around the batch and the chain of calls that led to this
record. The other records of the wave do not count as running.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.play import statuses
from rulewright.play.entries import NotBegun
from rulewright.play.events import admits, begin, close, drop_inside, effect, goes_on, settle, start_reactions
from rulewright.play.state import Concluded, Frame, Record, State, text_frame
from rulewright.shapes import (
    BATCH,
    DONE,
    EVENT,
    FIELDS,
    HEARD_AT_END,
    IMPOSSIBLE,
    OUTCOME,
    PHASE,
    REACTED,
    RECORD,
    REFUSED,
    RUNNING,
)

Entry = tuple[Record, int, Record | None]

_ENTER, _BEFORE, _INSTEAD, _EFFECT, _SETTLE, _ENDS, _CLOSE, _AFTER, _ENDED = range(9)
# A frame: [BATCH, phase, the current record or None, whether a reaction answered it, finished waves, the current wave,
# the coming wave as far as it is known, index in the wave, events running around the batch, depth around it, records
# whose effect was due, records that were concluded]. Up to REACTED it is like a frame of one event: `events` and
# `react` read and write both alike.
WAVES, WAVE, COMING, PLACE, AROUND, OUTER_DEPTH, DUE, CONCLUDED = range(REACTED + 1, REACTED + 9)


def run_batch(m: State) -> None:
    """Runs the whole batch where no player can be asked."""
    f = _frame(m)
    try:
        while _step(m, f, False):
            pass
    except Concluded:  # the concluded event is around the batch
        drop(m, f)
        raise


def start_batch(m: State) -> None:
    """Starts the batch in a frame, where reactions may ask."""
    m.frames.append(_frame(m))


def _frame(m: State) -> Frame:
    wave = tuple(m.wave or ())
    m.wave = None
    entries = tuple([(r, lifted, None) for r, lifted in wave])
    return [BATCH, _ENTER, None, False, (), entries, (), 0, tuple(m.running), m.depth, (), ()]


def step(m: State, f: Frame) -> None:
    """Continues a frame of a batch until reactions take over or nothing is left."""
    frames = m.frames
    while frames and frames[-1] is f:
        if not _step(m, f, True):
            frames.pop()


def concluded(m: State, f: Frame, r: Record) -> bool:
    """Whether a concluded record belongs to this batch: if so, everything that it led to is dropped and the batch
    continues."""
    entries = _entries(f)
    if not any(entry[0] is r for entry in entries):
        return False
    drop_inside(m, r)
    f[CONCLUDED] = (*f[CONCLUDED], r)
    gone = [entry[0] for entry in entries if entry[0] is not r and _is_any(r, _chain(f, entry))]
    _end_all(m, gone)
    f[PLACE] -= sum(1 for entry in f[WAVE][: f[PLACE]] if _is_any(entry[0], gone))
    f[WAVES] = tuple([_without(wave, gone) for wave in f[WAVES]])
    f[WAVE], f[COMING] = _without(f[WAVE], gone), _without(f[COMING], gone)
    if f[RECORD] is not None and _is_any(f[RECORD], gone):
        f[RECORD] = None
    _leave(m, f)
    return True


def drop(m: State, f: Frame) -> None:
    """Abandons the whole batch: an event around it was concluded."""
    _end_all(m, [entry[0] for entry in _entries(f)])
    _leave(m, f)


def _end_all(m: State, records: list[Record]) -> None:
    for r in reversed(records):
        if r[OUTCOME] == RUNNING:
            r[OUTCOME] = IMPOSSIBLE
            statuses.expire(m, r, "end")


# -- the machine -----------------------------------------------------------------------------------------------------


def _step(m: State, f: Frame, framed: bool) -> bool:
    """One step; False when the batch is over."""
    try:
        return _STEPS[f[PHASE]](m, f, framed)
    except Concluded as stop:
        if not concluded(m, f, stop.record):
            raise
        return True


def _enter(m: State, f: Frame, framed: bool) -> bool:
    """Checks that all calls of the wave are legal, or refuses them, before any reaction."""
    if not f[WAVE]:
        f[PHASE] = _SETTLE
        return True
    legal = []
    for entry in f[WAVE]:
        _stand(m, f, _chain(f, entry)[:-1])
        if admits(m, entry[0], entry[1]):
            legal.append(entry)
        else:
            _refuse(m, entry[0])
    f[WAVE], f[PLACE], f[PHASE] = tuple(legal), 0, _BEFORE
    for entry in legal:
        _stand(m, f, _chain(f, entry)[:-1])
        begin(m, entry[0])
    _leave(m, f)
    return True


def _refuse(m: State, r: Record) -> None:
    r[OUTCOME] = REFUSED
    if m.trace is not None:
        e = m.p.program.events[r[EVENT]]
        m.trace.append(NotBegun(m.depth, r[EVENT], tuple(r[FIELDS : FIELDS + e.params])))


def _before(m: State, f: Frame, framed: bool) -> bool:
    if f[PLACE] == len(f[WAVE]):
        f[PLACE], f[PHASE] = 0, _EFFECT
        return True
    entry = f[WAVE][f[PLACE]]
    f[PLACE] += 1
    if not _is_any(entry[0], f[CONCLUDED]):
        f[RECORD], f[REACTED], f[PHASE] = entry[0], False, _INSTEAD
        _stand(m, f, _chain(f, entry))
        start_reactions(m, f, "before", framed)
    return True


def _instead(m: State, f: Frame, framed: bool) -> bool:
    """After the before reactions of a record: decides whether its effect is due, and which reaction replaces it."""
    f[PHASE] = _BEFORE
    r = f[RECORD]
    if r is None or _is_any(r, f[CONCLUDED]):  # dropped or concluded during its before reactions
        return True
    entry = f[WAVE][f[PLACE] - 1]
    _stand(m, f, _chain(f, entry))
    if goes_on(m, r, f[REACTED], entry[1]):
        f[DUE] = (*f[DUE], r)
        start_reactions(m, f, "instead", framed)
    return True


def _effect(m: State, f: Frame, framed: bool) -> bool:
    """Runs the effect of the next record of a wave; the calls in it belong to the next wave."""
    if f[PLACE] == len(f[WAVE]):
        f[WAVES], f[WAVE], f[COMING] = (*f[WAVES], f[WAVE]), f[COMING], ()
        f[PLACE], f[PHASE] = 0, _ENTER
        return True
    entry = f[WAVE][f[PLACE]]
    f[PLACE] += 1
    r = entry[0]
    if r[OUTCOME] == RUNNING and not _is_any(r, f[CONCLUDED]):
        _stand(m, f, _chain(f, entry))
        m.wave = []
        try:
            effect(m, r)
        finally:
            f[COMING] = (*f[COMING], *((called, lifted, r) for called, lifted in m.wave or ()))
            m.wave = None
    return True


def _settle(m: State, f: Frame, framed: bool) -> bool:
    _leave(m, f)
    if not ((m.dirty or m.whiles or m.p.verify) and settle(m, framed)):
        f[PHASE], f[PLACE] = _ENDS, 0
    return True


def _ends(m: State, f: Frame, framed: bool) -> bool:
    """Runs `ends` of each record that reached its effect, in order; then checks again."""
    through = [entry for wave in f[WAVES] for entry in wave]
    if f[PLACE] < len(through):
        entry = through[f[PLACE]]
        f[PLACE] += 1
        event = entry[0][EVENT]
        ends, asking = m.p.ends[event], m.p.program.events[event].ends
        if _is_any(entry[0], f[DUE]) or _is_any(entry[0], f[CONCLUDED]):
            f[RECORD] = entry[0]
            _stand(m, f, _chain(f, entry))
            if ends is not None:
                ends(m, entry[0])
            elif asking is not None:
                m.frames.append(text_frame(m.p, asking, entry[0]))
        return True
    f[RECORD] = None
    _leave(m, f)
    if not ((m.dirty or m.whiles or m.p.verify) and settle(m, framed)):
        f[WAVES], f[WAVE], f[PLACE], f[PHASE] = (), tuple(through), 0, _CLOSE
    return True


def _close(m: State, f: Frame, framed: bool) -> bool:
    """Fixes the outcome of the next record and runs the clocks that wait for its end."""
    if f[PLACE] == len(f[WAVE]):
        f[PLACE], f[PHASE] = 0, _AFTER
        _leave(m, f)
        return True
    r = f[WAVE][f[PLACE]][0]
    f[PLACE] += 1
    if r[OUTCOME] == RUNNING:
        r[OUTCOME] = DONE
    _stand(m, f, [r])
    close(m, r)
    return True


def _after(m: State, f: Frame, framed: bool) -> bool:
    if f[PLACE] == len(f[WAVE]):
        return False
    f[RECORD], f[PHASE] = f[WAVE][f[PLACE]][0], _ENDED
    if f[RECORD][OUTCOME] == DONE:
        start_reactions(m, f, "after", framed)
    return True


def _ended(m: State, f: Frame, framed: bool) -> bool:
    r = f[RECORD] = f[WAVE][f[PLACE]][0]
    f[PLACE] += 1
    f[PHASE] = _AFTER
    if r[OUTCOME] in HEARD_AT_END:
        start_reactions(m, f, "ended", framed)
    return True


_STEPS = (_enter, _before, _instead, _effect, _settle, _ends, _close, _after, _ended)


def standing(f: Frame) -> list[Record]:
    """The events of a batch that are running during a reaction to one of them, outermost first."""
    if f[PHASE] not in (_BEFORE, _INSTEAD, _ENDS) or f[RECORD] is None:
        return []
    return next((_chain(f, entry) for entry in _entries(f) if entry[0] is f[RECORD]), [])


# -- what is running -------------------------------------------------------------------------------------------------


def _stand(m: State, f: Frame, chain: list[Record]) -> None:
    """Sets the running events: those around the batch and then these, outermost first."""
    running = list(f[AROUND])
    for r in chain:
        if m.p.observed[r[EVENT]]:
            running[r[EVENT]] = (*running[r[EVENT]], r)
    m.running, m.depth = running, f[OUTER_DEPTH] + len(chain)


def _leave(m: State, f: Frame) -> None:
    """Sets the running events to those around the batch."""
    m.running, m.depth = list(f[AROUND]), f[OUTER_DEPTH]


def _chain(f: Frame, entry: Entry) -> list[Record]:
    """The records whose effects called each other down to an entry, ending with the entry itself."""
    causes = {id(r): cause for r, _, cause in _entries(f)}
    chain = [entry[0]]
    cause = entry[2]
    while cause is not None:
        chain.append(cause)
        cause = causes[id(cause)]
    return chain[::-1]


def _entries(f: Frame) -> list[Entry]:
    return [*(entry for wave in f[WAVES] for entry in wave), *f[WAVE], *f[COMING]]


def _without(wave: tuple[Entry, ...], gone: list[Record]) -> tuple[Entry, ...]:
    return tuple([entry for entry in wave if not _is_any(entry[0], gone)])


def _is_any(r: Record, records: Iterable[Record]) -> bool:
    """Whether a record is one of some records, by identity and not by equality."""
    return any(r is one for one in records)
