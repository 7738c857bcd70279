"""Runs the frames of a match, the top one first, until somebody is asked or nothing is left."""

from __future__ import annotations

from rulewright.play.batch import concluded, drop
from rulewright.play.chain import running_chain
from rulewright.play.events import drop_inside
from rulewright.play.state import BATCH, DRIVE, IMPOSSIBLE, OUTCOME, REACT, RUNNING, Concluded, Record, Runaway, State
from rulewright.play.verify import indexes

_REMEMBERED = 4096  # answers of values that are kept between decisions


def run(m: State) -> None:
    """The trampoline: runs the top frame until somebody is asked or nothing is left."""
    frames = m.frames
    blocks = m.p.blocks
    if len(m.cache) > _REMEMBERED:
        m.cache.clear()
    while True:
        try:
            while frames:
                f = frames[-1]
                if blocks[f[0]](m, f):
                    break
            if m.p.verify:
                indexes(m)
            return
        except Concluded as stop:
            unwind(m, stop.record)
        except RecursionError as deep:
            raise Runaway("events nested too deep", running_chain(m, deep)) from None


def unwind(m: State, r: Record) -> None:
    """Drops every frame above that of a record, and what was running in them. The record goes on with its end."""
    while m.frames:
        f = m.frames[-1]
        if f[0] == DRIVE and f[2] is r:
            f[1] = max(f[1], 3)
            break
        if f[0] == BATCH:
            if concluded(m, f, r):
                return
            drop(m, f)
        if f[0] == REACT and f[9] and f[1] == 2:
            m.replacing = m.replacing[:-1]
        if type(f[2]) is list and f[2] is not r and f[2][OUTCOME] == RUNNING:
            f[2][OUTCOME] = IMPOSSIBLE
        m.frames.pop()
    drop_inside(m, r)
    m.depth = len({id(f[2]) for f in m.frames if type(f[2]) is list})
