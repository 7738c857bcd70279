"""The definitions that are going on, for the message of a limit that was passed: events, and what they ask.

Separate because values, and texts that cannot ask, run as plain functions, which no frame of the match tells of.
"""

from __future__ import annotations

import sys
from types import FrameType, TracebackType
from typing import Final

from rulewright.linkage import parsed
from rulewright.play.state import State
from rulewright.shapes import EVENT, RECORD

_TOLD: Final = 8  # definitions of a long chain that are named at its beginning, and at its end


def running_chain(m: State, error: RecursionError | None = None) -> list[str]:
    """The events that are going on, outermost first: those of frames, then the plain functions that run now, or that
    ran when `error` was raised. Among these are `value V`, `permission P` and `conditions of E`; a value that is
    compiled into whoever asks it is not. Of a long chain the middle is a number."""
    events, asked = m.p.program.events, {text.function: key for key, text in m.p.program.texts.items()}
    seen = {id(f[RECORD]): f[RECORD] for f in m.frames if type(f[RECORD]) is list}
    chain = [events[r[EVENT]].id for r in seen.values()]
    for function in _functions(error.__traceback__ if error is not None else None):
        if function in asked:
            chain.append(asked[function])
            continue
        letter, number = parsed(function)
        if letter in ("E", "N"):
            event = events[number].id
            chain.append(event if letter == "E" else f"conditions of {event}")
    if len(chain) <= 2 * _TOLD + 1:
        return chain
    return [*chain[:_TOLD], f".. {len(chain) - 2 * _TOLD} more ..", *chain[-_TOLD:]]


def _functions(error: TracebackType | None) -> list[str]:
    """Names of the functions of a traceback, or of those that run now, outermost first."""
    found: list[str] = []
    if error is not None:
        while error is not None:
            found.append(error.tb_frame.f_code.co_name)
            error = error.tb_next
        return found
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found[::-1]
