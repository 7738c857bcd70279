"""`together`: several events as one batch, in waves.

A stage of its own because a batch is a mode of calling, not a second engine: calls inside are enlisted as records,
then each phase is taken for all of a wave before the next phase begins. (1) The statements run on the state at the
start. (2) before and instead of each, in order; (3) own effects of all, each seeing earlier writes; events that
they call form the next wave; (4) until no wave is left; (5) checks, clocks and after reactions of all, wave by
wave.
"""

from __future__ import annotations

from rulewright.play import statuses
from rulewright.play.events import begin, close, settle
from rulewright.play.react import candidates, plain_react
from rulewright.play.state import DONE, FIELDS, IMPOSSIBLE, OUTCOME, REFUSED, REPLACED, RUNNING, Frame, Record, State

# frame: [BATCH, phase, current record, changed, skip, waves, index]
_BEFORE, _INSTEAD, _EFFECT, _AFTER, _ENDED = range(5)


def run_batch(m: State) -> None:
    """The whole batch where nobody can be asked."""
    waves: list[tuple[Record, ...]] = []
    wave = tuple(m.wave or ())
    m.wave = None
    while wave:
        live = [r for r in wave if _enter(m, r)]
        for r in live:
            table = _table(m, r, "before")
            changed = table is not None and plain_react(m, r, table, False)
            _after_before(m, r, changed)
            table = _table(m, r, "instead")
            if table is not None and r[OUTCOME] == RUNNING:
                plain_react(m, r, table, True)
        wave = _effects(m, live)
        waves.append(tuple(live))
    settle(m)
    _finish(m, waves)
    for live_wave in waves:
        for r in live_wave:
            for phase in ("after", "ended"):
                table = _table(m, r, phase)
                if table is not None and (phase == "ended" or r[OUTCOME] == DONE):
                    plain_react(m, r, table, False)


def start_batch(m: State) -> None:
    """The same in a frame, where reactions may ask."""
    wave = tuple(m.wave or ())
    m.wave = None
    m.frames.append([3, _BEFORE, None, False, 0, (), wave, 0])


def step(m: State, f: Frame) -> None:
    """Frame of a batch: f[5] waves so far, f[6] the wave at hand, f[7] the next of it."""
    while True:
        phase, wave, i = f[1], f[6], f[7]
        if phase == _BEFORE:
            if i and f[2] is not None:
                _after_before(m, f[2], f[3])
                f[3] = False
                r = f[2]
                f[2] = None
                table = _table(m, r, "instead")
                if r[OUTCOME] == RUNNING and table is not None and candidates(m, r, table):
                    m.frames.append([1, 0, r, table, (), -1, (), 0, (), True, None])
                    return
            if i < len(wave):
                r = wave[i]
                f[7] += 1
                if not _enter(m, r):
                    f[6] = tuple([x for x in wave if x is not r])
                    f[7] -= 1
                    continue
                f[2] = r
                table = _table(m, r, "before")
                if table is not None and candidates(m, r, table):
                    f[3] = True
                    m.frames.append([1, 0, r, table, (), -1, (), 0, (), False, None])
                    return
                continue
            f[5] = (*f[5], wave)
            f[6], f[7] = _effects(m, wave), 0
            if f[6]:
                continue
            f[1], f[7] = _AFTER, 0
            if settle(m, True):
                return
            _finish(m, f[5])
            continue
        records = [r for live in f[5] for r in live]
        if i >= len(records) * 2:
            m.frames.pop()
            return
        f[7] += 1
        r = records[i // 2]
        name = "after" if i % 2 == 0 else "ended"
        table = _table(m, r, name)
        if table is None or (name == "after" and r[OUTCOME] != DONE) or not candidates(m, r, table):
            continue
        m.frames.append([1, 0, r, table, (), -1, (), 0, (), False, None])
        return


def _table(m: State, r: Record, phase: str) -> int | None:
    return m.p.program.events[r[0]].tables.get(phase)


def _skip(r: Record) -> int:
    return r[3]["skip"] if r[3] else 0


def _enter(m: State, r: Record) -> bool:
    e = m.p.program.events[r[0]]
    if (e.subject and not m.live[r[FIELDS]]) or not m.p.can[r[0]](m, *r[FIELDS : FIELDS + e.params], _skip(r)):
        r[OUTCOME] = REFUSED
        if m.trace is not None:
            m.trace.append(("refused", m.depth, r[0], tuple(r[FIELDS : FIELDS + e.params])))
        return False
    begin(m, r)
    return True


def _after_before(m: State, r: Record, changed: bool) -> None:
    e = m.p.program.events[r[0]]
    if r[OUTCOME] == RUNNING and changed and not m.p.can[r[0]](m, *r[FIELDS : FIELDS + e.params], _skip(r)):
        r[OUTCOME] = IMPOSSIBLE
    if r[OUTCOME] == RUNNING and r[0] in m.p.spending:
        statuses.claim(m, r)


def _effects(m: State, wave: tuple[Record, ...] | list[Record]) -> tuple[Record, ...]:
    """Own effects of a wave in order; what they call is the next wave."""
    m.wave = []
    for r in wave:
        if r[OUTCOME] == RUNNING:
            e = m.p.program.events[r[0]]
            if e.subject and not m.live[r[FIELDS]]:
                r[OUTCOME] = IMPOSSIBLE
                continue
            body = m.p.do[r[0]]
            if body is not None:
                body(m, r)
    following = tuple(m.wave)
    m.wave = None
    return following


def _finish(m: State, waves: list[tuple[Record, ...]] | tuple[tuple[Record, ...], ...]) -> None:
    for wave in waves:
        for r in wave:
            ends = m.p.ends[r[0]]
            if ends is not None and r[OUTCOME] in (RUNNING, REPLACED, IMPOSSIBLE):
                ends(m, r)
            if r[OUTCOME] == RUNNING:
                r[OUTCOME] = DONE
            close(m, r)
