"""Runs the frames of a match, the top one first, until a player is asked or nothing is left."""

from __future__ import annotations

from rulewright.play.batch import concluded, drop
from rulewright.play.chain import running_chain
from rulewright.play.events import SETTLE, drop_inside
from rulewright.play.react import REPLACING, note_left
from rulewright.play.state import Concluded, Record, Runaway, State
from rulewright.play.verify import indexes
from rulewright.shapes import BATCH, BLOCK, DRIVE, IMPOSSIBLE, OUTCOME, PHASE, REACT, RECORD, REPLACES, RUNNING

_REMEMBERED = 4096  # results of values that are cached between decisions


def run(m: State) -> None:
    """The trampoline: runs the top frame until a player is asked or nothing is left."""
    frames = m.frames
    blocks = m.p.blocks
    if len(m.cache) > _REMEMBERED:
        m.cache.clear()
    while True:
        try:
            while frames:
                f = frames[-1]
                if blocks[f[BLOCK]](m, f):
                    break
            if m.p.verify:
                indexes(m)
            return
        except Concluded as stop:
            unwind(m, stop.record)
        except RecursionError as deep:
            raise Runaway("events nested too deep", running_chain(m, deep)) from None


def unwind(m: State, r: Record) -> None:
    """Drops every frame above that of a record, and what was running in them. The record continues with its end."""
    while m.frames:
        f = m.frames[-1]
        if f[BLOCK] == DRIVE and f[RECORD] is r:
            f[PHASE] = max(f[PHASE], SETTLE)
            break
        if f[BLOCK] == BATCH:
            if concluded(m, f, r):
                return
            drop(m, f)
        if f[BLOCK] == REACT:
            note_left(m, f)
            if f[REPLACES] and f[PHASE] == REPLACING:
                m.replacing = m.replacing[:-1]
        if type(f[RECORD]) is list and f[RECORD] is not r and f[RECORD][OUTCOME] == RUNNING:
            f[RECORD][OUTCOME] = IMPOSSIBLE
        m.frames.pop()
    drop_inside(m, r)
    m.depth = len({id(f[RECORD]) for f in m.frames if type(f[RECORD]) is list})
